"""Cells with struck-through text in .xlsx and .ods files.

People strike out what no longer counts, or what is done: a reader cannot know, and tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from xml.etree import ElementTree

from .addresses import column_number
from .sheet_parsers import VALUES, Ods, Place, local_name, parsed

#: A cell of an .xlsx sheet with its contents, and the attributes that matter.
_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*[^/>])>(.*?)</(?:\w+:)?c>", re.DOTALL)
_PLACE = re.compile(rb"\br=.([A-Z]{1,3})(\d{1,7})")
_STYLE = re.compile(rb"\bs=.(\d+)")
_SHARED = re.compile(rb"<(?:\w+:)?v>\s*(\d+)")
_TEXT = re.compile(rb"<(?:\w+:)?si\b.*?(?:</(?:\w+:)?si>|/>)", re.DOTALL)
_STRIKE = re.compile(rb"<(?:\w+:)?strike(?![^>]*val=.(?:0|false))[\s/>]")
#: Where .ods files say how text is struck through.
_LINES = ("text-line-through-style", "text-line-through-type")


def struck_in_xlsx(xml: bytes, styles: bytes, texts: bytes) -> list[Place]:
    """The cells of an .xlsx sheet that are struck through, or have a text that is in part.

    `styles` and `texts` are the file's parts with its formats and its texts, empty if it has none.
    """
    of_style, parted = _styles(styles), set[int]()
    # Searched as plain bytes first, which is many times faster.
    if b"strike" in texts:
        items = enumerate(_TEXT.finditer(texts))
        parted = {at for at, one in items if _STRIKE.search(one[0])}
    if not of_style and not parted and b"strike" not in xml:
        return []
    found = []
    for attributes, content in _CELL.findall(xml):
        style, text = _STYLE.search(attributes), _SHARED.search(content)
        is_shared = text is not None and b't="s"' in attributes and int(text[1]) in parted
        is_struck = style is not None and int(style[1]) in of_style
        if (is_struck or is_shared or _STRIKE.search(content)) and (
            place := _PLACE.search(attributes)
        ):
            found.append((int(place[2]) - 1, column_number(place[1].decode())))
    return found


def _styles(xml: bytes) -> set[int]:
    """The numbers of the cell formats whose font is struck through."""
    if b"strike" not in xml:
        return set()
    parts = {local_name(one.tag): one for one in ElementTree.fromstring(xml)}
    fonts = {
        at for at, font in enumerate(parts.get("fonts", ()))
        if any(local_name(one.tag) == "strike" and one.get("val", "1") not in ("0", "false")
               for one in font)
    }  # fmt: skip
    formats = enumerate(parts.get("cellXfs", ()))
    return {at for at, one in formats if int(one.get("fontId", "0")) in fonts}


def struck_in_ods(xml: bytes, styles: bytes, sheet: str) -> list[Place]:
    """The cells of an .ods sheet that are struck through, or have a text that is in part."""
    if b"line-through" not in xml and b"line-through" not in styles:
        return []
    roots = [ElementTree.fromstring(one) for one in (styles, xml) if one]
    struck = _struck_of_ods(one for root in roots for one in root.iter())
    return [*parsed(_StruckOds(struck, sheet), xml).struck] if struck else []


def _struck_of_ods(elements: Iterable[ElementTree.Element]) -> set[str]:
    """The styles of cells and texts that are struck through, or follow one that is."""
    said: dict[str, bool] = {}
    parents: dict[str, str] = {}
    for one in elements:
        if local_name(one.tag) != "style":
            continue
        values = {local_name(key): value for key, value in one.items()}
        if values.get("family") not in ("table-cell", "text"):
            continue
        name = values.get("name", "")
        parents[name] = values.get("parent-style-name", "")
        for own in one:
            lines = {local_name(key): value for key, value in own.items()}
            if told := [lines[key] for key in _LINES if key in lines]:
                said[name] = any(value != "none" for value in told)
    found = set()
    for name in parents:
        style, seen = name, set[str]()
        while style not in said and style in parents and style not in seen:
            seen.add(style)
            style = parents[style]
        if said.get(style):
            found.add(name)
    return found


class _StruckOds(Ods):
    """The cells of one sheet with a struck-through style, their row's, or their column's."""

    def __init__(self, styles: Collection[str], sheet: str) -> None:
        super().__init__()
        self._styles, self._sheet = styles, sheet
        self._columns: list[str] = []
        self._is_own = self._is_struck = False
        self._row_style = ""
        self.struck: list[Place] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle a sheet, a column, a row, a cell, or a part of its text."""
        inside = bool(self.cell or self.depth)
        super().start(tag, attributes)
        default = attributes.get("table:default-cell-style-name", "")
        if inside:
            self._is_struck |= tag == "text:span" and self._struck(attributes, "text:style-name")
        elif tag == "table:table":
            self._is_own, self._columns = attributes.get("table:name") == self._sheet, []
        elif tag == "table:table-column":
            number = int(attributes.get("table:number-columns-repeated", "1"))
            self._columns += [default] * min(number, 16_384 - len(self._columns))
        elif tag == "table:table-row":
            self._row_style = default
        elif self.cell:
            column = self._columns[self.col] if self.col < len(self._columns) else ""
            own = attributes.get("table:style-name") or self._row_style or column
            self._is_struck = own in self._styles

    def _struck(self, attributes: Mapping[str, str], name: str) -> bool:
        return attributes.get(name, "") in self._styles

    def end(self, tag: str) -> None:
        """Store a cell with text or a value that is struck through."""
        is_cell = bool(self.cell) and not self.depth and self._is_own and self._is_struck
        if is_cell and (self.text or not VALUES.isdisjoint(self.cell)):
            rows = range(self.row, self.row + min(self.rows, 100))
            cols = range(self.col, self.col + min(self.cols, 100))
            self.struck += [(row, col) for row in rows for col in cols]
        super().end(tag)
