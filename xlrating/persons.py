"""Who on a rating list the players of an event are: by their ID, else by their name."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Iterable, List, Optional, Sequence
from unicodedata import category, normalize

from .event import Event, Player
from .problems import Problem
from .report import OF_EVENT, OF_PERIOD, lasting

#: How alike two names must be for one to be asked about as a misspelling of the other.
_ALIKE = 0.85

#: What an event may say of a player where the list says nothing.
_LEARNT = ("title", "sex", "federation", "born", "games", "peak", "k")

#: Those of them that do not change by themselves: two that differ are told.
_COMPARED = ("title", "sex", "born")


def plain_name(name: str) -> str:
    """A name without case, marks between its parts, and their order; Chinese without blanks.

    >>> plain_name("Lee,  Ann") == plain_name("ann LEE"), plain_name("王　伟")
    (True, '王伟')
    """
    text = normalize("NFKC", name).casefold()
    # Combining marks are letters of a name: two that differ in them are two names.
    kept = "".join(c if c.isalnum() or category(c)[0] == "M" else " " for c in text).split()
    if kept and all("\u3400" <= c <= "\u9fff" for part in kept for c in part):
        return "".join(kept)
    return " ".join(sorted(kept)) or text


def _unmarked(name: str) -> str:
    """A plain name as it may be misspelt: without accents."""
    return "".join(c for c in normalize("NFD", plain_name(name)) if category(c) != "Mn")


class Findings:
    """What stands in the way of a list, and what somebody should look at."""

    def __init__(self) -> None:
        self.wrong: List[Problem] = []
        self.notices: List[Problem] = []

    def is_wrong(self, key: str, where: str, **words: object) -> None:
        """Add something that must be mended first."""
        self.wrong.append(Problem(key, words, where))

    def notice(self, key: str, where: str, **words: object) -> None:
        """Add something to look at."""
        self.notices.append(Problem(key, words, where))


class Persons:
    """The people of a list as they are `now`, by number; those met later come after them.

    `marks` are what is said of the period as a whole: a new title, absence.
    """

    def __init__(self, listed: Sequence[Player], found: Findings) -> None:
        self.now: List[Player] = []
        self.marks: Dict[int, Dict[str, object]] = {}
        self.listed = len(listed)
        self._found = found
        self._by_id: Dict[str, int] = {}
        self._by_name: Dict[str, List[int]] = {}
        for player in listed:
            self._add(player)

    def _add(self, player: Player) -> int:
        number = len(self.now)
        names = self._by_name.setdefault(plain_name(player.name or player.key), [])
        self.marks[number] = {k: v for k, v in player.facts.items() if k in OF_PERIOD}
        self.now.append(replace(player, facts=lasting(player.facts)))
        if player.id:
            self._by_id.setdefault(player.id, number)
        names.append(number)
        return number

    def find(self, entry: Player) -> Optional[int]:
        """The number of the person whom a player of an event is; None where it is not clear.

        Whoever has an ID must be asked for before those who have none: an ID tells names.
        """
        name = entry.name or entry.id
        called = self._by_name.get(plain_name(name), [])
        number = self._by_id.get(entry.id or name)
        known = [one for one in called if one < self.listed]
        if entry.id:
            is_known = number is not None
            others = [n for n in known if n != number and (is_known or self.now[n].id)]
            if others:
                words = {"id": entry.id, "name": name, "ids": self._ids(others)}
                self._found.is_wrong("fed_id_differs", entry.at("id"), **words)
                return None
            if number is None and known:
                return self._with_id(known[0], entry)
        elif number is None and called:
            if len(called) == 1:
                return called[0]
            words = {"name": name, "ids": self._ids(called)}
            self._found.is_wrong("fed_name_twice", entry.at("name"), **words)
            return None
        if number is None:
            return self._new(entry)
        if number not in called and entry.id and entry.name not in ("", entry.id):
            words = {"id": entry.id, "name": name, "listed": self.now[number].name}
            self._found.notice("fed_name_differs", entry.at("name"), **words)
            self._by_name.setdefault(plain_name(name), []).append(number)
        return number

    def _ids(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.now[number].id or "–" for number in numbers)

    def _with_id(self, number: int, entry: Player) -> int:
        """Somebody whose ID the list does not have."""
        self.now[number] = replace(self.now[number], id=entry.id)
        self._by_id[entry.id] = number
        self._found.notice("fed_id_taken", entry.at("id"), id=entry.id, name=entry.name)
        return number

    def _new(self, entry: Player) -> int:
        """Somebody who is not on the list."""
        name = entry.name or entry.id
        near = self._near(name)
        words = {"name": name, "near": near}
        self._found.notice("fed_new_near" if near else "fed_new", entry.at("name"), **words)
        return self._add(Player(entry.no, name, id=entry.id, where=entry.where))

    def _near(self, name: str) -> str:
        """Names on the list that this one may be a misspelling of."""
        from difflib import get_close_matches

        names: Dict[str, List[str]] = {}
        for player in self.now[: self.listed]:
            names.setdefault(_unmarked(player.name), []).append(player.name)
        found = get_close_matches(_unmarked(name), names, 3, _ALIKE)
        return ", ".join(one for spelt in found for one in names[spelt])

    def learn(self, number: int, entry: Player) -> None:
        """Take from an entry what the list does not say, and tell where it says otherwise."""
        now = self.now[number]
        who = {"name": now.name}
        learnt = {}
        for part in _LEARNT:
            known, said = getattr(now, part), getattr(entry, part)
            if known in (None, "") and said not in (None, ""):
                learnt[part] = said
                if part == "k":
                    self._found.notice("fed_k_typed", entry.at("k"), k=said, **who)
            elif part in _COMPARED and said not in (None, "", known):
                words = {**who, "found": said, "used": known}
                self._found.notice("fed_other_fact", entry.at(part), **words)
        for part in OF_PERIOD:
            said = entry.facts.get(part)
            if said is not None and self.marks[number].setdefault(part, said) != said:
                words = {**who, "found": said, "used": self.marks[number][part]}
                self._found.notice("fed_other_fact", entry.at(part), **words)
        if number >= self.listed and entry.rating is not None:
            if now.rating is None:
                learnt["rating"] = entry.rating
                words = {**who, "rating": entry.rating}
                self._found.notice("fed_new_rated", entry.at("rating"), **words)
            elif now.rating != entry.rating:
                words = {**who, "rating": entry.rating, "other": now.rating}
                self._found.is_wrong("fed_new_ratings", entry.at("rating"), **words)
        self.now[number] = replace(now, facts={**lasting(entry.facts), **now.facts}, **learnt)

    def entered(self, number: int, entry: Player, with_marks: bool) -> Player:
        """A person as they enter an event."""
        now = self.now[number]
        facts = {k: v for k, v in entry.facts.items() if k in OF_EVENT}
        marks = self.marks[number] if with_marks else {}
        return replace(
            now,
            no=entry.no,
            facts={**now.facts, **facts, **marks},
            where=entry.where,
            places=entry.places,
        )

    def update(self, players: Iterable[Player]) -> None:
        """Take over how persons are after an event."""
        numbers = {player.key: number for number, player in enumerate(self.now)}
        for player in players:
            self.now[numbers[player.key]] = player

    def event_of(self, numbers: Sequence[int]) -> Event:
        """An event without games of these persons, with their marks."""
        players = []
        for no, number in enumerate(numbers, 1):
            now = self.now[number]
            players.append(replace(now, no=no, facts={**now.facts, **self.marks[number]}))
        return Event(tuple(players))
