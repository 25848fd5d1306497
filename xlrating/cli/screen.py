"""What a terminal is sent: text, and nothing that moves its cursor or turns its letters round."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from ..engine.words.letters import CONTROL, REPLACEMENT


class Screen:
    """A stream that shows control characters, wherever they come from, as �.

    Names and texts have none of them (`letters`), but paths and words of the command line may.
    Where nothing depends on it, `is_needed` False, a stream that cannot be written stops nothing.

    >>> import io
    >>> stream = io.StringIO()
    >>> Screen(stream).write("a\\x1b[31mb\\n") and stream.getvalue()
    'a\ufffd[31mb\\n'
    """

    def __init__(self, stream: TextIO, is_needed: bool = True) -> None:
        #: The stream itself, for what moves the cursor on purpose.
        self.stream = stream
        self._is_needed = is_needed
        #: Whether a letter was written that the terminal does not know.
        self.lost = False

    def write(self, text: str) -> int:
        """Write the text as it can be shown."""
        text = CONTROL.sub(REPLACEMENT, text)
        self.lost = self.lost or not self._knows(text)
        try:
            return self.stream.write(text)
        except OSError:
            if self._is_needed:
                raise
            leave(self.stream)
            return len(text)

    def _knows(self, text: str) -> bool:
        if text.isascii() or not self.stream.isatty():
            return True
        try:
            text.encode(self.stream.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def open_closed() -> None:
    """Let streams that a shell closed (``>&-``) lead nowhere: else a file that is opened gets
    their number, and with it what is meant for them.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115
            if stream.fileno() <= 2:
                os.set_inheritable(stream.fileno(), True)  # as the other two are
            setattr(sys, name, stream)


def flush() -> None:
    """Write what waits in the streams; what nobody takes any more is dropped."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            leave(stream)


def leave(stream: TextIO) -> None:
    """Let a stream lead nowhere from now on: Python would fail once more when it ends."""
    with suppress(OSError, ValueError):  # one without a number is none of the system
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
