"""The border to spreadsheet programs: cells in, cells out, never an exception.

Differences between programs, such as how an error is returned, are left to `hosts`.
The kind of `RatingError` decides which error a cell shows; a bug in the program shows
`FAULT` and is logged to ``xlrating``, on a console or wherever a host sends it.
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

#: The error values of spreadsheets; as a single-cell argument, one becomes the result.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_ERRORS = frozenset(ERRORS)

#: What a cell shows for a bug in the program, the same in every host.
FAULT = "#VALUE!"

#: The types a cell may hold. Other values are not even compared, as they may be anything.
_VALUES = (int, float, str, type(None), date)

#: The beginning of a network path; opening one would reveal to its server who asks.
_SHARE = re.compile(r"\s*[\\/]{2}")

#: Some programs pass an empty cell as 0, and in all of them a link to one shows 0. Unless a rule
#: gives 0 a meaning, it counts as omitted; for these arguments 0 is 0.
_MAY_BE_ZERO = ("games", "index", "score", "moves")

#: In a range of these, the function decides about 0 by the scale of its rules.
_RATINGS = ("rating", "opponent", "peak")

#: No rating is 0, so these required arguments are missing then. Points on a ladder and
#: Ingo numbers may be 0, so functions about a single number accept it.
_NEVER_ZERO = ("rating", "opponent", "opponents", "white", "black")
_OF_ANY_NUMBER = ("RATING_CLASS", "CONVERT_RATING")

#: A range with more trailing blank rows than this ends with its last non-blank row.
OPEN_END = 10_000
_BLANKS = (None, "")
_BLOCK = 1024


def call(name: str, arguments: Iterable[Any]) -> Range:
    """Call a worksheet function by name, with arguments as cells hold them; returns rows of cells.

    An argument is a value, rows of cells, or None if omitted; rows of a single cell
    are that cell. An error is the text that the cell shows: as an argument it becomes the result,
    inside a range it gives #VALUE! and, in functions that explain errors, the place of the cell.

    >>> call("WE_TABLE", [[[200]]]), call("WE_TABLE", [[["x"]]]), call("WE", [])
    ([[0.76]], [['#VALUE!']], [['#NAME?']])
    >>> call("WE_TABLE", [[["#N/A"]]]), call("WE_TABLE", [[[200], ["#N/A"]]])
    ([['#N/A']], [['#VALUE!']])
    """
    try:
        return _called(name, arguments)
    except RatingError as error:
        return [[error.cell_error]]
    except Exception as error:  # whatever it is, the sheet must stay usable
        _log(error)
        return [[FAULT]]


def _called(name: str, arguments: Iterable[Any]) -> Range:
    """The result of a call as rows of cells; may raise a `RatingError`."""
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
    """Log a bug: the sheet only shows that there is one."""
    from logging import getLogger

    getLogger("xlrating").error("a worksheet function failed", exc_info=error)


def _cells(rows: Range) -> Range:
    """These rows; raises `ArgumentError` or `NumberError` for a value that no cell holds."""
    kinds = types(rows)
    for kind in kinds.difference(_VALUES):
        if not issubclass(kind, _VALUES):
            raise make_error(ArgumentError, "fn_kind", kind=kind.__name__)
    # Programs pass numbers as floats; integers of thousands of digits cannot even be printed.
    if int in kinds and any(type(x) is int and x.bit_length() > 64 for row in rows for x in row):
        raise make_error(NumberError, "fn_digits")
    return rows


def _numbers(rows: Range) -> Range:
    """These rows with truth values as 1 and 0, as spreadsheets count them."""
    # Speed: columns rarely contain truth values.
    if bool not in types(rows):
        return rows
    return [[float(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows]


def may_be_zero(function: WorksheetFunction, parameter: Parameter) -> bool:
    """Whether a single 0 is a number for this argument rather than an empty cell."""
    if parameter.optional:
        return parameter.name in _MAY_BE_ZERO
    return function.name in _OF_ANY_NUMBER or parameter.name not in _NEVER_ZERO


def _not_empty(
    function: WorksheetFunction, parameter: Parameter, rows: Optional[Range]
) -> Optional[Range]:
    """The argument, with None for each 0 that means an empty cell."""
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
    """The arguments without the blank rows at the end of whole columns.

    Columns of one call are cut to the same height, that of the longest; a table is cut by itself.
    At least two rows remain: programs repeat a single one in every row below it.
    """
    found = list(given)
    tall = {i for i, rows in enumerate(given) if is_range(rows) and len(rows) > OPEN_END}
    names = enumerate(parameter.name for parameter in function.parameters)
    tables = {i for i, name in names if i in tall and name in function.blocks}
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
    """The number of rows up to the last non-blank one."""
    height, last = len(rows), rows[-1]
    if not _is_blank(last):
        return height
    alike: Any = [last] * _BLOCK
    # Speed: a list never equals a tuple.
    if isinstance(rows, tuple):
        alike = tuple(alike)
    # Speed: most of a million rows equal the last one, and many at once are compared fast.
    while height >= _BLOCK and rows[height - _BLOCK : height] == alike:
        height -= _BLOCK
    while height and (rows[height - 1] == last or _is_blank(rows[height - 1])):
        height -= 1
    return height


def _is_blank(row: Any) -> bool:
    return all(cell in _BLANKS for cell in (row if is_range(row) else [row]))
