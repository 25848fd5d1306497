"""What has changed between a workbook and its annotated copy: nothing but what was added."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from openpyxl import load_workbook

#: Parts that name other parts, or hold the looks of new cells; sheets are compared by cells.
_LISTS = ("[content_types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml")
_STYLE = ("font", "fill", "border", "number_format", "alignment", "protection")


def changes(before: bytes, after: bytes, comments: bool = False) -> list[str]:
    """What is in the copy otherwise than in the workbook, but for what was added to it.

    With `comments` these may have been added, too.
    """
    return [*of_parts(before, after, comments), *_of_cells(before, after)]


def added(before: bytes, after: bytes) -> dict[tuple[str, str], object]:
    """The cells of the old sheets that only the copy has, by sheet and address."""
    old = _values(before, is_formula=True)
    return {place: value for place, value in _values(after, is_formula=True).items()
            if place not in old and place[0] in {sheet for sheet, _ in old}}  # fmt: skip


#: Parts that comments are added to.
_COMMENTED = re.compile(r"xl/(comments|drawings/vmldrawing)\d+|xl/worksheets/_rels/sheet")


def of_parts(before: bytes, after: bytes, comments: bool = False) -> Iterator[str]:
    """The parts that are others, also where openpyxl cannot read the file."""
    old, new = zipfile.ZipFile(io.BytesIO(before)), zipfile.ZipFile(io.BytesIO(after))
    for name in old.namelist():
        if name not in new.namelist():
            yield f"{name} is gone"
        elif "worksheets/sheet" in name and "_rels" not in name:
            cells = _filled(new.read(name)).keys() - {
                place for place, is_filled in _filled(old.read(name)).items() if is_filled
            }
            if _sheet(old.read(name), cells, comments) != _sheet(new.read(name), cells, comments):
                yield f"{name} has other elements"
        elif name.lower() in _LISTS or (comments and _COMMENTED.match(name.lower())):
            yield from _of_list(name, old.read(name), new.read(name))
        elif old.read(name) != new.read(name):
            yield f"{name} has other bytes"


def _filled(xml: bytes) -> dict[str, bool]:
    """The cells of a sheet, and whether each holds anything."""
    found = (one for one in ElementTree.fromstring(xml).iter() if one.tag.endswith("}c"))
    return {one.get("r", ""): len(one) > 0 for one in found}


def _sheet(xml: bytes, cells: set[str], comments: bool) -> str:
    """A sheet without these cells, and without what follows from them."""
    root = ElementTree.fromstring(xml)
    for parent in list(root.iter()):
        for one in list(parent):
            kind = one.tag.rpartition("}")[2]
            # Columns that are not mentioned look as all do; new ones get a width.
            is_new = kind == "c" and one.get("r") in cells
            if kind in ("dimension", "cols") or is_new or (comments and kind == "legacyDrawing"):
                parent.remove(one)
        if parent.tag.endswith("}row"):
            parent.attrib.pop("spans", None)
    for parent in list(root.iter()):
        for one in list(parent):
            # A row that only new cells are in.
            if one.tag.endswith("}row") and not len(one) and one.attrib.keys() <= {"r"}:
                parent.remove(one)
    return ElementTree.canonicalize(ElementTree.tostring(root, "unicode"))


def _of_list(name: str, old: bytes, new: bytes) -> Iterator[str]:
    """What is no longer among the elements, in its order."""
    left = iter([_alone(one) for one in ElementTree.fromstring(new).iter()])
    for one in ElementTree.fromstring(old).iter():
        if _alone(one) not in left:
            yield f"{name} lacks {_alone(one)}"
            return


def _alone(element: ElementTree.Element) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    own = {key: value for key, value in element.items() if key != "count"}
    return element.tag, (element.text or "").strip(), tuple(sorted(own.items()))


@lru_cache(maxsize=4)
def _book(data: bytes, is_formula: bool) -> Any:
    return load_workbook(io.BytesIO(data), data_only=not is_formula)


def _values(data: bytes, is_formula: bool) -> dict[tuple[str, str], object]:
    book = _book(data, is_formula)
    return {(sheet.title, cell.coordinate): cell.value for sheet in book.worksheets
            for row in sheet.iter_rows() for cell in row if cell.value is not None}  # fmt: skip


def _of_cells(before: bytes, after: bytes) -> Iterator[str]:
    for is_formula in (True, False):
        old, new = _values(before, is_formula), _values(after, is_formula)
        for place, value in old.items():
            if new.get(place) != value:
                yield f"{place}: {value!r} is {new.get(place)!r}"
    first, second = (_book(data, True) for data in (before, after))
    for sheet in first.worksheets:
        other: Any = second[sheet.title]
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is None:
                    continue
                copy = other[cell.coordinate]
                if any(repr(getattr(cell, one)) != repr(getattr(copy, one)) for one in _STYLE):
                    yield f"{sheet.title}!{cell.coordinate} looks otherwise"
                if (cell.comment and cell.comment.text) != (copy.comment and copy.comment.text):
                    yield f"{sheet.title}!{cell.coordinate} has another comment"
        widths = {key: (one.width, one.hidden) for key, one in sheet.column_dimensions.items()}
        for key, own in widths.items():
            kept = other.column_dimensions[key]
            if (kept.width, kept.hidden) != own:
                yield f"{sheet.title}: column {key} is another one"
    if list(first.defined_names.items()) != list(second.defined_names.items()):
        yield "the names are others"
