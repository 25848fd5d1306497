"""Stop signals: all act like Ctrl-C, and none interrupts between files that belong together."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Optional

#: Ctrl-C, `kill`, a closed terminal (on Windows: a console).
STOPS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]

_Handler = Callable[[int, Optional[FrameType]], None]


@contextmanager
def stopping() -> Iterator[None]:
    """A context in which signals that would end the program raise `KeyboardInterrupt` instead.

    A signal that is ignored (`nohup`) or handled elsewhere is left alone.
    """
    with _handled(_stop, lambda old: old is signal.SIG_DFL):
        yield


@contextmanager
def unstopped() -> Iterator[None]:
    """A context in which stop signals wait: the first one takes effect when the context ends."""
    came: list[int] = []
    try:
        with _handled(lambda number, frame: came.append(number), callable):
            yield
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


def _stop(number: int, frame: FrameType | None) -> None:
    # One is enough: a second would interrupt the cleaning up.
    for one in STOPS:
        if signal.getsignal(one) is _stop:
            signal.signal(one, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _handled(handler: _Handler, is_taken: Callable[[object], bool]) -> Iterator[None]:
    """A context with `handler` for each stop signal whose present handler `is_taken` accepts.

    Only the main thread can handle signals; in others nothing changes.
    """
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
