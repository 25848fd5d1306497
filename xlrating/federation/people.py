"""The people of a list: a column of exact values for each fact about them.

This is the only way in which a list is stored, with and without numpy; a person becomes an object
when the engine needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, Protocol, overload

from ..engine.event import Event, Player
from ..engine.player_search import find_player
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.headings import AT_PACE, heading_of
from ..engine.vocabulary.names import plain_name
from .column import Column, Figures
from .directory import id_tokens, plain_token, token_of
from .own_columns import CLUBS
from .paces import FACTS, PACED, STANDARD

#: Text parts of a person, '' if missing, and other parts that are no facts.
_TEXTS = ("id", "name", "title", "sex", "federation")
_OF_PLAYER = (*_TEXTS, "rating", "born", "games", "peak", "k")
#: How many persons are listed in a message about an ambiguous name on a long list.
_NAMED = 9
#: Characters that are replaced in tokens.
_PARTED = re.compile(r"[;|\s]")


class Kernels(Protocol):
    """Operations on all people of a list at once, if numpy has read it."""

    def spellings(self, names: Sequence[str]) -> Any:
        """Names to be searched for very similar ones: see `Spellings`."""

    def pass_time(
        self, lines: Lines, rules: RuleSet, last: Event
    ) -> tuple[ListPeople, tuple[Column, Column]]:
        """The people whose lines are unchanged, after a period that ended with an event;
        with each one's number of games, and whether the list shows them.
        """


@dataclass(frozen=True, eq=False)
class ListPeople(Sequence[Player]):
    """The people of a list, in the order of its lines.

    `parts` are the facts about them, None for missing ones; `where` are their
    places for messages, `own` the federation's columns, by heading. The calculation
    of the person called `asked` is kept. `kernels` perform operations on everyone at once that are
    otherwise done one by one; `tell` receives the number of events rated, `met` are the pairings
    at other paces.
    """

    parts: Mapping[str, Column]
    where: Column
    own: Mapping[str, Column] = field(default_factory=dict)
    asked: str = ""
    kernels: Kernels | None = None
    tell: Callable[[int, int], object] = lambda done, all_: None
    met: Any = None

    @classmethod
    def of(cls, players: Iterable[Player], own: Mapping[str, Column] = {}) -> ListPeople:
        """The people made from these players.

        >>> ann = Player(1, "Ann", 2100, facts={"rapid_rating": 2050})
        >>> ListPeople.of([ann]).at_pace("rapid")[0].rating, ListPeople.of([ann])[0] == ann
        (Decimal('2050'), True)
        """
        known = tuple(players)
        facts = dict.fromkeys(chain.from_iterable(one.facts for one in known))
        parts = {
            part: Column.of([_said(one, part) for one in known]) for part in (*_OF_PLAYER, *facts)
        }
        return cls(parts, Column.of([one.where for one in known]), own)

    def __len__(self) -> int:
        return len(self.where)

    @overload
    def __getitem__(self, row: int) -> Player: ...

    @overload
    def __getitem__(self, row: slice) -> list[Player]: ...

    def __getitem__(self, row: int | slice) -> Player | list[Player]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if not 0 <= row < len(self):
            raise IndexError(row)
        said = {part: column[row] for part, column in self.parts.items()}
        own = {part: said.pop(part) for part in _OF_PLAYER}
        facts = {name: fact for name, fact in said.items() if fact is not None}
        return Player(row + 1, facts=facts, where=self.where[row], **own)

    @property
    def is_array(self) -> bool:
        """Whether numpy stores the rows."""
        return self.where.is_array

    def same(self, value: object) -> Column:
        """A column with the same value for everyone."""
        codes = self.where.codes
        return Column(codes * 0 if self.is_array else [0] * len(codes), [value])

    def ratings(self) -> Column:
        """The rating of each person."""
        return self.parts["rating"]

    @cached_property
    def ids(self) -> list[str]:
        """The ID of each person."""
        return self.parts["id"].values()

    @cached_property
    def names(self) -> list[str]:
        """The name of each person."""
        return self.parts["name"].values()

    def named(self) -> Iterable[tuple[str, str]]:
        """The ID and the name of each person."""
        return zip(self.ids, self.names, strict=True)

    def keys(self) -> list[str]:
        """The key that identifies each person."""
        if all(self.ids):
            return [*self.ids]
        both = enumerate(self.named(), 1)
        return [id_ or name or f"no. {no}" for no, (id_, name) in both]

    def tokens(self, rows: Any) -> list[str]:
        """The one-line identifiers of some people: see `token_of`."""
        if ids := self._plain_ids(rows):
            return [f"#{one}" for one in ids]
        return [token_of(id_ := self.ids[row], id_ or self.names[row]) for row in rows]

    def plain_tokens(self, rows: Any) -> list[str]:
        """The one-line identifiers of some people, each as `plain_token` returns it."""
        if ids := self._plain_ids(rows):
            return id_tokens(ids)
        return list(map(plain_token, self.tokens(rows)))

    def _plain_ids(self, rows: Any) -> list[str]:
        """The IDs of some people, if all have one that is its own token; otherwise empty."""
        own = self.parts["id"].take(rows)
        if own.is_array and isinstance(own.kinds, Figures) and own.kinds.is_array:
            return list(map(str, own.kinds.numbers.take(own.codes).tolist()))
        ids = (own.without_others() if own.is_array else own).values()
        return ids if all(ids) and not _PARTED.search("".join(ids)) else []

    def clubs(self) -> Sequence[str] | None:
        """The club of each person; None if the list has none."""
        own = (column.values() for head, column in self.own.items() if heading_of(head) in CLUBS)
        return next(own, None)

    def with_k(self) -> tuple[int, str]:
        """How many people have a K, and the place of the first."""
        given = self.parts["k"].rows(lambda k: k is not None)
        return len(given), self.where[given[0]] if given else ""

    def row_of(self, who: str) -> int:
        """The row of a person, by ID or name; `NotKnownError` unless exactly one matches."""
        text, plain = who.strip().casefold(), plain_name(who)
        named = list(self.named())
        near = [
            row for row, (id_, name) in enumerate(named)
            if text == id_.casefold() or plain == plain_name(name)
        ]  # fmt: skip
        near = near or [
            row for row, (_, name) in enumerate(named) if name.casefold().startswith(text)
        ]
        # Nobody reads all other names of a list that long.
        rows = near[:_NAMED] or range(min(len(self), _NAMED))
        people = [self[row] for row in rows]
        return people[find_player(who, people, has_numbers=False, plain=plain_name)].no - 1

    # --- the people after changes ---

    def after(self, changed: Mapping[int, Player], new: Sequence[Player] = ()) -> ListPeople:
        """The people with some replaced, and new ones added after them."""
        if not (changed or new):
            return self
        size, more = len(self), len(new)
        people = {**changed, **dict(enumerate(new, size))}
        facts = chain.from_iterable(one.facts for one in people.values())
        parts = {
            part: self._part(part).longer(more, "" if part in _TEXTS else None).put(
                {row: _said(one, part) for row, one in people.items()}
            )
            for part in dict.fromkeys((*self.parts, *facts))
        }  # fmt: skip
        where = self.where.longer(more).put(
            {row: people[row].where for row in range(size, size + more)}
        )
        own = {head: column.longer(more, "") for head, column in self.own.items()}
        return replace(self, parts=parts, where=where, own=own)

    def _part(self, part: str) -> Column:
        # An empty column is not false.
        return self.parts[part] if part in self.parts else self.same(None)

    def without(self, rows: Iterable[int]) -> ListPeople:
        """The people except those in some rows."""
        gone = {*rows}
        kept = self.where.places([row for row in range(len(self)) if row not in gone])
        parts, own = (
            {name: column.take(kept) for name, column in columns.items()}
            for columns in (self.parts, self.own)
        )
        return replace(self, parts=parts, where=self.where.take(kept), own=own)

    def with_lines(self, lines: Lines) -> ListPeople:
        """The people after their lines were changed."""
        changed = {row: one for row, one in lines.changed.items() if one is not None}
        found = self.after(changed, [one for one in lines.new if one is not None])
        gone = lines.changed.keys() - changed.keys()
        return found.without(gone) if gone else found

    # --- one pace of several ---

    def at_pace(self, pace: str) -> ListPeople:
        """The people as on the list of one pace: see `paces.at_pace`."""
        parts = {part: column for part, column in self.parts.items() if part not in PACED}
        if pace != STANDARD:
            parts |= {part: self._part(f"{pace}_{part}") for part in AT_PACE}
            parts["games"] = parts["games"].map(lambda n: None if n is None else int(n))
            parts = {part: column for part, column in parts.items() if part not in FACTS}
            known = [part for part in FACTS if f"{pace}_{part}" in self.parts]
            parts |= {part: self.parts[f"{pace}_{part}"] for part in known}
        return replace(self, parts=parts)

    def after_pace(self, pace: str, now: ListPeople) -> ListPeople:
        """The people with their present facts from the list of a pace: see `paces.with_pace`."""
        more, own = len(now) - len(self), (*AT_PACE, *FACTS)
        parts = {part: column.longer(more) for part, column in self.parts.items()}
        paced = dict(now.parts)
        if pace != STANDARD:
            paced |= {f"{pace}_{part}": paced.pop(part) for part in own if part in paced}
        return replace(now, parts={**parts, **paced})


def people_of(listed: Iterable[Player]) -> ListPeople:
    """The people of a list, in whatever form they are given."""
    return listed if isinstance(listed, ListPeople) else ListPeople.of(listed)


def _said(player: Player, part: str) -> Any:
    """A fact about a person; None if it is missing."""
    if part in _OF_PLAYER:
        return getattr(player, part)
    fact = player.facts.get(part)
    return None if fact in (None, "", ()) else fact


class Lines(MutableSequence[Any]):
    """The lines of a list: changed ones are objects, the others columns.

    New people come after them; None is a line merged into another one.
    """

    def __init__(self, people: ListPeople) -> None:
        self.people = people
        self.changed: dict[int, Any] = {}
        self.new: list[Any] = []

    def __len__(self) -> int:
        return len(self.people) + len(self.new)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if row >= len(self.people):
            return self.new[row - len(self.people)]
        return self.changed[row] if row in self.changed else self.people[row]

    def __setitem__(self, row: Any, player: Any) -> None:
        if row >= len(self.people):
            self.new[row - len(self.people)] = player
        else:
            self.changed[row] = player

    def __delitem__(self, row: Any) -> None:
        raise TypeError("nobody is taken out of a list: events know people by their rows")

    def insert(self, row: int, player: Any) -> None:
        """Add a person after all others; no other position is possible."""
        assert row == len(self), row
        self.new.append(player)

    def flushed(self) -> ListPeople:
        """Everyone's present facts, in columns."""
        self.people = self.people.with_lines(self)
        self.changed, self.new = {}, []
        return self.people
