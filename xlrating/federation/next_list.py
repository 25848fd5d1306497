"""A rating list and the events since it give the next list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any

from ..engine.account import Account
from ..engine.errors import EventError, RatingError
from ..engine.event import Player
from ..engine.frames import FLAG, NUMBER, WHOLE
from ..engine.frames import frame as made
from ..engine.lines import Line, Step
from ..engine.meant import meant
from ..engine.problem import placed_words, told
from ..engine.problems import Problem
from ..engine.rating import rules_on
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet, load
from ..engine.tables import player_frame
from ..engine.terms.periods import are_rated_together, is_lowest_first
from ..engine.words.names import plain_name
from .absences import mark_absences
from .adjustments import adjust
from .doubts import (
    beyond_bounds,
    refuse_numbers,
    tell_ratings,
    tell_same_day,
    tell_standing,
)  # fmt: skip
from .entry import Entry
from .identity import UNLISTED
from .in_force import BEFORE, Before, lend, take_back, with_lists
from .ledger import Held, bounded, tell_cut
from .made import Columned, Made, of_entries
from .named_events import files_named
from .own_columns import OwnColumns
from .people import people_of
from .persons import Findings, Persons
from .provenance import Provenance
from .refusals import as_problems
from .submissions import Submitted, check_events, in_order, of_the_list


@dataclass(frozen=True)
class NextList:
    """The next list: its entries in their order, the events in theirs, what to look at.

    `ledger` has all events that the list counts, those of the lists before it included; `made` is
    what else it says of where it comes from, where somebody told; `own` are columns that mean
    nothing here; `paces` are those that the list has besides the standard one. Of a list that is
    kept by `columns` the entries are only some, nobody's or of those whom events concern.
    `account` is how each part of the list before was used. `ways` are how the list has some people,
    `clubs` to which some have gone, by their plain tokens.
    """

    rules: RuleSet
    day: date | None
    entries: tuple[Entry, ...]
    events: tuple[Submitted, ...]
    notices: tuple[Problem, ...]
    ledger: tuple[Held, ...]
    made: Provenance | None = None
    own: OwnColumns = OwnColumns()
    paces: tuple[str, ...] = ()
    columns: Columned | None = None
    account: Account | None = None
    ways: Mapping[str, str] = field(default_factory=dict)
    clubs: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def people(self) -> Made:
        """Everybody, with what they gained."""
        if self.columns is not None:
            found = self.columns.made()
        else:
            found = of_entries(self.entries, self.rules, self.paces, self.own)
        return found.with_ledger(self.ways, self.clubs)

    def numbers(self) -> dict[str, int]:
        """How many results count, how many people are rated at any pace, and for the first time."""
        return self.people.numbers()

    def to_frame(self) -> Any:
        """The list as a pandas DataFrame, which `read_list` takes as the list of the next time.

        A row a player in the order of the list, with what a list in CSV has: place, id, name,
        rating, …, and listed, rounded (the change) and n (games counted).
        """
        frame = player_frame([entry.player for entry in self.entries])
        columns = (("listed", FLAG), ("rounded", NUMBER), ("n", WHOLE))
        rows = [(entry.listed, entry.change, entry.n) for entry in self.entries]
        found = made(columns, rows)
        for name in found.columns:
            frame[name] = found[name]
        return frame.rename(columns={"no": "place"})

    def entry(self, who: str) -> Entry:
        """A person by ID or name.

        Raises `NotKnownError` when not exactly one is meant.
        """
        if self.columns is not None:
            one = self.columns.person(who)
            known = (each for each in self.entries if each.player.key == one.key)
            return next(known, Entry(one, one.rating, (), one.rating is not None))
        people = [entry.player for entry in self.entries]
        return self.entries[meant(who, people, has_numbers=False, plain=plain_name)]


#: What is told of whoever it is true of.
OF_MANY = ("fed_new", "fed_other_rating")


#: How many problems the text of an error says; `problems` has all of them.
_TOLD = 20


class ListError(EventError):
    """All that stands in the way of the next list, as far as can be told at once."""

    def __init__(self, found: Sequence[Problem]) -> None:
        lines = [placed_words(one.where, told(one), "en") for one in found[:_TOLD]]
        super().__init__("\n".join(lines + ["…"] * (len(found) > _TOLD)))
        self.problems = tuple(found)


def next_list(
    listed: Sequence[Player],
    submitted: Sequence[Submitted],
    reference: str,
    day: date | None = None,
    ledger: Sequence[Held] = (),
    own: Sequence[str] = (),
    before: Before = BEFORE,
) -> NextList:
    """The list that follows from a list and the events since.

    `reference` names the rule set; `day` is the day of the next list, needed where the
    events count for several lists. Ratings, titles and numbers of games are those of the
    list, whatever the events say of its players. The rule set says whether the events are
    rated together or one after another. None of the events in `ledger` is rated again: the list
    counts them. The files that `own` names are events of their own, however alike they are.
    `before` is what is known of the lists before: for late events, and who was called otherwise.

    Raises `ListError` with everything that stands in the way.

    >>> from xlrating.engine.event import Event, Game
    >>> from xlrating.engine.results import read_result
    >>> ann, bob = Player(1, "A", Decimal(2400)), Player(2, "B", Decimal(2000))
    >>> cup = Event((ann, bob), (Game(1, 1, 2, read_result("0-1")),))
    >>> found = next_list([ann, bob], [Submitted("cup.csv", cup)], "fide")
    >>> [(entry.player.name, entry.player.rating) for entry in found.entries]
    [('A', Decimal('2391')), ('B', Decimal('2018'))]
    """
    found = Findings()
    people = people_of(listed)
    persons = people.persons(found)
    # The last one first: who was renamed twice is found by the first name, too.
    for token, now in reversed(before.called):
        persons.also_called(token, now)
    persons.take_aliases(before.aliases)
    rules = load(reference)
    people.check(rules, found)
    n, where = people.with_k()
    if n and rules.coefficient is not None and rules.coefficient.rows:
        # Lists of other programs show K; here it goes before the table, this time and the next.
        found.notice("fed_k_listed", where, n=n)
    is_list_wrong = bool(found.wrong)
    events, day = of_the_list(in_order(submitted, found), rules, day, found)
    check_events(events, rules, found)
    refuse_numbers(events, persons, found)
    if is_list_wrong:
        # Who is who cannot be told while the list is not right.
        raise ListError(found.wrong)
    if events:
        rules = rules_on(reference, events[-1].event)
    at_once = are_rated_together(rules)
    # What is wrong in one event does not hide what is wrong with the others.
    period = people.period([one for one in events if one.file not in found.files], persons, found)
    had = people.ratings()
    lent = lend(period.events, rules, before, persons, found)
    period.events = with_lists(period.events, rules, before, persons, found)
    # Of an event with doubts about its people nothing can be said.
    sent = period.held(rules)
    # Events of other paces were compared with those before them already.
    files = {*files_named(own, submitted, found), *(one.file for one in before.sent)}
    period.tell_copies([*before.sent, *sent], ledger, files)
    if found.wrong or not persons.are_apart():
        raise ListError(found.wrong)
    if not at_once:
        tell_same_day(period.events, found)
    tell_ratings(period.events, persons, at_once, found)
    period.tell_doubts(rules)
    tell_standing(period.events, persons, before.standing, found)
    mark_absences(period.events, ledger, persons, people, rules, found)
    if found.wrong:
        raise ListError(found.wrong)
    try:
        rated = period.rate(reference, at_once)
    except RatingError as error:
        found.extend(as_problems(error))
        raise ListError(found.wrong) from None
    take_back(lent, period.played(rated) if lent else set(), persons)
    if not before.is_part:
        adjust(persons.now, rules, before.day, day, found)
    entries = _entries(people, had, persons, rated, rules)
    columns = people.kept_after(rules, persons, entries)
    counted = [*ledger, *(one for one in (*before.sent, *sent) if one.count)]
    held = bounded(counted)
    found.notices += [
        *tell_cut(counted, held), *beyond_bounds(persons.outside(rules.bounds, entries), rules)
    ]  # fmt: skip
    # What is told of many people does not hide what is told of one event.
    notices = sorted(found.notices, key=lambda one: one.key in OF_MANY or one.no > 0)
    return NextList(rules, day, entries, tuple(events), tuple(notices), held, columns=columns)


def _entries(
    listed: Sequence[Player],
    before: Sequence[Decimal | None],
    persons: Persons,
    reports: Sequence[Report],
    rules: RuleSet,
) -> tuple[Entry, ...]:
    """Everybody, rated players first in the order of the list."""
    lines: dict[str, list[tuple[Report, Line]]] = {}
    for report in reports:
        for line in report.lines:
            lines.setdefault(line.player.key, []).append((report, line))
    found = []
    for number in persons.touched():
        player = persons.now[number]
        # K that only an event gave is for that event.
        k = listed[number].k if number < len(listed) else None
        own = tuple(lines.get(player.key, []))
        last = [line for _, line in own if line.new is not None]
        is_listed = player.rating is not None and (not last or last[-1].listed)
        had = before[number] if number < len(before) else None
        found.append(Entry(replace(player, k=k), had, own, is_listed, number))
    return in_list_order(found, rules, persons.steps)


def in_list_order(
    entries: Iterable[Entry], rules: RuleSet, steps: Mapping[int, list[Step]]
) -> tuple[Entry, ...]:
    """Everybody in the order of the list, with their places and the steps besides the events."""
    found = (replace(one, adjusted=tuple(steps.get(one.number, ()))) for one in entries)
    return in_places(found, rules)


def in_places(entries: Iterable[Entry], rules: RuleSet) -> tuple[Entry, ...]:
    """Everybody in the order of the list, with their places."""
    sign = 1 if is_lowest_first(rules) else -1

    def place(e: Entry) -> tuple[object, ...]:
        rating = e.player.rating
        below = not e.listed, e.unplaced not in ("", UNLISTED), rating is None
        return (*below, sign * (rating or 0), e.player.name)

    return tuple(
        replace(one, player=replace(one.player, no=no))
        for no, one in enumerate(sorted(entries, key=place), 1)
    )
