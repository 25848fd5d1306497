"""Check a workbook: every cell it shows against the engine's value for that cell."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import FileError
from ..exchange.sheets import Sheets, where
from ..ruleset import load
from ..texts import table
from .book import build
from .grid import Cell, Sheet
from .plan import resized
from .reader import read_contents
from .table import HEAD_ROW

#: Cells agree when they differ by no more than a spreadsheet's own noise.
TOLERANCE = 1e-9


class Difference(NamedTuple):
    """One cell that shows something else than the engine computes."""

    where: str
    found: object
    expected: object


class Checked(NamedTuple):
    """What a check found, and how many cells it compared."""

    differences: tuple[Difference, ...]
    cells: int


def check(sheets: Sheets) -> Checked:
    """Recompute a filled template and compare every cell that is not typed by a person.

    Raises `FileError` when the sheets no longer have the template's layout, or were
    saved without calculated values.
    """
    contents = read_contents(sheets)
    event = contents.event.checked()
    plan = resized(
        event,
        load(event.rules, event.start or event.end),
        contents.numbers,
        contents.rounds,
        len(contents.lines),
        contents.lines,
        language=contents.language,
        engine=_has_engine_columns(sheets),
    )
    book = build(plan)
    _same_layout(sheets, book.sheets)
    found: list[Difference] = []
    cells = blank = 0
    for sheet in book.sheets:
        if sheet.hidden:
            continue
        rows = sheets.rows(sheet.name)
        for (row, col), cell in sorted(sheet.cells.items()):
            if cell.style.startswith("input"):
                continue
            shown = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
            cells += 1
            blank += bool(cell.formula) and shown == "" and cell.shown != ""
            if not _equal(shown, cell):
                place = where(sheets.path, sheet.name, row, col)
                found.append(Difference(place, shown, cell.shown))
    formulas = sum(1 for sheet in book.sheets for _, cell in sheet.formulas() if cell.shown != "")
    if formulas and blank == formulas:
        raise FileError(
            "the workbook was saved without calculated values; open it in a spreadsheet "
            "program, save it, and check again",
            sheets.path.name,
        )
    return Checked(tuple(found), cells)


def _has_engine_columns(sheets: Sheets) -> bool:
    texts = set(table()["col_engine_new"].values())
    rows = sheets.rows("Ratings") if "Ratings" in sheets.names else []
    return any(cell in texts for cell in (rows[HEAD_ROW] if len(rows) > HEAD_ROW else []))


def _same_layout(sheets: Sheets, built: list[Sheet]) -> None:
    for sheet in built:
        name = sheet.name
        if name not in sheets.names:
            raise FileError(f"the sheet {name} is missing; it cannot be checked", sheets.path.name)
    for sheet in built:
        rows = sheets.rows(sheet.name)
        for (row, col), cell in sorted(sheet.cells.items()):
            if row != HEAD_ROW or not cell.style.startswith("head") or sheet.hidden:
                continue
            shown = rows[row][col] if row < len(rows) and col < len(rows[row]) else ""
            if shown != "" and not _equal(shown, cell):
                raise FileError(
                    f"the heading is {shown!r}, {cell.shown!r} is expected: rows or columns were "
                    "moved, so cells cannot be compared; rate the file to get a fresh workbook",
                    where(sheets.path, sheet.name, row, col),
                )


def _equal(shown: object, cell: Cell) -> bool:
    expected = cell.shown
    if isinstance(expected, (int, float)) and isinstance(shown, (int, float)):
        return abs(shown - expected) <= TOLERANCE * max(1.0, abs(expected))
    return str(shown if shown is not None else "").strip() == str(expected).strip()
