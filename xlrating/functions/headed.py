"""A heading among the numbers of a column is skipped like a blank, in every program.

A heading is a text that begins with a letter and has no digit, so that a typo like ``2l00`` stays
an error; and every column of numbers in the call must have one, because a single text among ratings
may be one that somebody forgot.
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence

from .ranges import Range
from .registry import WorksheetFunction

#: Arguments with text values: they do not show whether there are headings.
TEXTS = ("title", "sex", "colour", "colours")

#: Where scripts without capitals begin, such as Chinese; `hosts.lambdas` uses the same.
IDEOGRAPHS = (0x2E80, 0xFF00)


def without_heading(
    function: WorksheetFunction, given: Sequence[Optional[Range]]
) -> List[Optional[Range]]:
    """The arguments with headings replaced by blanks, if the columns have headings.

    Arguments that may be columns decide; if each of them is a single cell, those with the games.
    """
    names = [parameter.name for parameter in function.parameters]
    lines = {name: rows for name, rows in zip(names, given) if rows is not None and _is_line(rows)}
    for kind in (function.each, function.rows):
        deciding = [lines[name] for name in kind if name in lines and name not in TEXTS]
        if deciding:
            if not all(is_heading(rows[0][0]) for rows in deciding):
                break
            found: List[Optional[Range]] = list(given)
            for place, name in enumerate(names):
                if name in lines and name in function.each + function.rows:
                    found[place] = _blanked(lines[name])
            return found
    return list(given)


def is_heading(cell: Any) -> bool:
    """Whether a cell may be the heading of a column of numbers.

    >>> is_heading("Opponent"), is_heading("对手"), is_heading("2l00"), is_heading("?")
    (True, True, False, False)
    """
    if not isinstance(cell, str):
        return False
    first, low, high = cell.strip()[:1], *IDEOGRAPHS
    is_letter = first.upper() != first.lower() or (first != "" and low <= ord(first) < high)
    return is_letter and not any(digit in cell for digit in "0123456789")


def _is_line(rows: Range) -> bool:
    """Whether a range is a single column or row of several cells."""
    return (len(rows) == 1) != (len(rows[0]) == 1)


def _blanked(rows: Range) -> Range:
    first = [None, *rows[0][1:]]
    return [first, *rows[1:]]
