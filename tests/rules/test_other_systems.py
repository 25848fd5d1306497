"""Systems carried for their formulas: ECF grading, Chessmetrics, Thompson's draw, weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from known_numbers import differs, vectors

from xlrating.engine.errors import NotKnownError
from xlrating.engine.rules.ruleset import load
from xlrating.functions import CONVERT_RATING, NEW_RATING, PERF_RATING, WE_TABLE

VECTORS = vectors("other_systems.json")


def _grades(v: dict[str, Any]) -> dict[str, Any]:
    i, scores = v["inputs"], {"win": 1, "draw": 0.5, "loss": 0}
    return {
        key: NEW_RATING(i["grade"], [i["opp"]], [scores[key]], "ecf-grading")
        for key in v["expected"]
    }


def _weights(_: dict[str, Any]) -> dict[str, Any]:
    names = {"classical": "classical", "rapid30": "30 minutes", "blitz5": "5 minutes"}
    return {key: float(load(f"nevzorov:pace={name}").change.weight) for key, name in names.items()}


CALLS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "ecf_grading": _grades,
    "sonas": _weights,
    "sonas_chessmetrics": lambda v: PERF_RATING(
        [v["inputs"]["avg"]] * v["inputs"]["games"], v["inputs"]["score"], "chessmetrics"
    ),
    "thompson_100pct": lambda v: PERF_RATING(
        v["inputs"]["opps"], v["inputs"]["score"], "thompson", v["inputs"]["own"]
    ),
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Game points, Grade, 40-point rule: the numbers that public descriptions print."""
    assert not differs(CALLS[vector["system"]](vector), vector["expected"], vector["tolerance"])


def test_a_full_score_needs_the_own_rating() -> None:
    """Thompson's draw is one against oneself: without the own rating there is no number."""
    with pytest.raises(NotKnownError, match="own rating"):
        PERF_RATING([2000, 2000], 2, "thompson")


def test_grades_have_all_digits() -> None:
    """Game points, Grade: nothing is rounded; a point is one per cent, 50 are all of them."""
    assert WE_TABLE([0, 10, -10, 40, 50, 51], "ecf-grading") == [0.5, 0.6, 0.4, 0.9, 1, 1]
    opponents = [160, 161, 161]  # 160.67, half of the points
    assert PERF_RATING(opponents, 1.5, "ecf-grading") == pytest.approx(482 / 3)
    assert NEW_RATING(160, opponents, 1.5, "ecf-grading") == pytest.approx(482 / 3)


def test_chessmetrics_expects_by_the_same_line() -> None:
    """Formulas: 850 points for the whole of 100 %, read the other way: a tenth for each 85."""
    found = WE_TABLE([0, 85, -85, 425, 426], "chessmetrics")
    assert found == [0.5, 0.6, 0.4, 1, 1]


def test_ecf_grade_on_the_elo_scale() -> None:
    """ECF 2020 conversion: 7.5 x grade + 700."""
    assert CONVERT_RATING(160, "ecf-grading", "elo") == 1900


def test_an_opponent_who_is_far_away_counts_as_40_away() -> None:
    """40-point rule: 100 counts as 120 for 160; without the own grade it is what it is."""
    assert PERF_RATING(100, 1, "ecf-grading", 160) == 170
    assert PERF_RATING(100, 1, "ecf-grading") == 150
    assert NEW_RATING(160, [100], [1], "ecf-grading") == 170
    # Elsewhere a performance is against the opponents as they are (B.01 1.4.8).
    assert PERF_RATING([1400] * 5, 2.5, "fide", 2000) == 1400
