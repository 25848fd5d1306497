"""One safe door to spreadsheet files: .xlsx, .xlsm and .ods.

Whatever is wrong with a file ends as a `FileError` here; a damaged or hostile file
must not take the program, or the memory of the computer, with it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar, cast

from python_calamine import CalamineWorkbook, SheetVisibleEnum

from ..errors import FileError
from .archive import UNPACKED_LIMIT, cell_name, check_archive
from .files import AnyPath, read_bytes
from .sheet_xml import Mark, Marks, Place, all_known, marks
from .unknown import Unknown

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
    `date`, `datetime`, `time` or `timedelta`. An empty cell is the empty text ``''``, an
    error (``#N/A``) and a formula that was never calculated are `Unknown`.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self._data = data
        self._rows: dict[str, list[list[object]]] = {}
        self._marks: dict[str, Marks] = {}
        check_archive(path.name, data)
        self._book = _guarded(path, lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)))
        self.names: tuple[str, ...] = tuple(self._book.sheet_names)
        #: Those that a person sees; what stands on others was put away.
        self.visible: tuple[str, ...] = tuple(
            each.name
            for each in self._book.sheets_metadata
            if each.visible == SheetVisibleEnum.Visible
        )

    @property
    def first(self) -> str:
        """The first sheet that a person sees; '' when there is none at all."""
        return next(iter(self.visible or self.names), "")

    def rows(self, name: str) -> list[list[object]]:
        """All rows of a sheet, equally long; index 0 is sheet row 1 and column A.

        Raises `FileError` when there is no such sheet or it cannot be read.
        """
        self._known(name)
        if name not in self._rows:
            sheet = _guarded(self.path, lambda: self._book.get_sheet_by_name(name))
            values = _guarded(self.path, lambda: sheet.to_python(skip_empty_area=False))
            self._rows[name] = cast("list[list[object]]", values)
            if not self._of_archive(lambda archive: all_known(archive, name)):
                _put_unknown(self._rows[name], self._marks_of(name))
        return self._rows[name]

    def formulas(self, name: str) -> Mapping[tuple[int, int], str]:
        """The formulas of a sheet, ``=…``, by row and column index from 0.

        Raises `FileError` when there is no such sheet or it cannot be read.
        """
        self._known(name)
        return {place: mark.formula for place, mark in self._marks_of(name).items() if mark.formula}

    def _marks_of(self, name: str) -> Marks:
        if name not in self._marks:
            self._marks[name] = self._of_archive(lambda archive: marks(archive, name))
        return self._marks[name]

    def _of_archive(self, read: Callable[[zipfile.ZipFile], _T]) -> _T:
        def opened() -> _T:
            with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
                return read(archive)

        return _guarded(self.path, opened)

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


def _put_unknown(rows: list[list[object]], found: Marks) -> None:
    """Put what has no value into the rows, which calamine ends with the last value."""
    places = [(*at, mark) for at, mark in found.items() if _is_unknown(at, mark, rows)]
    width = max([len(rows[0]) if rows else 0, *(col + 1 for _, col, _ in places)])
    for cells in rows:
        cells.extend([""] * (width - len(cells)))
    for row, col, mark in places:
        while len(rows) <= row:
            rows.append([""] * width)
        rows[row][col] = Unknown(mark.error or "", mark.formula, mark.under is not None)


def _is_unknown(place: Place, mark: Mark, rows: list[list[object]]) -> bool:
    """Whether a cell has no value: one that is merged, where the merged cell is not empty."""
    if mark.under is None:
        return mark.error is not None
    row, col = mark.under
    is_there = max(row, place[0]) < len(rows) and col < len(rows[row])
    return is_there and rows[row][col] != ""
