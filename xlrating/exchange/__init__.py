"""Reading and writing what other programs hold: tables, workbooks, tournament files, lists."""

from __future__ import annotations

from .files import expect_ending, writable, write_whole
from .players import read_list, read_players
from .sheets import Sheets, open_sheets
from .tables import read_csv
from .trf import read_trf

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
