"""The events of a period whose games are columns: players and games are made of some on demand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...bulk.kernels import rules_of
from ...engine.admission import terms
from ...engine.errors import NotKnownError
from ...engine.event import Event, Player
from ...engine.inspection import other_edition
from ...engine.problems import Problem
from ...engine.rating import rate, rules_on
from ...engine.report import Report
from ...engine.rules.ruleset import RuleSet, load
from .. import doubts
from ..ledger import LedgerEntry
from ..period import PeriodEvents
from ..persons import Findings, Persons
from ..submissions import ResolvedEvent, Submission
from .as_events import as_player, players_of, whole_event
from .checks import wrong_events
from .doubts import Doubts
from .games import GamesTable
from .held import held_events, met_of, tell_same
from .rating import NO_GAMES, Arrays, games_at, groups, may_stay, rate_games
from .who import who_is_who


@dataclass(frozen=True)
class PeriodGames:
    """The games of all events of a file, and which of the events contradict themselves."""

    sent: GamesTable

    @cached_property
    def wrong(self) -> Set[int]:
        """The numbers of the events whose games contradict themselves, or are open."""
        return wrong_events(self.sent)

    @cached_property
    def numbered(self) -> Set[int]:
        """The numbers of the events with a player who is called 1."""
        if "1" not in self.sent.tokens:
            return set()
        one = self.sent.tokens.index("1")
        there = (self.sent.white == one) | (self.sent.black == one)
        return set(np.unique(self.sent.event[there]).tolist())


@dataclass(frozen=True)
class OfEvent:
    """The games of one event: see `submissions.EventColumns`."""

    games: PeriodGames
    number: int

    def whole(self, event: Event) -> Event:
        """See `EventColumns`."""
        return whole_event(self.games.sent, self.number, event)

    def is_plain(self, event: Event) -> bool:
        """See `EventColumns`."""
        return self.number not in self.games.wrong

    def may_be_numbers(self) -> bool:
        """See `EventColumns`."""
        return self.number in self.games.numbered

    def period(
        self, events: Sequence[Submission], persons: Persons, found: Findings
    ) -> PeriodEvents:
        """See `EventColumns`."""
        return InOneFile(events, persons, found)


class InColumns(ResolvedEvent):
    """An event whose players are found in columns."""

    @property
    def _numbers(self) -> PersonNumbers:
        assert isinstance(self.numbers, PersonNumbers)
        return self.numbers

    def players_among(self, wanted: Set[int]) -> Iterator[Player]:
        """See `ResolvedEvent`."""
        return self._numbers.players(wanted)

    def as_now(self, persons: Any, with_marks: bool) -> Event:
        """See `ResolvedEvent`."""
        whole = self._replace(event=self._numbers.whole(self.event))
        return ResolvedEvent.as_now(whole, persons, with_marks)


class PersonNumbers(Mapping[int, int]):
    """The numbers of the persons behind the players of an event, worked out when asked for."""

    def __init__(self, sent: GamesTable, who: Any, number: int) -> None:
        self._sent, self._who, self._number = sent, who, number

    @cached_property
    def _found(self) -> dict[int, int]:
        return {
            no: int(self._who[token])
            for token, no, _ in players_of(self._sent, self._number)
            if self._who[token] >= 0
        }

    def __getitem__(self, no: int) -> int:
        return self._found[no]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def whole(self, event: Event) -> Event:
        """The event with its players and games."""
        return whole_event(self._sent, self._number, event)

    def players(self, wanted: Set[int]) -> Iterator[Player]:
        """The players who are some persons, each once."""
        rows = self._sent.rows_of(self._number)
        tokens = np.concatenate([self._sent.white[rows], self._sent.black[rows]])
        if wanted.isdisjoint(self._who[tokens].tolist()):
            return
        for token, no, row in players_of(self._sent, self._number):
            if int(self._who[token]) in wanted:
                yield as_player(self._sent, token, no, row)


class InOneFile(PeriodEvents):
    """The events of one file of games, rated by columns."""

    def join(self, events: Sequence[Submission]) -> Sequence[ResolvedEvent]:
        """See `PeriodEvents`."""
        numbers = []
        sent = None
        for one in events:
            assert isinstance(one.columns, OfEvent)
            sent = one.columns.games.sent
            numbers.append(one.columns.number)
        assert sent is not None
        self.sent = sent.of_events(numbers, events)
        self.who = who_is_who(self.sent, self.persons)
        joined: list[ResolvedEvent] = []
        for number, one in enumerate(events):
            whose = PersonNumbers(self.sent, self.who, number)
            joined.append(InColumns(one.file, one.event, whose, one.title, one.data))
        self._clear = self._tell_doubles()
        return joined

    def _tell_doubles(self) -> list[int]:
        """Tell who is two players of one event; the events whose players are each somebody else."""
        sent, who = self.sent, self.who
        bad = np.zeros(len(sent.events), dtype=bool)
        for side in (sent.white, sent.black):
            bad[sent.event[(who[side] < 0) & (side >= 0)]] = True
        known = who[who >= 0]
        double = np.zeros(len(who), dtype=bool)
        if len(known) and np.bincount(known).max() > 1:
            double[:-1] = np.isin(who[:-1], np.flatnonzero(np.bincount(known) > 1))
        asked = double[sent.white] | double[sent.black]
        for number in np.unique(sent.event[asked]).tolist():
            seen: set[int] = set()
            for token, no, row in players_of(sent, number):
                person = int(who[token])
                if person >= 0 and person in seen:
                    bad[number] = True
                    words = {"no": no, "name": self.persons.now[person].name}
                    self.found.is_wrong("fed_one_person", sent.at(row, token), **words)
                seen.add(person)
        return np.flatnonzero(~bad).tolist()

    def held(self, rules: RuleSet) -> list[LedgerEntry]:
        """See `PeriodEvents`."""
        clear = self.sent.of_events(self._clear)
        self._met = met_of(clear, self.who)
        return held_events(clear, self.who, self._met, self.persons.flushed())

    def tell_copies(
        self, sent: Sequence[LedgerEntry], ledger: Sequence[LedgerEntry], own: Collection[str]
    ) -> None:
        """See `PeriodEvents`."""
        before = len(sent) - len(self._clear)
        people = self.persons.flushed()
        met = self._met if people.met is None else people.met.with_later(self._met, before)
        self.persons.now.people = replace(people, met=met)
        tell_same(sent, met, ledger, own, self.persons, self.found)

    def tell_doubts(self, rules: RuleSet) -> None:
        """See `PeriodEvents`."""
        odd = Doubts(self.persons, self.sent, self.who, rules)
        self.found.extend(odd.undated())
        some, somebody = odd.events(), (Player(1),)
        # Nothing else than days and paces is said of such events, and few of them differ.
        said: dict[object, list[Problem]] = {}
        for number, one in enumerate(self.events):
            if number in some:
                self.found.notices += doubts.of_event(one, one.as_now(self.persons, True), rules)
            else:
                key = one.event.start, one.event.end, one.event.pace
                if key not in said:
                    # Terms are asked of an event in which somebody plays.
                    head = replace(one.event, players=somebody)
                    said[key] = [
                        *doubts.far_days(head, one.file), *other_edition(head, rules),
                        *terms(head, rules),
                    ]  # fmt: skip
                self.found.notices += [each._replace(where=one.file) for each in said[key]]
        self.found.notices += [*odd.ageless(), *odd.people()]

    def rate(self, reference: str, at_once: bool) -> list[Report]:
        """See `PeriodEvents`; the calculations are those of who was asked for."""
        # Rules without events are refused in words.
        rules_of(reference, None)
        persons, sent, number = self.persons, self.sent, len(self.sent.events)
        listed, said = Arrays(persons.flushed()), _said(persons)
        white, black = self.who.take(sent.white), self.who[sent.black]
        asked = self._asked()
        reports, done = [], 0
        for group in [[*range(number)]] if at_once else groups(sent, white, black, listed.size):
            last = sent.events[group[-1]].event
            rules = rules_on(reference, last)
            reports += self._explained(group, rules, at_once, asked, listed)
            at = slice(None) if at_once else np.flatnonzero(np.isin(sent.event, group))
            plays = np.zeros(listed.size + 1, dtype=bool)
            plays[white[at]] = plays[black[at]] = True
            rows = np.flatnonzero(plays[:-1] | may_stay(listed, rules) if at_once else plays[:-1])
            games = games_at(sent, at, white, black, group)
            rate_games(listed, games, rules, last, rows, said if at_once else {})
            done += len(group)
            persons.before.tell(done, number)
        marked = [row for row, marks in persons.marks.items() if marks]
        rated = np.array([row for row in marked if not np.isnan(listed.parts["rating"][row])], int)
        if not at_once and len(rated):
            rate_games(listed, NO_GAMES, load(reference), Event(()), rated, said)
        persons.now.people, persons.gained = listed.after()
        for row in marked:
            persons.keep_title(row)
        persons.shown = [] if asked is None else [asked]
        return reports

    def _asked(self) -> int | None:
        """The person whose calculations are kept; nobody where it is not clear who is meant."""
        people = self.persons.now.people
        try:
            return people.row_of(people.asked) if people.asked else None
        except NotKnownError:
            return None

    def _explained(
        self, group: Sequence[int], rules: RuleSet, with_marks: bool, asked: int | None,
        listed: Arrays,
    ) -> list[Report]:  # fmt: skip
        """The calculation of who is asked for, in those of some events that they are in."""
        events = [self.events[number] for number in group]
        own = [one for one in events if asked in one.numbers.values()] if asked is not None else []
        if asked is None or not own:
            return []
        self.persons.now.people, _ = listed.after()
        period = [one.as_now(self.persons, with_marks) for one in own]
        if own[-1] is not events[-1]:
            # Results that wait grow old by the day of the last event, whoever plays in it.
            last = events[-1].event
            period.append(Event((), start=last.start, end=last.end))
        return [rate(period, rules, self.persons.now[asked].key)]

    def played(self, reports: Sequence[Report]) -> set[int]:
        """See `PeriodEvents`."""
        return set(self.persons.gained[0].rows(bool))


def _said(persons: Persons) -> dict[str, Any]:
    """What is said of the period, as columns."""
    found: dict[str, Any] = {}
    for number, marks in persons.marks.items():
        for name, text in marks.items():
            column = found.setdefault(name, np.full(len(persons.now), "", dtype=object))
            column[number] = str(text)
    return found
