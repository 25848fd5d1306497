"""A folder of pages: written whole beside its place, then put there; or nothing at all."""

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

#: The file that tells a folder made here from any other; it names what stands in the folder.
MARK = "xlrating-pages.json"

#: What `renameat2` of Linux is told: paths from the folder in work, and that two change places.
_FROM_HERE, _EXCHANGE = -100, 2


def may_write(path: AnyPath, *, force: bool = False) -> Path:
    """The folder that would be written, if nothing stands in the way.

    One made here is replaced. Raises `FileError` for any other one that is not empty, or that
    somebody put something into, without `force`; for a file; and where the folder above is missing.
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
    """What was put into a folder when it was made."""
    try:
        return set(map(str, json.loads((target / MARK).read_text("utf-8"))["made"]))
    except (OSError, ValueError, TypeError, KeyError):
        return set()


def write_folder(path: AnyPath, files: Iterable[tuple[str, bytes]], *, force: bool = False) -> int:
    """Write files, by their paths in the folder, or leave everything as it was; how many.

    Raises `FileError` as `may_write` does, and when writing fails.
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
        # With nothing in its place the old folder is the only copy, and the draft says so.
        if target.exists() or not old.exists():
            shutil.rmtree(old, ignore_errors=True)
            work.close()
        work.release()
    return number


def _mark(files: Mapping[str, str], about: str = f"pages made by xlrating {__version__}") -> bytes:
    """What tells a folder made here: its version, what stands in it, each file's fingerprint."""
    tops = sorted({name.partition("/")[0] for name in files})
    said = {"about": about, "made": tops, "files": dict(sorted(files.items()))}
    seal = sha256(json.dumps(said).encode()).hexdigest()
    return (json.dumps({**said, "seal": seal}, indent=1) + "\n").encode()


def as_published(folder: AnyPath, names: Iterable[str]) -> dict[str, bytes]:
    """Files of a published folder; nothing where one of them is not there as it was published."""
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
    """How many files a folder was published with, and which are not as they were."""
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
    """Put a folder in the place of another one, which comes back whatever goes wrong."""
    if target.exists() and _exchanged(draft, target):
        return
    try:
        if target.exists():
            target.rename(old)
        draft.rename(target)
    except BaseException:  # somebody may stop the run between the two
        if old.exists() and not target.exists():
            with suppress(OSError):
                old.rename(target)
        raise


def _exchanged(one: Path, other: Path) -> bool:
    """Let two folders change places in one step, where the system can: no kill falls between."""
    try:
        change = ctypes.CDLL(None).renameat2
        return bool(change(_FROM_HERE, bytes(one), _FROM_HERE, bytes(other), _EXCHANGE) == 0)
    except (OSError, AttributeError, TypeError):
        return False
