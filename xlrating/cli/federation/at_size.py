"""Long lists: how a command of a federation takes them, and what it says before it takes much."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from math import ceil, inf
from pathlib import Path

from ...engine.errors import RatingError, RuleSetError
from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.showing import are_whole
from ...exchange.files import SHEETS, AnyPath
from ...exchange.parquet import is_parquet
from ...federation import listed
from ...federation.folder import is_games
from ...federation.list_book import MOST_RESULTS
from ...federation.making import Order, Tell, events_of, list_from_events
from ...federation.named_rules import common_rules
from ...federation.next_list import NextList
from ...federation.rating_list import RatingList
from ..progress import Progress
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


def _games_in(path: AnyPath, enough: float = inf) -> int:
    """How many games a file has, about, or `enough` of them and more."""
    if not is_parquet(path):
        return max(_people(path, enough) - 1, 0)
    from ...bulk.parquet import rows_in

    return rows_in(Path(path))


def make_list(order: Order, progress: Progress) -> NextList:
    """The next list: one way to make it, in columns what is long and where they are there."""
    if is_games(order.folder) and find_spec("pandas") is not None:
        is_many = 2 * _games_in(order.folder, MOST_RESULTS) > MOST_RESULTS
        found = _of_many(order, progress) if is_many else None
        if found is not None:
            return found
    progress.now("fed_progress_reading")
    base = read_list(order, progress.count)
    return list_from_events(order, base, *events_of(order, told_by(progress)))


def read_list(order: Order, lines: Tell = lambda done, all_: None) -> RatingList:
    """The list that is asked for, in columns if it is long."""
    whole = partial(tell_whole, order.language, order.listed)
    found = listed.read_list(order.listed, order.keep, order.asked, order.explain, lines, whole)
    if found.players.kernels is not None and not _may_stay_columns(order, found):
        whole()
    return found


def _may_stay_columns(order: Order, base: RatingList) -> bool:
    """Whether columns have the ratings of the rules that are asked for, or by which it was made."""
    made = base.ledger.made
    named = order.rules or (made.asked if made else "")
    try:
        return not named or are_whole(load(named))
    except RuleSetError:
        return True  # why they cannot be read is told where they are needed


def _of_many(order: Order, progress: Progress) -> NextList | None:
    """The next list from many games, column by column; None where the engine takes them.

    It does where it knows what columns do not, and where something cannot be read: it says what.
    """
    from ...federation.columns import season

    if not order.rules:
        common_rules((), str(order.folder))
    why = season.not_read(order)
    if why is None:
        progress.now("fed_progress_games")
        try:
            read = season.read(order, progress.count)
        except RatingError:
            return None
        if not read.sent.size:
            return None
        why = season.engine_only(order, read)
        if why is None:
            progress.now("fed_progress_rating")
            return season.make(order, read)
    if (n := _games_in(order.folder)) >= MANY:
        words = {"n": n, "why": why, "size": gigabytes(games=n)}
        tell([Problem("fed_by_engine", words, "")], progress.language, sys.stderr)
    return None


def told_by(progress: Progress) -> Callable[[int, int], None]:
    """What tells of the files of events, and when all of them are read of what comes then."""

    def tell_of(done: int, number: int) -> None:
        progress.now("fed_progress_rating" if done == number else "fed_progress_files")
        if done < number:
            progress.count(done, number)

    return tell_of


def both_lists(first: AnyPath, second: AnyPath, language: str) -> tuple[RatingList, RatingList]:
    """Two lists to be compared."""
    one, other = (
        listed.read_list(path, whole=partial(tell_whole, language, path))
        for path in (first, second)
    )
    return one, other


def tell_whole(language: str, *paths: AnyPath) -> None:
    """Say of lists that are long that everybody on them is read, and what that takes."""
    many = {Path(path).name: people for path in paths if (people := _people(path)) >= MANY}
    if many:
        n = sum(many.values())
        words = {"file": ", ".join(many), "n": n, "size": gigabytes(n)}
        tell([Problem("fed_whole", words, "")], language, sys.stderr)


def _people(path: AnyPath, enough: float = inf) -> int:
    """How many people are on a list, about, or `enough` of them and more."""
    file = Path(path)
    if not file.is_file():
        return 0
    if file.suffix.lower() in SHEETS:
        return file.stat().st_size // _IN_SHEETS
    found = 0
    with file.open("rb") as data:
        while found <= enough and (chunk := data.read(2**20)):
            found += chunk.count(b"\n")
    return found
