"""The events submitted to a federation: which of them count, in which order, and who plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple, Protocol

from ..engine.account import Account
from ..engine.entries import set_frozen_fields
from ..engine.event import Event, Player
from ..engine.inspection import inspected
from ..engine.results import Kind
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import list_date
from ..engine.terms.start import RATED_SINCE
from ..engine.vocabulary.booleans import MARK
from ..engine.vocabulary.letters import letters
from .ledger import LedgerEntry, as_held, with_file
from .named_lists import day_in_path
from .persons import Findings, Persons

#: No ratings from another list.
NOTHING: Mapping[int, Decimal | None] = {}


class Submission(NamedTuple):
    """An event and the file it came in.

    The `title` is the event's own name; `data` is the fingerprint of the file.
    If the games are in `columns`, the event has neither players nor games.
    """

    file: str
    event: Event
    title: str = ""
    data: str = ""
    columns: EventColumns | None = None

    @property
    def has_games(self) -> bool:
        """Whether there are games."""
        return bool(self.event.games) or self.columns is not None

    @property
    def size(self) -> tuple[int, int]:
        """How many players and games there are."""
        if self.columns is not None:
            return self.columns.size
        return len(self.event.players), len(self.event.games)

    @property
    def whole(self) -> Event:
        """The event with its players and games."""
        return self.event if self.columns is None else self.columns.whole(self.event)

    @property
    def day(self) -> date | None:
        """The event's last day, or the date at the beginning of a file's or folder's name."""
        return self.event.day("end") or day_in_path(self.file)


class EventColumns(Protocol):
    """The games of an event, stored as columns."""

    @property
    def is_plain(self) -> bool:
        """Whether its games have no contradictions, and all have results."""

    @property
    def may_be_numbers(self) -> bool:
        """Whether its players may be identified by starting numbers."""

    @property
    def size(self) -> tuple[int, int]:
        """How many players and games there are."""

    def whole(self, event: Event) -> Event:
        """The event with its players and games."""

    def players_among(self, wanted: Set[int]) -> Iterator[Player]:
        """The players who are among the persons `wanted`, by number."""

    def period(self, events: Sequence[Submission], persons: Persons, found: Findings) -> Any:
        """The `PeriodEvents` of events that are all stored as columns."""


def _base(file: str) -> str:
    return file.rpartition("/")[2]


def in_order(submitted: Sequence[Submission], found: Findings) -> list[Submission]:
    """The events by their last day; those without games, or without a date, are reported."""
    events = []
    for one in submitted:
        if not one.has_games:
            found.is_wrong("fed_no_games", one.file)
            continue
        if one.day is None and len(submitted) > 1:
            found.is_wrong("fed_no_date", one.file)
            found.files.add(one.file)
        events.append(_placed(one))
    return sorted(events, key=lambda one: (one.day or date.max, one.file))


def check_events(events: Sequence[Submission], rules: RuleSet, found: Findings) -> None:
    """Report the errors of each event that counts for the list."""
    for one in events:
        before = len(found.wrong)
        _check(one, rules, found)
        if len(found.wrong) > before:
            found.files.add(one.file)


def _placed(one: Submission) -> Submission:
    """The event with its date, and with the file in the places of its players and games."""
    event, base = one.event, _base(one.file)

    def place(found: str, else_: str) -> str:
        if not found:
            return f"{one.file}, {else_}" if else_ else one.file
        return one.file + found[len(base) :] if found.startswith(base) else found

    def places(found: Mapping[str, str]) -> dict[str, str]:
        return {part: place(text, "") for part, text in found.items()}

    name = with_file(event.name, one.file)
    # The date in the file's name is the event's date, for edition and ages as well.
    day = event.end or (one.day if event.start is None else None)
    if one.columns is not None and not event.places:
        # A file may have thousands of events: what remains of them was checked.
        placed = copy(event)
        set_frozen_fields(placed, name=letters(name), end=day, where=one.file)
        return Submission(one.file, placed, event.name, one.data, one.columns)
    players = tuple(
        replace(p, where=place(p.where, f"player {p.no}"), places=places(p.places))
        for p in event.players
    )
    games = tuple(
        replace(g, where=place(g.where, f"round {g.round}"), places=places(g.places))
        for g in event.games
    )
    placed = replace(
        event, players=players, games=games, name=name, end=day,
        where=one.file, places=places(event.places),
    )  # fmt: skip
    return Submission(one.file, placed, event.name, one.data, one.columns)


