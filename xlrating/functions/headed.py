"""The heading of a column among its numbers: it is skipped, as a blank is, in every program.

A heading is a text that begins with a letter and has no digit, so that a slip like ``2l00`` stays
an error; and it stands above every column of numbers of the call, for a lone text among ratings
may be one that somebody forgot.
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence

from .ranges import Range
from .registry import WorksheetFunction

#: Arguments whose values are texts: they say nothing about a heading above them.
TEXTS = ("title", "sex", "colour", "colours")

#: Where the letters of scripts without capitals are, as of Chinese; `hosts.lambdas` asks the same.
IDEOGRAPHS = (0x2E80, 0xFF00)


def without_heading(
    function: WorksheetFunction, given: Sequence[Optional[Range]]
) -> List[Optional[Range]]:
    """The arguments with a blank in place of each heading, where the columns have headings.

    Those that may be a column decide; where each of them is a single cell, those with the games.
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
    """Whether a cell can be the heading of a column of numbers.

    >>> is_heading("Opponent"), is_heading("对手"), is_heading("2l00"), is_heading("?")
    (True, True, False, False)
    """
    if not isinstance(cell, str):
        return False
    first, low, high = cell.strip()[:1], *IDEOGRAPHS
    is_letter = first.upper() != first.lower() or (first != "" and low <= ord(first) < high)
    return is_letter and not any(digit in cell for digit in "0123456789")


def _is_line(rows: Range) -> bool:
    """Whether it is one column or one row of several cells."""
    return (len(rows) == 1) != (len(rows[0]) == 1)


def _blanked(rows: Range) -> Range:
    first = [None, *rows[0][1:]]
    return [first, *rows[1:]]
