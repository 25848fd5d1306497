"""Events that come twice: in one folder, or in one that the list counts already."""

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

#: How much of two events must be the same for one to be a copy of the other; in so few games it
#: may be chance, in so many it is not.
_SAME, _FEW, _MANY = 0.8, 3, 6

#: Of the events in which two people met, so many before and after a day are compared with one
#: of that day: a club that plays every week for years takes no longer each week.
_NEAREST = 25

#: How many differences of two files are named.
_NAMED = 5


@dataclass(frozen=True)
class _KnownEvent:
    """An event with its games by the people of today; is it one that the list counts?"""

    event: LedgerEntry
    games: Games
    is_listed: bool

    @cached_property
    def pairs(self) -> Collection[tuple[str, str]]:
        """Who met whom, in whatever rounds: asked for each event that is compared with this one."""
        return {(one, other) for _, one, other in self.games}

    def may_be_at_the_time_of(self, other: _KnownEvent) -> bool:
        """Whether two events have a day in common, as far as their days are known."""
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
    """Tell which of the events sent are `listed` or another one that was sent.

    What a file says cannot always tell a correction from another event of the same people:
    somebody may say that a file is an event of its `own`.
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
    """Games by the tokens that their people have now: an ID may have come since."""
    for token in {token for _, *pair in games for token in pair} - set(today):
        number = persons.of_token(token)
        today[token] = token if number is None else plain_token(persons.token(number))
    return as_games(
        (round_, today[one], today[other], code) for (round_, one, other), code in games.items()
    )


class _Seen:
    """The events so far, to be found by what happened in them."""

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
        """The events in which exactly the same happened."""
        return [self._events[number] for number in self._by_mark.get(one.event.mark, ())]

    def of_people(self, one: _KnownEvent) -> list[_KnownEvent]:
        """The events in which mostly the same people met, those with most such pairs first."""
        shared: Counter[int] = Counter()
        for pair in one.pairs:
            met = self._by_pair.get(pair, [])
            at = bisect(met, (_day(one), len(self._events)))
            shared.update(number for _, number in met[max(0, at - _NEAREST) : at + _NEAREST])
        size = len(one.pairs)
        return [
            self._events[number]
            for number, pairs in shared.most_common()
            if 2 * pairs > min(size, len(self._events[number].pairs))
        ]

    def of_name(self, one: _KnownEvent) -> list[_KnownEvent]:
        """The events of that name and time whose games are no longer kept."""
        numbers = self._without_games.get(plain_name(one.event.title), ())
        named = (self._events[number] for number in numbers)
        return [other for other in named if one.may_be_at_the_time_of(other)]


def _day(one: _KnownEvent) -> date:
    return one.event.last or date.max


def _tell(one: _KnownEvent, seen: _Seen, persons: Persons, found: Findings) -> None:
    """Tell of the event that this one is, or may be."""

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
                # The order of lines that name no rounds may be another one.
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


def _same(one: _KnownEvent, other: _KnownEvent) -> tuple[int, int, int]:
    """How many games of the smaller event are in the other, with the same result, at all."""
    small, large = sorted((one.games, other.games), key=len)
    met = [game for game in small if game in large]
    return len(met), sum(small[game] == large[game] for game in met), len(small)


def _is_copy(one: _KnownEvent, other: _KnownEvent) -> bool:
    """Whether one of two events is the other one, in part or corrected.

    At the same time, when most games are the same: rapid and blitz of one evening may have the
    same pairings. At different times only when all of it is the same, in so many games that it
    cannot be chance: the same people may meet every week in the same order.
    """
    _, same, size = _same(one, other)
    larger = max(len(one.games), len(other.games))
    alike = _alike(one, other)
    # Rounds may follow from the order of lines that say none; else they are what happened.
    is_all = alike == larger and not (one.event.says_rounds and other.event.says_rounds)
    if not one.may_be_at_the_time_of(other):
        return same == size >= _MANY or (is_all and larger >= _MANY)
    if 2 * same > size and (size >= _FEW or len(one.games) == len(other.games)):
        return True
    # Rounds that were numbered anew.
    return (is_all and larger >= _FEW) or (larger >= _MANY and alike >= _SAME * larger)


def _alike(one: _KnownEvent, other: _KnownEvent) -> int:
    """How many games of two events are the same but for their rounds."""
    mine, theirs = (_results(each.games) for each in (one, other))
    return sum((mine & theirs).values())


def _results(games: Games) -> Counter[tuple[str, str, str]]:
    return Counter((one, other, code) for (_, one, other), code in games.items())


def _is_like(one: _KnownEvent, other: _KnownEvent) -> bool:
    """Whether two events are alike enough for somebody to look at them."""
    met, same, size = _same(one, other)
    if one.may_be_at_the_time_of(other):
        return max(met, _alike(one, other)) >= _SAME * size
    return size >= _FEW and same >= _SAME * size


# --- in words ------------------------------------------------------------------------------------


def _described(one: _KnownEvent) -> object:
    """An event of the folder by its file, one of the list by all that the list says."""
    event = one.event
    if not one.is_listed:
        return event.file
    days = " – ".join(str(day) for day in dict.fromkeys((event.first, event.last)) if day)
    words = {"label": ", ".join(filter(None, (event.called, days))), "people": event.people,
             "games": event.count}  # fmt: skip
    return Problem("fed_held_event", words, "")


def _differences(mine: Games, theirs: Games, persons: Persons) -> tuple[Problem, ...]:
    """Which games are not the same, by rounds."""
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
