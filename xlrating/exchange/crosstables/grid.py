"""A table as rows and columns of cells, from any kind of file, with names for its places."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ...engine.errors import FileError
from ...engine.problem import make_error
from ..addresses import address, column_letter
from ..files import lines_of
from ..sheets import Sheets
from ..unknown import Unknown, is_uncalculated
from .html_page import tables_of

#: How many lines about the event may precede the headings.
HEAD_LINES = 60
_SEPARATORS = ",;\t|"
#: Longer lines have no say in what separates cells: `csv` reads no cell of this length.
_LONG_CELL = 2**17

#: A remark in a text table: cells of a table do not end right after their first word.
_REMARK = re.compile(r"#(?![^\s,;]*[,;\t])")
#: The line below the headings of a Markdown table.
_RULED = re.compile(r"\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*")

Cells = Sequence[object]


class Grid(NamedTuple):
    """One table of a file.

    `above` are the file's lines before it; `decimal` is the decimal separator if the
    cell separator leaves only one possibility. `at` names the place of a cell by row and column
    from 0 and its heading, `line` that of a row. For a text, `lines` are all lines, and `first`
    the numbers of those at which rows begin. `title` is a web page's title; `others`
    are the sheets that are not read; `hidden` returns the hidden columns, and `hidden_rows` are
    the hidden rows of a web page, `struck` its cells with struck-through text.
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


def html_grids(name: str, text: str, encoding: str = "") -> list[Grid]:
    """The tables of a web page, each with the lines before it."""
    found = []
    for number, table in enumerate(tables_of(name, text), 1):
        place = f"{name}, table {number}"
        found.append(
            Grid(
                name,
                "",
                table.rows,
                lambda row, col, heading, place=place: (  # type: ignore[misc]
                    f"{place}, row {row + 1}, column {heading or address(0, col)[:-1]}"
                ),
                partial(_row_of_page, place),
                table.above,
                title=table.title,
                encoding=encoding,
                hidden_rows=table.hidden,
                struck=table.struck,
            )
        )
    return found


def _row_of_page(place: str, row: int) -> str:
    return f"{place}, row {row + 1}"


def text_grid(name: str, text: str, separator: str, encoding: str = "") -> Grid:
    """The table in a text with separators between its cells.

    Raises `FileError` with the line if it cannot be read as one.
    """
    lines = lines_of(text)
    rows: list[Cells] = []
    first: list[int] = []
    reader = csv.reader(
        ("" if _REMARK.match(line) or _RULED.fullmatch(line) else line for line in lines),
        delimiter=separator,
    )
    number = 1
    try:
        for cells in reader:
            rows.append(cells)
            first.append(number)
            number = reader.line_num + 1
    except csv.Error as error:
        raise make_error(FileError, "read_no_csv", f"{name}, line {number}", why=error) from None

    def line(row: int) -> str:
        return f"{name}, line {first[row]}"

    return Grid(
        name,
        "",
        rows,
        lambda row, col, heading: f"{line(row)}, column {heading or address(0, col)[:-1]}",
        line,
        decimal="." if separator == "," else "",
        lines=lines,
        first=first,
        separator=separator,
        encoding=encoding,
    )


def separators_of(lines: Sequence[str]) -> list[str]:
    """Possible separators of a text's cells, the most consistent one first."""
    head = [line for line in lines[:HEAD_LINES] if line.strip() and len(line) < _LONG_CELL]

    def alike(sign: str) -> int:
        counts = [count for line in head if (count := line.count(sign))]
        return max((counts.count(count) for count in set(counts)), default=0)

    rank = {sign: (alike(sign), sum(line.count(sign) for line in head)) for sign in _SEPARATORS}
    return [one for one in sorted(rank, key=lambda sign: rank[sign], reverse=True) if rank[one][0]]


def first_lines(text: str) -> str:
    """The first lines of a text, which contain the headings of a crosstable."""
    found = io.StringIO(text, newline="")
    return "".join(line for line, _ in zip(found, range(HEAD_LINES)))
