"""Where the first argument of a function may change its result: the number of bounds per 1.

The bounds are equally spaced, and all numbers between two of them have one result; 0 if each may
have its own. The other arguments are in `values`.
"""

from __future__ import annotations

from decimal import Decimal
from math import floor
from typing import Any, Callable, Mapping, Optional, Sequence

from ..engine.rounding import ZERO
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient, Expectancy, PeakFloor, Percentage
from ..engine.rules.sections.coefficient import conditions
from .arguments import number_or_none

Steps = Callable[[RuleSet, Mapping[str, Any]], int]
Bounds = Callable[[RuleSet], Sequence[Decimal]]

#: A number below the second, times the steps, is certainly between two bounds if it is this far
#: from both, given its 15 digits.
_NEAR, _FAR = 1e-7, 1e6


def between(number: float, steps: int) -> Optional[float]:
    """The middle between the two bounds around a number; None if it is on a bound or too large.

    >>> between(183.2, 1), between(0.7512, 200), between(184.0, 1), between(float("nan"), 1)
    (183.5, 0.7525, None, None)
    """
    scaled = number * steps
    if not -_FAR < scaled < _FAR:
        return None
    low = floor(scaled)
    return (low + 0.5) / steps if _NEAR < scaled - low < 1 - _NEAR else None


def are_whole(*values: Any) -> bool:
    """Whether these are whole numbers, if they are given.

    >>> are_whole(2400.0, None, 2000), are_whole(2000.5)
    (True, False)
    """
    return all(value is None or value == int(value) for value in values)


def we_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For WE_TABLE: the bounds of a printed table are whole points."""
    return int(rules.need(Expectancy).model == "table")


def dp_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For DP_TABLE: tables are read at whole percents, so shares between two halves are equal."""
    return 200 if rules.need(Percentage).model == "table" else 0


def pairing_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For EXPECTED_SCORE, the rating, if the opponent and all bounds are whole points."""
    rule = rules.difference
    bounds = (*rules.bounds, rule.cap, rule.exempt_from, rule.unrated_gap, rule.unrated_above)
    other = number_or_none(values["opponent"], "opponent")
    return we_steps(rules, values) if rules.outcomes is None and are_whole(other, *bounds) else 0


def pairing_bounds(rules: RuleSet) -> Sequence[Decimal]:
    """For EXPECTED_SCORE: bounds of both ratings between which only their difference matters."""
    rule = rules.difference
    found = (*rules.bounds, ZERO, rule.exempt_from, rule.unrated_above)
    return [one for one in found if one is not None]


def k_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For K_FACTOR, the rating, if K is read from a table by whole points."""
    table = rules.need(Coefficient)
    rows = (*table.rows, *table.own)
    if table.development or table.effective or any(row.per_point for row in rows):
        return 0
    met = number_or_none(values["opponent"], "opponent")
    bounds = [one.bound for row in rows for one in conditions(row)]
    return int(are_whole(met, *bounds, *rules.bounds))


def class_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For RATING_CLASS: classes begin at whole points."""
    return int(are_whole(*(one.least for one in rules.classes), *rules.bounds))


def floor_steps(rules: RuleSet, values: Mapping[str, Any]) -> int:
    """For RATING_FLOOR: floors rise at whole points."""
    rule = rules.need(PeakFloor)
    return int(are_whole(rule.below, rule.step, rule.least, rule.most, *rules.bounds))
