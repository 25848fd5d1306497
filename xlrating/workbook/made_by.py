"""The version that made a workbook, and what can be compared if it is another one.

Start has it in a hidden cell: the version, and a hash of the positions of formulas. Older
workbooks have neither.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..engine.public import __version__
from ..engine.texts import wording
from ..engine.vocabulary.headings import on_ladder
from ..exchange.sheets import Sheets
from ..exchange.template import named, rows_of
from .builder import Builder
from .file.grid import Book, Cell, Sheet, Value, stored
from .file.page import SheetReader
from .sheets.start_columns import MEANT
from .table import TITLE_ROW

#: The hidden cell of Start.
_ROW, _COL = TITLE_ROW, MEANT
_PROGRAM = "xlrating"
_MARK = re.compile(rf"{_PROGRAM} \S+ [0-9a-f]{{8}}")


def put(book: Book) -> None:
    """Write the version; all other cells are already in place."""
    book.sheet("Start").put(_ROW, _COL, Cell(_version_of(book), style="helper"))


def is_of_now(sheets: Sheets, book: Book) -> bool:
    """Whether the version that made a file would make this book from it."""
    return said_in(sheets) == book.sheet("Start").cells[_ROW, _COL].shown


def said_in(sheets: Sheets) -> str:
    """The version that made a file, as it says itself; '' for an older file.

    Rows or columns may have been inserted before the cell.
    """
    cells = (cell for row in rows_of(sheets, "Start") for cell in row)
    return next((text for text in cells if isinstance(text, str) and _MARK.fullmatch(text)), "")


def _version_of(book: Book) -> str:
    return f"{_PROGRAM} {__version__} {sha256(_layout(book).encode()).hexdigest()[:8]}"


def _layout(book: Book) -> str:
    """The positions of named cells and of all visible formulas; inputs are left out.

    A list counts with its beginning, not its end: rows that people insert or delete do not make
    another version of a workbook. The place of charts depends on their number of players.
    """
    shown = {sheet.name: sheet.key for sheet in book.sheets if not sheet.hidden}
    fixed = [sheet for sheet in book.sheets if not sheet.charts]
    places = [f"{sheet.key} {place}" for sheet in fixed for place in _formulas(sheet)]
    for name, area in book.names.items():
        sheet, _, cells = area.partition("!")
        if sheet in shown:
            places.append(f"{shown[sheet]} {name} {cells.partition(':')[0]}")
    return "\n".join(sorted(places))


def _formulas(sheet: Sheet) -> Iterator[str]:
    """The positions of formulas that are not inputs; in a column, that of the first."""
    for (row, col), cell in sheet.cells.single.items():
        if cell.formula and not cell.style.startswith("input"):
            yield f"{row},{col}"
    for col, strips in sheet.cells.strips.items():
        own = next((strip for strip in strips if not strip.style.startswith("input")), None)
        if own:
            yield f"{own.row},{col}"


# --- the file of another version ------------------------------------------------------------------


class ShownNumber(NamedTuple):
    """A number of a player in a file: its place, its value, and the engine's value."""

    row: int
    col: int
    found: object
    expected: Value


def of_players(sheets: Sheets, builder: Builder) -> Iterator[ShownNumber]:
    """The numbers on the sheet Ratings by player and heading, wherever they are in a file.

    Raises `FileError` for a file without that sheet, `ArgumentError` where its column No. is gone.
    """
    made = builder.tables["Ratings"]
    name = named(sheets.names, "Ratings")
    if not name:
        raise make_error(FileError, "check_sheet_gone", sheets.path.name, name=made.sheet.name)
    page, is_ladder = SheetReader(sheets, name), builder.plan.rules.ladder is not None
    keys = {
        column.key: on_ladder(f"col_{column.heading or column.key}", is_ladder)
        for column in made.columns
        if not column.hidden and column.heading != "-"
    }
    texts = Counter(wording(key)["en"] for key in keys.values())
    wanted = {key: (text,) for key, text in keys.items() if texts[wording(text)["en"]] == 1}
    heads = page.headings(wanted, ("no",))
    columns = {column.key: column for column in made.columns}
    for row in heads.below(page):
        number = page.value((row, heads.cols["no"]))
        index = builder.plan.place_of.get(int(number)) if isinstance(number, float) else None
        if index is None or builder.plan.player(index) is None:
            continue
        for key, col in heads.cols.items():
            expected = columns[key].value(index)
            if key != "no" and isinstance(stored(expected), (int, float)):
                yield ShownNumber(row, col, page.value((row, col)), expected)
