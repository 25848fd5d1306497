"""What a list of columns says of itself: its fingerprint, and whether it is still so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...exchange.decimals import Numbers
from ...exchange.table import Row
from ..contents import (
    PARTS,
    Contents,
    contents_of_marks,
    mark_of_person,
    marks_of,
    reader_of,
)
from ..ledger_files import Ledger, read_ledger, said_of
from ..marks import factor_of
from .cells import Column, Figures, are_plain
from .files import Columns
from .table import Table

_TEXTS = ("id", "name", "federation", "title")
_NUMBERS = ("place", "rating", "rounded", "n", "games", "peak", "k")


def ledger_of(columns: Columns) -> Ledger:
    """What the list says of itself: see `ledger_files.read_ledger`."""
    found = said_of(columns.path)
    known = {part: columns.parts[part] for part in PARTS if part in columns.parts}
    contents = _contents(known, columns.decimal)
    if found.made is None:
        return found._replace(contents=contents)
    if found.made.contents.digest == contents.digest:
        return found._replace(contents=contents, notices=())
    # What was changed is told by whoever reads the list line by line.
    return read_ledger(columns.path)


def contents_of_columns(table: Table) -> Contents:
    """The contents that a list of these columns will have in any file."""
    keys, _, columns = table
    values = dict(zip(keys, columns, strict=True))
    return _contents({part: values[part] for part in PARTS if part in values})


def _contents(columns: dict[str, Column], decimal: str = ".") -> Contents:
    """`contents_of_values` of columns: each kind of cell is read and marked once."""
    read = {part: _read(column.kinds, part, decimal) for part, column in columns.items()}
    lines: Any = 0
    marks = {}
    for part, column in columns.items():
        marks[part] = np.array([*marks_of(read[part]), 0], dtype=np.uint64)[column.codes]
        lines = lines + marks[part] * np.uint64(factor_of(part))
    whose = _whose(columns, read, marks)
    sums = {
        part: int((own * whose).sum()) for part, own in marks.items() if any(read[part])
    }  # fmt: skip
    lines = np.asarray(lines if columns else [], dtype=np.uint64)
    in_file, in_order = (one.astype(">u8").tobytes() for one in (lines, np.sort(lines)))
    return contents_of_marks(in_file, in_order, sums)


def _whose(columns: dict[str, Column], read: dict[str, list[str]], marks: dict[str, Any]) -> Any:
    """The mark of who each line is about: `mark_of_person` of each."""
    size = len(next(iter(columns.values())).codes) if columns else 0
    found = np.full(size, mark_of_person("", ""), dtype=np.uint64)
    named = np.ones(size, dtype=bool)
    if "id" in columns:
        named = np.array([not text for text in read["id"]], dtype=bool)[columns["id"].codes]
        found = np.where(named, found, 2 * marks["id"] + 1)
    if "name" in columns and named.any():
        codes = columns["name"].codes[named]
        kinds, places = np.unique(codes, return_inverse=True)
        own = [mark_of_person("", read["name"][kind]) for kind in kinds.tolist()]
        found[named] = np.array(own, dtype=np.uint64)[places]
    return found


def _read(cells: Sequence[Any], part: str, decimal: str) -> list[str]:
    if isinstance(cells, Figures) and part in (*_TEXTS, *_NUMBERS):
        return cells.texts
    if part in _TEXTS and are_plain(cells):
        return list(cells)
    if part in _NUMBERS:
        # Most are whole.
        texts = list(map(str, cells))
        if set(map(type, cells)) == {int}:
            return texts
        joined = "".join(texts)
        if joined.isascii() and joined.isdigit() and "" not in texts:
            return list(map(str, map(int, texts)))
    read = reader_of(part, part, 0)
    numbers = Numbers(cells, decimal)
    rows = (Row((part,), (cell,), "", lambda _: "", numbers) for cell in cells)
    return [read(row) for row in rows]


def as_rows(table: Table) -> tuple[list[str], list[str], list[list[Any]]]:
    """The table row by row, as `list_table` gives it."""
    keys, headings, columns = table
    cells = [column.cells().tolist() for column in columns]
    return keys, headings, [list(row) for row in zip(*cells, strict=True)]
