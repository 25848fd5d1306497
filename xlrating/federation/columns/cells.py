"""Columns of cells, each kind of cell once: of a million cells most are alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
import pandas as pd

from ...engine.frames import cell, text_of
from ...exchange.unknown import is_error
from ..marks import WORD

#: So many figures are a whole number that any reader takes.
SHORT = 9


class Figures(Sequence[str]):
    """Texts of whole numbers, which stand in their order; made when somebody asks for one.

    >>> Figures(np.array([7, 12]))[1]
    '12'
    """

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    @cached_property
    def texts(self) -> list[str]:
        """All of them."""
        return list(map(str, self.numbers.tolist()))

    @property
    def are_short(self) -> bool:
        """Whether each is a few figures and nothing else."""
        least, most = self.numbers[:1], self.numbers[-1:]
        return bool((least >= 0).all() and (most < 10**SHORT).all())

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Figures: ...

    def __getitem__(self, at: int | slice) -> str | Figures:
        return Figures(self.numbers[at]) if isinstance(at, slice) else str(int(self.numbers[at]))


@dataclass(frozen=True)
class Column:
    """A column of cells: each kind of cell once, and which of them stands in each row."""

    codes: Any
    kinds: Sequence[Any]

    def having(self, rows: Any) -> Column:
        """Some of the rows."""
        return Column(self.codes[rows], self.kinds)

    def without_others(self) -> Column:
        """The column without kinds of cells that no row has any more."""
        there = np.bincount(self.codes, minlength=len(self.kinds)) > 0
        at = np.flatnonzero(there)
        kinds: Sequence[Any]
        if isinstance(self.kinds, Figures):
            kinds = Figures(self.kinds.numbers[at])
        else:
            kinds = [self.kinds[number] for number in at.tolist()]
        return Column((np.cumsum(there) - 1).take(self.codes), kinds)

    def cells(self) -> Any:
        """The cell of each row."""
        found = np.empty(len(self.kinds), dtype=object)
        found[:] = list(self.kinds)
        return found[self.codes]

    def lengths(self) -> Any:
        """How many bytes each kind of cell is long."""
        if isinstance(self.kinds, Figures):
            numbers = self.kinds.numbers
            return np.searchsorted(_TENS, abs(numbers), side="right") + 1 + (numbers < 0)
        texts = self.kinds if "".join(self.kinds).isascii() else map(str.encode, self.kinds)
        return np.array(list(map(len, texts)) or [0], dtype=np.int64)


#: Where numbers begin that have one figure more.
_TENS = 10 ** np.arange(1, 19)


def are_plain(texts: Sequence[str]) -> bool:
    """Whether `Row.text` would leave all of these as they are, and refuse none.

    >>> are_plain(["Lee, Ann", "#7"]), are_plain(["Lee,\\nAnn"]), are_plain(["#N/A"])
    (True, False, False)
    """
    if isinstance(texts, Figures):
        return True
    joined = "\n".join(texts)
    if not joined.isascii():
        return False
    letters = np.frombuffer(joined.encode(), dtype=np.uint8)
    between = max(len(texts) - 1, 0)
    if np.count_nonzero((letters < ord(" ")) | (letters > ord("~"))) != between:
        return False
    framed = f"\n{joined}\n"
    if any(one in framed for one in ("\n ", " \n", "\n'")):
        return False
    return not (("#" in joined or "\nErr" in framed) and any(map(is_error, texts)))


def eight_letters(texts: Sequence[str]) -> list[Any]:
    """Columns of numbers that are sorted as the texts are: see `marks.words_of`.

    >>> from ..marks import words_of
    >>> eight_letters(["#7"])[0].tolist() == words_of("#7")
    True
    """
    encoded = np.array(list(map(str.encode, texts)) or [b""])[: len(texts)]
    width = -(-encoded.dtype.itemsize // WORD)
    numbers = encoded.astype(f"S{WORD * width}").view(">u8").reshape(len(texts), width)
    return [numbers[:, at].astype(np.uint64) for at in range(width)]


def column_of(column: Any) -> Column:
    """The texts of a column."""
    if column.dtype.kind == "f":
        # Whole numbers in a column with gaps.
        column = column.astype("Int64") if _is_whole(column) else column
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iu":
        values = column.to_numpy()
        low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
        if low > -_MOST and high < _MOST:
            codes, numbers = _counted(values.astype(np.int64, copy=False), low, high)
            return Column(codes, Figures(numbers))
    try:
        codes, kinds = pd.factorize(column, use_na_sentinel=True)
    except TypeError:
        # Lists and the like, which Parquet may hold.
        codes, kinds = pd.factorize(column.map(str, na_action="ignore"), use_na_sentinel=True)
    if kinds.dtype.kind in "iu":
        texts = list(map(str, kinds.tolist()))
    elif str(kinds.dtype) == "str":
        texts = kinds.tolist()
    else:
        texts = [_text(one) for one in kinds]
    if (codes < 0).any():
        codes = np.where(codes < 0, len(texts), codes)
        texts.append("")
    return Column(codes, texts)


#: Whole numbers that span no more than so many are counted by a table.
_SPAN = 4_000_000
#: Nobody has an ID beyond.
_MOST = 2**62


def _counted(values: Any, low: int, high: int) -> tuple[Any, Any]:
    """Which number stands in each row, and the numbers in their order."""
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
