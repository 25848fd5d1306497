"""The layout of a sheet on A4: portrait or landscape, and the number of pages.

A spreadsheet prints a cell whose formula shows nothing, and no program leaves rows out of a page
by itself. So a list is fitted onto as few legible pages as possible, with all its places, filled
or not, and no page comes out of the printer empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, fsum
from typing import NamedTuple

from .grid import Sheet
from .screen import pixels

#: Points of an A4 page inside the margins: how wide and how high.
_UPRIGHT, _ACROSS = (537, 760), (784, 513)
#: The share of both that pages side by side fill: a program may draw rows and columns some
#: hundredths larger, and the last one would be on a page of its own.
_NEARLY = 0.97
#: The smallest legible scale of a sheet: letters of six points. And the scale below which columns
#: that are shown on another sheet, too, are left out.
LEAST, WELL = 0.6, 0.75
#: The share of its page that a wall sheet is enlarged to fill: programs and printers differ
#: slightly, and a second page would have a single row. And the least enlargement that is made.
_SURE, _LARGER = 0.94, 1.1
#: The default height of a row in points, and the default width of a column in characters.
ROW_HEIGHT, _COLUMN = 15.0, 8.43
#: Per cent of the size on the screen at which pages side by side are printed, where they fit.
_SCALES = range(70, 81)
#: The largest scale at which a sheet is printed.
_FAR = 2.0


class Paper(NamedTuple):
    """The print setup of a sheet: landscape or not, and the maximum number of pages; 0: unset.

    Or, if given, its size in per cent of that on the screen.
    """

    across: bool
    pages: int
    scale: int = 0


def paper_of(sheet: Sheet) -> Paper:
    """The print setup with the fewest legible pages, and of these the one with the largest letters.

    >>> paper_of(Sheet("Wall", widths={0: 100}, print_columns=1, print_rows=20, hangs=True))
    Paper(across=True, pages=1, scale=139)
    >>> paper_of(Sheet("Wide", widths={0: 150}, print_columns=1, print_rows=20))
    Paper(across=True, pages=1, scale=0)
    >>> paper_of(Sheet("Long", widths={0: 90}, print_columns=1, print_rows=60))
    Paper(across=False, pages=1, scale=0)
    """
    ways = [False, True] if sheet.landscape is None else [sheet.landscape]
    if sheet.page_break:
        return _side_by_side(sheet)
    if sheet.scale or not sheet.print_rows:
        return Paper(ways[-1], int(sheet.one_page), sheet.scale)
    if sheet.one_page:
        return Paper(max(ways, key=lambda way: _share(sheet, way, 1)), 1)
    widest = max(_of_width(sheet, way) for way in ways)
    if widest < LEAST:
        # More pages do not help: only the way with the largest letters is left.
        ways = [way for way in ways if _of_width(sheet, way) == widest]
    if sheet.hangs:
        best = max(ways, key=lambda way: _share(sheet, way, 1, _FAR))
        if (share := _share(sheet, best, 1, _FAR) * _SURE) >= _LARGER:
            return Paper(best, 1, int(100 * share))
    pages = 1
    while True:
        shares = {way: _share(sheet, way, pages) for way in ways}
        # Upright where that makes the letters hardly smaller: lists hang on boards.
        best = max(ways, key=lambda way: shares[way] + (0.05 if not way else 0))
        if shares[best] >= min(LEAST, widest):
            return Paper(best, pages)
        pages += 1


def fill_wall(sheet: Sheet, names: Iterable[int], least: int) -> None:
    """Set the columns of names to the width, from `least` on, that allows the largest letters.

    If names had more room than most of them need, few rows would leave half of the page empty;
    longer names are shrunk in their cell.
    """
    columns = tuple(names)
    most = int(max(sheet.widths[col] for col in columns))

    def letters(wide: int) -> tuple[int, int]:
        sheet.widths |= dict.fromkeys(columns, wide)
        return int(100 * max(_share(sheet, way, 1, _FAR) for way in (False, True))), wide

    sheet.widths |= dict.fromkeys(columns, max(range(least, most + 1), key=letters))


def _side_by_side(sheet: Sheet) -> Paper:
    """The print setup for pages side by side: portrait unless landscape needs fewer."""
    parts = range(sheet.page_break), range(sheet.page_break, sheet.print_columns)
    widest, found = max(_wide(sheet, part) for part in parts), []
    for across in (False, True):
        wide, high = (_NEARLY * size for size in (_ACROSS if across else _UPRIGHT))
        most = min(_SCALES.stop - 1, int(100 * wide / widest))
        for scale in range(min(_SCALES.start, most), most + 1):
            pages = sum(_below(sheet, part, 100 * high / scale) for part in parts)
            found.append((pages, across, -scale))
    _, across, scale = min(found)
    return Paper(across, 0, -scale)


def _below(sheet: Sheet, columns: range, room: float) -> int:
    """How many pages below each other some columns take, with `room` points on each."""
    rows = 1 + max(row for row, col in sheet.cells if col in columns)
    return 1 + max(0, ceil((_high(sheet, rows) - room) / (room - _head(sheet))))


def leave_out(sheet: Sheet, columns: int) -> None:
    """Print a sheet without its last columns if they make letters small or need more pages."""
    whole, own = paper_of(sheet), sheet.print_columns
    size = _share(sheet, *whole[:2])
    sheet.print_columns -= columns
    if size >= WELL and whole.pages <= paper_of(sheet).pages:
        sheet.print_columns = own


def _share(sheet: Sheet, across: bool, pages: int, most: float = 1.0) -> float:
    """The scale, up to `most`, at which a sheet fits so many pages, one below the other."""
    high = pages * (_ACROSS if across else _UPRIGHT)[1]
    needed = _high(sheet, sheet.print_rows) + _head(sheet) * (pages - 1)
    return min(_of_width(sheet, across, most), high / needed)


def _of_width(sheet: Sheet, across: bool, most: float = 1.0) -> float:
    printed = range(sheet.print_left, sheet.print_columns)
    return min(most, (_ACROSS if across else _UPRIGHT)[0] / _wide(sheet, printed))


def _wide(sheet: Sheet, columns: range) -> float:
    """The width of the columns that are printed, in points."""
    shown = (col for col in columns if col not in sheet.hidden_columns)
    return pixels(sheet.widths.get(col, _COLUMN) for col in shown) * 0.75 or 1.0


def _high(sheet: Sheet, rows: int) -> float:
    """The height of the first `rows` rows, in points."""
    own = [high for row, high in sheet.heights.items() if row < rows]
    return (rows - len(own)) * ROW_HEIGHT + fsum(own)


def _head(sheet: Sheet) -> float:
    """The height of the rows that every page begins with, in points."""
    if sheet.repeat_row is None:
        return 0.0
    rows = range(sheet.repeat_from, sheet.repeat_row + 1)
    return fsum(
        sheet.heights.get(row, 30.0 if row == sheet.repeat_row else ROW_HEIGHT) for row in rows
    )
