"""Reading events from the files that other programs write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..engine.errors import ArgumentError, FileError
from ..engine.event import Event
from .chess_results import looks_like_chess_results, read_chess_results
from .files import CSV, SHEETS, AnyPath, existing, expect_ending, read_text, writable, write_whole
from .opening import start_early
from .players import read_list, read_players
from .sheets import Sheets, open_sheets
from .tables import read_csv
from .trf import looks_like_trf, read_trf

__all__ = [
    "Sheets",
    "expect_ending",
    "open_sheets",
    "read",
    "read_chess_results",
    "read_csv",
    "read_list",
    "read_players",
    "read_trf",
    "writable",
    "write_whole",
]


def read(path: AnyPath, players: AnyPath | None = None) -> Event:
    """The event in a file of any kind that is read here, told by what is in it.

    `players` is a list of players for a CSV list of games. Raises a `RatingError` with the
    place: `FileError` when the file is of no kind read here, `ArgumentError` when a cell
    cannot be read, `EventError` when the file contradicts itself.
    """
    return _placed(_read(path, players), path)


def read_alone(path: AnyPath, beside: AnyPath | None) -> Event:
    """The event as `read` gives it, for who knows the list of players beside it, None for none."""
    return _placed(_read(path, None, lambda _: Path(beside) if beside else None), path)


def _placed(event: Event, path: AnyPath) -> Event:
    return event if event.where else replace(event, where=Path(path).name)


def _read(
    path: AnyPath,
    players: AnyPath | None,
    beside: Callable[[Path], Path | None] | None = None,
) -> Event:
    found = existing(path)
    suffix = found.suffix.lower()
    if suffix in CSV:
        return read_csv(path, players, beside)
    if players is not None:
        raise ArgumentError(
            "a list of players is used only with a CSV list of games; leave it out", found.name
        )
    if suffix in SHEETS or _starts_like_workbook(found):
        return _read_sheets(path)
    if looks_like_trf(read_text(path)):
        return read_trf(path)
    raise FileError(
        "this kind of file is not read; a workbook (.xlsx, .ods) of a template or of "
        "chess-results.com, a TRF file (.trf, .txt) or a table (.csv, .tsv) is expected",
        found.name,
    )


def _starts_like_workbook(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def _read_sheets(path: AnyPath) -> Event:
    # The process that opens the file starts while this one loads what reads it.
    start_early()
    # The template's reader stands above this package and uses its `Sheets`.
    from ..workbook.reader import SHEETS as OF_TEMPLATE
    from ..workbook.reader import read_workbook

    sheets = open_sheets(path)
    if not set(OF_TEMPLATE) <= set(sheets.names) and looks_like_chess_results(sheets):
        return read_chess_results(sheets)
    return read_workbook(sheets)
