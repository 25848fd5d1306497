"""The formulas of each method: its columns of the Rounds and Ratings sheets.

A module has two functions, `audit` and `ratings`, that give the columns between those
that all methods share. A rule set that formulas do not cover has the engine's values in
the columns of a sum over games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...plan import Plan
from ..values import AuditRows, MethodColumns, RatingsRows
from . import (
    average_opponent,
    event_average,
    game_by_game,
    glicko,
    ingo,
    ladder,
    sum_over_games,
    us_chess,
)


class Method(NamedTuple):
    """The columns of a method on both sheets."""

    audit: Callable[[AuditRows], MethodColumns]
    ratings: Callable[[RatingsRows], MethodColumns]


METHODS: Mapping[str, Method] = {
    "sum over games": Method(sum_over_games.audit, sum_over_games.ratings),
    "event average": Method(event_average.audit, event_average.ratings),
    "average opponent": Method(average_opponent.audit, average_opponent.ratings),
    "game by game": Method(game_by_game.audit, game_by_game.ratings),
    "ingo": Method(ingo.audit, ingo.ratings),
    "glicko": Method(glicko.audit, glicko.ratings),
    "us chess": Method(us_chess.audit, us_chess.ratings),
    "ladder": Method(ladder.audit, ladder.ratings),
}


def of(plan: Plan) -> Method:
    """The method of a workbook; that of a sum over games if formulas do not cover its rules."""
    return METHODS[plan.rules.method if plan.native else "sum over games"]
