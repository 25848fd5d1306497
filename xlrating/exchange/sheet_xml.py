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
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

from .unknown import is_error

#: A cell by row and column index from 0.
Place = tuple[int, int]

#: Parts of a sheet without any of these hold only plain values.
_IN_XLSX = re.compile(rb"<(?:\w+:)?f[\s/>]|\st\s*=\s*[\"']e[\"']|mergeCell ")
_IN_ODS = re.compile(rb":formula\s*=|[\"']error[\"']|>#|>Err:|-(?:rows|columns)-spanned")
#: More formulas than any event has; one cell of an .ods can say that it is repeated so often.
_MOST = 1_000_000
_MOST_MERGED = 100_000
#: Formula cells as nearly all programs write them, with the value they had; '' is one of a text.
_SOUND = re.compile(
    rb"<c [^>]*><f(?: [^>]*)?(?:/>|>[^<]*</f>)<v>[^<]+</v></c>"
    rb'|<c [^>]*\bt="str"[^>]*><f(?: [^>]*)?(?:/>|>[^<]*</f>)(?:<v></v>|<v ?/>)</c>'
)
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_ERROR_OR_MERGED = re.compile(rb"\st\s*=\s*[\"']e[\"']|mergeCell ")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Mark(NamedTuple):
    """A cell's formula, '' for none, and its error: None when it has a value, '' for no value.

    `under` is the cell that hides it where cells are merged.
    """

    formula: str
    error: str | None
    under: Place | None = None


Marks = Mapping[Place, Mark]


def marks(archive: zipfile.ZipFile, sheet: str) -> Marks:
    """The cells of a sheet of an .xlsx or .ods file with a formula or without a known value.

    Raises `expat.ExpatError`, `KeyError` or `ValueError` when a part is missing or damaged.
    """
    if "content.xml" in archive.namelist():
        xml = archive.read("content.xml")
        return _read(_Ods(sheet), xml) if _may_hold(_IN_ODS, xml) else {}
    xml = archive.read(_part(archive, sheet))
    return _read(_Xlsx(), xml) if _may_hold(_IN_XLSX, xml) else {}


def all_known(archive: zipfile.ZipFile, sheet: str) -> bool:
    """Whether a look at an .xlsx sheet is enough to know that no cell lacks its value."""
    if "content.xml" in archive.namelist():
        return False
    xml = archive.read(_part(archive, sheet))
    if xml.startswith(_UTF_16) or _ERROR_OR_MERGED.search(xml):
        return False
    return len(_FORMULA.findall(xml)) == len(_SOUND.findall(xml))


def _may_hold(pattern: re.Pattern[bytes], xml: bytes) -> bool:
    return xml.startswith(_UTF_16) or bool(pattern.search(xml))


def _part(archive: zipfile.ZipFile, sheet: str) -> str:
    """The part of an .xlsx file with the cells of a sheet."""
    names = {name.lower(): name for name in archive.namelist()}
    book = next(name for name in names if re.fullmatch(r"xl/workbook\d*\.xml", name))
    targets = {}
    relations = f"xl/_rels/{posixpath.basename(book)}.rels"
    for one in ElementTree.fromstring(archive.read(names[relations])):
        targets[one.get("Id")] = posixpath.normpath(posixpath.join("/xl", one.get("Target", "")))
    for one in ElementTree.fromstring(archive.read(names[book])).iter():
        if _local(one.tag) == "sheet" and one.get("name") == sheet:
            id_ = next((value for key, value in one.items() if _local(key) == "id"), "")
            return names[targets[id_].strip("/").lower()]
    raise KeyError(sheet)


def _local(tag: str) -> str:
    return re.split("[:}]", tag)[-1]


class _Reader:
    """What is common to both kinds of files: where the parser is, and what was found."""

    def __init__(self) -> None:
        self.found: dict[Place, Mark] = {}
        self.row = self.col = -1
        self.text: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def keep(self, mark: Mark, rows: range, cols: range) -> None:
        """Keep what is said of all cells of an area."""
        if len(rows) * len(cols) + len(self.found) > _MOST:
            raise ValueError(f"more than {_MOST} formulas or merged cells")
        self.found.update({(row, col): mark for row in rows for col in cols})

    def merge(self, first: Place, rows: int, cols: int) -> None:
        """Keep that all cells of an area but the first are hidden; whole columns are decoration."""
        if rows * cols > _MOST_MERGED:
            return
        row, col = first
        mark = Mark("", "", first)
        self.keep(mark, range(row, row + 1), range(col + 1, col + cols))
        self.keep(mark, range(row + 1, row + rows), range(col, col + cols))

    def data(self, text: str) -> None:
        """Text within an element."""
        if self.text is not None:
            self.text.append(text)


