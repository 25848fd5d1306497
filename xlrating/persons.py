"""Who on a rating list the players of an event are: by their ID, else by their name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Optional, Sequence
from unicodedata import normalize

from .event import Player
from .problems import Problem
from .report import OF_EVENT

#: How alike two names must be for one to be asked about as a misspelling of the other.
_ALIKE = 0.85


def plain_name(name: str) -> str:
    """A name without case, marks and order of its parts.

    >>> plain_name("Lee,  Ann") == plain_name("ann LEE")
    True
    """
    return " ".join(sorted(re.findall(r"\w+", normalize("NFKC", name).casefold())))


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
    """The people of a list by their keys, as they are now; players met later are added."""

    def __init__(self, listed: Sequence[Player], found: Findings) -> None:
        self.now: Dict[str, Player] = {}
        self._by_id: Dict[str, str] = {}
        self._by_name: Dict[str, List[str]] = {}
        for player in listed:
            if player.key in self.now:
                other = self.now[player.key].where
                found.is_wrong("fed_listed_twice", player.where, who=player.key, other=other)
            else:
                self._add(player)

    def _add(self, player: Player) -> None:
        self.now[player.key] = player
        if player.id:
            self._by_id[player.id] = player.key
        self._by_name.setdefault(plain_name(player.name), []).append(player.key)

    def meet(self, entry: Player, found: Findings) -> Optional[str]:
        """The key of the person whom a player of an event is; None where it is not clear."""
        if not entry.id and not entry.name:
            # A list of games may name players by nothing but a number: that of the list.
            entry = replace(entry, id=str(entry.no))
            if entry.id not in self._by_id:
                found.is_wrong("fed_nameless", entry.at("no"), no=entry.no)
                return None
        place, name = entry.at("name"), entry.name or entry.key
        called = self._by_name.get(plain_name(name), [])
        if entry.id in self._by_id:
            key = self._by_id[entry.id]
            if key not in called and entry.name not in ("", entry.id):
                listed = self.now[key].name
                found.notice("fed_name_differs", place, id=entry.id, name=name, listed=listed)
            return key
        ids = ", ".join(self.now[key].id for key in called if self.now[key].id)
        if entry.id and ids:
            found.is_wrong("fed_id_differs", entry.at("id"), id=entry.id, name=name, ids=ids)
            return None
        if len(called) > 1:
            found.is_wrong("fed_name_twice", place, name=name, ids=ids)
            return None
        if called:
            return called[0]
        near = self._near(name)
        found.notice("fed_new_near" if near else "fed_new", place, name=name, near=near)
        self._add(replace(entry, facts=lasting(entry)))
        return entry.key

    def _near(self, name: str) -> str:
        """Names on the list that this one may be a misspelling of."""
        from difflib import get_close_matches

        found = get_close_matches(plain_name(name), self._by_name, 3, _ALIKE)
        return ", ".join(self.now[key].name for one in found for key in self._by_name[one])


def lasting(player: Player) -> Dict[str, object]:
    """The facts of a player that do not belong to one event."""
    return {name: value for name, value in player.facts.items() if name not in OF_EVENT}


def entered(now: Player, entry: Player) -> Player:
    """A person as they enter an event: as on the list; what it does not say, as entered."""
    of_event = {name: value for name, value in entry.facts.items() if name in OF_EVENT}
    known = {
        name: getattr(now, name) or getattr(entry, name)
        for name in ("title", "sex", "federation", "born")
    }
    for name in ("games", "peak", "k"):
        value = getattr(now, name)
        known[name] = getattr(entry, name) if value is None else value
    return replace(
        now,
        no=entry.no,
        facts={**lasting(entry), **lasting(now), **of_event},
        where=entry.where,
        places=entry.places,
        **known,
    )
