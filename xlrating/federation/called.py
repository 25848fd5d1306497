"""Identifying players of events by the IDs and names on the list."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..engine.event import Player
from ..engine.vocabulary.names import (
    Names,
    Spellings,
    plain_name,
    plain_names,
    same_by_initials,
    with_initials,
)
from .directory import Alias, Directory, id_tokens, plain_token
from .findings import Findings
from .people import Lines, ListPeople

#: The beginning of a name with a character that not everyone types.
_OTHER_BEGINNING = re.compile(r"\n[^A-Za-z]")


def without_decimals(text: str) -> str:
    """The ID in a number that a program saved with decimals; '' for any other text.

    >>> without_decimals("1001.0"), without_decimals("1001"), without_decimals("12.10")
    ('1001', '', '')
    """
    whole, point, decimals = text.partition(".")
    return whole if point and whole.isdecimal() and not decimals.strip("0") else ""


class Called(Directory):
    """The people of a list as they are `now`; the `listed` ones come first."""

    before: ListPeople
    now: Lines
    _found: Findings
    _newcomers: Names

    @property
    def listed(self) -> int:
        """How many people are on the list."""
        return len(self.before)

    @property
    def knows_ids(self) -> bool:
        """Whether anyone was searched by ID; until then all IDs are those of the list."""
        return "by_id" in self.__dict__

    @cached_property
    def by_id(self) -> dict[str, int]:
        """The row for each ID token; the first if there are several."""
        keys = id_tokens(self.before.ids)
        found = dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))
        found.pop("", None)
        return found

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """The rows for each plain name; only built if not everyone is found by ID."""
        found: dict[str, list[int]] = {}
        names = [name or id_ for id_, name in self.before.named()]
        for row, name in enumerate(plain_names(names) if names else ()):
            found.setdefault(name, []).append(row)
        return found

    @property
    def figures(self) -> Set[str]:
        """The plain names that consist of digits only."""
        known = self.by_name if "by_name" in self.__dict__ else self._listed_figures
        return set(filter(str.isdecimal, known))

    @cached_property
    def _listed_figures(self) -> Set[str]:
        # Names that begin with a letter are not digits only.
        if not _OTHER_BEGINNING.search("\n".join(["", *self.before.parts["name"].kinds])):
            return set()
        names = [name for name in self.before.names if not name[:1].isalpha()]
        return set(map(plain_name, names))

    def named(self, name: str) -> list[int]:
        """The numbers of all people with a name."""
        plain = plain_name(name)
        if "by_name" not in self.__dict__ and plain.isdecimal():
            # Most files of games refer to players by ID alone.
            if plain not in self._listed_figures:
                return []
        return self.by_name.get(plain, [])

    def by_ledger(self, entry: Player) -> Player:
        """An entry of an event under the list's identifiers, if the ledger has another ID or
        name for the person; each case is reported once.
        """
        alias = self._alias_of(entry)
        if alias is None:
            return entry
        number = self.of_token(alias.now)
        line = None if number is None else self.now[number]
        id_, name = (
            (line.id, line.name) if line else (alias.now.lstrip("#"), alias.name or entry.name)
        )
        if alias.token not in self._found.told:
            self._found.told.add(alias.token)
            words: dict[str, object] = {
                "found": entry.id or entry.name,
                "id": id_ or "–",
                "name": name,
            }
            key = "reg_found" if alias.day is None else "reg_found_by"
            if alias.day is not None:
                words |= {"day": alias.day, "what": alias.what}
            self._found.notice(key, entry.at("id" if entry.id else "name"), **words)
        others = [n for n in self.named(entry.name) if n != number and n < self.listed]
        return replace(entry, id=id_, name=entry.name if others and entry.id else name)

    def _alias_of(self, entry: Player) -> Alias | None:
        """The ledger's alias for an entry; None if a line uses this ID or name now."""
        texts = [f"#{entry.id}"] if entry.id else [entry.name, f"#{entry.name}"]
        tokens = list(map(plain_token, texts))
        if any(token in self.by_id for token in tokens):
            return None
        lines = [] if entry.id else [self.now[number] for number in self.named(entry.name)]
        if any(plain_name(line.name or line.key) in tokens for line in lines):
            return None
        return next((self.aliases[token] for token in tokens if token in self.aliases), None)

    def find(self, entry: Player) -> int | None:
        """The number of the person that a player of an event is; None if it is unclear.

        Players with IDs must be resolved before those without: an ID also identifies names.
        """
        if self.aliases:
            entry = self.by_ledger(entry)
        name = entry.name or entry.id
        if entry.id:
            return self._with_that_id(entry, name)
        called, number = self.named(name), self.with_id(name)
        if number is not None:
            # A list of games may use the ID to refer to a player.
            return number
        if len(called) > 1:
            self._tell_unclear(name, called, entry.at("name"))
            return None
        return called[0] if called else self._new(entry)

    def _with_that_id(self, entry: Player, name: str) -> int | None:
        number = self.with_id(entry.id)
        if number is not None and "by_name" not in self.__dict__:
            # So far, everyone only has the name on the list.
            now = self.now[number]
            # Speed: the same as below, without everyone's names.
            if plain_name(now.name or now.id) == plain_name(name):
                return number
        called = self.named(name)
        if number in called:
            return number
        # The name belongs to someone else on the list, or to someone with another ID.
        others = [n for n in called if n < self.listed and (number is not None or self.now[n].id)]
        if others:
            words = {"id": entry.id, "name": name, "ids": self._ids(others)}
            self._found.is_wrong("fed_id_differs", entry.at("id"), **words)
            return None
        if number is None:
            without = [n for n in called if not self.now[n].id]
            # A list made from games alone may have an ID as name.
            without += [n for n in self.named(entry.id) if n not in without]
            if len(without) > 1:
                self._tell_unclear(name, without, entry.at("name"))
                return None
            return self._take_id(without[0], entry) if without else self._new(entry)
        alias = self.aliases.get(plain_token(name))
        if entry.name not in ("", entry.id) and not (alias and self.of_token(alias.now) == number):
            words = {"id": entry.id, "name": name, "listed": self.now[number].name}
            self._found.notice("fed_name_differs", entry.at("name"), **words)
            self.by_name.setdefault(plain_name(name), []).append(number)
        return number

    def _add(self, player: Player) -> int:
        number = len(self.now)
        names = self.by_name.setdefault(plain_name(player.name or player.key), [])
        self.now.append(player)
        if player.id:
            self.add_id(player.id, number)
        names.append(number)
        return number

    def _tell_unclear(self, name: str, numbers: Sequence[int], where: str) -> None:
        """Report a name that may be several people's."""
        self._found.is_wrong("fed_name_twice", where, name=name, ids=self._ids(numbers))

    def _ids(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.now[number].id or "–" for number in numbers)

    def _take_id(self, number: int, entry: Player) -> int:
        """Give a person on the list the ID of an entry, which the list lacks; its number."""
        now = self.now[number]
        name = entry.name if now.name in ("", entry.id) else now.name
        self.now[number] = replace(now, id=entry.id, name=name or now.name)
        self.by_id[plain_token(f"#{entry.id}")] = number
        self._found.notice("fed_id_taken", entry.at("id"), id=entry.id, name=name)
        return number

    def _new(self, entry: Player) -> int | None:
        """Add a person who is not on the list; None if the ID is a variant of one on it."""
        name = entry.name or entry.id
        for text in (entry.id, name):
            # Either file may have been saved by a program that added decimals.
            other = f"{text}.0" if text.isdecimal() else without_decimals(text)
            if other and self.with_id(other) is not None:
                words = {"found": text, "id": other}
                self._found.is_wrong("fed_id_decimals", entry.at("id"), **words)
                return None
        alike = self.with_id_like(entry.id, name)
        if alike is not None:
            now = self.now[alike]
            words = {"found": entry.id or name, "id": now.id, "name": now.name}
            key = "fed_id_alike" if alike < self.listed else "fed_new_alike"
            self._found.is_wrong(key, entry.at("id" if entry.id else "name"), **words)
            return None
        near = self._near(name) or self._by_initials(name)
        near = near or ("" if entry.id else ", ".join(self._newcomers.near(name)))
        if not entry.id:
            self._newcomers.add(name)
        words = {"name": name, "near": near}
        self._found.notice("fed_new_near" if near else "fed_new", entry.at("name"), **words)
        return self._add(Player(entry.no, name, id=entry.id, where=entry.where))

    def _near(self, name: str) -> str:
        """Names on the list of which this one may be a misspelling."""
        return ", ".join(self._spellings.near(name))

    @cached_property
    def _spellings(self) -> Any:
        names = [*self.now.people.names]
        for row, player in self.now.changed.items():
            names[row] = player.name
        names, kernels = names[: self.listed], self.before.kernels
        return kernels.spellings(names) if kernels else Spellings(names)

    def _by_initials(self, name: str) -> str:
        """Names on the list that equal this one except for initials."""
        found = same_by_initials(plain_name(name), self.by_name, self._initialled)
        return ", ".join(self.now[self.by_name[one][0]].name for one in found)

    @cached_property
    def _initialled(self) -> list[str]:
        return with_initials(self.by_name)
