"""OpenDocument workbooks, which LibreOffice converts to .xlsx and back."""

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

#: The extension of OpenDocument workbooks, and LibreOffice's filters that write each format.
ODS = ".ods"
_FILTERS = {ODS: "calc8", ".xlsx": "Calc MS Excel 2007 XML"}


def book_bytes(path: AnyPath) -> bytes:
    """The bytes of a workbook as .xlsx or .xlsm, converted if it is an OpenDocument one.

    Raises `FileError` if LibreOffice is needed but missing, or cannot convert it.
    """
    data = read_bytes(path, UNPACKED_LIMIT)
    return converted(Path(path).name, data, ".xlsx") if is_ods(path) else data


def is_ods(path: AnyPath) -> bool:
    """Whether a file is an OpenDocument workbook, by its extension."""
    return Path(path).suffix.lower() == ODS


def converted(name: str, data: bytes, ending: str) -> bytes:
    """The bytes of the workbook `name`, converted by LibreOffice to the extension `ending`.

    Raises `FileError` if LibreOffice is missing, or fails.
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
