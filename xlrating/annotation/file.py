"""A copy of a user's .xlsx or .xlsm file with the ratings in it; everything else is unchanged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..engine.errors import ArgumentError, first_of
from ..engine.problem import Problem, make_error
from .added import FORMATS, TEXTS, NewSheet
from .cells import Place, Put, SheetCells
from .comments import put_comments
from .losses import expect_kept
from .new_sheet import sheet_xml
from .parts import WorkbookParts
from .plan import Addition, set_apart
from .printed import fits_pages, print_new
from .styles import Look, Styles
from .surface import SheetSurface, with_widths

#: The widths of new columns, in digits: those of their headings, up to a limit.
_NARROW, _WIDE = 9, 44


#: The alignment of texts, and of the headings of numbers, on new sheets.
_INDENT, _RIGHT = 'horizontal="left" indent="1"', 'horizontal="right"'

#: Settings of a workbook that formulas depend on: calculation on demand, and with the numbers as
#: cells show them.
_SETTINGS = {
    "annotate_by_hand": re.compile(rb"<(?:\w+:)?calcPr\b[^>]*?\bcalcMode\s*=\s*[\"']manual"),
    "annotate_as_shown": re.compile(
        rb"<(?:\w+:)?calcPr\b[^>]*?\bfullPrecision\s*=\s*[\"'](?:0|false)"
    ),
}

#: The mark of a formula's parameter in files.
_PARAMETER = re.compile(r"_xl(?:pm|op)\.(\w+)")


class BookFile:
    """An .xlsx or .xlsm file that cells and sheets are put into.

    `dropped` are names of what may be left out, as `losses` has them. Raises `FileError` for a
    file of another kind, or one with something that cannot be kept and is not among them.
    """

    def __init__(self, name: str, data: bytes, dropped: Sequence[str] = ()) -> None:
        self.parts = WorkbookParts(name, data)
        expect_kept(self.parts, dropped)
        self._cells: dict[str, SheetCells] = {}
        #: What the user should know of the new cells.
        self.notices: list[Problem] = []
        found = self.parts.linked(self.parts.book, "/styles")
        self._styles_part = found[0] if found else ""
        self._styles = Styles(self.parts.read(self._styles_part)) if found else None
        #: The styles of new sheets by kinds of values: the same in any copy of the file.
        self.styles: dict[str, int] = {}
        if self._styles:
            of = self._styles.of
            self.styles = {kind: of(Look(0, format=one)) for kind, one in FORMATS.items()}
            aligned = self._styles.aligned
            self.styles |= dict.fromkeys(TEXTS, aligned(_INDENT))
            self.styles["heading"] = aligned(_RIGHT, is_bold=True)
            self.styles["heading text"] = aligned(_INDENT, is_bold=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its sheets."""
        return self.parts.all_names

    def cells(self, sheet: str) -> SheetCells:
        """The existing cells of a sheet."""
        if sheet not in self._cells:
            xml = self.parts.read(self.parts.sheets[sheet].part)
            self._cells[sheet] = SheetCells(f"{self.parts.name}, sheet {sheet}", xml)
        return self._cells[sheet]

    def surface(self, sheet: str) -> SheetSurface:
        """What new columns of a sheet must not collide with."""
        return SheetSurface(self.parts, sheet, self.cells(sheet))

    def put(self, sheet: str, cells: Sequence[Addition]) -> None:
        """Add cells to a sheet."""
        found = self.cells(sheet)
        made = {one.place: self._made(found, one) for one in cells}
        xml = with_widths(found.with_cells(made), _widths(cells), found.prefix)
        self.parts.put(self.parts.sheets[sheet].part, xml)
        del self._cells[sheet]
        where = f"{self.parts.name}, sheet {sheet}"
        for letters in set_apart(cells):
            self.notices.append(Problem("annotate_apart", {"columns": letters}, where))
        if fits_pages(found.around) and print_new(self.parts, sheet, cells):
            self.notices.append(Problem("annotate_printed", {}, where))
        if any(one.formula for one in cells):
            self._forget_order()
            book = self.parts.read(self.parts.book)
            told = [Problem(key, {}, self.parts.name) for key, setting in _SETTINGS.items()
                    if setting.search(book)]  # fmt: skip
            self.notices += [one for one in told if one not in self.notices]

    def comment(self, sheet: str, notes: Mapping[Place, str]) -> None:
        """Add comments to cells of a sheet, by row and column."""
        if notes:
            put_comments(self.parts, self.parts.sheets[sheet].part, notes)

    def add(self, sheet: NewSheet, is_hidden: bool = False) -> None:
        """Append a sheet. Raises `ArgumentError` if there is one with its name."""
        if sheet.name.casefold() in {one.casefold() for one in self.names}:
            raise make_error(ArgumentError, "annotate_names", self.parts.name, names=sheet.name)
        if any(one.formula for one in sheet.others.values()):
            self._forget_order()
        xml = sheet.packed or sheet_xml(sheet, self.parts.space, self.styles)
        self.parts.add_sheet(sheet.name, xml, is_hidden)

    def name(self, names: Mapping[str, str]) -> None:
        """Define names for formulas. Raises `ArgumentError` if some of them are taken.

        Their parameters are checked too: some programs confuse them with names of the workbook.
        """
        parameters = (one for text in names.values() for one in _PARAMETER.findall(text))
        wanted = {one.casefold() for one in (*names, *parameters)}
        if both := [one for one in self.parts.defined_names if one.casefold() in wanted]:
            raise make_error(ArgumentError, "annotate_names", self.parts.name, names=first_of(both))
        self.parts.add_names(names)

    def to_bytes(self) -> bytes:
        """The bytes of the changed file."""
        if self._styles:
            self.parts.put(self._styles_part, self._styles.xml)
        return self.parts.to_bytes()

    def _made(self, cells: SheetCells, one: Addition) -> Put:
        like = cells.style(*one.like)
        if self._styles is None:
            return Put(one.value, 0, one.formula, one.is_array)
        if one.aligned is None and not one.format:
            return Put(one.value, like, one.formula, one.is_array)
        aligned = cells.style(*one.aligned) if one.aligned else -1
        numbers = cells.style(*one.numbers) if one.numbers else -1
        style = self._styles.of(Look(like, aligned, one.format, numbers))
        return Put(one.value, style, one.formula, one.is_array)

    def _forget_order(self) -> None:
        """Remove the calculation chain, which lacks the new formulas."""
        # Programs rebuild it.
        for one in self.parts.linked(self.parts.book, "/calcChain"):
            self.parts.unlink(self.parts.book, one)
            self.parts.drop(one)


def _widths(cells: Sequence[Addition]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one in cells:
        if isinstance(one.value, str):
            wide = min(_WIDE, max(_NARROW, len(one.value) + 2))
            found[one.place[1]] = max(wide, found.get(one.place[1], 0))
    return found
