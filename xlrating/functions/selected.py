"""A crosstable as people have it: the selected range of cells, with its headings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, Iterator, Tuple

from ..engine.account import Account
from ..engine.errors import ArgumentError
from ..engine.event import Event
from ..engine.formats import format_problems
from ..engine.problem import make_error
from ..engine.rating import rules_on
from ..engine.texts import say
from ..exchange.crosstables import read_range
from ..exchange.grid import Grid
from ..exchange.tabular import ReadOptions
from .ranges import Range


def event_in(rows: Range, ignored: str, language: str) -> Tuple[Event, Dict[int, int]]:
    """The event in a selected crosstable, and its players' numbers by row below the headings.

    `ignored` headings do not matter. Raises a `RatingError` with row and column
    of the range.
    """
    name = say(language, "range_selected")
    grid = Grid(
        name,
        "",
        rows,
        lambda row, col, heading: f"{name}, row {row + 1}, column {col + 1}",
        lambda row: f"{name}, row {row + 1}",
    )
    event = read_range(grid, ReadOptions(ignore=headings_in(ignored)))
    places = [*_rows(event.account, "player")]
    head = max(_rows(event.account, "heading"), default=0)
    if len(places) != len(event.players):
        # Pairings name people repeatedly.
        places, head = list(range(1, len(event.players) + 1)), 0
    return event, {row - head: one.no for row, one in zip(places, event.players)}


def headings_in(ignored: str) -> Tuple[str, ...]:
    """The headings in a list separated by commas."""
    return tuple(filter(None, (one.strip() for one in re.split("[,;，；]", str(ignored)))))


def with_rounds(event: Event, rounds: int) -> Event:
    """The event with this many rounds; 0 keeps its own. Raises `ArgumentError` if it has more."""
    if 0 < rounds < event.table_rounds:
        words = {"found": str(rounds), "least": str(event.table_rounds)}
        raise make_error(ArgumentError, "read_few_rounds", event.where, **words)
    return replace(event, rounds=rounds or event.rounds)


def expect_format(event: Event, ruleset: str) -> None:
    """Raise `ArgumentError` if the rules rate round robins differently and this may be one."""
    if rules_on(ruleset, event).has_round_robin and any(format_problems(event)):
        raise make_error(ArgumentError, "range_format", event.where)


def _rows(account: Account | None, kind: str) -> Iterator[int]:
    """The numbers of the rows of a kind, counted from 1."""
    for one in account.lines if account else ():
        if one.kind == kind:
            yield from range(one.first, one.last + 1)
