"""The same cells in every kind of file that holds a table."""

from __future__ import annotations

import csv
import html
import io
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from xlrating.exchange.addresses import address

Rows = Sequence[Sequence[object]]


def write(folder: Path, rows: Rows, kind: str, name: str = "event") -> Path:
    """A file of this kind, such as ``xlsx``, with these rows of texts and numbers."""
    path = folder / f"{name}.{kind}"
    path.write_bytes(WRITERS[kind]([list(row) for row in rows]))
    return path


def _text(separator: str) -> Callable[[Rows], bytes]:
    def made(rows: Rows) -> bytes:
        out = io.StringIO()
        csv.writer(out, delimiter=separator, lineterminator="\n").writerows(rows)
        return out.getvalue().encode()

    return made


#: All parts of a workbook of one sheet but this and its texts.
_PARTS = {
    "[Content_Types].xml": '<Types xmlns="{office}package/2006/content-types"><Default '
    'Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType='
    '"application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="{office}package/2006/relationships"><Relationship '
    'Id="rId1" Type="{relation}officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<workbook xmlns="{main}" xmlns:r="{office}officeDocument/2006/'
    'relationships"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="{office}package/2006/relationships">'
    '<Relationship Id="rId1" Type="{relation}worksheet" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="rId2" Type="{relation}sharedStrings" Target="sharedStrings.xml"/>'
    "</Relationships>",
}
_OFFICE = "http://schemas.openxmlformats.org/"
_SPACES = {
    "office": _OFFICE,
    "relation": f"{_OFFICE}officeDocument/2006/relationships/",
    "main": f"{_OFFICE}spreadsheetml/2006/main",
}


def _xlsx(rows: Rows) -> bytes:
    """As Excel has it, with all texts in one place: openpyxl takes twenty times as long."""
    texts: dict[str, int] = {}

    def cell(place: str, value: object) -> str:
        if isinstance(value, bool):
            return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
        if isinstance(value, (int, float)):
            return f'<c r="{place}"><v>{value!r}</v></c>'
        assert isinstance(value, str), value
        return f'<c r="{place}" t="s"><v>{texts.setdefault(value, len(texts))}</v></c>'

    lines = []
    for at, row in enumerate(rows):
        cells = (cell(address(at, col), value) for col, value in enumerate(row) if value != "")
        lines.append(f'<row r="{at + 1}">{"".join(cells)}</row>')
    sheet = (
        f'<worksheet xmlns="{_SPACES["main"]}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
    )
    items = (f'<si><t xml:space="preserve">{html.escape(text)}</t></si>' for text in texts)
    shared = f'<sst xmlns="{_SPACES["main"]}">{"".join(items)}</sst>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, xml in _PARTS.items():
            archive.writestr(name, xml.format(**_SPACES))
        for name, xml in (("worksheets/sheet1", sheet), ("sharedStrings", shared)):
            archive.writestr(f"xl/{name}.xml", xml)
    return out.getvalue()


def _ods(rows: Rows) -> bytes:
    def cell(value: object) -> str:
        if isinstance(value, bool):
            said = str(value).lower()
            return f'<table:table-cell office:value-type="boolean" office:boolean-value="{said}"/>'
        if isinstance(value, (int, float)):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        if value == "":
            return "<table:table-cell/>"
        text = html.escape(str(value))
        return (
            f'<table:table-cell office:value-type="string"><text:p>{text}</text:p>'
            "</table:table-cell>"
        )

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Sheet1">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    return out.getvalue()


def _html(rows: Rows) -> bytes:
    body = "".join(
        f"<tr>{''.join(f'<td>{html.escape(str(value))}</td>' for value in row)}</tr>"
        for row in rows
    )
    return (
        "<!DOCTYPE html><html><head><meta charset='utf-8'><title>x</title>"
        f"<script>if (a < b) {{}}</script></head><body><table class='CRs1'>{body}</table></body></html>"
    ).encode()


# --- records: .xls and .xlsb ---------------------------------------------------------------------


