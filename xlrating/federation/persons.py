"""Who the players of an event are on a rating list: by ID, otherwise by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace

from ..engine.errors import NotKnownError
from ..engine.event import Event, Player
from ..engine.lines import Step
from ..engine.rating import rules_on
from ..engine.report import OF_EVENT, OF_PERIOD, lasting
from ..engine.texts import wording
from ..engine.vocabulary.booleans import is_no
from ..engine.vocabulary.headings import PACED_FACTS, texts_of
from ..engine.vocabulary.names import (
    Names,
)
from .called import Called
from .directory import plain_token, token_of
from .findings import Findings as Findings
from .list_checks import are_different_numbers
from .people import Lines, ListPeople, people_of

#: What an event may contribute if the list has no value.
_LEARNT = ("title", "sex", "federation", "born", "games", "peak", "k")

#: Of these, the ones that do not change over time: differences are reported.
_COMPARED = ("title", "sex", "born", "k")


def marks_of(player: Player) -> dict[str, object]:
    """The marks of a player for a period, except those that mean no."""
    found = {name: player.facts.get(name) for name in OF_PERIOD}
    return {name: said for name, said in found.items() if not is_no(said)}


class Persons(Called):
    """The people of a list as they are `now`, by number; newcomers come after them.

    `marks` are about the period as a whole: a new title, absence.
    """

    def __init__(self, listed: Iterable[Player], found: Findings) -> None:
        self.before = people_of(listed)
        self._found = found
        # Without ID: only the name identifies them.
        self._newcomers = Names()
        #: Whether columns rate the people who stay away, instead of the engine one by one.
        self.by_columns = self.before.kernels is not None
        #: Each person's number of counted games, and whether the list shows them.
        self.gained = (self.before.same(0), self.before.same(True))
        parts = dict(self.before.parts)
        said = [parts.pop(name) for name in (*OF_PERIOD, *OF_EVENT) if name in parts]
        self.now = Lines(replace(self.before, parts=parts))
        self.marks = defaultdict[int, dict[str, object]](dict)
        for row in {row for column in said for row in column.rows(bool)}:
            self.marks[row] = marks_of(self.before[row])

    def token(self, number: int) -> str:
        """A person's one-line identifier: ``#`` and the ID, otherwise the name."""
        player = self.now[number]
        return token_of(player.id, player.key)

    def are_apart(self) -> bool:
        """Whether all persons are distinct: no ID equals another's name."""
        ids = self.before.parts["id"]
        if not self.knows_ids and len(self.now) == len(ids) and are_different_numbers(ids):
            return True
        if len(self.by_id) == len(self.now):
            # Everyone has an ID, and all are distinct.
            return True
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
        """The key that identifies each person."""
        found = self.now.people.keys()
        for row, player in self.now.changed.items():
            found[row] = player.key
        return found + [player.key for player in self.now.new]

    @property
    def steps(self) -> Mapping[int, list[Step]]:
        """Changes of ratings other than by events, as steps."""
        return self._found.steps

    def idle(self, played: Set[int]) -> Iterable[int]:
        """The people who stayed away from all events, if the engine has to rate them."""
        if not self.by_columns:
            return (number for number in range(len(self.now)) if number not in played)
        asked = {number for number, marks in self.marks.items() if marks}
        # Unless the person asked for is new to the list, or ambiguous.
        with suppress(NotKnownError):
            asked |= {self.before.row_of(self.before.asked)} if self.before.asked else set()
        return sorted((asked | set(range(self.listed, len(self.now)))) - played)

    def pass_time(self, reference: str, last: Event) -> None:
        """Let a period that ended with an event pass for those who are not `idle`."""
        if self.by_columns and (kernels := self.before.kernels):
            rules = rules_on(reference, last)
            self.now.people, self.gained = kernels.pass_time(self.now, rules, last)

    def without_rating(self) -> set[int]:
        """The people who have no rating now."""
        found = set(self.now.people.ratings().rows(lambda rating: rating is None))
        changed = {**self.now.changed, **dict(enumerate(self.now.new, len(self.now.people)))}
        for number, player in changed.items():
            (found.add if player.rating is None else found.discard)(number)
        return found

    def flushed(self) -> ListPeople:
        """Everyone's present facts, in columns."""
        return self.now.flushed()

    def learn(self, number: int, entry: Player) -> None:
        """Add facts from an entry that the list lacks, and report where it differs."""
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
        """Store an entry's marks for the period as a whole."""
        for part, said in marks_of(entry).items():
            marked = self.marks[number].setdefault(part, said)
            if marked != said:
                self._tell_other(entry, part, said, marked)

    def _rate(self, number: int, entry: Player) -> None:
        """Store the rating of a person who is not on the list."""
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
        """A person as the player `entry` of an event: present facts, and those about the event."""
        now: Player = self.now[number]
        facts = {k: v for k, v in entry.facts.items() if k in OF_EVENT}
        marks = self.marks[number] if with_marks else {}
        return replace(
            now,
            no=entry.no,
            facts={**now.facts, **facts, **marks},
            where=entry.where,
            places=entry.places,
        )

    def numbers(self, players: Sequence[Player]) -> list[int]:
        """The number of the person that each player of an event is."""
        if not players:
            return []
        if len(self.by_id) == len(self.now):
            return [self.by_id[plain_token(f"#{player.id}")] for player in players]
        numbers = {key: number for number, key in enumerate(self.keys())}
        return [numbers[player.key] for player in players]

    def update(self, players: Sequence[Player]) -> None:
        """Take over the players' facts after an event."""
        for number, player in zip(self.numbers(players), players, strict=True):
            self.now[number] = player

    def keep_title(self, number: int) -> None:
        """Store the new title of an unrated person, which gives no rating yet."""
        title = str(self.marks[number].get("new_title") or self.now[number].title)
        self.now[number] = replace(self.now[number], title=title)

    def event_of(self, numbers: Sequence[int]) -> Event:
        """An event without games for these persons, with their marks."""
        players = []
        for no, number in enumerate(numbers, 1):
            now = self.now[number]
            players.append(replace(now, no=no, facts={**now.facts, **self.marks[number]}))
        return Event(tuple(players))
