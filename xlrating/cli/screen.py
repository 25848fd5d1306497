"""Output to a terminal: text without cursor movements or changes of reading direction."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any, TextIO

from ..engine.vocabulary.letters import CONTROL, REPLACEMENT

#: Colours for errors, for doubts, and for success.
RED, YELLOW, GREEN = "31", "33", "32"


class Screen:
    """A stream that shows control characters, wherever they come from, as �.

    Names and texts contain none (`letters`), but paths and words of the command line may.
    If `is_needed` is False, failing to write to the stream is ignored.

    >>> import io
    >>> stream = io.StringIO()
    >>> Screen(stream).write("a\\x1b[31mb\\n") and stream.getvalue()
    'a\ufffd[31mb\\n'
    """

    def __init__(self, stream: TextIO, is_needed: bool = True) -> None:
        #: The underlying stream, for intentional cursor movements.
        self.stream = stream
        self._is_needed = is_needed
        #: Whether a character was written that the terminal cannot display.
        self.lost = False

    def write(self, text: str) -> int:
        """Write the text as far as it can be displayed."""
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
        """Write the text with its first word in colour, if colours are wanted."""
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
        """Whether this is a terminal with colours, and the user has not disabled them."""
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        # The old Windows console shows colour codes as text.
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
    """The width of the terminal on which tables are printed; None for a pipe or a file."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def say_in(colour: str, text: str, stream: TextIO) -> None:
    """Print a line; its first word is coloured on a terminal."""
    own = getattr(stream, "paint", None)
    if own is None:
        print(text, file=stream)
    else:
        own(colour, f"{text}\n")


def open_closed() -> None:
    """Open streams that a shell closed (``>&-``) as null devices: otherwise a later file gets
    their number, and with it the output meant for them.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115
            if stream.fileno() <= 2:
                os.set_inheritable(stream.fileno(), True)  # like the other two
            setattr(sys, name, stream)


def flush() -> None:
    """Flush the streams; output that nobody reads any more is dropped."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            leave(stream)


def leave(stream: TextIO) -> None:
    """Redirect a stream to the null device: otherwise Python would fail again on exit."""
    with suppress(OSError, ValueError):  # a stream without a file descriptor
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
