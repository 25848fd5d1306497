"""A workbook opened in this process: its sheets, values and formulas.

Errors in the file raise `FileError`, if the parser survives: it can take this
process with it, which is why `opening` opens untrusted files in another one.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from ..engine.errors import FileError
from ..engine.problem import make_error
from .archive import CELL_LIMIT, check_archive, damaged, too_far
from .binary_sheets import SheetRecords, new_sheets, old_sheets
from .package import with_usual_names
from .sheet_parsers import CellMark, Columns, Looks, Marks, Place, Reader
from .sheet_xml import SheetXml
from .unknown import Unknown

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_T = TypeVar("_T")

_is_strict: bool | None = None


def here(is_strict: bool) -> None:
    """Let this process open all files itself, as it has limits; `is_strict` if it lacks some."""
    global _is_strict
    _is_strict = is_strict


def is_strict_here() -> bool | None:
    """Whether this process checks files strictly; None if it leaves them to other processes."""
    return _is_strict


class BinarySheets:
    """The marks of the sheets in an .xls or .xlsb file, like `SheetXml` for other formats."""

    def __init__(self, data: bytes, book: CalamineWorkbook) -> None:
        self._data = data
        self._book = book

    def marks(self, sheet: str) -> Marks:
        """The cells of a sheet with a formula, with an error, or hidden by a merged cell."""
        found = self._sheets.get(sheet)
        merged = self._book.get_sheet_by_name(sheet).merged_cell_ranges or ()
        reader = Reader()
        for (row, col), (last_row, last_col) in merged:
            reader.merge((row, col), last_row + 1 - row, last_col + 1 - col)
        own = found.marks if found else {}
        return {**reader.found, **{place: CellMark(*mark) for place, mark in own.items()}}

    def hidden(self, _sheet: str, _columns: Columns = ()) -> None:
        """None: `marks` is as fast here, and contains them."""

    formulas = hidden

    def hidden_columns(self, sheet: str) -> list[int]:
        """The hidden columns, by index from 0."""
        found = self._sheets.get(sheet)
        return found.hidden_columns if found else []

    def struck(self, sheet: str) -> list[Place]:
        """The cells with struck-through text."""
        found = self._sheets.get(sheet)
        return found.struck if found else []

    def hidden_rows(self, sheet: str) -> list[int]:
        """The hidden rows, by index from 0."""
        found = self._sheets.get(sheet)
        return found.hidden if found else []

    @cached_property
    def _sheets(self) -> Mapping[str, SheetRecords]:
        if self._data.startswith(b"PK"):
            return new_sheets(zipfile.ZipFile(io.BytesIO(self._data)))
        return dict(zip(self._book.sheet_names, old_sheets(self._data)))


def is_binary(data: bytes) -> bool:
    """Whether a workbook stores its cells as binary records instead of XML."""
    if not data.startswith(b"PK"):
        return True
    return "xl/workbook.bin" in zipfile.ZipFile(io.BytesIO(data)).namelist()


class OpenedBook:
    """The sheets of a workbook by name; `name` is the file's, for messages.

    Raises `FileError`, as do all methods. `is_strict` checks every cell before opening.
    """

    def __init__(self, name: str, data: bytes, is_strict: bool) -> None:
        self.name = name
        # Imported here: only reading workbooks needs the package.
        try:
            from python_calamine import CalamineWorkbook, SheetVisibleEnum
        except ImportError:
            raise make_error(FileError, "file_no_calamine", name) from None
        check_archive(name, data, is_strict)
        data = self._guarded(lambda: with_usual_names(data)) if data.startswith(b"PK") else data
        self._book = self._guarded(lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)))
        self._xml: SheetXml | BinarySheets = (
            BinarySheets(data, self._book)
            if is_binary(data)
            else SheetXml(zipfile.ZipFile(io.BytesIO(data)))
        )
        self.names: tuple[str, ...] = tuple(self._book.sheet_names)
        self.visible: tuple[str, ...] = tuple(
            each.name
            for each in self._book.sheets_metadata
            if each.visible == SheetVisibleEnum.Visible
        )

    def rows(self, sheet: str) -> list[list[object]]:
        """All rows of a sheet, as `Sheets.rows` returns them."""
        found = self._guarded(lambda: self._book.get_sheet_by_name(sheet))
        self._check_extent(found.total_height, found.total_width)
        values = self._guarded(lambda: found.to_python(skip_empty_area=False))
        rows = cast("list[list[object]]", values)
        hidden = self._guarded(lambda: self._xml.hidden(sheet))
        self._put_unknown(rows, self._marks(sheet) if hidden is None else hidden)
        return rows

    def formulas(self, sheet: str, columns: Columns) -> Mapping[Place, str]:
        """The formulas of a sheet, ``=…``, as `Sheets.formulas` returns them."""
        found = self._guarded(lambda: self._xml.formulas(sheet, columns))
        if found is None:
            marks = self._marks(sheet).items()
            found = {at: mark.formula for at, mark in marks if mark.formula}
        return {at: formula for at, formula in found.items() if not columns or at[1] in columns}

    def looks(self, sheet: str) -> Looks:
        """How a sheet looks where that may mean something."""
        own = self._xml
        return self._guarded(
            lambda: (own.hidden_columns(sheet), own.hidden_rows(sheet), own.struck(sheet))
        )

    def _check_extent(self, height: int, width: int) -> None:
        if height * width > CELL_LIMIT:
            raise too_far(self.name, height, width)

    def _put_unknown(self, rows: list[list[object]], found: Marks) -> None:
        """Add cells without value to the rows, which calamine ends with the last value."""
        places = [(*at, mark) for at, mark in found.items() if _is_unknown(at, mark, rows)]
        width = max([len(rows[0]) if rows else 0, *(col + 1 for _, col, _ in places)])
        self._check_extent(max([len(rows), *(row + 1 for row, _, _ in places)]), width)
        for cells in rows:
            cells.extend([""] * (width - len(cells)))
        for row, col, mark in places:
            while len(rows) <= row:
                rows.append([""] * width)
            below = mark.under is not None and mark.under[0] < row
            rows[row][col] = mark.text or Unknown(
                mark.error or "", mark.formula, mark.under is not None, is_below=below
            )

    def _marks(self, sheet: str) -> Marks:
        return self._guarded(lambda: self._xml.marks(sheet))

    def _guarded(self, read: Callable[[], _T]) -> _T:
        # calamine is Rust: its panics do not derive from `Exception`.
        try:
            return read()
        except (KeyboardInterrupt, SystemExit, FileError):
            raise
        except MemoryError:
            raise make_error(FileError, "file_memory", self.name) from None
        except BaseException as error:
            reason = str(error).splitlines()[0][:200] if str(error).strip() else ""
            raise damaged(self.name, reason or type(error).__name__) from None


def _is_unknown(place: Place, mark: CellMark, rows: list[list[object]]) -> bool:
    """Whether a cell's value is unknown: also if it is merged with a cell that has one."""
    if mark.under is None:
        return mark.error is not None or mark.text != ""
    row, col = mark.under
    is_there = max(row, place[0]) < len(rows) and col < len(rows[row])
    return is_there and rows[row][col] != ""
