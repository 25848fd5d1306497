"""The parts of an .xlsx file by what they are linked as, whatever their names."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

#: The name of a workbook's main part in nearly all files, and what it begins with in all.
_NAME = re.compile(r"xl/workbook\d*\.xml", re.IGNORECASE)
_ROOT = re.compile(rb"<(?:\w+:)?workbook[\s>]")
#: The names under which calamine looks for what is linked to the main part, in its folder.
_LINKED = {"/styles": "styles.xml", "/sharedStrings": "sharedStrings.xml"}


class Relation(NamedTuple):
    """A link to another part of a file: its id, its type and the part."""

    id: str
    type: str
    part: str


def book_part(archive: zipfile.ZipFile) -> str:
    """The main part of an .xlsx file, which lists its sheets; '' if it has none."""
    try:
        links = list(links_of(archive, ""))
    except ElementTree.ParseError:
        links = []
    names = archive.namelist()
    linked = (one.part for one in links if one.type.endswith("/officeDocument"))
    found = (one for one in linked if one in names and _ROOT.search(archive.read(one)))
    return next(found, "") or next((one for one in names if _NAME.fullmatch(one)), "")


def links_of(archive: zipfile.ZipFile, part: str) -> Iterator[Relation]:
    """The links of a part to others in the file; of the file itself for ''."""
    names = {one.lower(): one for one in archive.namelist()}
    rels = names.get(rels_of(part).lower())
    if rels is not None:
        yield from links_in(archive.read(rels), part, names)


def links_in(rels: bytes, part: str, names: Mapping[str, str]) -> Iterator[Relation]:
    """The links in a list of links; `names` are the names of all parts, by those in lower case."""
    for one in ElementTree.fromstring(rels):
        if one.get("TargetMode") != "External":
            target = posixpath.join("/", posixpath.dirname(part), one.get("Target", ""))
            known = posixpath.normpath(target).strip("/")
            yield Relation(one.get("Id", ""), one.get("Type", ""), names.get(known.lower(), known))


def rels_of(part: str) -> str:
    """The name of the list of links of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def with_usual_names(data: bytes) -> bytes:
    """An .xlsx file whose parts have the names of nearly all files; most are returned as they are.

    SharePoint and others number them: ``xl/workbook2.xml`` with ``xl/styles2.xml``. calamine
    would not find the sheets then, and would take dates for numbers.
    """
    archive = zipfile.ZipFile(io.BytesIO(data))
    if not (book := book_part(archive)):
        return data
    folder, names = posixpath.dirname(book), archive.namelist()
    main = posixpath.join(folder, "workbook.xml")
    usual = {main: book, rels_of(main): rels_of(book)}
    for one in links_of(archive, book):
        for kind, name in _LINKED.items():
            if one.type.endswith(kind):
                usual[posixpath.join(folder, name)] = one.part
    found = {new: old for new, old in usual.items() if new.lower() != old.lower() and old in names}
    if not found:
        return data
    out = io.BytesIO()
    taken = {new.lower() for new in found}
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            if name.lower() not in taken:
                made.writestr(name, archive.read(name))
        for new, old in found.items():
            made.writestr(new, archive.read(old))
    return out.getvalue()
