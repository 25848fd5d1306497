"""Whom the cells of a column identify: numbers, texts or categories, in their pandas dtype.

Integers on both sides are compared as integers, each category is looked up once, and only texts
that are not found as they are may be names with surrounding blanks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError
from ..engine.frames import cell, key_of
from .fixed import ends, shared_out
from .people import People
from .tables import DecimalColumn, kinds_in, plain, whole_numbers

#: Pseudo-rows: for a blank, and for a cell that matches no player.
BLANK, NOBODY = -1, -2
#: Numbers in a range at most this many times their count are looked up in a table.
_NEAR = 50


class Keys(NamedTuple):
    """The distinct identifiers of players, and the row of each."""

    called: Any
    rows: Any

    def rows_at(self, places: Any) -> Any:
        """The rows for these positions; `NOBODY` for position -1."""
        return np.append(self.rows, NOBODY).take(places)


class Found(NamedTuple):
    """The row of the player in each cell, below 0 for none; and their minimum, 0 at most."""

    rows: Any
    least: int


def rows_of(column: Any, way: str, who: People) -> Found:
    """The row of the player in each cell, -1 for a blank, -2 for no match."""
    column = plain(column)
    is_kinds = isinstance(column.dtype, pd.CategoricalDtype)
    found = None if is_kinds else _rows_at_once(column, way, who)
    if found is not None and found.least > NOBODY:
        return found
    if is_kinds:
        codes, kinds = column.cat.codes.to_numpy(dtype=np.intp), column.cat.categories
    else:
        codes, kinds = kinds_in(column, "a player", "games")
    # A blank has no category: its code is -1, the place before all others.
    return _with_least(np.append(BLANK, _rows_of_kinds(pd.Series(kinds), codes, way, who)), codes)


def _rows_at_once(column: Any, way: str, who: People) -> Found | None:
    """The row of each player in a column of plain values."""
    found = _rows_of_numbers(column, way, who)
    if found is None and isinstance(column.dtype, pd.StringDtype):
        return _rows_in_arrow(column, way, who) if column.dtype.storage == "pyarrow" else None
    return found


def _rows_of_numbers(column: Any, way: str, who: People) -> Found | None:
    """The row of each player in a column of integers; None if players have other identifiers."""
    own = who.numbers(way)
    found = None if own is None else whole_numbers(column)
    if own is None or found is None:
        return None
    values, has = found.values, own.known
    if has.all() and own.values.size and (np.diff(own.values) == 1).all():
        # Numbered without a gap: no lookup is necessary.
        first = int(own.values[0])
        rows = values - first if first else values
        low, high = ends(rows)
        if low < 0 or high >= who.size:
            rows, low = np.where((rows >= 0) & (rows < who.size), rows, NOBODY), NOBODY
        looked_up = Found(rows, min(low, 0))
    else:
        table, first, index = who.once("table", way, lambda _: _table_of(own))
        places = values if index is None else index.get_indexer(values)
        looked_up = _with_least(table, places, first)
    if found.known.all():
        return looked_up
    rows = np.where(found.known, looked_up.rows, BLANK)
    return Found(rows, ends(rows)[0])


def _table_of(own: DecimalColumn) -> tuple[Any, int, Any]:
    """A table of rows, the place of its first player, and an index from number to place.

    Numbers that are close together are places themselves: the index is None. See `_with_least`.
    """
    called, rows = own.values[own.known], np.flatnonzero(own.known)
    first, last = ends(called)
    if last - first >= _NEAR * len(called):
        return np.append(NOBODY, rows), 0, pd.Index(called)
    # Nobody has the last place, nor one beyond.
    table = np.full(last - first + 3, NOBODY)
    table[called - first + 1] = rows
    return table, first, None


def _with_least(table: Any, places: Any, first: int = 0) -> Found:
    """The rows at these places of a table, and their minimum.

    The second entry of the table is for place `first`; the first is for all places below that, and
    the last for all places beyond its end.
    """
    rows = np.empty(len(places), dtype=np.int64)

    def look(parts: Sequence[slice]) -> int:
        least = 0
        for part in parts:
            table.take(places[part] - (first - 1), mode="clip", out=rows[part])
            least = min(least, int(rows[part].min()))
        return least

    return Found(rows, min(shared_out(look, len(rows))))


def _texts(way: str, who: People) -> Keys:
    """The texts that identify exactly one player."""

    def read(way: str) -> Keys:
        called = {"id": who.ids, "name": who.names}.get(way)
        if called is None:
            called = who.no.astype(str).astype(object)
        is_own = called != ""  # a blank identifies nobody
        if way == "name":
            # A shared name identifies nobody.
            is_own &= ~pd.Series(called).duplicated(keep=False).to_numpy()
        return Keys(called[is_own], np.flatnonzero(is_own))

    found: Keys = who.once("called", way, read)
    return found


def _rows_in_arrow(column: Any, way: str, who: People) -> Found:
    """The row of each player in a column of texts that pandas stores with pyarrow."""
    import pyarrow
    from pyarrow import compute

    keys, texts = _texts(way, who), pyarrow.array(column.array)
    known = pyarrow.array(keys.called, type=texts.type)
    places = compute.fill_null(compute.index_in(texts, value_set=known, skip_nulls=True), -1)
    found = _with_least(np.append(NOBODY, keys.rows), places.to_numpy())
    if not texts.null_count:
        return found
    found.rows[column.isna().to_numpy()] = BLANK
    return Found(found.rows, ends(found.rows)[0])


def _rows_of_kinds(kinds: Any, codes: Any, way: str, who: People) -> Any:
    """The row of each player in a column of categories, with or without surrounding blanks."""
    if kinds.dtype.kind in "iu" and who.numbers(way) is None:
        kinds = kinds.astype("str")
    found = _rows_at_once(kinds, way, who)
    if found is not None and found.least > NOBODY:
        return found.rows
    keys = _texts(way, who)
    known = pd.Index(keys.called, dtype=object)
    if found is not None:
        rows = found.rows
    else:
        rows = keys.rows_at(known.get_indexer(pd.Index(kinds, dtype=object)))
    rest = np.flatnonzero(rows == NOBODY)
    texts = [_text(kinds.iloc[at], at, codes) for at in rest.tolist()]
    places = known.get_indexer(pd.Index(texts, dtype=object))
    rows[rest] = np.where([not text for text in texts], BLANK, keys.rows_at(places))
    return rows


def _text(kind: Any, code: int, codes: Any) -> str:
    try:
        return key_of(cell(kind), "a player")
    except ArgumentError as error:
        having = np.flatnonzero(codes == code)
        if not len(having):
            return ""
        raise error.at(f"games, row {having[0] + 1}") from None
