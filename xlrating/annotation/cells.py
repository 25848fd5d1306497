"""The cells in a sheet's own XML: which are filled, their styles, and adding new ones.

Only the added cells are written; everything else in the part stays the same, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..exchange.addresses import address, column_number
from .cell_xml import Value, cell_xml
from .parts import prefix_of

Place = tuple[int, int]

#: The dimension element, with the area of all cells.
_DIMENSION = re.compile(
    rb"(<(?:\w+:)?dimension\b[^>]*?ref\s*=\s*[\"'])([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?"
)

#: The columns of a row, from its attributes.
_SPANS = re.compile(rb"(\sspans\s*=\s*[\"'])(\d+):(\d+)")
#: What follows the address and style of a cell as programs write them.
_USUAL = (b"", b"/", b' t="s"', b' t="str"', b' t="n"')


class Put(NamedTuple):
    """What a cell is to hold: a number, a text or None, its style, and a formula without ``=``.

    The value of a formula is the one that a program shows before it calculates. In an array formula
    a range is all its cells.
    """

    value: Value
    style: int = 0
    formula: str = ""
    is_array: bool = False


class XmlCell(NamedTuple):
    """An existing cell: column, style, whether it is filled, and its position in the XML."""

    col: int
    style: int
    is_filled: bool
    start: int
    end: int


class XmlRow(NamedTuple):
    """An existing row: its number from 0, its attributes, and its position in the XML."""

    at: int
    attributes: bytes
    start: int
    body: int
    body_end: int
    end: int


class _Look(NamedTuple):
    """The styles of a row's cells by column, and the filled columns."""

    styles: Mapping[int, int]
    filled: frozenset[int]


