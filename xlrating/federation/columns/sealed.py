"""What a list of columns says of itself: its fingerprint, and whether it is still so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...exchange.table import Row
from ..contents import (
    PARTS,
    Contents,
    contents_of_values,
    digest_of_lines,
    lines_of_values,
    reader_of,
)
from ..ledger_files import Ledger, read_ledger, said_of
from .files import CSV_NUMBERS, Column, Columns, are_plain
from .table import Table

_TEXTS = ("id", "name", "federation", "title")
_NUMBERS = ("place", "rating", "rounded", "n", "games", "peak", "k")


def ledger_of(columns: Columns) -> Ledger:
    """What the list says of itself: see `ledger_files.read_ledger`."""
    values = {}
    for part in PARTS:
        if part in columns.parts:
            column = columns.parts[part]
            values[part] = Column(column.codes, _read(column.kinds, part)).texts()
    found = said_of(columns.path)
    digest = digest_of_lines(lines_of_values(values))
    contents = Contents(digest, {}, ())
    if found.made is None:
        return found._replace(contents=contents)
    if found.made.contents.digest == digest:
        return found._replace(contents=contents, notices=())
    # What was changed is told by whoever reads the list line by line.
    return read_ledger(columns.path)


def contents_of_columns(table: Table) -> Contents:
    """The contents that a list of these columns will have in any file."""
    keys, _, columns = table
    values = dict(zip(keys, columns, strict=True))
    return contents_of_values({part: _read(values[part], part) for part in PARTS if part in values})


def _read(cells: Sequence[Any], part: str) -> list[str]:
    read: Callable[[Row], str] = reader_of(part, part, 0)
    if part in _TEXTS and are_plain(cells):
        return list(cells)
    if part in _NUMBERS:
        # Most are whole.
        whole = [str(cell) if type(cell) is int else None for cell in cells]
        if None not in whole:
            return whole  # type: ignore[return-value]
    known: dict[Any, str] = {}
    found = []
    for cell in cells:
        text = known.get(cell)
        if text is None:
            row = Row((part,), (cell,), "", lambda _: "", CSV_NUMBERS)
            text = known[cell] = read(row)
        found.append(text)
    return found


def as_rows(table: Table) -> tuple[list[str], list[str], list[list[Any]]]:
    """The table row by row, as `list_table` gives it."""
    keys, headings, columns = table
    return keys, headings, [list(row) for row in zip(*columns, strict=True)]
