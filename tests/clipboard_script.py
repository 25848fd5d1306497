"""Tables of web pages, copied and pasted; for `desk_script`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: How LibreOffice reads a web page that is opened as a table: as what is pasted from a browser.
_PAGE = "HTML (StarCalc)"


def pasted(desk: Any, place: str, page: str) -> None:
    """Copy all of a page that is opened as a table, and paste it with its first cell at a place."""
    given = desk.properties(FilterName=_PAGE)
    source = desk.desktop.loadComponentFromURL(desk.url(page), "_blank", 0, given)
    sheet = source.Sheets.getByIndex(0)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    _press(desk, source, sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow), "Copy")
    name, _, address = place.partition("!")
    first = desk.document.Sheets.getByName(name).getCellRangeByName(address)
    desk.document.CurrentController.setActiveSheet(first.Spreadsheet)
    _press(desk, desk.document, first, "Paste")
    source.close(True)


def _press(desk: Any, document: Any, area: Any, command: str) -> None:
    uno: Any = import_module("uno")
    url = uno.createUnoStruct("com.sun.star.util.URL")
    url.Complete, url.Main, url.Protocol = f".uno:{command}", f".uno:{command}", ".uno:"
    url.Path = command
    control = document.CurrentController
    control.select(area)
    asked = control.Frame.queryDispatch(url, "", 0)
    asked.dispatch(url, desk.properties(SynchronMode=True))
