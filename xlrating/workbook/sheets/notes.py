"""The note below a title, in as many lines as it needs: a page ends where its columns do."""

from __future__ import annotations

from dataclasses import replace

from ...engine.aligned import width
from ..builder import Builder
from ..file.grid import Place, Sheet
from ..file.screen import pixels
from ..table import NOTE_ROW

#: Pixels of a small slanted letter, and points of a line of them: those of Russian are the widest,
#: those of Chinese the highest.
_LETTER, _LINE = 6.7, 14.5


def wrap(builder: Builder) -> None:
    """Wrap the notes of all sheets that are wider than the print area.

    A note to the left of the print area, for the screen, would run into the page.
    """
    for sheet in builder.book.sheets:
        if sheet.hidden or not sheet.print_columns:
            continue
        for col, end in {0: sheet.print_left, sheet.print_left: sheet.print_columns}.items():
            _wrap(builder, sheet, (NOTE_ROW, col), end)


def _wrap(builder: Builder, sheet: Sheet, place: Place, end: int) -> None:
    """Wrap the note of a cell that has room up to a column."""
    cell = sheet.cells.get(place)
    if cell is not None and cell.style == "note":
        last = _last(sheet, place[1], end)
        shown = (col for col in range(place[1], last + 1) if col not in sheet.hidden_columns)
        room = pixels(sheet.widths.get(col, 8.43) for col in shown)
        letters = max(map(width, (str(cell.value), *builder.all_texts(cell.formula))))
        lines = -(-letters * _LETTER // room)
        if lines > 1 and last > place[1]:
            sheet.put(*place, replace(cell, style="note_wrapped"))
            sheet.joined[place] = last
            high = lines * _LINE + 2
            sheet.heights[NOTE_ROW] = max(high, sheet.heights.get(NOTE_ROW, 0))


def _last(sheet: Sheet, first: int, end: int) -> int:
    """The last column before the next cell of the row, or before `end`."""
    taken = (col for col in range(first + 1, end) if (NOTE_ROW, col) in sheet.cells)
    return next(taken, end) - 1
