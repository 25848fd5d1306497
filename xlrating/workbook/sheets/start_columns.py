"""The columns of Start: the label, the input cell, the message about it; and hidden ones."""

from __future__ import annotations

from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..inputs import NUMBERS, entered, shown_of

#: The label and the narrow empty column are locked and independent of all inputs: the input
#: between them is read by its position.
LABEL, TYPED, EDGE, HINT = range(4)
#: Hidden: the meaning of the input, and the cell that reads it.
MEANT, READ = 4, 5
#: Hidden: the error in the row's input as text, and its number on Check; the doubt,
#: and its line on Check.
PROBLEM, RANK, NOTICE, NOTICE_RANK = range(10, 14)
HIDDEN = {MEANT, READ, PROBLEM, RANK, NOTICE, NOTICE_RANK}


def put_typed(builder: Builder, sheet: Sheet, row: int, key: str, cell: Cell) -> None:
    """Put an input cell, and the hidden one that all formulas read, by the name `key`."""
    sheet.put(row, TYPED, cell)
    ends = f"{address(row, LABEL, 'c')}:{address(row, EDGE, 'c')}"
    is_number = cell.style in NUMBERS
    text = f"={entered(f'INDEX({ends},{TYPED + 1})', is_number=is_number)}"
    sheet.put(row, READ, Cell(shown_of(cell.value), text, "mirror"))
    builder.book.names[key] = builder.at("Start", address(row, READ, "rc"))
    builder.book.inputs[key] = builder.at("Start", address(row, TYPED, "rc"))


def typed_at(row: int) -> str:
    """The cell that reads the input in a row, for formulas on this sheet."""
    return address(row, READ, "rc")


def meant_at(row: int) -> str:
    """The cell with the meaning of the input in a row, for formulas on this sheet."""
    return address(row, MEANT, "rc")


def put_meant(sheet: Sheet, row: int, value: Value, formula: str) -> None:
    """Put the hidden cell with the meaning of the input in a row."""
    sheet.put(row, MEANT, Cell(value, formula, "helper"))
