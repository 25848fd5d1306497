"""Sums without their least or most significant values (FIDE C.07, 14 and 16.5)."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterable, NamedTuple

from ..rounding import ZERO


class SumPart(NamedTuple):
    """One value of a sum: `score` is its significance, `value` the amount that is added.

    `voluntary` says that it comes from a voluntary unplayed round (16.1.2).
    """

    score: Decimal
    value: Decimal
    voluntary: bool = False


def total(parts: Iterable[SumPart], low: int = 0, high: int = 0) -> Decimal:
    """The sum without the `low` least significant and then the `high` most significant values.

    14.1.1: among equal scores the lowest value is cut. 16.5.1: if a player has voluntary unplayed
    rounds, the lowest contribution from these is cut instead, "as long as such contribution is not
    lower than the least significant value". 14.3: "in that order".

    >>> parts = [SumPart(Decimal(score), Decimal(score)) for score in (3, 1, 2)]
    >>> total(parts), total(parts, 1), total(parts, 1, 1)
    (Decimal('6'), Decimal('5'), Decimal('2'))
    """
    left = list(parts)
    for _ in range(min(low, len(left))):
        cut = min(left)
        own = (
            min((part.value, part.score, part) for part in left if part.voluntary)
            if any(part.voluntary for part in left)
            else None
        )
        left.remove(own[2] if own and own[0] >= cut.value else cut)
    for _ in range(min(high, len(left))):
        left.remove(max(left))
    return sum((part.value for part in left), ZERO)
