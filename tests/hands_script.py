"""What a person's hands do in a workbook: cut, copy, delete, fill and undo; for `desk_script`.

Afterwards every cell is compared with a fresh copy of the same file in which only what is now seen
in the cells to type into was typed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: A cell to type into, or some of them: sheet, first row and column, last row and column.
Area = tuple[str, int, int, int, int]
#: What is done, and where, with what: see `Hands.do`.
Gesture = tuple[Any, ...]

#: Numbers, dates, texts and formulas: com.sun.star.sheet.CellFlags.
_CONTENTS = 1 | 2 | 4 | 16


def handled(desk: Any, path: str, gestures: list[Gesture], typed: list[Area]) -> list[object]:
    """The cells that differ from those of a fresh copy, after gestures on cells to type into."""
    hands = Hands(desk, path)
    for gesture in gestures:
        hands.do(*gesture)
    seen = _seen(desk)
    contents = [(place, _content(cell)) for place, cell in _cells(desk.document, typed)]
    desk.open(path)
    for (place, cell), (same, content) in zip(_cells(desk.document, typed), contents, strict=True):
        assert place == same
        if _content(cell) != content:
            _put(cell, content)
    fresh = _seen(desk)
    return [
        (name, i, j, value, fresh[name][i][j] if j < len(fresh[name][i]) else "")
        for name, rows in seen.items()
        for i, row in enumerate(rows[: len(fresh[name])])
        for j, value in enumerate(row)
        if value != (fresh[name][i][j] if j < len(fresh[name][i]) else "")
    ]


def _seen(desk: Any) -> dict[str, list[list[object]]]:
    """Every cell; a 0 that its format leaves unseen is nothing, as for whoever looks.

    LibreOffice takes a formula without text, above the headings, for 0 when it opens an .ods.
    """
    values: dict[str, list[list[object]]] = desk.values()
    for name, rows in values.items():
        sheet = desk.document.Sheets.getByName(name)
        for i, row in enumerate(rows if sheet.IsVisible else ()):
            for j, value in enumerate(row):
                if value == 0.0 and not sheet.getCellByPosition(j, i).String:
                    row[j] = ""
    return values


def _cells(document: Any, areas: list[Area]) -> Any:
    for name, top, left, bottom, right in areas:
        sheet = document.Sheets.getByName(name)
        for row in range(top, bottom + 1):
            for col in range(left, right + 1):
                yield (name, row, col), sheet.getCellByPosition(col, row)


def _content(cell: Any) -> object:
    kind = cell.Type.value
    assert kind != "FORMULA", f"a formula stands in a cell to type into: {cell.AbsoluteName}"
    return cell.Value if kind == "VALUE" else cell.String


def _put(cell: Any, content: object) -> None:
    if content == "":
        cell.clearContents(_CONTENTS)
    elif isinstance(content, str):
        cell.setString(content)
    else:
        cell.setValue(content)


class Hands:
    """A workbook in a window that is seen: what is cut and pasted needs one."""

    def __init__(self, desk: Any, path: str) -> None:
        if desk.document is not None:
            desk.document.close(True)
        self.desk, self.uno = desk, import_module("uno")
        given = desk.properties(Hidden=False)
        desk.document = desk.desktop.loadComponentFromURL(desk.url(path), "_blank", 0, given)
        self.document: Any = desk.document

    def do(self, what: str, *given: Any) -> None:
        """Type, cut, copy, delete, fill down, undo."""
        if what == "undo":
            self._press("Undo")
            return
        area = self._area(given[0])
        if what == "type":
            content = given[1]
            _put(area.getCellByPosition(0, 0), content)
        elif what == "delete":
            area.clearContents(_CONTENTS)
        elif what == "fill":
            self._select(given[0])
            self._press("FillDown")
        else:
            expected = area.getDataArray()
            self._select(given[0])
            self._press(what.capitalize())
            self._select(given[1])
            self._press("Paste")
            found = self._area(given[1]).getDataArray()
            assert found == expected, f"the paste did not arrive: {what} {given}"

    def _area(self, at: Area) -> Any:
        name, top, left, bottom, right = at
        sheet = self.document.Sheets.getByName(name)
        return sheet.getCellRangeByPosition(left, top, right, bottom)

    def _select(self, at: Area) -> None:
        control = self.document.CurrentController
        control.setActiveSheet(self.document.Sheets.getByName(at[0]))
        control.select(self._area(at))

    def _press(self, command: str) -> None:
        url = self.uno.createUnoStruct("com.sun.star.util.URL")
        url.Complete, url.Main, url.Protocol = f".uno:{command}", f".uno:{command}", ".uno:"
        url.Path = command
        asked = self.document.CurrentController.Frame.queryDispatch(url, "", 0)
        asked.dispatch(url, self.desk.properties(SynchronMode=True))
