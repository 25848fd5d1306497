"""The events that a federation is sent: which of them count, in which order, who plays in them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from .event import Event, Kind
from .periods import list_date
from .persons import Findings, Persons, entered
from .ruleset import RuleSet

#: A file that says no date may have it at the beginning of its name.
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


class Submitted(NamedTuple):
    """An event and the file it came in."""

    file: str
    event: Event

    @property
    def day(self) -> Optional[date]:
        """The event's last day, or the one at the beginning of the file's name."""
        found = _DAY.match(self.file.rpartition("/")[2])
        if self.event.day("end") is None and found:
            try:
                year, month, day = map(int, found.groups())
                return date(year, month, day)
            except ValueError:
                return None
        return self.event.day("end")


def in_order(submitted: Sequence[Submitted], found: Findings) -> List[Submitted]:
    """The events by their last day; each must say it where there are several."""
    seen: Dict[object, str] = {}
    for one in submitted:
        if one.day is None and len(submitted) > 1:
            found.is_wrong("fed_no_date", one.file)
        games = tuple((g.round, g.white, g.black, g.result.code) for g in one.event.games)
        same = (one.day, tuple(player.key for player in one.event.players), games)
        other = seen.setdefault(same, one.file)
        if other != one.file and games:
            found.is_wrong("fed_same_event", one.file, other=other)
    return sorted(submitted, key=lambda one: (one.day or date.max, one.file))


def of_the_list(
    events: Sequence[Submitted], rules: RuleSet, day: Optional[date], found: Findings
) -> Tuple[List[Submitted], Optional[date]]:
    """The events that count for the list of that day, and the day where only one can be meant."""
    if rules.calendar is None or not rules.calendar.lists:
        return _before(events, day, found), day
    known = [entry.day for entry in rules.calendar.lists]
    if day is not None and f"{day:%m-%d}" not in known:
        found.is_wrong("fed_no_list_day", str(day), days=", ".join(known))
    days = {one.file: list_date(one.day, rules) for one in events if one.day is not None}
    if day is None and len(set(days.values())) == 1:
        day = next(iter(days.values()))
    for one in events:
        counts_for = days.get(one.file, day)
        if day is None and counts_for is not None:
            found.is_wrong("fed_several_lists", one.file, day=counts_for)
        elif counts_for != day:
            found.notice("fed_other_list", one.file, day=counts_for)
    return [one for one in events if days.get(one.file, day) == day], day


def _before(events: Sequence[Submitted], day: Optional[date], found: Findings) -> List[Submitted]:
    """The events that ended before that day."""
    late = [one for one in events if day is not None and one.day is not None and one.day >= day]
    for one in late:
        found.notice("fed_too_late", one.file, end=one.day, day=day)
    return [one for one in events if one not in late]


class Joined(NamedTuple):
    """An event and the persons of the list behind its players' numbers."""

    event: Event
    keys: Mapping[int, str]

    def as_now(self, persons: Persons) -> Event:
        """The event with its players as they are now."""
        players = tuple(
            entered(persons.now[self.keys[player.no]], player) for player in self.event.players
        )
        return replace(self.event, players=players)


def joined(one: Submitted, persons: Persons, rules: RuleSet, found: Findings) -> Joined:
    """The event with the persons that its players are."""
    event = _placed(one)
    keys: Dict[int, str] = {}
    seen: Set[str] = set()
    problems = event.problems(rules.bounds)
    found.wrong.extend(problems)
    waiting = [game for game in event.games if game.result.kind is Kind.POSTPONED]
    blank = [game for game in waiting if not game.result.code]
    if blank:
        found.is_wrong("fed_no_result", one.file, n=len(blank), round=blank[0].round)
    elif waiting:
        found.notice("fed_postponed", one.file, n=len(waiting))
    if not event.games:
        found.notice("fed_no_games", one.file)
    for player in () if problems else event.players:
        key = persons.meet(player, found)
        if key is None:
            continue
        now = persons.now[key]
        if key in seen:
            found.is_wrong("fed_one_person", player.at("name"), no=player.no, name=now.name)
        if player.k is not None and now.k is None:
            found.notice("fed_k_typed", player.at("k"), k=player.k, name=now.name)
        seen.add(key)
        keys[player.no] = key
    named = f"{event.name} ({one.file})" if event.name else one.file
    return Joined(replace(event, name=named), keys)


def _placed(one: Submitted) -> Event:
    """The event, its players and games with a place that names the file."""
    event = one.event
    players = (
        p if p.where else replace(p, where=f"{one.file}, player {p.no}") for p in event.players
    )
    games = (g if g.where else replace(g, where=f"{one.file}, {g.at('')}") for g in event.games)
    return replace(event, players=tuple(players), games=tuple(games))


def idle(events: Sequence[Joined], persons: Persons) -> Event:
    """An event without games of those who played none: time passes for them, too."""
    played = {key for one in events for key in one.keys.values()}
    stayed = [player for key, player in persons.now.items() if key not in played]
    return Event(tuple(replace(player, no=no) for no, player in enumerate(stayed, 1)))


def other_ratings(one: Joined, persons: Persons, found: Findings) -> None:
    """Tell where an event was played with other ratings than those of the list."""
    for player in one.event.players:
        now = persons.now[one.keys[player.no]]
        if player.rating is not None and player.rating != now.rating:
            listed = "–" if now.rating is None else now.rating
            words = {"name": now.name, "rating": player.rating, "listed": listed}
            found.notice("fed_other_rating", player.at("rating"), **words)
