"""Average opponent and performance for columns of players: `performance` and `percentage`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.errors import NotKnownError
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Percentage, Performance
from ..engine.terms.expectancy import rating_difference
from ..engine.terms.performance import first_rating_against
from .expectancy import answers, once
from .fixed import Whole, blocks, places_of, product, quotient, rounded, scaled, total


class ByScore:
    """A value for each score (twice the points) and number of games, calculated once for each.

    The values are in units of 10^-`decimals`; some may not exist. A value printed for
    whole percentages of the points is looked up by percentage.
    """

    def __init__(
        self,
        n: Any,
        score: Any,
        value: Callable[[int, int], Decimal | None],
        is_printed: bool = False,
    ) -> None:
        self._is_printed = is_printed
        self._high = 2 * (_PRINTED if is_printed else int(n.max(initial=0))) + 1
        self._places: Any = None
        if self._high < _FEW:
            # If everyone has few games, a table of all possible scores is shorter than sorting.
            occurs = np.zeros((self._high + 1) // 2 * self._high, dtype=bool)
            for part in blocks(len(n)):
                occurs[self._keys(n[part], score[part])] = True
            self._kinds = np.flatnonzero(occurs)
            self._places = np.cumsum(occurs) - 1
        else:
            self._kinds = np.unique(self._keys(n, score))
        found = []
        for kind in self._kinds.tolist():
            games, twice = divmod(kind, self._high)
            try:
                found.append(value(twice, games) if games else None)
            except NotKnownError:
                found.append(None)
        self.decimals = places_of(*found)
        whole = {one: 0 if one is None else scaled(one, self.decimals) for one in {*found}}
        values = [whole[one] for one in found]
        fits = max(map(abs, values), default=0) < 2**62
        self._values = np.array(values, dtype=np.int64 if fits else object)
        self._known = np.array([one is not None for one in found], dtype=bool)

    def _keys(self, n: Any, score: Any) -> Any:
        if self._is_printed:
            # Half a percent is rounded up.
            score = (2 * _PRINTED * score + n) // np.maximum(2 * n, 1)
            n = np.where(n > 0, _PRINTED, 0)
        return n * self._high + score

    def of(self, n: Any, score: Any) -> tuple[Whole, Any]:
        """The value for some of these players, and for whom it exists."""
        keys = self._keys(n, score)
        is_listed = self._places is not None
        at = self._places.take(keys) if is_listed else np.searchsorted(self._kinds, keys)
        return self._values.take(at), self._known.take(at)

    def above(self, over: Whole, under: Whole, n: Any, score: Any) -> tuple[Whole, Whole, Any]:
        """The value for some players plus `over` / `under`, as a fraction, and where it exists."""
        found, known = self.of(n, score)
        unit = 10**self.decimals
        return total(product(over, unit), product(found, under)), product(under, unit), known


#: With this many games, each half point is a percent.
_PRINTED = 50

#: Below twice this number of games, all possible scores fit into a short table.
_FEW = 2000


def averages(n: Any, ratings: Whole, places: int, rounding: str) -> tuple[Whole, Whole]:
    """The mean of `n` ratings with this sum, as a fraction; 0 for none."""
    under = np.maximum(n, 1) * 10**places
    if rounding == "none":
        return ratings, under
    return rounded(ratings, under, rounding), np.ones_like(under)


def performed(n: Any, score: Any, ratings: Whole, places: int, rules: RuleSet) -> tuple[Any, Any]:
    """Average opponent and performance, NaN if there is none.

    `score` is twice the points, `ratings` the sum of the `n` opponents' ratings.
    """
    means, performances = np.full(len(n), np.nan), np.full(len(n), np.nan)
    if rules.performance is None:
        return means, performances
    ahead = _ahead(n, score, rules)
    for part in blocks(len(n)):
        average, over, under, known = _of_sums(
            n[part], score[part], ratings[part], places, ahead, rules
        )
        np.copyto(means[part], average, where=n[part] > 0)
        np.copyto(performances[part], quotient(over, under), where=known)
    return means, performances


def fractions(
    n: Any, score: Any, ratings: Whole, places: int, rules: RuleSet
) -> tuple[Any, Whole, Whole, Any]:
    """Average opponent, performance as a fraction, and where it exists."""
    return _of_sums(n, score, ratings, places, _ahead(n, score, rules), rules)


def _ahead(n: Any, score: Any, rules: RuleSet) -> ByScore:
    """How far each performance is above the average opponent."""
    asked: dict[tuple[int, int], Decimal] = answers(rules).setdefault("performance", {})

    def ahead(twice: int, games: int) -> Decimal | None:
        share = Decimal(twice) / 2 / games
        return once(asked, (twice, games), lambda: rating_difference(share, rules))

    return ByScore(n, score, ahead, rules.need(Percentage).model == "table")


def ahead_at_first(n: Any, score: Any, rules: RuleSet) -> ByScore:
    """How far a first rating is above the average opponent; it does not depend on the average."""
    return ByScore(
        n,
        score,
        lambda twice, games: (
            first_rating_against(Decimal(0), games, Decimal(twice) / 2, rules).difference
        ),
    )


def _of_sums(
    n: Any, score: Any, ratings: Whole, places: int, ahead: ByScore, rules: RuleSet
) -> tuple[Any, Whole, Whole, Any]:
    rule = rules.need(Performance)
    over, under = averages(n, ratings, places, rule.average_rounding)
    above, below, known = ahead.above(over, under, n, score)
    if rule.rounding != "none":
        above = rounded(above, below, rule.rounding)
        below = np.ones_like(under)
    return quotient(over, under), above, below, known
