"""A dBASE file as a table: US Chess's golden database, and lists of some programs.

dBASE III and related formats: a header of 32 bytes, 32 for each field up to a byte 0x0D, then
records of fixed length, each preceded by a blank, or by ``*`` if it is deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..engine.account import UNUSED, Account, LineRange, Record
from ..engine.errors import FileError
from ..engine.problem import make_error
from .decimals import DecimalFormat
from .files import LIST_LIMIT, AnyPath, read_bytes
from .row import Row
from .shape import headings_of
from .tabular import BODY, ReadOptions, Table

DBF = ".dbf"
_HEAD, _FIELD, _END = 32, 32, 0x0D
#: Versions without and with a memo file.
_VERSIONS = (0x03, 0x04, 0x30, 0x31, 0x43, 0x83, 0x8B, 0xF5)
#: The encodings by the number in the header; Western DOS if there is none.
_LETTERS = {0x02: "cp850", 0x03: "cp1252", 0x57: "cp1252", 0x64: "cp852", 0x65: "cp866",
            0xC8: "cp1250", 0xC9: "cp1251"}  # fmt: skip
#: Text fields: characters, numbers, logical values and dates. Other types are never needed.
_TEXTS = "CNFLD"


class _Field(NamedTuple):
    name: str
    kind: str
    first: int
    size: int


def read_dbf(path: AnyPath, asked: ReadOptions) -> Table:
    """The table in a file, with the names of its fields as headings.

    Raises `FileError` for any other file, or one that ends before its last record.
    """
    name = Path(path).name
    data = read_bytes(path, LIST_LIMIT)
    fields, start, size, number = _fields(data, name)
    if len(data) < start + number * size:
        raise make_error(FileError, "read_dbf_short", name, n=number)
    letters = _LETTERS.get(data[29], "cp437")
    headings = headings_of([field.name for field in fields], name)
    rows, deleted = [], []
    numbers = DecimalFormat((), decimal=".")
    for at in range(1, number + 1):
        record = data[start + (at - 1) * size : start + at * size]
        if record[:1] == b"*":
            deleted.append(at)
            continue
        place = f"{name}, line {at}"
        texts = tuple(_text(record, field, letters) for field in fields)
        rows.append(Row(headings, texts, place, partial(_column, place, headings), numbers))
    lines = (LineRange(BODY, 1, number),) if number else ()
    records = (Record("deleted", len(deleted), UNUSED, "", tuple(deleted)),) if deleted else ()
    account = Account(name, "table", letters, lines=lines, records=records)
    written = tuple(field.name for field in fields)
    return Table(name, headings, tuple(rows), (), written, account, asked)


def _column(place: str, headings: tuple[str, ...], column: int) -> str:
    return f"{place}, column {headings[column]}"


def _fields(data: bytes, name: str) -> tuple[list[_Field], int, int, int]:
    """The fields of a file, the offset of its records, their length and their number."""
    number, start, size = (
        int.from_bytes(data[first:last], "little") for first, last in ((4, 8), (8, 10), (10, 12))
    )
    found = list(_described(data[:start]))
    fits = found and found[-1].first + found[-1].size == size
    if len(data) < _HEAD or data[0] not in _VERSIONS or not fits:
        raise make_error(FileError, "read_dbf_head", name)
    return found, start, size, number


def _described(head: bytes) -> Iterator[_Field]:
    first = 1
    for at in range(_HEAD, len(head) - _FIELD + 1, _FIELD):
        if head[at] == _END:
            return
        own = head[at : at + _FIELD]
        name = own[:11].partition(b"\0")[0].decode("ascii", "replace").strip()
        yield _Field(name, chr(own[11]), first, own[16])
        first += own[16]


def _text(record: bytes, field: _Field, letters: str) -> str:
    if field.kind not in _TEXTS:
        return ""
    text = record[field.first : field.first + field.size].decode(letters, "replace").strip("\0 ")
    if field.kind == "D" and len(text) == 8:
        return f"{text[:4]}-{text[4:6]}-{text[6:]}"
    return "" if field.kind == "L" and text == "?" else text
