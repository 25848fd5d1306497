"""Events from files of any kind, recognised by their contents and passed to the right reader."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from .engine.errors import ArgumentError, EventError, FileError, RatingError
from .engine.event import Event
from .engine.problem import make_error
from .engine.vocabulary.dates import is_span
from .exchange.covered import completed
from .exchange.crosstables import (
    is_html,
    is_text_of_program,
    read_tables,
    read_text_table,
    tables_on,
    tables_on_page,
)
from .exchange.files import (
    BOOKS,
    CSV,
    PAGES,
    SHEETS,
    AnyPath,
    decoded,
    existing,
    head_of,
    read_text,
)
from .exchange.lichess import looks_like_lichess, read_lichess
from .exchange.looks import tell_looks
from .exchange.opening import ask_whole, crew, start_early
from .exchange.pgn import read_pgn
from .exchange.pgn_text import looks_like_pgn
from .exchange.ratings_beside import with_ratings
from .exchange.sheets import Sheets, open_sheets
from .exchange.swiss_manager import (
    looks_like_pairings,
    looks_like_swiss_manager,
    read_swiss_manager,
)
from .exchange.swiss_manager_table import list_beside
from .exchange.tables import has_headings, lists_games, read_csv, read_event_of
from .exchange.tabular import AS_IT_IS, ReadOptions
from .exchange.trf import looks_like_trf, read_trf
from .exchange.us_chess import looks_like_us_chess, read_us_chess
from .exchange.vega import looks_like_vega, pairs_beside, read_vega
from .exchange.workers import NoProcessError

#: How many bytes show what kind of file it is.
_HEAD = 4096


def read(path: AnyPath, players: AnyPath | None = None, asked: ReadOptions = AS_IT_IS) -> Event:
    """Read the event from a file of any supported kind, recognised by its contents.

    `players` is a list of players for a CSV list of games; `asked` names the sheet to read and
    columns that do not matter. The event's `account` says how each part of the file was used.

    Raises a `RatingError` with the place: `FileError` for an unsupported kind of file, or a
    column that is not understood and may matter; `ArgumentError` for a cell that cannot be
    read; `EventError` for a file that contradicts itself.
    """
    return _placed(_read(path, players, asked=asked), path)


def read_alone(path: AnyPath, beside: AnyPath | None, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in a file, as `read` finds it, with the player list `beside` that belongs to it.

    None means that there is no such list.
    """
    return _placed(_read(path, None, lambda _: Path(beside) if beside else None, asked), path)


