"""What can be wrong with a workbook before it is opened: its kind, its size, its reach.

A parser trusts a file; these checks are for files that do not deserve it.
"""

from __future__ import annotations

import io
import re
import zipfile

from ..errors import FileError

#: Unpacked size, its ratio to the packed one, and members no event comes near.
UNPACKED_LIMIT, RATIO_LIMIT, RATIO_FROM, MEMBER_LIMIT = 200 * 2**20, 200, 20 * 2**20, 2000

#: Cells of one sheet from A1 to its last corner; calamine takes memory for all of them.
CELL_LIMIT = 20_000_000

_OLD = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_AS_XLSX = "save it as .xlsx in a spreadsheet program and read that file"


def cell_name(row: int, col: int) -> str:
    """The name of a cell from its indexes, both counted from 0.

    >>> cell_name(6, 3), cell_name(0, 26)
    ('D7', 'AA1')
    """
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def check_archive(name: str, data: bytes) -> None:
    """Raise `FileError` unless the bytes are a workbook that can be opened without harm.

    `name` is the file's name for the message.
    """
    if data.startswith(_OLD):
        if _ENCRYPTED in data:
            raise FileError(
                "the workbook is encrypted; remove the password and save it again", name
            )
        raise FileError(f"this is an old Excel file (.xls), whatever its name; {_AS_XLSX}", name)
    if not data.startswith(b"PK"):
        raise FileError(f"this is not a workbook, .xlsx or .ods is expected; {_AS_XLSX}", name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(name, archive)
            _check_kind(name, archive)
            _check_extent(name, archive)
    except FileError:
        raise
    except Exception:  # a damaged zip raises nearly anything
        raise FileError("the file is cut off or damaged; copy or download it again", name) from None


def _check_size(name: str, archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members) or 1
    if (
        unpacked > UNPACKED_LIMIT
        or (unpacked > RATIO_FROM and unpacked > RATIO_LIMIT * packed)
        or len(members) > MEMBER_LIMIT
    ):
        raise FileError(
            f"the file unpacks to {unpacked // 2**20} MB in {len(members)} parts, "
            f"a workbook of at most {UNPACKED_LIMIT // 2**20} MB in {MEMBER_LIMIT} parts "
            "is expected; check where it comes from",
            name,
        )


def _check_kind(name: str, archive: zipfile.ZipFile) -> None:
    names = {each.lower() for each in archive.namelist()}
    if any(member.flag_bits & 1 for member in archive.infolist()) or (
        "META-INF/manifest.xml" in archive.namelist()
        and b"encryption-data" in archive.read("META-INF/manifest.xml")
    ):
        raise FileError("the workbook is encrypted; remove the password and save it again", name)
    is_xlsx = any(re.fullmatch(r"xl/workbook\d*\.xml", each) for each in names)
    is_ods = "content.xml" in names and b"spreadsheet" in (
        archive.read("mimetype") if "mimetype" in names else b""
    )
    if not (is_xlsx or is_ods):
        raise FileError(
            f"this is a zip file without a workbook in it, .xlsx or .ods is expected; {_AS_XLSX}",
            name,
        )


def _check_extent(name: str, archive: zipfile.ZipFile) -> None:
    # One stray cell in the last corner makes calamine ask for memory until the whole
    # process is ended, which nothing in Python can catch.
    for member in archive.infolist():
        xml = archive.read(member)
        if member.filename == "content.xml":
            rows, cols = _ods_extent(xml)
        else:
            rows, cols = _xlsx_extent(xml)
        if rows * cols > CELL_LIMIT:
            raise FileError(
                f"a sheet reaches to cell {cell_name(rows - 1, cols - 1)}, a table of an event "
                "is expected; delete the stray cells far below and to the right of it",
                name,
            )


_XLSX_TAG = re.compile(rb"<(?:\w+:)?(c|row)(?=[\s/>])(?:[^<]*?\sr\s*=\s*[\"']\s*([A-Za-z]*)(\d*))?")


def _xlsx_extent(xml: bytes) -> tuple[int, int]:
    if b"sheetData" not in xml:
        return 0, 0
    # Where rows were deleted LibreOffice writes the last row of all, empty: only cells count.
    last_row = last_col = row = col = 0
    for tag, letters, digits in _XLSX_TAG.findall(xml):
        if tag == b"row":
            row, col = int(digits) if digits else row + 1, 0
        else:
            col = _col_number(letters) if letters else col + 1
            row = int(digits) if digits else row
            last_row, last_col = max(last_row, row), max(last_col, col)
    return last_row, last_col


def _col_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


_ODS_TAG = re.compile(
    rb"<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])"
    rb"((?:[^<>\"']|\"[^<\"]*\"|'[^<']*')*)>"
)
_ODS_REPEATED = re.compile(rb"number-(?:rows|columns)-repeated\s*=\s*[\"'](\d+)")


def _ods_extent(xml: bytes) -> tuple[int, int]:
    # Empty cells are repeated to the last corner in every .ods; only filled ones count.
    most = (0, 0)
    next_row = col = last_row = last_col = 0
    for tag, attributes in _ODS_TAG.findall(xml):
        found = _ODS_REPEATED.search(attributes)
        times = int(found[1]) if found else 1
        if tag == b"table":
            next_row = col = last_row = last_col = 0
        elif tag == b"table-row":
            next_row, col = next_row + times, 0
        else:
            col += times
            if b"value" in attributes or b"formula" in attributes:
                last_row, last_col = max(last_row, next_row), max(last_col, min(col, 2**14))
        most = max(most, (last_row, last_col), key=lambda size: size[0] * size[1])
    return most
