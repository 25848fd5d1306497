"""Do to a workbook what a person does, in LibreOffice as installed; run by the Python that has `uno`.

    python3 typing_uno.py SOFFICE PROFILE JOBS.json RESULTS.json

A job is a workbook and steps; the result of each job are the values of all sheets after them.
Nothing is calculated that the program does not calculate by itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8"}


def main(program: str, profile: str, jobs: str, results: str) -> None:
    """Start LibreOffice, do the jobs, and end it."""
    uno: Any = import_module("uno")
    pipe = f"pipe,name=typing{time.time_ns()};urp;"
    command = [program, f"-env:UserInstallation={Path(profile).as_uri()}", "--headless"]
    command += ["--norestore", "--nologo", "--nodefault", f"--accept={pipe}"]
    started = subprocess.Popen(command)
    try:
        desktop = _desktop(uno, pipe, started)
        done = [_do(uno, desktop, job) for job in json.loads(Path(jobs).read_text("utf-8"))]
        Path(results).write_text(json.dumps(done), "utf-8")
        desktop.terminate()
        started.wait(60)
    finally:
        started.terminate()


def _desktop(uno: Any, pipe: str, started: subprocess.Popen[bytes]) -> Any:
    local = uno.getComponentContext()
    name = "com.sun.star.bridge.UnoUrlResolver"
    resolver = local.ServiceManager.createInstanceWithContext(name, local)
    while started.poll() is None:
        try:
            context = resolver.resolve(f"uno:{pipe}StarOffice.ComponentContext")
        except Exception:  # it is not up yet
            time.sleep(0.1)
            continue
        name = "com.sun.star.frame.Desktop"
        return context.ServiceManager.createInstanceWithContext(name, context)
    raise SystemExit("LibreOffice ended before it could be asked")


def _do(uno: Any, desktop: Any, job: dict[str, Any]) -> dict[str, Any]:
    document = _opened(uno, desktop, job["file"])
    for what, *rest in job["steps"]:
        if what == "save":
            kind = _property(uno, "FilterName", FILTERS[Path(rest[0]).suffix])
            document.storeToURL(uno.systemPathToFileUrl(rest[0]), (kind,))
        elif what == "open":
            document.close(True)
            document = _opened(uno, desktop, rest[0])
        else:
            _step(uno, document, what, *rest)
    found = {name: _values(document, name) for name in document.Sheets.ElementNames}
    document.close(True)
    return found


def _opened(uno: Any, desktop: Any, path: str) -> Any:
    hidden = _property(uno, "Hidden", True)
    return desktop.loadComponentFromURL(uno.systemPathToFileUrl(path), "_blank", 0, (hidden,))


def _property(uno: Any, name: str, value: object) -> Any:
    return uno.createUnoStruct("com.sun.star.beans.PropertyValue", name, 0, value, 0)


def _step(uno: Any, document: Any, what: str, place: str, *rest: Any) -> None:
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
        field = uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending = rest[0], False
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        area.sort((_property(uno, "SortFields", fields),))
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
