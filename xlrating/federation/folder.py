"""The events of a folder: every file that can be one, and what is wrong with the others.

Where a folder may be named a file may be: with one event, or with the games of many.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import file_digest, sha256
from pathlib import Path

from ..engine.errors import FileError, RatingError
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.files import CSV, PAGES, SHEETS, AnyPath
from ..exchange.parquet import PARQUET
from ..exchange.pgn import read_pgn_season
from ..exchange.table import has_title
from ..exchange.tables import lists_beside, players_beside, read_season
from ..exchange.tabular import AS_IT_IS, ReadOptions
from ..reading import files_beside, looks_like_event, read_events
from .named_events import is_named
from .refusals import as_problems
from .submissions import Submission

#: What events come in; anything else is named as not read.
ENDINGS = (*SHEETS, *CSV, *PAGES, ".trf", ".txt", ".pgn", ".ndjson")

#: What a file of games ends in, which has all events of a list in its columns.
_GAMES = (*CSV, PARQUET)

#: Why a file is not one event: it has several, or games without rounds.
_SEVERAL = ("read_pgn_events", "read_several_events", "read_headings")

#: Files that programs leave beside those that are open.
_LEFT_OVER = ("~$", ".")


def is_games(path: AnyPath) -> bool:
    """Whether a file of games is named where a folder may be.

    It begins with its headings; above those of an event stands what it is called.
    """
    file = Path(path)
    if file.suffix.lower() not in _GAMES or file.is_dir():
        return False
    return file.suffix.lower() not in CSV or not has_title(file)


def read_folder(
    folder: AnyPath,
    leave_out: Iterable[AnyPath],
    tell: Callable[[int, int], object] = lambda done, all_: None,
    asked: ReadOptions = AS_IT_IS,
) -> tuple[list[Submission], list[Problem], list[Problem]]:
    """The events of a folder and those within it, what cannot be read, what was not tried.

    Or those of a file with one event, or with the games of several.

    `leave_out` are the list and what belongs to it, if they are there; `asked` names files and
    columns that do not matter; `tell` is called with how many files are done and how many there
    are. Raises `FileError` when there is no such folder.
    """
    top, one_file = Path(folder), Path(folder).is_file()
    if is_games(top):
        return _of_games(top, asked)
    if one_file:
        top, named = top.parent, top
    elif not top.is_dir():
        raise make_error(FileError, "file_missing_folder", str(top))
    found: list[Submission] = []
    wrong: list[Problem] = []
    #: Files that were read with an event, as the players of Swiss-Manager are.
    belonging: set[str] = set()

    def closed(error: OSError) -> None:
        name = _shown(Path(error.filename or top).relative_to(top))
        message = f"the folder cannot be read ({error.strerror}); check that you may open it"
        wrong.append(Problem("fed_refused", {"message": message}, name))

    own = _known(leave_out)
    found_files = [(named, players_beside(named))] if one_file else _files(top, closed)
    files = [one for one in found_files if _identity(one[0]) not in own]
    events, other = _to_read(files, top, one_file, asked)
    done = len(files) - len(events)
    for (path, beside), event in zip(events, read_events(events, asked), strict=True):
        tell(done, len(files))
        done += 1
        name = _shown(path.relative_to(top))
        season = _season(path, beside, event, asked)
        if isinstance(season, RatingError):
            wrong += as_problems(season, partial(_placed, path=path, name=name))
        elif season is not None:
            found += _of_season(season, name, data_of(path, None))
        elif isinstance(event, RatingError):
            wrong += as_problems(event, partial(_placed, path=path, name=name))
        else:
            if _is_list_of_games(event) or (path.suffix.lower() in CSV and beside is None):
                event = with_ids(event)
            data = data_of(path, beside, *files_beside(path))
            found.append(Submission(name, event, data=data))
            beside_it = name.removesuffix(_shown(Path(path.name)))
            parts = event.account.parts if event.account else ()
            belonging |= {beside_it + part.file for part in parts}
    other = [one for one in other if one.where not in belonging]
    tell(len(files), len(files))
    if not files:
        other.append(Problem("fed_no_events", {}, str(top)))
    return found, wrong, other


def _to_read(
    files: Sequence[tuple[Path, Path | None]], top: Path, is_asked: bool, asked: ReadOptions
) -> tuple[list[tuple[Path, Path | None]], list[Problem]]:
    """The files that are read as events, and that the others are not."""
    events, other = [], []
    for path, players in files:
        name = _shown(path.relative_to(top))
        if any(is_named(name, pattern) for pattern in asked.ignore):
            other.append(Problem("fed_ignored", {}, name))
        elif is_asked or _may_be_event(path):
            events.append((path, players))
        else:
            other.append(Problem("fed_not_read", {}, name))
    return events, other


def _of_games(
    path: Path, asked: ReadOptions
) -> tuple[list[Submission], list[Problem], list[Problem]]:
    """The events in a file of games, what is wrong with it, and no notes: as of a whole folder."""
    try:
        events = read_season(path, asked)
    except RatingError as error:
        return [], as_problems(error), []
    none = [] if events else [Problem("fed_no_games", {}, path.name)]
    return _of_season(events, path.name, data_of(path, None)), none, []


def _of_season(events: Sequence[tuple[str, Event]], name: str, data: str) -> list[Submission]:
    """The events of a file that has several, each under its own title."""
    found = []
    for title, event in events:
        file = f"{name}, {title}" if title else name
        found.append(Submission(file, replace(with_ids(event), where=file), title, data))
    return found


def _season(
    path: Path, beside: Path | None, event: Event | RatingError, asked: ReadOptions
) -> Sequence[tuple[str, Event]] | RatingError | None:
    """The events of a file that is not one of them, or why not; None of any other file."""
    problem = event.problem if isinstance(event, RatingError) else None
    if problem is None or problem.key not in _SEVERAL or beside is not None:
        return None
    try:
        if path.suffix.lower() == ".pgn":
            return read_pgn_season(path, asked)
        is_season = is_games(path) or path.suffix.lower() in SHEETS
        return read_season(path, asked) if is_season else None
    except RatingError as error:
        # A file without known headings is told as of one event.
        return None if problem.key == "read_headings" else error


def _is_list_of_games(event: Event) -> bool:
    """Whether an event is one without a list of its players, in whatever kind of file."""
    account = event.account
    return account is not None and account.kind == "games" and not account.parts


def with_ids(event: Event) -> Event:
    """An event whose games name their players by numbers alone: those are IDs of the list.

    >>> from xlrating.engine.event import Player
    >>> [one.id for one in with_ids(Event((Player(1001), Player(1002)))).players]
    ['1001', '1002']
    """
    if any(player.id or player.name for player in event.players):
        return event
    players = (replace(one, id=str(one.no), name=str(one.no)) for one in event.players)
    return replace(event, players=tuple(players))


def data_of(path: Path, beside: Path | None, *more: Path) -> str:
    """16 letters for the bytes of a file, and of the list of players and others that belong to it.

    '' where it cannot be read any more.
    """
    found = sha256()
    try:
        for one in (path, beside, *more):
            if one is not None:
                with one.open("rb") as file:
                    found.update(file_digest(file, "sha256").digest())
    except OSError:
        return ""
    return found.hexdigest()[:16]


def fingerprints(folder: AnyPath, files: Iterable[str]) -> dict[str, str]:
    """What `data_of` gives for files of a folder, by their names in it; missing ones left out."""
    top, found = Path(folder), dict[str, str]()
    if top.is_file():
        beside = None if is_games(top) else players_beside(top)
        return dict.fromkeys(files, data_of(top, beside, *files_beside(top)))
    besides: dict[Path, Mapping[str, str]] = {}
    for name in files:
        path = top / name
        if (owner := _file_of(path)) is not None and owner != path:
            found[name] = data_of(owner, None)
        elif path.is_file():
            if path.parent not in besides:
                besides[path.parent] = lists_beside([one.name for one in path.parent.iterdir()])
            beside = _players_of(path, besides[path.parent])
            found[name] = data_of(path, beside, *files_beside(path))
    return found


def _file_of(path: Path) -> Path | None:
    """The file of an event: behind it may stand which of its events it is, ``season.csv, Cup``."""
    parts = path.name.split(", ")
    names = (", ".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((one for name in names if (one := path.with_name(name)).is_file()), None)


def _players_of(path: Path, beside: Mapping[str, str]) -> Path | None:
    """The list of players of a list of games; `beside` are those of its folder, by its name."""
    if name := beside.get(path.name):
        return path.parent / name
    return players_beside(path) if path.is_symlink() else None


def _may_be_event(path: Path) -> bool:
    """Whether a file is to be read: a letter or a note in text is none."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    return path.suffix.lower() != ".txt" or looks_like_event(path)


