"""What a new template begins with: players of a list, or an event of another program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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


def entered_from(options: argparse.Namespace) -> Event | tuple[Player, ...]:
    """What a template begins with: an event of another program, or the players of the next one.

    The players are those of a list, or of a workbook with the ratings they have after its event.
    """
    found: tuple[Player, ...]
    if looks_like_fide_list(options.source):
        return players_of_list(options)
    if options.ids:
        raise ArgumentError("--ids takes players out of FIDE's list only", options.source)
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
            return in_format_of(event, options.format)
        found = rate(event).players() if event.rules else event.players
    # A list may have ratings of several paces: those of the rules are entered.
    rules = load(options.rules)
    entered = (entering(player, rules) for player in found)
    # What is said of an event or a period, such as absence, is not said of the next one.
    return tuple(
        replace(player, no=no, facts=lasting(player.facts)) for no, player in enumerate(entered, 1)
    )
