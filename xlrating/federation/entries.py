"""The people of the next list in its order, from what the events gave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..engine.lines import Line, Step
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.periods import is_lowest_first
from .entry import ListedPerson
from .identity import UNLISTED
from .made import BuildResult, PaceResult
from .persons import Persons


def everybody(persons: Persons, entries: Sequence[ListedPerson], rules: RuleSet) -> BuildResult:
    """The people of the list with what they gained."""
    before, now = persons.before, persons.flushed()
    # K that only an event gave is for that event.
    parts = {**now.parts, "k": before.parts["k"].longer(len(now) - len(before))}
    gained = PaceResult(before.ratings(), *persons.gained).of_size(len(now))
    if persons.shown is None:
        shown = {one.number: one.listed or one.player.rating is None for one in entries}
        n = gained.n.put({one.number: one.n for one in entries})
        gained = gained._replace(n=n, listed=gained.listed.put(shown))
    return BuildResult(rules, replace(now, parts=parts), {"": gained})


def entries_of(
    persons: Persons, reports: Sequence[Report], rules: RuleSet
) -> tuple[ListedPerson, ...]:
    """Everybody, rated players first in the order of the list."""
    lines: dict[str, list[tuple[Report, Line]]] = {}
    for report in reports:
        for line in report.lines:
            lines.setdefault(line.player.key, []).append((report, line))
    found = []
    had, given = persons.before.ratings(), persons.before.parts["k"]
    for number in persons.touched():
        player, is_new = persons.now[number], number >= persons.listed
        # K that only an event gave is for that event.
        k = None if is_new else given[number]
        own = tuple(lines.get(player.key, []))
        last = [line for _, line in own if line.new is not None]
        is_listed = player.rating is not None and (not last or last[-1].listed)
        before = None if is_new else had[number]
        found.append(ListedPerson(replace(player, k=k), before, own, is_listed, number))
    return in_list_order(found, rules, persons.steps)


def in_list_order(
    entries: Iterable[ListedPerson], rules: RuleSet, steps: Mapping[int, list[Step]]
) -> tuple[ListedPerson, ...]:
    """Everybody in the order of the list, with their places and the steps besides the events."""
    found = (replace(one, adjusted=tuple(steps.get(one.number, ()))) for one in entries)
    return in_places(found, rules)


def in_places(entries: Iterable[ListedPerson], rules: RuleSet) -> tuple[ListedPerson, ...]:
    """Everybody in the order of the list, with their places."""
    sign = 1 if is_lowest_first(rules) else -1

    def place(e: ListedPerson) -> tuple[object, ...]:
        rating = e.player.rating
        below = not e.listed, e.unplaced not in ("", UNLISTED), rating is None
        return (*below, sign * (rating or 0), e.player.name)

    return tuple(
        replace(one, player=replace(one.player, no=no))
        for no, one in enumerate(sorted(entries, key=place), 1)
    )