def _shown(path: Path) -> str:
    """A path as text that can be written anywhere, whatever bytes its name has."""
    return path.as_posix().encode("utf-8", "replace").decode("utf-8")


def _placed(where: str, path: Path, name: str) -> str:
    """The place of an error below the folder: in the file itself, or in a list beside it.

    >>> _placed("a.csv, line 2", Path("top/sub/a.csv"), "sub/a.csv")
    'sub/a.csv, line 2'
    >>> _placed("a-players.csv, line 2", Path("top/sub/a-games.csv"), "sub/a-games.csv")
    'sub/a-players.csv, line 2'
    """
    for own in (str(path), path.name):
        if where.startswith(own):
            return name + where.removeprefix(own)
    return name.removesuffix(_shown(Path(path.name))) + where if where else name


def _known(paths: Iterable[AnyPath]) -> set[object]:
    return {_identity(Path(path)) for path in paths} - {None}


def _identity(path: Path) -> object:
    """What is the same for two paths of one file; None when there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    # Some file systems number nothing.
    return (found.st_dev, found.st_ino) if found.st_ino else os.path.realpath(path)


def _files(top: Path, closed: Callable[[OSError], object]) -> Iterator[tuple[Path, Path | None]]:
    """All files, linked folders included; each folder once, so that links cannot go round.

    With a list of games comes the list of players beside it, which is no event itself.
    `closed` is called for each folder that cannot be read.
    """
    seen = set()
    for folder, folders, names in os.walk(top, onerror=closed, followlinks=True):
        real = os.path.realpath(folder)
        folders[:] = sorted(name for name in folders if not name.startswith(_LEFT_OVER))
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        beside = lists_beside(names)
        lists = set(beside.values())
        for name in sorted(names):
            if not name.startswith(_LEFT_OVER) and name not in lists:
                path = Path(folder, name)
                yield path, _players_of(path, beside)
