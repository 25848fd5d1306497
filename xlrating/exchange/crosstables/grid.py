"""The tables in texts and web pages as rows and columns of cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from functools import partial

from ...engine.errors import FileError
from ...engine.problem import make_error
from ..addresses import address
from ..files import lines_of
from ..grid import HEAD_LINES, Cells, Grid
from .html_page import tables_of

_SEPARATORS = ",;\t|"
#: Longer lines have no say in what separates cells: `csv` reads no cell of this length.
_LONG_CELL = 2**17

#: A remark in a text table: cells of a table do not end right after their first word.
_REMARK = re.compile(r"#(?![^\s,;]*[,;\t])")
#: The line below the headings of a Markdown table.
_RULED = re.compile(r"\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*")


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
