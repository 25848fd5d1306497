"""What the events of a period give: a report of all together, or one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..engine.event import Event
from ..engine.rating import rate
from ..engine.report import Report
from ..engine.rules.ruleset import load
from ..engine.terms.periods import is_k_given
from .persons import Persons
from .submissions import Joined


def together(events: Sequence[Joined], persons: Persons, reference: str) -> list[Report]:
    """One report of all events from the same ratings; time passes for who stayed away, too."""
    played = {number for one in events for number in one.numbers.values()}
    stayed = list(persons.idle(played))
    needs_k = is_k_given(load(reference))
    rated = [
        number for number in stayed
        if (one := persons.now[number]).rating is not None
        if one.k is not None or not needs_k
    ]  # fmt: skip
    for number in set(stayed) - set(rated):
        persons.keep_title(number)
    period = [one.as_now(persons, True) for one in events]
    late = sorted({number for one in events if one.then for number in one.numbers.values()})
    if late:
        # Whatever they had when a late event started: the change is added to what they have now.
        last = period[-1]
        period.append(replace(persons.event_of(late), start=last.start, end=last.end))
    if rated:
        # First: the last event is the one whose day picks the edition.
        period.insert(0, persons.event_of(rated))
    reports = [rate(period, reference)] if period else []
    for report in reports:
        persons.update(report.players())
    persons.pass_time(reference, events[-1].event if events else Event(()))
    return reports


def one_after_another(events: Sequence[Joined], persons: Persons, reference: str) -> list[Report]:
    """A report of each event, from the ratings that the one before gives.

    What is marked for the period as a whole, such as absence, is counted once, after all.
    """
    reports = []
    for one in events:
        reports.append(rate(one.as_now(persons, False), reference))
        persons.update(reports[-1].players())
    marked = [number for number, marks in persons.marks.items() if marks]
    rated = [number for number in marked if persons.now[number].rating is not None]
    for number in set(marked) - set(rated):
        persons.keep_title(number)
    if rated:
        reports.append(rate(persons.event_of(rated), reference))
        persons.update(reports[-1].players())
    return reports
