"""Where the headings of a large CSV file are, and whether all lines have as many cells.

A columnar parser fills short lines with blanks, and surplus cells shift all others or are
lost: a rating would become another person's.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..exchange.files import head_of, lines_of
from ..exchange.shape import cells_of_line, headings_of
from ..exchange.table import HEAD_BYTES, line_of_headings

#: How many bytes are examined at a time, so that they fit into the cache.
_BLOCK = 2**18
#: An upper bound for the length of a line.
_LONGEST = 2**22


class HeadingLine(NamedTuple):
    """The line of the headings; how many lines, and bytes, precede it; the cell separator."""

    line: bytes = b""
    above: int = 0
    start: int = 0
    separator: str = ""
    letters: str = "utf-8-sig"


def head_of_csv(path: Path) -> HeadingLine:
    """The headings of a CSV file, below a title or other lines."""
    data = head_of(path, HEAD_BYTES)
    mark = "\ufeff"
    # Every byte can be recovered from its character.
    lines = lines_of(data.decode("utf-8", "surrogateescape").removeprefix(mark))
    above = line_of_headings(lines)
    lengths = [len(line.encode("utf-8", "surrogateescape")) for line in lines[: above + 1]]
    start = sum(lengths[:above]) + data.startswith(mark.encode()) * len(mark.encode())
    line = data[start : start + sum(lengths[above:])]
    return HeadingLine(line, above, start, max(",;\t", key=lambda one: line.count(one.encode())))


class FileLines(NamedTuple):
    """The cells of a file line by line, and the line number at which each row begins."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int]


def uneven_lines(path: Path, head: HeadingLine) -> FileLines | None:
    """The lines of a file that a columnar parser could misread; None if it cannot.

    Raises `FileError` for a duplicate heading, and for a line, with its number, that has more or
    fewer cells than there are headings.
    """
    cells = csv.reader([head.line.decode("utf-8-sig")], delimiter=head.separator)
    headings = next(cells, [])
    headings_of(headings, path.name)
    # A missing column is reported where it is needed.
    if not headings or _are_even(path, head, len(headings) - 1):
        return None
    with path.open(encoding="utf-8-sig", newline="") as file:
        return _read_lines(islice(file, head.above + 1, None), head, headings, path.name)


def _are_even(path: Path, head: HeadingLine, expected: int) -> bool:
    """Whether every line has the expected separators outside quotes; False if that is unclear.

    It is unclear if a quotation mark may join two lines.
    """
    between, rest = head.separator.encode(), b""
    others = bytes({*range(256)} - {*b'\n"', *between})
    line = between * expected + b"\n"
    with path.open("rb", buffering=0) as file:
        file.seek(head.start)
        while data := file.read(_BLOCK):
            if b"\0" in data:
                raise make_error(FileError, "file_no_text", path.name)
            data = rest + data
            end = data.rfind(b"\n") + 1
            # What is outside quotation marks, and inside.
            parts = data[:end].translate(None, others).split(b'"')
            outside = b"".join(parts[::2])
            if len(parts) % 2 == 0 or b"\n" in b"".join(parts[1::2]):
                return False
            if outside != line * (len(outside) // len(line)):
                return False
            rest = data[end:]
            if len(rest) > _LONGEST:
                return False
    return not rest or (b'"' not in rest and rest.count(between) == expected)


def _read_lines(
    lines: Iterable[str], head: HeadingLine, headings: Sequence[str], name: str
) -> FileLines:
    reader = csv.reader(lines, delimiter=head.separator)
    first = start = head.above + 2
    rows, numbers = [], []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(cells_of_line(cells, len(headings), f"{name}, line {start}"))
                numbers.append(start)
            start = first + reader.line_num
    except csv.Error as error:
        raise make_error(
            FileError, "read_no_csv", f"{name}, line {start}", why=str(error)
        ) from None
    return FileLines(headings, rows, numbers)
