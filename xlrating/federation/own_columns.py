"""The columns of a list that are the federation's own: club, licence, e-mail. They stay on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..engine.errors import ArgumentError, RatingError
from ..engine.event import Player
from ..engine.problem import refusal
from ..engine.words.headings import heading_of, spellings
from ..engine.words.likeness import HARMLESS
from ..engine.words.names import plain_name
from ..exchange.table import Table
from .directory import plain_token

#: Headings of the column of clubs.
CLUBS = ("club", "клуб", "俱乐部", "棋社", "verein")
#: What a list works out anew each time, and `read_list` takes no notice of.
_SHOWN = ("rank",)


class OwnColumns(NamedTuple):
    """The headings as they are written, and the texts of each person, by number or name."""

    headings: tuple[str, ...] = ()
    texts: Mapping[str, tuple[str, ...]] = {}

    def of(self, player: Player) -> tuple[str, ...]:
        """What stands there of a person; one who has come by a number is found by the name."""
        found = self.texts.get(_key(player))
        if found is None and player.id:
            found = self.texts.get(plain_name(player.name))
        return found or ("",) * len(self.headings)

    def since(self, called: Iterable[tuple[str, str]]) -> OwnColumns:
        """The same for people who are told otherwise now; `called` are `Corrected.called`."""
        texts = dict(self.texts)
        for was, now in called:
            if (key := plain_token(was)) in texts:
                texts.setdefault(plain_token(now), texts[key])
        return self._replace(texts=texts)

    @property
    def club(self) -> int | None:
        """Which of them has the clubs."""
        heads = [heading_of(head) for head in self.headings]
        return next((at for at, head in enumerate(heads) if head in CLUBS), None)

    def with_clubs(self, clubs: Mapping[str, str]) -> OwnColumns:
        """The same with other clubs of some people, by their plain tokens."""
        texts, at = dict(self.texts), self.club
        if at is None:
            return self
        for token, club in clubs.items():
            own = texts.get(token, ("",) * len(self.headings))
            texts[token] = (*own[:at], club, *own[at + 1 :])
        return self._replace(texts=texts)


def _key(player: Player) -> str:
    return plain_token(f"#{player.id}") if player.id else plain_name(player.name)


def own_columns(
    table: Table,
    listed: Sequence[Player],
    unknown: Sequence[str],
    is_ours: bool = False,
    keep: Sequence[str] = (),
) -> tuple[OwnColumns, tuple[str, ...]]:
    """The columns of a list that are the federation's own, and the headings of those left out.

    `listed` and `unknown` are what `list_of` gave of the table; `is_ours` says that the list was
    written here, `keep` names columns besides. Raises `ArgumentError` for a name that none has.
    """
    kept = kept_of(unknown, table.name, is_ours, keep)
    if not kept:
        return OwnColumns(), tuple(unknown)
    columns = {name: _texts(table, name) for name in kept}
    kept = [name for name in kept if columns[name] is not None]
    texts = {
        _key(player): tuple((columns[name] or [])[at] for name in kept)
        for at, player in enumerate(listed)
    }
    headings = tuple(table.written[table.headings.index(name)] for name in kept)
    return OwnColumns(headings, texts), tuple(name for name in unknown if name not in kept)


def kept_of(
    unknown: Sequence[str], file: str, is_ours: bool = False, keep: Sequence[str] = ()
) -> list[str]:
    """Which of the headings of a file that mean nothing here are the federation's own.

    >>> kept_of(["club", "shoe", "change"], "list.csv", keep=["Shoe"])
    ['club', 'shoe']
    """
    wanted = {heading_of(name): name for name in keep}
    if missing := [name for head, name in wanted.items() if head not in unknown]:
        raise refusal(ArgumentError, "opt_keep", file, name=missing[0])
    shown = {name for part in _SHOWN for name in spellings(part)}
    return [
        name
        for name in unknown
        if name in wanted or ((is_ours or name in HARMLESS) and name not in shown)
    ]


def _texts(table: Table, name: str) -> list[str] | None:
    """The texts of a column; None where one of them is an error, or cannot be read."""
    try:
        return [row.text(name) for row in table.rows]
    except RatingError:
        return None
