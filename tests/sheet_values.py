"""The values of a workbook's cells as its file has them, read several times faster than openpyxl.

Numbers stay numbers, dates too; which of them are written beside a formula is told.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class ErrorValue(str):
    """An error in a cell, such as #N/A; a cell holding the same characters as text is a `str`."""

    __slots__ = ()


class Stored(NamedTuple):
    """A cell: its value, None for nothing and for "", and whether it has a formula."""

    value: float | str | bool | None
    is_formula: bool


#: Row and column count from 1.
Cells = dict[tuple[int, int], Stored]


def stored(path: str | Path) -> dict[str, Cells]:
    """All cells of an .xlsx or .xlsm file that hold something, sheet by sheet."""
    with zipfile.ZipFile(path) as archive:
        texts = _texts(archive)
        return {name: _cells(archive.read(part), texts) for name, part in _sheets(archive)}


def formulas(path: str | Path) -> dict[str, dict[tuple[int, int], str]]:
    """The formula of every cell that has one, with its "=", sheet by sheet."""
    with zipfile.ZipFile(path) as archive:
        return {name: _formulas(archive.read(part)) for name, part in _sheets(archive)}


def _formulas(data: bytes) -> dict[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    shared: dict[str | None, Callable[[str], str]] = {}
    for cell in ElementTree.fromstring(data).iter(f"{_MAIN}c"):
        formula = cell.find(f"{_MAIN}f")
        if formula is None:
            continue
        place, text, kind = cell.get("r") or "", f"={formula.text or ''}", formula.get("t")
        if kind == "shared" and formula.text:
            shared[formula.get("si")] = _shared(text, place)
        elif kind == "shared":
            text = shared[formula.get("si")](place)
        area = formula.get("ref") or "" if kind == "array" else ""
        for each in _places(area) if area else (_place(place),):
            found[each] = text
    return found


#: A cell whose row follows the formula's, and rows without columns.
_FOLLOWS, _ROWS = re.compile(r"\$?[A-Z]{1,3}(\d+)"), re.compile(r"\$?\d+")


def _shared(text: str, place: str) -> Callable[[str], str]:
    """What a shared formula is in another cell, as openpyxl has it; taken apart once for a column."""

    def translated(target: str) -> str:
        moved: str = Translator(text, place).translate_formula(target)
        return moved

    column, row = re.sub(r"\d", "", place), int(re.sub(r"\D", "", place))
    form, rows = "=", list[int]()
    for token in Tokenizer(text).items:
        sheet, mark, cells = token.value.rpartition("!")
        if token.type != Token.OPERAND or token.subtype != Token.RANGE:
            sheet, mark, cells = token.value, "", ""
        ends = cells.split(":")
        if any(map(_ROWS.fullmatch, ends)):
            return translated
        for number, end in enumerate(ends):
            if follows := _FOLLOWS.fullmatch(end):
                ends[number] = f"{end[: follows.start(1)]}\0"
                rows.append(int(follows[1]) - row)
        form += f"{sheet}{mark}{':'.join(ends)}"
    form = form.replace("%", "%%").replace("\0", "%d")

    def at(target: str) -> str:
        if re.sub(r"\d", "", target) != column:
            return translated(target)
        own = int(target[len(column) :])
        return form % tuple(own + each for each in rows)

    return at


#: Row and column of an address; those of one sheet are those of others.
_place = cache(coordinate_to_tuple)


def _places(area: str) -> Iterable[tuple[int, int]]:
    left, top, right, bottom = range_boundaries(area)
    return ((row, col) for row in range(top, bottom + 1) for col in range(left, right + 1))


def _sheets(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    links = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id"): link.get("Target") or "" for link in links}
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = posixpath.normpath(posixpath.join("/xl", targets[sheet.get(_LINK)]))
        if "/worksheets/" in target:
            yield sheet.get("name") or "", target[1:]


def _texts(archive: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    shared = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
    return [_text(one) for one in shared.iter(f"{_MAIN}si")]


def _text(element: ElementTree.Element) -> str:
    """The letters of a text, without its phonetic reading."""
    parts = [one for one in element if one.tag != f"{_MAIN}rPh"]
    return "".join(text.text or "" for part in parts for text in part.iter(f"{_MAIN}t"))


def _cells(data: bytes, texts: list[str]) -> Cells:
    found: Cells = {}
    areas: list[str] = []
    for cell in ElementTree.fromstring(data).iter(f"{_MAIN}c"):
        formula = cell.find(f"{_MAIN}f")
        if formula is not None and formula.get("t") == "array":
            areas.append(formula.get("ref") or "")
        value = _value(cell, texts)
        if formula is not None or value is not None:
            place = _place(cell.get("r") or "")
            found[place] = Stored(value, formula is not None)
    for area in areas:
        for place in _places(area):
            found[place] = Stored(found[place].value if place in found else None, True)
    return found


def _value(cell: ElementTree.Element, texts: list[str]) -> float | str | bool | None:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inside = cell.find(f"{_MAIN}is")
        return (_text(inside) if inside is not None else "") or None
    text = cell.findtext(f"{_MAIN}v")
    if not text:
        return None
    if kind == "s":
        return texts[int(text)] or None
    if kind == "str":
        return text
    if kind == "b":
        return text == "1"
    return ErrorValue(text) if kind == "e" else float(text)
