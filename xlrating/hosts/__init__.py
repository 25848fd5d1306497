"""The programs that show the worksheet functions: a folder each, and nowhere else."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .host import Host

#: The programs, and the module of each with its `HOST`.
HOSTS = {
    "libreoffice": "libreoffice.extension",
    "excel": "excel.addin",
    "lambda": "lambdas.workbook",
    "lite": "lite.workbook",
}


def host_of(name: str) -> Host:
    """A program by its name; what its file needs is loaded now."""
    found: Host = import_module(f".{HOSTS[name]}", __name__).HOST
    return found
