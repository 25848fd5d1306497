"""Average opponent and performance of columns of players: `performance` and `percentage`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.errors import NotKnownError
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.expectancy import rating_difference
from .expectancy import MOST_KEPT, answers
from .fixed import Whole, places_of, product, quotient, rounded, scaled, total


def by_score(
    n: Any, score: Any, value: Callable[[Decimal, int], Decimal | None]
) -> tuple[Whole, int, Any]:
    """A value for each score in so many games (twice the points), asked for once for each.

    In units of so many decimals, and where there is one.
    """
    high = 2 * int(n.max(initial=0)) + 1
    keys = n * high + score
    if high < 2000:
        # Few games each: a table of all there could be is shorter than sorting.
        occurs = np.zeros(int(keys.max(initial=0)) + 1, dtype=bool)
        occurs[keys] = True
        kinds = np.flatnonzero(occurs)
        whose = (np.cumsum(occurs) - 1)[keys]
    else:
        kinds, whose = np.unique(keys, return_inverse=True)
    found = []
    for kind in kinds.tolist():
        games, twice = divmod(kind, high)
        try:
            found.append(value(Decimal(twice) / 2, games) if games else None)
        except NotKnownError:
            found.append(None)
    places = places_of(*found)
    values = [0 if one is None else scaled(one, places) for one in found]
    fits = max(map(abs, values), default=0) < 2**62
    column = np.array(values, dtype=np.int64 if fits else object)
    known = np.array([one is not None for one in found], dtype=bool)
    return column[whose], places, known[whose]


def averages(n: Any, ratings: Whole, places: int, rounding: str) -> tuple[Whole, Whole]:
    """The mean of so many ratings with this sum, as a fraction; 0 of none."""
    under = np.maximum(n, 1) * 10**places
    if rounding == "none":
        return ratings, under
    return rounded(ratings, under, rounding), np.ones_like(under)


def performed(n: Any, score: Any, ratings: Whole, places: int, rules: RuleSet) -> tuple[Any, Any]:
    """Average opponent and performance, NaN where there is none.

    `score` is twice the points, `ratings` the sum of those of so many opponents.
    """
    if rules.performance is None:
        blank = np.full(len(n), np.nan)
        return blank, blank.copy()
    average, over, under, known = fractions(n, score, ratings, places, rules)
    return np.where(n > 0, average, np.nan), np.where(known, quotient(over, under), np.nan)


def fractions(
    n: Any, score: Any, ratings: Whole, places: int, rules: RuleSet
) -> tuple[Any, Whole, Whole, Any]:
    """Average opponent, performance as a fraction, and where there is one."""
    rule = rules.need("performance")
    over, under = averages(n, ratings, places, rule.average_rounding)
    asked = answers(rules).setdefault("performance", {})

    def ahead(points: Decimal, games: int) -> Decimal | None:
        if (points, games) not in asked:
            if len(asked) >= MOST_KEPT:
                asked.clear()
            asked[points, games] = rating_difference(points / games, rules)
        return asked[points, games]  # type: ignore[no-any-return]

    found, unit, known = by_score(n, score, ahead)
    above = total(product(over, 10**unit), product(found, under))
    below = product(under, 10**unit)
    if rule.rounding != "none":
        above = rounded(above, below, rule.rounding)
        below = np.ones_like(under)
    return quotient(over, under), above, below, known
