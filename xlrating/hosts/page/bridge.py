"""The page uses the command line: words and files in; messages and generated files out.

So it is the same program, however it is called. Files are kept in memory and vanish with the page.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from ..bundle import zipped


class Desk:
    """A folder in which one command at a time is run."""

    def __init__(self, command: Callable[[Sequence[str]], int], folder: str = "/desk") -> None:
        """`command` is the command line; the contents of the folder are deleted."""
        self.command, self.folder = command, Path(folder)

    def run(
        self, words: Sequence[str], files: Mapping[str, bytes]
    ) -> tuple[int, str, str, dict[str, bytes]]:
        """Exit code, output, messages, and what was generated: files, and each folder as a zip."""
        os.chdir("/")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        os.chdir(self.folder)
        given = {self._put(name, data) for name, data in files.items()}
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = self.command(words)
            except SystemExit as ended:  # from --help
                code = int(ended.code or 0)
        return code, out.getvalue(), err.getvalue(), dict(self._made(given))

    def _put(self, name: str, data: bytes) -> Path:
        """Write a file that the user chose or dropped; only below the folder."""
        parts = [one for one in name.replace("\\", "/").split("/") if one not in ("", ".", "..")]
        path = self.folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def _made(self, given: set[Path]) -> Iterator[tuple[str, bytes]]:
        for path in sorted(self.folder.iterdir()):
            if path.is_file() and path not in given:
                yield path.name, path.read_bytes()
            elif path.is_dir() and not any(path in one.parents for one in given):
                inside = sorted(one for one in path.rglob("*") if one.is_file())
                files = {str(one.relative_to(self.folder)): one.read_bytes() for one in inside}
                yield f"{path.name}.zip", zipped(files)
