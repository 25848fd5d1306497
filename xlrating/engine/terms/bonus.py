"""Points that do not come from games: bonuses, and the penalty for absence."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional

from ..errors import NumberError
from ..problem import make_error
from ..rounding import ONE, ROUNDINGS, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Absence, Bonus, Champion


def place_bonus(place: Decimal, rules: RuleSet) -> Decimal:
    """The points for a final place in an event that carries the bonus; 0 below the last.

    >>> from xlrating.engine.rules.ruleset import load
    >>> place_bonus(Decimal(3), load("malaysia"))
    Decimal('20')
    """
    rule = rules.need(Bonus)
    _check_place(place)
    return rule.places[int(place) - 1] if place <= len(rule.places) else ZERO


def champion_bonus(rating: Decimal, k: Decimal, rules: RuleSet) -> Decimal:
    """An individual champion's bonus: a share of own rating x K, on top of the change.

    >>> from xlrating.engine.rules.ruleset import load
    >>> champion_bonus(Decimal("2450.3"), Decimal(15), load("cxa-rapid"))
    Decimal('36.75')
    """
    rule = rules.need(Champion)
    return ROUNDINGS[rule.rounding](rating * rule.share * k, rule.places)


def champion_change(change: Decimal, rating: Decimal, k: Decimal, rules: RuleSet) -> Decimal:
    """A champion's change for an event: the calculated one, but never a loss, plus the bonus.

    >>> from xlrating.engine.rules.ruleset import load
    >>> champion_change(Decimal("-2.4"), Decimal("2450.3"), Decimal(15), load("cxa-rapid"))
    Decimal('36.75')
    """
    rule = rules.need(Champion)
    bonus = champion_bonus(rating, k, rules)
    if rule.no_loss == "before the bonus":
        return max(ZERO, change) + bonus
    return max(ZERO, change + bonus)


def bonus(
    place: Decimal, rules: RuleSet, rating: Optional[Decimal] = None, k: Optional[Decimal] = None
) -> Decimal:
    """The bonus for a place, by whichever rule the regulation has.

    >>> from xlrating.engine.rules.ruleset import load
    >>> bonus(ONE, load("cxa-rapid"), Decimal(2500), Decimal(10))
    Decimal('25.00')
    """
    if rules.champion is None or rules.bonus is not None:
        return place_bonus(place, rules)
    _check_place(place)
    if place > 1:
        return ZERO
    if rating is None or k is None:
        raise make_error(NumberError, "bonus_of_rating", rules=rules.id)
    return champion_bonus(rating, k, rules)


def absence_penalty(rating: Decimal, rules: RuleSet) -> Decimal:
    """The points deducted from a player who missed the events that must be played.

    >>> from xlrating.engine.rules.ruleset import load
    >>> absence_penalty(Decimal(2350), load("malaysia"))
    Decimal('71')
    """
    rule = rules.need(Absence)
    rounding = ROUNDINGS[rule.rounding]
    if rule.of == "rating":
        return rating - rounding(rating * (ONE - rule.share), 0)
    return rounding(rating * rule.share, 0)


def _check_place(place: Decimal) -> None:
    if place < 1 or place != int(place):
        raise make_error(NumberError, "place_whole", place=str(place))
