"""The intermediate values of a player's rating period in Glicko, as sheets show them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from typing import NamedTuple

from ...engine.event import Player
from ...engine.lines import Line
from ...engine.methods.glicko import starting
from ...engine.rounding import ZERO
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Deviation
from ...engine.terms.deviation import Strength, Updated, unit_of, updated
from ...engine.terms.volatility import Ends, approached
from ..plan import Plan

#: Rounds of the search for a volatility that are kept. Players need up to 12; of 200,000 periods
#: made at random, with ratings from 100 to 4000, the slowest took 34.
ROUNDS = 40


class PeriodCourse(NamedTuple):
    """A player's rating period: strengths before and after, and the evidence of the games.

    `info` is the sum of g^2 E (1 - E) and `gained` that of g (s - E); `ends` are the iterations
    for the volatility, none if there is nothing to iterate.
    """

    own: Strength
    found: Updated
    info: float = 0
    gained: float = 0
    square: float = 0
    surplus: float = 0
    ends: tuple[Ends, ...] = ()

    @property
    def begin(self) -> float:
        """The logarithm of the variance before, where it is searched for."""
        return math.log(float(self.own.volatility or 1) ** 2) if self.ends else 0

    @property
    def searched(self) -> dict[str, float]:
        """The ends in all steps of the search, by the names of their cells; 0 without a search."""
        ends = self.ends or (Ends(0, 0, 0, 0),) * ROUNDS
        return {
            f"end_{key}{number}": own[place]
            for number, own in enumerate(ends, 1)
            for place, key in enumerate(("x", "f_x", "y", "f_y"))
        }


def ways(plan: Plan) -> Callable[[int], PeriodCourse | None]:
    """What gives the `PeriodCourse` of the player in a place; None for a free place."""

    @cache
    def of(place: int) -> PeriodCourse | None:
        player = plan.player(place)
        return way_of(plan.rules, plan.line_of[player.no], plan.event.by_no) if player else None

    return of


def way_of(rules: RuleSet, line: Line, entered: Mapping[int, Player]) -> PeriodCourse:
    """The course of a player's period; `entered` are the players of the event by number."""
    rule = rules.need(Deviation)
    own = starting(line.player, rules)
    counted = [game for game in line.games if game.counted]
    # In the report an opponent without rating has that of a new player.
    met = [
        (starting(entered[game.opponent.no], rules), game.points or ZERO)
        for game in counted
        if game.opponent
    ]
    found = updated(own, met, rules)
    if found.spread is None:
        return PeriodCourse(own, found)
    unit = unit_of(rules)
    info = (unit / float(found.spread)) ** 2
    gained = float(found.change / found.factor)
    if own.volatility is None:
        return PeriodCourse(own, found, info, gained)
    square = (float(own.deviation) / unit) ** 2 + 1 / info
    surplus = (gained / info) ** 2 - square
    ends = _ends(square, surplus, own, rule)
    return PeriodCourse(own, found, info, gained, square, surplus, ends)


def _ends(square: float, surplus: float, own: Strength, rule: Deviation) -> tuple[Ends, ...]:
    """The ends in `ROUNDS` steps of the search; once they meet they stay."""
    kept: list[Ends] = []
    for ends in islice(approached(square, surplus, float(own.volatility or 1), rule), ROUNDS):
        kept.append(ends)
        if ends.meet(rule):
            return (*kept, *[ends] * (ROUNDS - len(kept)))
    return tuple(kept)
