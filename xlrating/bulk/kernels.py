"""The kernel that rates each method column by column; the engine does everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import numpy as np

from ..engine.errors import NotKnownError
from ..engine.problem import make_error
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet, load
from . import averages, game_by_game, glicko, ladder, sum_over_games, us_chess, weighting
from .by_engine import all_lines, lines_of
from .games import Games
from .people import People
from .rated import COLUMNS, FILLED, Rated

#: Rates what it can of a period, and returns the rows left to the engine; None
#: if the rule set contains something it does not support.
Kernel = Callable[[Rated, Games, RuleSet, str], Any]

#: The methods with a column-by-column kernel; all others are rated by the engine.
KERNELS: Mapping[str, Kernel] = {
    "average opponent": averages.against_opponents,
    "event average": averages.against_event,
    "game by game": game_by_game.rate,
    "glicko": glicko.rate,
    "ingo": weighting.rate,
    "ladder": ladder.rate,
    "sum over games": sum_over_games.rate,
    "us chess": us_chess.rate,
}


#: Methods in which only a player's own games and the opponents' initial ratings matter.
BY_OWN_GAMES = frozenset(KERNELS) - {"game by game", "us chess"}


def rules_of(rules: RuleSet | str, day: date | None) -> RuleSet:
    """The rule set, if it rates events."""
    chosen = rules if isinstance(rules, RuleSet) else load(rules, day)
    if chosen.method == "none":
        raise make_error(NotKnownError, "opt_rules_functions", rules=chosen.id)
    return chosen


def kernel_of(rules: RuleSet) -> Kernel | None:
    """The kernel for these rules; None if the engine has to rate everyone.

    That is so if a report has a column that no kernel fills, or if a rating counts as a peak only
    after a number of games, except for US Chess, whose kernel knows that rule.
    """
    late = rules.special is None and rules.peak_floor is not None and rules.peak_floor.established
    if not COLUMNS.keys() <= FILLED or late:
        return None
    return KERNELS.get(rules.method)


def rate_columns(
    who: People, games: Games, rules: RuleSet, day: date | None, format: str, only: Any = None
) -> Rated:
    """Rate a period given as columns of people and games; with `only`, just these people."""
    rated = Rated(who, rules, day)
    kernel = kernel_of(rules)
    left = kernel(rated, games, restrict_to_method(rules), format) if kernel is not None else None
    if left is not None and only is not None:
        left = np.intersect1d(left, only)
    if left is None:
        lines = all_lines(who, games, rules, day, format)
        rated.put_lines(range(who.size), lines)
    elif len(left):
        rated.put_lines(left.tolist(), lines_of(left, who, games, rules, day))
    return rated