def _record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _xls(rows: Rows) -> bytes:
    """BIFF8 with labels and numbers, in a compound file of 512-byte sectors."""
    cells = b""
    for at, row in enumerate(rows):
        for col, value in enumerate(row):
            place = struct.pack("<HHH", at, col, 15)
            if isinstance(value, (int, float)):
                cells += _record(0x0203, place + struct.pack("<d", value))
            elif value != "":
                wide = str(value).encode("utf-16-le")
                cells += _record(0x0204, place + struct.pack("<HB", len(wide) // 2, 1) + wide)
    width = max(map(len, rows), default=0)
    begin = struct.pack("<HHHHII", 0x0600, 0x05, 0, 0, 0, 0)
    name = b"Sheet1"
    head = _record(0x0809, begin) + _record(0x42, struct.pack("<H", 1200))
    sheet_at = len(head) + 4 + 8 + len(name) + 4
    bound = struct.pack("<IBBBB", sheet_at, 0, 0, len(name), 0) + name
    book = head + _record(0x85, bound) + _record(0x0A)
    book += _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x10, 0, 0, 0, 0))
    book += _record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0)) + cells
    book += _record(0x0A)
    return _compound(book)


def _compound(stream: bytes) -> bytes:
    """A compound file with one stream, Workbook."""
    stream = stream.ljust(4096, b"\0")
    sectors = -(-len(stream) // 512)
    tables = 1
    while tables * 128 < sectors + 1 + tables:
        tables += 1
    last, free, table = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    chain = [*range(1, sectors), last, last, *[table] * tables]
    chain += [free] * (tables * 128 - len(chain))
    header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    header += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, tables, sectors, 0, 4096, last, 0, last, 0)
    header += struct.pack(
        "<109I", *range(sectors + 1, sectors + 1 + tables), *[free] * (109 - tables)
    )

    def entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
        wide = name.encode("utf-16-le") + b"\0\0" if name else b""
        made = wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), kind, 1, free, free, child)
        return made + bytes(36) + struct.pack("<IQ", start, size)

    directory = entry("Root Entry", 5, 1, last, 0) + entry("Workbook", 2, free, 0, len(stream))
    directory += entry("", 0, free, 0, 0) * 2
    data = stream.ljust(sectors * 512, b"\0") + directory
    return header + data + struct.pack(f"<{len(chain)}I", *chain)


def _part(kind: int, body: bytes = b"") -> bytes:
    made = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = len(body)
    while size >= 0x80:
        made += bytes([size & 0x7F | 0x80])
        size >>= 7
    return made + bytes([size]) + body


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text.encode("utf-16-le")) // 2) + text.encode("utf-16-le")


#: Errors that stand in a cell as constants ([MS-XLSB], BErr).
_ERRORS: Mapping[object, int] = {"#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#N/A": 42}


def _xlsb(rows: Rows) -> bytes:
    """BIFF12: a workbook of one sheet, its texts in the cells."""
    width = max(map(len, rows), default=1)
    sheet = _part(129) + _part(148, struct.pack("<IIII", 0, len(rows) - 1, 0, width - 1))
    sheet += _part(145)
    for at, row in enumerate(rows):
        sheet += _part(0, struct.pack("<IIHBBBI", at, 0, 300, 0, 0, 0, 0))
        for col, value in enumerate(row):
            place = struct.pack("<II", col, 0)
            if isinstance(value, (int, float)):
                sheet += _part(5, place + struct.pack("<d", value))
            elif value in _ERRORS:
                sheet += _part(3, place + bytes([_ERRORS[value]]))
            elif value != "":
                sheet += _part(6, place + _wide(str(value)))
    sheet += _part(146) + _part(130)
    book = _part(131) + _part(143)
    book += _part(156, struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Sheet1"))
    book += _part(144) + _part(132)
    office = "http://schemas.openxmlformats.org/"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{office}package/2006/content-types"><Default Extension="bin" '
            'ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        )
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{office}package/2006/relationships"><Relationship Id="rId1" '
            f"Type={quoteattr(office + 'officeDocument/2006/relationships/worksheet')} "
            'Target="worksheets/sheet1.bin"/></Relationships>',
        )
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
    return out.getvalue()


WRITERS: Mapping[str, Callable[[Rows], bytes]] = {
    "csv": _text(","),
    "tsv": _text("\t"),
    "xlsx": _xlsx,
    "ods": _ods,
    "xls": _xls,
    "xlsb": _xlsb,
    "html": _html,
}
