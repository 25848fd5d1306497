"""What a win, a draw and a loss bring in the totals of a table: 1, ½ and 0, or what fits all rows.

Xiangqi counts 2, 1 and 0, some clubs 3, 1 and 0. The table says which by its totals alone, and
ratings don't depend on it: there a win is 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from ..engine.rounding import HALF, ONE, ZERO
from ..engine.scoring import STANDARD, Scoring, read_scoring
from .crosstable import RoundEntry, check_points

#: The usual points first: if they fit, nothing else is tried.
SCORINGS = (STANDARD, read_scoring("W 2 D 1 L 0"), read_scoring("W 3 D 1 L 0"))


def said_by(scoring: Scoring) -> Scoring:
    """What a table says by its totals: 2, 1 and 0 are the usual points in another unit."""
    return STANDARD if scoring.win == 2 * scoring.draw else scoring


def worth(scoring: Scoring, score: Decimal) -> Decimal:
    """The points for a score of 1, ½ or 0.

    >>> [str(worth(SCORINGS[2], score)) for score in (ONE, HALF, ZERO)]
    ['3', '1', '0']
    """
    return scoring.win if score == ONE else scoring.draw if score == HALF else ZERO


def total(scoring: Scoring, entries: Iterable[object]) -> Decimal:
    """The points of a row's entries; an open bye among them is left out."""
    return sum(
        (worth(scoring, entry.score) for entry in entries if isinstance(entry, RoundEntry)), ZERO
    )


def scores_of_byes(scoring: Scoring, rest: Decimal, number: int) -> list[Decimal] | None:
    """The scores of so many open byes that bring `rest` together; None if that is not clear.

    >>> scores_of_byes(STANDARD, HALF, 1), scores_of_byes(SCORINGS[1], Decimal(4), 2)
    ([Decimal('0.5')], [Decimal('1'), Decimal('1')])

    If two byes are worth a win together, it is unknown whether each is a half.

    >>> scores_of_byes(STANDARD, ONE, 2)
    """
    clear = (ZERO, ONE, HALF) if number == 1 else (ZERO, ONE)
    return next(
        ([one] * number for one in clear if number * worth(scoring, one) == rest), None
    )  # fmt: skip


def scoring_of(rows: Sequence[tuple[Sequence[RoundEntry | None], Decimal, str]]) -> Scoring:
    """What results bring, from rows of entries with their printed points and places.

    Raises `EventError` for the first row that does not add up as most rows do.
    """
    scoring = max(SCORINGS, key=lambda one: sum(total(one, row) == said for row, said, _ in rows))
    for row, said, place in rows:
        check_points(total(scoring, row), said, place)
    return said_by(scoring)
