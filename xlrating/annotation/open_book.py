"""Annotating a workbook that is open in openpyxl, instead of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Protocol

from ..exchange.addresses import address, column_letter
from .added import FORMATS, TEXTS, NewSheet, shown_as
from .cells import area_of
from .comments import AUTHOR, WIDE, high
from .plan import Addition
from .printed import reaching
from .room import Area
from .surface import PIXEL, ROW, reached


class OpenBook(Protocol):
    """An openpyxl workbook, as far as it is used here."""

    @property
    def sheetnames(self) -> list[str]:
        """The names of its sheets."""

    def __getitem__(self, name: str, /) -> Any:
        """A sheet."""

    def create_sheet(self, title: str) -> Any:
        """Append a new sheet."""


class OpenSurface:
    """The contents of an openpyxl worksheet, and the areas that new columns must not enter."""

    def __init__(self, sheet: Any) -> None:
        self._sheet = sheet

    def filled(self, first: int, last: int) -> set[int]:
        """The columns with anything in one of these rows."""
        rows = self._sheet.iter_rows(min_row=first + 1, max_row=last + 1)
        return {cell.column - 1 for row in rows for cell in row if cell.value is not None}

    def kept(self) -> Sequence[Area]:
        """Merged cells, tables, filters, pictures, charts, comments, and print areas that stay."""
        sheet = self._sheet
        texts = [str(one) for one in sheet.merged_cells.ranges]
        texts += [one.ref for one in sheet.tables.values()]
        texts += [sheet.auto_filter.ref or ""]
        texts += [one.location.ref for one in sheet._pivots]
        texts += [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.comment]
        if not _fits_pages(sheet):
            texts += _printed(sheet)
        found = [area for text in texts if (area := area_of(text)) and area[3] < 2**14 - 1]
        for drawn in (*sheet._images, *sheet._charts):
            start, end = getattr(drawn.anchor, "_from", None), getattr(drawn.anchor, "to", None)
            if start is not None:
                size = getattr(drawn.anchor, "ext", None)
                bottom, right = (end.row, end.col) if end else (start.row, start.col)
                if end is None and size is not None:
                    bottom += size.height // PIXEL // ROW
                    right = reached(right, size.width // PIXEL, {})
                found.append((start.row, start.col, bottom, right))
        return found

    def hidden(self) -> set[int]:
        """The hidden columns."""
        found: set[int] = set()
        for one in self._sheet.column_dimensions.values():
            if one.hidden:
                found.update(range(one.min - 1, one.max))
        return found


def put(sheet: Any, cells: Sequence[Addition]) -> None:
    """Put cells into a sheet of a workbook."""
    for one in cells:
        cell = _at(sheet, one.place)
        cell.value = f"={one.formula}" if one.formula else one.value
        cell._style = copy(_at(sheet, one.like)._style)
        if one.aligned is None and not one.format:
            continue
        if one.aligned is not None:
            cell.alignment = copy(_at(sheet, one.aligned).alignment)
        own = _at(sheet, one.numbers).number_format if one.numbers else "General"
        cell.number_format = one.format or "General" if own in ("General", "@") else own

    if _fits_pages(sheet) and sheet.print_area:
        areas = [area for one in _printed(sheet) if (area := area_of(one))]
        sheet.print_area = [
            f"{address(*area[:2])}:{address(*area[2:])}"
            for area in (reaching(one, cells) for one in areas)
        ]


def _fits_pages(sheet: Any) -> bool:
    own = sheet.sheet_properties.pageSetUpPr
    return bool(own and own.fitToPage) and sheet.page_setup.fitToWidth != 0


def _printed(sheet: Any) -> list[str]:
    return [one.rpartition("!")[2] for one in str(sheet.print_area or "").split(",")]


def comment(sheet: Any, notes: Mapping[tuple[int, int], str]) -> None:
    """Put comments on cells of a sheet, by row and column from 0."""
    from openpyxl.comments import Comment

    for place, text in notes.items():
        found = _at(sheet, place).comment = Comment(text, AUTHOR)
        found.width, found.height = WIDE, high(text)


def add(book: OpenBook, sheet: NewSheet) -> None:
    """Append a sheet."""
    from openpyxl.styles import Alignment, Font

    made = book.create_sheet(sheet.name)
    widths, sheet = sheet.begun()
    bold, indent = Font(bold=True), Alignment(horizontal="left", indent=1)
    right = Alignment(horizontal="right")
    for col, head in enumerate(sheet.headings):
        cell = _at(made, (0, col))
        cell.value, cell.font = head.text, bold
        cell.alignment = indent if head.kind in TEXTS else right
    rows = (row for block in sheet.blocks for row in zip(*block, strict=True))
    for row, values in enumerate(rows, 1):
        for col, value in enumerate(values):
            if value is not None and value != "":
                cell = _at(made, (row, col))
                kind = shown_as(sheet.headings[col].kind, value)
                cell.value, cell.number_format = value, FORMATS.get(kind, "General")
                if isinstance(value, str):
                    # A text that begins with = is not a formula.
                    cell.data_type, cell.alignment = "s", indent
    for at, width in enumerate(widths):
        made.column_dimensions[column_letter(at)].width = width
    made.freeze_panes = "A2"


def _at(sheet: Any, place: tuple[int, int]) -> Any:
    return sheet.cell(place[0] + 1, place[1] + 1)
