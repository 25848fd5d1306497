"""Data of a sheet that calamine does not return: formulas, and cells without value.

calamine returns an error, a formula that was never calculated and a cell hidden by a merged one as
empty cells, and an empty rating means an unrated player. So the sheets' XML is searched for
them.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from functools import cached_property, lru_cache
from html import unescape
from xml.etree import ElementTree

from .addresses import column_letter, column_number
from .package import book_part, links_of
from .sheet_parsers import Columns, Marks, Ods, Place, Xlsx, local_name, parsed
from .struck_cells import struck_in_ods, struck_in_xlsx

#: Sheet parts without any of these only contain plain values.
_IN_XLSX = re.compile(rb"<(?:\w+:)?f[\s/>]|\st\s*=\s*[\"']e[\"']|mergeCell ")
_IN_ODS = re.compile(
    rb":formula\s*=|[\"']error[\"']|>#|>Err:|-(?:rows|columns)-spanned|"
    rb"<table:table-cell(?![^>]*:(?:[a-z]+-)?value=|[^>]*=.string.)[^>]*><"
)
#: Formula cells in the form nearly all programs write: column, row and formula.
_FORMULA = r'<c r="(%s)(\d{1,7})"[^>]*><f(?: [^>]*)?(?:/>|>([^<]*)</f>)'
_ANY_COLUMN = "[A-Z]{1,3}"
#: Those with a value, where only a text may be empty; only the end of each is matched.
_SOUND = re.compile(
    rb'<c r="[A-Z]{1,3}\d{1,7}"'
    rb"(?:[^>]*><f(?: [^>]*)?(?:/>|>[^<]*</f>)<v>[^<]+</v>"
    rb'|[^>]* t="str"[^>]*><f(?: [^>]*)?(?:/>|>[^<]*</f>)<v(?:></v>| ?/>))(</c>)'
)
#: Merged cells in the same form.
_MERGED = re.compile(rb'<mergeCell ref="([A-Z0-9:]+)" ?/>')
#: A formula with a prefix, `<x:f>`.
_PREFIXED = re.compile(rb":f[\s/>]")
_ERROR = re.compile(rb"\st\s*=\s*[\"']e[\"']")
#: Values of which calamine sees only what precedes a comment, CDATA, or a character's number.
_CUT = re.compile(rb"<(?:\w+:)?v>[^<]*<!")
_REFERENCE = re.compile(
    rb"<(?:\w+:)?c(?![^>]* t=.(?:str|inlineStr))[^>]*>(?:<f[^<]*</f>)?<(?:\w+:)?v>[^<]*&#"
)
#: A value where a text is expected, which calamine takes for a blank.
_MISPLACED = re.compile(rb"inlineStr[\"'][^>]*><v>")
#: The column definitions of an .xlsx sheet.
COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*)/?>")
#: A hidden row of an .xlsx sheet.
_HIDDEN_ROW = re.compile(rb"<(?:\w+:)?row(?=[^>]* r=.(\d+))[^>]* hidden=.(?:1|true)")
#: An .ods sheet, and its columns or rows.
_TABLE = re.compile(rb"<table:table\s([^>]*)>(.*?)</table:table>", re.DOTALL)
_LINES = {of: re.compile(rb"<table:table-%s\b([^>]*)>" % of.encode()) for of in ("column", "row")}
#: More consecutive hidden columns or rows than any table has.
_MOST_HIDDEN = 10_000
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class SheetXml:
    """The sheets' XML in an .xlsx or .ods file; each part of the file is read once.

    Its methods raise `expat.ExpatError`, `KeyError` or `ValueError` if a part is missing or
    damaged.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._is_ods = "content.xml" in archive.namelist()
        self._last = ("", b"")
        self._sound: dict[str, bool] = {}

    def marks(self, sheet: str) -> Marks:
        """The cells of a sheet with a formula or without a known value."""
        if self._is_ods:
            return self._of_ods.get(sheet, {})
        xml, _ = self._sheet(sheet)
        return parsed(Xlsx(), xml).found if _IN_XLSX.search(xml) else {}

    def formulas(self, sheet: str, columns: Columns) -> Mapping[Place, str] | None:
        """The formulas of an .xlsx sheet, all or those in some columns.

        None if that requires a parser.
        """
        return None if self.hidden(sheet) is None else _formulas(self._sheet(sheet)[0], columns)

    def hidden(self, sheet: str) -> Marks | None:
        """The cells of an .xlsx sheet hidden by merged ones, if all others have values.

        None if that requires a parser.
        """
        if self._is_ods:
            return None
        xml, is_sound = self._sheet(sheet)
        return _merged(xml) if is_sound else None

    def hidden_columns(self, sheet: str) -> list[int]:
        """The hidden columns, by index from 0."""
        if self._is_ods:
            return _hidden_in_ods(self._read("content.xml"), sheet, "column")
        xml = self._sheet(sheet)[0]
        found: list[int] = []
        for one in columns_of(xml):
            if one.get("hidden") in ("1", "true"):
                found += range(int(one["min"]) - 1, int(one["max"]))
        return found

    def hidden_rows(self, sheet: str) -> list[int]:
        """The hidden rows, by index from 0."""
        if self._is_ods:
            return _hidden_in_ods(self._read("content.xml"), sheet, "row")
        xml = self._sheet(sheet)[0]
        return [int(row) - 1 for row in _HIDDEN_ROW.findall(xml)] if b" hidden=" in xml else []

    def struck(self, sheet: str) -> list[Place]:
        """The cells with struck-through text."""
        if self._is_ods:
            return struck_in_ods(self._read("content.xml"), self._beside("styles.xml"), sheet)
        folder = posixpath.dirname(book_part(self._archive))
        styles, texts = (
            self._beside(posixpath.join(folder, name))
            for name in ("styles.xml", "sharedStrings.xml")
        )
        return struck_in_xlsx(self._sheet(sheet)[0], styles, texts)

    def _beside(self, part: str) -> bytes:
        """A part that a file may lack; empty then."""
        return self._archive.read(part) if part in self._archive.namelist() else b""

    @cached_property
    def _of_ods(self) -> Mapping[str, Marks]:
        xml = self._read("content.xml")
        if b"<![CDATA[" in xml:
            raise ValueError("it has CDATA")  # which calamine does not see
        return parsed(Ods(), xml).sheets if _IN_ODS.search(xml) else {}

    @cached_property
    def _parts(self) -> Mapping[str, str]:
        """The part of an .xlsx file with the cells of each sheet."""
        book = book_part(self._archive)
        targets = {one.id: one.part for one in links_of(self._archive, book)}
        parts: dict[str, str] = {}
        for one in ElementTree.fromstring(self._archive.read(book)).iter():
            if local_name(one.tag) == "sheet":
                id_ = next((value for key, value in one.items() if local_name(key) == "id"), "")
                parts.setdefault(one.get("name", ""), targets.get(id_, ""))
        return parts

    def _sheet(self, name: str) -> tuple[bytes, bool]:
        """A sheet's XML, and whether its formula cells can be found without a parser."""
        # A sheet's values and its formulas are requested one after the other.
        if self._last[0] != name:
            self._last = (name, self._read(self._parts[name]))
        xml = self._last[1]
        # Its hidden rows are requested after the values of all sheets.
        if name not in self._sound:
            _expect_whole(xml)
            self._sound[name] = _is_sound(xml)
        return xml, self._sound[name]

    def _read(self, part: str) -> bytes:
        xml = self._archive.read(part)
        if xml.startswith(_UTF_16):
            # calamine would see a sheet without cells.
            raise ValueError("it is written in UTF-16")
        return xml


