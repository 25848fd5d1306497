"""The people on several lists: who is who from list to list, and what changed for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from hashlib import sha256

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.vocabulary.names import plain_name
from ..federation.directory import plain_token
from ..federation.ledger import LedgerEntry
from .published import PublishedEntry, PublishedList


@dataclass(frozen=True, slots=True)
class Person:
    """A person on one of the lists: the entries by list number, and the newest name."""

    page: str
    entries: Mapping[int, PublishedEntry]

    @property
    def last(self) -> PublishedEntry:
        """The entry on the newest list that contains the person."""
        return self.entries[max(self.entries)]

    @property
    def name(self) -> str:
        """The name on the newest list."""
        return self.last.player.name

    @property
    def former_names(self) -> list[str]:
        """Different names on earlier lists."""
        names = dict.fromkeys(self.entries[at].player.name for at in sorted(self.entries))
        return [name for name in names if name != self.name]

    def shown(self, at: int) -> PublishedEntry | None:
        """The entry on list number `at`, if it has a place there; otherwise None."""
        entry = self.entries.get(at)
        return entry if entry is not None and entry.place is not None else None


@dataclass(frozen=True)
class PersonMove:
    """A person on two consecutive lists; None if they are not on one of them."""

    person: Person
    before: PublishedEntry | None
    after: PublishedEntry | None

    @property
    def change(self) -> Decimal:
        """The change of rating; 0 for a person who is only on one of the lists."""
        if self.before is None or self.after is None:
            return Decimal(0)
        return (self.after.player.rating or Decimal(0)) - (self.before.player.rating or Decimal(0))


class ListSeries:
    """Lists in order, the oldest first, with the people and the events on all of them."""

    def __init__(self, lists: Sequence[PublishedList]) -> None:
        self.lists = _in_order(lists)
        self._of_token: list[dict[str, int]] = []
        self.people: tuple[Person, ...] = tuple(
            Person(page, own) for page, own in _people(self.lists, self._of_token)
        )

    def at(self, pace: str, lowest_first: Sequence[bool]) -> ListSeries:
        """A copy with all people and events, whose lists contain the ratings of one pace only."""
        found = copy(self)
        pairs = zip(self.lists, lowest_first, strict=True)
        found.lists = tuple(one.at(pace, lowest) for one, lowest in pairs)
        own = [{entry.token: entry for entry in one.entries} for one in found.lists]
        found.people = tuple(
            Person(person.page, {
                at: own[at].get(entry.token, replace(entry, place=None, change=None, n=None))
                for at, entry in person.entries.items()
            })
            for person in self.people
        )  # fmt: skip
        return found

    @property
    def newest(self) -> PublishedList:
        """The list in force."""
        return self.lists[-1]

    def person(self, at: int, token: str) -> Person | None:
        """The person identified by a token on a list, or on a later one; None for nobody."""
        for known in (self._of_token[at], *self._of_token[at + 1 :]):
            if token in known:
                return self.people[known[token]]
        return None

    @cached_property
    def _named(self) -> list[dict[str, list[Person]]]:
        found: list[dict[str, list[Person]]] = [{} for _ in self.lists]
        for person in self.people:
            for at, entry in person.entries.items():
                found[at].setdefault(plain_name(entry.player.name), []).append(person)
        return found

    def named(self, at: int, name: str) -> Person | None:
        """The only person of that name on a list; None if there is none, or several."""
        found = self._named[at].get(plain_name(name), [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def events(self) -> tuple[tuple[int, LedgerEntry], ...]:
        """Every event with the first of these lists that counts it, the newest first."""
        found: dict[tuple[str, str], tuple[int, LedgerEntry]] = {}
        for at, one in enumerate(self.lists):
            for held in one.events:
                key = (held.mark, held.file)
                first = found.get(key, (at, held))
                # A later list may no longer contain the pairings.
                found[key] = (first[0], first[1] if first[1].record else held)
        return tuple(sorted(found.values(), key=lambda it: (it[0], str(it[1].last or "")))[::-1])

    def moves(self, at: int) -> list[PersonMove]:
        """The changes from the previous list to this one, in the order of this list."""
        found = []
        for person in self.people:
            before, after = person.shown(at - 1) if at else None, person.shown(at)
            if before is not None or after is not None:
                found.append(PersonMove(person, before, after))
        last = len(self.people) + 1
        found.sort(key=lambda move: (move.after.place or last) if move.after else last)
        return found


def _in_order(lists: Sequence[PublishedList]) -> tuple[PublishedList, ...]:
    """The lists by date; in the order given if one has no date."""
    days = [one.day for one in lists]
    if all(days):
        twice = {day for day in days if days.count(day) > 1}
        if twice:
            two = ", ".join(one.file for one in lists if one.day in twice)
            raise make_error(ArgumentError, "pub_same_day", lists=two)
        return tuple(sorted(lists, key=lambda one: str(one.day)))
    return tuple(lists)


def _people(
    lists: Sequence[PublishedList], of_token: list[dict[str, int]]
) -> list[tuple[str, dict[int, PublishedEntry]]]:
    """All people: by ID, otherwise by name, which stays theirs when an ID is added."""
    found: list[tuple[str, dict[int, PublishedEntry]]] = []
    known: dict[str, int] = {}
    for at, one in enumerate(lists):
        without = {plain_name(entry.player.name): [] for entry in one.entries}  # type: dict[str, list[PublishedEntry]]
        for entry in one.entries:
            without[plain_name(entry.player.name)].append(entry)
        own: dict[str, int] = {}
        before = lists[at - 1].called if at else ()
        for was, now in (pair for pair in one.called if pair not in before):
            # A name or ID that was somebody's before a correction is not given to anyone else.
            if plain_token(was) in known and plain_token(now) not in known:
                known[plain_token(now)] = known.pop(plain_token(was))
        for entry in one.entries:
            number = known.get(entry.token)
            name = plain_name(entry.player.name)
            if number is None and entry.player.id and len(without[name]) == 1:
                # Without an ID on the previous list.
                number = known.get(name)
                if number is not None and max(found[number][1]) != at - 1:
                    number = None
                if number is not None:
                    # From now on, a namesake without ID is a different person.
                    del known[name]
            if entry.token in own:
                words = {"name": entry.player.name}
                raise make_error(ArgumentError, "pub_twice", entry.player.where, **words)
            if number is None or at in found[number][1]:
                number = len(found)
                found.append((_page(entry.token), {}))
            found[number][1][at] = entry
            own[entry.token] = known[entry.token] = number
        of_token.append(own)
    return found


def _page(token: str) -> str:
    """The name of a person's page, in characters that are valid in file systems and URLs.

    >>> _page("#1503014"), _page("../con")
    ('p1503014', 'p-a2436930f2eb')
    """
    number = token.removeprefix("#")
    if token.startswith("#") and number.isascii() and number.isdigit() and len(number) < 20:
        return f"p{number}"
    return "p-" + sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:12]
