"""One safe door to spreadsheet files: .xlsx, .xlsm and .ods.

Whatever is wrong with a file ends as a `FileError` here; a damaged or hostile file
must not take the program, or the memory of the computer, with it.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import openpyxl
from python_calamine import CalamineWorkbook

from ..errors import FileError
from .archive import UNPACKED_LIMIT, cell_name, check_archive
from .files import AnyPath, read_bytes

__all__ = ["Sheets", "cell_name", "open_sheets", "where"]

_T = TypeVar("_T")


def where(path: AnyPath, sheet: str, row: int, col: int) -> str:
    """The place of a cell in words, as errors name it; indexes count from 0.

    >>> where("/home/me/event.xlsx", "Games", 6, 3)
    'event.xlsx, sheet Games, cell D7'
    """
    return f"{Path(path).name}, sheet {sheet}, cell {cell_name(row, col)}"


class Sheets:
    """The sheets of a workbook file, by name.

    Values are those calamine gives. A number is a float, whole or not, and can be NaN or
    infinite in a damaged file; text is a str, a truth value a bool, dates and times are
    `date`, `datetime`, `time` or `timedelta`. An empty cell, an error (``#N/A``) and a
    formula that was never calculated are all the empty text ``''``: `formulas` tells the
    last two from the first.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self._data = data
        self._rows: dict[str, list[list[object]]] = {}
        check_archive(path.name, data)
        self._book = _guarded(path, lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)))
        self.names: tuple[str, ...] = tuple(self._book.sheet_names)

    def rows(self, name: str) -> list[list[object]]:
        """All rows of a sheet, equally long; index 0 is sheet row 1 and column A.

        Raises `FileError` when there is no such sheet or it cannot be read.
        """
        self._known(name)
        if name not in self._rows:
            sheet = _guarded(self.path, lambda: self._book.get_sheet_by_name(name))
            values = _guarded(self.path, lambda: sheet.to_python(skip_empty_area=False))
            self._rows[name] = cast("list[list[object]]", values)
        return self._rows[name]

    def formulas(self, name: str) -> Mapping[tuple[int, int], str]:
        """The formulas of a sheet, ``=…``, by row and column index from 0; none for .ods.

        Raises `FileError` when there is no such sheet or it cannot be read.
        """
        self._known(name)
        book = self._formula_book
        return {} if book is None else _guarded(self.path, lambda: _formulas(book[name]))

    @cached_property
    def _formula_book(self) -> Any:
        with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
            if "content.xml" in archive.namelist():
                return None
        return _guarded(self.path, lambda: _load_formulas(self._data))

    def _known(self, name: str) -> None:
        if name not in self.names:
            raise FileError(
                f"there is no sheet {name!r}; the file has {', '.join(self.names)}", self.path.name
            )


def open_sheets(path: AnyPath) -> Sheets:
    """The sheets of an .xlsx, .xlsm or .ods file.

    Raises `FileError` with what was found and what to do when the file is missing,
    empty, of another kind, damaged, encrypted or absurdly large once unpacked.
    """
    data = read_bytes(path, UNPACKED_LIMIT)
    return Sheets(Path(path), data)


def _guarded(path: Path, read: Callable[[], _T]) -> _T:
    # calamine is Rust: its panics are no `Exception`s.
    try:
        return read()
    except (KeyboardInterrupt, SystemExit, FileError):
        raise
    except BaseException as error:
        reason = str(error).splitlines()[0][:200] if str(error).strip() else type(error).__name__
        raise FileError(
            f"the workbook is damaged ({reason}); "
            "open it in a spreadsheet program and save it again",
            path.name,
        ) from None


def _load_formulas(data: bytes) -> Any:
    with warnings.catch_warnings():  # about lists and colours, which hold no formulas
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(io.BytesIO(data), read_only=True)


def _formulas(sheet: Any) -> dict[tuple[int, int], str]:
    if not hasattr(sheet, "iter_rows"):  # a sheet that is only a chart
        return {}
    if hasattr(sheet, "reset_dimensions"):  # the size written in the file may be wrong
        sheet.reset_dimensions()
    return {
        (row, col): str(getattr(cell.value, "text", cell.value))
        for row, cells in enumerate(sheet.iter_rows())
        for col, cell in enumerate(cells)
        if cell.data_type == "f"
    }
