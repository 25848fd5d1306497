"""The command federation on a file of games: by the engine where it is small, else by columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import ArgumentError
from ...engine.explain import explanation
from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.texts import say
from ...exchange.fide_list import looks_like_fide_list
from ...exchange.files import CSV
from ...federation.columns.files import PARQUET, Columns, read_columns
from ...federation.columns.games import Sent, as_events, read_sent
from ...federation.columns.next_list import Made, list_by_columns
from ...federation.columns.people import Listed, read_listed
from ...federation.columns.sealed import as_rows, contents_of_columns, ledger_of
from ...federation.columns.table import Table, columns_csv, columns_parquet, list_columns
from ...federation.contents import Contents
from ...federation.corrections import counted, former
from ...federation.in_force import starts_before
from ...federation.ledger_files import Ledger, beside, ledger_json
from ...federation.list_book import MOST_RESULTS, list_book
from ...federation.listed import day_of_list, tell_unknown_day
from ...federation.next_list import ListError, NextList
from ...federation.paces import are_several
from ...federation.persons import plain_token
from ...federation.provenance import Provenance, Source
from ...federation.submissions import Submitted
from ..outputs import write
from ..progress import Progress
from ..told import day_named

if TYPE_CHECKING:
    import argparse
    from datetime import date


class Games:
    """The games of the file that a command names."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        with Progress(options.language, "fed_progress_games"):
            self.columns: Columns = read_columns(options.folder, True)
            self.sent: Sent = read_sent(self.columns)

    @property
    def is_large(self) -> bool:
        """Whether the next list is made by columns."""
        ends = [
            Path(one or "").suffix.lower()
            for one in (self.options.list, getattr(self.options, "output", None))
        ]
        if PARQUET in ends:
            return True
        if ends[0] not in CSV or 2 * self.sent.size <= MOST_RESULTS:
            return False
        # What its columns hold is read line by line.
        return not looks_like_fide_list(self.options.list)

    def events(self) -> tuple[list[Submitted], list[Problem]]:
        """The events as the engine has them, and the columns that mean nothing here."""
        return as_events(self.sent), _unknown(self.columns)


def _unknown(columns: Columns) -> list[Problem]:
    if not columns.others:
        return []
    words = {"columns": ", ".join(columns.others)}
    return [Problem("fed_columns", words, columns.path.name)]


def make_by_columns(games: Games) -> tuple[NextList, Made]:
    """The next list of the command, and what its columns are.

    Raises `ListError` with everything that stands in the way.
    """
    options = games.options
    if options.round_robin or options.swiss:
        raise ArgumentError(
            "a file of so many games says no format of single events; leave --round-robin and "
            "--swiss out, or send those events as files in a folder", games.columns.path.name
        )  # fmt: skip
    day = day_named(options.day)
    _expect_columns_only(options)
    with Progress(options.language, "fed_progress_reading"):
        listed = read_listed(options.list)
        _expect_one_pace(listed.columns)
        ledger = ledger_of(listed.columns)
        day_before = day_of_list(listed.columns.path, ledger)
        _refuse_late(games, day_before, options.rules)
        _refuse_former(games, listed, ledger)
    try:
        with Progress(options.language, "fed_progress_rating") as progress:
            made = list_by_columns(
                listed, games.sent, options.rules, day, ledger.events, options.new_event,
                progress.count, options.explain or "",
            )  # fmt: skip
    except ListError as error:
        raise ListError([*ledger.changed, *error.problems]) from None
    if ledger.changed:
        raise ListError(ledger.changed)
    results = int(made.gains.n.sum())
    notices = (
        *ledger.notices, *_unknown(listed.columns), *_unknown(games.columns),
        *made.found.notices,
        *tell_unknown_day(day_before, made.found.rules, listed.columns.path.name),
        Problem("fed_by_columns", {"n": results}, ""),
    )  # fmt: skip
    found = NextList(
        made.found.rules, made.found.day, (), made.found.events, notices, made.found.ledger,
        _made(made.found, day_before, ledger, options),
    )  # fmt: skip
    return found, made


def _expect_columns_only(options: argparse.Namespace) -> None:
    """What is done for events in files is not done by columns, and not left out in silence."""
    for name in ("corrections", "earlier", "preview", "register", "keep", "rapid", "blitz"):
        if getattr(options, name):
            raise ArgumentError(
                f"a file of so many games is rated without --{name}; send the events as files in "
                "a folder, or leave it out", str(options.folder)
            )  # fmt: skip


def _expect_one_pace(columns: Columns) -> None:
    """A list of several paces is made by the engine, event by event."""
    if are_several(columns.parts):
        raise ArgumentError(
            "so many games in one file are rated on a list of one pace, and this one has ratings "
            "of several; send the events as files in a folder", columns.path.name
        )  # fmt: skip


def _refuse_late(games: Games, day: date | None, rules: str) -> None:
    """A late event has the ratings of its own list: columns have those of one list only."""
    found = [
        Problem("fed_late_by_columns", {"start": start, "day": day}, one.file)
        for one in games.sent.events
        if starts_before(start := one.event.day("start") or one.day, load(rules), day)
    ]
    if found:
        raise ListError(found)


def _refuse_former(games: Games, listed: Listed, ledger: Ledger) -> None:
    """Who is called as before a correction is on the list: here it would be somebody new."""
    corrections = ledger.made.corrections if ledger.made else ()
    if not corrections:
        return
    sent = {plain_token(one) for one in games.sent.tokens}
    found = []
    for text in corrections:
        for was, now in former(counted(text)):
            row = listed.of_token(was)
            is_other = row is None or (was[:1] != "#" and row != listed.of_token(now))
            if is_other and plain_token(was.removeprefix("#")) in sent:
                words = {"was": was.removeprefix("#"), "now": now.removeprefix("#")}
                found.append(Problem("fed_former_by_columns", words, games.columns.path.name))
    if found:
        raise ListError(found)


def _made(
    found: NextList, day: date | None, ledger: Ledger, options: argparse.Namespace
) -> Provenance:
    return Provenance(
        found.rules.reference,
        options.rules,
        found.day,
        Source(Path(options.list).name, day, ledger.contents.digest),
        options.language,
        new_event=tuple(options.new_event),
        corrections=ledger.made.corrections if ledger.made else (),
    )


def explain_by_columns(made: Made, language: str) -> None:
    """The calculations of the person whom `list_by_columns` was asked for."""
    assert made.watched is not None
    if not made.watched.lines:
        print(say(language, "fed_no_part", name=made.listed.parts["name"][made.watched.row]))
    print("\n\n".join(explanation(*line, language) for line in made.watched.lines))


def write_columns(found: NextList, made: Made, output: str, options: argparse.Namespace) -> None:
    """Write the list, and beside it what else it says."""
    with Progress(options.language, "fed_progress_writing"):
        _write(found, made, output, options)


def _write(found: NextList, made: Made, output: str, options: argparse.Namespace) -> None:
    language = options.language
    table: Table = list_columns(made, language)
    contents: Contents = contents_of_columns(list_columns(made) if language != "en" else table)
    ending = Path(output).suffix.lower()
    if ending == ".xlsx":
        from ...workbook.file.writer import to_bytes

        book = list_book(found, language, as_rows(table), contents)
        write(options, {output: to_bytes(book, language)})
        return
    # With its mark: without it Excel takes the names for another code.
    text = "" if ending == PARQUET else columns_csv(table)
    data = text.encode("utf-8-sig") if text else columns_parquet(table)
    # First: beside an older list it is noticed, the list without it would know too little.
    write(options, {beside(output): ledger_json(found, data, contents), output: data})
