"""A list as it was read, with its own data: the events it counts, and its provenance."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import NamedTuple

from ..engine.account import Account
from .ledger_files import Ledger
from .named_lists import day_in_name
from .people import ListPeople
from .provenance import Source


class RatingList(NamedTuple):
    """A list as it was read: its players, and its own data (`ledger`).

    `unknown` are the headings of columns that are not carried over. `several` says that it has
    columns for several paces.
    """

    path: Path
    players: ListPeople
    ledger: Ledger
    unknown: tuple[str, ...]
    several: bool = False
    account: Account | None = None

    @property
    def day(self) -> date | None:
        """The date that it contains, otherwise that at the beginning of its name, or None."""
        return day_of_list(self.path, self.ledger)

    @property
    def source(self) -> Source:
        """The list as the provenance of the next list names it."""
        return Source(self.path.name, self.day, self.ledger.contents.digest)


def day_of_list(path: Path, ledger: Ledger) -> date | None:
    """The date that a list contains, otherwise that at the beginning of its name, or None."""
    if ledger.made and ledger.made.day:
        return ledger.made.day
    named = day_in_name(path.name)
    return named.day if named else None
