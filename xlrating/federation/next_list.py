"""The next rating list from a list and the events since.

It has all players after the events of a rating period.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from ..engine.account import Account
from ..engine.errors import EventError, RatingError
from ..engine.event import Player
from ..engine.frames import FLAG, NUMBER, WHOLE, frame
from ..engine.lines import Step
from ..engine.player_search import find_player
from ..engine.problem import format_message, placed_words
from ..engine.problems import Problem
from ..engine.rating import rules_on
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet, load
from ..engine.showing import are_whole
from ..engine.tables import player_frame
from ..engine.terms.periods import are_rated_together, is_k_given
from ..engine.vocabulary.names import plain_name
from .absences import mark_absences
from .adjustments import adjust
from .doubts import (
    beyond_bounds,
    refuse_numbers,
    tell_ratings,
    tell_same_day,
    tell_standing,
)  # fmt: skip
from .entries import Calculations, result_of
from .entry import ListedPerson
from .in_force import BEFORE, Before, lend, take_back, with_lists
from .ledger import LedgerEntry, bounded, tell_cut
from .list_checks import check_list
from .made import BuildResult
from .named_events import files_named
from .period import PeriodEvents, period_of
from .persons import Findings, Persons
from .provenance import Provenance
from .refusals import as_problems
from .submissions import Submission, check_events, in_order, of_the_list


@dataclass(frozen=True)
class NextList:
    """The next list: its people with what they gained, the events in order, and the notices.

    `ledger` has all events that the list counts, including those of earlier lists. By person's
    number, `calculations` are those of some people, and `steps` changes of ratings other than by
    events. If columns rated the people who stayed away, the list `is_short`: only those with
    calculations or steps have entries. `made` is its provenance, if known, and `account` says how
    each part of the previous list was used.
    """

    people: BuildResult
    day: date | None
    events: tuple[Submission, ...]
    notices: tuple[Problem, ...]
    ledger: tuple[LedgerEntry, ...]
    calculations: Calculations
    steps: Mapping[int, Sequence[Step]]
    is_short: bool
    made: Provenance | None = None
    account: Account | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules of the list; if it has several paces, those of the standard one."""
        return self.people.rules

    @cached_property
    def entries(self) -> tuple[ListedPerson, ...]:
        """Its people in list order; if it `is_short`, only those with calculations or steps."""
        there = {*self.calculations, *self.steps} if self.is_short else None
        rows = enumerate(map(int, self.people.order), 1)
        return tuple(self._entry(row, no) for no, row in rows if there is None or row in there)

    def _entry(self, row: int, no: int) -> ListedPerson:
        return self.people.entry(row, no, self.calculations.get(row, {}), self.steps.get(row, ()))

    def numbers(self) -> dict[str, int]:
        """The numbers of results, of people rated at any pace, and of those newly rated."""
        return self.people.numbers()

    def to_frame(self) -> Any:
        """The list as a pandas DataFrame, which `read_list` accepts as the next previous list.

        One row per player in list order, with the columns of a CSV list: place, id, name,
        rating, …, and listed, rounded (the change) and n (games counted).
        """
        made = player_frame([entry.player for entry in self.entries])
        columns = (("listed", FLAG), ("rounded", NUMBER), ("n", WHOLE))
        rows = [(entry.listed, entry.change, entry.n) for entry in self.entries]
        found = frame(columns, rows)
        for name in found.columns:
            made[name] = found[name]
        return made.rename(columns={"no": "place"})

    def entry(self, who: str) -> ListedPerson:
        """A person by ID or name.

        Raises `NotKnownError` unless exactly one matches.
        """
        if self.is_short:
            row = self.people.people.row_of(who)
            return self._entry(row, [*self.people.order].index(row) + 1)
        players = [entry.player for entry in self.entries]
        return self.entries[find_player(who, players, has_numbers=False, plain=plain_name)]


#: Notices about individual people.
OF_MANY = ("fed_new", "fed_other_rating")


#: Notices about the ledger and earlier lists that the command names: a list is verified without
#: them, so it does not have them.
OF_COMMAND = frozenset((
    "corr_changed", "corr_had", "corr_late", "corr_later", "corr_title", "corr_was_split",
    "fed_earlier_idle", "reg_merged_later",
))  # fmt: skip


#: How many problems the text of an error contains; `problems` has all of them.
_TOLD = 20


class ListError(EventError):
    """Everything that prevents the next list, as far as it can be reported at once."""

    def __init__(self, found: Sequence[Problem]) -> None:
        lines = [placed_words(one.where, format_message(one), "en") for one in found[:_TOLD]]
        super().__init__("\n".join(lines + ["…"] * (len(found) > _TOLD)))
        self.problems = tuple(found)
        #: The accounts of files by name, if an event prevents the list.
        self.accounts: Mapping[str, Account] = {}


