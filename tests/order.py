"""In which order tests run: what tells most first, what takes longest next, the many small ones last.

`--dist worksteal` gives each worker an equal number of neighbours, and whoever has none left takes
half of what another has, from its end. So each share begins with some of the first kinds, and ends
with small ones, which are passed on. The tests of a file stay together, as what they share is made
for each worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

#: Whether the basics hold is told within a minute: the shape of the code, documents, regulations.
BASICS = ("tests/test_architecture.py", "tests/test_docs.py", "tests/rules/", "xlrating/engine/")

#: Fixtures that start another program, or build many workbooks.
PROGRAMS = frozenset((
    "office", "live", "quiet", "calculator", "pyodide", "page", "seen", "fox", "visited", "ready_made",
))  # fmt: skip


#: The kind of what starts a program, and that of all the rest; those of the basics are below.
LONG, SMALL = 0, 1


def kind(path: str, fixtures: Iterable[str]) -> int:
    """Of which kind a test is."""
    if PROGRAMS.intersection(fixtures):
        return LONG
    basic = (place for place, start in enumerate(BASICS, -len(BASICS)) if path.startswith(start))
    return next(basic, SMALL)


def sampled(
    tests: Sequence[T],
    function_of: Callable[[T], object],
    share_of: Callable[[T], int],
    number: int,
) -> list[T]:
    """One of so many cases of each function, another with the next number; never none.

    >>> cases = [("f", 0), ("f", 1), ("f", 2), ("f", 3), ("g", 0)]
    >>> for number in range(3):
    ...     print(sampled(cases, lambda test: test[0], lambda test: 3, number))
    [('f', 0), ('f', 3), ('g', 0)]
    [('f', 1), ('g', 0)]
    [('f', 2), ('g', 0)]
    """
    kept: list[T] = []
    for _, own in groupby(tests, function_of):
        cases = list(own)
        share = share_of(cases[0])
        kept += cases[number % min(share, len(cases)) :: share]
    return kept


def in_turn(
    tests: Sequence[T],
    function_of: Callable[[T], object],
    takes_turns: Callable[[T], bool],
    number: int,
) -> list[T]:
    """Every second of the functions that take turns, and all others; none is left out three times.

    >>> names = ["a", "b", "b", "c", "d"]
    >>> for number in range(3):
    ...     print(*in_turn(names, lambda name: name, lambda name: name != "c", number))
    a c d
    b b c
    b b c
    """
    taking = {function: place for place, function in enumerate(
        dict.fromkeys(function_of(test) for test in tests if takes_turns(test)))}  # fmt: skip
    # Not even or odd, as with `sampled`: a function and some of its cases would never meet.
    turn = number.bit_count()
    return [test for test in tests if (taking.get(function_of(test), turn) - turn) % 2 == 0]


def dealt(
    tests: Sequence[T], kind_of: Callable[[T], int], file_of: Callable[[T], Path], workers: int
) -> list[T]:
    """The tests in the order in which so many workers get them, an equal number each.

    >>> named = [("a", 0), ("b", 1), ("a", -1), ("c", 1), ("c", 1), ("d", 1)]
    >>> made = dealt(named, lambda test: test[1], lambda test: Path(test[0]), 2)
    >>> " ".join(f"{file}{kind}" for file, kind in made)
    'a-1 b1 c1 a0 c1 d1'
    """
    shares: list[list[T]] = [[] for _ in range(workers)]
    files = [
        list(own)
        for _, own in groupby(sorted(tests, key=kind_of), lambda one: (kind_of(one), file_of(one)))
    ]
    # Of the long ones those first that have the most.
    files.sort(key=lambda own: (kind_of(own[0]), -len(own) * (kind_of(own[0]) == LONG)))
    first = [own for own in files if kind_of(own[0]) < SMALL]
    for number, own in enumerate(first):
        shares[number % workers] += own
    small = iter([one for own in files[len(first) :] for one in own])
    left = len(tests)
    for number, share in enumerate(shares):
        share += islice(small, max(0, left // (workers - number) - len(share)))
        left -= len(share)
    return [one for share in shares for one in share] + list(small)
