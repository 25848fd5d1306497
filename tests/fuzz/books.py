"""Workbooks: cells and the XML inside changed in .xlsx and .ods files, and the archive around them."""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.exchange import read_list
from xlrating.reading import read

from . import wild
from .promises import RULES, BrokenError, commanded, rated, sentence

_TESTS = Path(__file__).parents[1]

#: Those that are read and rated, first; a list of players is read as a list.
_SEEDS = {
    ".xlsx": (
        "hostile/cells/L-plain.xlsx", "hostile/cells/hiddensheetfirst.xlsx", "hostile/cells/filter.xlsx",
        "hostile/cells/T-res-1.xlsx", "hostile/cells/T-empty.xlsx",
        "events/chess-results-april/crosstable.xlsx",
    ),
    ".ods": ("hostile/cells/L-ok.ods", "hostile/cells/L-na.ods", "hostile/cells/T-error.ods"),
}  # fmt: skip

Members = list[tuple[str, bytes]]


@cache
def _members(data: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def packed(members: Members, method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive of these, the same bytes each day; stored, for speed."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")  # a name that stands twice is meant
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


class Books:
    """One kind of workbook, and whether its cells are changed or what is inside."""

    def __init__(self, suffix: str, inside: bool) -> None:
        self.NAME = f"{suffix[1:]}-{'inside' if inside else 'cells'}"
        self._suffix = suffix
        self._inside = inside

    def seeds(self) -> list[bytes]:
        """Lists, templates and crosstables as programs save them."""
        return [packed(_members((_TESTS / name).read_bytes())) for name in _SEEDS[self._suffix]]

    def changed(self, data: bytes, random: Random) -> bytes:
        """The file after some changes."""
        for _ in range(random.choices((1, 2, 3, 5), (5, 2, 1, 1))[0]):
            data = self._once(data, random)
        return data

    def _once(self, data: bytes, random: Random) -> bytes:
        try:
            members = list(_members(data))
        except Exception:  # an archive that was changed before raises nearly anything
            return wild.changed(data, random)
        if self._inside:
            return _within(members, data, random)
        at = _sheet(members, random)
        if at is None:
            return data
        name, xml = members[at]
        cells = _ods_cell if self._suffix == ".ods" else _xlsx_cell
        members[at] = (name, cells(xml, random))
        return packed(members)

    def tried(self, data: bytes, folder: Path) -> str:
        """Read as a list and as an event; packed in another way it says the same."""
        random = Random(data[-200:])
        path = folder / f"book{self._suffix}"
        path.write_bytes(data)
        said = self._read(path, random)
        if path.read_bytes() != data:
            raise BrokenError("the input was changed")
        if random.random() < 0.05:
            self._packed_otherwise(data, path, said)
        if random.random() < 0.02:
            words = random.choice((["check"], ["rate", "--csv"], ["explain", "1"]))
            said = commanded([words[0], str(path), *words[1:], "--rules", "fide"], path)
        return said

    def _packed_otherwise(self, data: bytes, path: Path, said: str) -> None:
        """The same parts, compressed, are the same workbook."""
        try:
            path.write_bytes(packed(_members(data), zipfile.ZIP_DEFLATED))
        except Exception:  # an archive that was changed raises nearly anything
            return
        again = self._read(path, Random(data[-200:]))
        path.write_bytes(data)
        # Which limit a bomb meets first, or which damage is seen first, is no promise.
        if again != said and not re.search("damaged|memory|where it comes from", said + again):
            raise BrokenError(f"packed otherwise: {again!r}, not {said!r}")

    def _read(self, path: Path, random: Random) -> str:
        as_list = random.random() < 0.5
        try:
            event = Event(read_list(path)[0]) if as_list else read(path)
        except RatingError as error:
            return sentence(error)
        return rated(event, random.choice(RULES))

    def described(self, data: bytes) -> str:
        """The input as a person looks for it."""
        return f"{len(data)} bytes"


def _sheet(members: Members, random: Random) -> int | None:
    places = [
        at
        for at, (name, _) in enumerate(members)
        if name == "content.xml" or "sheets/" in name or name.endswith("sharedStrings.xml")
    ]
    return random.choice(places) if places else None


# --- cells ----------------------------------------------------------------------------------------

_XLSX = re.compile(rb'<c r="([A-Z]+)(\d+)"([^>]*?)(?:/>|>(.*?)</c>)', re.S)
_ODS = re.compile(rb"<table:table-cell([^>]*?)(?:/>|>(.*?)</table:table-cell>)", re.S)
_SI = re.compile(rb"<t(?: [^>]*)?>([^<]*)</t>")
_STYLE = re.compile(rb' s="\d+"')


def _escaped(random: Random) -> bytes:
    text = wild.text(random).encode("utf-8", "replace")
    if random.random() < 0.05:
        return text
    return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b'"', b"&quot;")


