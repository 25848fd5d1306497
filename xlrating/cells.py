"""The border to a spreadsheet program: cells in, cells out, and never an exception.

What differs from program to program, such as how an error is handed over, is left to `hosts`.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Iterable, Optional

from .errors import RatingError
from .functions import find
from .registry import Parameter, Range, as_rows, types

#: What a spreadsheet shows as an error; as the only cell of an argument it is the result.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ERRORS = frozenset(ERRORS)

#: Some programs give one empty cell as 0. Where no rule means a 0, a single one counts as left
#: out, in all of them; for these a 0 is a 0.
_MAY_BE_ZERO = ("games", "index", "score", "moves")

#: Nobody is rated 0: an argument that must be given is missing then. Points of a ladder and an
#: Ingo number may be 0, so the functions about a number by itself take it.
_NEVER_ZERO = ("rating", "opponent", "opponents", "white", "black")
_OF_ANY_NUMBER = ("RATING_CLASS", "CONVERT_RATING")


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
    given = [None if value is None else _numbers(as_rows(value)) for value in arguments]
    wrong = [rows for rows in given if rows and not _ERRORS.isdisjoint(chain(*rows))]
    single = [rows[0][0] for rows in wrong if _is_single(rows)]
    if wrong:
        return [[single[0] if single else "#VALUE!"]]
    if any(rows is not None and not (rows and rows[0]) for rows in given):
        return [["#VALUE!"]]
    try:
        of_ratings = name.upper() not in _OF_ANY_NUMBER
        taken = (_not_empty(*one, of_ratings) for one in zip(function.parameters, given))
        return as_rows(function(*taken, *given[len(function.parameters) :]))
    except RatingError as error:
        return [[error.cell_error]]


def _numbers(rows: Range) -> Range:
    """The same with 1 and 0 for truth values, as programs count them."""
    if bool not in types(rows):
        return rows
    return [[float(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows]


def _not_empty(parameter: Parameter, rows: Optional[Range], of_ratings: bool) -> Optional[Range]:
    """The argument, None where a single 0 stands for an empty cell."""
    if rows is None or not _is_single(rows) or rows[0][0] != 0:
        return rows
    if parameter.optional:
        return rows if parameter.name in _MAY_BE_ZERO else None
    return None if of_ratings and parameter.name in _NEVER_ZERO else rows


def _is_single(rows: Range) -> bool:
    return len(rows) == 1 == len(rows[0])
