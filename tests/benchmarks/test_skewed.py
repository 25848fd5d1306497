"""Games one after another where a few people play most of them, beside a plain loop in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_bulk import medians, told

import xlrating
from xlrating.bulk import rate_period


def _period(people: int, games: int, activity: str) -> Any:
    dice = np.random.default_rng(7)
    weight = {
        "uniform": np.ones(people),
        "lognormal": dice.lognormal(0, 1.5, people),
        "pareto": dice.pareto(1.1, people) + 0.01,
    }[activity]
    white, black = dice.choice(people, (2, games), p=weight / weight.sum())
    other = white != black
    players = {"no": np.arange(people), "rating": dice.integers(1800, 2500, people)}
    score = dice.choice([0, 0.5, 1], int(other.sum()))
    return players, {"white": white[other], "black": black[other], "white_score": score}


def _loop(players: Any, games: Any) -> list[int]:
    """`malaysia` as one would write it for this job alone."""
    table = [xlrating.WE_TABLE(points, "malaysia") for points in range(1500)]
    k_of = [0] * 100 + [xlrating.K_FACTOR(rating, "malaysia") for rating in range(100, 4000)]
    rating: list[int] = players["rating"].tolist()
    for white, black, score in zip(*(games[name].tolist() for name in games), strict=True):
        mine, theirs = rating[white], rating[black]
        apart = mine - theirs
        expected = table[apart] if apart >= 0 else 1 - table[-apart]
        # Where the higher one wins, K is his; else that of the other.
        as_expected = score > 0.5 if mine >= theirs else score < 0.5
        k = k_of[max(mine, theirs) if as_expected else min(mine, theirs)]
        for who, own in ((white, score - expected), (black, expected - score)):
            change = round(k * own, 9)
            rating[who] += int(change + 0.5) if change >= 0 else -int(0.5 - change)
    return rating


@pytest.mark.parametrize("activity", ["uniform", "lognormal", "pareto"])
@pytest.mark.parametrize(
    ("people", "games", "target"), [(40, 20_000, 3), (100_000, 1_000_000, 1)], ids=["few", "many"]
)
def test_one_after_another(people: int, games: int, target: float, activity: str) -> None:
    """The same numbers, in no more than the target of the loop's time."""
    players, played = _period(people, games, activity)
    assert rate_period(players, played, "malaysia")["new"].tolist() == _loop(players, played)
    ours, theirs = medians(
        lambda: rate_period(players, played, "malaysia"), lambda: _loop(players, played)
    )
    told(f"malaysia, {games} games of {people}, {activity} / a loop", ours, theirs, target)
