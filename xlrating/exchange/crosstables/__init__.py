"""Crosstables and the other tables of pairing programs, in any file that has cells."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ...engine.errors import FileError
from ...engine.event import Event
from ...engine.problem import refusal
from ..files import AnyPath
from ..sheets import Sheets
from .grid import Grid, first_lines, grids_in, html_grids, separators_of, text_grid
from .html_page import is_html
from .layout import find_layout
from .lists import find_list, read_start_list
from .pairings import has_pairings, read_pairings
from .reader import read_layout
from .spaced import spaced_grid

__all__ = ["is_html", "is_text_of_program", "read_page", "read_sheets", "read_text_table"]


def read_sheets(sheets: Sheets) -> Event | None:
    """The event of the one table of games in a workbook, or else of its starting rank list.

    None where no sheet has a table of a kind known here. Raises `FileError` where several sheets
    could be the event, `ArgumentError` with the cell that cannot be read, and `EventError` with
    the cell that contradicts another one.
    """
    return _read(list(grids_in(sheets)), sheets.path)


def read_page(path: AnyPath, text: str) -> Event | None:
    """The same of the tables of a saved page."""
    return _read(html_grids(Path(path).name, text), path)


def read_text_table(path: AnyPath, text: str) -> Event | None:
    """The same of a text with commas, semicolons, tabs or blanks between its cells."""
    name, separator = Path(path).name, _separator_of(text)
    grid = text_grid(name, text, separator) if separator else spaced_grid(name, text)
    return _read([grid], path) if grid else None


def is_text_of_program(text: str) -> bool:
    """Whether a text is a table of a kind known here: its headings say so."""
    return bool(_separator_of(text)) or spaced_grid("", first_lines(text)) is not None


def _separator_of(text: str) -> str:
    """The sign between the cells with which a text is a table known here; '' for none."""
    head = first_lines(text)
    for separator in separators_of(head.splitlines()):
        with suppress(FileError):
            grid = text_grid("", head, separator)
            if find_layout(grid) or has_pairings(grid) or find_list(grid):
                return separator
    return ""


def _read(grids: Sequence[Grid], path: AnyPath) -> Event | None:
    layouts = [layout for grid in grids if (layout := find_layout(grid)) is not None]
    if len(layouts) > 1:
        places = ", ".join(layout.grid.line(layout.head) for layout in layouts)
        raise refusal(FileError, "read_several_tables", layouts[0].grid.name, places=places)
    if layouts:
        return read_layout(layouts[0], path)
    paired = [grid for grid in grids if has_pairings(grid)]
    if len({grid.sheet for grid in paired}) > 1:
        places = ", ".join(grid.line(0) for grid in paired)
        raise refusal(FileError, "read_several_tables", paired[0].name, places=places)
    if paired:
        return read_pairings(paired)
    lists = [layout for grid in grids if (layout := find_list(grid)) is not None]
    return read_start_list(lists[0]) if lists else None
