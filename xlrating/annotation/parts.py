"""The parts of a user's .xlsx or .xlsm file: all unchanged, except for those replaced."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from functools import cached_property
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..exchange.package import Relation, book_part, links_in, rels_of
from ..exchange.sheet_parsers import local_name
from .packed import LEVEL, PackedPart

_TYPES = "[Content_Types].xml"
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
#: The first element of a part, with its prefix.
_ROOT = re.compile(
    rb"<(?:(\w+):)?(workbook|worksheet|styleSheet|comments|Types|Relationships)[\s>]"
)
#: Tags that no parser sees as such: those in an XML comment or a CDATA section.
_HIDDEN_TAG = re.compile(rb"<!(?:--(?:(?!-->).)*?<|\[CDATA\[(?:(?!\]\]>).)*?<)", re.DOTALL)

#: What precedes a workbook's defined names.
_BEFORE_NAMES = re.compile(
    rb"</(?:\w+:)?(?:sheets|functionGroups|externalReferences)\s*>|<(?:\w+:)?functionGroups\b[^>]*/>"
)


class SheetOfBook(NamedTuple):
    """A sheet: its name, its part, and whether it is visible."""

    name: str
    part: str
    is_hidden: bool


class WorkbookParts:
    """The parts of a workbook; `put` replaces one, and `to_bytes` gives the file.

    Raises `FileError` for a file that is not an .xlsx workbook.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            self._members = self._archive.namelist()
            self._lower = {one.lower(): one for one in self._members}
            #: The part that lists the sheets.
            self.book = book_part(self._archive)
        except zipfile.BadZipFile:
            self.book = ""
        if not self.book:
            raise make_error(FileError, "annotate_kind", name)
        self._put: dict[str, bytes] = {}
        self._new: dict[str, Iterable[bytes] | PackedPart] = {}
        self._dropped: set[str] = set()
        self._added: list[str] = []

    @property
    def names(self) -> list[str]:
        """The original parts of the file."""
        return self._members

    def read(self, part: str) -> bytes:
        """The present bytes of a part."""
        found = self._put.get(part)
        return self._archive.read(part) if found is None else found

    def add(self, part: str, data: bytes, kind: str) -> None:
        """Add a part; `kind` is its content type, '' if it needs none of its own."""
        self._added.append(part)
        self._lower[part.lower()] = part
        self.put(part, data)
        if kind:
            self._declare(part, kind)

    def _declare(self, part: str, kind: str) -> None:
        xml = self.read(_TYPES)
        override = f'<{prefix_of(xml)}Override PartName="/{part}" ContentType="{kind}"/>'
        self.put(_TYPES, before_end(xml, "Types", override))

    def free_name(self, form: str) -> str:
        """The first name of this form, `{}` for a number, that no part has."""
        known = {one.lower() for one in (*self._lower, *self._new)}
        return next(one for number in range(1, len(known) + 2)
                    if (one := form.format(number)).lower() not in known)  # fmt: skip

    @property
    def space(self) -> str:
        """The namespace of the workbook; Strict files have another one."""
        found = re.search(
            rb"xmlns(?::\w+)?\s*=\s*[\"']([^\"']*spreadsheetml[^\"']*)", self.read(self.book)
        )
        assert found is not None, "a workbook names its kind"
        return found[1].decode()

    def put(self, part: str, data: bytes) -> None:
        """Replace a part. Raises `FileError` if it has tags in XML comments."""
        # Parts are patched at their tags, which must be real ones.
        if b"<!" in data and _HIDDEN_TAG.search(data):
            raise make_error(FileError, "annotate_xml", f"{self.name}, {part}")
        self._put[part] = data

    def drop(self, part: str) -> None:
        """Leave out a part and its content type; `unlink` removes the links to it."""
        self._dropped.add(part)
        name = re.escape(part.encode())
        pattern = rb"<(?:\w+:)?Override\b[^>]*?PartName\s*=\s*[\"']/" + name + rb"[\"'][^>]*?/>"
        self.put(_TYPES, re.sub(pattern, b"", self.read(_TYPES), flags=re.IGNORECASE))

    def to_bytes(self) -> bytes:
        """The file; unchanged parts keep their bytes and order."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as made:
            for member in self._archive.infolist():
                if member.filename not in self._dropped:
                    # A member has a level of its own.
                    made.writestr(member, self.read(member.filename), compresslevel=LEVEL)
            new = {one: [self._put[one]] for one in self._added} | self._new
            for part, pieces in new.items():
                if isinstance(pieces, PackedPart):
                    pieces.put_into(made, part)
                    continue
                # Under its name alone, the part has no date.
                with made.open(part, "w") as file:
                    for piece in pieces:
                        file.write(piece)
        return out.getvalue()

    # --- links ---------------------------------------------------------------------------------

    def relations(self, part: str) -> list[Relation]:
        """The links of a part to others in the file."""
        rels = self._lower.get(rels_of(part).lower())
        return [] if rels is None else list(links_in(self.read(rels), part, self._lower))

    def linked(self, part: str, kind: str) -> list[str]:
        """The parts of a kind, such as ``/table``, to which a part is linked."""
        return [one.part for one in self.relations(part) if one.type.endswith(kind)]

    # --- sheets --------------------------------------------------------------------------------

    @cached_property
    def sheets(self) -> Mapping[str, SheetOfBook]:
        """The sheets with cells, by name, from the first to the last."""
        targets = {one.id: one for one in self.relations(self.book)}
        found = {}
        for one in _elements(self.read(self.book), "sheet"):
            id_ = next((value for key, value in one.items() if local_name(key) == "id"), "")
            link, name = targets.get(id_), one.get("name", "")
            if link is not None and link.type.endswith("/worksheet"):
                found[name] = SheetOfBook(name, link.part, one.get("state", "visible") != "visible")
        return found

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """The names of all sheets in order, including those without cells."""
        return tuple(one.get("name", "") for one in _elements(self.read(self.book), "sheet"))

    def add_sheet(
        self, name: str, xml: Iterable[bytes] | PackedPart, is_hidden: bool = False
    ) -> None:
        """Add a sheet after all others; its pieces are generated when the file is written."""
        part = self.free_name("xl/worksheets/sheet{}.xml")
        self._new[part] = xml
        id_ = self.link(self.book, "worksheet", f"/{part}")
        self._declare(part, _SHEET)
        book = self.read(self.book)
        ids = [int(one) for one in re.findall(rb"sheetId\s*=\s*[\"'](\d+)", book)]
        prefix, namespace = prefix_of(book), _office_prefix(book)
        state = ' state="hidden"' if is_hidden else ""
        sheet = (
            f'<{prefix}sheet name="{escape(name)}" sheetId="{max(ids, default=0) + 1}"{state} '
            f'{namespace}:id="{id_}"/>'
        )
        self.put(self.book, before_end(book, "sheets", sheet))

    @property
    def defined_names(self) -> list[str]:
        """The workbook's names for cells and formulas."""
        return [one.get("name", "") for one in _elements(self.read(self.book), "definedName")]

    def add_names(self, names: Mapping[str, str]) -> None:
        """Define names for formulas."""
        book = self.read(self.book)
        p = prefix_of(book)
        made = "".join(
            f'<{p}definedName name="{escape(name)}">{escape(text, quote=False)}</{p}definedName>'
            for name, text in names.items()
        )
        if made and not re.search(rb"</(?:\w+:)?definedNames\s*>", book):
            # They come after the sheets and the parts linked to these.
            book = re.sub(rb"<(?:\w+:)?definedNames\s*/>", b"", book)
            ends = re.finditer(_BEFORE_NAMES, book)
            at = max(one.end() for one in ends)
            empty = f"<{p}definedNames></{p}definedNames>".encode()
            book = book[:at] + empty + book[at:]
        if made:
            self.put(self.book, before_end(book, "definedNames", made))

    @property
    def office_space(self) -> str:
        """The namespace of links."""
        # Strict files have another one.
        links = self.relations(self.book)
        return next(one.type for one in links if one.type.endswith("/worksheet")).rpartition("/")[0]

    def link(self, part: str, kind: str, target: str) -> str:
        """Link a part to another, `target`; returns the id of the link."""
        base = self.office_space
        if rels_of(part).lower() not in self._lower:
            self.add(
                rels_of(part), f'<Relationships xmlns="{_LINKS}"></Relationships>'.encode(), ""
            )
        rels = self._lower[rels_of(part).lower()]
        xml = self.read(rels)
        taken = set(re.findall(rb"Id\s*=\s*[\"']([^\"']*)", xml))
        id_ = next(one for n in range(1, len(taken) + 2)
                   if (one := f"rIdRated{n}").encode() not in taken)  # fmt: skip
        line = (
            f'<{prefix_of(xml)}Relationship Id="{id_}" Type="{base}/{kind}" '
            f'Target="{escape(target)}"/>'
        )
        self.put(rels, before_end(xml, "Relationships", line))
        return id_

    def unlink(self, part: str, target: str) -> None:
        """Remove the links of a part to another one."""
        rels = self._lower.get(rels_of(part).lower())
        for one in self.relations(part) if rels else []:
            if rels and one.part == target:
                id_ = re.escape(one.id.encode())
                pattern = (
                    rb"<(?:\w+:)?Relationship\b[^>]*?\bId\s*=\s*[\"']" + id_ + rb"[\"'][^>]*?/>"
                )
                self.put(rels, re.sub(pattern, b"", self.read(rels)))


def prefix_of(xml: bytes) -> str:
    """The prefix of a part's elements: usually '', or ``x:``."""
    found = _ROOT.search(xml)
    return f"{found[1].decode()}:" if found and found[1] else ""


def _office_prefix(xml: bytes) -> str:
    space = rb"[^\"']*officeDocument[^\"']*relationships"
    found = re.search(rb"xmlns:(\w+)\s*=\s*[\"']" + space + rb"[\"']", xml)
    return found[1].decode() if found else "r"


def before_end(xml: bytes, element: str, text: str) -> bytes:
    """The part with a text before the end tag of its last element of a name, with any prefix."""
    end = [*re.finditer(rb"</(?:\w+:)?" + element.encode() + rb"\s*>", xml)]
    assert end, f"{element} has content in any workbook"
    at = end[-1].start()
    return xml[:at] + text.encode() + xml[at:]


def _elements(xml: bytes, name: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(xml).iter() if local_name(one.tag) == name]