def _expect_whole(xml: bytes) -> None:
    """Raise `ValueError` for values that would be read in part."""
    # Searched as plain bytes first, which is many times faster.
    if (b"<!" in xml and _CUT.search(xml)) or (b"&#" in xml and _REFERENCE.search(xml)):
        raise ValueError("it has comments or references within values")
    if b"inlineStr" in xml and _MISPLACED.search(xml):
        raise ValueError("it has texts that are no text")


def columns_of(xml: bytes) -> list[dict[str, str]]:
    """The column definitions of an .xlsx sheet: ``min``, ``max``, ``width``, ``hidden`` …"""
    pattern = rb"(\w+)\s*=\s*[\"']([^\"']*)"
    return [
        {key.decode(): value.decode() for key, value in re.findall(pattern, one[1])}
        for one in COLUMN.finditer(xml[: xml.find(b"sheetData")])
    ]


def _hidden_in_ods(xml: bytes, sheet: str, of: str) -> list[int]:
    if b":visibility" not in xml:
        return []
    tables = {_attribute(one[1], "name"): one[2] for one in _TABLE.finditer(xml)}
    found, at = list[int](), 0
    for one in _LINES[of].finditer(tables.get(sheet, b"")):
        number = int(_attribute(one[1], f"number-{of}s-repeated") or 1)
        if _attribute(one[1], "visibility") in ("collapse", "filter"):
            found += range(at, at + min(number, _MOST_HIDDEN))
        at += number
    return found


def _attribute(attributes: bytes, name: str) -> str:
    found = re.search(rb"table:" + name.encode() + rb"\s*=\s*[\"']([^\"']*)", attributes)
    return unescape(found[1].decode()) if found else ""


def _is_sound(xml: bytes) -> bool:
    """Whether all formula cells are in the usual form with a value, and no cell is an error."""
    # Searched as plain bytes first, which is many times faster.
    rows, end, rest = xml.rpartition(b"</sheetData>")
    if not end or (b":f" in rows and _PREFIXED.search(rows)) or b"mergeCell " in rows:
        return False
    if rest.count(b"mergeCell ") != len(_MERGED.findall(rest)):
        return False
    if (b'"e"' in rows or b"'e'" in rows) and _ERROR.search(rows):
        return False
    number = rows.count(b"<f")
    return not number or len(_SOUND.findall(rows)) == number


def _merged(xml: bytes) -> Marks:
    """The cells hidden by merged ones."""
    reader = Xlsx()
    for ref in _MERGED.findall(xml, xml.rfind(b"</sheetData>")):
        reader.merge_area(ref.decode())
    return reader.found


@lru_cache(maxsize=100)
def _formulas_of(columns: Columns) -> re.Pattern[bytes]:
    letters = "|".join(column_letter(col) for col in columns) or _ANY_COLUMN
    return re.compile((_FORMULA % letters).encode())


def _formulas(xml: bytes, columns: Columns) -> Mapping[Place, str] | None:
    """The formulas of a sheet for which `_is_sound` is true; None if that requires a parser."""
    found: dict[Place, str] = {}
    try:
        for column, row, text in _formulas_of(columns).findall(xml):
            formula = text.decode()
            if "&#" in formula or "\r" in formula:
                return None
            found[int(row) - 1, column_number(column.decode())] = f"={unescape(formula)}"
    except UnicodeDecodeError:
        return None
    return found
