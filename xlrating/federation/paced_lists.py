"""The next list with several paces: rated for each pace with events, one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import partial

from ..engine.event import Player
from ..engine.problems import Problem
from ..engine.rating import rules_on
from ..engine.rules.ruleset import load
from ..engine.vocabulary.headings import OTHER_PACES
from .adjustments import adjust, is_adjusted
from .entries import Calculations
from .in_force import BEFORE, Before
from .ledger import LedgerEntry, bounded
from .made import BuildResult, PaceResult
from .named_events import ends_with
from .next_list import ListError, NextList, next_list
from .paces import (
    PACES,
    STANDARD,
    entering,
    has_lists,
    list_named,
    pace_of,
    with_list,
)
from .people import Lines, ListPeople, people_of
from .persons import Findings
from .submissions import Submission

#: Makes a list from people and events, like `next_list`.
Maker = Callable[..., NextList]


def maker_of(rules: str, several: bool, each: bool) -> Maker:
    """The maker of a list; with several paces, `each` event counts at its own, or all at one."""
    if not (each or several) or not has_lists(rules):
        return next_list
    return OfPaces("" if each else list_named(rules) or STANDARD)


@dataclass
class _State:
    """The people by number, and the results of the events at each pace."""

    people: ListPeople
    calculations: Calculations = field(default_factory=dict)
    gains: dict[str, PaceResult] = field(default_factory=dict)
    made: list[NextList] = field(default_factory=list)
    held: list[LedgerEntry] = field(default_factory=list)


@dataclass(frozen=True)
class OfPaces:
    """Makes the next list with several paces: `next_list` for each pace with events.

    All events count at the pace `one` if given, otherwise each at its own.
    """

    one: str = ""

    def __call__(
        self,
        listed: Sequence[Player],
        submitted: Sequence[Submission],
        reference: str,
        day: date | None = None,
        own: Sequence[str] = (),
        before: Before = BEFORE,
    ) -> NextList:
        """The list; `reference` names the rules, whose option ``list`` is set to the pace.

        Raises `ListError` with everything that prevents the list at any pace.
        """
        of: dict[str, list[Submission]] = {pace: [] for pace in PACES}
        for sent in submitted:
            of[self.one or pace_of(sent.event)].append(sent)
        state = _State(people_of(listed))
        standard, wrong = state.people.ratings().values(), list[Problem]()
        for pace in PACES:
            if not of[pace] and (submitted or pace != STANDARD):
                continue
            known = _before(before, pace, reference, standard)._replace(
                sent=tuple(state.held), is_part=True
            )
            try:
                found = next_list(
                    state.people.at_pace(pace), of[pace], with_list(reference, pace), day,
                    _named(own, of, pace), known,
                )  # fmt: skip
            except ListError as error:
                wrong += [one for one in error.problems if one not in wrong]
                continue
            _take(state, found, pace, len(before.ledger))
        if wrong:
            raise ListError(wrong)
        return _together(state, reference, day, before)


def _together(state: _State, reference: str, day: date | None, before: Before) -> NextList:
    """The list from the results at all paces."""
    events = sorted(
        (each for found in state.made for each in found.events),
        key=lambda each: (each.day or date.max, each.file),
    )
    base = with_list(reference, STANDARD)
    rules = rules_on(base, events[-1].event) if events else load(base)
    days = {found.day for found in state.made} - {None}
    day = day or (days.pop() if len(days) == 1 else None)
    told = _adjusted(state, reference, before.day, day)
    # A copy of an event at another pace would be reported for each following pace.
    notices = {str(one): one for found in state.made for one in found.notices}
    people = state.people
    nothing = PaceResult(people.ratings(), people.same(0), people.same(True))
    gains = {
        pace: gained.of_size(len(people)) for pace, gained in ({"": nothing} | state.gains).items()
    }
    return NextList(
        BuildResult(rules, people, gains, OTHER_PACES), day, tuple(events),
        (*notices.values(), *told.notices), bounded([*before.ledger, *state.held]),
        state.calculations, told.steps, all(found.is_short for found in state.made),
    )  # fmt: skip


def _named(own: Sequence[str], of: Mapping[str, list[Submission]], pace: str) -> list[str]:
    """The files given for that pace; files that exist at no pace are reported once."""

    def has(each: str, name: str) -> bool:
        return any(ends_with(s.file, name) or ends_with(name, s.file) for s in of[each])

    first = next((each for each in PACES if of[each]), pace)
    return [
        name
        for name in own
        if has(pace, name) or (pace == first and not any(has(each, name) for each in PACES))
    ]


def _before(
    before: Before, pace: str, reference: str, standard: Sequence[Decimal | None]
) -> Before:
    """What is known about earlier lists, at one pace."""
    rules = load(with_list(reference, pace))
    lists = tuple(each._replace(entering=partial(entering, rules=rules)) for each in before.lists)
    return before._replace(lists=lists, standard=standard if pace != STANDARD else ())


def _take(state: _State, found: NextList, pace: str, known: int) -> None:
    """Take over the results at a pace; the first `known` events are the previous list's."""
    state.people = state.people.after_pace(pace, found.people.people)
    own = "" if pace == STANDARD else pace
    state.gains[own] = found.people.gains[""]
    for number, lines in found.calculations.items():
        state.calculations.setdefault(number, {})[own] = lines[""]
    new = found.ledger[known + len(state.held) :]
    state.held += [replace(each, pace=own) for each in new]
    state.made.append(found)


def _adjusted(state: _State, reference: str, since: date | None, day: date | None) -> Findings:
    """Apply the adjustments of all paces on that day, the standard one first; with notices."""
    findings = Findings()
    for pace in PACES if is_adjusted(reference, since, day) else ():
        rules = load(with_list(reference, pace))
        standard = state.people.ratings().values() if pace != STANDARD else []
        own = Lines(state.people.at_pace(pace))
        adjust(own, rules, (since, day), findings, standard, pace)
        state.people = state.people.after_pace(pace, own.flushed())
    return findings
