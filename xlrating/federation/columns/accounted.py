"""The account of a file read as columns: how each column and each line was used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from ...bulk.shape import head_of_csv
from ...engine.account import USED, Account, AccountColumn, LineRange
from ...engine.vocabulary.headings import heading_of, spellings
from ...engine.vocabulary.likeness import HeadedColumns as Headings
from ...engine.vocabulary.likeness import understood
from ...exchange.fide_list import HEADINGS, WRITTEN
from ...exchange.parquet import is_parquet
from ...exchange.players import SHOWN_ONLY
from .fide import ROW as FIDE_ROW
from .files import FileColumns, is_unnamed


def account_of(
    columns: FileColumns, kind: str, heads: Iterable[str], matters: Sequence[str],
    ignored: Iterable[str] = (),
) -> Account:  # fmt: skip
    """How a file of this kind was used: its columns that are read, and the `heads` that are not.

    Raises `FileError` for one of those on whose contents ratings may depend.
    """
    name, row = columns.path.name, "game" if kind == "games" else "player"
    if columns.row == FIDE_ROW:
        parts = enumerate(zip(WRITTEN, HEADINGS, strict=True), 1)
        own = (AccountColumn(head, at, USED, part) for at, (head, part) in parts)
        return Account(name, kind, columns=tuple(own), records=columns.records)
    found = _understood(columns, heads, matters, ignored)
    if is_parquet(columns.path):
        return Account(name, kind, columns=found, lines=(LineRange(row, 1, columns.size),))
    head = head_of_csv(columns.path)
    titles = (LineRange("title", 1, head.above),) if head.above else ()
    lines = (*titles, LineRange("heading", head.above + 1, head.above + 1), *_runs(columns, row))
    return Account(
        name, kind, "UTF-8", head.separator, columns=found, lines=lines, records=columns.records
    )


def _runs(columns: FileColumns, row: str) -> Iterable[LineRange]:
    """The lines of the rows, as ranges."""
    rows = columns.rows
    starts = [0, *(np.flatnonzero(np.diff(rows) > 1) + 1).tolist(), columns.size]
    for first, end in pairwise(starts):
        if first < end:
            yield LineRange(row, int(rows[first]), int(rows[end - 1]))


def _understood(
    columns: FileColumns, heads: Iterable[str], matters: Sequence[str], ignored: Iterable[str]
) -> tuple[AccountColumn, ...]:
    parts = {head: part for part, head in columns.headings}
    left = {*heads}
    shown = [head for head in columns.written if head in parts or head in left]
    empty: list[str] = []
    table = Headings(
        tuple(map(heading_of, shown)), tuple("" if is_unnamed(head) else head for head in shown),
        lambda at: columns.others[shown[at]].kinds if shown[at] in columns.others else empty,
    )  # fmt: skip
    known = {heading_of(head): part for head, part in parts.items()}
    # Columns that a list shows but recalculates are not needed.
    known |= {name: "" for part in SHOWN_ONLY for name in spellings(part)}
    found = understood(table, known, ignored, columns.path.name, matters)
    place = {head: at for at, head in enumerate(columns.written, 1)}
    return tuple(one._replace(number=place[shown[one.number - 1]]) for one in found)
