"""Who stayed away from the events that must be played, as the events of a list tell it."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.admission import national_id
from ..engine.errors import first_of
from ..engine.event import Player
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.start import is_marked
from ..engine.tournament.placing import is_national, who_met
from ..engine.words.marks import MARK, is_no
from .persons import Findings, Persons
from .submissions import Joined


def mark_absences(
    events: Sequence[Joined],
    persons: Persons,
    listed: Sequence[Player],
    rules: RuleSet,
    found: Findings,
) -> None:
    """Mark those of the list who were in none of the national events of a year.

    Only a year all of whose national events are here tells it. Whoever has a no in the list
    (the fact ``absent``) had a reason.
    """
    if rules.absence is None or rules.event is None or not rules.event.national:
        return
    years: dict[int, dict[str, set[int]]] = {}
    for one in events:
        day = one.event.day("end")
        if not is_national(one.event) or day is None:
            continue
        which = national_id(str(one.event.facts["national"]), rules)
        there = years.setdefault(day.year, {}).setdefault(which, set())
        there |= {one.numbers[no] for no in who_met(one.event)}
    whole = [year for year, played in years.items() if len(played) == len(rules.event.national)]
    _tell_years(events, whole, found)
    for year, played in sorted(years.items()):
        _tell_contradictions(played, persons, found)
        if year in whole:
            _mark(year, set().union(*played.values()), persons, listed, rules, found)


def _tell_years(events: Sequence[Joined], whole: Sequence[int], found: Findings) -> None:
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
    listed: Sequence[Player],
    rules: RuleSet,
    found: Findings,
) -> None:
    names: list[str] = []
    for number, player in enumerate(listed):
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
