"""Ratings on a separate sheet: a workbook with a crosstable on one sheet and players on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..engine.errors import EventError, shown
from ..engine.event import Event, Player
from ..engine.problem import make_error
from .grid import Grid
from .listed import has_ratings, list_for, lists_in
from .player_columns import rating_column
from .players import account_of_players, players_of
from .tabular import AS_IT_IS, ReadOptions, Table

#: What a list contains about a player besides number and name.
_FACTS = ("rating", "id", "title", "sex", "federation", "born", "games", "peak", "k")


def with_ratings(
    events: Sequence[Event], grids: Sequence[Grid], asked: ReadOptions = AS_IT_IS
) -> tuple[Event, ...]:
    """The events of a file, with the players as listed in another of its tables.

    Only if nobody in an event has a rating, and one of the tables in `grids` has ratings of its
    players. Raises `FileError` if several differ, `EventError` for a player missing from the list.
    """
    waiting = [event for event in events if _is_unrated(event)]
    if not waiting:
        return tuple(events)
    accounts = [event.account for event in events if event.account]
    used = {(one.sheet, one.area) for of in accounts for one in (of, *of.parts)}
    tables, twice = lists_in([one for one in grids if (one.sheet, one.area) not in used], asked)
    for one in twice:
        raise one
    return tuple(_with_ratings(event, tables) if event in waiting else event for event in events)


def _is_unrated(event: Event) -> bool:
    is_rated = any(player.rating is not None for player in event.players)
    return bool(event.account and event.games and not is_rated)


def _with_ratings(event: Event, tables: Sequence[Table]) -> Event:
    names = {player.name for player in event.players}
    table = list_for([one for one in tables if has_ratings(one)], names)
    if table is None or event.account is None:
        return event
    people: dict[str, list[Player]] = {}
    column = rating_column(table)
    for one, row in zip(players_of(table), table.rows):
        people.setdefault(one.name, []).append(replace(one, places={"rating": row.at(column)}))
    parts = (*event.account.parts, account_of_players(table))
    return replace(
        event,
        players=_listed(event.players, people, table),
        account=replace(event.account, parts=parts),
    )


def _listed(
    players: Sequence[Player], people: Mapping[str, Sequence[Player]], table: Table
) -> tuple[Player, ...]:
    found = []
    for player in players:
        meant = people.get(player.name, ())
        if len(meant) != 1:
            sheet = table.account.place
            key = "read_several_players" if meant else "read_no_player"
            raise make_error(EventError, key, sheet, who=shown(player.name), n=len(meant))
        own = meant[0]
        facts = {fact: getattr(player, fact) or getattr(own, fact) for fact in _FACTS}
        places = {**own.places, **player.places}
        found.append(replace(player, **facts, facts={**own.facts, **player.facts}, places=places))
    return tuple(found)
