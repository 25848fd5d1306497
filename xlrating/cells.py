"""The border to a spreadsheet program: cells in, cells out, and never an exception.

What differs from program to program, such as how an error is handed over, is left to `hosts`.
"""

from __future__ import annotations

from typing import Any, Iterable

from .errors import RatingError
from .functions import find
from .registry import Range, as_rows

#: What a spreadsheet shows as an error; as the only cell of an argument it is the result.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ERRORS = frozenset(ERRORS)


def call(name: str, arguments: Iterable[Any]) -> Range:
    """The worksheet function of that name, for arguments as cells hold them, as rows of cells.

    An argument is a value, rows of cells, or None where it is left out; rows of a single cell
    are that cell. An error is the text that the cell shows: as an argument it is the result,
    inside a range it gives #VALUE!, for no program lets a function see which cell it was.

    >>> call("WE_TABLE", [[[200]]]), call("WE_TABLE", [[["x"]]]), call("WE", [])
    ([[0.76]], [['#VALUE!']], [['#NAME?']])
    >>> call("WE_TABLE", [[["#N/A"]]]), call("WE_TABLE", [[[200], ["#N/A"]]])
    ([['#N/A']], [['#VALUE!']])
    """
    function = find(name)
    if function is None:
        return [["#NAME?"]]
    given = [None if value is None else as_rows(value) for value in arguments]
    wrong = [rows for rows in given if rows and not all(map(_ERRORS.isdisjoint, rows))]
    single = [rows[0][0] for rows in wrong if len(rows) == 1 == len(rows[0])]
    if wrong:
        return [[single[0] if single else "#VALUE!"]]
    try:
        return as_rows(function(*given))
    except RatingError as error:
        return [[error.cell_error]]
