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
from ..sheets import Sheets
from ..tabular import AS_IT_IS, ReadOptions
from .grid import Grid, first_lines, grids_in, html_grids, separators_of, shown, text_grid
from .html_page import is_html
from .layout import Layout, find_layout
from .lists import expect_no_games, find_list, read_start_list
from .named_square import find_named_square
from .pairing_heads import round_in
from .pairings import has_pairings, read_pairings
from .player_rows import PlayerRows, find_player_rows, read_player_rows
from .reader import read_layout
from .round_heads import with_rounds
from .several import tables_in
from .spaced import is_spaced, spaced_grid
from .teams import expect_no_composition, without_teams

__all__ = [
    "expect_no_games",
    "is_html",
    "is_text_of_program",
    "read_page",
    "read_range",
    "read_sheets",
    "read_tables",
    "read_text_table",
]


def read_sheets(sheets: Sheets, asked: ReadOptions = AS_IT_IS) -> Event | None:
    """The event in the only table of games in a workbook, otherwise in its starting rank list.

    None if no sheet has a known kind of table. Raises `FileError` if several sheets
    or tables could be the event, `ArgumentError` naming a cell that cannot be read, and
    `EventError` naming a cell that contradicts another one.
    """
    grids = [part for grid in grids_in(sheets, asked.sheet)
             for part in list(tables_in(grid)) or [grid]]  # fmt: skip
    return _read(grids, sheets.path, asked)


def read_tables(sheets: Sheets, asked: ReadOptions = AS_IT_IS) -> tuple[Event, ...]:
    """The events in all tables of games in a workbook, each with its account.

    Without any, the event in its pairings or its starting rank list, if there is one. Errors are
    those of `read_sheets`, except that several tables are allowed.
    """
    grids = [part for grid in grids_in(sheets, asked.sheet) for part in tables_in(grid)]
    layouts = [layout for grid in grids if (layout := find_layout(grid, len(grid.rows)))]
    if layouts:
        others = tuple(one for one in sheets.names if one not in {of.grid.sheet for of in layouts})
        read = (one._replace(grid=one.grid._replace(others=others)) for one in layouts)
        return tuple(read_layout(layout, sheets.path, asked) for layout in read)
    event = read_sheets(sheets, asked)
    return () if event is None else (event,)


def read_range(grid: Grid, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in the only table of games in a range of cells, with its account.

    Raises `FileError` if there is none or several, otherwise like `read_sheets`.
    """
    tables = list(tables_in(grid))
    if len(tables) > 1:
        second = tables[1].at(*_begin(tables[1]), "")
        raise make_error(FileError, "range_several", second, n=len(tables))
    event = _read(tables or [grid], grid.name, asked)
    if event is None or not event.games:
        raise make_error(FileError, "range_none", grid.name)
    return event


def _begin(grid: Grid) -> tuple[int, int]:
    """The row and column of the first non-empty cell."""
    filled = ((row, col) for row, cells in enumerate(grid.rows)
              for col, cell in enumerate(cells) if shown(cell))  # fmt: skip
    return next(filled)


def read_page(
    path: AnyPath, text: str, encoding: str = "", asked: ReadOptions = AS_IT_IS
) -> Event | None:
    """The event in the tables of a saved web page; None if there is none."""
    return _read(html_grids(Path(path).name, text, encoding), path, asked)


def read_text_table(
    path: AnyPath, text: str, encoding: str = "", asked: ReadOptions = AS_IT_IS
) -> Event | None:
    """The event in a text with cells separated by commas, semicolons, tabs or blanks, or None."""
    name, separator = Path(path).name, _separator_of(text)
    if separator:
        return _read([text_grid(name, text, separator, encoding)], path, asked)
    # A list of players may be long: its first lines suffice.
    grid = spaced_grid(name, text) if is_spaced(first_lines(text)) else None
    return _read([grid._replace(encoding=encoding)], path, asked) if grid else None


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


def _read(grids: Sequence[Grid], path: AnyPath, asked: ReadOptions) -> Event | None:
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
    if len(sheets := {grid.sheet for grid in paired}) > 1:
        # Each round on its own sheet, named after it.
        rounds = {*map(round_in, sheets)}
        if 0 in rounds or len(rounds) < len(sheets):
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
