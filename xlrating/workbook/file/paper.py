"""How a sheet lies on A4: upright or across, and on how many pages.

A spreadsheet counts a formula that shows nothing as something to print, and no program takes rows
out of a page by itself. So a list is made to fit on as few pages as can be read, whole and free
places alike: none of them comes out of the printer empty.
"""

from __future__ import annotations

from typing import NamedTuple

from .grid import Sheet

#: Points of an A4 page inside the margins: how wide and how high.
_UPRIGHT, _ACROSS = (537, 760), (784, 513)
#: The least share of its size that a sheet is still read in: letters of six points.
LEAST = 0.6
#: Points of a row that says nothing of its height, and the letters of a column that does not.
_ROW, _COLUMN = 15.0, 8.43
#: Per cent of the size on the screen at which pages side by side are printed.
SCALE = 80


class Paper(NamedTuple):
    """How a sheet is printed: across the page or not, and on at most so many pages; 0: not said."""

    across: bool
    pages: int


def paper_of(sheet: Sheet) -> Paper:
    """The way of printing with the fewest pages, and of these the one with the largest letters.

    >>> paper_of(Sheet("Wide", widths={0: 150}, print_columns=1, print_rows=20))
    Paper(across=True, pages=1)
    >>> paper_of(Sheet("Long", widths={0: 90}, print_columns=1, print_rows=60))
    Paper(across=False, pages=1)
    """
    ways = [False, True] if sheet.landscape is None else [sheet.landscape]
    if sheet.page_break or not sheet.print_rows:
        return Paper(ways[-1], int(sheet.one_page))
    if sheet.one_page:
        return Paper(max(ways, key=lambda way: _share(sheet, way, 1)), 1)
    widest = max(_of_width(sheet, way) for way in ways)
    if widest < LEAST:
        # However many pages: only the way with the largest letters comes to that.
        ways = [way for way in ways if _of_width(sheet, way) == widest]
    pages = 1
    while True:
        shares = {way: _share(sheet, way, pages) for way in ways}
        # Upright where that makes the letters hardly smaller: lists hang on boards.
        best = max(ways, key=lambda way: shares[way] + (0.05 if not way else 0))
        if shares[best] >= min(LEAST, widest):
            return Paper(best, pages)
        pages += 1


def _share(sheet: Sheet, across: bool, pages: int) -> float:
    """The share of its size in which a sheet goes on so many pages, one below the other."""
    high = pages * (_ACROSS if across else _UPRIGHT)[1]
    needed = _high(sheet) + _head(sheet) * (pages - 1)
    return min(_of_width(sheet, across), high / needed)


def _of_width(sheet: Sheet, across: bool) -> float:
    return min(1.0, (_ACROSS if across else _UPRIGHT)[0] / _wide(sheet))


def _wide(sheet: Sheet) -> float:
    """Points of the columns that are printed: seven pixels a letter, five between columns."""
    shown = (col for col in range(sheet.print_columns) if col not in sheet.hidden_columns)
    return sum((int(sheet.widths.get(col, _COLUMN) * 7) + 5) * 0.75 for col in shown) or 1.0


def _high(sheet: Sheet) -> float:
    rest = sheet.print_rows - len([row for row in sheet.heights if row < sheet.print_rows])
    own = sum(high for row, high in sheet.heights.items() if row < sheet.print_rows)
    return rest * _ROW + own


def _head(sheet: Sheet) -> float:
    """Points of the rows that every page begins with."""
    if sheet.repeat_row is None:
        return 0.0
    rows = range(sheet.repeat_from, sheet.repeat_row + 1)
    return sum(sheet.heights.get(row, 30.0 if row == sheet.repeat_row else _ROW) for row in rows)
