"""A folder of pages: written whole beside its place, then put there; or nothing at all."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .. import __version__
from ..engine.errors import FileError
from ..exchange.files import AnyPath

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

#: The file that tells a folder made here from any other; it names what stands in the folder.
MARK = "xlrating-pages.json"

#: What drafts of folders are called, and nothing else is.
_NAME = re.compile(r"\.xlrating-[0-9a-f]{16}\.(?:pages|old)")


def may_write(path: AnyPath, *, force: bool = False) -> Path:
    """The folder that would be written, if nothing stands in the way.

    One made here is replaced. Raises `FileError` for any other one that is not empty, or that
    somebody put something into, without `force`; for a file; and where the folder above is missing.
    """
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileError(
            f"the folder {target.parent} does not exist; make it first", target.name or str(path)
        )
    if not os.path.lexists(target):
        return target
    if not target.is_dir():
        raise FileError("this is a file, a folder is expected; choose another name", str(target))
    if target == target.parent or target in (Path.home(), Path.cwd()):
        raise FileError("this folder is never replaced; name a new one in it", str(target))
    names = {one.name for one in target.iterdir()}
    if force or not names:
        return target
    if MARK not in names:
        raise FileError(
            "the folder was not made by this command and is left as it is; choose another name, "
            "or --force to replace it with all that is in it",
            str(target),
        )
    other = sorted(names - {MARK} - _made(target))
    if other:
        raise FileError(
            f"{', '.join(other[:5])} in this folder was not made by this command and would be "
            "lost; move it away, or --force to replace the folder with all that is in it",
            str(target),
        )
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
    _sweep(target.parent)
    draft = target.with_name(f".xlrating-{secrets.token_hex(8)}.pages")
    old = draft.with_suffix(".old")
    lock = None
    try:
        draft.mkdir()
        lock = _held(draft)
        number, made = 0, set()
        for name, data in files:
            place = draft / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            made.add(name.partition("/")[0])
            number += 1
        about = {"about": f"pages made by xlrating {__version__}", "made": sorted(made)}
        (draft / MARK).write_text(json.dumps(about, indent=1) + "\n", "utf-8")
        may_write(path, force=force)
        if target.exists():
            target.rename(old)
            try:
                draft.rename(target)
            except OSError:
                old.rename(target)
                raise
        else:
            draft.rename(target)
    except OSError as error:
        raise FileError(
            f"the folder cannot be written ({error.strerror or error}); "
            "close it in other programs and check the folder above",
            str(target),
        ) from None
    finally:
        for one in (draft, old):
            shutil.rmtree(one, ignore_errors=True)
        if lock is not None:
            os.close(lock)
    return number


def _held(folder: Path) -> int | None:
    """Hold a folder as long as its run lives, so that another run can tell; None without locks."""
    if fcntl is None:
        return None
    held = os.open(folder, os.O_RDONLY)
    with suppress(OSError):  # no locks here
        fcntl.flock(held, fcntl.LOCK_EX)
    return held


def _sweep(above: Path) -> None:
    """Remove the drafts that a killed run left, where it can be told that nobody writes them."""
    if fcntl is None:
        return
    for one in above.glob(".xlrating-*"):
        if _NAME.fullmatch(one.name) and one.is_dir() and not one.is_symlink():
            with suppress(OSError):
                held = os.open(one, os.O_RDONLY)
                try:
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(one, ignore_errors=True)
                finally:
                    os.close(held)
