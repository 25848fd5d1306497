"""Very many events of one workbook: each is rated, its rows of the Audit are written, and let go.

What is kept of an event are the lines of its players, without games and steps. With several
cores, other processes rate the next events while this one packs what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from pickle import UnpicklingError
from typing import Any, NamedTuple, cast

from ..engine.event import Event, Player
from ..engine.inspection import inspected, unfinished
from ..engine.lines import Line
from ..engine.problem import Problem
from ..engine.rating import rate, rules_on
from ..engine.report import Report
from ..engine.rounding import ZERO
from ..engine.rules.rulefile import available
from ..exchange.opening import crew
from ..exchange.workers import BrokenError, NoProcessError, lent
from .added import LOOKED_AT, Heading, Row, audit
from .book import expect_tables, language_of, titles_of
from .new_sheet import SHEET_END, marked_rows, numbered, sheet_begin
from .packed import PackedPart

#: Fewer players than these are rated as any event is.
_MANY = 2_000
#: Seconds of calculating that an event may take in another process, and for each game of it.
_SECONDS, _SECONDS_A_GAME = 10.0, 0.01
_NOBODY = Player(0, "")


class EventToRate(NamedTuple):
    """An event with its rules, and how its rows of the Audit are written; no `styles`: not at all.

    `title` is what the event is called there, '' where it is the only one.
    """

    event: Event
    rules: str
    title: str
    language: str
    styles: Mapping[str, int] | None


class _Rated(NamedTuple):
    """What an event gives: its lines without games and steps, what is doubtful, and its rows.

    `numbers` are those of the players; a line has no player where it is the one of the event.
    """

    numbers: Sequence[int]
    lines: Sequence[Line]
    doubts: Sequence[Problem]
    first: Sequence[Row]
    rows: Sequence[bytes]


def are_many(found: Sequence[tuple[Event, str]]) -> bool:
    """Whether events are so many that none is kept with its games; `found` has their rules."""
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
    """The reports of events, without games and steps, and the sheet Audit with all of these.

    The events lose their games, also in `found`: most of what is kept. `styles` are those of the
    sheet's kinds of values, None for no such sheet; `space` is its namespace, `name` the
    workbook's. `hear` is told what is doubtful in each event.
    """
    reports = [Report((event,), rules_on(rules, event), _no_lines(event)) for event, rules in found]
    language, titles = _names(reports, name, language)
    sheet = None
    if styles is not None:
        headings, _ = audit([(titles[0], reports[0], reports[0].lines[0])], language)
        sheet = _GrowingSheet(headings, styles, space)
    jobs = (EventToRate(*one, title, language, styles)
            for one, title in zip(found, titles, strict=True))  # fmt: skip
    # Rating alone costs no more than telling another process of it.
    with crew(len(found) if sheet is not None else 0) as several:
        results = several(_rated if several is map else _rated_elsewhere, jobs)
        for at, own in enumerate(results):
            event, rules = found[at]
            hear(event, own.doubts)
            lines = tuple(replace(line, player=event.by_no[no]) if line.player == _NOBODY else line
                          for no, line in zip(own.numbers, own.lines, strict=True))  # fmt: skip
            event = replace(event, games=())
            found[at], reports[at] = (
                (event, rules),
                replace(reports[at], events=(event,), lines=lines),
            )
            if sheet is not None:
                sheet.add(own.first, own.rows)
    return reports, sheet.ended() if sheet is not None else None


def _names(reports: Sequence[Report], name: str, language: str | None) -> tuple[str, list[str]]:
    """The language of a workbook, and what its events are called."""
    tables = expect_tables(reports, name)
    return language or language_of(tables), titles_of(tables, reports)


def _no_lines(event: Event) -> tuple[Line, ...]:
    """The lines of players before anything is calculated."""
    return tuple(Line(player, (), ZERO) for player in event.players)


def _rated(job: EventToRate) -> _Rated:
    return _Rated._make(rate_and_write(*job))


def _rated_elsewhere(job: EventToRate) -> _Rated:
    """An event rated and written in another process, if there is one, else in this one."""
    seconds = _SECONDS + _SECONDS_A_GAME * len(job.event.games)
    try:
        with lent() as one:
            one.opened = b""
            question = f"{__name__}:{rate_and_write.__name__}"
            found = one.ask(seconds, "whole", seconds, question, *job)
            return _Rated._make(cast("tuple[Any, ...]", found))
    except (NoProcessError, BrokenError, UnpicklingError):
        return _rated(job)


def rate_and_write(
    event: Event, rules: str, title: str, language: str, styles: Mapping[str, int] | None
) -> tuple[object, ...]:
    """What `_Rated` holds, as one process tells it another."""
    report = rate(event, rules)
    doubts = [*unfinished(event), *inspected(event, report.rules)]
    first: list[Row] = []
    rows: list[bytes] = []
    if styles is not None:
        headings, every = audit([(title, report, line) for line in report.lines], language)
        every = iter(every)
        first = list(islice(every, LOOKED_AT))
        rows = list(islice(marked_rows(headings, chain(first, every), styles), 1, None))
    numbers = [line.player.no for line in report.lines]
    lines = [
        replace(line, games=(), steps=(), facts=dict(line.facts),
                rank=line.rank and dict(line.rank),
                player=_NOBODY if line.player is event.by_no[line.player.no] else line.player)
        for line in report.lines
    ]  # fmt: skip
    return numbers, lines, doubts, first, rows


class _GrowingSheet:
    """The sheet Audit while events come: what stands in its first rows says how wide it is."""

    def __init__(self, headings: Sequence[Heading], styles: Mapping[str, int], space: str) -> None:
        self._headings, self._space = headings, space
        self._part, self._first, self._number = PackedPart(), list[Row](), 1
        self._waiting = list(marked_rows(headings, (), styles))
        self._has_begun = False

    def add(self, first: Sequence[Row], rows: Sequence[bytes]) -> None:
        """Put rows behind the others; `first` are the values of the first of them."""
        self._first += first[: LOOKED_AT - len(self._first)]
        self._waiting += rows
        if len(self._first) == LOOKED_AT:
            self._write()

    def ended(self) -> PackedPart:
        """The sheet with all rows."""
        self._write()
        self._part.write(SHEET_END)
        self._part.close()
        return self._part

    def _write(self) -> None:
        if not self._has_begun:
            self._part.write(sheet_begin(self._headings, self._first, self._space))
            self._has_begun = True
        self._part.write(b"".join(numbered(self._waiting, self._number)))
        self._number += len(self._waiting)
        self._waiting = []
