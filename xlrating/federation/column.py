"""Columns as distinct values and codes: most of a million cells are alike.

A list has one such column per fact about its people. Operations on values are
performed once per distinct value, however many rows have it. The codes are a numpy array
if numpy has read the list, otherwise any sequence of integers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from .unchanged import are_unchanged

#: Differences of numbers up to this size are counted in a table.
_SHORTEST = 100_000


class Figures(Sequence[str]):
    """Texts of whole numbers in numerical order, created on demand.

    >>> Figures([7, 12])[1]
    '12'
    """

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    @cached_property
    def texts(self) -> list[str]:
        """All numbers as texts, in order."""
        numbers = self.numbers
        return list(map(str, numbers if isinstance(numbers, list) else numbers.tolist()))

    @property
    def is_array(self) -> bool:
        """Whether the numbers are a numpy array."""
        return hasattr(self.numbers, "dtype")

    @property
    def are_short(self) -> bool:
        """Whether each consists of a few digits only, which any reader accepts."""
        least, most = self.numbers[:1], self.numbers[-1:]
        return bool((least >= 0).all() and (most < 10**9).all())

    def __len__(self) -> int:
        return len(self.numbers)

    def __contains__(self, text: object) -> bool:
        try:
            at = bisect_left(self.numbers, int(str(text)))
        except ValueError:
            return False
        return at < len(self.numbers) and self[at] == text

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Figures: ...

    def __getitem__(self, at: int | slice) -> str | Figures:
        return Figures(self.numbers[at]) if isinstance(at, slice) else str(int(self.numbers[at]))


class TextColumn(list[str]):
    """An immutable list of texts: questions about all of them are answered once."""

    @cached_property
    def are_plain(self) -> bool:
        """Whether `Row.text` would return all of these unchanged, without errors."""
        return are_unchanged(self, True)


@dataclass(frozen=True)
class Column:
    """A column: its distinct values (`kinds`), and which of them each row has."""

    codes: Any
    kinds: Sequence[Any]

    @classmethod
    def of(cls, values: Sequence[Any]) -> Column:
        """A column from a value per row.

        >>> Column.of(["a", "b"]).take([1, 1]).values()
        ['b', 'b']
        """
        return cls(range(len(values)), values)

    @property
    def is_array(self) -> bool:
        """Whether the codes are a numpy array."""
        return hasattr(self.codes, "dtype")

    @property
    def cells(self) -> Sequence[Any]:
        """The distinct values; numbers in a row, such as places, as figures, if in numpy."""
        is_range = self.is_array and isinstance(self.kinds, range)
        return Figures(self.places(self.kinds)) if is_range else self.kinds

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        return self.kinds[self.codes[row]]

    def take(self, rows: Any) -> Column:
        """The column of the given rows, in their order."""
        if self.is_array or isinstance(rows, slice):
            return Column(self.codes[rows], self.kinds)
        return Column(list(map(self.codes.__getitem__, rows)), self.kinds)

    def places(self, rows: Sequence[int]) -> Any:
        """Row indexes in the form that `take` handles fastest."""
        if not self.is_array:
            return rows
        import numpy as np

        if isinstance(rows, range):
            return np.arange(rows.start, rows.stop, rows.step)
        return np.array(rows, dtype=np.int64)

    def map(self, of: Callable[[Any], Any]) -> Column:
        """The column with a function applied to each distinct value."""
        return Column(self.codes, list(map(of, self.kinds)))

    def merged(self) -> Column:
        """The column with equal values merged.

        >>> Column([0, 1, 2], ["a", "b", "a"]).merged()
        Column(codes=[0, 1, 0], kinds=['a', 'b'])
        """
        known: dict[Any, int] = {}
        place = self.places([known.setdefault(kind, len(known)) for kind in self.kinds])
        if self.is_array:
            return Column(place.take(self.codes), list(known))
        return Column([place[code] for code in self.codes], list(known))

    def values(self) -> list[Any]:
        """The value of each row."""
        if self.is_array:
            return self.array().tolist()  # type: ignore[no-any-return]
        return list(map(self.kinds.__getitem__, self.codes))

    def array(self) -> Any:
        """The value of each row, as a numpy array."""
        import numpy as np

        found = np.empty(len(self.kinds), dtype=object)
        found[:] = list(self.kinds)
        return found[self.codes]

    def put(self, values: Mapping[int, Any]) -> Column:
        """The column with some rows replaced."""
        if not values:
            return self
        codes = self.codes.copy() if self.is_array else list(self.codes)
        for at, row in enumerate(values, len(self.kinds)):
            codes[row] = at
        return Column(codes, [*self.kinds, *values.values()])

    def longer(self, more: int, value: Any = None) -> Column:
        """The column extended by rows with the same value.

        >>> Column.of(["a"]).longer(2, "b").values()
        ['a', 'b', 'b']
        """
        if not more:
            return self
        new, kinds = [len(self.kinds)] * more, [*self.kinds, value]
        if self.is_array:
            import numpy as np

            return Column(np.append(self.codes, new), kinds)
        return Column([*self.codes, *new], kinds)

    def rows(self, are: Callable[[Any], bool]) -> list[int]:
        """The rows with values that satisfy a condition.

        >>> Column.of([1, None, 2]).rows(bool)
        [0, 2]
        """
        known = list(map(are, self.kinds))
        if self.is_array:
            import numpy as np

            return np.flatnonzero(np.array(known, dtype=bool)[self.codes]).tolist()
        return [row for row, code in enumerate(self.codes) if known[code]]

    def without_others(self) -> Column:
        """The column without values that no row has any more; for numpy codes."""
        import numpy as np

        there = np.bincount(self.codes, minlength=len(self.kinds)) > 0
        if there.all():
            return self
        at = np.flatnonzero(there)
        kinds: Sequence[Any]
        if isinstance(self.kinds, Figures):
            kinds = Figures(self.kinds.numbers[at])
        else:
            kinds = [self.kinds[number] for number in at.tolist()]
        return Column((np.cumsum(there) - 1).take(self.codes), kinds)

    def counts(self) -> list[tuple[Any, int]]:
        """The values that occur, and how often.

        >>> Column([0, 0, 2], "abc").counts()
        [('a', 2), ('c', 1)]
        """
        if self.is_array:
            import numpy as np

            times = np.bincount(self.codes, minlength=len(self.kinds)).tolist()
        else:
            found = Counter(self.codes)
            times = [found[at] for at in range(len(self.kinds))]
        return [(kind, n) for kind, n in zip(self.kinds, times, strict=True) if n]


def joined(columns: Sequence[Column]) -> Column:
    """The combinations of values in the same row.

    >>> joined([Column([0, 0, 1], "ab"), Column([0, 0, 0], "x")]).kinds
    [('a', 'x'), ('b', 'x')]
    """
    first, *others = columns
    if not first.is_array:
        known: dict[tuple[int, ...], int] = {}
        rows = zip(*(one.codes for one in columns), strict=True)
        codes = [known.setdefault(row, len(known)) for row in rows]
        return Column(
            codes,
            [tuple(one.kinds[at] for one, at in zip(columns, row, strict=True)) for row in known],
        )
    import pandas as pd

    found = first.map(lambda kind: (kind,))
    for one in others:
        size = len(one.kinds)
        if size == 1:
            found = Column(found.codes, [(*kind, *one.kinds) for kind in found.kinds])
            continue
        codes, pairs = pd.factorize(found.codes * size + one.codes)
        kinds = [(*found.kinds[pair // size], one.kinds[pair % size]) for pair in pairs.tolist()]
        found = Column(codes, kinds)
    return found


def differences(first: Column, second: Column) -> Column | None:
    """Each number minus the other column's, None if one is missing.

    Returns None without numpy, or if numbers are not whole.

    >>> differences(Column.of([5, None]), Column.of([3, 4])) is None  # too few for numpy
    True
    """
    if not (first.is_array and len(first)):
        return None
    import numpy as np

    sides, missing = [], np.zeros(len(first), dtype=bool)
    for column in (first, second):
        kinds = column.kinds
        if any(one is not None and (one % 1 or abs(one) > _SHORTEST) for one in kinds):
            return None
        missing |= np.array([one is None for one in kinds], dtype=bool).take(column.codes)
        numbers = np.array([0 if one is None else int(one) for one in kinds], dtype=np.int64)
        sides.append(numbers.take(column.codes))
    changes = np.where(missing, 0, sides[0] - sides[1])
    low = int(changes.min())
    occurs = np.bincount(changes - low) > 0
    codes, known = np.cumsum(occurs) - 1, (np.flatnonzero(occurs) + low).tolist()
    return Column(np.where(missing, len(known), codes.take(changes - low)), [*known, None])


def are_plain(texts: Sequence[str]) -> bool:
    """Whether `Row.text` would return all of these unchanged, without errors.

    >>> are_plain(["Lee, Ann", "#7"]), are_plain(["Lee,\\nAnn"]), are_plain(["#N/A"])
    (True, False, False)
    """
    if isinstance(texts, Figures):
        return True
    return texts.are_plain if isinstance(texts, TextColumn) else are_unchanged(texts)
