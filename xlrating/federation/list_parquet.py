"""A rating list as Parquet, with the headings of a list in CSV."""

from __future__ import annotations

import io
from collections.abc import Sequence

from ..engine.errors import ArgumentError
from ..engine.frames import pandas
from ..engine.problem import refusal
from ..engine.words.headings import OTHER_PACES
from ..engine.words.waiting import TEXTS
from .columned import Cell

#: Keys of columns that are texts as a list is read; and all that are none of numbers.
TEXT_KEYS = ("id", "name", "federation", "title", "foreign", *TEXTS)
ALL_TEXTS = (
    *TEXT_KEYS, "sex", "own", "listed", *(f"{pace}_listed" for pace in OTHER_PACES), "rank",
)  # fmt: skip


def list_parquet(
    keys: Sequence[str], headings: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> bytes:
    """The list of a table as `list_table` gives it."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(keys)
    return parquet_of(keys, headings, columns)


def parquet_of(
    keys: Sequence[str], headings: Sequence[str], columns: Sequence[Sequence[Cell]]
) -> bytes:
    """The same of its columns.

    Raises `ArgumentError` where what writes Parquet is not installed.
    """
    pd = pandas()
    made = {}
    for key, heading, cells in zip(keys, headings, columns, strict=True):
        kinds = set(map(type, cells))
        if key in ALL_TEXTS:
            made[heading] = pd.Series(list(cells), dtype="str")
        elif float in kinds:
            made[heading] = pd.Series([float("nan") if cell == "" else cell for cell in cells])
        else:
            gaps = [None if cell == "" else cell for cell in cells]
            made[heading] = pd.Series(gaps, dtype="Int64" if "" in cells else "int64")
    buffer = io.BytesIO()
    try:
        pd.DataFrame(made).to_parquet(buffer, index=False)
    except ImportError:
        raise refusal(ArgumentError, "opt_no_parquet") from None
    return buffer.getvalue()
