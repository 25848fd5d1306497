"""Signals to stop: all are treated as Ctrl-C, and none comes between files that belong together."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Optional

#: Ctrl-C, `kill`, a terminal that is closed (on Windows: a console).
STOPS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]

_Handler = Callable[[int, Optional[FrameType]], None]


@contextmanager
def stopping() -> Iterator[None]:
    """Within it a signal that would end the program at once raises `KeyboardInterrupt`.

    One that is ignored (`nohup`) or that somebody else handles stays as it is.
    """
    with _handled(_stop, lambda old: old is signal.SIG_DFL):
        yield


@contextmanager
def unstopped() -> Iterator[None]:
    """What is begun within it is ended before any signal stops the program."""
    came: list[int] = []
    try:
        with _handled(lambda number, frame: came.append(number), callable):
            yield
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


def _stop(number: int, frame: FrameType | None) -> None:
    # One is enough: a second one would stop what the first one puts in order.
    for one in STOPS:
        if signal.getsignal(one) is _stop:
            signal.signal(one, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _handled(handler: _Handler, is_taken: Callable[[object], bool]) -> Iterator[None]:
    """Handle those whose handler until now is one to take; only the main thread may."""
    is_main = threading.current_thread() is threading.main_thread()
    old = {one: signal.getsignal(one) for one in STOPS if is_main}
    taken = {one: before for one, before in old.items() if is_taken(before)}
    try:
        for one in taken:
            signal.signal(one, handler)
        yield
    finally:
        for one, before in taken.items():
            signal.signal(one, before)
