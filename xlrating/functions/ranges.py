"""Ranges of cells: any input as rows of values."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import Any, Iterable, List, Sequence, Set, Tuple

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.rounding import plain

Range = Sequence[Sequence[Any]]

#: The types of most cells, never of a range.
_CELLS = frozenset((int, float, str, type(None)))


def is_range(value: object) -> bool:
    """Whether a value is rows of cells, or a list of cells."""
    return isinstance(value, (list, tuple))


def types(rows: Iterable[Iterable[Any]]) -> Set[type]:
    """The types of the cells' values."""
    return set(map(type, chain.from_iterable(rows)))


def flat(value: Any) -> List[Any]:
    """The cells of a range, row by row; a single value becomes a list of one."""
    if is_range(value) and (_CELLS.issuperset(map(type, value)) or not any(map(is_range, value))):
        return list(value)
    return [cell for row in as_rows(value) for cell in row]


class Rows(List[Sequence[Any]]):
    """Rows of cells that have already been checked."""


def as_rows(value: Any) -> Range:
    """Any value as rows of cells; a flat list becomes a column."""
    # Speed: these have been checked.
    if isinstance(value, Rows):
        return value
    if not is_range(value):
        return Rows([[value]])
    if value and (set(map(type, value)) <= {list, tuple} or all(map(is_range, value))):
        return Rows(value)
    return Rows([cell] for cell in value)


def shape(value: object) -> Tuple[int, int]:
    """The numbers of rows and columns; rows of unequal length raise `ArgumentError`."""
    block = as_rows(value)
    widths = {len(row) for row in block}
    if len(widths) != 1:
        raise make_error(ArgumentError, "fn_uneven")
    return len(block), widths.pop()


def in_rows(found: Sequence[Any], least: int) -> Rows:
    """Each result as a row; a blank or an error fills its row."""
    wide = max((len(one[0]) for one in found if is_range(one)), default=least)
    return Rows(list(one[0]) if is_range(one) else [one] * wide for one in found)


def plain_cells(value: Any) -> Any:
    """A result as cells hold it: decimals become floats or integers.

    >>> plain_cells([Decimal("0.50"), "#N/A"])
    [0.5, '#N/A']
    """
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, (list, tuple)):
        return [plain_cells(item) for item in value]
    return value
