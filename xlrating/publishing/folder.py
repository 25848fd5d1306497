"""A folder of pages, written completely next to its destination and then moved, or not at all."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.public import __version__
from ..exchange.files import AnyPath, expect_target
from ..exchange.work_folders import WorkFolder
from ..stops import unstopped

#: The file that marks a folder written here; it lists the folder's contents.
MARK = "xlrating-pages.json"

#: The arguments of Linux's `renameat2`: relative to the working folder, and exchange the two.
_FROM_HERE, _EXCHANGE = -100, 2


def may_write(path: AnyPath, *, force: bool = False) -> Path:
    """The folder that would be written, if nothing prevents it.

    One written here is replaced. Raises `FileError` for any other non-empty folder, or one that
    somebody added files to, without `force`; for a file; and if the parent folder is missing.
    """
    target = Path(os.path.realpath(path))
    expect_target(path, force=force)
    if not target.parent.is_dir():
        place = target.name or str(path)
        raise make_error(FileError, "file_make_folder", place, folder=target.parent)
    if not os.path.lexists(target):
        return target
    if not target.is_dir():
        raise make_error(FileError, "file_no_folder", str(target))
    if target == target.parent or target in (Path.home(), Path.cwd()):
        raise make_error(FileError, "file_kept_folder", str(target))
    names = {one.name for one in target.iterdir()}
    if force or not names:
        return target
    if MARK not in names:
        raise make_error(FileError, "file_other_folder", str(target))
    other = sorted(names - {MARK} - _made(target))
    if other:
        raise make_error(FileError, "file_other_within", str(target), names=", ".join(other[:5]))
    return target


def _made(target: Path) -> set[str]:
    """The names of the files written to a folder originally."""
    try:
        return set(map(str, json.loads((target / MARK).read_text("utf-8"))["made"]))
    except (OSError, ValueError, TypeError, KeyError):
        return set()


def write_folder(path: AnyPath, files: Iterable[tuple[str, bytes]], *, force: bool = False) -> int:
    """Write files, by their relative paths, or leave everything unchanged; returns how many.

    Raises `FileError` like `may_write`, and if writing fails.
    """
    target = may_write(path, force=force)
    work = WorkFolder(target.parent, "pages")
    draft, old = work.path, work.path.with_suffix(".old")
    try:
        number, made = 0, dict[str, str]()
        for name, data in files:
            place = draft / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            made[name] = sha256(data).hexdigest()
            number += 1
        (draft / MARK).write_bytes(_mark(made))
        may_write(path, force=force)
        with unstopped():
            _put(draft, target, old)
    except OSError as error:
        key = "file_folder_moved" if old.exists() else "file_folder_not_written"
        words = {"why": error.strerror or error, "old": old}
        raise make_error(FileError, key, str(target), **words) from None
    finally:
        # If nothing is in its place, the old folder is the only copy, and the draft's name says so.
        if target.exists() or not old.exists():
            shutil.rmtree(old, ignore_errors=True)
            work.close()
        work.release()
    return number


def _mark(files: Mapping[str, str], about: str = f"pages made by xlrating {__version__}") -> bytes:
    """The marker of a folder written here: version, contents, and each file's fingerprint."""
    tops = sorted({name.partition("/")[0] for name in files})
    said = {"about": about, "made": tops, "files": dict(sorted(files.items()))}
    seal = sha256(json.dumps(said).encode()).hexdigest()
    return (json.dumps({**said, "seal": seal}, indent=1) + "\n").encode()


def as_published(folder: AnyPath, names: Iterable[str]) -> dict[str, bytes]:
    """Files of a published folder; empty if one of them is missing or was changed."""
    top, found = Path(folder), dict[str, bytes]()
    try:
        files = json.loads((top / MARK).read_bytes())["files"]
        for name in names:
            found[name] = (top / name).read_bytes()
            if sha256(found[name]).hexdigest() != files[name]:
                return {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}
    return found


def changed_files(folder: AnyPath) -> tuple[int, list[Problem]]:
    """How many files a folder was published with, and which of them have changed."""
    top = Path(folder)
    try:
        data = (top / MARK).read_bytes()
        said = json.loads(data)
        files = {str(name): str(mark) for name, mark in said["files"].items()}
        is_own = _mark(files, str(said["about"])) == data
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        return 0, [Problem("pubver_mark", {"why": str(error)[:100] or type(error).__name__}, MARK)]
    found = [] if is_own else [Problem("pubver_changed", {}, MARK)]
    there = {
        str(one.relative_to(top).as_posix()) for one in top.rglob("*") if one.is_file()
    } - {MARK}  # fmt: skip
    for name in sorted(files.keys() | there):
        if name not in there:
            found.append(Problem("pubver_gone", {}, name))
        elif name not in files:
            found.append(Problem("pubver_added", {}, name))
        elif sha256((top / name).read_bytes()).hexdigest() != files[name]:
            found.append(Problem("pubver_changed", {}, name))
    return len(files), found


def _put(draft: Path, target: Path, old: Path) -> None:
    """Move a folder to another one's place; the other is restored whatever goes wrong."""
    if target.exists() and _exchanged(draft, target):
        return
    try:
        if target.exists():
            target.rename(old)
        draft.rename(target)
    except BaseException:  # the run may be stopped between the two
        if old.exists() and not target.exists():
            with suppress(OSError):
                old.rename(target)
        raise


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders in one step, if the system can, so that no kill comes in between."""
    try:
        change = ctypes.CDLL(None).renameat2
        return bool(change(_FROM_HERE, bytes(one), _FROM_HERE, bytes(other), _EXCHANGE) == 0)
    except (OSError, AttributeError, TypeError):
        return False