def _read(reader: _Reader, xml: bytes) -> Marks:
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.EntityDeclHandler = _no_entities
    parser.buffer_text = True
    parser.Parse(xml, True)
    return reader.found


def _no_entities(*_: object) -> None:
    raise ValueError("a sheet declares entities")


_CELL = r"([A-Za-z]{1,3})(\d{1,7})"


class _Xlsx(_Reader):
    """Cells as ``<c r="C2" t="e"><f>NA()</f><v>#N/A</v></c>``."""

    kind = formula = value = ""
    has_formula = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A row, a cell, or what is in it."""
        name = _local(tag)
        if name == "row":
            self.row = int(attributes.get("r", self.row + 2)) - 1
            self.col = -1
        elif name == "c":
            self.col += 1
            if found := re.fullmatch(_CELL, attributes.get("r", "")):
                self.row, self.col = int(found[2]) - 1, _column(found[1])
            self.kind = attributes.get("t", "n")
            self.formula = self.value = ""
            self.has_formula = False
        elif name == "mergeCell":
            area = re.fullmatch(rf"{_CELL}:{_CELL}", attributes.get("ref", ""))
            if area:
                row, col = int(area[2]) - 1, _column(area[1])
                self.merge((row, col), int(area[4]) - row, _column(area[3]) + 1 - col)
        elif name in ("f", "v"):
            self.text = []
            self.has_formula = self.has_formula or name == "f"

    def end(self, tag: str) -> None:
        """A cell is kept when it has a formula or an error."""
        name = _local(tag)
        if name == "f":
            self.formula, self.text = "".join(self.text or ()), None
        elif name == "v":
            self.value, self.text = "".join(self.text or ()).strip(), None
        elif name == "c" and (self.has_formula or self.kind == "e"):
            error = None
            if self.kind == "e":
                error = self.value or "#VALUE!"
            elif self.kind != "str" and not self.value:
                error = ""
            self.found[self.row, self.col] = Mark(
                f"={self.formula}" if self.has_formula else "", error
            )


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


class _Ods(_Reader):
    """Cells as ``<table:table-cell table:formula="of:=NA()" calcext:value-type="error">``."""

    def __init__(self, sheet: str) -> None:
        super().__init__()
        self.sheet = sheet
        self.is_here = False
        self.rows = self.cols = 1
        self.cell: Mapping[str, str] = {}
        self.depth = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A sheet, a row, a cell, or a paragraph of it."""
        if self.cell or self.depth:
            # Only paragraphs right in the cell are its text; those of a note are not.
            self.depth += 1
            if self.depth == 1 and tag == "text:p":
                self.text = [] if self.text is None else self.text
            return
        if tag == "table:table":
            self.is_here = attributes.get("table:name") == self.sheet
            self.row, self.rows = 0, 0
        elif tag == "table:table-row":
            self.row += self.rows
            self.rows = _times(attributes, "table:number-rows-repeated")
            self.col = self.cols = 0
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.col += self.cols
            self.cols = _times(attributes, "table:number-columns-repeated")
            self.cell = attributes if self.is_here else {}
            self.text = None

    def end(self, tag: str) -> None:
        """A cell is kept when it has a formula or an error."""
        if self.depth:
            self.depth -= 1
        elif self.cell:
            mark = self._mark("".join(self.text or ()).strip())
            if mark is not None:
                rows = range(self.row, self.row + self.rows)
                self.keep(mark, rows, range(self.col, self.col + self.cols))
            spans = [_times(self.cell, f"table:number-{of}-spanned") for of in ("rows", "columns")]
            if spans != [1, 1]:
                self.merge((self.row, self.col), *spans)
            self.cell, self.text = {}, None

    def _mark(self, shown: str) -> Mark | None:
        formula = self.cell.get("table:formula", "")
        formula = formula.partition(":")[2] if not formula.startswith("=") else formula
        kinds = (self.cell.get("calcext:value-type"), self.cell.get("office:value-type"))
        if "error" in kinds or is_error(shown):
            return Mark(formula, shown or "#VALUE!")
        if formula:
            return Mark(formula, "" if kinds[1] is None else None)
        return None


def _times(attributes: Mapping[str, str], name: str) -> int:
    return int(attributes.get(name, "1"))
