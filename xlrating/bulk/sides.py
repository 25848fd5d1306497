"""Both sides of games: the player, the opponent, the points."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.rules.ruleset import RuleSet
from .expectancy import LookedUp
from .games import Games


class Side(NamedTuple):
    """The counted games from one side: players, opponents, twice the points; `at` tells which."""

    rows: Any
    others: Any
    score: Any
    expected: LookedUp | None = None
    at: Any = None
    pace: Any = None


def against_rated(games: Games, known: Any) -> list[Side]:
    """The games of unrated players against rated ones, which count for a first rating."""
    found = []
    for side, own, other in (
        ("white", games.white, games.black),
        ("black", games.black, games.white),
    ):
        new = ~known[own] & known[other]
        found.append(Side(own[new], other[new], games.points(side)[new], None, new))
    return found


def of_newcomers(games: Games, known: Any, rules: RuleSet) -> list[Side]:
    """The games that count for first ratings: none in a match in which both must be rated."""
    is_match = len(known) == 2
    if known.all() or (is_match and rules.counted.match_of_rated):
        return []
    return against_rated(games, known)
