"""Long lists: how the federation commands read them, and warnings about memory."""

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

#: Approximate bytes that the engine needs per person on a list, and per game in a file.
_PERSON, _GAME = 5_000, 5_000
#: Below this number of games the engine is fast enough, and below this number of people small.
MANY = 100_000
#: Approximate bytes per person in a workbook.
_IN_SHEETS = 45


def gigabytes(people: int = 0, games: int = 0) -> int:
    """The approximate memory that the engine needs, in whole gigabytes.

    >>> gigabytes(people=500_000), gigabytes(games=1_000_000)
    (3, 5)
    """
    return ceil((people * _PERSON + games * _GAME) / 10**9)


def _games_in(path: AnyPath, enough: float = inf) -> int:
    """The approximate number of games in a file, counted up to `enough`."""
    if not is_parquet(path):
        return max(_people(path, enough) - 1, 0)
    from ...bulk.parquet import rows_in

    return rows_in(Path(path))


def make_list(order: Order, progress: Progress) -> NextList:
    """The next list; long inputs are processed as columns, if these are available."""
    if is_games(order.folder) and find_spec("pandas") is not None:
        is_many = 2 * _games_in(order.folder, MOST_RESULTS) > MOST_RESULTS
        found = _of_many(order, progress) if is_many else None
        if found is not None:
            return found
    progress.now("fed_progress_reading")
    base = read_list(order, progress.count)
    return list_from_events(order, base, *events_of(order, told_by(progress)))


def read_list(order: Order, lines: Tell = lambda done, all_: None) -> RatingList:
    """The previous list, as columns if it is long."""
    whole = partial(tell_whole, order.language, order.listed)
    found = listed.read_list(order.listed, order.keep, order.asked, order.explain, lines, whole)
    if found.players.kernels is not None and not _may_stay_columns(order, found):
        whole()
    return found


def _may_stay_columns(order: Order, base: RatingList) -> bool:
    """Whether the columns contain the ratings for the rules asked for, or of the list itself."""
    made = base.ledger.made
    named = order.rules or (made.asked if made else "")
    try:
        return not named or are_whole(load(named))
    except RuleSetError:
        return True  # unreadable rules are reported where they are needed


def _of_many(order: Order, progress: Progress) -> NextList | None:
    """The next list from many games, as columns; None if the engine has to make it.

    The engine does if columns do not support something, and if a file is unreadable: it says why.
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
    """A callback that reports progress on the event files, and then on what follows."""

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
    """Say for long lists that everyone on them is read, and how much memory that takes."""
    many = {Path(path).name: people for path in paths if (people := _people(path)) >= MANY}
    if many:
        n = sum(many.values())
        words = {"file": ", ".join(many), "n": n, "size": gigabytes(n)}
        tell([Problem("fed_whole", words, "")], language, sys.stderr)


def _people(path: AnyPath, enough: float = inf) -> int:
    """The approximate number of people on a list, counted up to `enough`."""
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
