"""Cell data of .xls and .xlsb that calamine does not return: errors, formulas, and the extent.

calamine returns an error as an empty cell, and an empty rating means an unrated player. So the
records are searched for them: BIFF8 in a compound file (MS-XLS, MS-CFB), BIFF12 in a
zip file (MS-XLSB). Only the beginning of each cell record is read.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator, Mapping
from posixpath import join, normpath
from typing import NamedTuple
from xml.etree import ElementTree

from .old_texts import struck_texts

_ERRORS: Mapping[int, str] = {
    0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A",
}  # fmt: skip
#: A placeholder for a formula whose text is not needed.
_FORMULA = "=…"

_END, _SHEET, _PASSWORD, _BOOL_ERR = 0x0A, 0x85, 0x2F, 0x0205
#: A row with its flags; in .xlsb these are in another byte.
_OLD_ROW, _OLD_HIDDEN, _HIDDEN = 0x0208, 0x20, 0x10
#: A run of columns: the first, the last, and whether they are hidden.
_OLD_COLUMNS, _COLUMNS = 0x7D, 0x3C
_FORMULAS = frozenset((0x06, 0x0206, 0x0406))
#: Records that begin with row and column; the last two contain a run of cells.
_RUNS = frozenset((0xBD, 0xBE))
_BLANKS = frozenset((0x0201, 0xBE))
_CELLS = frozenset((0x0201, 0x0203, 0x0204, 0xFD, 0x027E, 0xD6)) | _FORMULAS | _RUNS | {_BOOL_ERR}

#: The texts of a workbook, more of them, and a cell with one.
_TEXTS, _MORE, _SHARED = 0xFC, 0x3C, 0xFD
_CONTINUED = (_MORE, _TEXTS)

_LAST_COLUMN = 0x3FFF
#: A font, with the flag of its strike-through, and a cell format, with its font.
_OLD_FONT, _OLD_STYLE, _FONT, _STYLE, _STRIKE = 0x31, 0xE0, 43, 47, 0x08
#: The cell formats that cells use, among others, in .xlsb.
_STYLES, _END_STYLES = 617, 618
_FREE = 0xFFFFFFFA


class SheetRecords(NamedTuple):
    """The result of scanning one sheet's records: its formulas and errors, its last corner.

    `marks` has for each cell its formula, '' if none, and its error, None if it has a value;
    `hidden` are the hidden rows, `hidden_columns` the hidden columns, by index from 0, and
    `struck` the cells with struck-through text.
    """

    marks: Mapping[tuple[int, int], tuple[str, str | None]]
    rows: int
    cols: int
    hidden: list[int]
    hidden_columns: list[int]
    struck: list[tuple[int, int]]


def old_sheets(data: bytes) -> list[SheetRecords]:
    """The records of each sheet in an .xls file, in order.

    Raises `PermissionError` for an encrypted file, `ValueError` or `struct.error` for a damaged
    one.
    """
    stream = _stream(data, ("Workbook", "Book"))
    offsets: list[int] = []
    fonts: list[bool] = []
    styles: list[int] = []
    texts: list[bytes] = []
    before = 0
    for kind, body in _records(stream, 0):
        if kind == _PASSWORD:
            raise PermissionError
        if kind == _SHEET:
            offsets.append(struct.unpack_from("<I", body)[0])
        elif kind == _OLD_FONT and len(body) > 2:
            # There is no font 4 (MS-XLS, FontIndex).
            fonts += [False] * (len(fonts) == 4) + [bool(body[2] & _STRIKE)]
        elif kind == _OLD_STYLE and len(body) > 1:
            styles.append(struct.unpack_from("<H", body)[0])
        elif kind == _TEXTS or (kind == before == _MORE and texts) or (kind, before) == _CONTINUED:
            texts.append(body)
        before = kind
    struck = _struck_styles(styles, fonts), struck_texts(texts, fonts)
    return [_old_sheet(stream, offset, *struck) for offset in offsets]


def _struck_styles(styles: list[int], fonts: list[bool]) -> set[int]:
    """The numbers of the cell formats, given by their fonts, that are struck through."""
    return {at for at, font in enumerate(styles) if font < len(fonts) and fonts[font]}


def _records(stream: bytes, offset: int) -> Iterator[tuple[int, bytes]]:
    """The type and the body of each record from an offset to the first end record."""
    while offset + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, offset)
        yield kind, stream[offset + 4 : offset + 4 + length]
        if kind == _END:
            return
        offset += 4 + length


def _old_sheet(stream: bytes, offset: int, styles: set[int], texts: set[int]) -> SheetRecords:
    marks: dict[tuple[int, int], tuple[str, str | None]] = {}
    hidden: list[int] = []
    columns: list[int] = []
    struck: list[tuple[int, int]] = []
    rows = cols = 0
    for kind, body in _records(stream, offset):
        if kind == _OLD_ROW and len(body) > 12 and body[12] & _OLD_HIDDEN:
            hidden.append(struct.unpack_from("<H", body)[0])
        if kind == _OLD_COLUMNS and len(body) > 8 and body[8] & 1:
            first, last = struct.unpack_from("<HH", body)
            columns += range(first, min(last, _LAST_COLUMN) + 1)
        if kind not in _CELLS or len(body) < 6:
            continue
        row, col = struct.unpack_from("<HH", body)
        last = struct.unpack_from("<H", body, len(body) - 2)[0] if kind in _RUNS else col
        rows, cols = max(rows, row + 1), max(cols, last + 1)
        # A run has a style for each of its cells, six bytes apart.
        for at in range(col, last + 1) if styles and kind not in _BLANKS else ():
            style = body[4 + 6 * (at - col) : 6 + 6 * (at - col)]
            struck += [(row, at)] if int.from_bytes(style, "little") in styles else []
        if kind == _SHARED and (row, col) not in struck[-1:]:
            struck += [(row, col)] if int.from_bytes(body[6:10], "little") in texts else []
        if kind == _BOOL_ERR and len(body) >= 8 and body[7]:
            marks[row, col] = ("", _ERRORS.get(body[6], "#VALUE!"))
        elif kind in _FORMULAS and len(body) >= 14:
            is_error = body[12:14] == b"\xff\xff" and body[6] == 2
            marks[row, col] = (_FORMULA, _ERRORS.get(body[8], "#VALUE!") if is_error else None)
    return SheetRecords(marks, rows, cols, hidden, columns, struck)


def _stream(data: bytes, names: tuple[str, ...]) -> bytes:
    """The first stream of a compound file with one of these names; `ValueError` if it has none."""
    size, small = (1 << struct.unpack_from("<H", data, at)[0] for at in (30, 32))
    if not (512 <= size <= 4096 and 8 <= small <= size):
        raise ValueError("its sectors are of no known size")
    directory, cutoff, first_small = (struct.unpack_from("<I", data, at)[0] for at in (48, 56, 60))
    table = [
        entry
        for sector in _table_sectors(data, size)
        for entry in struct.unpack_from(f"<{size // 4}I", data, (sector + 1) * size)
    ]

    def chain(sector: int) -> bytes:
        found: list[bytes] = []
        while sector < _FREE:
            if len(found) > len(table) or sector >= len(table):
                raise ValueError("its sectors have no end")
            found.append(data[(sector + 1) * size : (sector + 2) * size])
            sector = table[sector]
        return b"".join(found)

    entries = chain(directory)
    root = b""
    for at in range(0, len(entries) - 127, 128):
        length = struct.unpack_from("<H", entries, at + 64)[0]
        name = entries[at : at + max(min(length, 64) - 2, 0)].decode("utf-16-le", "replace")
        start, total = struct.unpack_from("<II", entries, at + 116)
        if at == 0:
            root = chain(start) if start < _FREE else b""
        elif name in names and total >= cutoff:
            return chain(start)[:total]
        elif name in names:
            links = chain(first_small)
            found: list[bytes] = []
            while start < _FREE and 4 * start + 4 <= len(links) and len(found) <= len(links) // 4:
                found.append(root[start * small : (start + 1) * small])
                start = struct.unpack_from("<I", links, 4 * start)[0]
            return b"".join(found)[:total]
    raise ValueError("it has no workbook")


def _table_sectors(data: bytes, size: int) -> list[int]:
    """The sectors that contain the sector allocation table."""
    number, more, number_more = (struct.unpack_from("<I", data, at)[0] for at in (44, 68, 72))
    found = list(struct.unpack_from("<109I", data, 76))
    for _ in range(min(number_more, len(data) // size)):
        if more >= _FREE:
            break
        *entries, more = struct.unpack_from(f"<{size // 4}I", data, (more + 1) * size)
        found += entries
    return [sector for sector in found[:number] if sector < _FREE]


# --- .xlsb ---------------------------------------------------------------------------------------

_ROW, _BLANK, _ERROR, _FIRST_FORMULA, _ERROR_FORMULA, _BUNDLE = 0, 1, 3, 8, 11, 156


def new_sheets(archive: zipfile.ZipFile) -> dict[str, SheetRecords]:
    """The records of each sheet in an .xlsb file, by name.

    Damaged files raise `KeyError`, `ValueError` or `struct.error`.
    """
    names = {name.lower(): name for name in archive.namelist()}
    targets = {}
    for one in ElementTree.fromstring(archive.read(names["xl/_rels/workbook.bin.rels"])):
        target = normpath(join("/xl", one.get("Target", ""))).strip("/").lower()
        targets[one.get("Id")] = names.get(target, "")
    found = {}
    styles = names.get("xl/styles.bin")
    struck = _new_styles(archive.read(styles)) if styles else set[int]()
    for kind, body in _parts(archive.read(names["xl/workbook.bin"])):
        if kind == _BUNDLE:
            id_, after = _wide(body, 8)
            name, _ = _wide(body, after)
            part = targets.get(id_)
            found[name] = _new_sheet(archive.read(part), struck) if part else None
    return {name: one for name, one in found.items() if one is not None}


def _new_styles(data: bytes) -> set[int]:
    """The numbers of the cell formats of an .xlsb file that are struck through."""
    fonts: list[bool] = []
    styles: list[int] = []
    is_of_cells = False
    for kind, body in _parts(data):
        if kind == _FONT and len(body) > 2:
            fonts.append(bool(body[2] & _STRIKE))
        elif kind in (_STYLES, _END_STYLES):
            is_of_cells = kind == _STYLES
        elif kind == _STYLE and is_of_cells and len(body) > 5:
            styles.append(struct.unpack_from("<H", body, 4)[0])
    return _struck_styles(styles, fonts)


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The type and the body of each record of a part, in which types have seven bits per byte."""
    at = 0
    while at < len(data):
        kind, at = _seven(data, at, 2)
        length, at = _seven(data, at, 4)
        yield kind, data[at : at + length]
        at += length


