"""Difference -> expected score, and share of points -> difference.

Both directions of the rating curve: the printed table, the logistic and the normal
closed forms.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from decimal import Decimal
from typing import Callable, List, Mapping, Optional, Sequence

from .errors import NotKnownError, NumberError
from .rounding import HALF, ONE, ZERO, exact, half_up
from .ruleset import RuleSet
from .sections import Expectancy, Percentage

HUNDREDTH = Decimal("0.01")


def _table_share(points: Decimal, rule: Expectancy) -> Decimal:
    # Rows are printed as .50 + row; a difference between two printed bounds belongs to
    # the row whose upper bound it does not exceed.
    return min(ONE, HALF + bisect_left(rule.upper, points) * HUNDREDTH)


def _logistic_share(points: Decimal, rule: Expectancy) -> Decimal:
    return exact(1 / (1 + 10 ** -float(points / rule.scale)))


def _normal_share(points: Decimal, rule: Expectancy) -> Decimal:
    return exact(1 - math.erfc(float(points) / math.sqrt(2 * float(rule.variance))) / 2)


_SHARE: Mapping[str, Callable[[Decimal, Expectancy], Decimal]] = {
    "table": _table_share,
    "logistic": _logistic_share,
    "normal": _normal_share,
}


def expected_score(difference: Decimal, rules: RuleSet) -> Decimal:
    """Expected score, 0 to 1, of the side that is `difference` points higher.

    The lower side gets the rest, so both sides always sum to 1.

    >>> from xlrating.ruleset import load
    >>> expected_score(Decimal(-200), load("elo"))
    Decimal('0.24')
    """
    rule: Expectancy = rules.need("expectancy")
    share = _SHARE[rule.model](abs(difference), rule)
    if rule.places is not None:
        share = half_up(share, rule.places)
    return share if difference >= 0 else ONE - share


def _table_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    # "All percentages are rounded to the nearest whole number. 0.5% is rounded up."
    row = int(half_up(share, 2) * 100)
    if row in (0, 100):
        return None
    return Decimal(rule.difference[row - 50] if row >= 50 else -rule.difference[50 - row])


def _logistic_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    if share in (ZERO, ONE):
        return None
    return rule.scale * exact(math.log10(float(share / (1 - share))))


def _normal_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    if share in (ZERO, ONE):
        return None
    from statistics import NormalDist

    return exact(NormalDist(0, math.sqrt(float(rule.variance))).inv_cdf(float(share)))


_POINTS: Mapping[str, Callable[[Decimal, Percentage], Optional[Decimal]]] = {
    "table": _table_points,
    "logistic": _logistic_points,
    "normal": _normal_points,
}


def rating_difference(share: Decimal, rules: RuleSet) -> Decimal:
    """The rating difference that a share of points (0 to 1) stands for.

    Raises `NotKnownError` for 100 % and 0 % where the regulation gives no number.

    >>> from xlrating.ruleset import load
    >>> rating_difference(Decimal("0.75"), load("fide"))
    Decimal('193')
    """
    if not ZERO <= share <= ONE:
        raise NumberError(f"share of points is {share}; a number from 0 to 1 is expected")
    rule: Percentage = rules.need("percentage")
    points = _POINTS[rule.model](share, rule)
    if points is not None:
        return points
    if rule.full is None:
        raise NotKnownError(
            f"{rules.id} gives no rating difference for {share * 100:.0f} % ({rule.clause})"
        )
    return rule.full if share > HALF else -rule.full


def counted_differences(
    own: Decimal, opponents: Sequence[Decimal], rules: RuleSet
) -> List[Decimal]:
    """Own rating minus each opponent's, as the regulation counts it: with its cap.

    The opponents are those of one event, because an edition may limit how often in an
    event the cap may favour a player.

    >>> from xlrating.ruleset import load
    >>> [int(d) for d in counted_differences(Decimal(2100), [Decimal(1500)], load("fide"))]
    [400]
    """
    rule = rules.difference
    real = [own - opponent for opponent in opponents]
    cap = rule.cap
    if cap is None or (rule.exempt_from is not None and own >= rule.exempt_from):
        return real
    counted = [max(-cap, min(cap, difference)) for difference in real]
    if rule.favours_once:
        by_size = sorted(range(len(real)), key=lambda i: -real[i])
        for i in by_size[rule.favours_once :]:
            counted[i] = max(-cap, real[i])
    return counted


def is_rateable_gap(own: Decimal, opponent: Decimal, rules: RuleSet) -> bool:
    """Whether the regulation rates a game between these two ratings at all."""
    rule = rules.difference
    if rule.unrated_gap is None or rule.unrated_above is None:
        return True
    return abs(own - opponent) < rule.unrated_gap or max(own, opponent) <= rule.unrated_above
