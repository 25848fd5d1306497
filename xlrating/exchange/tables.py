"""Tables as CSV: a list of games, a list of players, or a crosstable, told by the headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.event import Event
from ..engine.problem import refusal
from ..engine.words.formats import read_format
from ..engine.words.headings import game_spellings
from .crosstable import assemble, check_points, parse_cell
from .event_lines import with_columns, with_lines
from .files import CSV, AnyPath, real_file
from .games import read_games
from .players import NUMBER, column_of, players_of
from .table import Table, read_table

#: The name of a list of games, and what stands before it in that of its players, too.
_GAMES = re.compile(r"(.*[-_ ]|)games", re.IGNORECASE)
_ROUND = re.compile(r"r(\d{1,3})")


def read_csv(
    path: AnyPath,
    players: AnyPath | None = None,
    beside: Callable[[Path], Path | None] | None = None,
) -> Event:
    """The event of a CSV file: a list of games, a list of players, or a crosstable.

    `players` is the list of players that belongs to a list of games; without it
    ``players.csv`` beside ``games.csv``, or ``X-players.csv`` beside ``X-games.csv``, is
    taken when it is there, or what `beside` finds, and else the players are those the games
    name. Lines above the headings say what `event_lines` reads, ``format: round robin`` among it;
    a column ``format`` says the format, too. Raises
    `FileError`, `ArgumentError` or `EventError` with line and column.
    """
    table = _in_english(read_table(path))
    file = Path(path)
    if {"round", "white", "black"} <= set(table.headings):
        found = players if players is not None else (beside or players_beside)(file)
        known = read_table(found) if found is not None else None
        event = with_columns(with_lines(read_games(table, known), table, file), table)
        return _in_its_format(event, table)
    if any(_ROUND.fullmatch(heading) for heading in table.headings):
        event = _in_its_format(with_lines(_read_crosstable(table), table, file), table)
    else:
        # Games without rounds are neither games nor players, which is told first.
        event = Event(players=players_of(table))
    if players is not None:
        raise refusal(ArgumentError, "opt_players_csv", table.name)
    return event


def _in_its_format(event: Event, table: Table) -> Event:
    """The event with the format that a column of its file says, if a line has not said it."""
    said = [(event.format, event.at("format"))] if event.says_format else []
    column = column_of(table, "format")
    said += [(row.text(column), row.at(column)) for row in table.rows if row.text(column)]
    formats: dict[str, str] = {}
    for text, place in said:
        try:
            formats.setdefault(read_format(text), place)
        except RatingError as error:
            raise error.at(place) from None
    if len(formats) > 1:
        raise refusal(
            ArgumentError, "read_two_formats", list(formats.values())[1], found=" / ".join(formats)
        )
    return replace(event, format=next(iter(formats), event.format), says_format=bool(formats))


def _in_english(table: Table) -> Table:
    """A list of games with its headings in English, whatever language they are in."""
    known = {}
    for part in ("round", "white", "black", "result", "board"):
        name = next((one for one in game_spellings(part) if one in table.headings), part)
        known[name] = part
    headings = tuple(known.get(heading, heading) for heading in table.headings)
    if not {"round", "white", "black"} <= set(headings) or len(set(headings)) < len(headings):
        return table
    return table._replace(
        headings=headings, rows=tuple(row._replace(headings=headings) for row in table.rows)
    )


def players_beside(path: Path) -> Path | None:
    """The list of players that belongs to a list of games, by their names.

    It is ``players.csv`` beside ``games.csv``, or ``X-players.csv`` beside ``X-games.csv``; of a
    link the one beside it, else the one beside the file that it leads to.
    """
    for one in dict.fromkeys((path, real_file(path))):
        if one.suffix.lower() in CSV and _GAMES.fullmatch(one.stem):
            with suppress(OSError):
                names = (other.name for other in one.parent.iterdir())
                if found := lists_beside([one.name, *names]).get(one.name):
                    return one.parent / found
    return None


def players_name(games: str) -> str | None:
    """The name of the list of players that belongs to a list of games; None for another name.

    >>> players_name("cup-games.csv"), players_name("cup.csv")
    ('cup-players.csv', None)
    """
    path = Path(games)
    found = _GAMES.fullmatch(path.stem)
    return f"{found[1]}players{path.suffix}" if found else None


def lists_beside(names: Iterable[str]) -> dict[str, str]:
    """Of the names of a folder's files: the lists of games, each with its list of players.

    >>> lists_beside(["cup-Games.csv", "Cup-players.CSV", "games.csv", "notes.txt"])
    {'cup-Games.csv': 'Cup-players.CSV'}
    """
    wanted: dict[str, str] = {}
    there: dict[str, str] = {}
    for name in names:
        path = Path(name)
        if path.suffix.lower() in CSV:
            there.setdefault(name.lower(), name)
            if own := players_name(name):
                wanted[name] = own.lower()
    return {games: there[players] for games, players in wanted.items() if players in there}


def _read_crosstable(table: Table) -> Event:
    players = players_of(table)
    if column_of(table, "no") not in table.headings and _are_numbers(table):
        # Opponents are named by this column, so it numbers the players of the event.
        players = tuple(
            replace(p, no=int(p.id), id="", name="" if p.name == p.id else p.name) for p in players
        )
    headings = {
        int(found[1]): heading for heading in table.headings if (found := _ROUND.fullmatch(heading))
    }
    if sorted(headings) != list(range(1, len(headings) + 1)):
        raise refusal(FileError, "read_rounds", table.name, n=len(headings))
    score = column_of(table, "score")
    rows = []
    for player, row in zip(players, table.rows, strict=True):
        columns = [headings[number] for number in sorted(headings)]
        cells = [parse_cell(row.value(column), row.at(column)) for column in columns]
        printed = row.points(score)
        if printed is not None:
            check_points(cells, printed, row.at(score))
        rows.append((player.no, cells))
    return Event(players=players, games=assemble(rows), rounds=len(headings))


def _are_numbers(table: Table) -> bool:
    ids = [row.text(column_of(table, "id")) for row in table.rows]
    return all(map(NUMBER.fullmatch, ids))
