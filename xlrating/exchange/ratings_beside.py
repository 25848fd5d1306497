"""Ratings on a separate sheet: a workbook with a crosstable on one sheet and players on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from ..engine.errors import EventError, FileError, shown
from ..engine.event import Event, Player
from ..engine.problem import make_error
from .player_columns import column_of, rating_column
from .players import account_of_players, players_of
from .sheet_table import refuse_two_sheets, without_added
from .sheets import Sheets
from .table import read_table
from .tabular import AS_IT_IS, ReadOptions, Table

#: What a list contains about a player besides number and name.
_FACTS = ("rating", "id", "title", "sex", "federation", "born", "games", "peak", "k")


def with_ratings(
    events: Sequence[Event], sheets: Sheets, asked: ReadOptions = AS_IT_IS
) -> tuple[Event, ...]:
    """The events of a workbook, with the players as listed on another of its sheets.

    Only if nobody in an event has a rating, and a visible sheet has ratings of its players.
    Raises `FileError` if several sheets do, `EventError` for a player missing from that sheet.
    """
    accounts = [event.account for event in events if event.account]
    used = {one.sheet for of in accounts for one in (of, *of.parts)}
    return tuple(_with_ratings(event, sheets, asked, used) for event in events)


def _with_ratings(event: Event, sheets: Sheets, asked: ReadOptions, used: Set[str]) -> Event:
    account = event.account
    is_rated = any(player.rating is not None for player in event.players)
    if asked.sheet or is_rated or account is None or not event.games:
        return event
    found = []
    for name in sheets.visible:
        if name not in used and (table := _ratings_on(sheets, name, asked)):
            people: dict[str, list[Player]] = {}
            column = rating_column(table)
            for one, row in zip(players_of(table), table.rows):
                places = {"rating": row.at(column)}
                people.setdefault(one.name, []).append(replace(one, places=places))
            if any(player.name in people for player in event.players):
                found.append((table, people))
    if not found:
        return event
    own = without_added([table for table, _ in found])
    found = [one for one in found if one[0] in own]
    if len(found) > 1:
        refuse_two_sheets(sheets.path.name, [table.account.sheet for table, _ in found])
    ((table, people),) = found
    known = {*(part.sheet for part in account.parts), table.account.sheet}
    parts = (*account.parts, account_of_players(table))
    others = tuple(name for name in account.others if name not in known)
    return replace(
        event,
        players=_listed(event.players, people, table),
        account=replace(account, parts=parts, others=others),
    )


def _ratings_on(sheets: Sheets, name: str, asked: ReadOptions) -> Table | None:
    """The list of players on a sheet, None if there is none, or none with ratings."""
    try:
        table = read_table(sheets.path, asked=asked._replace(sheet=name))
    except FileError as error:
        if error.problem and error.problem.key == "read_heading_twice":
            raise
        return None
    return table if {rating_column(table), column_of(table, "name")} <= {*table.headings} else None


def _listed(
    players: Sequence[Player], people: Mapping[str, Sequence[Player]], table: Table
) -> tuple[Player, ...]:
    found = []
    for player in players:
        meant = people.get(player.name, ())
        if len(meant) != 1:
            sheet = f"{table.name}, sheet {table.account.sheet}"
            key = "read_several_players" if meant else "read_no_player"
            raise make_error(EventError, key, sheet, who=shown(player.name), n=len(meant))
        own = meant[0]
        facts = {fact: getattr(player, fact) or getattr(own, fact) for fact in _FACTS}
        places = {**own.places, **player.places}
        found.append(replace(player, **facts, facts={**own.facts, **player.facts}, places=places))
    return tuple(found)
