"""The programs that show the worksheet functions: a folder each, and nowhere else."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .host import Host

#: The programs, the module of each with its `HOST`, and what a user gets.
HOSTS = {
    "libreoffice": (
        "libreoffice.extension",
        "an extension (.oxt) for LibreOffice Calc: =XLRATING.NEW_RATING(...)",
    ),
    "excel": (
        "excel.addin",
        "an .xlsm for Excel on Windows with Python: =NEW_RATING(...), and a macro that checks",
    ),
    "lambda": (
        "lambdas.workbook",
        "a workbook for Excel 365, nothing to install: =NEW_RATING(...), all but two",
    ),
    "lite": (
        "lite.workbook",
        "a workbook for Excel with the add-in xlwings Lite: =XLRATING.NEW_RATING(...)",
    ),
}


def host_of(name: str) -> Host:
    """A program by its name; what its file needs is loaded now."""
    module, _ = HOSTS[name]
    found: Host = import_module(f".{module}", __name__).HOST
    return found
