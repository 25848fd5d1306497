"""Long columns of numbers: a function is asked once for each kind of cell, not for each cell.

Cells of one kind have one result: equal numbers, and where a regulation prints a table all numbers
between two of its bounds.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..engine.frames import package_of
from ..engine.rounding import DIGITS

#: Keys that span no more than this have a place each in a table; sorting them would take longer.
_SPAN = 2**22
#: So many cells at a time stay in a processor's own memory.
_BLOCK = 2**15
#: Decimals of a column that are looked for; ratings have two.
_PLACES = 4
#: Numbers as near as this to a bound may be it, with the 15 digits that a cell shows.
_NEAR, _DIGIT = 1e-9, 1e-14
#: No rating is as large; keys of pairs have room for smaller ones.
_LARGE = 1e6
#: So many kinds and more, and asking for each is no faster than asking for each cell.
_FEW, _MANY = 1000, 0.2


class Kinds(NamedTuple):
    """A number of each kind there is, None for a blank, and the kind of each cell."""

    numbers: Sequence[Any]
    of: Any


def kinds_of(column: Any, steps: int) -> Optional[Kinds]:
    """The kinds of a column of numbers; None where it has other cells, or hardly two alike.

    `steps` is how many bounds of a table there may be in every 1, of equal width; 0 where each
    number has a result of its own.

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
        return None  # beyond all that is calculated with
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
    """The kinds of whole numbers, each with a value that has it."""
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
    """A column of numbers that anybody calculates with, NaN for a blank; None for any other."""
    values = _numbers(column)
    if values.ndim != 1 or values.dtype.kind not in "iuf" or values.dtype.itemsize > 8:
        return None
    values = values.astype(np.float64, copy=False)
    return values if ((abs(values) < 10.0**DIGITS) | np.isnan(values)).all() else None


def _decimals(values: Any) -> Optional[Kinds]:
    """The kinds of numbers with a few decimals, as lists have them."""
    some = values[:_FEW]
    for places in range(_PLACES + 1):
        if not (np.rint(some * 10**places) / 10**places == some).all():
            continue
        whole = np.rint(values * 10**places)
        if (whole / 10**places == values).all():
            return _ranked(whole.astype(np.int64), values)
    return None


def _between(values: Any, steps: int) -> Optional[Kinds]:
    """The kinds of numbers of which all between two bounds are one."""
    keys, is_near = np.empty(len(values), dtype=np.int64), np.empty(len(values), dtype=bool)
    for first in range(0, len(values), _BLOCK):
        part = slice(first, first + _BLOCK)
        scaled = values[part] * steps
        low = np.floor(scaled)
        above = scaled - low
        reach = _NEAR + abs(scaled) * _DIGIT
        is_near[part] = (above < reach) | (above > 1 - reach)
        if steps == 1:
            # A bound itself is a number that nothing is lost of.
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
    """Both numbers of each kind of pair in two columns, and the kind of each row.

    Pairs of one kind are as far apart, and both numbers stand equally to all `bounds`. None where
    a column has other cells than numbers of a few decimals, or hardly two pairs are alike; the
    kind of a pair whose first number is blank is behind all others.

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
    # As far from every number as no two numbers are.
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
    """Whether so many decimals are all there are, of numbers as large as ratings are."""
    return all(
        bool((abs(values) < _LARGE).all())
        and bool((np.rint(values * 10**places) / 10**places == values).all())
        for values in columns
    )


def spread(found: Any, of: Any, column: Any) -> Any:
    """A column of the result for each kind as one for each cell, beside the column of numbers."""
    package = package_of(column)
    if package == "pandas":
        return type(column)(found.array.take(of), index=column.index, name=found.name)
    return found[of] if package in ("numpy", "polars") else found.take(of)
