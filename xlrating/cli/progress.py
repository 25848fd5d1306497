"""A line on a terminal that says what is being done, once that takes longer than people wait."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from threading import Event, Thread
from typing import TextIO

from ..engine.texts import say
from ..exchange.threads import may_start

#: So many seconds pass without a word, and between two words.
_PATIENCE, _PAUSE = 2.0, 0.2


class Progress:
    """What is being done, told from time to time until it is at its end."""

    def __init__(self, language: str, key: str, stream: TextIO | None = None) -> None:
        self.language, self._key = language, key
        own = stream or sys.stderr
        self._stream: TextIO = getattr(own, "stream", own)
        self._words = (0, 0)
        self._shown = 0
        self._over = Event()
        self._begun = time.monotonic()
        if own.isatty():
            # It goes when the command does, whatever ends that.
            may_start(Thread(target=self._tell, daemon=True))

    def __enter__(self) -> Progress:
        """What is being done begins."""
        return self

    def __exit__(self, *error: object) -> None:
        """It is done, or something went wrong."""
        self.end()

    def count(self, done: int, number: int) -> None:
        """So many of all are done; `number` 0 stands for all where nobody knows how many."""
        self._words = (done, number)

    def now(self, key: str) -> None:
        """From now on that is being done, by the key of its text."""
        self._key, self._words = key, (0, 0)

    def end(self) -> None:
        """Nothing is being done any more."""
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
