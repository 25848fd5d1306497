"""The event that a command is given, and what is told about it beside the output."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ..engine.account import IGNORED, UNUSED
from ..engine.errors import ArgumentError, first_of
from ..engine.formats import in_format
from ..engine.problem import place_in, refusal
from ..engine.problems import LISTED, Problem, told
from ..engine.texts import say
from ..engine.tournament.tie_breaks import chosen, read_tie_breaks
from ..engine.words.headings import heading_of
from ..engine.words.pace import read_pace
from ..exchange.account import in_a_line
from ..exchange.template import language_at
from ..reading import read
from .answering import note
from .asked import asked_of
from .screen import YELLOW, say_in
from .told import day_named, said_by

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..engine.account import Account, Column
    from ..engine.event import Event


def read_event(options: argparse.Namespace) -> Event:
    """The event of a file, with the format, pace, day and tie-breaks that the command line says."""
    event = read(options.file, getattr(options, "players", None), asked_of(options))
    return with_options(options, event)


def with_options(options: argparse.Namespace, event: Event) -> Event:
    """An event with what the command line says of it."""
    expect_ignored(options, event.account)
    if getattr(options, "pace", None):
        event = replace(event, pace=said_by("--pace", read_pace, options.pace))
    event = on_day(event, getattr(options, "day", None))
    event = in_format_of(event, options.format, spoken(options, event))
    if getattr(options, "tie_breaks", None):
        codes = said_by("--tie-breaks", read_tie_breaks, options.tie_breaks)
        event = replace(event, tie_breaks=codes)
        # Looked at here: what is printed may have no table that would need them.
        said_by("--tie-breaks", chosen, event)
    return event


def expect_ignored(options: argparse.Namespace, account: Account | None) -> None:
    """Raise `ArgumentError` for a column of ``--ignore`` that the file has not, or needs."""
    columns = list(_columns(account)) if account else []
    ignored = {heading_of(one.heading) for one in columns if one.use == IGNORED}
    for name in options.ignore if account else ():
        if heading_of(name) not in ignored:
            others = first_of([one.heading for one in columns if one.use == UNUSED]) or "–"
            raise refusal(ArgumentError, "opt_ignore", options.file, name=name, columns=others)


def _columns(account: Account) -> Iterator[Column]:
    yield from account.columns
    for part in account.parts:
        yield from _columns(part)


def tell_read(account: Account | None, language: str) -> None:
    """Say in a line what was read of a file."""
    if account is not None:
        print(f"xlrating: {account.file}: {in_a_line(account, language)}", file=sys.stderr)


def on_day(event: Event, said: str | None) -> Event:
    """The event on the day that ``--day`` says, if any."""
    return replace(event, start=day_named(said), end=None) if said else event


def spoken(options: argparse.Namespace, event: Event) -> str:
    """The language of what is told: as asked for, else that of a template's sheets."""
    asked: str | None = options.language
    return asked or language_at(event.at("rounds"))


def in_format_of(event: Event, format: str | None, language: str) -> Event:
    """The event as the format that is named; it is told where the file says another one."""
    if format is None:
        return event
    if event.says_format and event.format != format:
        words = {"said": event.format, "named": format}
        tell([Problem("cli_other_format", words, "")], language)
    return in_format(event, format)


def tell(notices: Sequence[Problem], language: str) -> None:
    """Say what is doubtful in an event, or worth knowing; it stops nothing."""
    note(notices, language)
    places: dict[str, list[str]] = {}
    for notice in notices:
        where = place_in(notice.where, language)
        places.setdefault(told(notice, language), []).append(where)
    for words, found in list(places.items())[:LISTED]:
        more = say(language, "and_more", n=len(found) - 1) if len(found) > 1 else ""
        where = f"{found[0]}{more}: " if found[0] else ""
        say_in(YELLOW, f"xlrating: {where}{words}", sys.stderr)
    if len(places) > LISTED:
        more = say(language, "check_more", n=len(places) - LISTED)
        print(f"xlrating: {more}", file=sys.stderr)
