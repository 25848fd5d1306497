"""The event given to a command, and messages about it besides the output."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ..engine.account import UNUSED
from ..engine.errors import ArgumentError, RatingError, first_of
from ..engine.formats import in_format
from ..engine.languages import ENGLISH
from ..engine.problem import make_error, place_in, placed_words
from ..engine.problems import LISTED, Problem
from ..engine.texts import between, say
from ..engine.tournament.tie_breaks import chosen, read_tie_breaks
from ..engine.vocabulary.pace import read_pace
from ..exchange.account import in_a_line, named, not_met
from ..exchange.looks import LOOKS
from ..exchange.template import language_at
from ..reading import read
from .answering import note
from .asked import asked_of
from .helping import unasked
from .no_event import refuse_ledger
from .screen import YELLOW, say_in
from .told import day_named, said_by, words_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ..engine.account import Account
    from ..engine.event import Event

    #: A function that reports problems in a language.
    Teller = Callable[[Sequence[Problem], str], None]


def read_event(options: argparse.Namespace) -> Event:
    """The event in a file, with format, pace, day and tie-breaks from the command line."""
    try:
        event = read(options.file, getattr(options, "players", None), asked_of(options))
    except RatingError as wrong:
        refuse_ledger(options.file, wrong)
        raise
    if not event.games:
        refuse_ledger(options.file)
    expect_asked(options, options.file, event.account)
    return with_options(options, event)


def with_options(options: argparse.Namespace, event: Event, tell: Teller | None = None) -> Event:
    """An event with options applied; `tell` receives notices if the file says something else."""
    if getattr(options, "pace", None):
        event = replace(event, pace=said_by("--pace", read_pace, options.pace))
    event = on_day(event, getattr(options, "day", None))
    event = in_format_of(event, options.format, spoken(options, event), tell)
    if getattr(options, "tie_breaks", None):
        codes = said_by("--tie-breaks", read_tie_breaks, options.tie_breaks)
        event = replace(event, tie_breaks=codes)
        # Checked here, because the output may have no table that needs them.
        said_by("--tie-breaks", chosen, event)
    return event


def expect_asked(options: argparse.Namespace, file: str, *accounts: Account | None) -> None:
    """Raise `ArgumentError` for a column or sheet on the command line that the file does not have.

    `accounts` are those of its events.
    """
    found = [one for one in accounts if one]
    for option, name in not_met(asked_of(options), found) if found else ():
        names = (name for one in found for name in named(one, UNUSED) if name)
        unused = first_of(list(dict.fromkeys(names)))
        raise make_error(ArgumentError, f"opt_{option}", file, name=name, columns=unused or "–")


def tell_read(account: Account | None, language: str) -> None:
    """Report in one line what was read from a file."""
    if account is not None:
        said = placed_words(account.file, in_a_line(account, language), language)
        print(f"xlrating: {said}", file=sys.stderr)


def tell_looks(account: Account | None, language: str) -> None:
    """Report hidden rows and struck-through cells, where no inspection of an event reports them."""
    doubts = account.doubts if account is not None else ()
    tell([one for one in doubts if one.key in LOOKS], language)


def tell_made_up(event: Event, language: str, has_colours: bool = False) -> None:
    """Report that the written file has rounds or colours that the file read does not have."""
    told = {"order_written": event.says_order, "colours_written": event.says_colours or has_colours}
    tell([Problem(key, {}, event.where) for key, is_said in told.items() if not is_said], language)


def on_day(event: Event, said: str | None) -> Event:
    """The event with the day given by ``--day``, if any."""
    return replace(event, start=day_named(said), end=None) if said else event


def spoken(options: argparse.Namespace, event: Event) -> str:
    """The language of messages: as requested, otherwise that of a template's sheets."""
    asked: str | None = options.language
    if asked:
        return asked
    own = language_at(event.at("rounds"), "")
    options.written = own or ENGLISH
    return own or unasked(options)


def in_format_of(
    event: Event, format: str | None, language: str, hear: Teller | None = None
) -> Event:
    """The event with the given format; a notice says if the file has a different one."""
    if format is None:
        return event
    if event.says_format and event.format != format:
        words = {"said": event.format, "named": format}
        (hear or tell)([Problem("cli_other_format", words, "")], language)
    return in_format(event, format)


def tell(notices: Sequence[Problem], language: str) -> None:
    """Report doubts and notes about an event; they stop nothing."""
    note(notices, language)
    places: dict[str, list[str]] = {}
    for notice in notices:
        where = place_in(notice.where, language)
        own = places.setdefault(words_of(notice, language), [])
        own += [where] if where not in own else []
    for words, found in list(places.items())[:LISTED]:
        more = say(language, "and_more", n=len(found) - 1) if len(found) > 1 else ""
        where = f"{found[0]}{more}{between(language, ':')}" if found[0] else ""
        say_in(YELLOW, f"xlrating: {where}{words}", sys.stderr)
    if len(places) > LISTED:
        more = say(language, "check_more", n=len(places) - LISTED)
        print(f"xlrating: {more}", file=sys.stderr)
