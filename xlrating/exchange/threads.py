"""Threads where they can be started; in a browser the same work is done sequentially."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Thread
from typing import Any


class _InTurn(Executor):
    """An executor that runs each call before returning."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """The result of the call, or its exception, as a completed future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **named))
        except Exception as error:
            done.set_exception(error)
        return done


def threads(number: int | None = None) -> Executor:
    """An executor with so many threads; without threads a sequential one."""
    return ThreadPoolExecutor(number) if may_start(Thread(target=int)) else _InTurn()


def may_start(thread: Thread) -> bool:
    """Start a thread; returns False if the system has none."""
    try:
        thread.start()
    except RuntimeError:
        return False
    return True