def of_the_list(
    events: Sequence[Submission], rules: RuleSet, day: date | None, found: Findings
) -> tuple[list[Submission], date | None]:
    """The events that count for the list of that date, and the date if only one is possible."""
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


def _before(events: Sequence[Submission], day: date | None, found: Findings) -> list[Submission]:
    """The events that ended before that day."""
    late = [one for one in events if day is not None and one.day is not None and one.day >= day]
    for one in late:
        found.notice("fed_too_late", one.file, end=one.day, day=day)
    return [one for one in events if one not in late]


class ResolvedEvent(NamedTuple):
    """An event and its players' person numbers, by player number.

    `then` are the ratings, by person, on the list of the day `listed`, if those count; `since`
    are those who had none on it and are unrated for their opponents."""

    file: str
    event: Event
    numbers: Mapping[int, int]
    title: str
    data: str = ""
    then: Mapping[int, Decimal | None] = NOTHING
    listed: date | None = None
    since: frozenset[int] = frozenset()
    columns: EventColumns | None = None

    def as_now(self, persons: Persons, with_marks: bool) -> Event:
        """The event with its players' present facts."""
        event = self.event if self.columns is None else self.columns.whole(self.event)
        players = []
        for player in event.players:
            number = self.numbers[player.no]
            entered = persons.entered(number, player, with_marks)
            if number in self.then:
                entered = replace(entered, rating=self.then[number])
            if number in self.since:
                entered = replace(entered, facts={**entered.facts, RATED_SINCE: MARK})
            players.append(entered)
        return replace(event, players=tuple(players))

    def players_among(self, wanted: Set[int]) -> Iterator[Player]:
        """The players who are among the persons `wanted`, by number."""
        if self.columns is not None:
            return self.columns.players_among(wanted)
        return (one for one in self.event.players if self.numbers.get(one.no) in wanted)

    @property
    def is_clear(self) -> bool:
        """Whether every player is a person, and all are different."""
        return len(set(self.numbers.values())) == len(self.event.players)

    def as_held(self, persons: Persons) -> LedgerEntry:
        """The event's ledger entry."""
        tokens = {no: persons.token(number) for no, number in self.numbers.items()}
        day = str(self.listed or "")
        return as_held(self.file, self.title, self.event, tokens, self.data, day)


def joined(events: Sequence[Submission], persons: Persons, found: Findings) -> list[ResolvedEvent]:
    """The events with the persons behind their players; reports unclear identities."""
    numbers: list[dict[int, int]] = [{} for _ in events]
    # An ID also identifies a name, whatever the order of the events.
    for has_id in (True, False):
        for at, one in enumerate(events):
            for player in one.event.players:
                if bool(player.id) == has_id:
                    number = persons.find(player)
                    if number is not None:
                        numbers[at][player.no] = number
    for at, one in enumerate(events):
        seen: set[int] = set()
        for player in one.event.players:
            number = numbers[at].get(player.no)
            if number is None:
                continue
            if number in seen:
                name = persons.now[number].name
                found.is_wrong("fed_one_person", player.at("name"), no=player.no, name=name)
            seen.add(number)
            persons.learn(number, player)
    return [
        ResolvedEvent(one.file, one.event, numbers[at], one.title, one.data)
        for at, one in enumerate(events)
    ]


def _check(one: Submission, rules: RuleSet, found: Findings) -> None:
    """Report the errors of an event by itself."""
    if one.columns is not None and one.columns.is_plain:
        return
    event = one.whole
    found.extend(problem for problem in inspected(event, rules) if problem.stops)
    waiting = [game for game in event.games if game.result.kind is Kind.POSTPONED]
    blank = [game for game in waiting if not game.result.code]
    if blank:
        found.is_wrong("fed_no_result", one.file, n=len(blank), round=blank[0].round)
    elif waiting:
        found.notice("fed_postponed", one.file, n=len(waiting))
    nameless = [player.no for player in event.players if not (player.id or player.name)]
    if nameless:
        found.is_wrong("fed_nameless", one.file, no=nameless[0], n=len(nameless))


def accounts_of(listed: Account | None, events: Iterable[Submission]) -> dict[str, Account]:
    """The accounts of the list and of each file of events, by name."""
    found = {} if listed is None else {listed.file: listed}
    # A file with the games of several events has a single account.
    return found | {
        one.file if one.file.endswith(account.file) else account.file: account
        for one in events
        if (account := one.event.account) is not None
    }
