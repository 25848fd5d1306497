"""A workbook before it is a file: sheets of cells, each with value, formula and style."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache

from ...engine.rounding import plain

Value = str | int | float | Decimal | bool | None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell holds; a formula comes with the value it must show.

    An array formula `fills` so many rows and columns. A `live` cell has its value from
    functions that not every program has.
    """

    value: Value
    formula: str = ""
    style: str = "text"
    fills: tuple[int, int] | None = None
    live: bool = False

    @property
    def shown(self) -> str | int | float | bool:
        """The value as a file stores it: text, number or truth value; blank is ''."""
        if self.value is None:
            return ""
        if isinstance(self.value, bool) or not isinstance(self.value, (Decimal, float)):
            return self.value
        return plain(self.value)


@dataclass(frozen=True)
class Validation:
    """What may be typed into an area: a list, or a number or date between two bounds.

    `message` and `hint` are keys of sentences, shown when something else was typed and beside
    the cell; a list that is not `strict` offers its values and takes others.
    """

    area: tuple[int, int, int, int]
    kind: str
    source: str = ""
    low: float = 0
    high: float = 0
    message: str = ""
    hint: str = ""
    strict: bool = True


@dataclass(frozen=True)
class Mark:
    """A style that an area takes on where a formula holds."""

    area: tuple[int, int, int, int]
    formula: str
    style: str


@dataclass
class Sheet:
    """One sheet under construction; rows and columns count from 0.

    A sheet is printed as wide as a page, on `one_page` if so said; with a `page_break` before a
    column on pages side by side.
    Cells in `like_above` have the formula of the cell above them, moved down by a row: a
    file need not repeat it.
    """

    name: str
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    like_above: set[tuple[int, int]] = field(default_factory=set)
    widths: dict[int, float] = field(default_factory=dict)
    hidden_columns: set[int] = field(default_factory=set)
    heights: dict[int, float] = field(default_factory=dict)
    validations: list[Validation] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    freeze: tuple[int, int] | None = None
    repeat_row: int | None = None
    landscape: bool = True
    hidden: bool = False
    tab: str = ""
    print_columns: int = 0
    print_rows: int = 0
    page_break: int = 0
    one_page: bool = False
    chart: Chart | None = None
    filtered: tuple[int, int, int, int] | None = None
    locked: bool = True

    def put(self, row: int, col: int, cell: Cell) -> None:
        """Set one cell."""
        self.cells[row, col] = cell

    def formulas(self) -> Iterator[tuple[tuple[int, int], Cell]]:
        """The formula cells, in reading order."""
        return ((place, cell) for place, cell in sorted(self.cells.items()) if cell.formula)


@dataclass(frozen=True)
class Chart:
    """A bar chart: names of categories and values as cell ranges, and its title cell."""

    categories: str
    values: str
    title: str
    bars: int


@dataclass
class Book:
    """All sheets in order, and the names given to ranges; ratings show so many `decimals`."""

    sheets: list[Sheet] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    title: str = ""
    decimals: int | None = None

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name."""
        return next(sheet for sheet in self.sheets if sheet.name == name)


@cache
def column_letter(col: int) -> str:
    """The letters of a column counted from 0.

    >>> column_letter(0), column_letter(27)
    ('A', 'AB')
    """
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, col: int, fixed: str = "") -> str:
    """The A1 address of a cell; `fixed` holds 'r' and 'c' for a fixed row and column.

    >>> address(4, 2), address(4, 2, "rc"), address(4, 2, "c")
    ('C5', '$C$5', '$C5')
    """
    dollar_c = "$" if "c" in fixed else ""
    dollar_r = "$" if "r" in fixed else ""
    return f"{dollar_c}{column_letter(col)}{dollar_r}{row + 1}"
