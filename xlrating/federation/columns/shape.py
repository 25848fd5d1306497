"""Whether every line of a large CSV has the cells that its headings say.

A parser of columns gives short lines blanks, and cells beyond the headings shift all others or are
lost: a rating would be another person's.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ...engine.errors import FileError
from ...engine.problem import refusal
from ...exchange.shape import cells_of_line, headings_of

#: So many bytes are looked at together: as many as stay in a processor's own memory.
_BLOCK = 2**18


def refuse_misshapen(path: Path, head: bytes, separator: str) -> None:
    """Refuse a heading that stands twice, and lines with more or fewer cells than there are.

    Raises `FileError` with the line.
    """
    headings = next(csv.reader([head.decode("utf-8-sig")], delimiter=separator), [])
    headings_of(headings, path.name)
    if not headings:
        return  # what is missing is told by who looks for it
    lines, separators = _counted(path, separator)
    if separators != lines * (len(headings) - 1):
        with path.open(encoding="utf-8-sig", newline="") as file:
            _refuse_lines(file, separator, len(headings), path.name)


def _counted(path: Path, separator: str) -> tuple[int, int]:
    """How many lines a file has, and how many separators outside quotation marks."""
    lines = separators = 0
    is_inside, last = False, b"\n"
    with path.open("rb", buffering=0) as file:
        while data := file.read(_BLOCK):
            letters = np.frombuffer(data, dtype=np.uint8)
            lines += int(np.count_nonzero(letters == ord("\n")))
            between = letters == ord(separator)
            if is_inside or b'"' in data:
                inside = np.cumsum(letters == ord('"')) + is_inside & 1
                between &= inside == 0
                is_inside = bool(inside[-1])
            separators += int(np.count_nonzero(between))
            last = data[-1:]
    return lines + (last != b"\n"), separators


def _refuse_lines(file: Iterable[str], separator: str, expected: int, name: str) -> None:
    reader = csv.reader(file, delimiter=separator)
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                cells_of_line(cells, expected, f"{name}, line {start}")
            start = reader.line_num + 1
    except csv.Error as error:
        raise refusal(FileError, "file_not_read", name, why=str(error)) from None
