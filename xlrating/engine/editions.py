"""Events that are not rated by the edition in force on their day."""

from __future__ import annotations

from datetime import date
from typing import Dict, Iterable, Iterator

from .errors import RuleSetError
from .event import Event
from .problems import Problem
from .rules.ruleset import RuleSet, in_force


def other_edition(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """A notice if the named edition was not in force on the day of the event."""
    day = event.day(rules.dated_by)
    if day is None or not rules.edition:
        return
    words: Dict[str, object] = {"day": day, "rules": rules.shown, "since": rules.edition}
    current = _in_force(rules, day)
    where = _place(event, rules)
    if day < date.fromisoformat(rules.edition):
        named = f", {current}" if current else ""
        yield Problem("edition_older", {**words, "current": named}, where)
    elif current != rules.shown:
        yield Problem("edition_newer", {**words, "current": current}, where)


def _in_force(rules: RuleSet, day: date) -> str:
    """The edition in force on a day; empty before the first."""
    try:
        return in_force(rules, day).shown
    except RuleSetError:
        return ""


def mixed_editions(events: Iterable[Event], rules: RuleSet) -> Iterator[Problem]:
    """A notice for each event of a period whose day has another edition than `rules`.

    `rules` is the edition of the last event, by which the whole period is rated: no regulation
    says how a change of edition within a period is rated, as their lists begin on such days.
    """
    for event in events:
        day = event.day(rules.dated_by)
        current = _in_force(rules, day) if day is not None and rules.edition else ""
        if day is None or current in ("", rules.shown):
            # Before the first edition there is none to choose.
            yield from other_edition(event, rules)
            continue
        since = max(in_force(rules, day).edition, rules.edition)
        words = {"day": day, "rules": rules.shown, "current": current, "since": since}
        yield Problem("edition_mixed", words, _place(event, rules))


def _place(event: Event, rules: RuleSet) -> str:
    """Where an event says the day that decides its edition."""
    return event.at("end" if rules.dated_by == "end" and event.end else "start")
