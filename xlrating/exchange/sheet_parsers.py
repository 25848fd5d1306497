"""The formulas of a sheet, and its cells without value, found while parsing the XML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar
from xml.parsers import expat

from .addresses import column_number
from .archive import no_entities
from .unknown import is_error

#: A cell by row and column index from 0.
Place = tuple[int, int]
#: Columns by index from 0; () means all.
Columns = tuple[int, ...]

#: The hidden columns and rows of a sheet, by index from 0, and the cells with struck-through text.
Looks = tuple[list[int], list[int], list[Place]]

#: More formulas than in any event; a single .ods cell may claim to be repeated this often.
_MOST = 1_000_000
_MOST_MERGED = 100_000
#: The attributes of an .ods cell that hold its value.
VALUES = frozenset(
    f"office:{kind}" for kind in ("value", "date-value", "time-value", "boolean-value")
)
#: The mark of an ordinary cell.
_PLAIN = {"": ""}


class CellMark(NamedTuple):
    """A cell's formula, '' if none, and its error: None if it has a value, '' if it has none.

    `under` is the merged cell that hides it, `text` what is shown of a value that has no type.
    """

    formula: str
    error: str | None
    under: Place | None = None
    text: str = ""


Marks = Mapping[Place, CellMark]


@lru_cache(maxsize=1_000)
def local_name(tag: str) -> str:
    """An XML name without prefix or name space.

    >>> local_name("x:c"), local_name("{http://a}c"), local_name("c")
    ('c', 'c', 'c')
    """
    return tag[max(tag.rfind(":"), tag.rfind("}")) + 1 :]


class Reader:
    """The common part for both formats: the parser's position, and what was found."""

    def __init__(self) -> None:
        self.found: dict[Place, CellMark] = {}
        self.row = self.col = -1
        self.kept = 0
        self.text: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, tag: str) -> None:
        """Handle the end of an element."""

    def keep(self, mark: CellMark, rows: range, cols: range) -> None:
        """Store the mark of all cells in an area."""
        self.kept += len(rows) * len(cols)
        if self.kept > _MOST:
            raise ValueError(f"more than {_MOST} formulas or merged cells")
        self.found.update({(row, col): mark for row in rows for col in cols})

    def merge(self, first: Place, rows: int, cols: int) -> None:
        """Store that all cells of an area but the first are hidden; whole columns are ignored."""
        if rows * cols > _MOST_MERGED:
            return
        row, col = first
        mark = CellMark("", "", first)
        self.keep(mark, range(row, row + 1), range(col + 1, col + cols))
        self.keep(mark, range(row + 1, row + rows), range(col, col + cols))

    def data(self, text: str) -> None:
        """Handle text within an element."""
        if self.text is not None:
            self.text.append(text)


_R = TypeVar("_R", bound=Reader)


def parsed(reader: _R, xml: bytes) -> _R:
    """The reader, with what it found in the XML.

    Raises `expat.ExpatError` or `ValueError` for damaged XML.
    """
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.EntityDeclHandler = no_entities
    parser.buffer_text = True
    parser.Parse(xml, True)
    return reader


_CELL = r"([A-Za-z]{1,3})(\d{1,7})"


class Xlsx(Reader):
    """Cells as ``<c r="C2" t="e"><f>NA()</f><v>#N/A</v></c>``."""

    kind = formula = value = ""
    has_formula = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle a row, a cell, or its contents."""
        name = local_name(tag)
        if name == "row":
            self.row = int(attributes.get("r", self.row + 2)) - 1
            self.col = -1
        elif name == "c":
            self.col += 1
            if found := re.fullmatch(_CELL, attributes.get("r", "")):
                self.row, self.col = int(found[2]) - 1, column_number(found[1])
            self.kind = attributes.get("t", "n")
            self.formula = self.value = ""
            self.has_formula = False
        elif name == "mergeCell":
            self.merge_area(attributes.get("ref", ""))
        elif name in ("f", "v"):
            self.text = []
            self.has_formula = self.has_formula or name == "f"

    def merge_area(self, ref: str) -> None:
        """Store which cells of an area like ``A1:G2`` are hidden."""
        if area := re.fullmatch(rf"{_CELL}:{_CELL}", ref):
            row, col = int(area[2]) - 1, column_number(area[1])
            self.merge((row, col), int(area[4]) - row, column_number(area[3]) + 1 - col)

    def end(self, tag: str) -> None:
        """Store a cell with a formula or an error."""
        name = local_name(tag)
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
            self.found[self.row, self.col] = CellMark(
                f"={self.formula}" if self.has_formula else "", error
            )


class Ods(Reader):
    """Cells as ``<table:table-cell table:formula="of:=NA()" calcext:value-type="error">``."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: dict[str, dict[Place, CellMark]] = {}
        self.rows = self.cols = 1
        self.cell: Mapping[str, str] = {}
        self.depth = 0
        self.may_lack = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle a sheet, a row, a cell, or one of its paragraphs."""
        if self.cell or self.depth:
            # Only direct paragraphs are the cell's text; those of a comment are not.
            self.depth += 1
            if self.depth == 1 and tag == "text:p":
                self.text = [] if self.text is None else self.text
            return
        if tag == "table:table":
            # The first of that name; any other cannot be requested.
            name = attributes.get("table:name", "")
            self.found = {}
            self.sheets.setdefault(name, self.found)
            self.row, self.rows = 0, 0
        elif tag == "table:table-row":
            self.row += self.rows
            self.rows = _times(attributes, "table:number-rows-repeated")
            self.col = self.cols = 0
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.col += self.cols
            self.cols = _times(attributes, "table:number-columns-repeated")
            self.cell = attributes or _PLAIN
            self.text = None
            self.may_lack = tag == "table:table-cell"

    def end(self, tag: str) -> None:
        """Store a cell with a formula or an error."""
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

    def _mark(self, shown: str) -> CellMark | None:
        formula = self.cell.get("table:formula", "")
        formula = formula.partition(":")[2] if not formula.startswith("=") else formula
        kinds = (self.cell.get("calcext:value-type"), self.cell.get("office:value-type"))
        if "error" in kinds or is_error(shown):
            return CellMark(formula, shown or "#VALUE!")
        if formula:
            return CellMark(formula, "" if kinds[1] is None else None)
        if shown and self.may_lack and not VALUES & self.cell.keys() and kinds[1] != "string":
            return CellMark("", None, text=shown)
        return None


def _times(attributes: Mapping[str, str], name: str) -> int:
    return int(attributes.get(name, "1"))