def next_list(
    listed: Sequence[Player],
    submitted: Sequence[Submission],
    reference: str,
    day: date | None = None,
    own: Sequence[str] = (),
    before: Before = BEFORE,
) -> NextList:
    """The list that follows from a list and the events since.

    `reference` names the rule set; `day` is the date of the next list, required if the
    events count for several lists. Ratings, titles and numbers of games are those of the
    list, whatever the events say about its players. The rule set decides whether the events are
    rated together or one after another. The files that `own` names are separate events, however
    similar they are. `before` is what is known about earlier lists: for late events, former
    names, and events already counted.

    Raises `ListError` with everything that prevents the list.

    >>> from decimal import Decimal
    >>> from xlrating.engine.event import Event, Game
    >>> from xlrating.engine.results import read_result
    >>> ann, bob = Player(1, "A", Decimal(2400)), Player(2, "B", Decimal(2000))
    >>> cup = Event((ann, bob), (Game(1, 1, 2, read_result("0-1")),))
    >>> found = next_list([ann, bob], [Submission("cup.csv", cup)], "fide")
    >>> [(entry.player.name, entry.player.rating) for entry in found.entries]
    [('A', Decimal('2391')), ('B', Decimal('2018'))]
    """
    found = Findings()
    rules = load(reference)
    persons = _persons(listed, before, rules, found)
    is_list_wrong = bool(found.wrong)
    events, day = of_the_list(in_order(submitted, found), rules, day, found)
    check_events(events, rules, found)
    refuse_numbers(events, persons, found)
    if is_list_wrong:
        # Identities cannot be resolved until the list is right.
        raise ListError(found.wrong)
    if events:
        rules = rules_on(reference, events[-1].event)
    # Errors in one event do not hide those in others.
    period = period_of([one for one in events if one.file not in found.files], persons, found)
    lent = lend(period.events, rules, before, persons, found)
    period.events = with_lists(period.events, rules, before, persons, found)
    sent = _held(period, files_named(own, submitted, found), before, rules)
    _tell_doubts(period, before, rules, reference)
    rated = _rated(period, reference, rules)
    take_back(lent, period.played(rated) if lent else set(), persons)
    if not before.is_part:
        adjust(persons.now, rules, (before.day, day), found)
    made, calculations = result_of(persons, rated, rules)
    held = _counted(before, sent, found)
    found.notices += beyond_bounds(made.people, rules)
    # Notices about many people do not hide those about an event.
    notices = sorted(found.notices, key=lambda one: one.key in OF_MANY or one.no > 0)
    return NextList(
        made, day, tuple(events), tuple(notices), held, calculations, found.steps,
        persons.by_columns,
    )  # fmt: skip


def _persons(listed: Sequence[Player], before: Before, rules: RuleSet, found: Findings) -> Persons:
    """The people on a list, including former identifiers; reports errors of the list."""
    persons = Persons(listed, found)
    # The latest first: someone renamed twice is also found by the first name.
    for token, now in reversed(before.called):
        persons.also_called(token, now)
    persons.take_aliases(before.aliases)
    persons.by_columns &= are_whole(rules)
    people = persons.before
    check_list(people, rules, found)
    n, where = people.with_k()
    if n and rules.coefficient is not None and not is_k_given(rules):
        # Lists of other programs show K; here it overrides the table, this time and the next.
        found.notice("fed_k_listed", where, n=n)
    return persons


def _held(
    period: PeriodEvents, own: Iterable[str], before: Before, rules: RuleSet
) -> list[LedgerEntry]:
    """The ledger entries of the events, without copies; `own` are files that are no copies.

    Raises `ListError` if anything prevents the list.
    """
    # An event with doubts about its people cannot be compared.
    sent = period.held(rules)
    # Events of other paces were already compared with those before them.
    files = {*own, *(one.file for one in before.sent)}
    period.tell_copies([*before.sent, *sent], before.ledger, files)
    if period.found.wrong or not period.persons.are_apart():
        raise ListError(period.found.wrong)
    return sent


def _counted(
    before: Before, sent: Iterable[LedgerEntry], found: Findings
) -> tuple[LedgerEntry, ...]:
    """The events that the list counts, with a notice of how many have no recorded games now."""
    counted = [*before.ledger, *(one for one in (*before.sent, *sent) if one.count)]
    held = bounded(counted)
    found.notices += tell_cut(counted, held)
    return held


def _tell_doubts(period: PeriodEvents, before: Before, rules: RuleSet, reference: str) -> None:
    """Report the doubts about events.

    Raises `ListError` if anything prevents the list.
    """
    persons, found, at_once = period.persons, period.found, are_rated_together(rules)
    if not at_once:
        tell_same_day(period.events, found)
    tell_ratings(period.events, persons, at_once, found)
    period.tell_doubts(rules, reference)
    tell_standing(period.events, persons, before.standing, found)
    mark_absences(period.events, before.ledger, persons, rules, found)
    if found.wrong:
        raise ListError(found.wrong)


def _rated(period: PeriodEvents, reference: str, rules: RuleSet) -> list[Report]:
    """The results of the events; `ListError` if they cannot be rated."""
    try:
        return period.rate(reference, are_rated_together(rules))
    except RatingError as error:
        period.found.extend(as_problems(error))
        raise ListError(period.found.wrong) from None
