"""Drafts of files: written in the same folder, renamed at the end, removed if a run was killed.

A draft is locked while its run is alive, so that another run can tell which drafts are abandoned.
On file systems without locks only old ones are removed.
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

#: The names of drafts of files and folders.
_NAME = re.compile(r"\.xlrating-[0-9a-f]{16}\.tmp")
_FOLDER = re.compile(r"\.xlrating-[0-9a-f]{16}\.(?:work|pages|old)")

#: No run takes longer than this, in seconds, from draft to file.
_OLD = 3600

#: Error codes of file systems without hard links.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


class Draft:
    """The future file `target`: written, then renamed, and closed in any case."""

    def __init__(self, target: Path) -> None:
        """Create the draft in the target's folder: only within a file system is renaming atomic."""
        self.target = target
        self._open()
        while not held(self._file.fileno(), self.path):
            # Another run removed it before it was locked. With a name of its own the
            # next one is safe from another run that is about to remove the first.
            self._file.close()
            self._open()

    def _open(self) -> None:
        # Not `tempfile`, whose files only their owner may read.
        self.path = self.target.with_name(f".xlrating-{secrets.token_hex(8)}.tmp")
        self._file = self.path.open("xb")

    def write(self, data: bytes) -> None:
        """Write the complete file, with the permissions of the file that it replaces."""
        if self.target.exists():
            old = self.target.stat()
            if hasattr(os, "chown"):
                with suppress(OSError):  # only privileged users may change owners
                    os.chown(self.path, old.st_uid, old.st_gid)
            self.path.chmod(stat.S_IMODE(old.st_mode))
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())
        if fcntl is None:
            # On Windows an open file cannot be renamed.
            self._file.close()

    def put(self, *, replacing: bool) -> None:
        """Rename it to the target.

        Raises `FileExistsError` if there is a file by now that must not be replaced.
        """
        if replacing:
            self.path.replace(self.target)
        elif os.name == "nt":
            self.path.rename(self.target)  # refuses to replace a file there
        else:
            try:
                self.target.hardlink_to(self.path)
            except (OSError, NotImplementedError) as error:
                # The second: a system without links, such as a browser's.
                if isinstance(error, OSError) and error.errno not in _NO_LINKS:
                    raise
                if self.target.exists():
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                self.path.rename(self.target)

    def close(self) -> None:
        """Leave nothing behind except the file, if it was renamed."""
        if os.name == "nt":
            self._file.close()
        self.path.unlink(missing_ok=True)
        self._file.close()


def sweep(folder: Path) -> None:
    """Remove the abandoned drafts in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        found = {entry.name: entry for entry in entries if entry.name.startswith(".xlrating-")}
        for name, entry in found.items():
            if _NAME.fullmatch(name) and entry.is_file(follow_symlinks=False):
                _sweep(Path(entry.path))
            elif _FOLDER.fullmatch(name) and entry.is_dir(follow_symlinks=False):
                # A draft next to the folder it was to replace may be the only copy, or that one.
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


#: The drafts of this run: on some systems every lock succeeds, even on others' files.
_OWN: set[Path] = set()


def held(draft: int, path: Path) -> bool:
    """Lock a new draft; returns False if it was removed before."""
    _OWN.add(path)
    if fcntl is not None:
        with suppress(OSError):  # no locks here
            fcntl.flock(draft, fcntl.LOCK_EX)
    return path.exists()


def _is_unheld(draft: int) -> bool:
    """Whether the run of a draft has ended; if that is unknown, whether it must have by now."""
    try:
        fcntl.flock(draft, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return _is_old(os.fstat(draft))
    return True


def _is_old(draft: os.stat_result) -> bool:
    return time.time() - draft.st_mtime > _OLD
