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


def refuse_misshapen(path: Path, head: bytes, separator: str) -> None:
    """Refuse a heading that stands twice, and lines with more or fewer cells than there are.

    Raises `FileError` with the line.
    """
    headings = next(csv.reader([head.decode("utf-8-sig")], delimiter=separator), [])
    headings_of(headings, path.name)
    if not headings:
        return  # what is missing is told by who looks for it
    data = path.read_bytes()
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if _separators(data, separator) != lines * (len(headings) - 1):
        with path.open(encoding="utf-8-sig", newline="") as file:
            _refuse_lines(file, separator, len(headings), path.name)


def _separators(data: bytes, separator: str) -> int:
    """How many separators stand outside quotation marks."""
    if b'"' not in data:
        return data.count(separator.encode())
    letters = np.frombuffer(data, dtype=np.uint8)
    is_inside = np.cumsum(letters == ord('"'), dtype=np.uint8) & 1
    return int(((letters == ord(separator)) & (is_inside == 0)).sum())


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