def _seven(data: bytes, at: int, most: int) -> tuple[int, int]:
    value = 0
    for step in range(most):
        byte = data[at]
        # A type keeps its higher bits; only the continuation bit of the first byte is dropped.
        value |= (byte & 0x7F) << (7 * step)
        at += 1
        if byte < 0x80:
            break
    return value, at


def _wide(body: bytes, at: int) -> tuple[str, int]:
    length = struct.unpack_from("<I", body, at)[0]
    end = at + 4 + 2 * length
    return body[at + 4 : end].decode("utf-16-le"), end


def _new_sheet(data: bytes, styles: set[int]) -> SheetRecords:
    marks: dict[tuple[int, int], tuple[str, str | None]] = {}
    hidden: list[int] = []
    columns: list[int] = []
    struck: list[tuple[int, int]] = []
    row = rows = cols = 0
    for kind, body in _parts(data):
        if kind == _ROW and len(body) >= 4:
            row = struct.unpack_from("<I", body)[0]
            hidden += [row] if len(body) > 11 and body[11] & _HIDDEN else []
        elif kind == _COLUMNS and len(body) > 16:
            first, last = struct.unpack_from("<II", body)
            columns += range(first, min(last, _LAST_COLUMN) + 1) if body[16] & 1 else ()
        elif _ROW < kind <= _ERROR_FORMULA and len(body) >= 8:
            col = struct.unpack_from("<I", body)[0]
            rows, cols = max(rows, row + 1), max(cols, col + 1)
            if styles and kind > _BLANK and int.from_bytes(body[4:7], "little") in styles:
                struck.append((row, col))
            if kind in (_ERROR, _ERROR_FORMULA) and len(body) > 8:
                formula = _FORMULA if kind == _ERROR_FORMULA else ""
                marks[row, col] = (formula, _ERRORS.get(body[8], "#VALUE!"))
            elif kind >= _FIRST_FORMULA:
                marks[row, col] = (_FORMULA, None)
    return SheetRecords(marks, rows, cols, hidden, columns, struck)
