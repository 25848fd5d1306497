"""Text in columns, as a terminal and the widths of cells need it: Chinese letters count double."""

from __future__ import annotations

import re
from typing import Iterator, List, Optional, Tuple
from unicodedata import east_asian_width

#: Blanks, words and numbers, and Chinese characters; a line may break after each of them.
_UNITS = re.compile(r"\s+|[^\s\u2e80-\uffef]+|[\u2e80-\uffef]")
#: Characters that may not begin a line, and those that may not end one.
_CLOSING, _OPENING = frozenset("，。、；：！？）》」』”’％…"), frozenset("（《「『“‘")


def aligned(rows: List[List[str]], right: Tuple[int, ...] = (), gap: str = "  ") -> List[str]:
    """Rows of cells as aligned lines of text; the columns `right` are aligned to the right.

    >>> aligned([["Ann", "8"], ["王伟", "12"]], (1,))
    ['Ann    8', '王伟  12']
    """
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        gap.join(
            " " * (widths[i] - width(cell)) + cell
            if i in right
            else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


#: The minimum width of a text column.
_NARROW = 8


def fitted(
    rows: List[List[str]], right: Tuple[int, ...] = (), columns: Optional[int] = None
) -> List[str]:
    """Rows as lines of text, at most `columns` wide: headings are wrapped, then names cut short.

    The first row holds the headings. `columns` None leaves room for everything; a table of too
    many numbers stays wider.

    >>> fitted([["Name", "New rating"], ["Alexander", "2000"]], (1,), 16)
    ['Name         New', '          rating', 'Alexander   2000']
    >>> fitted([["Name", "New"], ["Alexander", "2000"]], (1,), 13)
    ['Name      New', 'Alexand… 2000']
    """
    lines = aligned(rows, right)
    if columns is None or max(map(width, lines)) <= columns:
        return lines
    head, body = rows[0], rows[1:]
    widths = [
        max([width(word) for word in title.split()] + [width(row[at]) for row in body])
        for at, title in enumerate(head)
    ]
    titles = [wrapped(title, max(1, most)) for title, most in zip(head, widths)]
    tall = max(map(len, titles))
    heads = [[one[at] if at < len(one) else "" for one in titles] for at in range(tall)]
    lines = aligned([*heads, *body], right)
    if max(map(width, lines)) <= columns:
        return lines
    lines = aligned([*heads, *body], right, " ")
    excess = max(map(width, lines)) - columns
    # A number is never cut.
    texts = [at for at in range(len(head)) if any(any(map(str.isalpha, row[at])) for row in body)]
    if excess > 0 and texts:
        widest = max(texts, key=lambda at: widths[at])
        most = max(_NARROW, widths[widest] - excess)
        body = [[_cut(cell, most) if at == widest else cell for at, cell in enumerate(row)]
                for row in body]  # fmt: skip
        lines = aligned([*heads, *body], right, " ")
    return lines


def _cut(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return f"{text}…"


def width(text: str) -> int:
    """The display width of a text, in columns; a Chinese character takes two.

    >>> width("ELO"), width("等级分")
    (3, 6)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(text: str, columns: int) -> List[str]:
    """A text broken into lines of `columns` columns; numbers and their signs stay together.

    >>> wrapped("共26个月，以正在计算的一月为末。", 9)
    ['共26个', '月，以正', '在计算的', '一月为', '末。']
    """
    lines, line = [], ""
    for unit in _units(text):
        if line and width(line) + width(unit.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += unit if line else unit.lstrip()
        while width(line.rstrip()) > columns and " " not in line.strip() and line.isascii():
            lines.append(line[:columns])
            line = line[columns:]
    return [*lines, line.rstrip()] if line.strip() else lines


def _units(text: str) -> Iterator[str]:
    """The parts of a text that may not be broken."""
    unit = ""
    for part in _UNITS.findall(text.replace("\n", " ")):
        if unit and part[0] not in _CLOSING and unit[-1] not in _OPENING:
            yield unit
            unit = ""
        unit += part
    if unit:
        yield unit
