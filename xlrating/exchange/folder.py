"""The events of a folder: every file that can be one, and what is wrong with the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..errors import FileError, RatingError
from ..problems import Problem
from ..submissions import Submitted
from . import read
from .files import AnyPath

#: What events come in; anything else is named as not read.
ENDINGS = (".xlsx", ".xlsm", ".ods", ".xls", ".trf", ".txt", ".csv", ".tsv")

#: Files that programs leave beside those that are open.
_LEFT_OVER = ("~$", ".")

#: The list of players that belongs to a list of games.
_PLAYERS = re.compile(r"(.*-)?players", re.IGNORECASE)


def read_folder(
    folder: AnyPath,
    leave_out: Sequence[Path] = (),
    tell: Callable[[int, int], object] = lambda done, all_: None,
) -> tuple[list[Submitted], list[Problem], list[Problem]]:
    """The events of a folder and those within it, what cannot be read, what was not tried.

    `leave_out` are files that are no events, such as the list itself; `tell` is called with
    how many files are done and how many there are. Raises `FileError` when there is no such
    folder.
    """
    top = Path(folder)
    if not top.is_dir():
        raise FileError("there is no such folder; name the folder with the events", str(top))
    files = list(_files(top, {path.resolve() for path in leave_out}))
    found, wrong, other = [], [], []
    for done, path in enumerate(files):
        tell(done, len(files))
        name = path.relative_to(top).as_posix()
        if path.suffix.lower() not in ENDINGS:
            other.append(Problem("fed_not_read", {}, name))
            continue
        try:
            found.append(Submitted(name, read(path)))
        except RatingError as error:
            wrong.append(Problem("fed_refused", {"message": error.message}, error.where or name))
    tell(len(files), len(files))
    return found, wrong, other


def _files(top: Path, without: set[Path]) -> Iterator[Path]:
    for path in sorted(top.rglob("*")):
        hidden = any(part.startswith(_LEFT_OVER) for part in path.relative_to(top).parts)
        if hidden or not path.is_file() or path.resolve() in without:
            continue
        if not _belongs_to_games(path):
            yield path


def _belongs_to_games(path: Path) -> bool:
    found = _PLAYERS.fullmatch(path.stem)
    games = f"{found[1] or ''}games" if found else ""
    return any(
        other.stem.lower() == games.lower() and other.suffix == path.suffix
        for other in (path.parent.iterdir() if found else ())
    )
