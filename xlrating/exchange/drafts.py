"""Drafts of files: beside the file to be, put in its place at once, swept where a run was killed.

A draft is held with a lock as long as its run lives, so that another run can tell which of
them nobody will finish. Where a file system knows no locks only what is old is swept.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

#: What drafts of files and folders are called, and nothing else is.
_NAME = re.compile(r"\.xlrating-[0-9a-f]{16}\.tmp")
_FOLDER = re.compile(r"\.xlrating-[0-9a-f]{16}\.(?:work|pages|old)")

#: No run takes so many seconds from its draft to its file.
_OLD = 3600

#: What systems say where a file cannot have two names.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


class Draft:
    """What is to be the file `target`: written, then put in its place, and closed in any case."""

    def __init__(self, target: Path) -> None:
        """Begin it in the same folder: a rename is whole only within one file system."""
        self.target = target
        self._open()
        while not held(self._file.fileno(), self.path):
            # Another run has swept it between its two first moments. By a name of its own the
            # next one is safe from a second run that is about to sweep the first.
            self._file.close()
            self._open()

    def _open(self) -> None:
        # Not `tempfile`, whose files nobody else may read.
        self.path = self.target.with_name(f".xlrating-{secrets.token_hex(8)}.tmp")
        self._file = self.path.open("xb")

    def write(self, data: bytes) -> None:
        """Write all of the file; one that is to be replaced hands its rights on."""
        if self.target.exists():
            old = self.target.stat()
            if hasattr(os, "chown"):
                with suppress(OSError):  # only some may give files away
                    os.chown(self.path, old.st_uid, old.st_gid)
            self.path.chmod(stat.S_IMODE(old.st_mode))
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())
        if fcntl is None:
            # There an open file cannot be renamed.
            self._file.close()

    def put(self, *, replacing: bool) -> None:
        """Put it in the place of the target.

        Raises `FileExistsError` where there is a file by now that is not to be replaced.
        """
        if replacing:
            self.path.replace(self.target)
        elif os.name == "nt":
            self.path.rename(self.target)  # refuses there to replace
        else:
            try:
                self.target.hardlink_to(self.path)
            except (OSError, NotImplementedError) as error:
                # The second: a system that knows no links at all, such as a browser's.
                if isinstance(error, OSError) and error.errno not in _NO_LINKS:
                    raise
                if self.target.exists():
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                self.path.rename(self.target)

    def close(self) -> None:
        """Leave nothing but the file, if it was put there."""
        if os.name == "nt":
            self._file.close()
        self.path.unlink(missing_ok=True)
        self._file.close()


def sweep(folder: Path) -> None:
    """Remove the drafts in a folder that nobody will finish."""
    with suppress(OSError), os.scandir(folder) as entries:
        found = {entry.name: entry for entry in entries if entry.name.startswith(".xlrating-")}
        for name, entry in found.items():
            if _NAME.fullmatch(name) and entry.is_file(follow_symlinks=False):
                _sweep(Path(entry.path))
            elif _FOLDER.fullmatch(name) and entry.is_dir(follow_symlinks=False):
                # A draft next to the folder that it was to replace is the only copy, as that is.
                pair = {Path(name).with_suffix(end).name for end in (".pages", ".old")}
                if not pair <= found.keys():
                    _sweep(Path(entry.path))


def _sweep(draft: Path) -> None:
    if draft in _OWN:
        return
    with suppress(OSError):
        if fcntl is None:
            if _is_old(draft.stat()):
                _remove(draft)
            return
        held = os.open(draft, os.O_RDONLY)
        try:
            if _is_unheld(held):
                _remove(draft)
        finally:
            os.close(held)


def _remove(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft, ignore_errors=True)
    else:
        draft.unlink()


#: The drafts of this run: there are systems where every lock succeeds, those of others too.
_OWN: set[Path] = set()


def held(draft: int, path: Path) -> bool:
    """Lock a new draft; False where it was swept before."""
    _OWN.add(path)
    if fcntl is not None:
        with suppress(OSError):  # no locks here
            fcntl.flock(draft, fcntl.LOCK_EX)
    return path.exists()


def _is_unheld(draft: int) -> bool:
    """Whether the run of a draft has ended; where that cannot be told, whether it must have."""
    try:
        fcntl.flock(draft, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return _is_old(os.fstat(draft))
    return True


def _is_old(draft: os.stat_result) -> bool:
    return time.time() - draft.st_mtime > _OLD
