"""Workbooks of OpenDocument by way of LibreOffice: in as .xlsx, and back again."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import make_error
from ..exchange.archive import UNPACKED_LIMIT
from ..exchange.files import AnyPath, read_bytes
from ..exchange.libreoffice import converted as all_converted
from ..exchange.libreoffice import libreoffice

#: The ending of OpenDocument, and the names of the filters that write each kind.
ODS = ".ods"
_FILTERS = {ODS: "calc8", ".xlsx": "Calc MS Excel 2007 XML"}


def book_bytes(path: AnyPath) -> bytes:
    """The workbook in a file as .xlsx or .xlsm; one of OpenDocument converted.

    Raises `FileError` where LibreOffice is needed and not there, or cannot convert it.
    """
    data = read_bytes(path, UNPACKED_LIMIT)
    return converted(Path(path).name, data, ".xlsx") if is_ods(path) else data


def is_ods(path: AnyPath) -> bool:
    """Whether a file is one of OpenDocument, by its name."""
    return Path(path).suffix.lower() == ODS


def converted(name: str, data: bytes, ending: str) -> bytes:
    """A workbook as LibreOffice writes it with this ending.

    Raises `FileError` where LibreOffice is not there, or gives nothing.
    """
    program = libreoffice()
    if program is None:
        raise make_error(FileError, "annotate_no_office", name)
    kind = f"{ending.removeprefix('.')}:{_FILTERS[ending]}"
    try:
        above = Path(tempfile.gettempdir())
        return all_converted(program, [data], Path(name).suffix, kind, above)[0]
    except (OSError, subprocess.TimeoutExpired):
        raise make_error(FileError, "annotate_office_failed", name) from None
