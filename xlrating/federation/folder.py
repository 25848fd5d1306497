"""The events of a folder: every file that can be one, and what is wrong with the others.

A file may take the place of the folder: with one event, or with the games of many.
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
from ..exchange.players_beside import lists_beside, players_beside
from ..exchange.table import has_title
from ..exchange.tables import read_season
from ..exchange.tabular import AS_IT_IS, ReadOptions
from ..reading import files_beside, is_frame, looks_like_event, read_events
from .named_events import is_named
from .refusals import as_problems
from .submissions import Submission

#: Endings of files that may be events; any other file is reported as not read.
ENDINGS = (*SHEETS, *CSV, *PAGES, ".trf", ".txt", ".pgn", ".ndjson")

#: Endings of files of games, which have all events of a list in their columns.
_GAMES = (*CSV, PARQUET)

#: Errors of a file that is not one event: it has several, or games without rounds.
_SEVERAL = ("read_pgn_events", "read_several_events", "read_headings")

#: The beginnings of names to skip: locks next to files that are open, and hidden files.
_LEFT_OVER = ("~$", ".")


def is_games(path: AnyPath) -> bool:
    """Whether a path is a file of games, which may take the place of a folder of events.

    It begins with its headings; a file with one event has a title above them.
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
    """The events of a folder and its subfolders, errors of unreadable files, and files not tried.

    `folder` may also be a file with one event, or with the games of several. `leave_out` are the
    list and the files that belong to it; `asked` names files and columns to ignore; `tell` receives
    how many files are done and how many there are. Raises `FileError` if there is no such folder.
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
    #: Files that were read as part of an event, such as players of Swiss-Manager.
    belonging: set[str] = set()

    def closed(error: OSError) -> None:
        name = _shown(Path(error.filename or top).relative_to(top))
        message = f"the folder cannot be read ({error.strerror}); check that you may open it"
        wrong.append(Problem("fed_refused", {"message": message}, name))

    own = _known(leave_out)
    found_files = [(named, players_beside(named))] if one_file else _files(top, closed)
    files = [one for one in found_files if _identity(one[0]) not in own]
    events, other = _to_read(files, top, one_file, asked)
    read = zip(events, read_events(events, asked), strict=True)
    for done, ((path, beside), event) in enumerate(read, len(files) - len(events)):
        tell(done, len(files))
        name = _shown(path.relative_to(top))
        season = _season(path, beside, event, asked)
        if isinstance(season, RatingError):
            wrong += as_problems(season, partial(_placed, path=path, name=name))
        elif season is not None:
            found += _of_season(season, name, data_of(path, None))
        elif isinstance(event, RatingError) and is_frame(path, event):
            other.append(Problem("fed_not_read", {}, name))
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
    """The files to read as events, and notices about the others."""
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
    """The events in a file of games, and its errors, in the form of `read_folder`."""
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
    """The events of a file that has several, or the error of reading them; None for other files."""
    problem = event.problem if isinstance(event, RatingError) else None
    if problem is None or problem.key not in _SEVERAL or beside is not None:
        return None
    try:
        if path.suffix.lower() == ".pgn":
            return read_pgn_season(path, asked)
        is_season = is_games(path) or path.suffix.lower() in SHEETS
        return read_season(path, asked) if is_season else None
    except RatingError as error:
        # Without known headings, the error is that of reading one event.
        return None if problem.key == "read_headings" else error


def _is_list_of_games(event: Event) -> bool:
    """Whether an event was read from games without a list of their players, in any kind of file."""
    account = event.account
    return account is not None and account.kind == "games" and not account.parts


def with_ids(event: Event) -> Event:
    """The event; if games identify all players by numbers alone, these become IDs and names.

    >>> from xlrating.engine.event import Player
    >>> [one.id for one in with_ids(Event((Player(1001), Player(1002)))).players]
    ['1001', '1002']
    """
    if any(player.id or player.name for player in event.players):
        return event
    players = (replace(one, id=str(one.no), name=str(one.no)) for one in event.players)
    return replace(event, players=tuple(players))


def data_of(path: Path, beside: Path | None, *more: Path) -> str:
    """A fingerprint, 16 hex digits, of a file and those read with it, such as its players.

    '' if one of them cannot be read any more.
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
    """The fingerprint (`data_of`) of each file by its name in the folder, without missing files."""
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
    """The file of an event, whose title may follow its name (``season.csv, Cup``), or None."""
    parts = path.name.split(", ")
    names = (", ".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((one for name in names if (one := path.with_name(name)).is_file()), None)


def _players_of(path: Path, beside: Mapping[str, str]) -> Path | None:
    """The players of a file of games, or None; `beside` has the names of both in its folder."""
    if name := beside.get(path.name):
        return path.parent / name
    return players_beside(path) if path.is_symlink() else None


def _may_be_event(path: Path) -> bool:
    """Whether a file may hold an event; letters and notes in plain text don't."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    return path.suffix.lower() != ".txt" or looks_like_event(path)


def _shown(path: Path) -> str:
    """A path as text that can be written anywhere, whatever bytes its name has."""
    return path.as_posix().encode("utf-8", "replace").decode("utf-8")


def _placed(where: str, path: Path, name: str) -> str:
    """The place of an error below the folder: in the file itself, or in a list next to it.

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
    """A value that is equal for all paths to one file; None if there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    # Some file systems do not number their files.
    return (found.st_dev, found.st_ino) if found.st_ino else os.path.realpath(path)


def _files(top: Path, closed: Callable[[OSError], object]) -> Iterator[tuple[Path, Path | None]]:
    """All files with the players of each; linked folders included, each folder once.

    A list of players next to its file of games is no event itself; other files have None.
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
