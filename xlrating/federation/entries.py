"""The next list from the people of the last one and the reports of the events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from .entry import Lines
from .made import BuildResult, PaceResult
from .persons import Persons

#: The calculations of some people, by number and pace, '' for the standard one.
Calculations = dict[int, dict[str, Lines]]


def result_of(
    persons: Persons, reports: Sequence[Report], rules: RuleSet
) -> tuple[BuildResult, Calculations]:
    """The next list's people with what they gained, and the calculations of everyone rated."""
    told = [(report, line) for report in reports for line in report.lines]
    of: dict[int, Lines] = {}
    for number, one in zip(persons.numbers([line.player for _, line in told]), told, strict=True):
        of[number] = (*of.get(number, ()), one)
    before, now = persons.before, persons.flushed()
    # A K given only by an event applies only to that event.
    parts = {**now.parts, "k": before.parts["k"].longer(len(now) - len(before))}
    gained = PaceResult(before.ratings(), *persons.gained).of_size(len(now))
    n = {number: sum(line.n for _, line in own) for number, own in of.items()}
    rated = ((number, line) for number, own in of.items() for _, line in own)
    listed = {number: line.listed for number, line in rated if line.new is not None}
    gained = gained._replace(n=gained.n.put(n), listed=gained.listed.put(listed))
    made = BuildResult(rules, replace(now, parts=parts), {"": gained})
    return made, {number: {"": own} for number, own in of.items()}