def _numeral(random: Random) -> bytes:
    number = wild.number(random)
    return str(number).encode() if abs(number) < 1e300 else repr(float("inf")).encode()


def _xlsx_cell(xml: bytes, random: Random) -> bytes:
    found = list(_XLSX.finditer(xml))
    if not found:
        return _shared(xml, random)
    at = random.choice(found)
    column, row, rest = at[1], at[2], at[3]
    style = (_STYLE.search(rest) or [b""])[0]
    if random.random() < 0.2:
        style = b' s="%d"' % random.randint(0, 60)
    if random.random() < 0.03:
        column, row = random.choice(
            ((b"A", row), (b"XFD", row), (column, b"1"), (column, b"1048576"))
        )
    head = b'<c r="' + column + row + b'"' + style
    text, number = _escaped(random), _numeral(random)
    other = random.choice(found)
    return xml[: at.start()] + random.choice(
        (
            b"", head + b"/>", at[0] * 2, other[0], at[0] + other[0],
            head + b' t="inlineStr"><is><t>' + text + b"</t></is></c>",
            head + b' t="inlineStr"><is><r><t>' + text + b"</t></r><r><t>x</t></r></is></c>",
            head + b' t="str"><v>' + text + b"</v></c>",
            head + b"><v>" + number + b"</v></c>", head + b' t="n"><v>' + number + b"</v></c>",
            head + b' t="e"><v>#N/A</v></c>', head + b' t="e"><v>' + text + b"</v></c>",
            head + b' t="b"><v>' + number + b"</v></c>", head + b' t="s"><v>' + number + b"</v></c>",
            head + b' t="d"><v>2025-10-12</v></c>', head + b' t="x"><v>1</v></c>',
            head + b"><f>1+1</f></c>", head + b"><f>1+1</f><v></v></c>",
            head + b"><f>" + text + b"</f><v>" + number + b"</v></c>",
            head + b' t="str"><f>A1&amp;""</f><v></v></c>',
            head + b' t="str"><f t="shared" si="0" ref="A1:C9"/><v>' + text + b"</v></c>",
            head + b' t="e"><f>NA()</f><v>#N/A</v></c>',
        )
    ) + xml[at.end() :]  # fmt: skip


def _shared(xml: bytes, random: Random) -> bytes:
    found = list(_SI.finditer(xml))
    if not found:
        return xml
    at = random.choice(found)
    return xml[: at.start(1)] + _escaped(random) + xml[at.end(1) :]


def _ods_cell(xml: bytes, random: Random) -> bytes:
    found = list(_ODS.finditer(xml))
    if not found:
        return xml
    # The last cell stands for a million lines in most files, which take a second each.
    at = random.choice(found if random.random() < 0.03 else found[:-1] or found)
    other = random.choice(found)
    text, number = _escaped(random), _numeral(random)
    head = b"<table:table-cell"
    if random.random() < 0.03:
        head += b' table:number-columns-repeated="' + number + b'"'
    shown = b"><text:p>" + text + b"</text:p></table:table-cell>"
    return xml[: at.start()] + random.choice(
        (
            b"", head + b"/>", at[0] * 2, other[0], at[0] + other[0],
            head + b' office:value-type="string"' + shown,
            head + b' office:value-type="float" office:value="' + number + b'"' + shown,
            head + b' office:value-type="float"' + shown,
            head + b' office:value-type="percentage" office:value="0.5"' + shown,
            head + b' office:value-type="boolean" office:boolean-value="true"' + shown,
            head + b' office:value-type="date" office:date-value="' + text + b'"' + shown,
            head + b' office:value-type="date" office:date-value="2025-10-12"' + shown,
            head + b' office:value-type="time" office:time-value="PT1H"' + shown,
            head + b' office:value-type="string" calcext:value-type="error" table:formula="of:=NA()"' + shown,
            head + b' table:formula="of:=1+1" office:value-type="float"/>',
            head + b' table:number-columns-repeated="3" office:value-type="string"' + shown,
            head + b' table:number-columns-spanned="2" table:number-rows-spanned="2"' + shown,
            b"<table:covered-table-cell/>",
        )
    ) + xml[at.end() :]  # fmt: skip


# --- what is inside ---------------------------------------------------------------------------------

