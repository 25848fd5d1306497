"""The contents of a sheet in a file, and the areas that new columns must not enter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..exchange.sheet_xml import COLUMN, columns_of
from .cells import SheetCells, areas
from .parts import WorkbookParts
from .printed import fits_pages, printed_areas
from .room import Area

#: A picture or a chart: both its corners, or one of them with its size, in units of 1/9525 pixel.
_ANCHOR = re.compile(rb"<(?:\w+:)?\w+Anchor\b.*?</(?:\w+:)?\w+Anchor>", re.DOTALL)
_CORNER = re.compile(rb"<(?:\w+:)?(from|to)>(.*?)</(?:\w+:)?(?:from|to)>", re.DOTALL)
_CELL = re.compile(rb"<(?:\w+:)?(col|row)>(\d+)<")
_SIZE = re.compile(rb"<(?:\w+:)?(?:pos|ext)\s+c?(x)\s*=\s*\"(\d+)\"\s+c?(y)\s*=\s*\"(\d+)\"")
PIXEL = 9525
#: The assumed size of a column and of a row in pixels, if it is unknown; most rows are higher.
_COLUMN, ROW = 64, 16


class SheetSurface:
    """A worksheet part of a workbook and the parts linked to it."""

    def __init__(self, parts: WorkbookParts, sheet: str, cells: SheetCells) -> None:
        self._parts, self._sheet, self._cells = parts, sheet, cells

    def filled(self, first: int, last: int) -> set[int]:
        """The columns with anything in one of these rows."""
        return self._cells.filled(first, last)

    def kept(self) -> Sequence[Area]:
        """Merged cells, tables, filters, pictures, charts, comments, and print areas that stay."""
        xml, part = self._cells.around, self._parts.sheets[self._sheet].part
        found = areas(xml, "<(?:\\w+:)?mergeCell\\b[^>]*?\\bref")
        found += areas(xml, "<(?:\\w+:)?autoFilter\\b[^>]*?\\bref")
        for table in self._parts.linked(part, "/table"):
            found += areas(self._parts.read(table), "<(?:\\w+:)?table\\b[^>]*?\\bref")
        for pivot in self._parts.linked(part, "/pivotTable"):
            found += areas(self._parts.read(pivot), "<(?:\\w+:)?location\\b[^>]*?\\bref")
        for drawing in self._parts.linked(part, "/drawing"):
            found += _drawn(self._parts.read(drawing), self._cells.xml)
        for comments in self._parts.linked(part, "/comments"):
            found += areas(self._parts.read(comments), "<(?:\\w+:)?comment\\b[^>]*?\\bref")
        if not fits_pages(xml):
            found += printed_areas(self._parts, self._sheet)
        return found

    def hidden(self) -> set[int]:
        """The hidden columns."""
        found: set[int] = set()
        for one in columns_of(self._cells.xml):
            if one.get("hidden") in ("1", "true"):
                found.update(range(int(one["min"]) - 1, int(one["max"])))
        return found


def _drawn(xml: bytes, sheet: bytes) -> list[Area]:
    """The areas of pictures and charts, from their two corners, or from one and their size."""
    widths: dict[int, int] = {}
    for one in columns_of(sheet):
        width = round(float(one["width"]) * 7 + 5) if "width" in one else _COLUMN
        is_hidden = one.get("hidden") in ("1", "true")
        low, high = int(one["min"]) - 1, min(int(one["max"]), 2**10)
        widths.update(dict.fromkeys(range(low, high), 0 if is_hidden else width))
    found = []
    for anchor in _ANCHOR.findall(xml):
        ends = {name: {part: int(value) for part, value in _CELL.findall(own)}
                for name, own in _CORNER.findall(anchor)}  # fmt: skip
        start, end = ends.get(b"from", {b"col": 0, b"row": 0}), ends.get(b"to")
        sizes = [dict(zip(one[::2], map(int, one[1::2]), strict=True))
                 for one in _SIZE.findall(anchor)][: 1 if b"from" in ends else 2]  # fmt: skip
        if end is None:
            x, y = (sum(one.get(axis, 0) for one in sizes) // PIXEL for axis in (b"x", b"y"))
            end = {b"col": reached(start[b"col"], x, widths), b"row": start[b"row"] + y // ROW}
        found.append((start[b"row"], start[b"col"], end[b"row"], end[b"col"]))
    return found


def reached(first: int, pixels: int, widths: Mapping[int, int]) -> int:
    """The last column of something that begins in column `first` and is `pixels` wide.

    `widths` are the known widths of columns, in pixels.
    """
    last = first
    while (pixels := pixels - widths.get(last, _COLUMN)) > 0 and last < 2**14:
        last += 1
    return last


def with_widths(xml: bytes, widths: dict[int, int], prefix: str) -> bytes:
    """The part with these widths for columns, except those that have one already."""
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
        # The order is fixed by the schema.
        later = [one for one, (low, _) in zip(found, known, strict=True) if low > col]
        at = later[0].start() if later else found[-1].end()
        xml = xml[:at] + text.encode() + xml[at:]
    return xml
