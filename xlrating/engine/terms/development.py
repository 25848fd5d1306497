"""Computed coefficients: the German E, and the effective games of US Chess."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Mapping, Optional

from ..rounding import ONE, ROUNDINGS, ZERO, exact, tidy
from ..rules.ruleset import RuleSet
from ..rules.sections import Coefficient, Development

_Facts = Mapping[str, Optional[Decimal]]


def developed(rating: Decimal, base: Decimal, facts: _Facts, rules: RuleSet) -> Decimal:
    """The development coefficient E of the German rating: E = E0 x fB + SBr, within its bounds.

    E0 = (R/1000)^4 + `base`; the accelerating factor fB and the brake SBr depend on the
    facts ``age`` and ``gain`` (score minus expected score), the upper bound for ``index``.

    >>> from xlrating.engine.rules.ruleset import load
    >>> young = {"age": Decimal(15), "gain": Decimal(1)}
    >>> developed(Decimal(1500), Decimal(5), young, load("dwz"))
    Decimal('8')
    """
    rule = rules.given(rules.need(Coefficient).development, "development")
    gain, index = facts.get("gain"), facts.get("index")
    factor = ONE
    if _aged(facts, rule.young) and (rule.spur_for == "all" or gain is None or gain >= 0):
        factor = min(ONE, max(rule.spur_least, rating / rule.spur))
    brake = _brake(rating, facts, rule)
    value = ((rating / rule.unit) ** rule.power + base) * factor + brake
    if rule.rounding != "none":
        value = ROUNDINGS[rule.rounding](value, 0)
    most = rule.most_braked
    if not brake:
        most = rule.most
        if rule.per_index is not None and index is not None:
            most = min(most, rule.per_index * index)
    return tidy(max(rule.least, min(most, value)))


def _brake(rating: Decimal, facts: _Facts, rule: Development) -> Decimal:
    gain = facts.get("gain")
    if rule.brake_below is None or gain is None or rating >= rule.brake_below:
        return ZERO
    if rule.brake_age and not _aged(facts, rule.brake_age):
        return ZERO
    if gain > 0 or (gain == 0 and rule.brake_when == "below"):
        return ZERO
    return exact(math.expm1(float((rule.brake_below - rating) / rule.brake_unit)))


def _aged(facts: _Facts, most: Optional[Decimal]) -> bool:
    """Whether the player is known to be at most this old."""
    age = facts.get("age")
    return most is not None and age is not None and age <= most


def effective_games(rating: Decimal, games: Optional[Decimal], rules: RuleSet) -> Decimal:
    """N' of US Chess: how many games the rating before the event is worth.

    N' is the lesser of the games played so far and N* = 50 / sqrt(0.662 + 0.00000739 x
    (2569 - R)^2), which is 50 above 2355. Unknown games count as enough.

    >>> from xlrating.engine.rules.ruleset import load
    >>> effective_games(Decimal(1700), Decimal(30), load("uscf"))
    Decimal('20.0117867473745')
    """
    rule = rules.given(rules.need(Coefficient).effective, "effective")
    most = rule.most
    if rating <= rule.flat_above:
        spread = float(rule.base + rule.slope * (rule.centre - rating) ** 2)
        most = exact(float(rule.most) / math.sqrt(spread))
    return most if games is None else min(most, games)
