"""The cells of the sheet Prizes: columns, inputs and the cells that read them, errors in a row."""

from __future__ import annotations

from collections.abc import Sequence

from ...exchange.addresses import address, span
from ..builder import Builder
from ..file.grid import Cell, Sheet
from ..inputs import NUMBERS, entered, shown_of
from ..table import FIRST_ROW
from .prize_entries import LAST_ROW, SIZE_ROW, TYPED

#: The places of winners that are shown.
SHOWN = 3
#: The printed part: the names of the categories that have winners, the winners, one more column.
NAME = len(TYPED)
FIRST_SHOWN = NAME + 1
END = FIRST_SHOWN + SHOWN + 1
#: Hidden: the code of a sex, whether a category has any input, its error, the
#: number of that error on Check, and the column it concerns.
SEX, ON, PROBLEM, RANK, AT = range(END, END + 5)
#: Hidden: the cells that read the inputs, in their order.
READ = END + 5
#: The rows below the categories with the locked cells next to input cells.
_BELOW = span(SIZE_ROW, 0, LAST_ROW, 2)


def put_typed(sheet: Sheet, row: int, col: int, cell: Cell, at: str) -> None:
    """Put an input cell, and the hidden one that reads it."""
    sheet.put(row, col, cell)
    text = f"={entered(at, is_number=cell.style in NUMBERS)}"
    sheet.put(row, READ + col, Cell(shown_of(cell.value), text, "mirror"))


def put_alone(sheet: Sheet, row: int, cell: Cell) -> None:
    """Put an input cell below the categories, right of its label, and the one that reads it."""
    put_typed(sheet, row, 1, cell, f"INDEX({_BELOW},{row - SIZE_ROW + 1},2)")


def read_at(row: int, col: int) -> str:
    """The address of the cell that reads an input cell."""
    return address(row, READ + col, "rc")


def put_problem(
    builder: Builder, sheet: Sheet, row: int, wrong: Sequence[tuple[int, str, str]]
) -> None:
    """Put in hidden cells the error in a row, as text, its column, and its number on Check.

    Each item of `wrong` has the column, the test and the text.
    """
    text, at = '""', ""
    for col, test, words in reversed(wrong):
        text = f"IF({test},{words},{text})"
        at = f"IF({test},{col + 1},{at})" if at not in ("", f"{col + 1}") else f"{col + 1}"
    problem, first = address(row, PROBLEM, "rc"), address(FIRST_ROW - 1, RANK, "rc")
    at = f'IF({problem}="",1,{at})'
    sheet.put(row, PROBLEM, Cell("", "=" + builder.render(text), "helper"))
    sheet.put(row, AT, Cell(1, "=" + builder.render(at), "helper"))
    above = f"{first}:{address(row - 1, RANK, 'c')}"
    rank = f'IF({problem}="",0,MAX(start_problems)+check_strays+COUNTIF({above},">0")+1)'
    sheet.put(row, RANK, Cell(0, f"={rank}", "helper"))
