"""Long columns of numbers: a function is called once per distinct kind of cell, not per cell.

Cells of one kind have the same result: equal numbers and, with a printed table, all numbers
between two of its bounds.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..engine.frames import package_of
from ..engine.rounding import DIGITS

#: Keys in a range no larger than this are looked up in a table; sorting would take longer.
_SPAN = 2**22
#: The number of cells processed at a time, so that they fit into the processor's cache.
_BLOCK = 2**15
#: The number of decimals tried for a column; ratings have two.
_PLACES = 4
#: Numbers this close to a bound may equal it, at the 15 digits that a cell shows.
_NEAR, _DIGIT = 1e-9, 1e-14
#: An upper bound for ratings; keys for pairs have room for smaller ones.
_LARGE = 1e6
#: With at least this many kinds, calling per kind is no faster than calling per cell.
_FEW, _MANY = 1000, 0.2


class Kinds(NamedTuple):
    """One number of each kind, None for a blank, and the kind of each cell."""

    numbers: Sequence[Any]
    of: Any


def kinds_of(column: Any, steps: int) -> Optional[Kinds]:
    """The kinds in a column of numbers; None if it has other cells, or hardly any repetition.

    `steps` is the possible number of equally spaced bounds of a table per 1; 0 if each
    number has its own result.

    >>> kinds_of(np.array([2000, 2100, 2000]), 0)
    Kinds(numbers=[2000, 2100], of=array([0, 1, 0]))
    >>> kinds_of(np.array([5.25, 5.5, float("nan"), 6]), 1)
    Kinds(numbers=[5.5, 6.0, None], of=array([0, 0, 2, 1]))
    """
    values = _numbers(column)
    if values.ndim != 1 or values.dtype.kind not in "iuf" or values.dtype.itemsize > 8:
        return None
    if values.dtype.kind in "iu":
        return _ranked(values.astype(np.int64), values) if _fits(values) else None
    values = values.astype(np.float64, copy=False)
    known = abs(values) < 10.0**DIGITS
    if not (known | np.isnan(values)).all():
        return None  # beyond the range of calculation
    is_blank = bool((~known).any())
    found = values[known] if is_blank else values
    kinds = (_between(found, steps) if steps else None) or _decimals(found)
    if kinds is None or not is_blank:
        return kinds
    of = np.full(len(values), len(kinds.numbers))
    of[known] = kinds.of
    return Kinds([*kinds.numbers, None], of)


def _numbers(column: Any) -> Any:
    is_nullable = package_of(column) == "pandas" and not isinstance(column.dtype, np.dtype)
    if is_nullable and column.dtype.kind in "iuf":
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    return np.asarray(column)


def _fits(values: Any) -> bool:
    return not len(values) or int(values.max()) < 2**63


def _ranked(keys: Any, values: Any) -> Optional[Kinds]:
    """The kinds of whole numbers, each with one value of that kind."""
    if not len(keys):
        return Kinds([], keys)
    low, high = int(keys.min()), int(keys.max())
    if high - low < _SPAN:
        place = np.full(high - low + 1, -1)
        place[keys - low] = np.arange(len(keys))
        there = np.flatnonzero(place >= 0)
        numbers = values[place[there]]
        place[there] = np.arange(len(there))
        of = place.take(keys - low)
    else:
        _, first, of = np.unique(keys, return_index=True, return_inverse=True)
        numbers = values[first]
    return Kinds(numbers.tolist(), of) if len(numbers) <= max(_FEW, _MANY * len(keys)) else None


def numbers_of(column: Any) -> Optional[Any]:
    """A column of plain numbers, with NaN for blanks; None for any other column."""
    values = _numbers(column)
    if values.ndim != 1 or values.dtype.kind not in "iuf" or values.dtype.itemsize > 8:
        return None
    values = values.astype(np.float64, copy=False)
    return values if ((abs(values) < 10.0**DIGITS) | np.isnan(values)).all() else None


def _decimals(values: Any) -> Optional[Kinds]:
    """The kinds of numbers with a few decimals, as in lists; None for any others."""
    some = values[:_FEW]
    for places in range(_PLACES + 1):
        # Speed: the first cells mostly tell.
        if not (np.rint(some * 10**places) / 10**places == some).all():
            continue
        whole = np.rint(values * 10**places)
        if (whole / 10**places == values).all():
            return _ranked(whole.astype(np.int64), values)
    return None


def _between(values: Any, steps: int) -> Optional[Kinds]:
    """The kinds of numbers if all between two bounds are equivalent; None if there are too many."""
    keys, is_near = np.empty(len(values), dtype=np.int64), np.empty(len(values), dtype=bool)
    for first in range(0, len(values), _BLOCK):
        part = slice(first, first + _BLOCK)
        scaled = values[part] * steps
        low = np.floor(scaled)
        above = scaled - low
        reach = _NEAR + abs(scaled) * _DIGIT
        is_near[part] = (above < reach) | (above > 1 - reach)
        if steps == 1:
            # A bound itself is a number without loss of precision.
            is_near[part] &= above > 0
        keys[part] = 2 * low + (above > 0)
    if not is_near.any():
        return _ranked(keys, values)
    far = _ranked(keys[~is_near], values[~is_near])
    numbers, near = np.unique(values[is_near], return_inverse=True)
    if far is None or len(numbers) > max(_FEW, _MANY * len(values)):
        return None
    of = np.zeros(len(values), dtype=np.int64)
    of[~is_near], of[is_near] = far.of, near + len(far.numbers)
    return Kinds([*far.numbers, *numbers.tolist()], of)


def pairs_of(one: Any, other: Any, bounds: Sequence[Decimal]) -> Optional[Tuple[Any, Any, Any]]:
    """For each kind of pair in two columns, both numbers, and the kind of each row.

    Pairs of one kind have the same difference and the same position relative to `bounds`. None if
    a column has cells other than numbers of a few decimals, or hardly any pairs repeat; the
    kind of a pair with a blank first number comes after all others.

    >>> pairs_of(np.array([2000, 2100, 2010]), np.array([1900, 1900, 1910]), [])
    (array([2010., 2100.]), array([1910., 1900.]), array([0, 1, 0]))
    """
    first, second = numbers_of(one), numbers_of(other)
    if first is None or second is None or len(first) != len(second):
        return None
    known = ~np.isnan(first)
    columns = [first[known], second[known]]
    is_blank = np.isnan(columns[1])
    columns[1][is_blank] = 0
    places = next((places for places in range(_PLACES + 1) if _are_whole(columns, places)), None)
    if places is None:
        return None
    mine, theirs = (np.rint(values * 10**places).astype(np.int64) for values in columns)
    # Further from every number than any two numbers are.
    theirs[is_blank] = 4 * int(_LARGE) * 10**places
    edges = np.sort(np.array([float(one) * 10**places for one in bounds]))
    keys = mine - theirs
    for values in (mine, theirs):
        for side in ("left", "right"):
            keys = keys * (len(edges) + 1) + np.searchsorted(edges, values, side)
    kinds = _ranked(keys, np.arange(len(keys)))
    if kinds is None:
        return None
    of = np.full(len(known), len(kinds.numbers))
    of[known] = kinds.of
    rows = np.flatnonzero(known)[kinds.numbers]
    return first[rows], second[rows], of


def _are_whole(columns: Sequence[Any], places: int) -> bool:
    """Whether numbers in the range of ratings have no more than this many decimals."""
    # Speed: the first cells mostly tell.
    parts = [part for values in columns for part in (values[:_FEW], values)]
    return all(
        bool((np.rint(values * 10**places) / 10**places == values).all())
        and bool((abs(values) < _LARGE).all())
        for values in parts
    )


def spread(found: Any, of: Any, column: Any) -> Any:
    """The results per kind, expanded to one per cell, in the same type of column as `column`."""
    package = package_of(column)
    if package == "pandas":
        return type(column)(found.array.take(of), index=column.index, name=found.name)
    return found[of] if package in ("numpy", "polars") else found.take(of)
