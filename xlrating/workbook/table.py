"""Columns, defined once: heading, value and formula; and how formulas refer to each other.

In a formula `[rating]` is the cell of that column in the same row, `[Players.rating]` the
whole column of another table, `[Players.rating#]` its cell in the row of the same index,
`[rating-]` the cell above, `[Rounds.gain@]` the player's block of rounds, `[Rounds.gain@3]` the
third cell of it, `[gain^]` the block from its top down to this row, `[key~]` the column from its
top down to this row, `[Rules.cap]` a cell or list of the Rules sheet. `[in_name=]` is the content
of an input cell, by its position, the only way to read one (see `inputs`); `[in_round|]` is
the same by its position in its column, independent of other inputs in the row. Texts
are added with `Builder.say`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from ..exchange.addresses import column_letter
from .file.grid import Sheet, Value
from .formulas.watch import NoFormulaError

#: Where every list sheet starts: title, note, a free row, headings, then the rows.
TITLE_ROW, NOTE_ROW, HEAD_ROW, FIRST_ROW = 0, 1, 3, 4


#: The look of a cell that shows an input or replaces it: nothing is calculated there, and `check`
#: compares what depends on it.
MIRROR = "mirror"


@dataclass(frozen=True)
class SheetColumn:
    """One column of a list sheet.

    `value` gives the cell's value from the plan and the row's index; `formula`, if any,
    computes the same in the sheet. `hidden` columns only serve other formulas. `heading`
    is a text key without ``col_``, if it is not the column's own; ``-`` for none.
    A `once` column has cells in the first row of each block only: all rounds of a player share
    the result of its formula.
    `live` columns show the results of a program's functions; with `array` each cell is an
    array formula of its own; a `long` one has a long text (see `lean`). No other formula depends
    on a `told` column: it is there to be read. An `across` one may have the
    formula of the column before, moved to the right: no address of it is fixed.
    """

    key: str
    value: Callable[[int], Value]
    formula: str | Callable[[int], str] = ""
    style: str = "text"
    width: float = 10
    hidden: bool = False
    heading: str = ""
    live: bool = False
    array: bool = False
    told: bool = False
    long: bool = False
    once: bool = False
    across: bool = False


def hidden(
    key: str,
    value: Callable[[int], Value],
    formula: str | Callable[[int], str] = "",
    once: bool = False,
) -> SheetColumn:
    """A column that only serves other formulas."""
    return SheetColumn(key, value, formula, hidden=True, heading="-", once=once)


def mirror(
    key: str, value: Callable[[int], Value], formula: str | Callable[[int], str] = ""
) -> SheetColumn:
    """A hidden column with the input, or with the pasted value in its place."""
    return SheetColumn(key, value, formula, MIRROR, hidden=True, heading="-")


def told(column: SheetColumn) -> SheetColumn:
    """A copy of a column that is only read: no other formula depends on it."""
    return replace(column, told=True)


def endless(column: SheetColumn) -> SheetColumn:
    """A copy of a column of quotients, with four decimals. "General" within a number format shows
    all that there are, for which no column is wide enough.
    """
    return replace(column, style="long", width=max(column.width, 9))


def late(make: Callable[[], str]) -> Callable[[int], str]:
    """A formula that depends on other tables: made once, when its own table is filled."""
    made = cache(make)
    return lambda _: made()


@dataclass
class SheetTable:
    """A list sheet: its columns and how many rows it has; `block` rows belong together."""

    sheet: Sheet
    columns: list[SheetColumn]
    rows: int
    block: int = 1

    def __post_init__(self) -> None:
        """Remember where each column is; every formula asks for several."""
        self._places = {column.key: place for place, column in enumerate(self.columns)}

    def col(self, key: str) -> int:
        """The position of a column. `NoFormulaError` is raised for one of another method."""
        if key not in self._places:
            raise NoFormulaError(f"column {key}")
        return self._places[key]

    def area(self, key: str) -> tuple[int, int, int, int]:
        """All cells of a column: first row, column, last row, column."""
        col = self.col(key)
        return FIRST_ROW, col, FIRST_ROW + self.rows - 1, col

    def has(self, key: str) -> bool:
        """Whether there is such a column."""
        return key in self._places

    def entry(self, key: str) -> int:
        """The position of the column to correct: the input column, if there is one; -1 for none."""
        return self._places.get(f"in_{key}", self._places.get(key, -1))

    def is_typed(self, col: int) -> bool:
        """Whether people type into a column."""
        return self.columns[col].style.startswith("input")

    def typed_at(self, key: str, row: str) -> str:
        """The contents of an input cell, by its position in its row.

        The range begins and ends with locked cells: whatever is cut, dragged or pasted between
        them, it stays in place.
        """
        col = self.col(key)
        left = next(at for at in range(col, -1, -1) if not self.is_typed(at))
        right = next(at for at in range(col, len(self.columns)) if not self.is_typed(at))
        ends = f"${column_letter(left)}{row}:${column_letter(right)}{row}"
        return f"INDEX({ends},{col - left + 1})"

    def typed_down(self, key: str, row: object) -> str:
        """The contents of an input cell, by its position in its column.

        Column A, which says the place, is locked; ROW() would be an array in SUMPRODUCT.
        """
        col, last = column_letter(self.col(key)), FIRST_ROW + self.rows + 1
        head = HEAD_ROW + 1
        return f"INDEX(${col}${head}:${col}${last},ROWS($A${head}:$A{row}))"