class SheetCells:
    """The cells of a worksheet part. Raises `FileError` for XML that cannot be patched."""

    def __init__(self, where: str, xml: bytes) -> None:
        self.xml = xml
        self.prefix = prefix_of(xml)
        self._filled: dict[Place, set[int]] = {}
        self._looks: dict[int, _Look] = {}
        self._alike: dict[object, _Look] = {}
        self._where = where
        p = self.prefix.encode()
        begin = re.search(rb"<" + p + rb"sheetData\s*(/?)>", xml)
        if begin is None:
            raise make_error(FileError, "annotate_xml", where)
        end = begin.end() if begin[1] else xml.find(b"</" + p + b"sheetData", begin.end())
        self._data = (begin.start(), begin.end(), end, bool(begin[1]))
        if end < 0 or xml.find(b"<!", begin.end(), end) >= 0:
            raise make_error(FileError, "annotate_xml", where)
        self._row = re.compile(rb"<" + p + rb"row\b([^>]*?)(/?)>")
        self._cell = re.compile(
            rb"<"
            + p
            + rb"c\b(?:\s+r=\"([A-Z]+)\d+\")?(?:\s+s=\"(\d+)\")?([^>]*)(?:(?<=/)>|(?<!/)>(.*?)</"
            + p
            + rb"c\s*>)",
            re.DOTALL,
        )
        usual = rb"<%bc r=\"([A-Z]+)\d+\"([^>]*)(/>|><%b(?:v|f|is)[>/ ])"
        self._tag, self._usual = b"<" + p + b"c", re.compile(usual % (p, p))
        self._content = re.compile(rb"<" + p + rb"(?:v|f|is)[\s>/]")

    @cached_property
    def around(self) -> bytes:
        """The part without its rows, for what concerns the whole sheet."""
        _, start, end, _ = self._data
        return self.xml[:start] + self.xml[end:]

    @cached_property
    def rows(self) -> Mapping[int, XmlRow]:
        """The existing rows, by index from 0."""
        found: dict[int, XmlRow] = {}
        _, start, end, _ = self._data
        last, row_end = -1, b"</" + self.prefix.encode() + b"row"
        for one in self._row.finditer(self.xml, start, end):
            number = _attribute(one[1], b"r")
            last = int(number) - 1 if number else last + 1
            if one[2]:
                found[last] = XmlRow(last, one[1], one.start(), -1, -1, one.end())
                continue
            body_end = self.xml.find(row_end, one.end())
            closed = self.xml.index(b">", body_end) + 1
            found[last] = XmlRow(last, one[1], one.start(), one.end(), body_end, closed)
        return found

    def cells(self, row: int) -> Iterator[XmlCell]:
        """The cells of a row, from left to right."""
        own, last = self.rows.get(row), -1
        if own is None or own.body < 0:
            return
        for one in self._cell.finditer(self.xml, own.body, own.body_end):
            letters, style, rest, content = one.groups()
            if rest not in _USUAL:
                # Attributes in another order, or in another notation.
                attributes = one[0].partition(b">")[0]
                letters = _attribute(attributes, b"r").rstrip(b"0123456789")
                style = _attribute(attributes, b"s")
            last = _column(letters) if letters else last + 1
            filled = content is not None and self._content.search(content) is not None
            yield XmlCell(last, int(style or 0), filled, *one.span())

    def filled(self, first: int, last: int) -> set[int]:
        """The columns that are filled in any of these rows."""
        if (first, last) not in self._filled:
            rows = filter(self.rows.__contains__, range(first, last + 1))
            looks = {id(one): one.filled for one in map(self._look, rows)}
            self._filled[first, last] = set().union(*looks.values())
        return self._filled[first, last]

    def style(self, row: int, col: int) -> int:
        """The style of a cell, of its row if the cell does not exist, otherwise the default one."""
        if row not in self.rows:
            return 0
        styles = self._look(row).styles
        return (
            styles[col] if col in styles else int(_attribute(self.rows[row].attributes, b"s") or 0)
        )

    def _look(self, row: int) -> _Look:
        """The styles of a row; rows that are equal but for their numbers and values share them."""
        if row not in self._looks:
            key = self._key(row)
            if key not in self._alike:
                cells = list(self.cells(row))
                filled = frozenset(one.col for one in cells if one.is_filled)
                self._alike[key] = _Look({one.col: one.style for one in cells}, filled)
            self._looks[row] = self._alike[key]
        return self._looks[row]

    def _key(self, row: int) -> object:
        """What decides the look of a row: the usual cells without their numbers and values."""
        own = self.rows[row]
        body = self.xml[own.body : own.body_end] if own.body >= 0 else b""
        found = self._usual.findall(body)
        return tuple(found) if len(found) == body.count(self._tag) else body

    def with_cells(self, put: Mapping[Place, Put]) -> bytes:
        """The part with these cells added or replaced; everything else is unchanged."""
        by_row: dict[int, dict[int, Put]] = {}
        for (row, col), one in sorted(put.items()):
            by_row.setdefault(row, {})[col] = one
        start, begin, end, is_empty = self._data
        found, at = [], begin
        for row, cells in sorted(by_row.items()):
            own = self.rows.get(row)
            if own is None:
                # Rows are sorted: insert before the first one below.
                place = next((one.start for index, one in self.rows.items() if index > row), end)
                place = max(place, at)
                found += [self.xml[at:place], self._new_row(row, cells)]
                at = place
            else:
                found += [self.xml[at : own.start], self._with(own, cells)]
                at = own.end
        found.append(self.xml[at:end])
        body, p = b"".join(found), self.prefix
        if is_empty:
            body = f"<{p}sheetData>".encode() + body + f"</{p}sheetData>".encode()
            return self._measured(self.xml[:start], put) + body + self.xml[end:]
        return self._measured(self.xml[:begin], put) + body + self.xml[end:]

    def _new_row(self, row: int, cells: Mapping[int, Put]) -> bytes:
        own = b"".join(self._made(row, col, one) for col, one in sorted(cells.items()))
        return f'<{self.prefix}row r="{row + 1}">'.encode() + own + f"</{self.prefix}row>".encode()

    def _with(self, row: XmlRow, cells: Mapping[int, Put]) -> bytes:
        """A row with these cells in place."""
        left = dict(sorted(cells.items()))
        found, at = [], row.body
        is_behind = min(left) > max(self._look(row.at).styles, default=-1)
        for one in () if is_behind else self.cells(row.at):
            for col in [col for col in left if col < one.col]:
                found += [self.xml[at : one.start], self._made(row.at, col, left.pop(col))]
                at = one.start
            if one.col in left:
                made = self._made(row.at, one.col, left.pop(one.col))
                found += [self.xml[at : one.start], made]
                at = one.end
        found.append(self.xml[at : row.body_end] if row.body >= 0 else b"")
        found += [self._made(row.at, col, one) for col, one in left.items()]
        attributes = _wider(row.attributes, min(cells), max(cells))
        head = f"<{self.prefix}row".encode() + attributes + b">"
        return head + b"".join(found) + f"</{self.prefix}row>".encode()

    def _made(self, row: int, col: int, put: Put) -> bytes:
        look = f' s="{put.style}"' if put.style else ""
        place = address(row, col)
        made = cell_xml(place, put.value, put.formula, look, self.prefix, put.is_array)
        return made.encode()

    def _measured(self, head: bytes, put: Mapping[Place, Put]) -> bytes:
        """The XML before the cells, with the dimension of all of them."""
        found = _DIMENSION.search(head)
        if not found or not put:
            return head
        rows = [int(found[3]) - 1, int(found[5] or found[3]) - 1, *(row for row, _ in put)]
        cols = [column_number(found[2].decode()), column_number((found[4] or found[2]).decode()),
                *(col for _, col in put)]  # fmt: skip
        area = f"{address(min(rows), min(cols))}:{address(max(rows), max(cols))}"
        return head[: found.start()] + found[1] + area.encode() + head[found.end() :]


