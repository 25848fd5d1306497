"""A rating list as read from its file: the players, and how their ratings came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from ..engine.event import Player
from ..engine.vocabulary.headings import OTHER_PACES
from ..engine.vocabulary.names import plain_name
from ..federation.directory import plain_token
from ..federation.ledger import LedgerEntry
from .rules_of import rules_at

#: A row of a sheet by the keys of its columns; an empty cell is ''.
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PublishedEntry:
    """A line of a list: the player, and everything else that the list shows.

    `place` is None for players who are kept but not shown; `club` is from the federation's own
    column; `paced` is the same at other paces, for those at which the list shows a rating;
    `standing` is why a rated player has no place: banned or inactive.
    """

    player: Player
    place: int | None
    change: Decimal | None = None
    n: int | None = None
    club: str = ""
    paced: Mapping[str, PublishedEntry] = field(default_factory=dict)
    standing: str = ""

    @property
    def paces(self) -> dict[str, Decimal]:
        """The ratings at other paces."""
        return {pace: one.player.rating or Decimal(0) for pace, one in self.paced.items()}

    @property
    def results(self) -> int:
        """How many games counted, at every pace.

        >>> ann = Player(1, "Ann")
        >>> PublishedEntry(ann, 1, paced={"rapid": PublishedEntry(ann, 1, n=3)}).results
        3
        """
        return sum(one.n or 0 for one in (self, *self.paced.values()))

    @property
    def token(self) -> str:
        """What identifies the player within this list: the ID, otherwise the name."""
        return plain_token(f"#{self.player.id}") if self.player.id else plain_name(self.player.name)


@dataclass(frozen=True)
class PublishedList:
    """A list. `rows` are those of its sheets changes, games and steps, by the player's token.

    `has_sheets` says whether the file has these sheets; `unclear` are names shared by several
    people, whose rows cannot be told apart; `missing` is what a preview could not read;
    `called` maps identifiers from before corrections to the present ones.
    """

    file: str
    day: date | None
    rules: str
    language: str
    entries: tuple[PublishedEntry, ...]
    events: tuple[LedgerEntry, ...]
    rows: Mapping[str, Mapping[str, tuple[Values, ...]]]
    has_sheets: bool
    unclear: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    called: tuple[tuple[str, str], ...] = ()

    def of(self, sheet: str, token: str) -> tuple[Values, ...]:
        """The rows about a player on a sheet."""
        return self.rows.get(sheet, {}).get(token, ())

    @property
    def left_out(self) -> str:
        """The files that a preview could not read; the reasons are for the officer only."""
        return ", ".join(dict.fromkeys(one.partition(": ")[0] for one in self.missing))

    @property
    def shown(self) -> tuple[PublishedEntry, ...]:
        """The entries with a place; in the standard list, if there are several paces."""
        return tuple(entry for entry in self.entries if entry.place is not None)

    def at(self, pace: str, lowest_first: bool = False) -> PublishedList:
        """The list for a pace: the players with a rating there, in order."""
        own = [
            replace(one.paced[pace], standing=one.standing)
            for one in self.entries if pace in one.paced
        ]  # fmt: skip
        sign = 1 if lowest_first else -1
        own.sort(key=lambda one: (one.standing, sign * (one.player.rating or 0), one.player.name))
        entries = tuple(
            replace(one, place=None if one.standing else place) for place, one in enumerate(own, 1)
        )
        return replace(self, entries=entries, rules=rules_at(self.rules, pace))

    @property
    def paces(self) -> tuple[str, ...]:
        """The other paces at which somebody has a rating."""
        return tuple(pace for pace in OTHER_PACES if any(pace in e.paces for e in self.entries))

    @property
    def listed(self) -> tuple[PublishedEntry, ...]:
        """The entries with a rating at any pace; those without a place come last, by name."""
        others = [e for e in self.entries if e.place is None and (e.paces or e.standing)]
        return (*self.shown, *sorted(others, key=lambda e: (e.player.name, e.player.id)))
