"""Workbooks with very many events: each is rated, written to the Audit, and released.

Only the lines of an event's players are kept, without games and steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..engine.event import Event
from ..engine.inspection import inspected, unfinished
from ..engine.lines import Line
from ..engine.problem import Problem
from ..engine.rating import rate, rules_on
from ..engine.report import Report
from ..engine.rounding import ZERO
from ..engine.rules.rulefile import available
from .added import Block, NewSheet, audit
from .book import expect_tables, language_of, titles_of
from .new_sheet import sheet_xml
from .packed import PackedPart

#: With fewer players than this, all events are kept.
_MANY = 2_000


def are_many(found: Sequence[tuple[Event, str]]) -> bool:
    """Whether there are too many events to keep their games; `found` has their rules."""
    known = all(rules.partition("@")[0] in available() for _, rules in found)
    return len(found) > 1 and known and sum(len(event.players) for event, _ in found) > _MANY


def rated_at_size(
    found: list[tuple[Event, str]],
    name: str,
    language: str | None,
    styles: Mapping[str, int] | None,
    space: str,
    hear: Callable[[Event, Sequence[Problem]], object],
) -> tuple[list[Report], PackedPart | None]:
    """The reports of events, without games and steps, and the sheet Audit with all of them.

    The events lose their games, also in `found`, to save memory. `styles` maps the sheet's kinds
    of values to styles (None: no such sheet); `space` is its namespace, `name` the workbook's
    name. `hear` is called with the doubts about each event.
    """
    reports = [
        Report(
            (event,), rules_on(rules, event), tuple(Line(one, (), ZERO) for one in event.players)
        )
        for event, rules in found
    ]
    tables = expect_tables(reports, name)
    language, titles = language or language_of(tables), titles_of(tables, reports)
    del tables  # they would keep the games of all events
    headings, _ = audit([(titles[0], reports[0], reports[0].lines[0])], language)

    def blocks() -> Iterator[Block]:
        for at, (event, rules) in enumerate(found):
            report = rate(event, rules)
            hear(event, [*unfinished(event), *inspected(event, report.rules)])
            if styles is not None:
                lines = [(titles[at], report, line) for line in report.lines]
                yield from audit(lines, language)[1]
            event = replace(event, games=())
            bare = tuple(line.changed(games=(), steps=()) for line in report.lines)
            found[at], reports[at] = (event, rules), replace(report, events=(event,), lines=bare)

    if styles is None:
        for _ in blocks():  # there are none, but the events are rated
            pass
        return reports, None
    sheet = PackedPart()
    for piece in sheet_xml(NewSheet("", headings, blocks()), space, styles):
        sheet.write(piece)
    sheet.close()
    return reports, sheet
