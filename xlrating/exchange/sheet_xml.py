"""What a sheet holds besides values: its formulas, and cells without a value of their own.

calamine gives an error, a formula that was never calculated and a cell under a merged one as
empty cells, and an empty rating is an unrated player. So the sheets' own XML is asked which
cells those are.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from functools import cached_property
from xml.etree import ElementTree
from xml.sax.saxutils import unescape

from .addresses import column_number
from .sheet_parsers import Mark, Marks, Ods, Place, Xlsx, local_name, parsed

#: Parts of a sheet without any of these hold only plain values.
_IN_XLSX = re.compile(rb"<(?:\w+:)?f[\s/>]|\st\s*=\s*[\"']e[\"']|mergeCell ")
_IN_ODS = re.compile(rb":formula\s*=|[\"']error[\"']|>#|>Err:|-(?:rows|columns)-spanned")
#: Formula cells as nearly all programs write them: place, attributes, formula and value.
_CELLS = re.compile(
    rb'<c r="([A-Z]{1,3})(\d{1,7})"([^>]*)><f(?: [^>]*)?(?:/>|>([^<]*)</f>)'
    rb"<v(?:>([^<]*)</v>| ?/>)</c>"
)
#: Merged cells in the same form.
_MERGED = re.compile(rb'<mergeCell ref="([A-Z0-9:]+)" ?/>')
#: A formula with a prefix, `<x:f>`.
_PREFIXED = re.compile(rb":f[\s/>]")
_QUOTES = {"&quot;": '"', "&apos;": "'"}
_ERROR = re.compile(rb"\st\s*=\s*[\"']e[\"']")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

#: A formula cell with a value, as the file has it: column, row, attributes, formula, value.
Sound = tuple[bytes, bytes, bytes, bytes, bytes]


class SheetXml:
    """The sheets' own XML in an .xlsx or .ods file; each part of the file is read once.

    Its methods raise `expat.ExpatError`, `KeyError` or `ValueError` when a part is missing or
    damaged.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._is_ods = "content.xml" in archive.namelist()
        self._last: tuple[str, bytes, list[Sound] | None] = ("", b"", None)

    def marks(self, sheet: str) -> Marks:
        """The cells of a sheet with a formula or without a known value."""
        if self._is_ods:
            return self._of_ods.get(sheet, {})
        xml, cells = self._sheet(sheet)
        sound = None if cells is None else _of_sound(cells)
        if sound is not None:
            return {**sound, **_merged(xml)}
        return parsed(Xlsx(), xml).found if _IN_XLSX.search(xml) else {}

    def hidden(self, sheet: str) -> Marks | None:
        """The cells of an .xlsx sheet that are hidden by merged ones, if all others have values.

        None where a look is not enough to know that.
        """
        if self._is_ods or self._sheet(sheet)[1] is None:
            return None
        return _merged(self._sheet(sheet)[0])

    @cached_property
    def _of_ods(self) -> Mapping[str, Marks]:
        xml = self._read("content.xml")
        return parsed(Ods(), xml).sheets if _IN_ODS.search(xml) else {}

    @cached_property
    def _parts(self) -> Mapping[str, str]:
        """The part of an .xlsx file with the cells of each sheet."""
        names = {name.lower(): name for name in self._archive.namelist()}
        book = next(name for name in names if re.fullmatch(r"xl/workbook\d*\.xml", name))
        targets = {}
        relations = f"xl/_rels/{posixpath.basename(book)}.rels"
        for one in ElementTree.fromstring(self._archive.read(names[relations])):
            target = posixpath.normpath(posixpath.join("/xl", one.get("Target", "")))
            targets[one.get("Id")] = names.get(target.strip("/").lower(), "")
        parts: dict[str, str] = {}
        for one in ElementTree.fromstring(self._archive.read(names[book])).iter():
            if local_name(one.tag) == "sheet":
                id_ = next((value for key, value in one.items() if local_name(key) == "id"), "")
                parts.setdefault(one.get("name", ""), targets.get(id_, ""))
        return parts

    def _sheet(self, name: str) -> tuple[bytes, list[Sound] | None]:
        """A sheet's XML, and its formula cells where a look is enough."""
        # What a sheet shows and its formulas are asked for one after the other.
        if self._last[0] != name:
            xml = self._read(self._parts[name])
            self._last = (name, xml, _sound(xml))
        return self._last[1:]

    def _read(self, part: str) -> bytes:
        xml = self._archive.read(part)
        if xml.startswith(_UTF_16):
            # calamine would see a sheet without cells.
            raise ValueError("it is written in UTF-16")
        return xml


def _sound(xml: bytes) -> list[Sound] | None:
    """All formula cells, if they are in the usual form with a value, and no cell is an error."""
    # Looked for as plain bytes first, which is many times faster.
    if _PREFIXED.search(xml) or xml.count(b"mergeCell ") != len(_MERGED.findall(xml)):
        return None
    if (b'"e"' in xml or b"'e'" in xml) and _ERROR.search(xml):
        return None
    # `<formula>` and `<filter>` are other elements.
    number = xml.count(b"<f") - xml.count(b"<fo") - xml.count(b"<fi")
    found: list[Sound] = _CELLS.findall(xml) if number else []
    # Only a text may be empty.
    is_sound = all(cell[4] or b' t="str"' in cell[2] for cell in found)
    return found if is_sound and len(found) == number else None


def _merged(xml: bytes) -> Marks:
    """The cells that are hidden by merged ones."""
    reader = Xlsx()
    for ref in _MERGED.findall(xml):
        reader.merge_area(ref.decode())
    return reader.found


def _of_sound(cells: list[Sound]) -> Marks | None:
    """The formulas of such cells, None where only a parser can tell."""
    marks: dict[Place, Mark] = {}
    try:
        for column, row, _, text, _ in cells:
            formula = text.decode()
            if "&#" in formula or "\r" in formula:
                return None
            if "&" in formula:
                formula = unescape(formula, _QUOTES)
            marks[int(row) - 1, column_number(column.decode())] = Mark(f"={formula}", None)
    except UnicodeDecodeError:
        return None
    return marks
