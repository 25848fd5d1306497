"""Who on a rating list the players of an event are: by their ID, else by their name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence, Set
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from ..engine.event import Event, Player
from ..engine.lines import Step
from ..engine.report import OF_EVENT, OF_PERIOD, lasting
from ..engine.texts import wording
from ..engine.words.headings import PACED_FACTS, texts_of
from ..engine.words.marks import is_no
from ..engine.words.names import Names, Spellings, plain_name, same_by_initials, with_initials
from .called import Called
from .directory import plain_token, token_of
from .findings import Findings as Findings

#: What an event may say of a player where the list says nothing.
_LEARNT = ("title", "sex", "federation", "born", "games", "peak", "k")

#: Those of them that do not change by themselves: two that differ are told.
_COMPARED = ("title", "sex", "born", "k")


def marks_of(player: Player) -> dict[str, object]:
    """What is said of a player for a period, where it is not a no."""
    found = {name: player.facts.get(name) for name in OF_PERIOD}
    return {name: said for name, said in found.items() if not is_no(said)}


def without_decimals(text: str) -> str:
    """The ID that a program made a number with decimals of; '' of any other text.

    >>> without_decimals("1001.0"), without_decimals("1001"), without_decimals("12.10")
    ('1001', '', '')
    """
    whole, point, decimals = text.partition(".")
    return whole if point and whole.isdecimal() and not decimals.strip("0") else ""


class Persons(Called):
    """The people of a list as they are `now`, by number; those met later come after them.

    `marks` are what is said of the period as a whole: a new title, absence.
    """

    def __init__(self, listed: Sequence[Player], found: Findings) -> None:
        self.now: MutableSequence[Player] = []
        self.marks: dict[int, dict[str, object]] = {}
        self.listed = len(listed)
        self._found = found
        self._spellings: Spellings | None = None
        # Without an ID: nothing but a name says who they are.
        self._newcomers = Names()
        for player in listed:
            self._add(player)

    def _add(self, player: Player) -> int:
        number = len(self.now)
        names = self.by_name.setdefault(plain_name(player.name or player.key), [])
        self.marks[number] = marks_of(player)
        facts = lasting(player.facts)
        self.now.append(player if facts == player.facts else replace(player, facts=facts))
        if player.id:
            self.add_id(player.id, number)
        names.append(number)
        return number

    def find(self, entry: Player) -> int | None:
        """The number of the person whom a player of an event is; None where it is not clear.

        Whoever has an ID must be asked for before those who have none: an ID tells names.
        """
        if self.aliases:
            entry = self.by_ledger(entry)
        name = entry.name or entry.id
        called = self.named(name)
        if entry.id:
            return self._with_that_id(entry, name, called)
        number = self.with_id(name)
        if number is not None:
            # A list of games may call a player by the ID.
            return number
        if len(called) > 1:
            self._tell_unclear(name, called, entry.at("name"))
            return None
        return called[0] if called else self._new(entry)

    def _with_that_id(self, entry: Player, name: str, called: list[int]) -> int | None:
        number = self.with_id(entry.id)
        if number in called:
            return number
        # On the list, and either somebody else's name or one with another ID.
        others = [n for n in called if n < self.listed and (number is not None or self.now[n].id)]
        if others:
            words = {"id": entry.id, "name": name, "ids": self._ids(others)}
            self._found.is_wrong("fed_id_differs", entry.at("id"), **words)
            return None
        if number is None:
            without = [n for n in called if not self.now[n].id]
            # A list made from games alone may have an ID for a name.
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

    def token(self, number: int) -> str:
        """What tells a person in one line of text: ``#`` and the ID, else the name."""
        player = self.now[number]
        return token_of(player.id, player.key)

    def are_apart(self) -> bool:
        """Whether no two persons would be one: an ID that is another's name."""
        keys = self.keys()
        if len(set(keys)) == len(keys):
            return True
        numbers: dict[str, list[int]] = {}
        for number, key in enumerate(keys):
            numbers.setdefault(key, []).append(number)
        for key, twins in numbers.items():
            if len(twins) > 1:
                self._tell_unclear(key, twins, self.now[twins[-1]].where)
        return False

    def keys(self) -> list[str]:
        """What makes each of them one person."""
        return [player.key for player in self.now]

    @property
    def steps(self) -> Mapping[int, list[Step]]:
        """What was done to their ratings besides the events."""
        return self._found.steps

    def idle(self, played: Set[int]) -> Iterable[int]:
        """Those who stayed away from all events, as far as `rate` is asked for them."""
        return (number for number in range(len(self.now)) if number not in played)

    def pass_time(self, reference: str, last: Event) -> None:
        """Let a period that ended with an event pass for those who are not `idle`."""

    def without_rating(self) -> set[int]:
        """Those who have no rating now."""
        return {number for number, player in enumerate(self.now) if player.rating is None}

    def outside(self, bounds: tuple[Decimal, Decimal], entries: Iterable[Any]) -> Iterable[Player]:
        """Those of a list that was made whose ratings may be beyond some bounds."""
        return (entry.player for entry in entries)

    def touched(self) -> Iterable[int]:
        """Those of whom the next list has something to say."""
        return range(len(self.now))

    def _tell_unclear(self, name: str, numbers: Sequence[int], where: str) -> None:
        """Tell of a name that may be several people's."""
        self._found.is_wrong("fed_name_twice", where, name=name, ids=self._ids(numbers))

    def _ids(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.now[number].id or "–" for number in numbers)

    def _take_id(self, number: int, entry: Player) -> int:
        """Somebody whose ID the list does not have."""
        now = self.now[number]
        name = entry.name if now.name in ("", entry.id) else now.name
        self.now[number] = replace(now, id=entry.id, name=name or now.name)
        self.by_id[plain_token(f"#{entry.id}")] = number
        self._found.notice("fed_id_taken", entry.at("id"), id=entry.id, name=name)
        return number

    def _new(self, entry: Player) -> int | None:
        """Somebody who is not on the list; None where the ID is one of it, written otherwise."""
        name = entry.name or entry.id
        for text in (entry.id, name):
            whole = without_decimals(text)
            if whole and self.with_id(whole) is not None:
                words = {"found": text, "id": whole}
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
        """Names on the list that this one may be a misspelling of."""
        if self._spellings is None:
            self._spellings = Spellings(player.name for player in self.now[: self.listed])
        return ", ".join(self._spellings.near(name))

    def _by_initials(self, name: str) -> str:
        """Names on the list that are this one but for initials."""
        found = same_by_initials(plain_name(name), self.by_name, self._initialled)
        return ", ".join(self.now[self.by_name[one][0]].name for one in found)

    @cached_property
    def _initialled(self) -> list[str]:
        return with_initials(self.by_name)

    def learn(self, number: int, entry: Player) -> None:
        """Take from an entry what the list does not say, and tell where it says otherwise."""
        now = self.now[number]
        learnt = {}
        for part in _LEARNT:
            known, said = getattr(now, part), getattr(entry, part)
            if known in (None, "") and said not in (None, ""):
                learnt[part] = said
                if part == "k":
                    self._found.notice("fed_k_typed", entry.at("k"), k=said, name=now.name)
            elif part in _COMPARED and said not in (None, "", known):
                self._tell_other(entry, part, said, known)
        said = {name: fact for name, fact in entry.facts.items() if name not in PACED_FACTS}
        facts = {**lasting(said), **now.facts}
        self.now[number] = replace(now, facts=facts, **learnt)
        self._mark(number, entry)
        if number >= self.listed and entry.rating is not None:
            self._rate(number, entry)

    def _mark(self, number: int, entry: Player) -> None:
        """What an entry says of the period as a whole."""
        for part, said in marks_of(entry).items():
            marked = self.marks[number].setdefault(part, said)
            if marked != said:
                self._tell_other(entry, part, said, marked)

    def _rate(self, number: int, entry: Player) -> None:
        """The rating that somebody brings who is not on the list."""
        now = self.now[number]
        words = {"name": now.name, "rating": entry.rating, "other": now.rating}
        if now.rating is None:
            self.now[number] = replace(now, rating=entry.rating)
            self._found.notice("fed_new_rated", entry.at("rating"), **words)
        elif now.rating != entry.rating:
            self._found.is_wrong("fed_new_ratings", entry.at("rating"), **words)

    def _tell_other(self, entry: Player, part: str, said: object, used: object) -> None:
        what = wording(texts_of(part)[0])
        words = {"name": entry.name or entry.key, "what": what, "found": said, "used": used}
        self._found.notice("fed_other_fact", entry.at(part), **words)

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
        numbers = {key: number for number, key in enumerate(self.keys())}
        for player in players:
            self.now[numbers[player.key]] = player

    def keep_title(self, number: int) -> None:
        """Somebody without rating who has a new title: it is theirs, and gives no rating yet."""
        title = str(self.marks[number].get("new_title") or self.now[number].title)
        self.now[number] = replace(self.now[number], title=title)

    def event_of(self, numbers: Sequence[int]) -> Event:
        """An event without games of these persons, with their marks."""
        players = []
        for no, number in enumerate(numbers, 1):
            now = self.now[number]
            players.append(replace(now, no=no, facts={**now.facts, **self.marks[number]}))
        return Event(tuple(players))
