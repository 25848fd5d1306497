"""The note below a title, in as many lines as it needs: a page ends where its columns do."""

from __future__ import annotations

from dataclasses import replace

from ...engine.aligned import width
from ..builder import Builder
from ..file.grid import Sheet
from ..file.screen import pixels
from ..table import NOTE_ROW

#: Pixels of a small slanted letter, and points of a line of them.
_LETTER, _LINE = 6.4, 12.0


def wrap(builder: Builder) -> None:
    """Break the notes of all sheets that are wider than what is printed of them."""
    for sheet in builder.book.sheets:
        place = NOTE_ROW, sheet.print_left
        cell = sheet.cells.get(place)
        if sheet.hidden or not sheet.print_columns or cell is None or cell.style != "note":
            continue
        last = _last(sheet)
        shown = (col for col in range(place[1], last + 1) if col not in sheet.hidden_columns)
        room = pixels(sheet.widths.get(col, 8.43) for col in shown)
        letters = max(map(width, (str(cell.value), *builder.all_texts(cell.formula))))
        lines = -(-letters * _LETTER // room)
        if lines > 1 and last > place[1]:
            sheet.put(*place, replace(cell, style="note_wrapped"))
            sheet.joined[place] = last
            sheet.heights[NOTE_ROW] = lines * _LINE + 2


def _last(sheet: Sheet) -> int:
    """The last column that is printed and free."""
    first = sheet.print_left + 1
    free = (col for col in range(first, sheet.print_columns) if (NOTE_ROW, col) in sheet.cells)
    return next(free, sheet.print_columns) - 1
