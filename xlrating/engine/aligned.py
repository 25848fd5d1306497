"""Text in columns, as a terminal and the widths of cells need it: Chinese letters count double."""

from __future__ import annotations

from typing import List, Tuple
from unicodedata import east_asian_width


def aligned(rows: List[List[str]], right: Tuple[int, ...] = ()) -> List[str]:
    """Rows of cells as aligned lines of text, those of the columns `right` at their right end.

    >>> aligned([["Ann", "8"], ["王伟", "12"]], (1,))
    ['Ann    8', '王伟  12']
    """
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            " " * (widths[i] - width(cell)) + cell
            if i in right
            else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def width(text: str) -> int:
    """The columns that a text takes up where Chinese letters are twice as wide.

    >>> width("ELO"), width("等级分")
    (3, 6)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