_ATTRIBUTE = re.compile(rb"([\w:-]+)\s*=\s*\"([^\"]*)\"")
_TAG = re.compile(rb"<[^<>]*>")
_XML = (
    b"<", b">", b"&", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"&#0;", b"&#x1;", b"&lt;", b"&x;", b"<?xml?>",
    b'<!DOCTYPE a [<!ENTITY x "y">]>', b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    b'<c r="XFD1048576"><v>1</v></c>', b"<c><v>1</v></c>", b'<row r="1048576"/>', b'<row r="0"/>', b"<row>",
    b'<c r="A0"><v>1</v></c>', b'<c r="1"><v>1</v></c>', b'<c r="AAAAAAA1"><v>1</v></c>', b"</sheetData>",
    b'<mergeCell ref="A1:C3"/>', b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    b'<table:table-row table:number-rows-repeated="1000000000">', b"</table:table>", b"<text:s text:c='9999999'/>",
    b"<table:table-cell table:number-columns-repeated='+99999' office:value-type='string'><text:p>x</text:p>",
    b"<office:annotation><text:p>n</text:p></office:annotation>", b"\xff\xfe", b"\x00", b"\xef\xbb\xbf",
)  # fmt: skip
_ATTRIBUTES = (
    b"", b"0", b"-1", b"1", b"2", b"+5", b" 3", b"99999", b"1048577", b"4294967295", b"4294967296", b"9" * 25,
    b"x", b"A1", b"A1:XFD1048576", b"s", b"e", b"str", b"hidden", b"1e9", b"&lt;", b"NaN", b"rId1", b"../x",
)  # fmt: skip


def _within(members: Members, data: bytes, random: Random) -> bytes:
    draw = random.random()
    if draw < 0.12:
        return _archive(data, random)
    at = _sheet(members, random) if random.random() < 0.6 else None
    if at is None:
        at = random.randrange(len(members))
    name, xml = members[at]
    if draw < 0.2:
        change = random.randrange(5)
        if change == 0:
            del members[at]
        elif change == 1:
            members.append(members[at])
        elif change == 2:
            members[at] = (random.choice(members)[0], xml)
        elif change == 3:
            members[at] = (name.upper(), xml)
        else:
            members[at] = (name, random.choice(members)[1])
    else:
        members[at] = (name, wild.changed(xml, random, _INSIDE))
    return packed(members)


def _attribute(xml: bytes, random: Random) -> bytes:
    found = list(_ATTRIBUTE.finditer(xml))
    if not found:
        return xml
    at = random.choice(found)
    value = random.choice(_ATTRIBUTES) if random.random() < 0.8 else random.choice(found)[2]
    name = at[1] if random.random() < 0.8 else random.choice((b"", b"x:" + at[1], b"r", b"t"))
    put = b"" if random.random() < 0.1 else name + b'="' + value + b'"'
    return xml[: at.start()] + put + xml[at.end() :]


def _tag(xml: bytes, random: Random) -> bytes:
    found = list(_TAG.finditer(xml))
    if not found:
        return xml
    at, other = random.choice(found), random.choice(found)
    put = random.choice(
        (b"", at[0] * 2, other[0], at[0][:-1] + b"/>", at[0][:1] + b"x:" + at[0][1:])
    )
    return xml[: at.start()] + put + xml[at.end() :]


def _token(xml: bytes, random: Random) -> bytes:
    at = random.randint(0, len(xml))
    return xml[:at] + random.choice(_XML) + xml[at:]


def _prefixed(xml: bytes, random: Random) -> bytes:
    """All tags in a namespace with a prefix, as some programs write them."""
    named = re.sub(rb"<(/?)(\w)", rb"<\1x:\2", xml)
    return named.replace(b'xmlns="', b'xmlns:x="', random.randint(0, 1))


_INSIDE: Sequence[wild.Change] = (*[_attribute, _tag, _token] * 6, *wild.BYTES, _prefixed)


def _archive(data: bytes, random: Random) -> bytes:
    """Bytes of the headers of an archive, or of its directory at the end."""
    if random.random() < 0.2:
        return wild.changed(data, random)
    marks = [found.start() for found in re.finditer(rb"PK[\x01-\x08][\x02-\x08]", data)]
    if not marks:
        return data
    at = random.choice(marks) + random.randint(4, 40)
    put = struct.pack("<I", random.choice((0, 1, 8, 99, 2**16 - 1, 2**31, 2**32 - 1)))
    return data[:at] + put[: random.choice((1, 2, 4))] + data[at + 4 :]


ALL = tuple(Books(suffix, inside) for suffix in _SEEDS for inside in (False, True))
