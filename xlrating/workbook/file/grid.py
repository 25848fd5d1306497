"""A workbook before it is a file: sheets of cells, each with value, formula and style."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from decimal import Decimal
from operator import attrgetter

from ...engine.rounding import plain
from .charts import Chart

Value = str | int | float | Decimal | bool | None
#: Row and column, counted from 0.
Place = tuple[int, int]


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
        return stored(self.value)


def stored(value: Value) -> str | int | float | bool:
    """A value as a file stores it.

    >>> stored(Decimal("2013.0")), stored(None)
    (2013, '')
    """
    if value is None:
        return ""
    if isinstance(value, (str, bool)) or not isinstance(value, (Decimal, float)):
        return value
    return plain(value)


@dataclass(frozen=True, slots=True)
class Form:
    """A formula with its row numbers left open, as `{0}`, `{1}` … in `text`.

    `rows` calculates them from an index, the position of the cell in its column from 0.

    >>> Form("A{0}*$B$2", (lambda index: index + 5,)).at(1)
    'A6*$B$2'
    """

    text: str
    rows: tuple[Callable[[int], int], ...] = ()

    def at(self, index: int) -> str:
        """The formula of the cell at this index."""
        return self.text.format(*[row(index) for row in self.rows])


@dataclass(frozen=True, slots=True)
class Strip:
    """Cells below each other with one formula, copied down row by row.

    A large workbook consists of strips: a `Cell` is only made when it is read. `index` is that of
    the first. With `block` the formula is copied down within so many rows only, counted by the
    index, and differs in other ways from one such block to the next. A `live` strip uses
    functions of an add-in, which cells cannot share. The cells are `step` rows apart.
    """

    row: int
    col: int
    index: int
    form: Form
    style: str
    live: bool
    values: list[Value]
    block: int = 0
    step: int = 1

    @property
    def rows(self) -> range:
        """The rows of the sheet that it takes."""
        return range(self.row, self.row + len(self.values) * self.step, self.step)

    def __getitem__(self, number: int) -> Cell:
        """The cell with this number, from 0 at the top."""
        text = "=" + self.form.at(self.index + number * self.step)
        return Cell(self.values[number], text, self.style, live=self.live)


class Cells(MutableMapping[Place, Cell]):
    """The cells of a sheet: `single` ones, and in each column the `strips`, from the top down.

    Where a strip is, no other cell can be set.
    """

    def __init__(self, single: Mapping[Place, Cell] | None = None) -> None:
        self.single: dict[Place, Cell] = dict(single or {})
        self.strips: dict[int, list[Strip]] = {}

    def add(self, strip: Strip) -> None:
        """Set the cells of a strip, below all others of its column."""
        self.strips.setdefault(strip.col, []).append(strip)

    def _strip(self, place: Place) -> Strip | None:
        row, col = place
        strips = self.strips.get(col)
        if not strips:
            return None
        at = bisect_right(strips, row, key=attrgetter("row")) - 1
        return strips[at] if at >= 0 and row in strips[at].rows else None

    def __getitem__(self, place: Place) -> Cell:
        if place in self.single:
            return self.single[place]
        strip = self._strip(place)
        if strip is None:
            raise KeyError(place)
        return strip[(place[0] - strip.row) // strip.step]

    def __setitem__(self, place: Place, cell: Cell) -> None:
        if self._strip(place):
            raise KeyError(f"{place} is in a strip")
        self.single[place] = cell

    def __delitem__(self, place: Place) -> None:
        del self.single[place]

    def __iter__(self) -> Iterator[Place]:
        yield from self.single
        for col, strips in self.strips.items():
            yield from ((row, col) for strip in strips for row in strip.rows)

    def __len__(self) -> int:
        strips = (strip for own in self.strips.values() for strip in own)
        return len(self.single) + sum(len(strip.values) for strip in strips)


@dataclass(frozen=True)
class Validation:
    """The data validation of an area: a list, a number or date between two bounds, or anything.

    `message` and `hint` are keys of sentences, shown after an invalid input and next to
    the cell; a list that is not `strict` offers its values and accepts others.
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
class ConditionalStyle:
    """A style that an area takes on where a formula holds."""

    area: tuple[int, int, int, int]
    formula: str
    style: str


@dataclass
class Sheet:
    """One sheet under construction; rows and columns count from 0.

    A sheet is printed one page wide, or on `one_page` altogether; with a `page_break` before a
    column, on pages side by side; with `row_breaks`, on pages below each other, at `scale` per cent
    of its size on the screen. Without `landscape` the orientation follows from its size, see
    `paper`; one that `hangs` on a wall fills its page. Rows down to `repeat_row` are repeated on
    every page; `says_event` lets the builder put the event's name above the headings. A cell of
    `joined` extends over the cells to its right. A sheet that `grows` allows inserted rows; empty
    cells of a column have the look in `column_styles`.
    `key` names the sheet of a template in any language. The columns left of
    `print_left` and the rows above `print_top` are not printed. Charts are stored by their first
    cell.
    """

    name: str
    key: str = ""
    cells: Cells = field(default_factory=Cells)
    widths: dict[int, float] = field(default_factory=dict)
    hidden_columns: set[int] = field(default_factory=set)
    heights: dict[int, float] = field(default_factory=dict)
    validations: list[Validation] = field(default_factory=list)
    marks: list[ConditionalStyle] = field(default_factory=list)
    freeze: tuple[int, int] | None = None
    repeat_row: int | None = None
    landscape: bool | None = None
    says_event: bool = True
    joined: dict[Place, int] = field(default_factory=dict)
    hidden: bool = False
    tab: str = ""
    print_left: int = 0
    print_top: int = 0
    row_breaks: tuple[int, ...] = ()
    scale: int = 0
    print_columns: int = 0
    print_rows: int = 0
    page_break: int = 0
    one_page: bool = False
    hangs: bool = False
    charts: dict[Place, Chart] = field(default_factory=dict)
    filtered: tuple[int, int, int, int] | None = None
    locked: bool = True
    grows: bool = False
    column_styles: dict[int, str] = field(default_factory=dict)

    def put(self, row: int, col: int, cell: Cell) -> None:
        """Set one cell."""
        self.cells[row, col] = cell

    @property
    def repeat_from(self) -> int:
        """The first of the rows repeated on every page."""
        row = self.repeat_row or 0
        return row - 1 if row and (row - 1, self.print_left) in self.joined else row

    def formulas(self) -> Iterator[tuple[Place, Cell]]:
        """The formula cells, in reading order."""
        return ((place, cell) for place, cell in sorted(self.cells.items()) if cell.formula)


@dataclass
class Book:
    """All sheets in order, and the names given to ranges; ratings show `decimals` decimals.

    `inputs` are the input cells, by the names of the cells that formulas read. Its sheets
    are named in `file_language`.
    """

    sheets: list[Sheet] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)
    title: str = ""
    decimals: int | None = None
    file_language: str = "en"

    def sheet(self, key: str) -> Sheet:
        """The sheet with this key."""
        return next(sheet for sheet in self.sheets if sheet.key == key)
