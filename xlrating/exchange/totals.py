"""What a win, a draw and a loss are worth in a table's totals: 1, ½ and 0, or what fits all rows.

Xiangqi counts 2, 1 and 0, some clubs 3, 1 and 0. Only the totals show which; ratings don't depend
on it, because a win counts as 1 there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from ..engine.rounding import HALF, ONE, ZERO
from ..engine.scoring import STANDARD, Scoring, read_scoring
from .crosstable import RoundEntry, check_points

#: The usual points come first, and count if others fit as well.
SCORINGS = (STANDARD, read_scoring("W 2 D 1 L 0"), read_scoring("W 3 D 1 L 0"))


def said_by(scoring: Scoring) -> Scoring:
    """The scoring of an event whose totals follow `scoring`: 2, 1 and 0 are 1, ½ and 0 doubled."""
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
    """The scores of `number` byes of unknown worth that add up to `rest`; None if it is unclear.

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
    """The scoring of a table, from rows of entries with their printed points and their places.

    Raises `EventError` for the first row that does not add up by the scoring that fits most rows.
    """
    scoring = max(SCORINGS, key=lambda one: sum(total(one, row) == said for row, said, _ in rows))
    for row, said, place in rows:
        check_points(total(scoring, row), said, place)
    return said_by(scoring)
