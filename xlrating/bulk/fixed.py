"""Exact numbers in columns: whole numbers of a unit, and the roundings that regulations name.

A number of a rule file or a list has a few decimals, so a column of them is a column of whole
numbers, and sums of these are exact. Where 64 bits could be too few, numbers of any length stand
in their place: every calculation here is the same for both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from ..engine.errors import NumberError
from ..engine.rounding import ROUNDINGS
from ..exchange.threads import threads

#: A column of whole numbers, of 64 bits or of any length; or one number for all.
Whole = Any

Found = TypeVar("Found")

#: So many rows at a time.
_BLOCK = 2**15

#: Threads that share the blocks, at most, and so many blocks for each at least.
_THREADS, _SHARE = 4, 4

#: So much of a number is summed up at a time.
_LIMB = 10**9

#: Tables of what there could be may be so many times as long as what there is: sorting that is
#: faster then.
ROOM = 16

#: Whole numbers may span so many times as many.
_CLOSE = 2

#: Beyond, a sum or a doubling could leave 64 bits.
_ROOM = 2**60


def blocks(size: int) -> Iterator[slice]:
    """The rows of so many, a block at a time: as many as stay in a processor's own memory.

    >>> list(blocks(40000))
    [slice(0, 32768, None), slice(32768, 65536, None)]
    """
    return (slice(first, first + _BLOCK) for first in range(0, size, _BLOCK))


def shared_out(work: Callable[[Sequence[slice]], Found], size: int) -> list[Found]:
    """What each thread finds in its share of the blocks, which follow each other; few blocks are
    worth no thread.

    numpy lets other threads calculate meanwhile, and decimals are the caller's in all of them.

    >>> shared_out(lambda parts: sum(part.stop - part.start for part in parts), 40000)
    [65536]
    """
    parts = list(blocks(size))
    threads = threads_for(len(parts) // _SHARE)
    edges = [len(parts) * share // threads for share in range(threads + 1)]
    return at_once([partial(work, parts[first:end]) for first, end in pairwise(edges)])


def threads_for(pieces: int) -> int:
    """How many threads share so many pieces of work."""
    return max(min(_THREADS, os.cpu_count() or 1, pieces), 1)


def ends(values: Any) -> tuple[int, int]:
    """The least and the greatest of whole numbers; 0 of none.

    >>> ends(np.array([7, -2, 5]))
    (-2, 7)
    """

    def of(parts: Sequence[slice]) -> list[int]:
        # Both while a block is at hand.
        return [int(one) for part in parts for one in (values[part].min(), values[part].max())]

    found = [one for share in shared_out(of, len(values)) for one in share]
    return min(found, default=0), max(found, default=0)


def distinct(values: Any) -> Any:
    """Each whole number once, in order; sorting so many is faster than numpy's table of them.

    Where they are close to each other, marking those that are there is faster still.

    >>> distinct(np.array([3, 1, 3])), distinct(np.array([3, 10**9, 3]))
    (array([1, 3]), array([         3, 1000000000]))
    """
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if high - low < _CLOSE * len(values):
        there = np.zeros(high - low + 1, dtype=bool)
        there[values - low] = True
        return np.flatnonzero(there) + low
    found = np.sort(values)
    return found[np.append(True, found[1:] != found[:-1])[: len(found)]]


def has_twice(keys: Any) -> bool:
    """Whether one of these, whole numbers from 0 on, is there more than once."""
    if ends(keys)[1] <= ROOM * len(keys):
        return bool(len(keys) and np.bincount(keys).max() > 1)
    return len(distinct(keys)) < len(keys)


def at_once(work: Sequence[Callable[[], Found]]) -> list[Found]:
    """What each of these finds, in a thread each."""
    if len(work) < 2:
        return [one() for one in work]
    with threads(len(work)) as pool:
        return [one.result() for one in [pool.submit(copy_context().run, one) for one in work]]


def places_of(*values: Decimal | None) -> int:
    """The decimals that are needed for all of these.

    >>> places_of(Decimal(20), Decimal("0.005"), None)
    3
    """
    known = [value.normalize().as_tuple().exponent for value in {*values} if value is not None]
    return max([0, *(-int(exponent) for exponent in known)])


def scaled(value: Decimal, places: int) -> int:
    """The value as a whole number of units of so many decimals.

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
    """Whether one of both has numbers of any length already, and so has what is made of them."""
    return any(not isinstance(one, int) and one.dtype == object for one in (first, second))


def product(first: Whole, second: Whole) -> Whole:
    """Both multiplied, in numbers of any length where 64 bits could be too few.

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
    """The sum of both, with room for it."""
    if _are_long(first, second):
        return first + second
    if _largest(first) + _largest(second) < _ROOM:
        return first + second
    first, second = (one if isinstance(one, int) else one.astype(object) for one in (first, second))
    return first + second


def summed(of: Any, values: Whole, size: int) -> Whole:
    """The sum of the values of each of so many players; `of` says whose each value is."""
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
    # So many digits at a time fit.
    high, low = values // _LIMB, values % _LIMB
    return total(product(summed(of, high, size), _LIMB), summed(of, low.astype(np.int64), size))


def quotient(over: Whole, under: Whole) -> Any:
    """The nearest floating-point numbers, as the engine's decimals would become."""
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


#: The roundings of `engine.rounding` for fractions of whole numbers: to a whole number each.
_WHOLE: Mapping[str, Callable[[Whole, Whole], Whole]] = {
    "half up": _half_up,
    "half away from zero": _half_away,
    "nearest 5, half up": _to_five,
    "down": _down,
}
assert {*_WHOLE, "none"} == set(ROUNDINGS)
#: Those that give the nearest whole number.
HALVES = ("half up", "half away from zero")


def rounded(over: Whole, under: Whole, rounding: str, places: int = 0) -> Whole:
    """The fractions, rounded, as whole numbers of units of so many decimals.

    >>> rounded(np.array([-5, 5, 7]), 2, "half away from zero")
    array([-3,  3,  4])
    """
    if rounding == "nearest 5, half up" and places:
        # The engine rounds a fifth to the places, and takes it five times.
        return _half_up(product(over, 10**places), product(under, 5)) * 5
    return _WHOLE[rounding](product(over, 10**places), under)
