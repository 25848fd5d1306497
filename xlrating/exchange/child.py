"""The process that reads files: it answers one question after another.

It limits itself before it opens a file. A question is the name of a method of `_Reader` and
its arguments; an answer is the method's result, or the `RatingError` it raised.
"""

from __future__ import annotations

import gc
import io
import math
import os
import pickle
import signal
import sys
import time
import traceback
from functools import lru_cache
from importlib import import_module
from typing import IO, Union

from ..engine.errors import FileError, RatingError
from ..stops import STOPS
from .book import OpenedBook, here
from .job import Job
from .sheet_parsers import Columns

#: The memory limit in bytes for reading a file, if the system supports one.
MEMORY = 768 * 2**20

#: The longest wait, in seconds, for a process that gets no processor time or never answers: a
#: constant, and what is added per second of processor time that the process may use.
PATIENCE, PATIENCE_A_SECOND = 30.0, 10.0

#: The first item of an answer: what kind it is.
ANSWER, ERROR, NO_MEMORY, FAILURE = "answer", "error", "no memory", "failure"

_LENGTH = 8

Buffer = Union[bytes, memoryview]


def patience(seconds: float) -> float:
    """How many seconds an answer may take if the process may use `seconds` of processor time."""
    return PATIENCE + PATIENCE_A_SECOND * seconds


def send(stream: IO[bytes], data: Buffer) -> None:
    """Write one message, preceded by its length."""
    stream.write(len(data).to_bytes(_LENGTH, "big"))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes], limit: int | None = None) -> bytes:
    """Read one message.

    Raises `EOFError` if the stream ends early, `OverflowError` for more bytes
    than the limit.
    """
    length = int.from_bytes(_exactly(stream, _LENGTH), "big")
    if limit is not None and length > limit:
        raise OverflowError(length)
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data


class _Reader:
    """Answers questions: each method is one."""

    def __init__(self, has_limit: bool) -> None:
        self._has_limit = has_limit
        self._book: OpenedBook | None = None
        self.patience = patience(0)

    def _limit(self, seconds: float) -> None:
        self.patience = patience(seconds)
        _wake_after(2 * self.patience)
        _limit_time(seconds)

    def open(self, seconds: float, name: str, data: bytes) -> None:
        """Open a workbook for the following questions; `seconds` is for all of them together."""
        self._book = None
        self._limit(seconds)
        self._book = OpenedBook(name, data, is_strict=not self._has_limit)

    def about(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the sheets, and of those that are visible."""
        return self._opened.names, self._opened.visible

    def rows(self, sheet: str) -> object:
        """The rows of a sheet."""
        return self._opened.rows(sheet)

    def formulas(self, sheet: str, columns: Columns) -> object:
        """The formulas of a sheet, in some columns or all."""
        return self._opened.formulas(sheet, columns)

    def looks(self, sheet: str) -> object:
        """The hidden columns and rows of a sheet, and its struck-through cells."""
        return self._opened.looks(sheet)

    def inspect(self, seconds: float, name: str, data: bytes) -> None:
        """Examine a workbook that could not be read: an error says what is wrong."""
        from .archive import check_archive

        self._limit(seconds)
        check_archive(name, data, is_strict=True)

    def whole(self, seconds: float, question: str, *arguments: object) -> object:
        """The result of a function that reads a complete file, named as ``module:function``."""
        module, name = question.split(":")
        answer = getattr(import_module(module), name)
        self._book = None
        self._limit(seconds)
        return answer(*arguments)

    @property
    def _opened(self) -> OpenedBook:
        if self._book is None:
            raise FileError("no workbook is open")
        return self._book


def main() -> None:
    """Answer the questions on standard input until it ends."""
    # Output of a library must not get between the answers.
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # Ctrl+C is meant for the parent process, which ends this one.
    for one in STOPS:
        signal.signal(one, signal.SIG_IGN)
    # The rows of a sheet are many lists at once: searching them for garbage takes longer
    # than reading them.
    gc.set_threshold(1_000_000)
    has_limit = _limit_memory()
    here(is_strict=not has_limit)
    send(answers, pickle.dumps(has_limit))
    reader = _Reader(has_limit)
    while True:
        try:
            method, *arguments = pickle.loads(receive(questions))
        except EOFError:
            # There is nothing to clean up, and nobody waits for it.
            os._exit(0)
        _wake_after(2 * reader.patience)
        send(answers, _answer(reader, method, arguments))
        _wake_after(0)


def _answer(reader: _Reader, method: str, arguments: list[object]) -> Buffer:
    try:
        found = ANSWER, getattr(reader, method)(*arguments)
        written = io.BytesIO()
        pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
        # Objects in a sheet are all distinct; memoising them takes more memory than the sheet.
        pickler.fast = method == "rows"
        pickler.dump(found)
        return written.getbuffer()
    except RatingError as error:
        return pickle.dumps((ERROR, *map(_parts, (error, *error.others))))
    except MemoryError:
        return pickle.dumps((NO_MEMORY,))
    except Exception:  # a bug of ours is reported where somebody sees it
        return pickle.dumps((FAILURE, traceback.format_exc()))


def _parts(error: RatingError) -> tuple[str, str, str, object]:
    """An error without its siblings, in the form of an answer."""
    return type(error).__name__, error.message, error.where, error.problem


def _wake_after(seconds: float) -> None:
    """Kill this process after this many seconds, whatever it is doing; 0 means never.

    A parser that runs out of memory may block forever; the parent ends it in half that time, but
    may itself have been killed.
    """
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(math.ceil(seconds))


def _limit_memory() -> bool:
    """Limit the memory of this process; returns whether that is certain to work."""
    try:
        import resource
    except ImportError:
        _job().limit(MEMORY)
        return False  # not known to work there: files are examined closely all the same
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
    except (ValueError, OSError):
        return False
    # Other systems accept the limit and ignore it.
    return sys.platform.startswith("linux")


@lru_cache(maxsize=1)
def _job() -> Job:
    return Job()


def _limit_time(seconds: float) -> None:
    """Kill this process after this many more seconds of processor time, if possible."""
    try:
        import resource
    except ImportError:
        _job().limit(MEMORY, time.process_time() + seconds + 1)
        return
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    limit = int(time.process_time() + seconds) + 1
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if most != resource.RLIM_INFINITY:
        limit = min(limit, most)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
