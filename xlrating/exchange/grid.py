"""A table as rows and columns of cells, from any kind of file, with names for its places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from .addresses import column_letter
from .sheets import Sheets
from .unknown import Unknown, is_uncalculated

#: How many lines about the event may precede the headings.
HEAD_LINES = 60

Cells = Sequence[object]


class Grid(NamedTuple):
    """One table of a file.

    `above` are the file's lines before it; `decimal` is the decimal separator if the
    cell separator leaves only one possibility. `at` names the place of a cell by row and column
    from 0 and its heading, `line` that of a row. For a text, `lines` are all lines, and `first`
    the numbers of those at which rows begin. `title` is a web page's title; `others`
    are the sheets that are not read; `hidden` returns the hidden columns, and `hidden_rows` are
    the hidden rows of a web page, `struck` its cells with struck-through text. One of several
    tables has an `area` such as ``A3:F12`` and begins at row `top`; `site` says that
    chess-results wrote the whole file.
    """

    name: str
    sheet: str
    rows: Sequence[Cells]
    at: Callable[[int, int, str], str]
    line: Callable[[int], str]
    above: Sequence[Cells] = ()
    decimal: str = ""
    lines: Sequence[str] = ()
    first: Sequence[int] = ()
    title: str = ""
    separator: str = ""
    encoding: str = ""
    others: tuple[str, ...] = ()
    hidden: Callable[[], Collection[int]] = tuple
    hidden_rows: Collection[int] = ()
    struck: Collection[tuple[int, int]] = ()
    area: str = ""
    top: int = 0
    site: bool = False

    @property
    def head_rows(self) -> range:
        """The rows in which the headings are searched for."""
        return range(self.top, min(len(self.rows), self.top + HEAD_LINES))

    def value(self, row: int, col: int) -> object:
        """The value of a cell, '' if it is blank, hidden or beyond the end of its row.

        A formula that was never calculated is returned as it is: only using it is an error.
        """
        cells = self.rows[row]
        value = cells[col] if 0 <= col < len(cells) else ""
        if type(value) is float:
            return value  # Speed: a number is never blank.
        return value if shown(value) or is_uncalculated(value) else ""

    def text(self, row: int, col: int) -> str:
        """The text of a cell, '' if it is blank, hidden or beyond the end of its row."""
        cells = self.rows[row]
        return shown(cells[col]) if col < len(cells) else ""

    def texts(self, row: int) -> list[str]:
        """The texts of all cells of a row."""
        return [*map(shown, self.rows[row])]

    def places(self, rows: Sequence[int], col: int, heading: str) -> list[str]:
        """The places of a column's cells in these rows."""
        if isinstance(self.at, _OfSheet):
            begin = self.at.begin(col)
            return [f"{begin}{row + 1}" for row in rows]
        return [self.at(row, col, heading) for row in rows]


def shown(value: object) -> str:
    """A cell as text: a whole number without decimals, '' for merged cells."""
    if type(value) is str:  # nearly all cells
        return value.strip()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Unknown) and not value:
        return ""
    return "" if value is None else str(value).strip()


def grids_in(sheets: Sheets, named: str = "") -> Iterator[Grid]:
    """The tables of a workbook: one per visible sheet, or the one on the named sheet."""
    for sheet in [named] if named else sheets.visible:
        place = f"{sheets.path.name}, sheet {sheet}"
        yield Grid(
            sheets.path.name,
            sheet,
            sheets.rows(sheet),
            _OfSheet(place),
            partial(_row_of_sheet, place),
            others=tuple(one for one in sheets.names if one != sheet),
            hidden=partial(sheets.hidden, sheet),
        )


class _OfSheet:
    """The places of a sheet's cells; those of a column have a common beginning."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __call__(self, row: int, col: int, _heading: str) -> str:
        return f"{self.begin(col)}{row + 1}"

    def begin(self, col: int) -> str:
        return f"{self._place}, cell {column_letter(col)}"


def _row_of_sheet(place: str, row: int) -> str:
    return f"{place}, row {row + 1}"
