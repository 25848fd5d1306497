"""Exports without games: the starting rank list, and the ranking without games."""

from __future__ import annotations

from dataclasses import replace

from ...engine.account import USED
from ...engine.errors import FileError
from ...engine.event import Event
from ...engine.problem import make_error
from ...engine.vocabulary.headings import spellings
from ..grid import Grid, shown
from ..table import Table
from ..tabular import AS_IT_IS, ReadOptions
from .above import is_from_site, said_above, with_said
from .accounted import account_of, counted
from .entries import looks_like_game
from .layout import Layout, list_columns, without_ignored
from .reader import people_of
from .rows import lines_of_table
from .words import column_of


def find_list(grid: Grid) -> Layout | None:
    """The list of players of chess-results in a grid; None for any other table."""
    if not is_from_site(grid):
        return None
    for head in grid.head_rows:
        texts = grid.texts(head)
        parts = [column_of(text)[0] for text in texts if text]
        if "name" in parts and len(set(parts) - {""}) > 2:
            return Layout(grid, head, head + 1, list_columns(texts))
    return None


def read_start_list(layout: Layout, asked: ReadOptions = AS_IT_IS) -> Event:
    """The players of a starting rank list, with its account.

    Raises `FileError` for a ranking, which has points but no games.
    """
    layout = without_ignored(layout, asked.ignore)
    kinds = {line.row: line.kind for line in lines_of_table(layout)}
    rows = [row for row, kind in kinds.items() if kind == "player"]
    points = layout.of("points")
    if points:
        place = layout.grid.line(layout.head)
        error = make_error(FileError, "read_ranking", place, heading=points[0].heading)
        error.of_games = True  # it only shows their points
        raise error
    event = Event(players=people_of(layout, rows), says_format=False, where=layout.grid.name)
    event, lines = with_said(event, said_above(layout.grid, layout.head))
    used = {column.at: USED for column in layout.of("no")[:1]}
    account = account_of(layout, kinds, rows, used, lines, asked)
    return counted(event, replace(account, kind="players"))


def expect_no_games(table: Table) -> None:
    """Reject a list of players with points, or with cells that look like the games of rounds.

    Raises `FileError` naming the headings: nothing in such a table would be rated.
    """
    alike, ranked = [], ""
    for at, (heading, written) in enumerate(zip(table.headings, table.written)):
        texts = [text for row in table.rows if (text := shown(row.values[at]))]
        is_points = column_of(written)[0] == "points" and heading not in spellings("rating")
        if is_points and any(text[:1].isdigit() for text in texts):
            ranked = ranked or written
        games = sum(looks_like_game(text) for text in texts)
        if games > 1 and 2 * games >= len(texts):
            alike.append(written or f"#{at + 1}")
    if alike:
        raise make_error(FileError, "read_rounds_unknown", table.name, columns=", ".join(alike))
    if ranked:
        raise make_error(FileError, "read_ranking", table.name, heading=ranked)
