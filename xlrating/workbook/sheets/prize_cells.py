"""The cells of the sheet Prizes: columns, what is typed and read again, what is wrong in a row."""

from __future__ import annotations

from collections.abc import Mapping

from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Sheet
from ..inputs import NUMBERS, entered, shown_of
from ..table import FIRST_ROW
from .prize_entries import SIZE_ROW, TYPED

#: The places of winners that are shown.
SHOWN = 3
#: What is printed: the names of the categories that somebody won, their winners, a column more.
NAME = len(TYPED)
FIRST_SHOWN = NAME + 1
END = FIRST_SHOWN + SHOWN + 1
#: Hidden: the code of a sex, whether anything is said of a category, what is wrong with it, which
#: line of Check that is, and in which column it stands.
SEX, ON, PROBLEM, RANK, AT = range(END, END + 5)
#: Hidden: what is read of the cells to type into, in their order.
READ = END + 5


def put_typed(sheet: Sheet, row: int, col: int, cell: Cell, at: str) -> None:
    """A cell to type into, and the hidden one that reads it."""
    sheet.put(row, col, cell)
    text = f"={entered(at, is_number=cell.style in NUMBERS)}"
    sheet.put(row, READ + col, Cell(shown_of(cell.value), text, "mirror"))


def put_alone(sheet: Sheet, row: int, cell: Cell) -> None:
    """The same of the one cell of a row below the categories, right of its label."""
    ends = f"{address(row, 0, 'rc')}:{address(row, 2, 'rc')}"
    put_typed(sheet, row, 1, cell, f"INDEX({ends},2)")


def read_at(row: int, col: int) -> str:
    """The cell that reads a cell to type into."""
    return address(row, READ + col, "rc")


def put_problem(
    builder: Builder, sheet: Sheet, row: int, wrong: Mapping[int, tuple[str, str]]
) -> None:
    """Hidden: what is wrong in a row, by column, in words; and which line of Check it is."""
    text, at = '""', "1"
    for col, (test, words) in reversed(list(wrong.items())):
        text, at = f"IF({test},{words},{text})", f"IF({test},{col + 1},{at})"
    sheet.put(row, PROBLEM, Cell("", "=" + builder.render(text), "helper"))
    sheet.put(row, AT, Cell(1, "=" + builder.render(at), "helper"))
    problem, first = address(row, PROBLEM, "rc"), address(FIRST_ROW - 1, RANK, "rc")
    above = f"{first}:{address(row - 1, RANK, 'c')}"
    rank = f'IF({problem}="",0,MAX(start_problems)+check_strays+COUNTIF({above},">0")+1)'
    sheet.put(row, RANK, Cell(0, f"={rank}", "helper"))
    area = (row, 0, row, 1 if row >= SIZE_ROW else NAME - 1)
    sheet.marks.append(ConditionalStyle(area, f'={problem}<>""', "bad"))