@cache
def _column(letters: bytes) -> int:
    return column_number(letters.decode())


@cache
def _pattern(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:^|\s)" + name + rb"\s*=\s*[\"']([^\"']*)")


def _attribute(attributes: bytes, name: bytes) -> bytes:
    found = _pattern(name).search(attributes)
    return found[1] if found else b""


def _wider(attributes: bytes, first: int, last: int) -> bytes:
    """The attributes of a row, with its spans extended to these columns."""
    found = _SPANS.search(attributes)
    if not found:
        return attributes
    low, high = min(int(found[2]), first + 1), max(int(found[3]), last + 1)
    spans = found[1] + f"{low}:{high}".encode()
    return attributes[: found.start()] + spans + attributes[found.end() :]


def areas(xml: bytes, pattern: str) -> list[tuple[int, int, int, int]]:
    """The areas that an attribute names, as first row, first column, last row, last column.

    >>> areas(b'<mergeCell ref="A1:C2"/>', "mergeCell [^>]*?ref")
    [(0, 0, 1, 2)]
    """
    found = []
    for one in re.findall(pattern.encode() + rb"\s*=\s*[\"']([^\"']*)", xml):
        found += [area for part in one.decode().split() if (area := area_of(part))]
    return found


def area_of(text: str) -> tuple[int, int, int, int] | None:
    """The area with an A1 address, as in `areas`, or of whole columns or rows; else None.

    >>> area_of("$A$1:$C$2"), area_of("B:C"), area_of("x")
    ((0, 0, 1, 2), (0, 1, 1048575, 2), None)
    """
    one = r"\$?([A-Z]{0,3})\$?(\d{0,7})"
    found = re.fullmatch(rf"{one}(?::{one})?", text)
    if not found or not any(found.groups()):
        return None
    left, top, right, bottom = (part or "" for part in found.groups())
    if ":" not in text:
        right, bottom = left, top
    return (
        int(top) - 1 if top else 0,
        column_number(left) if left else 0,
        int(bottom) - 1 if bottom else 2**20 - 1,
        column_number(right) if right else 2**14 - 1,
    )
