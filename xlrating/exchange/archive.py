"""Checks of a workbook before it is opened: its kind, its size, its extent.

Parsers trust files. In a process of its own with limits, that does no harm; elsewhere
the strict checks protect against harmful files, as far as checks beforehand can.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from xml.parsers import expat

from ..engine.errors import FileError
from ..engine.problem import make_error
from .addresses import address, column_number
from .binary_sheets import new_sheets, old_sheets
from .package import book_part

#: Limits for unpacked size and number of members, beyond any event.
UNPACKED_LIMIT, MEMBER_LIMIT = 200 * 2**20, 2000

#: The maximum compression ratio, for files large enough to matter.
RATIO_LIMIT, RATIO_FROM = 200, 20 * 2**20

#: The maximum number of cells between A1 and a sheet's last corner. Reading takes up to 110 bytes
#: for each, empty or not: half of the reading process's memory, so this error comes first.
CELL_LIMIT = 4_000_000

#: Element names in the XML of parts that contain cells or their texts.
_PARSED = (b"sheetData", b"<sst", b":sst", b"office:document-content")
_SHARED = re.compile(r"xl/(?:sharedStrings|styles)\.\w+", re.IGNORECASE)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CELL = re.compile(r"([A-Za-z]{0,9})(\d{0,9})")
_NUMBER = "table:number-"

_OLD = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def check_archive(name: str, data: bytes, is_strict: bool) -> None:
    """Raise `FileError` unless the bytes are a workbook that can be opened.

    `name` is the file's name for messages. `is_strict` also examines every cell for anything that
    would exhaust the computer's memory: needed if nothing else limits the parser.
    """
    if data.startswith(_OLD):
        if _ENCRYPTED in data:
            raise make_error(FileError, "file_encrypted", name)
        _check_old(name, data)
        return
    if not data.startswith(b"PK"):
        if name.startswith("~$"):
            raise make_error(FileError, "file_lock", name, file=name[2:])
        raise make_error(FileError, "file_no_book", name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(name, archive)
            _check_kind(name, archive)
            _check_sums(archive)
            if is_strict:
                _check_ratio(name, archive)
                _check_extent(name, archive)
    except (FileError, MemoryError):
        raise
    except Exception:  # a damaged zip raises almost anything
        raise make_error(FileError, "file_cut", name) from None


def _check_old(name: str, data: bytes) -> None:
    """Check every cell of an .xls file: it is small, and nothing else limits its memory."""
    try:
        for sheet in old_sheets(data):
            if sheet.rows * sheet.cols > CELL_LIMIT:
                raise too_far(name, sheet.rows, sheet.cols)
    except PermissionError:
        raise make_error(FileError, "file_encrypted", name) from None
    except (FileError, MemoryError):
        raise
    except Exception:  # a damaged file raises almost anything
        raise make_error(FileError, "file_cut", name) from None


def _check_size(name: str, archive: zipfile.ZipFile) -> None:
    number, unpacked = len(archive.infolist()), _unpacked(archive)
    if unpacked > UNPACKED_LIMIT or number > MEMBER_LIMIT:
        words = {
            "size": unpacked // 2**20,
            "n": number,
            "most": UNPACKED_LIMIT // 2**20,
            "parts": MEMBER_LIMIT,
        }
        raise make_error(FileError, "file_unpacks", name, **words)


def _check_ratio(name: str, archive: zipfile.ZipFile) -> None:
    unpacked = _unpacked(archive)
    ratio = unpacked // (sum(member.compress_size for member in archive.infolist()) or 1)
    if unpacked > RATIO_FROM and ratio > RATIO_LIMIT:
        raise make_error(
            FileError, "file_ratio", name, size=unpacked // 2**20, ratio=ratio, most=RATIO_LIMIT
        )


def _unpacked(archive: zipfile.ZipFile) -> int:
    return sum(member.file_size for member in archive.infolist())


def _check_kind(name: str, archive: zipfile.ZipFile) -> None:
    names = {each.lower() for each in archive.namelist()}
    if any(member.flag_bits & 1 for member in archive.infolist()) or (
        "META-INF/manifest.xml" in archive.namelist()
        and b"encryption-data" in archive.read("META-INF/manifest.xml")
    ):
        raise make_error(FileError, "file_encrypted", name)
    is_xlsx = bool(book_part(archive)) or "xl/workbook.bin" in names
    is_ods = "content.xml" in names and b"spreadsheet" in (
        archive.read("mimetype") if "mimetype" in names else b""
    )
    if not (is_xlsx or is_ods):
        raise make_error(FileError, "file_zip", name)


def _check_sums(archive: zipfile.ZipFile) -> None:
    """Read the parts whose checksums calamine never reaches: texts and formats of all cells.

    Raises `zipfile.BadZipFile` for a part that is damaged.
    """
    for member in archive.infolist():
        if _SHARED.fullmatch(member.filename):
            with archive.open(member) as part:
                while part.read(2**20):
                    pass


def _check_extent(name: str, archive: zipfile.ZipFile) -> None:
    # A single cell in the last corner makes calamine allocate memory until the whole
    # process is killed, which nothing in Python can catch.
    if "xl/workbook.bin" in archive.namelist():
        for sheet in new_sheets(archive).values():
            if sheet.rows * sheet.cols > CELL_LIMIT:
                raise too_far(name, sheet.rows, sheet.cols)
        return
    for member in archive.infolist():
        xml = archive.read(member)
        if xml.startswith(_UTF_16) or any(word in xml for word in _PARSED):
            _Extent(name).check(xml)


class _Extent:
    """Checks the extent of a sheet's cells, and other claims to memory that have no contents."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.row = self.col = self.last_row = self.last_col = 0

    def check(self, xml: bytes) -> None:
        """Raise `FileError` for an excessive extent, `ExpatError` or `ValueError` if damaged."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self.start
        parser.EntityDeclHandler = no_entities
        parser.Parse(xml, True)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element, in either format."""
        kind = tag.rpartition(":")[2]
        if kind == "row":
            # LibreOffice writes the very last row if rows were deleted: only cells count.
            self.row, self.col = int(attributes.get("r", self.row + 1)), 0
        elif kind == "c":
            found = _CELL.fullmatch(attributes.get("r", "").strip())
            letters, digits = found.groups() if found else ("", "")
            self.col = column_number(letters) + 1 if letters else self.col + 1
            self.row = int(digits) if digits else max(self.row, 1)
            self.reach(self.row, self.col)
        elif kind == "sst":
            self.count(attributes, "uniqueCount")
        elif tag == "table:table":
            self.row = self.col = self.last_row = self.last_col = 0
        elif tag == "table:table-row":
            self.row, self.col = self.row + self.count(attributes, f"{_NUMBER}rows-repeated"), 0
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.col += self.count(attributes, f"{_NUMBER}columns-repeated")
            # In every .ods, empty cells are repeated to the last corner; only filled ones count.
            if any("value" in key or "formula" in key for key in attributes):
                self.reach(self.row, min(self.col, 2**14))
        elif tag == "text:s":
            self.count(attributes, "text:c")

    def count(self, attributes: Mapping[str, str], key: str) -> int:
        """The repetition count in an attribute; raises `FileError` above `CELL_LIMIT`."""
        found = int(attributes.get(key, "1"))
        if not 0 <= found <= CELL_LIMIT:
            raise make_error(
                FileError, "file_places", self.name, n=found, part=key, most=CELL_LIMIT
            )
        return found

    def reach(self, row: int, col: int) -> None:
        """Record a cell; raises `FileError` if the extent gets too large."""
        self.last_row, self.last_col = max(self.last_row, row), max(self.last_col, col)
        if self.last_row * self.last_col > CELL_LIMIT:
            raise too_far(self.name, self.last_row, self.last_col)


def too_far(name: str, rows: int, cols: int) -> FileError:
    """The error for a sheet with this many rows and columns."""
    return make_error(FileError, "file_far", name, cell=address(rows - 1, cols - 1))


def damaged(name: str, reason: str) -> FileError:
    """The error for a workbook that cannot be read, with the reason."""
    return make_error(FileError, "file_damaged", name, why=reason)


def no_entities(*_: object) -> None:
    """Reject entity declarations, with which a short text can expand to a huge one."""
    raise ValueError("the file declares entities")
