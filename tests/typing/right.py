"""Right uses: each is accepted, with the type that it has."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, assert_type

import numpy as np
import polars as pl
from numpy.typing import NDArray

import xlrating
from xlrating import NEW_RATING, Event, bulk

# Cells as people have them: numbers, decimals, texts.
assert_type(xlrating.WE_TABLE(200), float)
assert_type(xlrating.WE_TABLE("200", "fide"), float)
assert_type(xlrating.K_FACTOR(Decimal(2250), "fide", games=12), float)
assert_type(xlrating.START_RATING("GM"), float)
assert_type(xlrating.RATING_CLASS(2250, language="ru"), str)
assert_type(xlrating.RULE_SETS(), list[list[Any]])

# The games of one player.
assert_type(NEW_RATING(1650, [1270, 1550], [1, 0.5], "fide", 40), float)
assert_type(NEW_RATING(1650, (1270, 1550), 1.5, k=40), float)
assert_type(xlrating.EXPLAIN_RATING(2000, [2000], [1], "fide", language="zh"), list[list[Any]])
assert_type(xlrating.PERF_RATING([1800, 1900], [1, 0]), float)

# A range gives a range, a column a column of its kind.
assert_type(xlrating.WE_TABLE([200, -200]), list[Any])
assert_type(xlrating.WE_TABLE([[200], [-200]]), list[Any])
rating: NDArray[np.int64] = np.array([2000, 2100])
assert_type(xlrating.WE_TABLE(rating), NDArray[np.int64])
assert_type(xlrating.WE_TABLE(pl.Series([200])), pl.Series)
assert_type(xlrating.WE_TABLE(pl.DataFrame({"a": [200]})), pl.DataFrame)
assert_type(NEW_RATING(pl.Series([2000]), [[2000]], [[1]], "fide"), pl.Series)
xlrating.EXPECTED_SCORE(2000, pl.Series([1900, 2100]))
xlrating.RATE_EVENT(pl.LazyFrame({"no": [1]}), pl.LazyFrame({"round": [1]}), "fide")

# The engine, and the same rules on whole columns.
event: Event = xlrating.read("event.xlsx")
assert_type(xlrating.rate(event, xlrating.load("fide")), xlrating.Report)
bulk.rate_period(pl.DataFrame(), "games.parquet", "fide")

# The report in the workbook that it was read from.
report = xlrating.rate(event, "fide")
copy = xlrating.annotate("own.xlsx", report, "rated.xlsx", columns=["new"], comments=True)
assert_type(copy, bytes)
