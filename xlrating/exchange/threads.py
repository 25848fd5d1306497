"""Threads where they can be started; in a browser the same work is done at once, one by one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Thread
from typing import Any


class _InTurn(Executor):
    """Does what it is given before it returns."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """What the call gives, or the exception that ended it, as a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **named))
        except Exception as error:
            done.set_exception(error)
        return done


def threads(number: int | None = None) -> Executor:
    """An executor of so many threads; without threads one that works in turn."""
    return ThreadPoolExecutor(number) if may_start(Thread(target=int)) else _InTurn()


def may_start(thread: Thread) -> bool:
    """Start a thread; False where the system has none."""
    try:
        thread.start()
    except RuntimeError:
        return False
    return True
