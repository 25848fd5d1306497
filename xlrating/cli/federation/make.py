"""The command federation: makes the next list from a list and a folder of events."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...annotation.listed import annotated_list
from ...annotation.tables import USUAL
from ...engine.errors import ArgumentError, FileError
from ...engine.explain import explanation
from ...engine.problem import Problem, make_error, placed_words
from ...engine.sentences import in_sentences
from ...engine.texts import say
from ...exchange import expect_ending
from ...exchange.account import in_a_line
from ...exchange.garbage import gc_paused
from ...federation.folder import is_games
from ...federation.identity import IdentityEntry, expect_single_numbers, in_order, read_identity
from ...federation.ledger_files import beside
from ...federation.list_files import files_of
from ...federation.listed import read_listed
from ...federation.making import Order
from ...federation.next_list import ListError, NextList
from ...federation.submissions import accounts_of
from ..annotate import expect_own, finished
from ..answering import give, note
from ..answers.events import games_table
from ..answers.lists import list_as_table, of_entry, of_list, of_list_facts
from ..asked import asked_of, columns_asked, expect_annotate
from ..event_input import tell
from ..outputs import ready, write
from ..progress import Progress
from ..screen import columns
from ..told import day_named, tell_wrong, together
from . import at_size

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from ...engine.account import Account
    from ...federation.entry import ListedPerson

#: How many lines of notices are printed, unless all are requested.
_SHOWN = 20


@gc_paused()
def federation(options: argparse.Namespace) -> int:
    """Make the next rating list from a list and a folder of events."""
    output, language = options.output, options.language
    expect_annotate(options)
    if options.annotate:
        if options.explain:
            raise make_error(ArgumentError, "opt_list_explain", str(output))
        expect_own(options.list, output)
        ready(options, output)
    elif output is not None:
        _check_output(output, options)
    try:
        found = made_by_order(order_of(options, day_named(options.day)), language)
    except ListError as error:
        tell_wrong(error.problems, language)
        lines = _lines_of(error.accounts, language)
        print(*_first(lines, options), sep="", end="", file=sys.stderr)
        number = len(error.problems)
        raise make_error(FileError, "fed_none_made", str(options.folder), n=number) from None
    if options.explain:
        explain_entry(found, found.entry(options.explain), language)
        return 0
    if options.annotate:
        _write_annotated(found, output, options)
    elif output is not None:
        found = _written(found, output, options)
    decided = [one for path in options.ledger if (one := read_identity(path).account) is not None]
    doubts = [each for one in decided for each in one.doubts]
    found = replace(found, notices=(*doubts, *found.notices))
    note(found.notices, language)
    accounts = accounts_of(found.account, found.events)
    accounts |= {one.file: one for one in decided}
    give(
        lambda: of_list(found, language, list(accounts.values())),
        lambda: list_as_table(found, language),
    )
    for lines in (together(found.notices, language, options.all), _lines_of(accounts, language)):
        print(*_first(lines, options), sep="", end="")
    print(summary(found, language))
    print(say(language, "fed_written", output=output) if output else say(language, "fed_nothing"))
    return 0


def _lines_of(accounts: Mapping[str, Account], language: str) -> list[str]:
    """What was read from each file, one line per file."""
    return [
        placed_words(file, in_a_line(one, language), language) for file, one in accounts.items()
    ]


def _first(lines: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    """As many lines as requested, and how many more there are."""
    shown = lines if options.all else lines[:_SHOWN]
    yield from (f"{line}\n" for line in shown)
    if len(lines) > len(shown):
        yield say(options.language, "fed_more", n=len(lines) - len(shown)) + "\n"


def _check_output(output: str, options: argparse.Namespace) -> None:
    expect_ending(output, ".xlsx", ".csv", *([".parquet"] if is_games(options.folder) else []))
    if options.explain:
        raise make_error(ArgumentError, "opt_list_explain", output)
    ready(options, output, *([] if output.lower().endswith(".xlsx") else [beside(output)]))


def explain_entry(found: NextList, entry: ListedPerson, language: str) -> None:
    """Print one player's calculations, in the order of the events."""
    give(
        lambda: {**of_list_facts(found, language), "player": of_entry(entry, found, language)},
        *(partial(games_table, line, report.rules, language, True)
          for report, line in entry.every_line),
    )  # fmt: skip
    parts = [explanation(*line, language, True, columns()) for line in entry.every_line]
    if not parts:
        parts.append(say(language, "fed_no_part", name=entry.player.name))
    adjusted = in_sentences(entry.adjusted, language, found.rules)
    parts += [f"{one.text}   [{one.clause}]" for one in adjusted]
    print("\n\n".join(parts))


def made_by_order(order: Order, language: str) -> NextList:
    """The next list, from a folder or a file of games."""
    with Progress(language, "fed_progress_reading") as progress:
        return at_size.make_list(order, progress)


def order_of(options: argparse.Namespace, day: date | None) -> Order:
    """The order for a list, from the command line."""
    return Order(
        options.list,
        options.folder,
        options.rules or "",
        day,
        options.written,
        tuple(options.round_robin),
        tuple(options.swiss),
        tuple(options.new_event),
        _identity(options.ledger),
        tuple(options.earlier),
        options.preview,
        tuple(options.ledger),
        tuple(options.keep),
        tuple(options.rapid),
        tuple(options.blitz),
        getattr(options, "explain", None) or "",
        asked_of(options),
    )


def _identity(paths: Iterable[str]) -> tuple[IdentityEntry, ...]:
    """The entries in all ledger files."""
    found = [one for path in paths for one in read_identity(path).entries]
    expect_single_numbers(found)
    return in_order(found)


def _written(found: NextList, output: str, options: argparse.Namespace) -> NextList:
    """Write the list; returns it with notices about what a workbook cannot hold."""
    with Progress(options.language, "fed_progress_writing"):
        found, files = files_of(found, output, options.written)
        write(options, files)
    return found


def _write_annotated(found: NextList, output: str, options: argparse.Namespace) -> None:
    """Write a copy of the officer's own workbook with the new ratings."""
    listed = read_listed(options.list, options.keep, asked_of(options))
    columns = columns_asked(options, USUAL)
    notices: list[Problem] = []
    data = annotated_list(
        options.list, listed, found, columns=columns, dropped=options.drop,
        has_audit=not options.no_audit, comments=options.comments, tell=notices.append,
    )  # fmt: skip
    tell(notices, options.language)
    write(options, {output: finished(Path(options.list), data, output, options.language)})


def summary(found: NextList, language: str) -> str:
    """A line about what the list is based on."""
    words = {"events": len(found.events), "rules": found.rules.shown, **found.numbers()}
    text = say(language, "fed_summary", **words)
    if not found.day:
        return text
    title = say(language, "fed_title_day", day=found.day)
    return say(language, "fed_summary_day", title=title, summary=text)
