"""The border to a spreadsheet program: cells in, cells out, and never an exception.

What differs from program to program, such as how an error is handed over, is left to `hosts`.
Which error a cell shows is said by the kind of `RatingError`, and for a fault of the program by
`FAULT`; a fault is logged as ``xlrating``, in a console or wherever a host sends it.
"""

from __future__ import annotations

import re
from datetime import date
from itertools import chain
from typing import Any, Iterable, List, Optional, Sequence

from ..engine.errors import ArgumentError, NumberError, RatingError, RuleSetError
from ..engine.problem import make_error
from . import find
from .headed import without_heading
from .parameters import Parameter
from .ranges import Range, as_rows, is_range, types
from .registry import WorksheetFunction

#: What a spreadsheet shows as an error; as the only cell of an argument it is the result.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ERRORS = frozenset(ERRORS)

#: What a cell shows when the program itself is wrong: what every host shows for such a function.
FAULT = "#VALUE!"

#: What a cell may hold. Nothing else is looked at: it may be anything, without end or equal.
_VALUES = (int, float, str, type(None), date)

#: How a rule file of a network begins: asking for it would tell its server who asks.
_SHARE = re.compile(r"\s*[\\/]{2}")

#: Some programs give one empty cell as 0, and in all of them a link to one shows 0. Where no rule
#: means a 0, it counts as left out; for these a 0 is a 0.
_MAY_BE_ZERO = ("games", "index", "score", "moves")

#: In a range of these a 0 is what the function says, by the scale of its rules.
_RATINGS = ("rating", "opponent", "peak")

#: Nobody is rated 0: an argument that must be given is missing then. Points of a ladder and an
#: Ingo number may be 0, so the functions about a number by itself take it.
_NEVER_ZERO = ("rating", "opponent", "opponents", "white", "black")
_OF_ANY_NUMBER = ("RATING_CLASS", "CONVERT_RATING")

#: A range that ends in more blank rows than this ends with the last row that has something.
OPEN_END = 10_000
_BLANKS = (None, "")
_BLOCK = 1024


def call(name: str, arguments: Iterable[Any]) -> Range:
    """The worksheet function of that name, for arguments as cells hold them, as rows of cells.

    An argument is a value, rows of cells, or None where it is left out; rows of a single cell
    are that cell. An error is the text that the cell shows: as an argument it is the result,
    inside a range it gives #VALUE!, and of functions that say why, the place of the cell.

    >>> call("WE_TABLE", [[[200]]]), call("WE_TABLE", [[["x"]]]), call("WE", [])
    ([[0.76]], [['#VALUE!']], [['#NAME?']])
    >>> call("WE_TABLE", [[["#N/A"]]]), call("WE_TABLE", [[[200], ["#N/A"]]])
    ([['#N/A']], [['#VALUE!']])
    """
    try:
        return _called(name, arguments)
    except RatingError as error:
        return [[error.cell_error]]
    except Exception as error:  # whatever it is, the sheet stays usable
        _log(error)
        return [[FAULT]]


def _called(name: str, arguments: Iterable[Any]) -> Range:
    """The result, or its `RatingError`."""
    function = find(name)
    if function is None:
        return [["#NAME?"]]
    given = [
        None if value is None else _numbers(_cells(as_rows(value)))
        for value in closed(function, list(arguments))
    ]
    wrong = [rows for rows in given if rows and not _ERRORS.isdisjoint(chain.from_iterable(rows))]
    single = [rows[0][0] for rows in wrong if _is_single(rows)]
    if single or (wrong and not function.says_why):
        return [[single[0] if single else "#VALUE!"]]
    if any(rows is not None and not (rows and rows[0]) for rows in given):
        return [["#VALUE!"]]
    if any(_SHARE.match(str(rows[0][0])) for rows in given if rows and _is_single(rows)):
        raise make_error(RuleSetError, "fn_share")
    given = without_heading(function, given)
    taken = (_not_empty(function, *one) for one in zip(function.parameters, given))
    return as_rows(function(*taken, *given[len(function.parameters) :]))


def _log(error: Exception) -> None:
    """Leave a fault where somebody can see it: a sheet shows no more than that there is one."""
    from logging import getLogger

    getLogger("xlrating").error("a worksheet function failed", exc_info=error)


def _cells(rows: Range) -> Range:
    """These rows, or an `ArgumentError` or `NumberError` for a value that no cell holds."""
    kinds = types(rows)
    for kind in kinds.difference(_VALUES):
        if not issubclass(kind, _VALUES):
            raise make_error(ArgumentError, "fn_kind", kind=kind.__name__)
    # Programs give their numbers as floats; thousands of digits cannot even be told.
    if int in kinds and any(type(x) is int and x.bit_length() > 64 for row in rows for x in row):
        raise make_error(NumberError, "fn_digits")
    return rows


def _numbers(rows: Range) -> Range:
    """These rows with 1 and 0 for truth values, as programs count them."""
    # Speed: hardly anybody has truth values in a column.
    if bool not in types(rows):
        return rows
    return [[float(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows]


def may_be_zero(function: WorksheetFunction, parameter: Parameter) -> bool:
    """Whether a single 0 is a number for this argument, and not an empty cell."""
    if parameter.optional:
        return parameter.name in _MAY_BE_ZERO
    return function.name in _OF_ANY_NUMBER or parameter.name not in _NEVER_ZERO


def _not_empty(
    function: WorksheetFunction, parameter: Parameter, rows: Optional[Range]
) -> Optional[Range]:
    """The argument, None where a 0 stands for an empty cell."""
    if rows is None or may_be_zero(function, parameter):
        return rows
    if _is_single(rows):
        return None if rows[0][0] == 0 else rows
    if not parameter.optional or parameter.name in _RATINGS or not any(0 in row for row in rows):
        return rows
    return [[None if cell == 0 else cell for cell in row] for row in rows]


def _is_single(rows: Range) -> bool:
    return len(rows) == 1 == len(rows[0])


def closed(function: WorksheetFunction, given: Sequence[Any]) -> List[Any]:
    """The arguments without the blank end of whole columns.

    Columns beside each other keep one height, that of the longest; a table stands for itself.
    Two rows stay: programs repeat a single one in every row below it.
    """
    found = list(given)
    tall = {i for i, rows in enumerate(given) if is_range(rows) and len(rows) > OPEN_END}
    names = [parameter.name for parameter in function.parameters]
    tables = {i for i in tall if names[i : i + 1] and names[i] in function.blocks}
    groups = [{i} for i in tables]
    if len({len(given[i]) for i in tall - tables}) == 1:
        groups.append(tall - tables)
    for group in groups:
        height = max(2, *(_filled(given[i]) for i in group))
        for i in group:
            if len(given[i]) - height > OPEN_END:
                found[i] = given[i][:height]
    return found


def _filled(rows: Sequence[Any]) -> int:
    """How many rows there are up to the last one that is not blank."""
    height, last = len(rows), rows[-1]
    if not _is_blank(last):
        return height
    # Of a million rows most are like the last one: compared so many at once, which is fast.
    alike: Any = [last] * _BLOCK
    # Speed: no list equals a tuple.
    if isinstance(rows, tuple):
        alike = tuple(alike)
    while height >= _BLOCK and rows[height - _BLOCK : height] == alike:
        height -= _BLOCK
    while height and (rows[height - 1] == last or _is_blank(rows[height - 1])):
        height -= 1
    return height


def _is_blank(row: Any) -> bool:
    return all(cell in _BLANKS for cell in (row if is_range(row) else [row]))
