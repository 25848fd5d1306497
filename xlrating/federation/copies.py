"""Events that occur twice: in one folder, or in a folder and already counted by the list."""

from __future__ import annotations

from bisect import bisect, insort
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ..engine.problems import Problem
from ..engine.vocabulary.names import plain_name
from .directory import plain_token
from .ledger import Games, LedgerEntry, as_games
from .persons import Findings, Persons

#: How much of two events must be equal for one to be a copy of the other; for few games that
#: may be coincidence, for many it is not.
_SAME, FEW, _MANY = 0.8, 3, 6

#: Of the events in which two people met, only this many before and after a day are compared with
#: one of that day: a club that plays every week for years then does not take longer each week.
_NEAREST = 25

#: How many differences between two files are reported.
_NAMED = 5


@dataclass(frozen=True)
class _KnownEvent:
    """An event with its games by people's present identifiers, and if the list counts it."""

    event: LedgerEntry
    games: Games
    is_listed: bool

    @cached_property
    def pairs(self) -> Collection[tuple[str, str]]:
        """The pairs that met, in any round; computed for each event compared with this one."""
        return {(one, other) for _, one, other in self.games}

    def may_be_at_the_time_of(self, other: _KnownEvent) -> bool:
        """Whether two events may have a day in common, as far as their dates are known."""
        mine, theirs = self.event, other.event
        if not (mine.first and mine.last and theirs.first and theirs.last):
            return True
        return mine.first <= theirs.last and theirs.first <= mine.last


def tell_copies(
    sent: Sequence[LedgerEntry],
    listed: Sequence[LedgerEntry],
    persons: Persons,
    own: Collection[str],
    found: Findings,
) -> None:
    """Report submitted events that are copies of `listed` ones or of each other.

    A file's contents cannot always tell a correction from another event of the same people:
    the user may declare a file to be an event of its `own`.
    """
    today: dict[str, str] = {}
    seen = _Seen()
    for event in listed:
        seen.add(_KnownEvent(event, by_people_of_today(event.games, persons, today), True))
    for event in sent:
        one = _KnownEvent(event, event.games, False)
        if event.file not in own and one.games:
            _tell(one, seen, persons, found)
        seen.add(one)


def by_people_of_today(games: Games, persons: Persons, today: dict[str, str]) -> Games:
    """Games by people's present tokens: an ID may have been added since."""
    for token in {token for _, *pair in games for token in pair} - set(today):
        number = persons.of_token(token)
        today[token] = token if number is None else plain_token(persons.token(number))
    return as_games(
        (round_, today[one], today[other], code) for (round_, one, other), code in games.items()
    )


class _Seen:
    """The events so far, searchable by their games."""

    def __init__(self) -> None:
        self._events: list[_KnownEvent] = []
        self._by_mark: dict[str, list[int]] = {}
        self._by_pair: dict[tuple[str, str], list[tuple[date, int]]] = {}
        self._without_games: dict[str, list[int]] = {}

    def add(self, one: _KnownEvent) -> None:
        """Add an event."""
        number = len(self._events)
        self._events.append(one)
        self._by_mark.setdefault(one.event.mark, []).append(number)
        for pair in one.pairs:
            insort(self._by_pair.setdefault(pair, []), (_day(one), number))
        if one.is_listed and not one.games and one.event.title:
            self._without_games.setdefault(plain_name(one.event.title), []).append(number)

    def of_mark(self, one: _KnownEvent) -> list[_KnownEvent]:
        """The events with exactly the same games."""
        return [self._events[number] for number in self._by_mark.get(one.event.mark, ())]

    def of_people(self, one: _KnownEvent) -> list[_KnownEvent]:
        """The events in which mostly the same people met, or some of them at the same time, those
        with most such pairs first.
        """
        shared: Counter[int] = Counter()
        for pair in one.pairs:
            met = self._by_pair.get(pair, [])
            at = bisect(met, (_day(one), len(self._events)))
            shared.update(number for _, number in met[max(0, at - _NEAREST) : at + _NEAREST])
        size = len(one.pairs)
        return [
            other
            for number, pairs in shared.most_common()
            if 2 * pairs > min(size, len((other := self._events[number]).pairs))
            or (pairs >= FEW and one.may_be_at_the_time_of(other))
        ]

    def of_name(self, one: _KnownEvent) -> list[_KnownEvent]:
        """The events of that name and time whose games are no longer recorded."""
        numbers = self._without_games.get(plain_name(one.event.title), ())
        named = (self._events[number] for number in numbers)
        return [other for other in named if one.may_be_at_the_time_of(other)]


def _day(one: _KnownEvent) -> date:
    return one.event.last or date.max


