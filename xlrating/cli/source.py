"""What a new template begins with: players of a list, or an event of another program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..engine.errors import ArgumentError, RatingError
from ..engine.inspection import refuse
from ..engine.rating import rate
from ..engine.report import lasting
from ..engine.rules.ruleset import load
from ..exchange import read_players
from ..exchange.fide_list import looks_like_fide_list
from ..exchange.files import SHEETS
from ..federation.paces import entering
from ..reading import read
from .event_input import in_format_of
from .fide_players import players_of_list

if TYPE_CHECKING:
    import argparse

    from ..engine.event import Event, Player
    from ..workbook.library import Library


class Begun(NamedTuple):
    """What a template begins with: an event of another program, or the players of the next one.

    `library` is that of the event before, None where there was none.
    """

    event: Event | None = None
    players: tuple[Player, ...] = ()
    library: Library | None = None


def begun(options: argparse.Namespace) -> Begun:
    """What a template begins with, read from the file that is named.

    Players are those of a list, or of a workbook with the ratings they have after its event.
    """
    found: tuple[Player, ...]
    library: Library | None = None
    named = [path for path in (options.source, options.library) if path]
    if options.ids and not any(map(looks_like_fide_list, named)):
        raise ArgumentError("--ids takes players out of FIDE's list only", *named[:1])
    if not options.source:
        return Begun()
    if looks_like_fide_list(options.source):
        return Begun(players=players_of_list(options.source, options))
    try:
        event = read(options.source)
    except RatingError as no_event:
        try:
            found = tuple(read_players(options.source))
        except RatingError as no_list:
            is_book = options.source.lower().endswith(SHEETS)
            raise (no_list if is_book else no_event) from None
    else:
        if event.games and not event.rules:
            refuse(event, None)
            return Begun(in_format_of(event, options.format, options.language))
        report = rate(event) if event.rules else None
        found = report.players() if report else event.players
        if report and not options.library:
            from .club_list import library_after

            library = library_after(options, report)
    # A list may have ratings of several paces: those of the rules are entered.
    rules = load(options.rules)
    entered = (entering(player, rules) for player in found)
    # What is said of an event or a period, such as absence, is not said of the next one.
    numbered = (
        replace(player, no=no, facts=lasting(player.facts)) for no, player in enumerate(entered, 1)
    )
    return Begun(players=tuple(numbered), library=library)
