"""The print areas of a sheet: new columns join them if the sheet is scaled to fit its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..exchange.addresses import column_letter, column_number
from .cells import area_of
from .parts import WorkbookParts
from .plan import Addition
from .room import Area

_NAME = re.compile(rb"(<(?:\w+:)?definedName\b([^>]*)>)([^<]*)")
_FITS = re.compile(rb"<(?:\w+:)?pageSetUpPr\b[^>]*\bfitToPage\s*=\s*[\"'](?:1|true)[\"']")
_ANY_WIDTH = re.compile(rb"<(?:\w+:)?pageSetup\b[^>]*\bfitToWidth\s*=\s*[\"']0[\"']")
_AREA = re.compile(r"\$([A-Z]+)\$(\d+):\$([A-Z]+)\$(\d+)")
#: The last column of any sheet: an area that reaches it has whole rows.
_LAST = 2**14 - 1


def fits_pages(xml: bytes) -> bool:
    """Whether a sheet is scaled to the width of its pages, however many columns it has."""
    return bool(_FITS.search(xml)) and not _ANY_WIDTH.search(xml)


def printed_areas(parts: WorkbookParts, sheet: str) -> list[Area]:
    """The print areas of a sheet, except those of whole rows; empty if it has none."""
    texts = (text for one in _names(parts, sheet) for text in one[3].decode().split(","))
    found = (area_of(text.rpartition("!")[2]) for text in texts)
    return [area for area in found if area and area[3] < _LAST]


def print_new(parts: WorkbookParts, sheet: str, cells: Iterable[Addition]) -> bool:
    """Extend print areas to the new columns of the tables in them; returns whether any grew."""
    book, cells = parts.read(parts.book), list(cells)
    for one in reversed(list(_names(parts, sheet))):
        text = _AREA.sub(lambda found: _text(found, cells), one[3].decode())
        book = book[: one.start(3)] + text.encode() + book[one.end(3) :]
    has_grown = book != parts.read(parts.book)
    if has_grown:
        parts.put(parts.book, book)
    return has_grown


def reaching(area: Area, cells: Iterable[Addition]) -> Area:
    """An area, extended to the right as far as the new columns of the tables in it."""
    top, left, bottom, right = area
    ends = [one.place[1] for one in cells
            if top <= one.table[0] <= bottom and left <= one.table[1] <= right]  # fmt: skip
    return top, left, bottom, max([right, *ends])


def _names(parts: WorkbookParts, sheet: str) -> Iterator[re.Match[bytes]]:
    number = str(parts.all_names.index(sheet)).encode()
    of_sheet = re.compile(rb"\blocalSheetId\s*=\s*[\"']" + number + rb"[\"']")
    for one in _NAME.finditer(parts.read(parts.book)):
        if b"_xlnm.Print_Area" in one[2] and of_sheet.search(one[2]):
            yield one


def _text(found: re.Match[str], cells: Iterable[Addition]) -> str:
    left, top, right, bottom = found.groups()
    area = int(top) - 1, column_number(left), int(bottom) - 1, column_number(right)
    return f"${left}${top}:${column_letter(reaching(area, cells)[3])}${bottom}"
