"""A list as it was read, with what it says of itself."""

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
    """A list as it was read: its players, and what it says of itself.

    `unknown` are columns that mean nothing here and are not kept. `several` says that it has
    columns for more paces than one.
    """

    path: Path
    players: ListPeople
    ledger: Ledger
    unknown: tuple[str, ...]
    several: bool = False
    account: Account | None = None

    @property
    def day(self) -> date | None:
        """The day that it says, or the one at the beginning of its name."""
        return day_of_list(self.path, self.ledger)

    @property
    def source(self) -> Source:
        """What a list that is made from it says of it."""
        return Source(self.path.name, self.day, self.ledger.contents.digest)


def day_of_list(path: Path, ledger: Ledger) -> date | None:
    """The day that a list says of itself, or the one at the beginning of its name."""
    if ledger.made and ledger.made.day:
        return ledger.made.day
    named = day_in_name(path.name)
    return named.day if named else None
