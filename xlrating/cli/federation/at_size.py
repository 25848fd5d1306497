"""Long lists: how a command of a federation takes them, and what it says before it takes much."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from math import ceil
from pathlib import Path

from ...engine.problems import Problem
from ...exchange.files import SHEETS, AnyPath
from ...exchange.parquet import is_parquet
from ...federation.list_book import MOST_RESULTS
from ...federation.listed import Listed, read_listed
from ...federation.making import Order, Sent, Tell, is_long, is_long_file, make
from ...federation.next_list import NextList
from ..told import tell

#: Bytes that the engine takes of each person on a list, and of each game in a file, about.
_PERSON, _GAME = 5_000, 5_000
#: Of fewer games nobody waits for the engine, and for fewer people it takes little memory.
MANY = 100_000
#: Bytes that a person takes in a workbook, about.
_IN_SHEETS = 45


def gigabytes(people: int = 0, games: int = 0) -> int:
    """About so much memory the engine takes, in whole gigabytes.

    >>> gigabytes(people=500_000), gigabytes(games=1_000_000)
    (3, 5)
    """
    return ceil((people * _PERSON + games * _GAME) / 10**9)


def is_by_columns(path: AnyPath) -> bool:
    """Whether a list is so long that columns take it, and they are there."""
    return is_long_file(path) and find_spec("pandas") is not None


def are_many(path: AnyPath) -> bool:
    """Whether a file has so many games that columns take them, and those are there."""
    if find_spec("pandas") is None:
        return False
    if not is_parquet(path):
        return 2 * _people(path) > MOST_RESULTS
    from ...bulk.parquet import rows_in

    return 2 * rows_in(Path(path)) > MOST_RESULTS


def make_list(order: Order, tell_of: Tell, lines: Tell) -> NextList:
    """The next list from a folder; `lines` is told of those of a list of FIDE."""
    if is_long(order) and is_by_columns(order.listed):
        from ...federation.columns import few

        return few.make(order, tell_of, lines, lambda: tell_whole(order.language, order.listed))
    tell_whole(order.language, order.listed)
    return make(order, tell_of)


def next_of_chain(order: Order, sent: Sent, known: Sequence[AnyPath]) -> NextList | None:
    """The next list of a chain where columns take it; None where somebody has read the list."""
    if not (is_long(order) and is_by_columns(order.listed)):
        tell_whole(order.language, order.listed)
        return None
    from ...federation.columns import few

    return few.list_of(order, sent, known, lambda: tell_whole(order.language, order.listed))


def both_lists(first: AnyPath, second: AnyPath, language: str) -> tuple[Listed, Listed]:
    """Two lists to be compared; of long ones those people who may differ."""
    if is_by_columns(first) and is_by_columns(second):
        from ...federation.columns.two import both_listed

        return both_listed(first, second)
    tell_whole(language, first, second)
    return read_listed(first), read_listed(second)


def tell_whole(language: str, *paths: AnyPath) -> None:
    """Say of lists that are long that everybody on them is read, and what that takes."""
    many = {Path(path).name: people for path in paths if (people := _people(path)) >= MANY}
    if many:
        n = sum(many.values())
        words = {"file": ", ".join(many), "n": n, "size": gigabytes(n)}
        tell([Problem("fed_whole", words, "")], language, sys.stderr)


def _people(path: AnyPath) -> int:
    """How many people are on a list, about."""
    file = Path(path)
    if not file.is_file():
        return 0
    if file.suffix.lower() in SHEETS:
        return file.stat().st_size // _IN_SHEETS
    with file.open("rb") as data:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: data.read(2**20), b""))
