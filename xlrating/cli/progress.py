"""A line on the terminal that says what is being done, if it takes longer than people wait."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from threading import Event, Thread
from typing import TextIO

from ..engine.texts import say
from ..exchange.threads import may_start

#: How many seconds pass before the first message, and between two.
_PATIENCE, _PAUSE = 2.0, 0.2


class Progress:
    """Progress of a task, shown from time to time until it is finished."""

    def __init__(self, language: str, key: str, stream: TextIO | None = None) -> None:
        self.language, self._key = language, key
        own = stream or sys.stderr
        self._stream: TextIO = getattr(own, "stream", own)
        self._words = (0, 0)
        self._shown = 0
        self._over = Event()
        self._begun = time.monotonic()
        if own.isatty():
            # A daemon thread: it ends with the command, however that ends.
            may_start(Thread(target=self._tell, daemon=True))

    def __enter__(self) -> Progress:
        """Begin the task."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the task, successfully or not."""
        self.end()

    def count(self, done: int, number: int) -> None:
        """Set how much is done; a `number` of 0 means that the total is unknown."""
        self._words = (done, number)

    def now(self, key: str) -> None:
        """Switch to another task, named by the key of its text."""
        self._key, self._words = key, (0, 0)

    def end(self) -> None:
        """Stop showing progress."""
        self._over.set()
        if self._shown:
            self._show("\r" + " " * self._shown + "\r")

    def _tell(self) -> None:
        if self._over.wait(_PATIENCE):
            return
        while not self._over.wait(_PAUSE):
            done, number = self._words
            words = say(self.language, self._key)
            seconds = round(time.monotonic() - self._begun)
            many = f" {done}/{number}" if number else f" {done}" if done else ""
            line = f"{words}{many} · {seconds} s"
            self._show(f"\r{line:{self._shown}}")
            self._shown = max(self._shown, len(line))

    def _show(self, text: str) -> None:
        with suppress(OSError):  # the terminal may have been closed
            print(text, end="", file=self._stream, flush=True)
