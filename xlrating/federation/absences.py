"""Players who missed the compulsory events, according to a list and its events."""

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

#: The participants with an opponent, for each national event of a year.
Played = dict[str, set[int]]


def which_national(event: Event, rules: RuleSet) -> str:
    """The id of the national event of these rules that an event is; '' for none."""
    if rules.absence is None or rules.event is None or not is_national(event):
        return ""
    return national_id(str(event.facts["national"]), rules) if rules.event.national else ""


def kept_event(one: ResolvedEvent, persons: Persons, rules: RuleSet) -> LedgerEntry:
    """The ledger entry of an event, including which national event it was."""
    return replace(one.as_held(persons), national=which_national(one.event, rules))


def mark_absences(
    events: Sequence[ResolvedEvent],
    ledger: Sequence[LedgerEntry],
    persons: Persons,
    rules: RuleSet,
    found: Findings,
) -> None:
    """Mark those on the list who played in none of the national events of a year.

    This needs a year with all national events known, including those counted by the previous list
    (`ledger`): the penalty is due with the last of them, once. Players marked no in the
    list (the fact ``absent``) had a valid reason.
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
    """The participants with an opponent in each year's national events, among these events."""
    years: dict[int, Played] = {}
    for one in events:
        day, which = one.event.day("end"), which_national(one.event, rules)
        if which and day is not None:
            there = years.setdefault(day.year, {}).setdefault(which, set())
            there |= {one.numbers[no] for no in who_met(one.event)}
    return years


def _played_before(ledger: Sequence[LedgerEntry], persons: Persons) -> dict[int, Played]:
    """The participants by year and national event, if the previous list records the games."""
    years: dict[int, Played] = {}
    for one in ledger:
        if one.national and one.record and one.last is not None:
            there = years.setdefault(one.last.year, {}).setdefault(one.national, set())
            tokens = {token for _, *pair in one.games for token in pair}
            there |= {number for token in tokens if (number := persons.of_token(token)) is not None}
    return years


def _tell_years(events: Sequence[ResolvedEvent], whole: Sequence[int], found: Findings) -> None:
    """Reject two years at once: the penalty comes after its year's games and before the next's."""
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
