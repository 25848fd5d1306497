"""Wrong uses: each line that is marked is an error to mypy and to pyright, and no other line is.

A mark that nothing is wrong with is an error, too: so a use that became right is noticed.
"""

from __future__ import annotations

from typing import assert_type

import xlrating
from xlrating import NO_SUCH_NAME  # type: ignore[attr-defined]  # noqa: F401

xlrating.nonsense  # type: ignore[attr-defined]  # noqa: B018
xlrating.NEW_RATINGS(2400, [2300], [1])  # type: ignore[attr-defined]
xlrating.bulk.rate(2400)  # type: ignore[attr-defined]

xlrating.NEW_RATING(2400, wrong_argument=1)  # type: ignore[call-overload]
xlrating.NEW_RATING(2400, [2300])  # type: ignore[call-overload]
xlrating.NEW_RATING(2400, [2300], [1], ["fide"])  # type: ignore[call-overload]
xlrating.NEW_RATING(2400, {2300}, [1])  # type: ignore[call-overload]
xlrating.WE_TABLE()  # type: ignore[call-overload]
xlrating.WE_TABLE({"difference": 200})  # type: ignore[call-overload]
xlrating.WE_TABLE(200, ruleset=7)  # type: ignore[call-overload]
xlrating.K_FACTOR(object())  # type: ignore[call-overload]
xlrating.RATING_CLASS(2000, "fide", "en", "ru")  # type: ignore[call-overload]
xlrating.RULE_SETS("fide")  # type: ignore[call-arg]

xlrating.annotate(7, [])  # type: ignore[call-overload]
new: str = xlrating.NEW_RATING(2400, [2300], [1])  # type: ignore[assignment]
title: float = xlrating.RATING_CLASS(2400)  # type: ignore[assignment]
assert_type(xlrating.WE_TABLE([200]), float)  # type: ignore[assert-type]
xlrating.rate("event.xlsx", "fide")  # type: ignore[arg-type]
xlrating.read("event.xlsx").playerz  # type: ignore[attr-defined]  # noqa: B018
