"""The command federation on a file of games: by the engine where it is small, else by columns."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import ArgumentError
from ...engine.explain import explanation
from ...engine.problem import refusal
from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.texts import say
from ...exchange.files import CSV
from ...federation.columns.files import PARQUET, Columns, read_columns
from ...federation.columns.games import Sent, as_events, read_sent
from ...federation.columns.kept import Kept
from ...federation.columns.next_list import Made, list_by_columns
from ...federation.columns.people import Listed, keep_own, read_listed
from ...federation.columns.sealed import ledger_of
from ...federation.corrections import counted, former
from ...federation.in_force import starts_before
from ...federation.list_book import MOST_RESULTS
from ...federation.listed import day_of_list, tell_unknown_day
from ...federation.making import Order
from ...federation.next_list import ListError, NextList
from ...federation.paces import are_several
from ...federation.provenance import Provenance, Source
from ...federation.said_pace import of_another_list
from ...federation.submissions import Submitted
from ..progress import Progress

if TYPE_CHECKING:
    import argparse
    from datetime import date

#: What is asked for that the engine knows only: none of it is left out in silence.
_ENGINES = (
    "round_robin", "swiss", "corrections", "earlier", "preview", "register", "rapid", "blitz",
)  # fmt: skip


class Games:
    """The games of the file that a command names."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.listed: Future[Listed] | None = None
        with Progress(options.language, "fed_progress_games"), ThreadPoolExecutor(1) as other:
            self.columns: Columns = read_columns(options.folder, True)
            ends = [
                Path(one or "").suffix.lower()
                for one in (options.list, getattr(options, "output", None))
            ]
            self.is_large = PARQUET in ends or 2 * self.columns.size > MOST_RESULTS
            if self.is_large and ends[0] in (*CSV, PARQUET):
                # Meanwhile; what is wrong with the list is told where it is taken.
                self.listed = other.submit(read_listed, options.list)
                self.ledger = other.submit(lambda: ledger_of(self.known.columns))
            self.sent: Sent = read_sent(self.columns)

    @property
    def known(self) -> Listed:
        """The list, where it is read by columns."""
        assert self.listed is not None
        return self.listed.result()

    def expect_lines(self, why: Problem) -> None:
        """The engine reads and writes lists line by line: refuse those in Parquet."""
        files = self.options.list, getattr(self.options, "output", None) or ""
        for file in files:
            if Path(file).suffix.lower() == PARQUET:
                raise refusal(ArgumentError, "opt_games_parquet", file, why=why)

    def events(self) -> tuple[list[Submitted], list[Problem]]:
        """The events as the engine has them, and the columns that mean nothing here."""
        return as_events(self.sent), self.notices()

    def notices(self) -> list[Problem]:
        """That there are none, and the columns that mean nothing here."""
        none = [] if self.sent.size else [Problem("fed_no_games", {}, self.columns.path.name)]
        return [*none, *_unknown(self.columns, self.columns.others)]


def _unknown(columns: Columns, heads: Iterable[str]) -> list[Problem]:
    named = ", ".join(heads)
    return [Problem("fed_columns", {"columns": named}, columns.path.name)] if named else []


def engine_only(games: Games, order: Order) -> Problem | None:
    """Why so many games are rated by the engine; None where columns know all that is asked."""
    asked = {name: getattr(order, name) for name in _ENGINES}
    if asked["corrections"] and games.listed is not None:
        asked["corrections"] = {*map(str, order.corrections)} - {*_counted(games)}
    if given := [name for name in _ENGINES if asked[name]]:
        return Problem("fed_as_option", {"option": f"--{given[0].replace('_', '-')}"}, "")
    if games.listed is None:
        return Problem("fed_as_list", {"file": Path(order.listed).name}, "")
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


def make_by_columns(games: Games, order: Order) -> tuple[NextList, Made]:
    """The next list that is asked for, and what its columns are.

    Raises `ListError` with everything that stands in the way.
    """
    with Progress(order.language, "fed_progress_reading"):
        listed, ledger, day_before = games.known, games.ledger.result(), _day(games)
        corrections = _counted(games)
        lost = keep_own(listed, ledger.made is not None, order.keep)
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
        *ledger.notices, *_unknown(listed.columns, lost),
        *games.notices(),
        *made.found.notices,
        *tell_unknown_day(day_before, made.found.rules, listed.columns.path.name),
        Problem("fed_by_columns", {"n": results}, ""),
    )  # fmt: skip
    source = Source(listed.columns.path.name, day_before, ledger.contents.digest)
    said = Provenance(
        made.found.rules.reference, order.rules, made.found.day, source, order.language,
        new_event=order.new_event, keep=order.keep, corrections=corrections,
    )  # fmt: skip
    return replace(made.found, notices=notices, made=said, columns=Kept(made)), made


def explain_by_columns(made: Made, language: str) -> None:
    """The calculations of the person whom `list_by_columns` was asked for."""
    assert made.watched is not None
    if not made.watched.lines:
        print(say(language, "fed_no_part", name=made.listed.parts["name"][made.watched.row]))
    print("\n\n".join(explanation(*line, language, True) for line in made.watched.lines))
