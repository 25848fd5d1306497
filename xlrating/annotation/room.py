"""Where new columns go: to the right of the table, the first ones that are free in all its rows."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..exchange.addresses import column_letter

#: The columns that a sheet has.
_COLUMNS = 2**14
Area = tuple[int, int, int, int]


class Surface(Protocol):
    """The contents of a sheet, as far as new columns must avoid them."""

    def filled(self, first: int, last: int) -> set[int]:
        """The columns with anything in one of these rows."""

    def kept(self) -> Sequence[Area]:
        """The areas of merged cells, tables, filters, pictures and print areas."""

    def hidden(self) -> set[int]:
        """The hidden columns."""


class Taken(NamedTuple):
    """An area already assigned to new columns: its first and last row, first and last column."""

    first: int
    last: int
    left: int
    right: int


def free_columns(
    surface: Surface,
    rows: tuple[int, int],
    after: int,
    number: int,
    taken: Sequence[Taken],
    where: str,
) -> int:
    """The first of this many adjacent columns that are free in these rows.

    `rows` are the first and the last row.

    Raises `ArgumentError` if the sheet has no such columns.
    """
    first, last = rows
    areas = [(left, right) for top, left, bottom, right in surface.kept()
             if top <= last and bottom >= first]  # fmt: skip
    areas += [(one.left, one.right) for one in taken if one.first <= last and one.last >= first]
    filled = surface.filled(first, last)
    col = _first_free(filled | surface.hidden(), areas, after, number)
    if col is not None:
        return col
    shown = _first_free(filled, areas, after, number)
    if shown is None:
        raise make_error(ArgumentError, "annotate_no_room", where, n=number)
    columns = f"{column_letter(shown)}:{column_letter(shown + number - 1)}"
    raise make_error(ArgumentError, "annotate_hidden_room", where, n=number, columns=columns)


def _first_free(
    closed: AbstractSet[int], areas: Sequence[tuple[int, int]], after: int, number: int
) -> int | None:
    """The first of this many columns after one that are neither closed nor in areas, if any."""
    col = after + 1
    while col + number <= _COLUMNS:
        own = range(col, col + number)
        if at := next((one for one in own if one in closed), None):
            col = at + 1
        elif area := next((one for one in areas if one[0] < own.stop and one[1] >= col), None):
            col = area[1] + 1
        else:
            return col
    return None
