"""Text in columns, as a terminal and the widths of cells need it: Chinese letters count double."""

from __future__ import annotations

import re
from typing import Iterator, List, Tuple
from unicodedata import east_asian_width

#: Blanks, words and numbers, and Chinese letters, after each of which a line may end.
_UNITS = re.compile(r"\s+|[^\s\u2e80-\uffef]+|[\u2e80-\uffef]")
#: What no line begins with, and what none ends with.
_CLOSING, _OPENING = frozenset("，。、；：！？）》」』”’％…"), frozenset("（《「『“‘")


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


def wrapped(text: str, columns: int) -> List[str]:
    """A text in lines of so many columns; numbers stay whole, signs with what they belong to.

    >>> wrapped("共26个月，以正在计算的一月为末。", 9)
    ['共26个', '月，以正', '在计算的', '一月为', '末。']
    """
    lines, line = [], ""
    for unit in _units(text):
        if line and width(line) + width(unit.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += unit if line else unit.lstrip()
        while width(line) > columns and " " not in line.strip() and line.isascii():
            lines.append(line[:columns])
            line = line[columns:]
    return [*lines, line.rstrip()] if line.strip() else lines


def _units(text: str) -> Iterator[str]:
    """The parts of a text that no line divides."""
    unit = ""
    for part in _UNITS.findall(text.replace("\n", " ")):
        if unit and part[0] not in _CLOSING and unit[-1] not in _OPENING:
            yield unit
            unit = ""
        unit += part
    if unit:
        yield unit
