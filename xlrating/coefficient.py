"""K: the development coefficient, read from the regulation's decision table."""

from __future__ import annotations

import operator
import re
from decimal import Decimal
from typing import Callable, Mapping, NamedTuple, Optional

from .errors import NotKnownError, RuleSetError
from .rounding import down, tidy
from .ruleset import RuleSet
from .sections import Coefficient, KRow

Facts = Mapping[str, Optional[Decimal]]

COMPARISONS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Condition(NamedTuple):
    """One condition of a K row, taken apart: fact, comparison, bound."""

    fact: str
    comparison: str
    bound: Decimal


class K(NamedTuple):
    """The coefficient and the row it comes from."""

    value: Decimal
    row: KRow


def conditions(row: KRow) -> list[Condition]:
    """The row's conditions; all of them must hold."""
    found = []
    for fact, text in row.when.items():
        match = re.fullmatch(r"(<=?|>=?)(-?\d+(?:\.\d+)?)", text)
        if not match:
            raise RuleSetError(f"condition {fact} = {text!r} is not read; write for example >=2400")
        found.append(Condition(fact, match[1], Decimal(match[2])))
    return found


def k_factor(facts: Facts, rules: RuleSet) -> K:
    """K for a player with these facts: rating, and games, age, peak as far as known.

    A fact that is not known meets no condition; `peak` is never below the rating.

    >>> from xlrating.ruleset import load
    >>> k_factor({"rating": Decimal(2200)}, load("elo")).value
    Decimal('20')
    """
    rating = facts.get("rating")
    peak = facts.get("peak")
    known = dict(facts)
    if rating is not None:
        known["peak"] = rating if peak is None else max(rating, peak)
    table: Coefficient = rules.need("coefficient")
    for row in table.rows:
        if all(_holds(condition, known) for condition in conditions(row)):
            return K(tidy(row.k + row.per_point * (rating or 0)), row)
    raise NotKnownError(f"{rules.id} has no K for a player with these facts ({table.clause})")


def _holds(condition: Condition, known: Facts) -> bool:
    value = known.get(condition.fact)
    if value is None:
        return False
    return COMPARISONS[condition.comparison](value, condition.bound)


def limited(k: Decimal, games: int, rules: RuleSet) -> Decimal:
    """K after the bound on K x games of a period, the largest whole number that keeps it.

    >>> from xlrating.ruleset import load
    >>> limited(Decimal(20), 39, load("fide"))
    Decimal('17')
    """
    most = rules.coefficient.most if rules.coefficient else None
    if not most or not games or k * games <= most:
        return k
    return down(most / games)
