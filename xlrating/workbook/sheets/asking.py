"""The yellow cell on a sheet that shows one of many: a round to hang up, the player on Audit.

In the sheet's corner are a label, the cell below it, and a note on its purpose. The key of the
label's text is also the name of the cell.
"""

from __future__ import annotations

from ...exchange.addresses import address, span
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder
from ..file.grid import Cell, Sheet, Validation, Value
from ..file.page import SheetReader, text_keys
from ..inputs import entered, shown_of
from ..table import HEAD_ROW, NOTE_ROW, TITLE_ROW

_LABEL, _CELL, _NOTE = (TITLE_ROW, 0), (NOTE_ROW, 0), (HEAD_ROW, 0)
#: The input cell as an area, for its validation.
AREA = (*_CELL, *_CELL)


def asked_in(sheets: Sheets, sheet: str, key: str) -> Value:
    """The contents of the cell below the label; '' if the workbook has none."""
    name = named(sheets.names, sheet)
    if not name:
        return ""
    page = SheetReader(sheets, name)
    for row, cells in enumerate(page.rows[:-1]):
        for col, cell in enumerate(cells):
            if key in text_keys(cell):
                found = page.value((row + 1, col))
                if isinstance(found, (int, float)) and not isinstance(found, bool):
                    return found
                return page.entered((row + 1, col))
    return ""


def name_cell(builder: Builder, sheet: str, key: str, col: int) -> None:
    """Name the input cell and the hidden cell that reads it, before formulas refer to it."""
    builder.book.names[key] = builder.at(sheet, address(_LABEL[0], col, "rc"))
    builder.book.inputs[key] = builder.at(sheet, address(*_CELL, "rc"))


def ask(
    builder: Builder, sheet: Sheet, key: str, value: Value, allowed: Validation, col: int
) -> None:
    """Write the input cell, its label and its note, and the cell that reads it."""
    sheet.put(*_LABEL, builder.heading(key, "section"))
    sheet.put(*_CELL, Cell(value, style="input_int"))
    # The label above it and the empty cell below are locked.
    frame = span(*_LABEL, _CELL[0] + 1)
    text = f"={entered(f'INDEX({frame},2)', is_number=True)}"
    sheet.put(_LABEL[0], col, Cell(shown_of(value), text, "mirror"))
    sheet.put(*_NOTE, builder.heading(f"{key}_note", "note_wrapped"))
    sheet.validations.append(allowed)
