"""Untrusted files are read in a process of their own, with limits.

A parser can exhaust the memory, never end, or kill the process, and no `except` helps.
Here that only affects a child process and becomes a sentence that names the file. If no
process can be started, as in a browser, files are examined closely and read in this one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, cast

from ..engine.errors import FileError, RatingError
from ..engine.problem import make_error
from . import book, workers
from .child import MEMORY
from .files import SHEETS
from .sheet_parsers import Columns, Looks, Place
from .workers import BrokenError, NoProcessError, cores, end_all, lent

#: Processor seconds allowed per file, and per megabyte: many times what is needed.
SECONDS, SECONDS_A_MEGABYTE = 2.0, 2.0
#: Seconds allowed for finding out why a file could not be read.
SECONDS_TO_EXPLAIN = 1.0

#: The number of files for which an additional process is worth starting.
_FILES_A_CHILD = 8

Formulas = Mapping[Place, str]


class Opened(Protocol):
    """An open workbook, in whichever process."""

    names: tuple[str, ...]
    visible: tuple[str, ...]

    def rows(self, sheet: str) -> list[list[object]]:
        """All rows of a sheet."""

    def formulas(self, sheet: str, columns: Columns) -> Formulas:
        """The formulas of a sheet, in some columns or all."""

    def looks(self, sheet: str) -> Looks:
        """The hidden columns and rows of a sheet, and its struck-through cells."""


def open_book(name: str, data: bytes) -> Opened:
    """Open a workbook from its bytes; `name` is the file's, for messages.

    Raises `FileError`, as do all methods of the workbook.
    """
    if book.is_strict_here() is None:
        with suppress(NoProcessError):
            return _Elsewhere(name, data)
    return book.OpenedBook(name, data, is_strict=book.is_strict_here() is not False)


@contextmanager
def crew(number: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """A context with a `map` for `number` files: a parallel one for many, the built-in for few."""
    number = min(cores(), number // _FILES_A_CHILD)
    if number < 2 or book.is_strict_here() is not None:
        yield map
        return
    # Threads only wait, each for its process.
    from .threads import threads

    pool = threads(number)
    try:
        yield partial(_in_order, pool, 2 * number)
    finally:
        pool.shutdown(cancel_futures=True)
        end_all()


def start_early() -> None:
    """Start a process in advance for opening a workbook soon."""
    if book.is_strict_here() is None:
        workers.start_early()


def _in_order(
    pool: Executor, most: int, function: Callable[[Any], Any], items: Iterable[Any]
) -> Iterator[Any]:
    """A function's results for the items, in order, computed a limited number ahead."""
    waiting: deque[Future[Any]] = deque()
    for item in items:
        waiting.append(pool.submit(function, item))
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class _Elsewhere:
    """A workbook that is open in another process."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data
        self._opened = sha256(data).digest() + repr(name).encode()
        self._seconds = _seconds(len(data))
        self.names: tuple[str, ...] = ()
        self.visible: tuple[str, ...] = ()
        self.names, self.visible = self._ask("about")  # type: ignore[misc]

    def rows(self, sheet: str) -> list[list[object]]:
        return cast("list[list[object]]", self._later("rows", sheet))

    def formulas(self, sheet: str, columns: Columns) -> Formulas:
        return cast(Formulas, self._later("formulas", sheet, columns))

    def looks(self, sheet: str) -> Looks:
        return cast("Looks", self._later("looks", sheet))

    def _later(self, method: str, *arguments: object) -> object:
        try:
            return self._ask(method, *arguments)
        except NoProcessError:
            raise make_error(FileError, "file_no_process", self.name) from None

    def _ask(self, method: str, *arguments: object) -> object:
        try:
            with lent(self._opened) as one:
                if one.opened != self._opened:
                    one.opened = b""
                    one.ask(self._seconds, "open", self._seconds, self.name, self._data)
                    one.opened = self._opened
                return one.ask(self._seconds, method, *arguments)
        except BrokenError as broken:
            raise _explained(broken, self._seconds, self.name, self._data) from None


def ask_whole(question: str, files: Sequence[Path], *arguments: object) -> object:
    """The result, from another process, of a function that reads complete files, given by name.

    Raises `NoProcessError` if there is no process, and the function's errors.
    """
    seconds = _seconds(sum(map(_size, files)))
    try:
        with lent() as one:
            one.opened = b""
            return one.ask(seconds, "whole", seconds, question, *arguments)
    except BrokenError as broken:
        path = files[0]
        data = path.read_bytes() if path.suffix.lower() in SHEETS else b""
        raise _explained(broken, seconds, path.name, data) from None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _seconds(size: int) -> float:
    return SECONDS + SECONDS_A_MEGABYTE * size / 2**20


def _explained(broken: BrokenError, seconds: float, name: str, data: bytes) -> RatingError:
    """Why a file could not be read: as found by a closer look, otherwise what is known."""
    if data and broken.why != "outside":
        try:
            with lent() as one:
                one.opened = b""
                one.ask(SECONDS_TO_EXPLAIN, "inspect", SECONDS_TO_EXPLAIN, name, data)
        except RatingError as error:
            return error
        except (BrokenError, NoProcessError):
            pass
    words = {"seconds": f"{seconds:.0f}", "most": MEMORY // 2**20}
    return make_error(FileError, f"file_ended_{broken.why}", name, **words)
