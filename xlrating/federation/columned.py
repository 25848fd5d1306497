"""A list that is kept by columns: what the modules that write lists ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..engine.event import Player
from .contents import Contents

#: What a cell of a list holds.
Cell = str | int | float
#: Keys of the columns, their headings, and the rows.
Table = tuple[list[str], list[str], list[list[Cell]]]


class Columned(Protocol):
    """A list that is kept by columns: the same cells as its entries would give."""

    def table(self, language: str) -> Table:
        """See `list_table`."""

    def csv(self, language: str) -> str:
        """See `list_csv`."""

    def parquet(self, language: str) -> bytes:
        """The same columns as Parquet."""

    def contents(self) -> Contents:
        """See `ledger_files.list_contents`."""

    def person(self, who: str) -> Player:
        """Whom of everybody a name or an ID means."""

    def with_standing(self, ways: Mapping[str, str], clubs: Mapping[str, str]) -> Columned:
        """See `standing.with_standing`: how the list has some people, by their plain tokens."""

    def numbers(self) -> dict[str, int]:
        """How many results count, how many people are rated, and for the first time."""
