"""Texts that any reader returns unchanged, and columns of texts that are not counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlrating.bulk.fixed import numbered
from xlrating.engine.errors import RatingError
from xlrating.exchange.table import Row
from xlrating.federation.column import Column, TextColumn, are_plain
from xlrating.federation.columns import arrow
from xlrating.federation.columns.arrow import rows_by_text
from xlrating.federation.columns.files import read_columns

#: Pieces of cells, odd ones included.
PIECES = st.sampled_from(
    ["a", "Bc d", "", "'", " ", "#", "#7", "#N/A", "Err:502", "Error", "E", "é", "\t", "\x7f", "\n"]
)
CELLS = st.lists(st.lists(PIECES, max_size=3).map("".join), max_size=6)


def _text(cell: str) -> str | None:
    """What a reader makes of a cell; None for an error."""
    try:
        return Row(("part",), (cell,), "", lambda _: "").text("part")
    except RatingError:
        return None


@given(CELLS)
def test_plain_texts_are_read_unchanged(cells: list[str]) -> None:
    """ "Values are never silently guessed": whatever is not asked about is what a reader returns,
    and one column in numpy says what the same texts without it do."""
    found = are_plain(TextColumn(cells))
    assert found == are_plain(cells)
    if found:
        assert list(map(_text, cells)) == cells
    elif all(cell.isascii() and cell.isprintable() and "'" not in cell for cell in cells):
        assert list(map(_text, cells)) != cells


@given(st.lists(st.text(max_size=4)))
def test_texts_are_sorted_as_python_does(texts: list[str]) -> None:
    """FIDE B02: a list is in the order of ratings, then of names, whoever sorts it."""
    column = Column(np.arange(len(texts))[::-1].copy(), texts)
    wanted = sorted(range(len(texts)), key=column.values().__getitem__)
    assert rows_by_text(column).tolist() == wanted


@given(st.lists(st.integers(0, 9) | st.integers(0, 2**62)))
def test_numbered_as_numpy_does(values: list[int]) -> None:
    """Promise of `bulk.fixed`: integers of any size are numbered as `numpy.unique` does."""
    array = np.array(values, dtype=np.int64)
    for mine, theirs in zip(numbered(array), np.unique(array, return_inverse=True), strict=True):
        assert mine.tolist() == theirs.tolist()


#: The names of a list, by what is odd about them below a thousand rows.
NAMES = {
    "all different": lambda no: f"Surname{no}, Name",
    "some equal": lambda no: f"Surname{no % 1500}, Name",
    "numbers": lambda no: f"{70_000_000 + no}",
    "repeated": lambda no: f"Surname{no % 7}, Name",
    "numbers below": lambda no: f"Surname{no}" if no < 1900 else f"{no}",
    "gaps": lambda no: f"Surname{no}, Name" if no % 5 else None,
    "gaps below": lambda no: f"Surname{no}, Name" if no < 1900 else None,
    "odd letters": lambda no: f" Ünal{no}, 李",
}


@pytest.mark.parametrize("name", NAMES)
def test_long_texts_of_a_list_are_not_counted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """README of the federation: CSV or Parquet, for the list: names that nobody counts are those
    of the file."""
    path = tmp_path / "list.parquet"
    names = list(map(NAMES[name], range(2000)))
    pd.DataFrame({"name": names, "rating": range(1500, 3500)}).to_parquet(path)
    found = read_columns(path).parts["name"]
    monkeypatch.setattr(arrow, "_LONG", 1000)
    counted = read_columns(path).parts["name"]
    assert found.values() == counted.values() == [one or "" for one in names]
    is_long = name in ("all different", "some equal", "numbers below", "odd letters")
    assert (len(found.kinds) == 2000) >= is_long
    assert type(found.kinds) is type(counted.kinds)
