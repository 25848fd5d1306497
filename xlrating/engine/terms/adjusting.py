"""One-off adjustments of all ratings on a list, on a date set by the rule set."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Optional

from ..rounding import ROUNDINGS
from ..rules.ruleset import RuleSet
from ..rules.sections import Adjustment


def adjustment_due(
    rules: RuleSet, since: Optional[date], day: Optional[date]
) -> Optional[Adjustment]:
    """The adjustment due between two lists, by their dates; None if there is none.

    If the date of the previous list is unknown, it is due for the list of that very date.

    >>> from xlrating.engine.rules.ruleset import load
    >>> fide, days = load("fide"), [date(2024, month, 1) for month in (2, 3, 4)]
    >>> [adjustment_due(fide, *two) is not None for two in zip(days, days[1:])]
    [True, False]
    """
    rule = rules.adjustment
    own = rule.on if rule is not None else None
    if own is None or day is None:
        return None
    is_due = own == day if since is None else since < own <= day
    return rule if is_due else None


def adjusted(rating: Decimal, rule: Adjustment, standard: Optional[Decimal] = None) -> Decimal:
    """A rating after an adjustment; `standard` is the player's rating on the standard list.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rule = load("fide").adjustment
    >>> [int(adjusted(Decimal(rating), rule)) for rating in (1000, 1441, 1999, 2000)]
    [1400, 1665, 1999, 2000]
    """
    found = rating
    for row in rule.rows:
        if rating < row.below:
            found = row.base + row.factor * rating
            break
    if rule.above_standard is not None and standard is not None:
        found = max(found, standard + rule.above_standard)
    return found if found == rating else ROUNDINGS[rule.rounding](found, 0)