def read_all(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> tuple[Event, ...]:
    """The events of all tables in a workbook, from its first sheet to its last.

    Raises as `read` does, but accepts a workbook with several tables.
    """
    from .exchange.template import was_template

    existing(path)
    sheets = open_sheets(path)
    grids = [] if was_template(sheets.names) else tables_on(sheets, asked.sheet)
    events = read_tables(asked.on_sheet(grids), path, asked)
    rated = completed(with_ratings(events, grids, asked), grids, asked)
    found = tuple(_placed(with_looks(event, sheets), path) for event in rated)
    return found or (read(path, asked=asked),)


def _placed(event: Event, path: AnyPath) -> Event:
    if event.start and event.end and not is_span(event.start, event.end):
        where = event.places.get("end") or Path(path).name
        raise make_error(EventError, "read_days", where, first=event.start, last=event.end)
    return event if event.where else replace(event, where=Path(path).name)


def _read(
    path: AnyPath,
    players: AnyPath | None,
    beside: Callable[[Path], Path | None] | None = None,
    asked: ReadOptions = AS_IT_IS,
) -> Event:
    found = existing(path)
    # Some programs save web pages as .xls.
    head = head_of(path, _HEAD)
    is_page = is_html(head.decode("utf-8-sig", "replace"))
    is_sheets = head.startswith(BOOKS) or (found.suffix.lower() in SHEETS and not is_page)
    if not is_sheets and found.suffix.lower() in CSV and not is_page:
        return read_csv(path, players, beside, asked)
    text = "" if is_sheets else _text_of(path)
    if looks_like_swiss_manager(text):
        return read_swiss_manager(path, players, asked)
    if players is not None:
        raise make_error(ArgumentError, "opt_players_csv", found.name)
    if is_sheets:
        return _read_sheets(path, asked)
    for looks_like, read_text_of in _TEXTS:
        if looks_like(text):
            return read_text_of(path, asked)
    encoding = decoded(path)[1]
    if is_html(text):
        event = read_event_of(tables_on_page(path, text, encoding), path, asked)
    else:
        event = read_text_table(path, text, encoding, asked)
    if event is not None:
        return event
    if is_html(text):
        raise make_error(FileError, "read_page_without", found.name)
    if has_headings(text):
        return read_csv(path, asked=asked)
    raise make_error(FileError, "file_kind", found.name)


def looks_like_event(path: Path) -> bool:
    """Whether the first lines of a text look like an event rather than a letter or a note.

    Nor is Swiss-Manager's list of players an event; it belongs to its file of pairings.
    """
    try:
        text = _text_of(path)
    except RatingError:
        return False
    if looks_like_pairings(text) or any(looks_like(text) for looks_like, _ in _TEXTS):
        return True
    return not looks_like_swiss_manager(text) and (lists_games(text) or is_text_of_program(text))


def files_beside(path: Path) -> list[Path]:
    """The files that are read along with a text: players of Swiss-Manager, pairs of Vega."""
    if path.suffix.lower() != ".txt":
        return []
    try:
        text = _text_of(path)
        if looks_like_pairings(text):
            return [list_beside(path)]
    except RatingError:
        return []
    return [pairs] if looks_like_vega(text) and (pairs := pairs_beside(path)).is_file() else []


def is_frame(path: Path, error: RatingError) -> bool:
    """Whether a page without tables is part of another one, such as an advertisement.

    Browsers save these in a folder next to the page: ``open_files`` next to ``open.html``.
    """
    is_empty = error.problem is not None and error.problem.key == "read_page_without"
    folder = path.parent
    page = folder.name.removesuffix("_files")
    pages = (folder.parent / f"{page}{ending}" for ending in PAGES)
    return is_empty and page != folder.name and any(one.is_file() for one in pages)


def _text_of(path: AnyPath) -> str:
    """The text of a file; only the first `_HEAD` bytes if it is PGN in Latin-1."""
    try:
        return read_text(path)
    except FileError:
        head = head_of(path, _HEAD).decode("latin-1")
        if looks_like_pgn(head):
            return head
        raise


def _as_it_is(read_text_of: Callable[[AnyPath], Event]) -> Callable[[AnyPath, ReadOptions], Event]:
    """A reader for files without sheets or columns that could be left out."""
    return lambda path, _: read_text_of(path)


#: How the texts of other programs are recognised, and the reader for each.
_TEXTS: Sequence[tuple[Callable[[str], bool], Callable[[AnyPath, ReadOptions], Event]]] = (
    (looks_like_vega, _as_it_is(read_vega)),
    (looks_like_us_chess, _as_it_is(read_us_chess)),
    (looks_like_lichess, read_lichess),
    (looks_like_pgn, read_pgn),
    (looks_like_trf, read_trf),
)


def _read_sheets(path: AnyPath, asked: ReadOptions) -> Event:
    # The process that opens the file starts while this one imports the reader.
    start_early()
    from .exchange.template import was_template
    from .workbook.reader import read_workbook

    sheets = open_sheets(path)
    if not was_template(sheets.names):
        event = read_event_of(tables_on(sheets, asked.sheet), path, asked)
        if event is not None:
            return with_looks(event, sheets)
        words = {"names": ", ".join(sheets.visible)}
        raise make_error(FileError, "read_no_event_sheet", sheets.path.name, **words)
    return read_workbook(sheets)


def with_looks(event: Event, sheets: Sheets) -> Event:
    """The event, with doubts about players and games in hidden rows or struck-through cells."""
    if event.account is None:
        return event
    read = (event.account, *event.account.parts)
    found = [each for one in read for each in tell_looks(sheets, one, ("player", "game"))]
    # Tables with headings have told theirs.
    told = event.account.doubts
    doubts = (*told, *(one for one in found if one not in told))
    return replace(event, account=replace(event.account, doubts=doubts))


# --- a folder -----------------------------------------------------------------------------------


def read_events(
    files: Sequence[tuple[Path, Path | None]], asked: ReadOptions = AS_IT_IS
) -> Iterator[Event | RatingError]:
    """The event in each file, or why it cannot be read, in order, using all cores.

    Each file comes with the list of players that belongs to it, or None.
    """
    with crew(len(files)) as several:
        yield from several(partial(_event if several is not map else _event_here, asked), files)


def _event_here(asked: ReadOptions, file: tuple[Path, Path | None]) -> Event | RatingError:
    """The event in a file; at most its sheets are read in another process."""
    try:
        return read_alone(*file, asked)
    except RatingError as error:
        return error


def _event(asked: ReadOptions, file: tuple[Path, Path | None]) -> Event | RatingError:
    """The event in a file that another process reads completely."""
    path, players = file
    named = os.fspath(players) if players else None
    try:
        files = [one for one in file if one is not None]
        found = ask_whole(f"{__name__}:read_alone", files, os.fspath(path), named, asked)
        return cast(Event, found)
    except NoProcessError:
        return _event_here(asked, file)
    except RatingError as error:
        return error