def _tell(one: _KnownEvent, seen: _Seen, persons: Persons, found: Findings) -> None:
    """Report the event that this one is, or may be, a copy of."""

    def words(other: _KnownEvent) -> dict[str, object]:
        return {"file": one.event.file, "other": _described(other)}

    near = seen.of_people(one)
    same = [other for other in near if other.games == one.games]
    for other in (*seen.of_mark(one), *same):
        if one.may_be_at_the_time_of(other) or len(one.games) >= _MANY:
            key = "fed_held" if other.is_listed else "fed_same_event"
            found.is_wrong(key, one.event.file, **words(other))
            return
    for other in near:
        if _is_copy(one, other):
            key = "fed_held_other" if other.is_listed else "fed_same_event_other"
            if _alike(one, other) == len(one.games) == len(other.games):
                # The order of lines without rounds may differ.
                key = "fed_held" if other.is_listed else "fed_same_event"
            elif other.is_listed and other.games.items() <= one.games.items():
                key = "fed_held_part"
            differences = _differences(one.games, other.games, persons)
            found.is_wrong(key, one.event.file, differences=differences, **words(other))
            return
    for other in seen.of_name(one):
        found.is_wrong("fed_held_name", one.event.file, **words(other))
        return
    for other in near:
        if _is_like(one, other):
            key = "fed_like_held" if other.is_listed else "fed_like_event"
            found.notice(key, one.event.file, **words(other))
            return
        if n := _in_common(one, other):
            key = "fed_part_held" if other.is_listed else "fed_part_event"
            found.notice(key, one.event.file, n=n, **words(other))


def _same(one: _KnownEvent, other: _KnownEvent) -> tuple[int, int, int]:
    """Of the smaller event's games: how many the other has, with equal results, and in all."""
    small, large = sorted((one.games, other.games), key=len)
    met = [game for game in small if game in large]
    return len(met), sum(small[game] == large[game] for game in met), len(small)


def _is_copy(one: _KnownEvent, other: _KnownEvent) -> bool:
    """Whether one of two events is a copy of the other, in part or corrected.

    At the same time, if most games are equal: rapid and blitz events of one evening may have the
    same pairings. At different times only if everything is equal, in too many games for
    coincidence: the same people may meet every week in the same order.
    """
    _, same, size = _same(one, other)
    larger = max(len(one.games), len(other.games))
    alike = _alike(one, other)
    # Rounds may only follow from the order of lines; otherwise they are part of the facts.
    is_all = alike == larger and not (one.event.says_rounds and other.event.says_rounds)
    if not one.may_be_at_the_time_of(other):
        return same == size >= _MANY or (is_all and larger >= _MANY)
    if 2 * same > size and (size >= FEW or len(one.games) == len(other.games)):
        return True
    # Rounds may have been renumbered.
    return (is_all and larger >= FEW) or (larger >= _MANY and alike >= _SAME * larger)


def _alike(one: _KnownEvent, other: _KnownEvent) -> int:
    """How many games of two events are equal except for their rounds."""
    mine, theirs = (_results(each.games) for each in (one, other))
    return sum((mine & theirs).values())


def _results(games: Games) -> Counter[tuple[str, str, str]]:
    return Counter((one, other, code) for (_, one, other), code in games.items())


def _is_like(one: _KnownEvent, other: _KnownEvent) -> bool:
    """Whether two events are similar enough for the officer to check."""
    met, same, size = _same(one, other)
    if one.may_be_at_the_time_of(other):
        return max(met, _alike(one, other)) >= _SAME * size
    return size >= FEW and same >= _SAME * size


def _in_common(one: _KnownEvent, other: _KnownEvent) -> int:
    """How many games two events of one time have in common that may be parts of one event.

    The same people may meet again at the same time, in a rapid and a blitz event, but seldom in
    the same rounds with the same results; rounds only count if both events say them.
    """
    if not one.may_be_at_the_time_of(other):
        return 0
    met, same, _ = _same(one, other)
    if not (one.event.says_rounds and other.event.says_rounds):
        met = sum(game[1:] in other.pairs for game in one.games)
        same = _alike(one, other)
    return same if same == met >= FEW or (same >= _MANY and same >= _SAME * met) else 0


# --- in words ------------------------------------------------------------------------------------


def _described(one: _KnownEvent) -> object:
    """A description of an event: by its file if submitted, otherwise by the list's data."""
    event = one.event
    if not one.is_listed:
        return event.file
    days = " – ".join(str(day) for day in dict.fromkeys((event.first, event.last)) if day)
    words = {"label": ", ".join(filter(None, (event.called, days))), "people": event.people,
             "games": event.count}  # fmt: skip
    return Problem("fed_held_event", words, "")


def _differences(mine: Games, theirs: Games, persons: Persons) -> tuple[Problem, ...]:
    """The games that differ, by round."""
    differ = [game for game in sorted({**mine, **theirs}) if mine.get(game) != theirs.get(game)]
    found = []
    for game in differ[:_NAMED]:
        key = "other" if game in mine and game in theirs else "here" if game in mine else "there"
        round_, *pair = game
        one, other = (_name(token, persons) for token in pair)
        words = {"round": round_, "one": one, "other": other,
                 "here": mine.get(game, ""), "there": theirs.get(game, "")}  # fmt: skip
        found.append(Problem(f"fed_differs_{key}", words, ""))
    if len(differ) > _NAMED:
        found.append(Problem("fed_differs_more", {"n": len(differ) - _NAMED}, ""))
    return tuple(found)


def _name(token: str, persons: Persons) -> str:
    number = persons.of_token(token)
    return token if number is None else persons.now[number].name
