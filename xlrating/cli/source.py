"""What a new template starts from: players of a list, or an event of another program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..engine.account import USED
from ..engine.errors import ArgumentError, RatingError
from ..engine.inspection import refuse, unfinished
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.rating import rate
from ..engine.report import lasting
from ..engine.results import Kind
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import pace_of_list
from ..engine.texts import sheets_named_in
from ..engine.vocabulary.waiting import WAITING
from ..exchange import open_sheets
from ..exchange.fide_list import looks_like_fide_list
from ..exchange.files import is_book
from ..exchange.other_ratings import columns_of, heading_doubts
from ..exchange.players import account_of_players, players_of
from ..exchange.table import read_table
from ..exchange.template import language_of, template_in, was_template
from ..federation.paces import all_entering, entering
from ..reading import read
from ..workbook.reader import read_contents
from .asked import asked_of
from .event_input import expect_asked, in_format_of, on_day, tell, tell_looks
from .fide_players import players_of_list
from .helping import unasked
from .no_event import refuse_ledger
from .reports import tell_columns, tell_other_ratings, with_own_ratings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence, Set

    from ..engine.account import Account
    from ..engine.event import Event, Player
    from ..workbook.library import Library
    from ..workbook.reader import WorkbookContents


class Begun(NamedTuple):
    """What a template starts from: another program's event, or the players of the next event.

    `library` is that of the previous event, None if there was none; `before` are the contents of
    its template.
    """

    event: Event | None = None
    players: tuple[Player, ...] = ()
    library: Library | None = None
    before: WorkbookContents | None = None

    def size(self, format: str, players: int | None, rounds: int | None) -> tuple[int, int | None]:
        """The places and rounds of a template, by default those of the previous one.

        A round robin has as many cycles as that one. Raises `ArgumentError` if its players
        do not fit.
        """
        entered, before = len(self.players), self.before
        if players is not None and players < entered:
            words = {"players": players, "entered": entered}
            raise make_error(ArgumentError, "opt_places_entered", **words)
        if before is None or before.event.format != format:
            return entered or 12 if players is None else players, rounds
        places = len(before.numbers) if players is None else players
        if format != "round-robin":
            return places, before.rounds if rounds is None else rounds
        own, once = (one - 1 + one % 2 for one in (len(before.numbers), places))
        return places, before.rounds // own * once if rounds is None else rounds


def _tell_left(event: Event, players: Sequence[Player], options: argparse.Namespace) -> None:
    """Report what the ratings after an event do not include yet, and what is not carried over."""
    if all(game.result.kind is Kind.POSTPONED for game in event.games):
        return  # nothing was played, so nothing is rated
    waiting = [player.name for player in players if player.facts.keys() & WAITING.keys()]
    left = [Problem("new_waiting", {"names": "; ".join(waiting)}, "")] if waiting else []
    tell([*unfinished(event), *left], options.language)


def begun(options: argparse.Namespace) -> Begun:
    """What a template starts from, read from the file that the user named.

    Players come from a list, or from a workbook with their ratings after its event.
    """
    found: tuple[Player, ...]
    account: Account | None
    library: Library | None = None
    named = [path for path in (options.source, options.library) if path]
    if options.ids and not any(map(looks_like_fide_list, named)):
        raise make_error(ArgumentError, "opt_ids_fide", *named[:1])
    if not options.source:
        return Begun()
    if looks_like_fide_list(options.source):
        options.language = options.language or unasked(options)
        return Begun(players=players_of_list(options.source, options))
    report, before = None, None
    refuse_ledger(options.source)
    try:
        event = read(options.source, asked=asked_of(options))
    except RatingError as no_event:
        is_sheets = Path(options.source).is_file() and is_book(options.source)
        if is_sheets and was_template(open_sheets(options.source).names):
            raise
        try:
            table = read_table(options.source, asked=asked_of(options))
            account, found = account_of_players(table), players_of(table)
        except RatingError as no_list:
            raise (no_list if is_sheets else no_event) from None
        expect_asked(options, options.source, account)
        tell((*account.doubts, *heading_doubts(options.rules, account)), options.language)
    else:
        account = event.account
        expect_asked(options, options.source, account)
        tell_looks(account, options.language or unasked(options))
        if sheets := template_in(options.source):
            with sheets_named_in(language_of(sheets.names)):
                before = read_contents(sheets)
        if before and not options.language:
            options.written = options.language = before.language
        options.language = options.language or unasked(options)
        if event.games and not event.rules:
            event = on_day(event, options.day)
            event, options.rules = with_own_ratings(event, options.rules, options.language)
            refuse(event, None)
            return Begun(in_format_of(event, options.format, options.language))
        tell_other_ratings(event, event.rules or options.rules, options.language)
        report = rate(event) if event.rules else None
        found = report.players() if report else event.players
        _tell_left(event, found, options)
        if report and not options.library:
            from .club_list import library_after

            library = library_after(options, report, before)
    if report is None:
        tell_columns(found, account, options.rules, options.language)
    columns = {name for player in found for name in player.facts}
    columns |= {one.meaning for one in columns_of(account) if one.use == USED}
    entered = _entered(found, columns, report.rules if report else None, load(options.rules))
    return Begun(players=entered, library=library, before=before)


def _entered(
    found: tuple[Player, ...], columns: Set[str], had: RuleSet | None, rules: RuleSet
) -> tuple[Player, ...]:
    """The players, numbered, with the facts that the rules use."""
    # A list may have ratings at several paces: those for the rules are entered.
    if had and pace_of_list(had) != pace_of_list(rules):
        found = tuple(entering(player, rules) for player in found)
    else:
        found = all_entering(found, columns, rules)
    # Facts about an event or a period, such as absence, are not carried over.
    return tuple(
        replace(player, no=no, facts=lasting(player.facts)) for no, player in enumerate(found, 1)
    )
