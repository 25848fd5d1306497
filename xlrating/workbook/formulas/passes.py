"""The intermediate values of the passes of US Chess, as sheets show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from ...engine.methods.common import points_of
from ...engine.methods.us_chess import in_passes
from ...engine.methods.us_chess_change import EventEntry, change_of
from ...engine.rounding import ONE, ZERO, half_away
from ...engine.rules.sections import Passes, Special
from ...engine.terms.development import effective_games
from ...engine.terms.expectancy import expected_score
from ...engine.terms.provisional import SpecialEquation, equation, solved
from ..file.grid import Value
from ..plan import Plan
from .us_chess import FAR, PLACES
from .values import Of

_FAR = Decimal(FAR)


class PassedPlayer(NamedTuple):
    """A player of the event with the values of the columns of Ratings, by their keys.

    `ratings` are those before each pass; `exact` is the change of the last one; `met` are the
    keys of the opponents in the counted games.
    """

    entry: EventEntry
    ratings: tuple[Decimal, ...]
    met: tuple[str, ...]
    n: int
    score: Decimal
    begun: Decimal
    weight: Decimal
    coefficient: Decimal
    history: int
    newcomer: int
    special: int
    exact: Decimal


def asked(number: int) -> str:
    """The key of the column that says who has a special rating in a pass: in 0 only newcomers."""
    return "special" if number else "newcomer"


class Solution(NamedTuple):
    """The values that one pass of the special rating needs for a player; 0 if it is not needed.

    `average` is the average over all games, near which the solution is searched for.
    """

    own_low: Decimal = ZERO
    own_high: Decimal = ZERO
    left: Decimal = ZERO
    right: Decimal = ZERO
    flat_from: Decimal = ZERO
    flat_to: Decimal = ZERO
    average: Decimal = ZERO
    solved: Decimal = ZERO


class Passed:
    """The players of a workbook by place, and their ratings in each pass."""

    def __init__(self, plan: Plan) -> None:
        """Prepare to rate the event of the plan once more, pass by pass."""
        self.plan, self.rules = plan, plan.rules
        self.times = self.rules.need(Passes).times
        self.reach = self.rules.need(Special).per_win

    @cache  # noqa: B019
    def _all(self) -> Mapping[int, PassedPlayer]:
        entries, passes = in_passes((self.plan.event,), self.rules)
        self.before = passes
        return {entry.player.no: self._player(entry, passes) for entry in entries}

    def _player(self, entry: EventEntry, passes: list[dict[str, Decimal]]) -> PassedPlayer:
        player, rules = entry.player, self.rules
        line, change = change_of(entry.against(passes[-1]), rules)
        is_new = player.rating is None
        weight = ZERO if is_new else effective_games(entry.start, entry.before, rules)
        return PassedPlayer(
            entry=entry,
            ratings=tuple(one[player.key] for one in passes),
            met=tuple(game.opponent.key for game in entry.counted if game.opponent),
            n=len(entry.counted),
            score=points_of(entry.counted),
            begun=entry.start,
            weight=weight,
            coefficient=weight if player.k is None else player.k,
            history=entry.history,
            newcomer=int(is_new and bool(entry.counted)),
            special=int(any(step.key.startswith("step_special") for step in line.steps)),
            exact=change,
        )

    def of(self, place: int) -> PassedPlayer | None:
        """The player in a place, from 0; None for a free one."""
        return self._all().get(self.plan.numbers[place])

    def each(self, value: Callable[[PassedPlayer], Value], rounds: int = 1, none: Value = 0) -> Of:
        """The value of each row from its player, who has `rounds` rows; `none` for a free place."""
        return lambda index: none if (one := self.of(index // rounds)) is None else value(one)

    def opponent(self, number: int, key: str) -> Decimal:
        """An opponent's rating before a pass, which is counted from 0."""
        return half_away(self.before[number][key], PLACES)

    def expected(self, number: int, player: PassedPlayer) -> Decimal:
        """A player's expected score in a pass."""
        ratings = self.equation(number, player).met
        shares = (expected_score(player.entry.start - rating, self.rules) for rating in ratings)
        return sum(shares, ZERO)

    def equation(self, number: int, player: PassedPlayer) -> SpecialEquation:
        """The equation that a player's special rating in a pass solves."""
        entry = player.entry
        own = (self.rules.need(Passes).weight, 0) if number == 0 else (player.weight, entry.history)
        met = entry.against(self.before[number]).met
        return equation(entry.start, own[0], met, player.score, self.rules, own[1])

    def lack(self, number: int, player: PassedPlayer, knot: Decimal) -> Decimal:
        """1, 0 or -1: the sign of the score that is missing at a knot."""
        missing = half_away(self.equation(number, player).lacking(knot), PLACES)
        return ONE.copy_sign(missing) if missing else ZERO

    def is_asked(self, number: int, player: PassedPlayer) -> bool:
        """Whether a player has a special rating in a pass."""
        return bool(getattr(player, asked(number)))

    def solution(self, number: int, player: PassedPlayer) -> Solution:
        """How a player's special rating in a pass is found; all 0 if there is none."""
        if not self.is_asked(number, player):
            return Solution()
        asked = self.equation(number, player)
        lacks = {knot: self.lack(number, player, knot) for knot in asked.knots}
        flat = [knot for knot, lack in lacks.items() if not lack]
        ends = (asked.centre - asked.reach, asked.centre + asked.reach)
        is_weighed = len(asked.weighed) > len(asked.met)
        low, high = (lacks[end] if is_weighed else ZERO for end in ends)
        return Solution(
            low,
            high,
            max((knot for knot, lack in lacks.items() if lack > 0), default=-_FAR),
            min((knot for knot, lack in lacks.items() if lack < 0), default=_FAR),
            min(flat, default=_FAR),
            max(flat, default=-_FAR),
            asked.average,
            solved(asked, player.entry.start, self.rules),
        )
