"""A list and a file of many games, both as columns, for `making`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.showing import are_whole
from ...engine.vocabulary.headings import game_spellings, heading_of
from ...engine.vocabulary.likeness import OF_GAMES
from ...exchange.files import CSV
from ...exchange.games import PARTS
from ...exchange.parquet import PARQUET
from ...exchange.threads import threads
from ..in_force import starts_before
from ..making import Order, Tell, list_from_events
from ..next_list import NextList
from ..rating_list import RatingList, day_of_list
from .accounted import account_of
from .files import FileColumns, read_columns
from .games import GamesTable, read_sent
from .long_lists import has_sums, in_columns, keep_digits, ledger_of
from .people import read_people
from .period import games_of_events

#: Options that only the engine supports, so that none is silently ignored.
_FORMATS = ("round_robin", "swiss")


@dataclass(frozen=True)
class Season:
    """A list in `columns`, and the games since.

    `heads` are columns of the games' file that the engine reads, but columns do not support.
    """

    listed: RatingList
    columns: FileColumns
    sent: GamesTable
    heads: Sequence[str]


def not_read(order: Order) -> Problem | None:
    """The reason why columns do not read a list of this kind; None if they do."""
    file = Path(order.listed)
    is_read = file.suffix.lower() in (*CSV, PARQUET, ".txt", ".xml")
    return None if is_read else Problem("fed_as_list", {"file": file.name}, "")


def read(order: Order, tell: Tell = lambda done, all_: None) -> Season:
    """The list and the games of an order; `tell` receives the number of events rated.

    Raises a `RatingError` for anything unreadable; reading line by line says what it is.
    """
    columns = read_columns(order.folder, True)
    with threads(1) as other:
        # In parallel, but not while the games are being read: that takes most memory.
        listed = other.submit(read_people, order.listed)
        ledger = other.submit(lambda: ledger_of(listed.result()[0]))
        names = {name for part in PARTS for name in game_spellings(part)}
        heads = [head for head in columns.others if heading_of(head) in names]
        ignored = order.asked.ignore
        others = [head for head in columns.others if head not in heads]
        sent = read_sent(columns, account_of(columns, "games", others, OF_GAMES, ignored))
        (own, people), said = listed.result(), ledger.result()
    people = replace(people, tell=tell)
    found = in_columns(own, people, said, order.keep, ignored, order.explain)
    return Season(found, own, sent, heads)


def engine_only(order: Order, season: Season) -> Problem | None:
    """The reason why the engine has to rate these games; None if columns support all they need."""
    rules = load(order.rules)
    asked = [name for name in _FORMATS if getattr(order, name) and rules.has_round_robin]
    if asked:
        return Problem("fed_as_option", {"option": f"--{asked[0].replace('_', '-')}"}, "")
    if not keep_digits(season.columns):
        return Problem("fed_as_digits", {"rules": season.columns.path.name}, "")
    if has_sums(season.columns):
        return Problem("fed_as_sums", {}, "")
    if known := season.heads:
        return Problem("fed_as_column", {"column": known[0]}, "")
    base = day_of_list(season.columns.path, season.listed.ledger)
    if not are_whole(rules):
        return Problem("fed_as_digits", {"rules": order.rules}, "")
    starts = (one.event.day("start") or one.day for one in season.sent.events)
    if any(starts_before(start, rules, base) for start in starts):
        # Such an event uses the ratings of its own list: columns have those of one list.
        return Problem("fed_as_late", {"day": base}, "")
    return None


def make(order: Order, season: Season) -> NextList:
    """The next list.

    Raises `ListError` with everything that prevents it.
    """
    events = [
        one._replace(columns=games)
        for one, games in zip(season.sent.events, games_of_events(season.sent), strict=True)
    ]
    return list_from_events(order, season.listed, events, [], [])
