"""Reading and writing other programs' files: tables, workbooks, tournament files, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .files import expect_ending, writable, write_whole
    from .players import read_list, read_players
    from .sheets import Sheets, open_sheets
    from .tables import read_csv
    from .trf import read_trf

_MODULES = {
    "Sheets": "sheets",
    "expect_ending": "files",
    "open_sheets": "sheets",
    "read_csv": "tables",
    "read_list": "players",
    "read_players": "players",
    "read_trf": "trf",
    "writable": "files",
    "write_whole": "files",
}

__all__ = [
    "Sheets",
    "expect_ending",
    "open_sheets",
    "read_csv",
    "read_list",
    "read_players",
    "read_trf",
    "writable",
    "write_whole",
]


def __getattr__(name: str) -> Any:
    """Load a name on first use: a process that reads one file then starts faster."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return found
