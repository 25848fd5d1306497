"""The border to a spreadsheet program: cells in, cells out, and never an exception.

What differs from program to program, such as how an error is handed over, is left to `hosts`.
"""

from __future__ import annotations

from typing import Any, Iterator, List, Sequence

from .errors import RatingError
from .functions import find
from .registry import WorksheetFunction

#: What a spreadsheet shows as an error; as the only cell of an argument it is the result.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")


def call(name: str, arguments: Sequence[Any]) -> List[List[Any]]:
    """The worksheet function of that name, for arguments as cells hold them, as rows of cells.

    An argument is a value, rows of cells, or None where it is left out; rows of a single cell
    are that cell. An error is the text that the cell shows.

    >>> call("WE_TABLE", [[[200]]]), call("WE_TABLE", [[["x"]]]), call("WE", [])
    ([[0.76]], [['#VALUE!']], [['#NAME?']])
    """
    function = find(name)
    if function is None:
        return [["#NAME?"]]
    given = list(_arguments(function, arguments))
    for value in given:
        if isinstance(value, str) and value in ERRORS:
            return [[value]]
    try:
        value = function(*given)
    except RatingError as error:
        return [[error.cell_error]]
    if not isinstance(value, list):
        return [[value]]
    return [row if isinstance(row, list) else [row] for row in value]


def _arguments(function: WorksheetFunction, values: Sequence[Any]) -> Iterator[Any]:
    several = function.rows + function.blocks
    for parameter, value in zip(function.parameters, values):
        if isinstance(value, (list, tuple)) and len(value) == len(value[0]) == 1:
            if parameter.name not in several or value[0][0] in ERRORS:
                value = value[0][0]
        yield value
