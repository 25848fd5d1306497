"""What a terminal is sent: text, and nothing that moves its cursor or turns its letters round."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any, TextIO

from ..engine.vocabulary.letters import CONTROL, REPLACEMENT

#: Colours of what is wrong, of what is worth a look, and of what is well.
RED, YELLOW, GREEN = "31", "33", "32"


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

    def paint(self, colour: str, text: str) -> None:
        """Write the text with its first word in a colour, where colours are wanted."""
        if not self.has_colours:
            self.write(text)
            return
        first, blank, rest = text.partition(" ")
        self.stream.write(f"\x1b[{colour}m")
        self.write(first)
        self.stream.write("\x1b[0m")
        self.write(blank + rest)

    @property
    def has_colours(self) -> bool:
        """Whether this is a terminal that shows colours, and nobody said that it is not to."""
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        # The old console of Windows shows the signs of colours as letters.
        return self.stream.isatty() and (os.name != "nt" or "WT_SESSION" in os.environ)

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


def columns() -> int | None:
    """How wide the terminal is that tables are printed on; None for a pipe or a file."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def say_in(colour: str, text: str, stream: TextIO) -> None:
    """A line, whose first word a terminal shows in a colour."""
    own = getattr(stream, "paint", None)
    if own is None:
        print(text, file=stream)
    else:
        own(colour, f"{text}\n")


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
