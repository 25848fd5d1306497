"""Crosstables and other tables of pairing programs, in any file with cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from ...engine.errors import FileError, RatingError
from ...engine.event import Event
from ...engine.problem import make_error
from ..addresses import address
from ..files import AnyPath
from ..grid import Grid, grids_in, shown
from ..sheets import Sheets
from ..tabular import AS_IT_IS, ReadOptions
from .grid import first_lines, html_grids, separators_of, text_grid
from .html_page import is_html
from .layout import Layout, find_layout
from .lists import expect_no_games, find_list, read_start_list
from .named_square import find_named_square
from .pairing_heads import are_rounds
from .pairings import has_pairings, read_pairings
from .player_rows import PlayerRows, find_player_rows, read_player_rows
from .reader import read_layout
from .round_heads import with_rounds
from .several import tables_in
from .spaced import is_spaced, spaced_grid
from .teams import expect_no_composition, without_teams

#: How many characters of a text show what separates its cells.
_SAMPLE = 2**14

__all__ = [
    "expect_no_games",
    "is_html",
    "is_text_of_program",
    "read_range",
    "read_table_of_games",
    "read_tables",
    "read_text_table",
    "tables_in_text",
    "tables_on",
    "tables_on_page",
]


def tables_on(sheets: Sheets, named: str = "") -> list[Grid]:
    """The tables of a workbook, on all visible sheets and the named one."""
    hidden = [named] if named and named not in sheets.visible else []
    return [table for sheet in (*sheets.visible, *hidden)
            for grid in grids_in(sheets, sheet) for table in tables_in(grid)]  # fmt: skip


def read_tables(
    grids: Sequence[Grid], path: AnyPath, asked: ReadOptions = AS_IT_IS
) -> tuple[Event, ...]:
    """The events in all tables of games among those of a workbook, each with its account.

    Without any, the event in its pairings or its starting rank list, if there is one. Errors are
    those of `read_table_of_games`, except that several tables are allowed.
    """
    layouts = [layout for grid in grids if (layout := find_layout(with_rounds(grid)))]
    if layouts:
        return tuple(read_layout(layout, path, asked) for layout in layouts)
    event = read_table_of_games(grids, path, asked)
    return () if event is None else (event,)


def read_range(grid: Grid, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in the only table of games in a range of cells, with its account.

    Raises `FileError` if there is none or several, otherwise like `read_table_of_games`.
    """
    tables = tables_in(grid)
    games = [one for one in tables if _table_in(one) is not None]
    if len(games) > 1:
        second = games[1].at(*_begin(games[1]), "")
        raise make_error(FileError, "range_several", second, n=len(games))
    event = read_table_of_games(tables, grid.name, asked)
    if event is None or not event.games:
        raise make_error(FileError, "range_none", grid.name)
    return event


def _begin(grid: Grid) -> tuple[int, int]:
    """The row and column of the first non-empty cell."""
    filled = ((row, col) for row, cells in enumerate(grid.rows)
              for col, cell in enumerate(cells) if shown(cell))  # fmt: skip
    return next(filled)


def tables_on_page(path: AnyPath, text: str, encoding: str = "") -> list[Grid]:
    """The tables of a saved web page."""
    grids = html_grids(Path(path).name, text, encoding)
    return [
        table._replace(area=f"#{number} {table.area}".rstrip())
        for number, grid in enumerate(grids, 1)
        for table in tables_in(grid)
    ]


def read_text_table(
    path: AnyPath, text: str, encoding: str = "", asked: ReadOptions = AS_IT_IS
) -> Event | None:
    """The event in a text with cells separated by commas, semicolons, tabs or blanks, or None."""
    name, separator = Path(path).name, _separator_of(text)
    if separator:
        grid = text_grid(name, text, separator, encoding)
        return read_table_of_games([grid], path, asked)
    # A list of players may be long: its first lines suffice.
    found = spaced_grid(name, text) if is_spaced(first_lines(text)) else None
    return read_table_of_games([found._replace(encoding=encoding)], path, asked) if found else None


def tables_in_text(name: str, text: str, encoding: str = "") -> list[Grid]:
    """The tables of a text with separators between cells; empty if there are no two."""
    for separator in separators_of(text[:_SAMPLE].splitlines()):
        with suppress(FileError):
            found = tables_in(text_grid(name, text, separator, encoding))
            if len(found) > 1:
                return found
    return []


def is_text_of_program(text: str) -> bool:
    """Whether a text is a known kind of table, judging by its headings."""
    return bool(_separator_of(text)) or is_spaced(first_lines(text))


def _separator_of(text: str) -> str:
    """The cell separator with which a text is a known kind of table; '' if there is none."""
    head = first_lines(text)
    for separator in separators_of(head.splitlines()):
        with suppress(FileError):
            grid = text_grid("", head, separator)
            if _table_in(grid) or has_pairings(grid) or find_list(grid):
                return separator
    return ""


def _table_in(grid: Grid) -> Layout | PlayerRows | None:
    found = with_rounds(grid)
    return find_player_rows(grid) or find_layout(found) or find_named_square(grid)


def read_table_of_games(
    grids: Sequence[Grid], path: AnyPath, asked: ReadOptions = AS_IT_IS
) -> Event | None:
    """The event in the only table of games in a file, otherwise in its starting rank list.

    `grids` are all tables of the file. None if there is no known kind of table. Raises `FileError`
    if several tables could be the event, `ArgumentError` naming a cell that cannot be read, and
    `EventError` naming a cell that contradicts another one.
    """
    for grid in grids:
        expect_no_composition(grid)
    teams = [found for grid in grids if (found := without_teams(grid)) is not None]
    layouts = [] if teams else [one for grid in grids if (one := _table_in(grid)) is not None]
    if len(layouts) > 1:
        _refuse_several([layout.grid for layout in layouts])
    if layouts:
        one = layouts[0]
        with _of_games():
            if isinstance(one, PlayerRows):
                return read_player_rows(one, path, asked)
            return read_layout(one, path, asked)
    paired = teams or [grid for grid in grids if has_pairings(grid)]
    if len({grid.sheet for grid in paired}) > 1 and not are_rounds(paired):
        _refuse_several(paired)
    if paired:
        with _of_games():
            event = read_pairings(paired, asked)
            return replace(event, says_colours=False) if teams else event
    lists = [layout for grid in grids if (layout := find_list(grid)) is not None]
    return read_start_list(lists[0], asked) if lists else None


@contextmanager
def _of_games() -> Iterator[None]:
    """Mark all errors as belonging to a file with a table of games."""
    try:
        yield
    except RatingError as error:
        error.of_games = True
        raise


def _refuse_several(grids: Sequence[Grid]) -> None:
    names = list(dict.fromkeys(grid.sheet for grid in grids))
    if all(names) and len(names) > 1:
        words = {"names": ", ".join(names), "one": names[0]}
        raise make_error(FileError, "read_two_sheets", grids[0].name, **words)
    if all(names):
        cells = ", ".join(address(*_begin(grid)) for grid in grids)
        where = f"{grids[0].name}, sheet {names[0]}"
        raise make_error(FileError, "read_tables_on_sheet", where, cells=cells)
    places = ", ".join(grid.line(0) for grid in grids)
    raise make_error(FileError, "read_several_tables", grids[0].name, places=places)
