"""How many decimals of a rating are shown; the calculation never uses the shown value."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional

from .player_facts import ANY, RatingLimits
from .rounding import half_away
from .rules.ruleset import RuleSet
from .texts import number


def decimals_of(rules: RuleSet) -> Optional[int]:
    """The decimals shown for ratings; None means as many as the number has.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [decimals_of(load(name)) for name in ("nevzorov", "cxa-rapid", "fide")]
    [2, 1, None]
    """
    if rules.change.rounding == "none":
        return rules.published.decimals
    return rules.change.places or None


def are_whole(rules: RuleSet) -> bool:
    """Whether these rules publish whole numbers; only those are exact in columns of floats.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [are_whole(load(name)) for name in ("fide", "dwz", "ingo", "glicko", "cxa-rapid")]
    [True, True, False, False, False]
    """
    return decimals_of(rules) is None and rules.deviation is None


def limits_of(rules: Optional[RuleSet]) -> RatingLimits:
    """The ratings that these rules accept; without rules, those that any rule set accepts."""
    return ANY if rules is None else RatingLimits(rules.bounds, rules.scale.whole)


def as_shown(value: Decimal, rules: RuleSet) -> Decimal:
    """A rating with the decimals shown, for rule sets that do not round; unchanged for others.

    >>> from xlrating.engine.rules.ruleset import load
    >>> as_shown(Decimal("2590.1603292071977"), load("nevzorov"))
    Decimal('2590.16')
    """
    if rules.change.rounding != "none":
        return value
    return half_away(value, rules.published.decimals)


def rating_text(value: Decimal, rules: RuleSet) -> str:
    """A rating as people read it, with all its decimals if nothing else rounds it.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rating_text(Decimal(2590), load("nevzorov")), rating_text(Decimal(2590), load("fide"))
    ('2590.00', '2590')
    """
    shown = as_shown(value, rules)
    return number(value) if shown is value else f"{shown:f}".replace("-", "−")
