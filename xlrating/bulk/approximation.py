"""Performances found iteratively, for all players at once: `performance.iterated`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.rounding import HALF
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Performance
from ..engine.terms.performance import MOST_STEPS, whole_difference
from . import difference
from .expectancy import KeptShares
from .fixed import product, quotient, summed, total
from .performance import ByScore, averages
from .whole_differences import whole_differences

#: The player of each game, and the opponent's rating.
Met = list[tuple[Any, Any]]


def are_whole(rules: RuleSet) -> bool:
    """Whether the intermediate ratings are whole numbers."""
    rule = rules.need(Performance)
    return bool(rule.average_rounding != "none" and rule.rounding != "none")


def is_by_steps(rules: RuleSet) -> bool:
    """Whether performances are found iteratively, but not by whole numbers."""
    rule = rules.performance
    return rule is not None and (rule.solved or (rule.iterated and not are_whole(rules)))


def approximated(
    n: Any, score: Any, ratings: Any, met: Met, places: int, rules: RuleSet
) -> tuple[Any, Any]:
    """Average opponent and performance, NaN if there is none: see `terms.performance`.

    `n`, `score` (twice the points) and `ratings` (the sum of the opponents') have one value per
    player; `met` has the opponents, with ratings in units of 10^-places points.
    """
    rule = rules.need(Performance)
    size, unit = len(n), 10**places
    over, under = averages(n, ratings, places, rule.average_rounding)
    assert are_whole(rules)

    def ahead(rows: Any) -> tuple[Any, Any]:
        found = ByScore(
            n[rows],
            score[rows],
            lambda twice, games: whole_difference(Decimal(twice) / 2 / games, rules),
        )
        assert not found.decimals
        return found.of(n[rows], score[rows])

    first, known = whole_differences(score, 2 * n, rules, ahead)
    rating = np.where(known, over // under + first, 0)
    found = np.full(size, np.nan)
    tried: list[Any] = []
    stays = np.zeros(0, dtype=bool)
    active = known & (n > 0)
    corrections: dict[tuple[int, int, int], Decimal | None] = {}
    for _ in range(MOST_STEPS + 1):
        if not active.any():
            break
        if not stays.all() or not tried:
            # Most converge after a few steps; only the games of the others are visited again.
            kept = [np.flatnonzero(active.take(own)) for own, _ in met]
            met = [
                (own.take(rows), other.take(rows))
                for (own, other), rows in zip(met, kept, strict=True)
            ]
        expected, digits = _expected(rating * unit, met, places, rules)
        rows = np.flatnonzero(active)
        lacking = score[rows] * 5 * 10 ** (digits - 1) - expected[rows]
        correction, has = _corrections(lacking, n[rows], digits, corrections, rules)
        # The last ones to converge have everything tried so far to look back on.
        if not stays.all():
            tried = [before[stays] for before in tried]
        tried.append(rating[rows])
        correction[(np.array(tried) == rating[rows] + correction).any(axis=0)] = 0
        ends = ~has | (correction == 0)
        found[rows[ends]] = np.where(has[ends], rating[rows[ends]], np.nan)
        active[rows[ends]] = False
        rating[rows[~ends]] += correction[~ends]
        stays = ~ends
    return np.where(n > 0, quotient(over, under), np.nan), found


def _expected(rating: Any, met: Met, places: int, rules: RuleSet) -> tuple[Any, int]:
    """Each player's expected score at the rating tried, as a whole number, and its decimals."""
    shares = KeptShares(rules, places)
    sums = np.zeros(len(rating), dtype=np.int64)
    for own, other in met:
        counted = difference.counted(rating.take(own), other, own, places, rules.difference)
        sums = sums + summed(own, shares.of(counted), len(rating))
    return sums, shares.decimals


def _corrections(
    lacking: Any, n: Any, digits: int, known: dict[tuple[int, int, int], Decimal | None],
    rules: RuleSet,
) -> tuple[Any, Any]:  # fmt: skip
    """The corrections of the ratings for the missing score; `known` caches earlier ones.

    A correction is the difference for 50 % plus the missing score per game.
    """

    def ask(rows: Any) -> tuple[Any, Any]:
        return _asked(lacking[rows], n[rows], digits, known, rules)

    whole = product(n, 10**digits)
    return whole_differences(total(product(lacking, 2), whole), product(whole, 2), rules, ask)


def _asked(
    lacking: Any, n: Any, digits: int, known: dict[tuple[int, int, int], Decimal | None],
    rules: RuleSet,
) -> tuple[Any, Any]:  # fmt: skip
    """Whole differences from the engine, asked once per missing score and number of games."""
    width = int(n.max(initial=0)) + 1
    kinds, places = np.unique(product(lacking, width) + n, return_inverse=True)
    found = []
    for kind in kinds.tolist():
        less, games = divmod(kind, width)
        key = less, games, digits
        if key not in known:
            known[key] = whole_difference(Decimal(less).scaleb(-digits) / games + HALF, rules)
        found.append(known[key])
    has = np.array([one is not None for one in found], dtype=bool)
    values = np.array([0 if one is None else int(one) for one in found], dtype=np.int64)
    return values[places], has[places]
