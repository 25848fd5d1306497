"""The floor under a rating: derived from the peak, or an absolute minimum."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional

from ..errors import NumberError
from ..event import Player
from ..problem import make_error
from ..rounding import ZERO, down, tidy
from ..rules.ruleset import RuleSet
from ..rules.sections import PeakFloor
from .periods import is_lowest_first


def ordinary_floor(peak: Decimal, rules: RuleSet) -> Optional[Decimal]:
    """The floor earned by a peak: 200 points lower, rounded down to a full hundred.

    None if the peak is too low.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [str(ordinary_floor(Decimal(p), load("uscf"))) for p in (1399, 1799, 1800, 2450)]
    ['None', '1500', '1600', '2100']
    """
    rule = rules.need(PeakFloor)
    if peak <= 0:
        raise make_error(NumberError, "number_above_0", what="peak", found=str(peak))
    floor = down((peak - rule.below) / rule.step) * rule.step
    return None if floor < rule.least else tidy(min(floor, rule.most))


def absolute_floor(wins: Decimal, draws: Decimal, events: Decimal, rules: RuleSet) -> Decimal:
    """The floor under everyone: 100 + 4 x wins + 2 x draws + events, at most 150.

    `events` are those with at least three rated games.

    >>> from xlrating.engine.rules.ruleset import load
    >>> absolute_floor(Decimal(3), Decimal(1), Decimal(1), load("uscf"))
    Decimal('115')
    """
    rule = rules.need(PeakFloor)
    for what, found in (("wins", wins), ("draws", draws), ("events", events)):
        if found < 0:
            raise make_error(NumberError, "number_from_0", what=what, found=str(found))
    earned = rule.per_win * wins + rule.per_draw * draws + rule.per_event * events
    return min(rule.absolute + earned, rule.absolute_most)


def rating_floor(
    peak: Decimal,
    games: Optional[Decimal],
    rules: RuleSet,
    wins: Decimal = ZERO,
    draws: Decimal = ZERO,
    events: Decimal = ZERO,
) -> Decimal:
    """A player's floor: the ordinary one if it is earned, otherwise the absolute one.

    `games` are those before the event; with too few the rating is provisional and earns no ordinary
    floor. Unknown games count as enough.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [int(rating_floor(Decimal(1941), games, load("uscf"))) for games in (None, Decimal(20))]
    [1700, 100]
    """
    rule = rules.need(PeakFloor)
    absolute = absolute_floor(wins, draws, events, rules)
    ordinary = ordinary_floor(peak, rules)
    if ordinary is None or (games is not None and games < rule.established):
        return absolute
    return max(ordinary, absolute)


def may_be_peak(games: Optional[int], rules: RuleSet) -> bool:
    """Whether a rating based on so many games can be a peak, if floors follow from peaks."""
    floor = rules.peak_floor
    return floor is None or games is None or games >= floor.established


def is_beyond_peak(player: Player, rules: RuleSet) -> bool:
    """Whether a player's rating is above their peak, which is impossible.

    >>> from xlrating.engine.rules.ruleset import load
    >>> ann = Player(1, "Ann", 1900, peak=1850, games=20)
    >>> is_beyond_peak(ann, load("fide")), is_beyond_peak(ann, load("uscf"))
    (True, False)
    """
    rating, peak = player.rating, player.peak
    if rating is None or peak is None or not may_be_peak(player.games, rules):
        return False
    return rating < peak if is_lowest_first(rules) else rating > peak
