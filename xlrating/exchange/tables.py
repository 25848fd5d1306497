"""Tables as text: a list of games, a list of players, or a crosstable, recognised by headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..engine.errors import ArgumentError, FileError
from ..engine.event import Event
from ..engine.near_names import same_games
from ..engine.problem import make_error
from ..engine.vocabulary.headings import are_headings, game_spellings
from ..engine.vocabulary.nobody import is_nobody
from .covered import completed
from .crosstables import (
    expect_no_games,
    is_text_of_program,
    read_table_of_games,
    read_text_table,
    tables_in_text,
)
from .crosstables.pairing_heads import head_a_list
from .encodings import text_of
from .event_lines import in_its_format, with_columns, with_lines
from .files import AnyPath, head_of, lines_of
from .games import PARTS, account_of_games, read_games
from .grid import Grid
from .listed import list_for_games, lists_in, refuse_several
from .players import account_of_players, players_of
from .players_beside import players_beside
from .ratings_beside import with_ratings
from .result_columns import with_scores
from .table import HEAD_BYTES, Row, Table, is_in_letters, line_of_headings, read_table
from .tabular import AS_IT_IS, ReadOptions
from .undated import with_day_above
from .unknown import is_below

#: More characters than in any crosstable; a list of games may be this long.
LARGEST_CROSSTABLE = 2**20


def read_csv(
    path: AnyPath,
    players: AnyPath | None = None,
    beside: Callable[[Path], Path | None] | None = None,
    asked: ReadOptions = AS_IT_IS,
) -> Event:
    """The event in a CSV file: a list of games, a list of players, or a crosstable.

    `players` is the list of players that belongs to a list of games; without it
    ``players.csv`` next to ``games.csv``, or ``X-players.csv`` next to ``X-games.csv``, is
    used if it exists, or what `beside` finds; otherwise the players are those named in the
    games. Lines above the headings may contain what `event_lines` reads, such as ``format: round
    robin``; a column ``format`` does the same. Raises
    `FileError`, `ArgumentError` or `EventError` with line and column.
    """
    file = Path(path)
    text, code = _short_text(path)
    if several := tables_in_text(file.name, text, code):
        known = read_table(players, asked=asked) if players is not None else None
        if (event := read_event_of(several, path, asked, known)) is not None:
            return event
    event = None if lists_games(text) else read_text_table(path, text, code, asked)
    if event is None:
        table = _in_english(read_table(path, asked=asked))
        if _holds_games(table):
            found = players if players is not None else (beside or players_beside)(file)
            known = read_table(found, asked=asked) if found is not None else None
            return _event_of(table, known, file)
        # A list of games without rounds is neither; the missing rounds are reported first.
        expect_no_games(table)
        event = Event(players=players_of(table), account=account_of_players(table))
    if players is not None:
        raise make_error(ArgumentError, "opt_players_csv", file.name)
    return event


def read_list_of_games(
    grids: Sequence[Grid], path: AnyPath, asked: ReadOptions = AS_IT_IS, known: Table | None = None
) -> Event | None:
    """The event in a file's list of games, with its list of players, if any.

    `grids` are all tables of the file; `known` is a list of players from elsewhere. None if there
    is no list of games. Raises `FileError` for several, and for a duplicate heading in a table that
    may be the missing list of games, or have the missing ratings; otherwise like `read_csv`.
    """
    found, twice = lists_in(grids, asked)
    tables = [*map(_in_english, found)]
    lists = [table for table in tables if _holds_games(table)]
    games = [one for one in lists if asked.sheet in ("", one.account.sheet)]
    if len(games) > 1:
        refuse_several([table.account for table in games])
    if not games:
        for one in twice:
            raise one
        return None
    people = known or list_for_games(games[0], [one for one in tables if one not in lists])
    event = _event_of(games[0], people, Path(path))
    for one in twice:
        if not people and all(player.rating is None for player in event.players):
            raise one
    return event


def read_event_of(
    grids: Sequence[Grid], path: AnyPath, asked: ReadOptions = AS_IT_IS, known: Table | None = None
) -> Event | None:
    """The event in all tables of a file, of whatever kind; None if there is none.

    Raises like `read_table_of_games` and `read_list_of_games`.
    """
    event = read_table_of_games(asked.on_sheet(grids), path, asked)
    if event is None:
        event = read_list_of_games(grids, path, asked, known)
    elif known is not None:
        raise make_error(ArgumentError, "opt_players_csv", Path(path).name)
    else:
        (event,) = with_ratings((event,), grids, asked)
    return completed((event,), grids, asked)[0] if event is not None else None


def _holds_games(table: Table) -> bool:
    """Whether a table is a list of games: with rounds, or with the day of each."""
    return {"white", "black"} <= set(table.headings) and bool({"round", "date"} & {*table.headings})


def _event_of(table: Table, known: Table | None, file: Path) -> Event:
    """The event in a list of games, with the list of its players if there is one."""
    says_rounds = "round" in table.headings
    table = _filled_down(table)
    games = table if says_rounds else _in_rounds(table)
    event = with_lines(_with_doubts(read_games(games, known), table), table, file)
    event = with_columns(event, games)
    above = ((line, f"{table.name}, line {at}") for at, line in enumerate(table.above, 1))
    event = with_day_above(event, above)
    return in_its_format(replace(event, says_rounds=says_rounds), games)


def _filled_down(table: Table) -> Table:
    """The games with what a cell merged over several rows says of all of them: round and day."""
    shared = [at for at, name in enumerate(table.headings) if name in ("round", "date", "event")]
    found: list[Row] = []
    for row in table.rows:
        below = [at for at in shared if is_below(row.values[at])] if found else []
        if below:
            values = list(row.values)
            for at in below:
                values[at] = found[-1].values[at]
            row = row._replace(values=values)
        found.append(row)
    return table._replace(rows=tuple(found))


def _with_doubts(event: Event, table: Table) -> Event:
    """The event with a doubt for each game that the table has twice, unless it has rounds."""
    if "round" in table.headings or event.account is None:
        return event
    again = same_games((tuple(row.values), row.place) for row in table.rows)
    account = replace(event.account, doubts=(*event.account.doubts, *again))
    return replace(event, account=account)


def _short_text(path: AnyPath) -> tuple[str, str]:
    """The text of a file that may be a program's table, and its encoding; '' for a longer one."""
    data = head_of(path, LARGEST_CROSSTABLE + 1)
    if len(data) > LARGEST_CROSSTABLE:
        return "", ""
    name = Path(path).name
    return text_of(data, name, lambda text: is_text_of_program(text) or is_in_letters(text))


