"""The events of a folder: every file that can be one, and what is wrong with the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..errors import FileError, RatingError
from ..problems import Problem
from ..submissions import Submitted
from . import read
from .files import CSV, SHEETS, AnyPath, read_text
from .tables import is_list_beside
from .trf import looks_like_trf

#: What events come in; anything else is named as not read.
ENDINGS = (*SHEETS, *CSV, ".trf", ".txt")

#: Files that programs leave beside those that are open.
_LEFT_OVER = ("~$", ".")


def read_folder(
    folder: AnyPath,
    leave_out: Iterable[AnyPath],
    tell: Callable[[int, int], object] = lambda done, all_: None,
) -> tuple[list[Submitted], list[Problem], list[Problem]]:
    """The events of a folder and those within it, what cannot be read, what was not tried.

    `leave_out` are the list and what belongs to it, if they are there; `tell` is called with
    how many files are done and how many there are. Raises `FileError` when there is no such folder.
    """
    top = Path(folder)
    if not top.is_dir():
        raise FileError("there is no such folder; name the folder with the events", str(top))
    found: list[Submitted] = []
    wrong: list[Problem] = []
    other: list[Problem] = []

    def closed(error: OSError) -> None:
        name = _shown(Path(error.filename or top).relative_to(top))
        message = f"the folder cannot be read ({error.strerror}); check that you may open it"
        wrong.append(Problem("fed_refused", {"message": message}, name))

    own = [Path(path) for path in leave_out]
    files = [path for path in _files(top, closed) if not any(_is_same(path, one) for one in own)]
    for done, path in enumerate(files):
        tell(done, len(files))
        name = _shown(path.relative_to(top))
        if not _may_be_event(path):
            other.append(Problem("fed_not_read", {}, name))
            continue
        try:
            found.append(Submitted(name, read(path)))
        except RatingError as error:
            place = error.where.removeprefix(path.name) if path.name in error.where else ""
            wrong.append(Problem("fed_refused", {"message": error.message}, name + place))
    tell(len(files), len(files))
    if not files:
        other.append(Problem("fed_no_events", {}, str(top)))
    return found, wrong, other


def _may_be_event(path: Path) -> bool:
    """Whether a file is to be read: a letter or a note in text is none."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    try:
        return path.suffix.lower() != ".txt" or looks_like_trf(read_text(path))
    except RatingError:
        return False


def _shown(path: Path) -> str:
    """A path as text that can be written anywhere, whatever bytes its name has."""
    return path.as_posix().encode("utf-8", "replace").decode("utf-8")


def _is_same(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and path.samefile(other)


def _files(top: Path, closed: Callable[[OSError], object]) -> Iterator[Path]:
    """All files, linked folders included; each folder once, so that links cannot go round.

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
        for name in sorted(names):
            path = Path(folder, name)
            if not name.startswith(_LEFT_OVER) and not is_list_beside(path):
                yield path
