"""Input cells that contain an error value: reported on Check before everything else.

A failed lookup (``#N/A``) spreads to every formula that depends on it, those of Check included,
which could no longer say where it began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet
from ..table import HEAD_ROW

#: The inputs that ratings are made from, in the order in which errors are reported.
_SHEETS = ("Start", "Rules", "Players", "Games", "Prizes")
#: The hidden column of Check with the number of the first such cell of each sheet.
_COL = 4
#: A number for a cell, larger for those that come first; 0 is none.
_FAR, _ROW = 10**7, 1000
#: The test for any such cell.
ANY = "MAX(check_errors)>0"


def add(builder: Builder, check: Sheet) -> None:
    """Put the hidden cells of Check that find such cells."""
    for row, key in enumerate(_SHEETS, HEAD_ROW):
        areas = [builder.at(key, area) for area in _typed(builder.book.sheet(key))]
        found = ",".join(
            f"SUMPRODUCT(MAX(ISERROR({area})*({_FAR}-ROW({area})*{_ROW}-COLUMN({area}))))"
            for area in areas
        )
        check.put(row, _COL, Cell(0, f"=MAX(0,{found})" if areas else "=0", "helper"))
    check.hidden_columns.add(_COL)
    builder.name_area("check_errors", "Check", HEAD_ROW, _COL, HEAD_ROW + len(_SHEETS) - 1)


def first(link: Callable[[str, str], str]) -> str:
    """The link to the first such cell; `link` makes a link from a sheet and a cell's text."""
    found = '""'
    for number, key in reversed([*enumerate(_SHEETS, 1)]):
        place = f"({_FAR}-INDEX(check_errors,{number}))"
        cell = f"ADDRESS(INT({place}/{_ROW}),MOD({place},{_ROW}),4)"
        found = f"IF(INDEX(check_errors,{number})>0,{link(key, cell)},{found})"
    return found


def _typed(sheet: Sheet) -> Iterator[str]:
    """Yield the input areas of a sheet, each with locked cells on two sides."""
    columns = dict[tuple[int, int], list[int]]()
    for run, col in _runs(sheet):
        columns.setdefault(run, []).append(col)
    for (top, bottom), cols in columns.items():
        for left, right in _together(sorted(cols)):
            # Left and right, or in the first column above and below.
            high, wide = (0, 1) if left else (1, 0)
            first = address(top - high, left - wide, "rc")
            yield f"{first}:{address(bottom + high, right + wide, 'rc')}"


def _runs(sheet: Sheet) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the first and the last row of input cells below each other, and their column."""
    rows = dict[int, list[int]]()
    for (row, col), cell in sheet.cells.single.items():
        if cell.style.startswith("input"):
            rows.setdefault(col, []).append(row)
    for col, strips in sheet.cells.strips.items():
        typed = (strip.rows for strip in strips if strip.style.startswith("input"))
        rows.setdefault(col, []).extend(row for own in typed for row in own)
    for col, own in rows.items():
        yield from ((run, col) for run in _together(sorted(own)))


def _together(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        own = [number for _, number in run]
        yield own[0], own[-1]
