"""The processes that read files for this one: started, asked, and ended.

What they do is in `child`, what they are asked in `opening`.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from ..engine import errors
from ..engine.errors import RatingError
from . import child
from .garbage import gc_paused

#: The maximum size of an answer in bytes, a hundred times that of the largest event.
ANSWER_LIMIT = 128 * 2**20

_PROGRAM = "import sys; sys.path += sys.argv[1:]; from xlrating.exchange.child import main; main()"

#: The types allowed in an answer, besides texts, numbers and rows of them.
_KINDS = {
    "datetime": {"date", "datetime", "time", "timedelta"},
    "decimal": {"Decimal"},
    "xlrating.engine.account": {"Account", "AccountColumn", "LineRange", "Record", "FileStatement"},
    "xlrating.engine.event": {"Event", "Game", "Player"},
    "xlrating.engine.lines": {"Line"},
    "xlrating.engine.report_file": {"ReportFile"},
    "xlrating.engine.results": {"Kind", "Result"},
    "xlrating.engine.scoring": {"Assigned", "Scoring"},
    "xlrating.engine.problem": {"Problem"},
    "xlrating.engine.rules.carried": {"CarriedRules"},
    "xlrating.engine.rules.references": {"InCell", "NotOpened"},
    "xlrating.exchange.crosstables.html_page": {"HtmlTable"},
    "xlrating.exchange.unknown": {"Unknown"},
}


class NoProcessError(Exception):
    """No process can be started here."""


class BrokenError(Exception):
    """A process ended without an answer; `why` says in which way."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Worker:
    """A process that answers questions, as described in `child`."""

    def __init__(self) -> None:
        #: Identifies the workbook that is open in it, by contents and name; b"" for none.
        self.opened = b""
        self._has_begun = False
        try:
            self._process = subprocess.Popen(
                [*_command(), *(entry for entry in sys.path if entry), _root()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise NoProcessError(str(error)) from None
        _living.add(self)

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, seconds: float, method: str, *arguments: object) -> object:
        """The answer to a question, with a limit in seconds of processor time.

        Raises the `RatingError` that is the answer, and `BrokenError` if there is none.
        """
        question = pickle.dumps((method, *arguments), pickle.HIGHEST_PROTOCOL)
        with self._patient(child.patience(seconds)):
            if not self._has_begun:
                self._begin()
            stdin, stdout = self._streams()
            child.send(stdin, question)
            data = child.receive(stdout, ANSWER_LIMIT)
        return _answer(data)

    def end(self) -> None:
        """Kill it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._close()

    def forget(self) -> None:
        """Leave it to the parent process, of which this one is a fork."""
        self._process.returncode = 0
        self._close()

    def _begin(self) -> None:
        _, stdout = self._streams()
        try:
            # Whatever was started may not behave like Python.
            if not isinstance(_loads(child.receive(stdout, 100)), bool):
                raise NoProcessError("another program")
        except (EOFError, OverflowError, pickle.UnpicklingError) as error:
            raise NoProcessError(str(error)) from None
        self._has_begun = True

    @contextmanager
    def _patient(self, seconds: float) -> Iterator[None]:
        """Kill the process if there is no answer in time, and after any error."""
        is_late = threading.Event()

        def too_late() -> None:
            is_late.set()
            self._process.kill()

        guard = threading.Timer(seconds, too_late)
        guard.daemon = True
        guard.start()
        try:
            yield
        except OverflowError:
            self.end()
            raise BrokenError("memory") from None
        except (OSError, EOFError, pickle.UnpicklingError):
            self.end()
            raise BrokenError("time" if is_late.is_set() else self._why()) from None
        except BaseException:
            self.end()
            raise
        finally:
            guard.cancel()

    def _why(self) -> str:
        code = self._process.returncode
        if code == -getattr(signal, "SIGXCPU", 0):
            return "time"
        from_outside = [-getattr(signal, name, 0) for name in ("SIGKILL", "SIGTERM", "SIGHUP")]
        return "outside" if code < 0 and code in from_outside else "memory"

    def _streams(self) -> tuple[IO[bytes], IO[bytes]]:
        return cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    def _close(self) -> None:
        _living.discard(self)
        for stream in self._streams():
            with suppress(OSError):
                stream.close()


def _command() -> list[str]:
    program = sys.executable or ""
    # A program with an embedded Python would be started a second time.
    if getattr(sys, "frozen", False) or not Path(program).stem.lower().startswith("python"):
        raise NoProcessError("Python is part of another program")
    options = ["-I", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    return [program, *options, "-c", _PROGRAM]


def _root() -> str:
    return str(Path(__file__).parents[2])


class _Safe(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name not in _KINDS.get(module, ()):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")
        return super().find_class(module, name)


def _loads(data: bytes) -> Any:
    with gc_paused():
        return _Safe(io.BytesIO(data)).load()


def _error(name: str, message: str, place: str, problem: object) -> RatingError:
    """The error raised in the process: its kind, message, and place."""
    found = cast("RatingError", getattr(errors, name, RatingError)(message, place))
    found.problem = problem
    return found


def _answer(data: bytes) -> object:
    kind, *parts = _loads(data)
    if kind == child.ANSWER:
        return parts[0]
    if kind == child.ERROR:
        raise errors.together([_error(*one) for one in parts])
    if kind == child.NO_MEMORY:
        raise BrokenError("memory")
    raise RuntimeError(parts[0])


# --- those that wait -----------------------------------------------------------------------------

_lock = threading.Lock()
_idle: list[Worker] = []
_living: set[Worker] = set()


@contextmanager
def lent(opened: bytes = b"") -> Iterator[Worker]:
    """A process to ask, preferably one in which this workbook is open."""
    with _lock:
        for one in [one for one in _idle if not one.is_alive]:
            _idle.remove(one)
            one.end()
        found = next((one for one in _idle if one.opened == opened), _idle[-1] if _idle else None)
        if found is not None:
            _idle.remove(found)
    found = found or Worker()
    try:
        yield found
    finally:
        _put_back(found)


def _put_back(one: Worker) -> None:
    with _lock:
        is_wanted = one.is_alive and len(_idle) < cores()
        if is_wanted:
            _idle.append(one)
    if not is_wanted:
        one.end()


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def _in_a_copy() -> None:
    """Detach a fork of this process from the workers: either of the two could get the answers."""
    global _lock
    _lock = threading.Lock()
    _idle.clear()
    for one in list(_living):
        one.forget()


def start_early() -> None:
    """Start a process in advance for opening a workbook soon."""
    if not _idle:
        with suppress(NoProcessError):
            _put_back(Worker())


def end_all() -> None:
    """End all waiting processes."""
    with _lock:
        ended, _idle[:] = _idle[:], []
    for one in ended:
        one.end()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_copy)
