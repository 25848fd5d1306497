"""Columns of cells in numpy and pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ...engine.frames import cell, text_of
from ..column import Column, Figures, TextColumn
from ..fingerprints import WORD


def eight_letters(texts: Sequence[str]) -> list[Any]:
    """Columns of integers that sort like the texts: see `fingerprints.words_of`.

    >>> from ..fingerprints import words_of
    >>> eight_letters(["#7"])[0].tolist() == words_of("#7")
    True
    """
    return _words_in(np.array(list(map(str.encode, texts)) or [b""])[: len(texts)])


def _words_in(encoded: Any) -> list[Any]:
    width = -(-encoded.dtype.itemsize // WORD)
    numbers = encoded.astype(f"S{WORD * width}").view(">u8").reshape(len(encoded), width)
    return [numbers[:, at].astype(np.uint64) for at in range(width)]


def letters_of_ids(numbers: Any) -> list[Any] | None:
    """`eight_letters` of the tokens of IDs, if all are integers with equally many digits.

    >>> letters_of_ids(np.array([70, 71]))[0].tolist() == eight_letters(["#70", "#71"])[0].tolist()
    True
    >>> letters_of_ids(np.array([7, 71]))
    """
    figures = len(str(numbers.max(initial=0)))
    if not len(numbers) or numbers.min() < 10 ** (figures - 1):
        return None
    letters = np.full((len(numbers), figures + 1), ord("#"), dtype=np.uint8)
    for at in range(figures):
        letters[:, figures - at] = numbers // 10**at % 10 + ord("0")
    return _words_in(letters.view(f"S{figures + 1}").ravel())


def column_of(column: Any) -> Column:
    """A column of pandas as the texts of its cells."""
    if column.dtype.kind == "f":
        # Integers in a column with gaps.
        column = column.astype("Int64") if _is_whole(column) else column
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iu":
        values = column.to_numpy()
        low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
        if low > -_MOST and high < _MOST:
            codes, numbers = _counted(values.astype(np.int64, copy=False), low, high)
            return Column(codes, Figures(numbers))
    try:
        # Counted in their own type: converting them in pandas takes longer than everything else.
        own = column.to_numpy() if column.dtype == object else column
        codes, kinds = pd.factorize(own, use_na_sentinel=True)
    except TypeError:
        # Lists and similar objects, which Parquet may contain.
        codes, kinds = pd.factorize(column.map(str, na_action="ignore"), use_na_sentinel=True)
    if kinds.dtype.kind in "iu":
        texts = TextColumn(map(str, kinds.tolist()))
    elif str(kinds.dtype) == "str" or {*map(type, kinds)} <= {str}:
        texts = TextColumn(kinds.tolist())
    else:
        texts = TextColumn(map(_text, kinds))
    if (codes < 0).any():
        codes = np.where(codes < 0, len(texts), codes)
        texts.append("")
    return as_numbers(Column(codes, texts))


def as_numbers(column: Column) -> Column:
    """A column of texts; of integers if all are integers in their plain form.

    >>> as_numbers(Column(np.array([0, 1]), ["12", "7"])).kinds.numbers
    array([ 7, 12])
    >>> as_numbers(Column([0], ["07"])).kinds
    ['07']
    """
    try:
        numbers = list(map(int, column.kinds))
    except ValueError:
        return column
    if not numbers or max(map(abs, numbers)) >= _MOST or list(map(str, numbers)) != column.kinds:
        return column
    found = np.array(numbers, dtype=np.int64)
    order = np.argsort(found)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return Column(place.take(column.codes), Figures(found[order]))


#: Integers in a range up to this size are counted in a table.
_SPAN = 4_000_000
#: An upper bound for IDs.
_MOST = 2**62


def _counted(values: Any, low: int, high: int) -> tuple[Any, Any]:
    """Which number is in each row, and the numbers in order."""
    if high - low >= _SPAN:
        return pd.factorize(values, sort=True)  # type: ignore[no-any-return]
    places = values - low
    occurs = np.zeros(high - low + 1, dtype=bool)
    occurs[places] = True
    return (np.cumsum(occurs, dtype=np.int64) - 1).take(places), np.flatnonzero(occurs) + low


def _is_whole(column: Any) -> bool:
    known = column[column.notna()]
    return bool((known == known.round()).all() and (known.abs() < 2**53).all())


def _text(value: object) -> str:
    found = cell(value)
    return "" if found is None else text_of(found)
