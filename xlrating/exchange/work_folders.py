"""Temporary folders next to the output, removed later if a run was killed.

The system's folder for temporary files would keep what a killed run leaves for good.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import make_error
from .drafts import held, sweep


class WorkFolder:
    """A new folder `path` in the folder `above`, locked while it is in use.

    Raises `FileError` if none can be created.
    """

    def __init__(self, above: Path, kind: str = "work") -> None:
        sweep(above)
        self.lock: int | None = None
        try:
            self._make(above, kind)
            while not self.path.exists():  # removed by another run before it was locked
                self.release()
                self._make(above, kind)
        except OSError as error:
            why = error.strerror or error
            raise make_error(FileError, "file_folder_not_written", str(above), why=why) from None

    def _make(self, above: Path, kind: str) -> None:
        # Not `tempfile`, whose folders only their owner may read.
        self.path = above / f".xlrating-{secrets.token_hex(8)}.{kind}"
        self.path.mkdir()
        with suppress(OSError):  # Windows cannot open folders
            self.lock = os.open(self.path, os.O_RDONLY)
            held(self.lock, self.path)

    def close(self) -> None:
        """Remove it with its contents."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.release()

    def release(self) -> None:
        """Leave it to a later run to remove."""
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


@contextmanager
def work_folder(above: Path) -> Iterator[WorkFolder]:
    """A temporary folder next to a future output file or folder, removed at the end."""
    found = WorkFolder(above)
    try:
        yield found
    finally:
        found.close()
