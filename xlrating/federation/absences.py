"""Who stayed away from the events that must be played, as a list and its events tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..engine.admission import national_id
from ..engine.errors import first_of
from ..engine.event import Event
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.start import is_marked
from ..engine.tournament.placing import is_national, who_met
from ..engine.vocabulary.booleans import MARK, is_no
from .ledger import LedgerEntry
from .persons import Findings, Persons
from .submissions import ResolvedEvent

#: Who met somebody in each national event of a year.
Played = dict[str, set[int]]


def which_national(event: Event, rules: RuleSet) -> str:
    """Which of the national events of its rules an event is; '' for none."""
    if rules.absence is None or rules.event is None or not is_national(event):
        return ""
    return national_id(str(event.facts["national"]), rules) if rules.event.national else ""


def kept_event(one: ResolvedEvent, persons: Persons, rules: RuleSet) -> LedgerEntry:
    """An event as a list keeps it, with which national event it was."""
    return replace(one.as_held(persons), national=which_national(one.event, rules))


def mark_absences(
    events: Sequence[ResolvedEvent],
    ledger: Sequence[LedgerEntry],
    persons: Persons,
    rules: RuleSet,
    found: Findings,
) -> None:
    """Mark those of the list who were in none of the national events of a year.

    Only a year all of whose national events are known tells it, those that the list before counts
    (`ledger`) included: with the last of them the penalty is due, once. Whoever has a no in the
    list (the fact ``absent``) had a reason.
    """
    if rules.absence is None or rules.event is None or not rules.event.national:
        return
    now, years = _played(events, rules), _played_before(ledger, persons)
    names = [one.id for one in rules.event.national]
    due = []
    for year, played in sorted(now.items()):
        before = years.get(year, {})
        known = {**before, **{name: played[name] | before.get(name, set()) for name in played}}
        _tell_contradictions(known, persons, found)
        missing = [name for name in names if name not in known]
        if missing:
            said = {"known": ", ".join(sorted(known)), "missing": ", ".join(missing)}
            found.notice("fed_absence_open", "", year=year, **said)
        elif len(before) < len(names):
            due.append(year)
            _mark(year, set().union(*known.values()), persons, rules, found)
    _tell_years(events, due, found)


def _played(events: Sequence[ResolvedEvent], rules: RuleSet) -> dict[int, Played]:
    """Who met somebody in the national events of each year among these."""
    years: dict[int, Played] = {}
    for one in events:
        day, which = one.event.day("end"), which_national(one.event, rules)
        if which and day is not None:
            there = years.setdefault(day.year, {}).setdefault(which, set())
            there |= {one.numbers[no] for no in who_met(one.event)}
    return years


def _played_before(ledger: Sequence[LedgerEntry], persons: Persons) -> dict[int, Played]:
    """By year and national event who played, where the list before records the games."""
    years: dict[int, Played] = {}
    for one in ledger:
        if one.national and one.record and one.last is not None:
            there = years.setdefault(one.last.year, {}).setdefault(one.national, set())
            tokens = {token for _, *pair in one.games for token in pair}
            there |= {number for token in tokens if (number := persons.of_token(token)) is not None}
    return years


def _tell_years(events: Sequence[ResolvedEvent], whole: Sequence[int], found: Findings) -> None:
    """The penalty follows the games of its year, and those of the next one it: refuse two years."""
    days = [(day.year, one.event) for one in events if (day := one.event.day("end"))]
    marked = {year for year, event in days if any(is_marked(p, "absent") for p in event.players)}
    first, last = min({*whole, *marked}, default=0), max((year for year, _ in days), default=0)
    if first and first < last:
        found.is_wrong("fed_two_years", "", year=first, last=last)


def _tell_contradictions(played: dict[str, set[int]], persons: Persons, found: Findings) -> None:
    for number in sorted(set().union(*played.values())):
        if "absent" in persons.marks[number]:
            found.is_wrong("absent_played", persons.now[number].at("absent"))


def _mark(
    year: int,
    there: set[int],
    persons: Persons,
    rules: RuleSet,
    found: Findings,
) -> None:
    names: list[str] = []
    for number, player in enumerate(persons.before):
        said = player.facts.get("absent")
        excused = said not in (None, "") and is_no(said)
        if number in there or excused or persons.now[number].rating is None:
            continue
        persons.marks[number].setdefault("absent", MARK)
        names.append(persons.now[number].name)
    if names:
        assert rules.absence is not None
        words = {"n": len(names), "year": year, "share": rules.absence.share * 100}
        words["names"] = first_of(names)
        found.notice("fed_absent", "", **words)
