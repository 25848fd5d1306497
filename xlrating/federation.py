"""A rating list and the events since it give the next list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from .errors import EventError, RatingError
from .event import Event, Player
from .periods import are_rated_together
from .persons import Findings, Persons
from .problems import Problem
from .rating import rate, rules_on
from .report import Line, Report
from .ruleset import RuleSet, load
from .submissions import Joined, Submitted, idle, in_order, joined, of_the_list, other_ratings


@dataclass(frozen=True)
class Entry:
    """A person on the next list: as they are now, what they had, and what they played.

    `player.no` is the place on the list. One that is not `listed` is kept for the next time.
    """

    player: Player
    before: Optional[Decimal]
    lines: Tuple[Tuple[Report, Line], ...]
    listed: bool

    @property
    def n(self) -> int:
        """How many games were counted."""
        return sum(line.n for _, line in self.lines)

    @property
    def is_new(self) -> bool:
        """Whether this is the person's first rating."""
        return self.before is None and self.player.rating is not None


@dataclass(frozen=True)
class NextList:
    """The next list: its entries in their order, the events in theirs, what to look at."""

    rules: RuleSet
    day: Optional[date]
    entries: Tuple[Entry, ...]
    events: Tuple[Submitted, ...]
    notices: Tuple[Problem, ...]

    def entry(self, who: str) -> Entry:
        """A person by ID or name.

        Raises `EventError` when not exactly one is meant.
        """
        text = who.strip().casefold()
        exact = [
            e for e in self.entries if text in (e.player.id.casefold(), e.player.name.casefold())
        ]
        near = exact or [e for e in self.entries if e.player.name.casefold().startswith(text)]
        if len(near) != 1:
            names = ", ".join(f"{e.player.id} {e.player.name}".strip() for e in near[:8])
            raise EventError(f"no single player is meant by {who!r}; {names or 'give ID or name'}")
        return near[0]


class ListError(EventError):
    """What stands in the way of the next list: all of it, not only the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(f"{len(problems)} problems stand in the way of the list")
        self.problems = tuple(problems)


def next_list(
    listed: Sequence[Player],
    submitted: Sequence[Submitted],
    reference: str,
    day: Optional[date] = None,
) -> NextList:
    """The list that follows from a list and the events since.

    `reference` names the rule set; `day` is the day of the next list, needed where the
    events count for several lists. Ratings, titles and numbers of games are those of the
    list, whatever the events say of its players. The rule set says whether the events are
    rated together or one after another.

    Raises `ListError` with everything that stands in the way.

    >>> from xlrating.event import Game, read_result
    >>> ann, bob = Player(1, "A", Decimal(2400)), Player(2, "B", Decimal(2000))
    >>> cup = Event((ann, bob), (Game(1, 1, 2, read_result("0-1")),))
    >>> found = next_list([ann, bob], [Submitted("cup.csv", cup)], "fide")
    >>> [(entry.player.name, entry.player.rating) for entry in found.entries]
    [('A', Decimal('2391')), ('B', Decimal('2018'))]
    """
    found = Findings()
    persons = Persons(listed, found)
    events, day = of_the_list(in_order(submitted, found), load(reference), day, found)
    rules = rules_on(reference, events[-1].event) if events else load(reference)
    together = are_rated_together(rules)
    entered = [joined(one, persons, rules, found) for one in events]
    if found.wrong:
        raise ListError(found.wrong)
    before, stayed = dict(persons.now), idle(entered, persons)
    for one in entered if together else ():
        other_ratings(one, persons, found)
    try:
        rated = (_together if together else _one_after_another)(entered, stayed, persons, reference)
    except RatingError as error:
        found.is_wrong("fed_refused", error.where, message=error.message)
        raise ListError(found.wrong) from None
    entries = _entries(listed, before, persons, rated, rules)
    return NextList(rules, day, entries, tuple(events), tuple(found.notices))


# --- what they gain ------------------------------------------------------------------------------


def _together(
    events: Sequence[Joined], stayed: Event, persons: Persons, reference: str
) -> List[Report]:
    """One report of all events from the same ratings."""
    period = [one.as_now(persons) for one in events]
    if stayed.players:
        # First: the last event is the one whose day picks the edition.
        period.insert(0, stayed)
    if not period:
        return []
    report = rate(period, reference)
    _update(persons, report)
    return [report]


def _one_after_another(
    events: Sequence[Joined], stayed: Event, persons: Persons, reference: str
) -> List[Report]:
    """A report of each event, from the ratings that the one before gives.

    Who played in none has a report only where staying away costs points.
    """
    reports = []
    for one in events:
        reports.append(rate(one.as_now(persons), reference))
        _update(persons, reports[-1])
    if stayed.players and load(reference).absence is not None:
        reports.append(rate(stayed, reference))
        _update(persons, reports[-1])
    return reports


def _update(persons: Persons, report: Report) -> None:
    for player in report.players():
        # K that an event gives is for that event.
        persons.now[player.key] = replace(player, k=persons.now[player.key].k)


def _entries(
    listed: Sequence[Player],
    before: Mapping[str, Player],
    persons: Persons,
    reports: Sequence[Report],
    rules: RuleSet,
) -> Tuple[Entry, ...]:
    """Everybody, rated players first in the order of the list."""
    lines: Dict[str, List[Tuple[Report, Line]]] = {key: [] for key in persons.now}
    for report in reports:
        for line in report.lines:
            lines[line.player.key].append((report, line))
    on_list = {player.key for player in listed}
    found = []
    for key, player in persons.now.items():
        rating = before[key].rating if key in on_list else None
        last = [line for _, line in lines[key] if line.new is not None]
        is_listed = player.rating is not None and (not last or last[-1].listed)
        found.append(Entry(player, rating, tuple(lines[key]), is_listed))
    lowest_first = rules.calendar is not None and rules.calendar.order == "lowest first"
    sign = 1 if lowest_first else -1
    found.sort(
        key=lambda e: (
            not e.listed,
            e.player.rating is None,
            sign * (e.player.rating or 0),
            e.player.name,
        )
    )
    return tuple(
        replace(entry, player=replace(entry.player, no=place))
        for place, entry in enumerate(found, 1)
    )
