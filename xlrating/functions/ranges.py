"""Ranges of cells: rows of values, whatever came in."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import Any, Iterable, List, Sequence, Set, Tuple

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.rounding import plain

Range = Sequence[Sequence[Any]]

#: What most cells are, and no range is.
_CELLS = frozenset((int, float, str, type(None)))


def is_range(value: object) -> bool:
    """Whether it is rows of cells, or a list of cells."""
    return isinstance(value, (list, tuple))


def types(rows: Iterable[Iterable[Any]]) -> Set[type]:
    """What kinds of values the cells hold."""
    return set(map(type, chain.from_iterable(rows)))


def flat(value: Any) -> List[Any]:
    """The cells of a range, one row after another, or the one of a single value."""
    if is_range(value) and (_CELLS.issuperset(map(type, value)) or not any(map(is_range, value))):
        return list(value)
    return [cell for row in as_rows(value) for cell in row]


class Rows(List[Sequence[Any]]):
    """Rows of cells that need not be looked at again."""


def as_rows(value: Any) -> Range:
    """Any value as rows of cells; a flat list is a column when asked for its rows."""
    # Speed: they need not be looked at again.
    if isinstance(value, Rows):
        return value
    if not is_range(value):
        return Rows([[value]])
    if value and (set(map(type, value)) <= {list, tuple} or all(map(is_range, value))):
        return Rows(value)
    return Rows([cell] for cell in value)


def shape(value: object) -> Tuple[int, int]:
    """How many rows and columns a range has; rows of unequal length are an `ArgumentError`."""
    block = as_rows(value)
    widths = {len(row) for row in block}
    if len(widths) != 1:
        raise make_error(ArgumentError, "fn_uneven")
    return len(block), widths.pop()


def in_rows(found: Sequence[Any], least: int) -> Rows:
    """The row that each result is; a blank or an error fills the row of its cell."""
    wide = max((len(one[0]) for one in found if is_range(one)), default=least)
    return Rows(list(one[0]) if is_range(one) else [one] * wide for one in found)


def plain_cells(value: Any) -> Any:
    """A result as cells hold it: its decimals are numbers.

    >>> plain_cells([Decimal("0.50"), "#N/A"])
    [0.5, '#N/A']
    """
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, (list, tuple)):
        return [plain_cells(item) for item in value]
    return value
