"""Do to a workbook what a person does, in LibreOffice as installed; run by the Python that has `uno`.

    python3 typing_uno.py SOFFICE PROFILE JOBS.json RESULTS.json

A job is a workbook and steps; the result of each job are the values of all sheets after them.
Nothing is calculated that the program does not calculate by itself.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from over_uno import connected

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8"}


def main(program: str, profile: str, jobs: str, results: str) -> None:
    """Start LibreOffice, do the jobs, and end it."""
    with connected(program, Path(profile).as_uri()) as (desktop, properties, url):
        person = _Person(desktop, properties, url)
        done = [person.do(job) for job in json.loads(Path(jobs).read_text("utf-8"))]
        Path(results).write_text(json.dumps(done), "utf-8")


class _Person:
    """Somebody before a LibreOffice."""

    def __init__(self, desktop: Any, properties: Any, url: Any) -> None:
        self._desktop, self._properties, self._url = desktop, properties, url

    def do(self, job: dict[str, Any]) -> dict[str, Any]:
        """Do the steps of a job; what all sheets show then."""
        document = self._opened(job["file"])
        for what, *rest in job["steps"]:
            if what == "save":
                kind = self._properties(FilterName=FILTERS[Path(rest[0]).suffix])
                document.storeToURL(self._url(rest[0]), kind)
            elif what == "open":
                document.close(True)
                document = self._opened(rest[0])
            else:
                self._step(document, what, *rest)
        found = {name: _values(document, name) for name in document.Sheets.ElementNames}
        document.close(True)
        return found

    def _opened(self, path: str) -> Any:
        hidden = self._properties(Hidden=True)
        return self._desktop.loadComponentFromURL(self._url(path), "_blank", 0, hidden)

    def _step(self, document: Any, what: str, place: str, *rest: Any) -> None:
        name, address = place.split("!")
        sheet = document.Sheets.getByName(name)
        area = sheet.getCellRangeByName(address)
        if what == "type":  # as the keyboard does: the cell's own format says what it may be
            area.FormulaLocal = rest[0]
        elif what == "paste":  # text without format
            area.String = rest[0]
        elif what == "number":
            area.Value = rest[0]
        elif what == "sort":  # by the column, downwards
            uno: Any = import_module("uno")
            field = uno.createUnoStruct("com.sun.star.table.TableSortField")
            field.Field, field.IsAscending = rest[0], False
            fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
            area.sort(self._properties(SortFields=fields))
        elif what in ("insert", "delete"):  # whole rows; a protected sheet has to be opened for it
            sheet.unprotect("")
            rows, first = sheet.Rows, area.RangeAddress.StartRow
            (rows.insertByIndex if what == "insert" else rows.removeByIndex)(first, 1)
            sheet.protect("")
        else:
            raise SystemExit(f"{what} is no step")


def _values(document: Any, name: str) -> list[list[Any]]:
    """What the cells show: numbers, text, and errors as ``#`` with their number."""
    sheet = document.Sheets.getByName(name)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    area = sheet.getCellRangeByPosition(0, 0, end.EndColumn, min(end.EndRow, 5000))
    rows = [list(row) for row in area.getDataArray()]
    wrong = area.queryFormulaCells(4)
    for part in wrong.RangeAddresses:
        for row in range(part.StartRow, part.EndRow + 1):
            for col in range(part.StartColumn, part.EndColumn + 1):
                rows[row][col] = f"#{sheet.getCellByPosition(col, row).getError()}"
    return rows


if __name__ == "__main__":
    main(*sys.argv[1:])
