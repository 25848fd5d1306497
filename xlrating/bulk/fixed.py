"""Exact numbers in columns, as integers of a unit, and the roundings used in regulations.

Numbers in rule files and lists have a few decimals, so a column of them is a column of
integers, and their sums are exact. If 64 bits might not suffice, Python integers are used
instead: every calculation here works with both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from decimal import Decimal
from functools import partial, reduce
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from ..engine.errors import NumberError
from ..engine.rounding import ROUNDINGS
from ..exchange.threads import threads

#: A column of integers, of 64 bits or of any size; or one number for all rows.
Whole = Any

Found = TypeVar("Found")

#: The number of rows in a block.
_BLOCK = 2**15

#: The maximum number of threads that share the blocks, and the minimum of blocks for each.
_THREADS, _SHARE = 4, 4

#: Numbers are split into parts below this, which are summed separately.
_LIMB = 10**9

#: A lookup table may be this many times as long as the data: beyond that sorting is
#: faster.
ROOM = 16

#: The same for a table that marks which integers occur.
_CLOSE = 2

#: Above this, a sum or a doubling could overflow 64 bits.
_ROOM = 2**60


def blocks(size: int) -> Iterator[slice]:
    """The rows in blocks that fit into the processor's cache.

    >>> list(blocks(40000))
    [slice(0, 32768, None), slice(32768, 65536, None)]
    """
    return (slice(first, first + _BLOCK) for first in range(0, size, _BLOCK))


def shared_out(work: Callable[[Sequence[slice]], Found], size: int) -> list[Found]:
    """The result of `work` for each share of the blocks of `size` rows, one consecutive share per
    thread; a few blocks are not worth a second thread.

    numpy releases the lock while it calculates; decimals have the caller's context in all threads.

    >>> shared_out(lambda parts: sum(part.stop - part.start for part in parts), 40000)
    [65536]
    """
    parts = list(blocks(size))
    threads = threads_for(len(parts) // _SHARE)
    edges = [len(parts) * share // threads for share in range(threads + 1)]
    return at_once([partial(work, parts[first:end]) for first, end in pairwise(edges)])


def threads_for(pieces: int) -> int:
    """How many threads should share the work."""
    return max(min(_THREADS, os.cpu_count() or 1, pieces), 1)


def ends(values: Any) -> tuple[int, int]:
    """The minimum and maximum of integers; 0 for an empty array.

    >>> ends(np.array([7, -2, 5]))
    (-2, 7)
    """

    def of(parts: Sequence[slice]) -> list[int]:
        # Both while a block is in the cache.
        return [int(one) for part in parts for one in (values[part].min(), values[part].max())]

    found = [one for share in shared_out(of, len(values)) for one in share]
    return min(found, default=0), max(found, default=0)


def distinct(values: Any) -> Any:
    """The distinct integers, sorted; for this many, sorting is faster than numpy's hash table.

    If they are close together, marking the existing ones is faster still.

    >>> distinct(np.array([3, 1, 3])), distinct(np.array([3, 10**9, 3]))
    (array([1, 3]), array([         3, 1000000000]))
    """
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if high - low < _CLOSE * len(values):
        there = np.zeros(high - low + 1, dtype=bool)
        there[values - low] = True
        return np.flatnonzero(there) + low
    found = np.sort(values)
    return found[begins(found)]


def numbered(values: Any) -> tuple[Any, Any]:
    """The distinct integers from 0, sorted, and the place of each value among them.

    Sorting values and rows as single integers takes a third of the time of `numpy.unique`.

    >>> numbered(np.array([7, 3, 7]))
    (array([3, 7]), array([1, 0, 1]))
    """
    bits = len(values).bit_length()
    if int(values.max(initial=0)) >> 63 - bits:
        known, places = np.unique(values, return_inverse=True)
        return known, places
    keys = values << bits | np.arange(len(values))
    keys.sort()
    known, rows = keys >> bits, keys & (1 << bits) - 1
    first = begins(known)
    places = np.empty_like(rows)
    places[rows] = np.repeat(np.arange(len(first)), np.diff(first, append=len(rows)))
    return known[first], places


def begins(*columns: Any) -> Any:
    """The indexes of the rows that differ from the row before, the first row included.

    >>> begins(np.array([3, 3, 1]), np.array([7, 8, 8])), begins(np.array([]))
    (array([0, 1, 2]), array([], dtype=int64))
    """
    others = (column[1:] != column[:-1] for column in columns)
    return np.flatnonzero(np.append(True, reduce(np.logical_or, others))[: len(columns[0])])


def has_twice(keys: Any) -> bool:
    """Whether any of these non-negative integers occurs more than once."""
    if ends(keys)[1] <= ROOM * len(keys):
        return bool(len(keys) and np.bincount(keys).max() > 1)
    return len(distinct(keys)) < len(keys)


def at_once(work: Sequence[Callable[[], Found]]) -> list[Found]:
    """The results of functions that run in parallel, in a thread each."""
    if len(work) < 2:
        return [one() for one in work]
    with threads(len(work)) as pool:
        return [one.result() for one in [pool.submit(copy_context().run, one) for one in work]]


def places_of(*values: Decimal | None) -> int:
    """The number of decimals needed for all of these.

    >>> places_of(Decimal(20), Decimal("0.005"), None)
    3
    """
    known = [value.normalize().as_tuple().exponent for value in {*values} if value is not None]
    return max([0, *(-int(exponent) for exponent in known)])


def scaled(value: Decimal, places: int) -> int:
    """The value as an integer in units of 10^-places.

    >>> scaled(Decimal("2000.1"), 2)
    200010
    >>> scaled(Decimal("0.25"), 1)
    Traceback (most recent call last):
    xlrating.engine.errors.NumberError: 0.25 has more decimals than the 1 that are counted in
    """
    found = value.scaleb(places)
    if found != found.to_integral_value():
        raise NumberError(f"{value} has more decimals than the {places} that are counted in")
    return int(found)


def _largest(values: Whole) -> int:
    if isinstance(values, int):
        return abs(values)
    return max(int(values.max()), -int(values.min())) if values.size else 0


def _are_long(first: Whole, second: Whole) -> bool:
    """Whether either is a column of Python integers, which makes the result one as well."""
    return any(not isinstance(one, int) and one.dtype == object for one in (first, second))


def product(first: Whole, second: Whole) -> Whole:
    """The product, as Python integers if 64 bits might not suffice.

    >>> product(np.array([10**15]), 10**6)
    array([1000000000000000000000], dtype=object)
    """
    if isinstance(second, int) and second == 1:
        return first
    if _are_long(first, second):
        return first * second
    sizes = _largest(first), _largest(second)
    if max(*sizes, sizes[0] * sizes[1]) < _ROOM:
        return first * second
    first, second = (one if isinstance(one, int) else one.astype(object) for one in (first, second))
    return first * second


def total(first: Whole, second: Whole) -> Whole:
    """The sum, as Python integers if 64 bits might not suffice."""
    if _are_long(first, second):
        return first + second
    if _largest(first) + _largest(second) < _ROOM:
        return first + second
    first, second = (one if isinstance(one, int) else one.astype(object) for one in (first, second))
    return first + second


def summed(of: Any, values: Whole, size: int) -> Whole:
    """The sum of the values per player; `of` has the player of each value."""
    if not len(of):
        return np.zeros(size, dtype=np.int64)
    if values.dtype == object and _largest(values) < _ROOM:
        values = values.astype(np.int64)
    if values.dtype != object:
        most = _largest(values) * len(of)
        if most < 2**53:
            return np.bincount(of, weights=values, minlength=size).astype(np.int64)
        if most < _ROOM:
            found = np.zeros(size, dtype=np.int64)
            np.add.at(found, of, values)
            return found
    # Parts of nine digits fit.
    high, low = values // _LIMB, values % _LIMB
    return total(product(summed(of, high, size), _LIMB), summed(of, low.astype(np.int64), size))


def quotient(over: Whole, under: Whole) -> Any:
    """The nearest floats, as converting the engine's decimals would give."""
    top = np.asarray(over)
    if top.dtype != object and _largest(top) < 2**53 and _largest(under) < 2**53:
        return top / under
    return (top.astype(object) / under).astype(float)


