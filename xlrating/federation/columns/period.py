"""The events of a period with games in columns; players and games are created on demand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...bulk.kernels import rules_of
from ...engine.admission import far_days, terms
from ...engine.errors import NotKnownError
from ...engine.event import Event, Player
from ...engine.problems import Problem
from ...engine.rating import rate, rules_on
from ...engine.report import Report
from ...engine.rules.ruleset import RuleSet, load
from .. import doubts
from ..ledger import LedgerEntry
from ..period import PeriodEvents, who_are_rated
from ..persons import Findings, Persons
from ..submissions import ResolvedEvent, Submission
from .as_events import as_player, players_of, whole_event
from .checks import may_be_wrong
from .doubts import Doubts
from .games import GamesTable
from .held import held_events, met_of, tell_same
from .rating import NO_GAMES, Arrays, games_at, groups, may_stay, rate_games, who_start
from .who import sides_of, who_is_who, who_play


@dataclass(frozen=True, eq=False)
class EventGames(Mapping[int, int]):
    """The games of one event, the `submissions.EventColumns` of a file of games.

    As a mapping it has the persons' numbers by player number, calculated on demand.
    """

    sent: GamesTable
    number: int
    is_plain: bool = True
    may_be_numbers: bool = True
    who: Any = None

    @cached_property
    def _found(self) -> dict[int, int]:
        players = players_of(self.sent, self.number)
        return {no: int(self.who[token]) for token, no, _ in players if self.who[token] >= 0}

    def __getitem__(self, no: int) -> int:
        return self._found[no]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def size(self) -> tuple[int, int]:
        """How many players and games there are."""
        return int(self.sent.people[self.number]), len(self.sent.rows_of(self.number))

    def whole(self, event: Event) -> Event:
        """The event with its players and games."""
        return whole_event(self.sent, self.number, event)

    def players_among(self, wanted: Set[int]) -> Iterator[Player]:
        """The players who are among the persons `wanted`, by number."""
        sent, rows = self.sent, self.sent.rows_of(self.number)
        tokens = np.concatenate([sent.white[rows], sent.black[rows]])
        if not wanted.isdisjoint(self.who[tokens].tolist()):
            for token, no, row in players_of(sent, self.number):
                if int(self.who[token]) in wanted:
                    yield as_player(sent, token, no, row)

    def period(
        self, events: Sequence[Submission], persons: Persons, found: Findings
    ) -> PeriodEvents:
        """The events as those of one file, rated by columns."""
        return InOneFile(events, persons, found)


def games_of_events(sent: GamesTable) -> list[EventGames]:
    """The games of each event in a file."""
    wrong, numbered = may_be_wrong(sent), set[int]()
    if "1" in sent.tokens:
        one = sent.tokens.index("1")
        numbered = set(sent.event[(sent.white == one) | (sent.black == one)].tolist())
    return [
        EventGames(sent, number, number not in wrong, number in numbered)
        for number in range(len(sent.events))
    ]


class InOneFile(PeriodEvents):
    """The events of one file of games, rated by columns."""

    def join(self, events: Sequence[Submission]) -> Sequence[ResolvedEvent]:
        """The events with the persons behind their players; reports unclear identities."""
        games = [one.columns for one in events if isinstance(one.columns, EventGames)]
        self.sent = games[0].sent.of_events([one.number for one in games], events)
        self.who = who_is_who(self.sent, self.persons)
        self._sides = sides_of(self.sent, self.who)
        # In all games of the file every token occurs.
        is_all = self.sent.size == games[0].sent.size
        some = (self.who,) if is_all else self._sides
        self._rows = np.flatnonzero(who_play(some, len(self.persons.now)))
        self._clear = self._tell_doubles()
        own = (EventGames(self.sent, number, who=self.who) for number in range(len(events)))
        return [
            ResolvedEvent(one.file, one.event, each, one.title, one.data, columns=each)
            for one, each in zip(events, own, strict=True)
        ]

    def _tell_doubles(self) -> list[int]:
        """Report persons who are two players of an event; returns events without such cases."""
        sent, who = self.sent, self.who
        # After all tokens comes the missing opponent.
        is_unclear = np.append(who[:-1] < 0, False)
        is_shared = np.append(np.bincount(who[who >= 0]), 0)[who] > 1
        bad = set(sent.events_of(is_unclear))
        for number in sent.events_of(is_shared):
            seen: set[int] = set()
            for token, no, row in players_of(sent, number):
                person = int(who[token])
                if person >= 0 and person in seen:
                    bad.add(number)
                    words = {"no": no, "name": self.persons.now[person].name}
                    self.found.is_wrong("fed_one_person", sent.at(row, token), **words)
                seen.add(person)
        return [number for number in range(len(sent.events)) if number not in bad]

    def held(self, rules: RuleSet) -> list[LedgerEntry]:
        """The ledger entries of the events, except those with unclear identities."""
        clear = self.sent.of_events(self._clear)
        is_whole = clear.size == self.sent.size
        self._met = met_of(clear, self._sides if is_whole else sides_of(clear, self.who))
        return held_events(clear, self.who, self._met, self._rows, self.persons.flushed())

    def tell_copies(
        self, sent: Sequence[LedgerEntry], ledger: Sequence[LedgerEntry], own: Collection[str]
    ) -> None:
        """Report events that occur twice, in the file, the ledger, or at another pace (`sent`)."""
        before = len(sent) - len(self._clear)
        people = self.persons.flushed()
        met = self._met if people.met is None else people.met.with_later(self._met, before)
        self.persons.now.people = replace(people, met=met)
        tell_same(sent, met, ledger, own, self.persons, self.found)

    def tell_doubts(self, rules: RuleSet, reference: str) -> None:
        """Report doubts about the events and their people."""
        odd = Doubts(self.persons, self.sent, self.who, self._rows, rules)
        self.found.extend(odd.undated())
        some = odd.events(row for row, marks in self.persons.marks.items() if marks)
        # Such events only have dates and paces, and few of them differ.
        said: dict[object, list[Problem]] = {}
        for number, one in enumerate(self.events):
            key = one.event.start, one.event.end, one.event.pace
            if number in some:
                now = one.as_now(self.persons, True)
                self.found.notices += doubts.of_event(one, now, rules, reference)
            elif key not in said:
                # An event's conditions are checked if somebody plays in it.
                head = replace(one.event, players=(Player(1),))
                said[key] = [*far_days(head), *terms(head, rules)]
                said[key] += doubts.of_edition(head, rules, reference)
            if number not in some:
                self.found.notices += [each._replace(where=one.file) for each in said[key]]
        self.found.notices += [*odd.again(), *odd.ageless()]
        doubts.tell_people(self.events, self.persons, self.found, odd.aged(), odd.lettered())

    def rate(self, reference: str, at_once: bool) -> list[Report]:
        """Rate the events; the calculations of the person asked for, if any."""
        # Rules that rate no events are rejected with a message.
        rules_of(reference, None)
        persons, sent, number = self.persons, self.sent, len(self.sent.events)
        listed, said = Arrays(persons.flushed()), _said(persons)
        white, black = self._sides
        asked = self._asked()
        reports, done = [], 0
        for group in [[*range(number)]] if at_once else groups(sent, white, black, listed.size):
            last = sent.events[group[-1]].event
            rules = rules_on(reference, last)
            reports += self._explained(group, rules, at_once, asked, listed)
            at = slice(None) if at_once else np.flatnonzero(np.isin(sent.event, group))
            if at_once:
                is_rated = may_stay(listed, rules)
                is_rated[self._rows] = True
            else:
                is_rated = who_play((white[at], black[at]), listed.size)
            rows = np.flatnonzero(is_rated)
            games = games_at(sent, at, white, black, group)
            rate_games(listed, games, rules, last, rows, said if at_once else {})
            done += len(group)
            persons.before.tell(done, number)
        marked = [row for row, marks in persons.marks.items() if marks]
        if not at_once:
            reports += self._rate_last(load(reference), marked, said, asked, listed)
        persons.now.people, persons.gained = listed.after()
        for row in marked:
            persons.keep_title(row)
        return reports

    def _rate_last(
        self, rules: RuleSet, marked: Sequence[int], said: Mapping[str, Any], asked: int | None,
        listed: Arrays,
    ) -> list[Report]:  # fmt: skip
        """After all events: marks of the period, and those who start with a rating."""
        is_rated = np.zeros(listed.size, dtype=bool)
        is_rated[marked] = True
        is_rated &= ~np.isnan(listed.parts["rating"])
        rows = np.flatnonzero(is_rated | who_start(listed, rules))
        if not len(rows):
            return []
        reports = []
        if asked is not None and asked in rows:
            self.persons.now.people, _ = listed.after()
            reports.append(rate(self.persons.event_of([asked]), rules.reference))
        rate_games(listed, NO_GAMES, rules, Event(()), rows, said)
        return reports

    def _asked(self) -> int | None:
        """The person whose calculations are kept; None if it is unclear who is meant."""
        people = self.persons.now.people
        try:
            return people.row_of(people.asked) if people.asked else None
        except NotKnownError:
            return None

    def _explained(
        self, group: Sequence[int], rules: RuleSet, with_marks: bool, asked: int | None,
        listed: Arrays,
    ) -> list[Report]:  # fmt: skip
        """The calculation of the person asked for, within the events that they are in."""
        events = [self.events[number] for number in group]
        own = [one for one in events if asked in one.numbers.values()] if asked is not None else []
        stayed = [] if own or asked is None or not with_marks else [asked]
        stayed = who_are_rated(self.persons, stayed, rules)
        if asked is None or not (own or stayed):
            return []
        self.persons.now.people, _ = listed.after()
        period = [one.as_now(self.persons, with_marks) for one in own]
        period += [self.persons.event_of(stayed)] if stayed else []
        if not own or own[-1] is not events[-1]:
            # Kept results expire by the date of the last event, whoever plays in it.
            last = events[-1].event
            period.append(Event((), start=last.start, end=last.end))
        return [rate(period, rules, self.persons.now[asked].key)]

    def played(self, reports: Sequence[Report]) -> set[int]:
        """The numbers of the people who have played a game that counts."""
        return set(self.persons.gained[0].rows(bool))


def _said(persons: Persons) -> dict[str, Any]:
    """The facts about the period, as columns."""
    found: dict[str, Any] = {}
    for number, marks in persons.marks.items():
        for name, text in marks.items():
            column = found.setdefault(name, np.full(len(persons.now), "", dtype=object))
            column[number] = str(text)
    return found
