"""What stands on a sheet of a file, and in whose way new columns must not come."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..exchange.sheet_xml import COLUMN, columns_of
from .cells import SheetCells, areas
from .parts import WorkbookParts
from .printed import fits_pages, printed_areas
from .room import Area

#: The corners of a picture or a chart, and the parts that have them.
_FROM = re.compile(
    rb"<(?:\w+:)?from>(.*?)</(?:\w+:)?from>.*?<(?:\w+:)?to>(.*?)</(?:\w+:)?to>", re.DOTALL
)
_CORNER = re.compile(rb"<(?:\w+:)?(col|row)>(\d+)<")


class SheetSurface:
    """A worksheet part of a workbook and what is linked to it."""

    def __init__(self, parts: WorkbookParts, sheet: str, cells: SheetCells) -> None:
        self._parts, self._sheet, self._cells = parts, sheet, cells

    def filled(self, first: int, last: int) -> set[int]:
        """The columns with anything in one of these rows."""
        return self._cells.filled(first, last)

    def kept(self) -> Sequence[Area]:
        """Merged cells, tables, filters, pictures, charts, and what is printed at its full size."""
        xml, part = self._cells.around, self._parts.sheets[self._sheet].part
        found = areas(xml, "<(?:\\w+:)?mergeCell\\b[^>]*?\\bref")
        found += areas(xml, "<(?:\\w+:)?autoFilter\\b[^>]*?\\bref")
        for table in self._parts.linked(part, "/table"):
            found += areas(self._parts.read(table), "<(?:\\w+:)?table\\b[^>]*?\\bref")
        for pivot in self._parts.linked(part, "/pivotTable"):
            found += areas(self._parts.read(pivot), "<(?:\\w+:)?location\\b[^>]*?\\bref")
        for drawing in self._parts.linked(part, "/drawing"):
            found += _drawn(self._parts.read(drawing))
        for comments in self._parts.linked(part, "/comments"):
            found += areas(self._parts.read(comments), "<(?:\\w+:)?comment\\b[^>]*?\\bref")
        if not fits_pages(xml):
            found += printed_areas(self._parts, self._sheet)
        return found

    def hidden(self) -> set[int]:
        """The columns that nobody sees."""
        found: set[int] = set()
        for one in columns_of(self._cells.xml):
            if one.get("hidden") in ("1", "true"):
                found.update(range(int(one["min"]) - 1, int(one["max"])))
        return found


def _drawn(xml: bytes) -> list[Area]:
    found = []
    for one in _FROM.finditer(xml):
        start, end = (
            {name: int(value) for name, value in _CORNER.findall(corner)} for corner in one.groups()
        )
        found.append((start[b"row"], start[b"col"], end[b"row"], end[b"col"]))
    return found


def with_widths(xml: bytes, widths: dict[int, int], prefix: str) -> bytes:
    """The part with widths for columns that it says nothing of."""
    said = columns_of(xml)
    known = [(int(one["min"]) - 1, int(one["max"]) - 1) for one in said]
    new = {col: width for col, width in widths.items()
           if not any(low <= col <= high for low, high in known)}  # fmt: skip
    if not new:
        return xml
    made = {col: f'<{prefix}col min="{col + 1}" max="{col + 1}" width="{width}" customWidth="1"/>'
            for col, width in sorted(new.items())}  # fmt: skip
    data = xml.find(f"<{prefix}sheetData".encode())
    if not said:
        text = f"<{prefix}cols>{''.join(made.values())}</{prefix}cols>"
        return xml[:data] + text.encode() + xml[data:]
    found = list(COLUMN.finditer(xml, 0, data))
    for col, text in reversed(made.items()):
        # They stand in their order.
        later = [one for one, (low, _) in zip(found, known, strict=True) if low > col]
        at = later[0].start() if later else found[-1].end()
        xml = xml[:at] + text.encode() + xml[at:]
    return xml