def _half_up(over: Whole, under: Whole) -> Whole:
    return total(product(over, 2), under) // product(under, 2)


def _half_away(over: Whole, under: Whole) -> Whole:
    found = _half_up(abs(over), under)
    return np.where(over < 0, -found, found)


def _to_five(over: Whole, under: Whole) -> Whole:
    return _half_up(over, product(under, 5)) * 5


def _down(over: Whole, under: Whole) -> Whole:
    return over // under


#: The roundings of `engine.rounding` for fractions of integers, each to an integer.
_WHOLE: Mapping[str, Callable[[Whole, Whole], Whole]] = {
    "half up": _half_up,
    "half away from zero": _half_away,
    "nearest 5, half up": _to_five,
    "down": _down,
}
assert {*_WHOLE, "none"} == set(ROUNDINGS)
#: Those that give the nearest integer.
HALVES = ("half up", "half away from zero")


def rounded(over: Whole, under: Whole, rounding: str, places: int = 0) -> Whole:
    """The rounded fractions, as integers in units of 10^-places.

    >>> rounded(np.array([-5, 5, 7]), 2, "half away from zero")
    array([-3,  3,  4])
    """
    if rounding == "nearest 5, half up" and places:
        # The engine rounds a fifth to that many places, and multiplies it by five.
        return _half_up(product(over, 10**places), product(under, 5)) * 5
    return _WHOLE[rounding](product(over, 10**places), under)
