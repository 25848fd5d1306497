"""``-o -``: the output file goes to standard output, and messages go to standard error.

``-`` is a file of the command's first format, ``-.csv`` one of that format. The command
writes it completely into a temporary folder, and only then is it passed on.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TextIO, cast

from ..engine.errors import ArgumentError, RatingError
from ..engine.problem import make_error
from ..hosts import host_of
from .screen import say_in

if TYPE_CHECKING:
    import argparse

#: The names of standard output, and its format.
_PIPED = re.compile(r"-(\.\w+)?")

#: Formats that a terminal can show.
_TEXTS = (".csv", ".trf", ".txt", ".md")


def is_piped(options: argparse.Namespace) -> bool:
    """Whether the command writes to standard output, in a format it supports for that."""
    output = getattr(options, "output", None)
    has_kind = getattr(options, "piped", None) is not None
    return has_kind and isinstance(output, str) and bool(_PIPED.fullmatch(output))


def piped(options: argparse.Namespace, run: Callable[[argparse.Namespace], int]) -> int:
    """Run a command, then copy its output file to standard output; returns its exit code.

    Raises `ArgumentError` for a workbook on a terminal, and if the command writes several files.
    """
    named = str(options.output)
    ending = Path(f"x{named[1:]}").suffix or options.piped or host_of(options.host).ending
    out = sys.stdout
    for other in ("json", "csv", "install"):
        if getattr(options, other, False):
            raise make_error(ArgumentError, "opt_not_with", f"-o {named}", other=f"--{other}")
    if out.isatty() and ending.lower() not in _TEXTS:
        raise make_error(ArgumentError, "opt_piped_terminal", f"-o {named}")
    with TemporaryDirectory(prefix="xlrating-") as folder:
        options.output = str(Path(folder, f"output{ending}"))
        told, said = _NamedStream(sys.stderr, options.output, named), io.StringIO()
        try:
            with redirect_stdout(said), redirect_stderr(cast("TextIO", told)):
                code = run(options)
        except RatingError as error:
            error.where = error.where.replace(options.output, named)
            raise
        if [path.name for path in Path(folder).iterdir()] != [f"output{ending}"]:
            raise make_error(ArgumentError, "opt_piped_several", f"-o {named}")
        told.write(said.getvalue())
        out.flush()
        out.buffer.write(Path(options.output).read_bytes())
        out.buffer.flush()
    return code


class _NamedStream:
    """A stream that replaces the temporary file's name by the user's."""

    def __init__(self, stream: TextIO, path: str, named: str) -> None:
        self._stream, self._path, self._name = stream, path, named

    def write(self, text: str) -> int:
        """Write the text with the user's name for the file."""
        return self._stream.write(text.replace(self._path, self._name))

    def paint(self, colour: str, text: str) -> None:
        """Write the text with the user's name for the file, and its first word in colour."""
        say_in(colour, text.replace(self._path, self._name).rstrip("\n"), self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
