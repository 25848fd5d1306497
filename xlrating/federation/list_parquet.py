"""A rating list as Parquet, with the headings of a CSV list."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from ..engine.errors import ArgumentError
from ..engine.frames import pandas
from ..engine.problem import make_error
from ..engine.vocabulary.headings import OTHER_PACES
from ..engine.vocabulary.waiting import TEXTS
from .column import Column, Figures

#: Keys of columns that are read as texts, and of all that are not numeric.
TEXT_KEYS = ("id", "name", "federation", "title", "foreign", *TEXTS)
ALL_TEXTS = (
    *TEXT_KEYS, "sex", "own", "listed", *(f"{pace}_listed" for pace in OTHER_PACES), "rank",
)  # fmt: skip


def list_frame(keys: Sequence[str], headings: Sequence[str], columns: Sequence[Column]) -> Any:
    """The list as a DataFrame, from columns as `list_columns` returns them."""
    return pandas().DataFrame(dict(map(_cells_of, keys, headings, columns)), copy=False)


def list_parquet(keys: Sequence[str], headings: Sequence[str], columns: Sequence[Column]) -> bytes:
    """The list from columns as `list_columns` returns them.

    Raises `ArgumentError` if the package for writing Parquet is not installed.
    """
    try:
        frame, buffer = list_frame(keys, headings, columns), io.BytesIO()
        # A dictionary of IDs or names is as long as the column, and takes time besides.
        often = [head for head, one in zip(headings, columns, strict=True) if _is_repeated(one)]
        frame.to_parquet(buffer, index=False, use_dictionary=often)
    except ImportError:
        raise make_error(ArgumentError, "opt_no_parquet") from None
    return buffer.getvalue()


def _is_repeated(column: Column) -> bool:
    """Whether most values of a column occur more than once."""
    return 2 * len(column.kinds) < len(column)


def _cells_of(key: str, heading: str, column: Column) -> tuple[str, Any]:
    """The heading and the cells of a column; each distinct cell is converted once."""
    from .columns.arrow import arrow_texts

    pd = pandas()
    own = column.without_others() if column.is_array else Column.of(column.values())
    cells = own.kinds
    if isinstance(cells, range):
        found = pd.Series(cells)
    elif key in ALL_TEXTS:
        found = pd.Series(arrow_texts(cells), dtype="str")
    elif any(isinstance(cell, float) for cell in cells):
        found = pd.Series([float("nan") if cell == "" else cell for cell in cells])
    else:
        gaps = [None if cell == "" else cell for cell in cells]
        found = pd.Series(gaps, dtype="Int64" if None in gaps else "int64")
    return heading, found.array.take(own.codes) if own.is_array else found


def are_figures(kinds: Sequence[Any]) -> bool:
    """Whether these are whole numbers from 0, or their texts stored as numbers."""
    return isinstance(kinds, range) or (
        isinstance(kinds, Figures)
        and not isinstance(kinds.numbers, list)
        and kinds.numbers[:1].min(initial=0) >= 0
    )
