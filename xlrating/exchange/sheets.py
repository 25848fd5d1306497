"""The one safe way to open spreadsheet files: .xlsx, .xlsm, .ods, .xls and .xlsb.

Anything wrong with a file becomes a `FileError` here; a damaged or hostile file
must not kill the program, or exhaust the computer's memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import make_error
from .addresses import address
from .archive import UNPACKED_LIMIT
from .files import AnyPath, read_bytes
from .opening import open_book
from .sheet_parsers import Columns, Looks, Place

__all__ = ["Sheets", "open_sheets", "where"]


def where(path: AnyPath, sheet: str, row: int, col: int) -> str:
    """The place of a cell in words, as errors name it; indexes count from 0.

    >>> where("/home/me/event.xlsx", "Games", 6, 3)
    'event.xlsx, sheet Games, cell D7'
    """
    # Called for each cell that is read, so no Path object is made.
    name = path.name if isinstance(path, Path) else Path(path).name
    return f"{name}, sheet {sheet}, cell {address(row, col)}"


class Sheets:
    """The sheets of a workbook file, by name.

    Values are as calamine returns them. A number is a float, whole or not, and can be NaN or
    infinite in a damaged file; text is a str, a truth value a bool, dates and times are
    `date`, `datetime`, `time` or `timedelta`. An empty cell is the empty text ``''``; an
    error (``#N/A``) and a formula that was never calculated are `Unknown`.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self._rows: dict[str, list[list[object]]] = {}
        self._formulas: dict[tuple[str, Columns], Mapping[Place, str]] = {}
        self._looks: dict[str, Looks] = {}
        self._book = open_book(path.name, data)
        self.names: tuple[str, ...] = self._book.names
        #: The visible sheets; the authors have hidden the others.
        self.visible: tuple[str, ...] = self._book.visible

    @property
    def first(self) -> str:
        """The first visible sheet; '' if there is none."""
        return next(iter(self.visible or self.names), "")

    def rows(self, name: str) -> list[list[object]]:
        """All rows of a sheet, with equal length; index 0 is sheet row 1 and column A.

        Raises `FileError` if there is no such sheet or it cannot be read.
        """
        self._known(name)
        if name not in self._rows:
            self._rows[name] = self._book.rows(name)
        return self._rows[name]

    def formulas(self, name: str, columns: Columns = ()) -> Mapping[Place, str]:
        """The formulas of a sheet, ``=…``, by row and column index from 0.

        Requesting only some columns is faster.
        Raises `FileError` if there is no such sheet or it cannot be read.
        """
        self._known(name)
        if (name, columns) not in self._formulas:
            self._formulas[name, columns] = self._book.formulas(name, columns)
        return self._formulas[name, columns]

    def hidden(self, name: str) -> frozenset[int]:
        """The hidden columns of a sheet, by index from 0."""
        return frozenset(self._looks_of(name)[0])

    def hidden_rows(self, name: str) -> frozenset[int]:
        """The hidden rows of a sheet, by index from 0."""
        return frozenset(self._looks_of(name)[1])

    def struck(self, name: str) -> frozenset[Place]:
        """The cells of a sheet with struck-through text, by row and column index from 0."""
        return frozenset(self._looks_of(name)[2])

    def _looks_of(self, name: str) -> Looks:
        self._known(name)
        if name not in self._looks:
            self._looks[name] = self._book.looks(name)
        return self._looks[name]

    def _known(self, name: str) -> None:
        if name not in self.names:
            words = {"name": repr(name), "names": ", ".join(self.names)}
            raise make_error(FileError, "read_no_sheet", self.path.name, **words)


def open_sheets(path: AnyPath) -> Sheets:
    """The sheets of an .xlsx, .xlsm, .ods, .xls or .xlsb file.

    Raises `FileError` with what was found and what to do if the file is missing,
    empty, of another kind, damaged, encrypted, absurdly large once unpacked, or takes more
    memory or time than any event needs.
    """
    data = read_bytes(path, UNPACKED_LIMIT)
    return Sheets(Path(path), data)
