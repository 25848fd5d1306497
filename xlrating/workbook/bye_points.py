"""The points of byes in a workbook: those of its event, in the table of results on Rules.

Games count 1, ½ and 0 there, as ratings require; the 2, 1 and 0 of xiangqi are these doubled, and
an event that counts them otherwise gets no workbook. A bye may be worth 0, ½ or 1 point.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ..engine.errors import RatingError
from ..engine.results import BYES, GRANTED, RESULT_BY_CODE, Result, read_result
from ..engine.rounding import HALF, ONE, ZERO
from ..engine.scoring import USUAL, Scoring, key_of

if TYPE_CHECKING:
    from .file.page import SheetReader

#: The column of the results on Rules; their points are to the right of it.
COLUMN = 4
#: What a bye may be worth, in points.
KNOWN = (ZERO, HALF, ONE)
_BYES = (*BYES.values(), GRANTED)


def halved(scoring: Scoring) -> Scoring:
    """The scoring of a workbook: half of the points where a win counts 2 and a draw 1.

    >>> from xlrating.engine.scoring import read_scoring as said
    >>> halved(said("W 2.0 D 1.0 P 1.0")), halved(said("W 3.0 D 1.0")) == said("W 3.0 D 1.0")
    (Scoring(points={'PAB': Decimal('0.5')}, assigned=()), True)
    """
    if scoring.assigned or (scoring.win, scoring.draw) != (ONE + ONE, ONE):
        return scoring
    return Scoring({key: scoring.worth(key) / 2 for key in USUAL})


def fits(scoring: Scoring) -> bool:
    """Whether a workbook can hold an event with this scoring.

    >>> fits(Scoring({"PAB": HALF})), fits(Scoring({"WW": Decimal(3)}))
    (True, False)
    """
    scoring = halved(scoring)
    return scoring.is_played_as_usual and all(scoring.of(one) in KNOWN for one in _BYES)


def points_of(result: Result, scoring: Scoring) -> Decimal | None:
    """The points of the first side of a result, as Rules shows them."""
    return scoring.of(result) if result in _BYES else result.white


def read_scoring(page: SheetReader) -> Scoring:
    """What the byes of a workbook are worth; the usual points where its Rules sheet has none."""
    # Every file that is rated is asked whether a workbook `fits`, which needs no sheets.
    from .table import FIRST_ROW

    found: dict[str, Decimal] = {}
    for cells in page.rows[FIRST_ROW:]:
        code, points = (*cells[COLUMN : COLUMN + 2], "", "")[:2]
        try:
            result = read_result(str(code)) if code else RESULT_BY_CODE[""]
            value = Decimal(str(points)) if isinstance(points, (int, float)) else None
        except RatingError:
            continue
        if result in _BYES and value in KNOWN:
            found[str(key_of(result))] = value
    return Scoring(found)
