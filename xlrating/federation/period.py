"""The events of a period with their people: identities, doubts, and results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..engine.event import Event
from ..engine.methods.common import entry_rating
from ..engine.rating import rate
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import is_k_given
from ..engine.terms.start import starts_at_once
from .absences import kept_event
from .copies import tell_copies
from .doubts import tell_doubts
from .ledger import LedgerEntry
from .persons import Findings, Persons
from .submissions import ResolvedEvent, Submission, joined


class PeriodEvents:
    """The events that count for a list, as objects; reports unclear identities."""

    def __init__(self, events: Sequence[Submission], persons: Persons, found: Findings) -> None:
        self.persons, self.found = persons, found
        self.events = self.join(events)

    def join(self, events: Sequence[Submission]) -> Sequence[ResolvedEvent]:
        """The events with the persons behind their players."""
        return joined(events, self.persons, self.found)

    def held(self, rules: RuleSet) -> list[LedgerEntry]:
        """The ledger entries of the events, except those with unclear identities."""
        return [kept_event(one, self.persons, rules) for one in self.events if one.is_clear]

    def tell_copies(
        self, sent: Sequence[LedgerEntry], ledger: Sequence[LedgerEntry], own: Collection[str]
    ) -> None:
        """Report events that occur twice: see `copies.tell_copies`."""
        tell_copies(sent, ledger, self.persons, own, self.found)

    def tell_doubts(self, rules: RuleSet, reference: str) -> None:
        """Report doubts about the events: see `doubts.tell_doubts`."""
        tell_doubts(self.events, self.persons, rules, reference, self.found)

    def rate(self, reference: str, at_once: bool) -> list[Report]:
        """Rate the events, together or one after another; the persons then have the results."""
        return (together if at_once else one_after_another)(self.events, self.persons, reference)

    def played(self, reports: Sequence[Report]) -> set[int]:
        """The numbers of the people who have played a game that counts."""
        lines = (line for one in reports for line in one.lines if line.n)
        return set(self.persons.numbers([line.player for line in lines]))


def period_of(events: Sequence[Submission], persons: Persons, found: Findings) -> PeriodEvents:
    """The events of a period with their players, as columns if all of them are."""
    columns = [one.columns for one in events if one.columns is not None]
    if columns and len(columns) == len(events):
        return columns[0].period(events, persons, found)  # type: ignore[no-any-return]
    return PeriodEvents(events, persons, found)


def together(events: Sequence[ResolvedEvent], persons: Persons, reference: str) -> list[Report]:
    """One report for all events from the same ratings; time passes for absent people, too."""
    played = {number for one in events for number in one.numbers.values()}
    stayed = list(persons.idle(played))
    rated = who_are_rated(persons, stayed, load(reference))
    for number in set(stayed) - set(rated):
        persons.keep_title(number)
    period = _period(events, persons)
    if rated:
        # First: the last event's date decides the edition.
        period.insert(0, persons.event_of(rated))
    reports = [rate(period, reference)] if period else []
    for report in reports:
        persons.update(report.players())
    persons.pass_time(reference, events[-1].event if events else Event(()))
    return reports


def _period(events: Sequence[ResolvedEvent], persons: Persons) -> list[Event]:
    """The events of a period, each followed by the present facts of those who played in a late one
    and in none after it.

    Whatever the ratings when a late event started, the change is added to the present ones; the
    age is that of their own last event, as everybody's.
    """
    late = {number for one in events if one.then for number in one.numbers.values()}
    found: list[Event] = []
    for one in reversed(events):
        here = sorted(late.intersection(one.numbers.values()))
        late.difference_update(here)
        if here:
            now = persons.event_of(here)
            found.append(replace(now, start=one.event.start, end=one.event.end))
        found.append(one.as_now(persons, True))
    return found[::-1]


def who_are_rated(persons: Persons, stayed: Iterable[int], rules: RuleSet) -> list[int]:
    """Those who `stayed` away that are rated anyway: with a rating, or one that they start with at
    once, and a K if it is typed."""
    starts = starts_at_once(rules)
    return [
        number for number in stayed
        if (one := persons.now[number]).rating is not None
        or (starts and entry_rating(one, rules) is not None)
        if one.k is not None or not is_k_given(rules)
    ]  # fmt: skip


def one_after_another(
    events: Sequence[ResolvedEvent], persons: Persons, reference: str
) -> list[Report]:
    """A report for each event, starting from the previous one's ratings.

    Marks for the whole period, such as absence, are counted once, after all events; then those
    have their rating, too, who start with one and have not played.
    """
    reports, rules = [], load(reference)
    for one in events:
        reports.append(rate(one.as_now(persons, False), reference))
        persons.update(reports[-1].players())
    marked = {number for number, marks in persons.marks.items() if marks}
    starting = persons.without_rating() if starts_at_once(rules) else set()
    rated = who_are_rated(persons, sorted(marked | starting), rules)
    for number in marked - set(rated):
        persons.keep_title(number)
    if rated:
        reports.append(rate(persons.event_of(rated), reference))
        persons.update(reports[-1].players())
    return reports
