"""Cell addresses as people and formulas write them: A1.

Libraries that write or read files have this, too, but importing one takes longer than a
command that only names a cell.
"""

from __future__ import annotations

import re
from functools import cache

_PLACE = re.compile(r", sheet (.+), cell ([A-Z]+)(\d+)$")


@cache
def column_letter(col: int) -> str:
    """The letters of a column, counted from 0.

    >>> column_letter(0), column_letter(27)
    ('A', 'AB')
    """
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, col: int, fixed: str = "") -> str:
    """The A1 address of a cell; `fixed` holds 'r' and 'c' for a fixed row and column.

    >>> address(4, 2), address(4, 2, "rc"), address(4, 2, "c")
    ('C5', '$C$5', '$C5')
    """
    dollar_c = "$" if "c" in fixed else ""
    dollar_r = "$" if "r" in fixed else ""
    return f"{dollar_c}{column_letter(col)}{dollar_r}{row + 1}"


def span(top: int, left: int, bottom: int, right: int | None = None) -> str:
    """The fixed range from one cell to another, by default of a single column.

    >>> span(4, 2, 9), span(0, 0, 1, 3)
    ('$C$5:$C$10', '$A$1:$D$2')
    """
    last = left if right is None else right
    return f"{address(top, left, 'rc')}:{address(bottom, last, 'rc')}"


def cell_at(place: str) -> tuple[str, int, int] | None:
    """The sheet, row and column (from 0) of a cell named in a message; None for other places.

    >>> cell_at("club.xlsx, sheet Old list, cell B3")
    ('Old list', 2, 1)
    """
    found = _PLACE.search(place)
    return (found[1], int(found[3]) - 1, column_number(found[2])) if found else None


def column_number(letters: str) -> int:
    """The index, from 0, of the column with these letters.

    >>> column_number("A"), column_number("aa")
    (0, 26)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
