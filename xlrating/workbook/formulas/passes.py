"""The numbers on the way through the passes of US Chess, as sheets show them."""

from __future__ import annotations

from collections.abc import Mapping
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
from ..plan import Plan
from .us_chess import FAR, PLACES

_FAR = Decimal(FAR)


class PassedPlayer(NamedTuple):
    """A player of the event: where all passes start from, and what the games before weigh.

    `ratings` are those before each pass; `exact` is the change of the last one.
    """

    entry: EventEntry
    ratings: tuple[Decimal, ...]
    exact: Decimal
    weight: Decimal
    is_special: int

    @property
    def n(self) -> int:
        """The counted games."""
        return len(self.entry.counted)

    @property
    def coefficient(self) -> Decimal:
        """What the games before weigh, as typed where it is."""
        return self.weight if self.entry.player.k is None else self.entry.player.k

    @property
    def score(self) -> Decimal:
        """The points in them."""
        return points_of(self.entry.counted)


class Solution(NamedTuple):
    """What the special rating of a player is found with in a pass; 0 where it is not asked for.

    `average` is that over all games, near which it is looked for.
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
    """The players of a workbook by their places, and what each pass has of them."""

    def __init__(self, plan: Plan) -> None:
        """Rate the event of the plan once more, pass by pass."""
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
        keys = [step.key for step in line.steps]
        is_special = int(any(key.startswith("step_special") for key in keys))
        ratings = tuple(one[player.key] for one in passes)
        return PassedPlayer(entry, ratings, change, weight, is_special)

    def of(self, place: int) -> PassedPlayer | None:
        """The player in a place; None in a free one."""
        return self._all().get(self.plan.numbers[place])

    def opponent(self, number: int, key: str) -> Decimal:
        """The rating of one opponent in a pass, from 0."""
        return half_away(self.before[number][key], PLACES)

    def expected(self, number: int, player: PassedPlayer) -> Decimal:
        """The expected score in a pass."""
        ratings = self.equation(number, player).met
        shares = (expected_score(player.entry.start - rating, self.rules) for rating in ratings)
        return sum(shares, ZERO)

    def equation(self, number: int, player: PassedPlayer) -> SpecialEquation:
        """What the special rating of a pass solves."""
        entry = player.entry
        own = (self.rules.need(Passes).weight, 0) if number == 0 else (player.weight, entry.history)
        met = entry.against(self.before[number]).met
        return equation(entry.start, own[0], met, player.score, self.rules, own[1])

    def lack(self, number: int, player: PassedPlayer, knot: Decimal) -> Decimal:
        """The sign of what is lacking at a knot."""
        missing = half_away(self.equation(number, player).lacking(knot), PLACES)
        return ONE.copy_sign(missing) if missing else ZERO

    def is_asked(self, number: int, player: PassedPlayer) -> bool:
        """Whether a player has a special rating in a pass."""
        is_first = player.entry.player.rating is None and player.n > 0
        return is_first if number == 0 else bool(player.is_special)

    def solution(self, number: int, player: PassedPlayer) -> Solution:
        """How the special rating of a pass is found."""
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


def meetings(player: PassedPlayer | None, opponent: str) -> int:
    """How often a player met an opponent in counted games."""
    games = player.entry.counted if player else ()
    return sum(game.opponent is not None and game.opponent.key == opponent for game in games)
