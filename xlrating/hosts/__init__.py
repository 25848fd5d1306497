"""The programs in which the worksheet functions run: one folder each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .host import Host

#: The programs, and for each the module with its `HOST`.
HOSTS = {
    "libreoffice": "libreoffice.extension",
    "excel": "excel.addin",
    "lambda": "lambdas.workbook",
    "lite": "lite.workbook",
}


def host_of(name: str) -> Host:
    """The host with that name; its module is imported only now."""
    found: Host = import_module(f".{HOSTS[name]}", __name__).HOST
    return found
