"""The tables of a file that were left out: none may have a game that its event lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ..engine.account import Account
from ..engine.errors import FileError, RatingError
from ..engine.event import Event
from ..engine.problem import Problem, make_error, place_word
from ..engine.results import read_result
from .crosstables.pairing_heads import PairingHead, sides_of
from .grid import Grid
from .listed import names_of_tables, refuse_several
from .tabular import AS_IT_IS, ReadOptions

Person = frozenset[str]


class _PrintedGame(NamedTuple):
    """A game in a table that was left out: the two players, and its place."""

    pair: frozenset[Person]
    where: str


def completed(
    events: Sequence[Event], grids: Sequence[Grid], asked: ReadOptions = AS_IT_IS
) -> tuple[Event, ...]:
    """The events of a file with the names of the tables that none of them uses.

    `grids` are all tables of the file, of which only those on an `asked` sheet matter. Raises
    `FileError` for one with games of other players, or with a game that is in none of the events.
    """
    if not events:
        return ()
    accounts = [event.account for event in events if event.account]
    used = {(one.sheet, one.area) for of in accounts for one in (of, *of.parts)}
    left = [one for one in grids if (one.sheet, one.area) not in used]
    games = [(grid, found) for grid in asked.on_sheet(left) if (found := [*_games_in(grid)])]
    if games:
        _expect_covered(events, games)
    sheets = {sheet for sheet, _ in used}
    names = tuple(name for name, sheet in names_of_tables(left) if name != sheet or not sheet)
    return tuple(
        _with_doubt(_with_others(event, sheets, names), events[:at])
        for at, event in enumerate(events)
    )


def _expect_covered(
    events: Sequence[Event], games: Sequence[tuple[Grid, Sequence[_PrintedGame]]]
) -> None:
    """Raise `FileError` for tables with games that are in none of the events."""
    known = {_person(player.name) for event in events for player in event.players}
    others = [Account(grid.name, "", sheet=grid.sheet, area=grid.area) for grid, found in games
              if known.isdisjoint(person for game in found for person in game.pair)]  # fmt: skip
    if others:
        accounts = filter(None, (event.account for event in events))
        own = [one for of in accounts for one in (of, *of.parts) if one.kind != "players"]
        refuse_several([*own, *others])
    for _, found in games:
        _expect_games(events, found, known)


def _with_others(event: Event, used: set[str], names: tuple[str, ...]) -> Event:
    if event.account is None:
        return event
    others = [one for one in event.account.others if one not in used]
    return replace(event, account=replace(event.account, others=(*others, *names)))


def _with_doubt(event: Event, before: Sequence[Event]) -> Event:
    """The event with a doubt if most of its games, or of those of one before it, are the same.

    People keep the crosstables after each round.
    """
    account = event.account
    names = {player.name for player in event.players}
    for other in before if account else ():
        # Speed: only those with the same players are compared in detail.
        if names.isdisjoint(player.name for player in other.players[:1]):
            continue
        games, others = _by_names(event), _by_names(other)
        n = len(games & others)
        if account and other.account and n > 1 and 2 * n > min(len(games), len(others)):
            words = {"n": n, "other": place_word(_place(other.account))}
            doubt = Problem("tables_share_games", words, _place(account))
            return replace(event, account=replace(account, doubts=(*account.doubts, doubt)))
    return event


def _place(account: Account) -> str:
    return f"{account.place}, {account.area}" if account.area else account.place


def _by_names(event: Event) -> set[tuple[object, ...]]:
    people = {player.no: player.name for player in event.players}
    return {(game.round, people[game.white], people[game.black], game.result.code)
            for game in event.games if game.black is not None}  # fmt: skip


def _expect_games(
    events: Sequence[Event], games: Iterable[_PrintedGame], known: Collection[Person]
) -> None:
    """Raise `FileError` for a game between known players that is in none of the events."""
    there = Counter(pair for event in events for pair in _pairs(event))
    for game in games:
        there[game.pair] -= 1
        if game.pair.issubset(known) and there[game.pair] < 0:
            other = events[0].account.place if events[0].account else events[0].where
            raise make_error(FileError, "read_games_elsewhere", game.where, other=other)


def _games_in(grid: Grid) -> Iterator[_PrintedGame]:
    """The games with a result in a table with White and Black, in pairings or a list."""
    head: PairingHead | None = None
    for row in range(grid.top, len(grid.rows)):
        if found := sides_of(grid, row, may_be_list=True):
            head = found
        elif head is not None and _is_result(grid.text(row, head.results[0])):
            names = (grid.text(row, side.name) for side in (head.white, head.black))
            pair = frozenset(map(_person, names))
            if len(pair) == 2 and frozenset() not in pair:
                yield _PrintedGame(pair, grid.line(row))


def _is_result(text: str) -> bool:
    with suppress(RatingError):
        return bool(read_result(text).code)
    return False


def _pairs(event: Event) -> Iterable[frozenset[Person]]:
    people = {player.no: _person(player.name) for player in event.players}
    return (frozenset((people[game.white], people[game.black]))
            for game in event.games if game.black is not None)  # fmt: skip


def _person(name: str) -> Person:
    """The words of a name, in whatever order."""
    return frozenset(re.findall(r"[^\W\d_]+", name.casefold()))
