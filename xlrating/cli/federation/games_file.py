"""The command federation on a file of many games: by columns, if those know all."""

from __future__ import annotations

import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.account import Account, Lines
from ...engine.errors import RatingError
from ...engine.explain import explanation
from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.texts import say
from ...engine.words.headings import game_spellings, heading_of
from ...engine.words.likeness import OF_GAMES
from ...exchange.files import CSV
from ...exchange.games import PARTS
from ...exchange.parquet import PARQUET
from ...federation.columns.few import are_whole
from ...federation.columns.files import Columns, read_columns, understood_in
from ...federation.columns.games import Sent, read_sent
from ...federation.columns.kept import Kept
from ...federation.columns.next_list import Made, list_by_columns
from ...federation.columns.people import Listed, keep_own, read_listed
from ...federation.columns.sealed import ledger_of
from ...federation.corrections import counted, former
from ...federation.in_force import starts_before
from ...federation.listed import day_of_list, tell_lost, tell_unknown_day
from ...federation.making import Order
from ...federation.named_rules import common_rules
from ...federation.next_list import ListError, NextList
from ...federation.paces import are_several
from ...federation.provenance import Provenance, Source
from ...federation.said_pace import of_another_list
from ..progress import Progress
from ..told import tell
from . import at_size

if TYPE_CHECKING:
    import argparse
    from datetime import date

#: What is asked for that the engine knows only: none of it is left out in silence.
_ENGINES = (
    "round_robin", "swiss", "corrections", "earlier", "preview", "register", "rapid", "blitz",
)  # fmt: skip


class Games:
    """The games of the file that a command names, and the list."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.listed: Future[Listed] | None = None
        with Progress(options.language, "fed_progress_games"), ThreadPoolExecutor(1) as other:
            self.columns: Columns = read_columns(options.folder, True)
            if Path(options.list).suffix.lower() in (*CSV, PARQUET):
                # Meanwhile.
                self.listed = other.submit(read_listed, options.list)
                self.ledger = other.submit(lambda: ledger_of(self.known.columns))
            self.sent: Sent = read_sent(self.columns)
        if self.listed is not None:
            self.listed.result()
            self.ledger.result()

    @property
    def known(self) -> Listed:
        """The list, where it is read by columns."""
        assert self.listed is not None
        return self.listed.result()

    @property
    def heads(self) -> list[str]:
        """The columns that the engine reads, and columns do not know."""
        names = {name for part in PARTS for name in game_spellings(part)}
        return [head for head in self.columns.others if heading_of(head) in names]

    @property
    def account(self) -> Account:
        """How each part of the file was used."""
        known = {*self.heads}
        heads = [head for head in self.columns.others if head not in known]
        columns = understood_in(self.columns, heads, OF_GAMES, self.options.ignore)
        games, byes = self.sent.size, int((self.sent.black < 0).sum())
        lines = (Lines("game", 1, games),)
        account = Account(self.columns.path.name, "games", columns=columns, lines=lines)
        return replace(account, players=len(self.sent.tokens), games=games - byes, byes=byes)


def by_columns(order: Order, options: argparse.Namespace) -> tuple[NextList, Made] | None:
    """The next list, and what its columns are; None where the engine makes it.

    It does where it knows what columns do not, and where something cannot be read: it says what.
    """
    if not order.rules:
        common_rules((), str(order.folder))
    try:
        games = Games(options)
        account = games.account
    except RatingError:
        return None
    if not games.sent.size:
        return None
    why = engine_only(games, order)
    if why is None:
        return make_by_columns(games, order, account)
    if (n := games.sent.size) >= at_size.MANY:
        words = {"n": n, "why": why, "size": at_size.gigabytes(games=n)}
        tell([Problem("fed_by_engine", words, "")], options.language, sys.stderr)
    return None


def engine_only(games: Games, order: Order) -> Problem | None:
    """Why so many games are rated by the engine; None where columns know all that is asked."""
    asked = {name: getattr(order, name) for name in _ENGINES}
    if asked["corrections"] and games.listed is not None:
        asked["corrections"] = {*map(str, order.corrections)} - {*_counted(games)}
    if given := [name for name in _ENGINES if asked[name]]:
        return Problem("fed_as_option", {"option": f"--{given[0].replace('_', '-')}"}, "")
    if load(order.rules).absence is not None:
        # Who stayed away is no matter of games, and columns know nothing else.
        return Problem("fed_as_absence", {}, "")
    if games.listed is None:
        return Problem("fed_as_list", {"file": Path(order.listed).name}, "")
    if known := games.heads:
        return Problem("fed_as_column", {"column": known[0]}, "")
    if not are_whole(load(order.rules)):
        return Problem("fed_as_digits", {"rules": order.rules}, "")
    is_other = any(of_another_list(one.event, order.rules) for one in games.sent.events)
    if is_other or are_several(games.known.columns.parts):
        return Problem("fed_as_paces", {}, "")
    day, rules = _day(games), load(order.rules)
    starts = (one.event.day("start") or one.day for one in games.sent.events)
    if any(starts_before(start, rules, day) for start in starts):
        # Such an event has the ratings of its own list: columns have those of one list.
        return Problem("fed_as_late", {"day": day}, "")
    return None


def _counted(games: Games) -> tuple[str, ...]:
    """The corrections that the list counts."""
    made = games.ledger.result().made
    return made.corrections if made else ()


def _day(games: Games) -> date | None:
    """The day of the list before."""
    return day_of_list(games.known.columns.path, games.ledger.result())


def make_by_columns(
    games: Games, order: Order, account: Account
) -> tuple[NextList, Made]:
    """The next list that is asked for, and what its columns are.

    Raises `ListError` with everything that stands in the way.
    """
    with Progress(order.language, "fed_progress_reading"):
        listed, ledger, day_before = games.known, games.ledger.result(), _day(games)
        corrections = _counted(games)
        lost = keep_own(listed, ledger.made is not None, order.keep, order.asked.ignore)
        listed.call_also([pair for one in corrections for pair in former(counted(one))])
    try:
        with Progress(order.language, "fed_progress_rating") as progress:
            made = list_by_columns(
                listed, games.sent, order.rules, order.day, ledger.events, order.new_event,
                progress.count, order.explain,
            )  # fmt: skip
    except ListError as error:
        raise ListError([*ledger.changed, *error.problems]) from None
    if ledger.changed:
        raise ListError(ledger.changed)
    results = int(made.gains.n.sum())
    notices = (
        *ledger.notices, *tell_lost(lost, listed.columns.path.name),
        *made.found.notices,
        *tell_unknown_day(day_before, made.found.rules, listed.columns.path.name),
        Problem("fed_by_columns", {"n": results}, ""),
    )  # fmt: skip
    source = Source(listed.columns.path.name, day_before, ledger.contents.digest)
    said = Provenance(
        made.found.rules.reference, order.rules, made.found.day, source, order.language,
        new_event=order.new_event, keep=order.keep, corrections=corrections,
    )  # fmt: skip
    events = tuple(
        one._replace(event=replace(one.event, account=account)) for one in made.found.events
    )
    found = replace(made.found, events=events, notices=notices, made=said, columns=Kept(made))
    return found, made


def explain_by_columns(made: Made, language: str) -> None:
    """The calculations of the person whom `list_by_columns` was asked for."""
    assert made.watched is not None
    if not made.watched.lines:
        print(say(language, "fed_no_part", name=made.listed.parts["name"][made.watched.row]))
    print("\n\n".join(explanation(*line, language, True) for line in made.watched.lines))
