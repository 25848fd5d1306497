"""What the worksheet functions give at the edges of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from test_selected import TABLE

from xlrating.engine.errors import RatingError
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Expectancy
from xlrating.functions import RATE_EVENT, RATING_CLASS, cells, steps
from xlrating.functions.curves import shares_of

#: Higher than what a program leaves blank at the end of a range that somebody selects.
HEIGHT = cells.OPEN_END + 3


def _steps(function: Callable[..., int], reference: str, **values: object) -> int:
    return function(load(reference), values)


def _shares(**parts: object) -> Any:
    """The shares on the logistic curve with some keys of its section changed."""
    rule = load("elo:model=logistic").need(Expectancy)
    return shares_of(np.array([200.0]), changed(rule, **parts), float)


def _filled(*rows: int) -> list[object]:
    """What a tall column gives of which only these rows are filled: how high it is."""
    column: list[tuple[object]] = [("",)] * HEIGHT
    for row in rows:
        column[row] = (200,)
    return [len(cells.call("WE_TABLE", [tuple(column)]))]


def _k_of(day: str) -> list[object]:
    return [row[6] for row in RATE_EVENT(TABLE, None, "fide", day=day)[1:]]


#: What is promised, what is asked, and the answer.
EDGES: dict[str, tuple[Callable[[], object], object]] = {
    "whole points are steps of a table beside a whole opponent only": (
        lambda: [_steps(steps.pairing_steps, "fide", opponent=one) for one in (1800, 1800.5)],
        [1, 0],
    ),
    "with colours, each point has its own expectation": (
        lambda: _steps(steps.pairing_steps, "nevzorov", opponent=1800), 0,
    ),
    "K has steps where a table of whole points gives it": (
        lambda: [_steps(steps.k_steps, name, opponent=None) for name in ("fide", "dwz", "uscf")],
        [1, 0, 0],
    ),
    "the day of a selected crosstable picks the edition": (
        lambda: [_k_of(day) for day in ("2012-01-01", "2025-01-01")], [[15] * 3, [20] * 3],
    ),
    "a range of two blank cells has nobody in it": (
        lambda: [len(RATE_EVENT([[None, ""]], [[None, ""]], "fide"))], [2],
    ),
    "the index counts in a range as in a file: with one event E is at most 5, else 25 here": (
        lambda: [
            RATE_EVENT(
                [["Name", "Rating", "Index", "Year of birth"], ["A", 1800, index, 1990], ["B", 1800, 30, 1990]],
                [[1, 1, 2, "1-0"]], "dwz", day="2025-01-01",
            )[1][6] for index in (1, 20)
        ],
        [800 / 6, 800 / 26],
    ),
    "a column whose last cell is filled is as high as it was given": (
        lambda: [_filled(0, HEIGHT - 1), _filled(0, HEIGHT - 2), _filled(0)],
        [[HEIGHT], [HEIGHT], [2]],
    ),
    "a column on a curve is read at once where its scale is a whole number above 0": (
        lambda: [
            _shares(**one) is None
            for one in ({}, {"scale": 0}, {"scale": 400.5}, {"scale": 10**9}, {"model": "table"})
        ],
        [False, True, True, True, True],
    ),
    "a blank among texts is a blank": (
        lambda: RATING_CLASS(pd.Series([2400.0, None]), "rank-ladder").tolist(),
        ["Palace attendant", None],
    ),
}  # fmt: skip


@pytest.mark.parametrize("promise", EDGES)
def test_edges(promise: str) -> None:
    """Promise: what each line of the table says."""
    asked, expected = EDGES[promise]
    assert asked() == expected


@pytest.mark.parametrize("rounds", [1, 2])
def test_fewer_rounds_than_the_table_has(rounds: int) -> None:
    """Promise: a crosstable of three rounds is that of no shorter event."""
    with pytest.raises(RatingError, match=f"{rounds}"):
        RATE_EVENT(TABLE, None, "fide", rounds=rounds)
