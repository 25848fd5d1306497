"""Opens workbooks in a LibreOffice and does there what it is asked; run by the Python that has `uno`.

    python3 desk_script.py SOFFICE PROFILE-URL

A line of JSON in, a line of JSON out; `desk.Desk` is the other end. Nothing is set here that the
profile does not set, and no calculation is forced but by `stale`, which asks what one would have
changed.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any

from clipboard_script import pasted
from hands_script import handled
from over_uno import connected

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8", ".pdf": "calc_pdf_Export"}

#: Rows that are looked at: once one is deleted, the sheet ends at the last there can be.
MOST_ROWS = 20_000

#: Cells typed at once that are followed by a calculation each; all where every case is asked for.
LAST_TYPED = 8
EACH = os.environ.get("XLRATING_EVERY") == "1"

#: A cell formatted as text: com.sun.star.util.NumberFormat.TEXT.
TEXT = 256


class Desk:
    """One LibreOffice and the document that is open in it."""

    def __init__(self, desktop: Any, properties: Any, url: Any) -> None:
        self.desktop, self.properties, self.url = desktop, properties, url
        self.document: Any = None

    def open(self, path: str) -> None:
        """Open a file, and close the one before without saving it."""
        if self.document is not None:
            self.document.close(True)
        hidden = self.properties(Hidden=True)
        self.document = self.desktop.loadComponentFromURL(self.url(path), "_blank", 0, hidden)
        if self.document is None:
            raise OSError(f"cannot be opened: {path}")

    def type(self, cells: list[tuple[str, int, int, str]]) -> list[str]:
        """Enter texts into cells, one after another, each read as typed input is; what was there.

        Of many the last ones alone are followed by a calculation each, the first by one together:
        what follows from a cell is marked when it is typed, whenever it is calculated.
        """
        before = []
        together = 0 if EACH else len(cells) - LAST_TYPED
        if together > 0:
            self.document.enableAutomaticCalculation(False)
        for number, (sheet, row, col, text) in enumerate(cells):
            if number == together:
                self.document.enableAutomaticCalculation(True)
            cell = self.document.Sheets.getByName(sheet).getCellByPosition(col, row)
            before.append(cell.getFormula())
            # A formula stands there again only where one stood: that of a cell that completes.
            if self._is_text(cell.NumberFormat) and not text.startswith("="):
                cell.setString(text)  # as the input line does, and `setFormula` does not
            else:
                cell.setFormula(text)
        return before

    def _is_text(self, key: int) -> bool:
        """Whether a format is that of text.

        Of an .ods that it has saved LibreOffice 7.4 knows some number formats by no key.
        """
        try:
            return bool(self.document.NumberFormats.getByKey(key).Type & TEXT)
        except Exception as error:
            if "RuntimeException" not in type(error).__name__:
                raise
            return False

    def values(self, sheets: list[str] | None = None) -> dict[str, list[list[object]]]:
        """What every cell of the sheets shows, or of all; errors are texts such as #N/A."""
        return {name: self._rows(name) for name in sheets or self.document.Sheets.ElementNames}

    def _area(self, name: str) -> Any:
        """The cells of a sheet in use, from A1."""
        sheet = self.document.Sheets.getByName(name)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        return sheet.getCellRangeByPosition(0, 0, end.EndColumn, min(end.EndRow, MOST_ROWS))

    def _rows(self, name: str) -> list[list[object]]:
        area = self._area(name)
        rows = [list(row) for row in area.getDataArray()]
        return [[self._error(area, i, j) if v is None else v for j, v in enumerate(row)]
                for i, row in enumerate(rows)]  # fmt: skip

    def _error(self, area: Any, row: int, col: int) -> str:
        cell = area.getCellByPosition(col, row)
        return cell.String if cell.getError() else ""

    def cells(self) -> dict[str, list[tuple[int, int, object, bool]]]:
        """Every cell that shows something: row and column from 1, value, whether it is an error."""
        return {name: self._shown(name) for name in self.document.Sheets.ElementNames}

    def _shown(self, name: str) -> list[tuple[int, int, object, bool]]:
        area = self._area(name)
        found: list[tuple[int, int, object, bool]] = []
        for i, row in enumerate(area.getDataArray()):
            for j, value in enumerate(row):
                if value is None and (error := self._error(area, i, j)):
                    found.append((i + 1, j + 1, error, True))
                elif value not in (None, ""):
                    found.append((i + 1, j + 1, value, False))
        return found

    def stale(self) -> list[tuple[str, int, int, object, object]]:
        """The cells that a full calculation changes: (sheet, row, column, before, after)."""
        before = self.values()
        self.document.calculateAll()
        after = self.values()
        return [
            (name, i, j, before[name][i][j], value)
            for name, rows in after.items()
            for i, row in enumerate(rows)
            for j, value in enumerate(row)
            if before[name][i][j] != value
        ]

    def do(self, what: str, place: str, given: Any = None) -> None:
        """What else is done at a place, Games!C5; what a lock forbids is done by another program."""
        name, _, address = place.partition("!")
        sheet = self.document.Sheets.getByName(name)
        area = sheet.getCellRangeByName(address)
        if what == "paste":  # text without format
            area.String = given
        elif what == "number":
            area.Value = given
        elif what == "type":  # in the language of the program
            area.FormulaLocal = given
        elif what == "sort":
            self._sort(area, given, falls=True)
        elif what == "remove":
            self.document.Sheets.removeByName(name)
        else:  # a protected sheet has to be opened for it
            sheet.unprotect("")
            if what == "write":
                area.Formula = given
            else:  # whole rows
                rows = {"insert": sheet.Rows.insertByIndex, "delete": sheet.Rows.removeByIndex}
                rows[what](area.RangeAddress.StartRow, 1)
            sheet.protect("")

    def copied(self, sheets: list[str]) -> list[dict[str, str]]:
        """The names of this document, and of a new one into which these sheets were copied."""
        hidden = self.properties(Hidden=True)
        made = self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, hidden)
        for place, name in enumerate(sheets):
            made.Sheets.importSheet(self.document, name, place)
        found = [
            {name: one.NamedRanges.getByName(name).Content for name in one.NamedRanges.ElementNames}
            for one in (self.document, made)
        ]
        made.close(True)
        return found

    def handle(self, path: str, gestures: list[Any], typed: list[Any]) -> list[object]:
        """See `hands_script.handled`."""
        return handled(self, path, gestures, typed)

    def clip(self, place: str, page: str) -> None:
        """See `clipboard_script.pasted`."""
        pasted(self, place, page)

    def sort(self, sheet: str, area: tuple[int, int, int, int], col: int, falls: bool) -> None:
        """Sort an area (first column, first row, last column, last row) by one of its columns."""
        found = self.document.Sheets.getByName(sheet).getCellRangeByPosition(*area)
        self._sort(found, col, falls)

    def _sort(self, area: Any, col: int, falls: bool) -> None:
        uno: Any = import_module("uno")
        field = uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending = col, not falls
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        area.sort(self.properties(SortFields=fields, ContainsHeader=False))

    def save(self, path: str) -> None:
        """Save a copy; the document stays open as it is."""
        kind = FILTERS[path[path.rindex("."):]]  # fmt: skip
        self.document.storeToURL(self.url(path), self.properties(FilterName=kind))


def main(program: str, profile: str) -> None:
    """Answer line after line until there is no more."""
    with connected(program, profile) as (desktop, properties, url):
        desk = Desk(desktop, properties, url)
        for line in sys.stdin:
            name, arguments = json.loads(line)
            answer: dict[str, object]
            try:
                answer = {"gives": getattr(desk, name)(*arguments)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
