"""The points of byes in a workbook: those of its event, in the table of results on Rules.

Games count 1, ½ and 0 there, as ratings require; an event that counts them otherwise gets no
workbook. A bye may be worth 0, ½ or 1 point.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ..engine.errors import RatingError
from ..engine.results import BYES, GRANTED, RESULT_BY_CODE, Result, read_result
from ..engine.rounding import HALF, ONE, ZERO
from ..engine.scoring import Scoring, key_of
from .table import FIRST_ROW

if TYPE_CHECKING:
    from .file.page import SheetReader

#: The column of the results on Rules; their points are to the right of it.
COLUMN = 4
#: What a bye may be worth, in points.
KNOWN = (ZERO, HALF, ONE)
_BYES = (*BYES.values(), GRANTED)


def fits(scoring: Scoring) -> bool:
    """Whether a workbook can hold an event with this scoring.

    >>> fits(Scoring({"PAB": HALF})), fits(Scoring({"WW": Decimal(3)}))
    (True, False)
    """
    return scoring.is_played_as_usual and all(scoring.of(one) in KNOWN for one in _BYES)


def points_of(result: Result, scoring: Scoring) -> Decimal | None:
    """The points of the first side of a result, as Rules shows them."""
    return scoring.of(result) if result in _BYES else result.white


def read_scoring(page: SheetReader) -> Scoring:
    """What the byes of a workbook are worth; the usual points where its Rules sheet has none."""
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