def lists_games(text: str) -> bool:
    """Whether the headings of a text are those of a list of games.

    >>> lists_games("Round,White,Black,Result"), lists_games("White to move, Black to win")
    (True, False)
    """
    return head_a_list(_headings(text))


def has_headings(text: str) -> bool:
    """Whether one of the first lines of a text contains headings of players or games."""
    return are_headings(_headings(text))


def _headings(text: str) -> list[str]:
    lines = lines_of(text[:HEAD_BYTES])
    first = lines[line_of_headings(lines)] if lines else ""
    return [cell.strip(' "\r\n') for cell in re.split("[,;\t|]", first)]


def read_season(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> list[tuple[str, Event]]:
    """The events in a file of games, .csv or .parquet; the account of each is that of the file.

    Each event comes with its title, '' if there is no column ``event``; there may be none. Players
    are those named in the games. Without a column ``round`` the rounds follow from the
    order of the lines. Raises `FileError`, `ArgumentError` or `EventError` with line and column.
    """
    table = _in_english(read_table(path, True, asked))
    for part in ("white", "black"):
        if part not in table.headings:
            raise make_error(FileError, "read_no_column", table.name, column=part)
    titles = next((one for one in game_spellings("event") if one in table.headings), "")
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        rows.setdefault(row.text(titles), []).append(row)
    if "" in rows and len(rows) > 1:
        raise make_error(ArgumentError, "read_no_event", rows[""][0].place)
    found = []
    says_rounds = "round" in table.headings
    for title, own in rows.items():
        own_games = table._replace(rows=tuple(own), above=())
        in_rounds = own_games if says_rounds else _in_rounds(own_games)
        event = _with_doubts(read_games(in_rounds, None), own_games)
        event = with_columns(event, in_rounds)
        # Lines above the games are not about one of several events.
        event = replace(event, says_rounds=says_rounds, says_format=False)
        found.append((title, in_its_format(event, in_rounds)))
    if not rows:
        # An empty file is also checked for results.
        read_games(table, None)
    # The same people may play in several events, and some events may identify all by number.
    people = {player.name or str(player.no) for _, event in found for player in event.players}
    games = [game for _, event in found for game in event.games]
    account = replace(account_of_games(table).counting(people, games), doubts=())
    doubts = (event.account.doubts if event.account else () for _, event in found)
    # One object for all without doubts of their own: it is looked at once.
    return [(title, replace(event, account=replace(account, doubts=own) if own else account))
            for (title, event), own in zip(found, doubts)]  # fmt: skip


def _in_rounds(table: Table) -> Table:
    """Games with a round each, such that nobody plays twice in one, in row order."""
    last: dict[str, int] = {}
    rows = []
    headings = (*table.headings, "round")
    for row in table.rows:
        sides = [text for side in ("white", "black") if (text := row.text(side))]
        round_ = 1 + max((last.get(text, 0) for text in sides), default=0)
        # The missing opponent has played nothing before.
        last.update((text, round_) for text in sides if not is_nobody(text))
        rows.append(row._replace(headings=headings, values=(*row.values, str(round_))))
    return table._replace(headings=headings, rows=tuple(rows))


def _in_english(table: Table) -> Table:
    """A list of games with its headings in English, whatever their language."""
    table = with_scores(table)
    headings = _english(table.headings)
    if headings == table.headings:
        return table
    return table._replace(
        headings=headings, rows=tuple(row._replace(headings=headings) for row in table.rows)
    )


@lru_cache(maxsize=64)
def _english(own: tuple[str, ...]) -> tuple[str, ...]:
    known = {}
    for part in PARTS:
        name = next((one for one in game_spellings(part) if one in own), part)
        known[name] = part
    found = tuple(known.get(heading, heading) for heading in own)
    headed = [*filter(None, found)]
    is_one = {"white", "black"} <= {*headed} and len({*headed}) == len(headed)
    return found if is_one else own
