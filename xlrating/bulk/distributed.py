"""A period with games on several machines: a Dask DataFrame, rated in groups of players.

Each game goes to the groups of both its players. A group thus has all games of its players, in
order, and its results do not depend on how the games were partitioned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError, RatingError
from ..engine.frames import cell
from ..engine.problem import make_error
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.formats import read_format
from .days import days, extremes, paces, spans
from .edition import last_day, of_last_day, refuse_undated, years_of_players
from .flags import refuse_marks
from .games import Games, found_by, refuse_rounds
from .games import games as read_games
from .kernels import BY_OWN_GAMES, rate_columns, rules_of
from .people import People, in_years, people
from .rated import Rated
from .tables import opened

_ROW = re.compile(r"games, (row \d+)")


class PartitionSummary(NamedTuple):
    """The players and events of one partition.

    For each way to identify players: `ways`, whether it finds all of them, and how many; `plays`,
    which ones have games; `three`, three players per event, with -1 for none. `events` are in order
    of occurrence, a single one if no column names them; `first` and `last`, the days of each, are
    None without dates.
    """

    ways: Mapping[str, tuple[bool, int]]
    plays: Mapping[str, Any]
    three: Mapping[str, Any]
    events: Sequence[Any]
    first: Any
    last: Any


class MergedPartitions(NamedTuple):
    """All partitions combined: one way to identify players, and each event by its index."""

    way: str
    plays: Any
    three: Any
    events: Mapping[Any, int]
    first: Any
    last: Any


def rate_apart(
    players: Any, games: Any, rules: RuleSet | str, day: date | None, format: str
) -> Rated:
    """`rate_period` for games in a Dask DataFrame."""
    import dask

    chosen, named = rules_of(rules, day), read_format(format)
    _refuse(chosen, named)
    who = people(players, chosen, day)
    parts = games.to_delayed()
    everybody = dask.delayed(who, pure=True)
    seen = dask.compute(
        *(dask.delayed(_seen)(part, everybody, number) for number, part in enumerate(parts, 1))
    )
    whole = _whole(seen, who)
    if None in whole.events and len(whole.events) > 1:
        raise make_error(ArgumentError, "read_no_event", "games")
    refuse_marks(who, len(whole.events), chosen)
    last = None if whole.first is None else last_day(_last_event(whole), chosen)
    if last is None:
        if day is None and "born" in who.parts:
            refuse_undated(who, whole.plays, chosen)
    else:
        who, chosen = of_last_day(who, players, rules, chosen, day, last)
        everybody, day = dask.delayed(who, pure=True), last
    size = len(parts)
    pieces = [
        dask.delayed(_split, nout=size)(part, everybody, whole, number, size)
        for number, part in enumerate(parts, 1)
    ]
    asked = RatingRequest(chosen, day, named)
    found = dask.compute(*(
        dask.delayed(_rated)([piece[group] for piece in pieces], everybody, group, size, asked)
        for group in range(size)
    ))  # fmt: skip
    rated = Rated(who, chosen, day)
    for rows, columns in found:
        rated.put(rows, **columns)
    return rated


def _refuse(rules: RuleSet, format: str) -> None:
    if rules.method not in BY_OWN_GAMES:
        raise ArgumentError(
            f"{rules.id} rates by the method {rules.method}: no player can be rated apart from the "
            "others; give the games as one frame, games.compute()"
        )
    if format != "swiss" and rules.has_round_robin:
        raise ArgumentError(
            "a round robin is rated as one; give the games as one frame, games.compute()"
        )


def _key(parts: Mapping[str, Any]) -> Any:
    """The event of each game: its name, or else its pace; None if there is a single event."""
    if "event" in parts:
        return parts["event"]
    return pd.Series(paces(parts["pace"])) if "pace" in parts else None


def _seen(table: Any, who: People, number: int) -> PartitionSummary:
    """The summary of a partition; `number`, from 1, is its place in messages."""
    try:
        parts = opened(table, True)
        rows = found_by(table, who)
        day = days(parts["date"]) if "date" in parts else None
        key = _key(parts)
    except RatingError as error:
        raise _in_part(error, number) from None
    if key is None:
        codes, kinds = np.zeros(len(table), dtype=np.int64), [None]
    else:
        codes, found = pd.factorize(key, use_na_sentinel=False)
        kinds = list(found)
    ways, plays, three = {}, {}, {}
    for way, (white, black) in rows.items():
        both = np.concatenate([white, black])
        ways[way] = bool(both.min(initial=0) >= -1), int((both >= 0).sum())
        plays[way] = np.zeros(who.size, dtype=bool)
        plays[way][both[both >= 0]] = True
        three[way] = _three(np.tile(codes, 2)[both >= 0], both[both >= 0], len(kinds))
    if day is None or not len(day):
        return PartitionSummary(ways, plays, three, kinds if len(table) else [], None, None)
    first, last = (extremes(codes, day, one) for one in (np.minimum, np.maximum))
    return PartitionSummary(ways, plays, three, kinds, first, last)


def _three(events: Any, rows: Any, size: int) -> Any:
    """Three players per event, -1 for none: enough to tell it from a match."""
    found = np.full((size, 3), -1)
    both = np.unique(np.column_stack([events, rows]), axis=0)
    first = np.searchsorted(both[:, 0], np.arange(size))
    for at in range(3):
        there = np.flatnonzero(first + at < len(both))
        there = there[both[first[there] + at, 0] == there]
        found[there, at] = both[first[there] + at, 1]
    return found


def _whole(seen: Sequence[PartitionSummary], who: People) -> MergedPartitions:
    """All partitions by the one way that identifies all players, or else most; events in order."""
    ways: dict[str, tuple[bool, int]] = {}
    for part in seen:
        for way, (is_all, number) in part.ways.items():
            before = ways.get(way, (True, 0))
            ways[way] = before[0] and is_all, before[1] + number
    if "no" not in who.parts and any(n for way, (_, n) in ways.items() if way != "no"):
        # See `tables.ways_of`.
        del ways["no"]
    chosen = next((way for way, found in ways.items() if found[0]), "")
    chosen = chosen or max(ways, key=lambda way: ways[way][1])
    plays = np.logical_or.reduce([part.plays[chosen] for part in seen])
    events: dict[Any, int] = {}
    for part in seen:
        for kind in part.events:
            events.setdefault(_plain(kind), len(events))
    codes = [events[_plain(kind)] for part in seen for kind in part.events]
    people = [part.three[chosen] for part in seen if part.events]
    rows = np.concatenate(people) if people else np.zeros((0, 3), dtype=np.int64)
    owners, people_of = np.repeat(np.array(codes, dtype=np.int64), 3), rows.reshape(-1)
    three = _three(owners[people_of >= 0], people_of[people_of >= 0], len(events))
    if any(part.first is None and part.events for part in seen) or not events:
        return MergedPartitions(chosen, plays, three, events, None, None)
    both = [
        np.concatenate([getattr(part, name) for part in seen if part.events])
        for name in ("first", "last")
    ]
    first, last, order = spans(np.array(codes * 2), np.concatenate(both))
    place = dict(zip(codes, order.tolist(), strict=False))
    starts, ends = (np.zeros(len(events), dtype=np.int64) for _ in range(2))
    starts[order], ends[order] = first, last
    known = {kind: place[code] for kind, code in events.items()}
    return MergedPartitions(
        chosen, plays, three[np.argsort(_in_order(known, events))], known, starts, ends
    )


def _in_order(known: Mapping[Any, int], events: Mapping[Any, int]) -> Any:
    """The index in `known` of each event, by its index in `events`."""
    found = np.zeros(len(events), dtype=np.int64)
    for kind, code in events.items():
        found[code] = known[kind]
    return found


def _plain(kind: Any) -> Any:
    """An event as a key; all missing values are the same."""
    return None if cell(kind) in (None, "") else kind


def _last_event(whole: MergedPartitions) -> Games:
    none = np.zeros(1, dtype=np.int64)
    return Games(none, none, none, start=whole.first[-1:], end=whole.last[-1:])


def _split(
    table: Any, who: People, whole: MergedPartitions, number: int, size: int
) -> tuple[Games, ...]:
    """The games of a partition for each group of players; a game may be in two of them."""
    try:
        read = read_games(table, who, (whole.way,))
    except RatingError as error:
        raise _in_part(error, number) from None
    key = _key(opened(table, True))
    event = np.zeros(len(read.white), dtype=np.int64)
    if key is not None:
        codes, kinds = pd.factorize(key, use_na_sentinel=False)
        event = np.array([whole.events[_plain(kind)] for kind in kinds] or [0])[codes]
    days_of = (None, None) if whole.first is None else (whole.first[event], whole.last[event])
    one = key is None or ("pace" in _names(table) and len(whole.events) < 2)
    three = whole.three[event]
    is_other = (three >= 0) & (three != read.white[:, None]) & (three != read.black[:, None])
    others = np.where(
        is_other.any(axis=1), three[np.arange(len(three)), is_other.argmax(axis=1)], -1
    )
    read = replace(
        read, event=None if one else event, start=days_of[0], end=days_of[1], third=others
    )
    found = []
    for group in range(size):
        mine = (read.white % size == group) | ((read.black >= 0) & (read.black % size == group))
        found.append(read.having(np.flatnonzero(mine)))
    return tuple(found)


def _names(table: Any) -> Any:
    parts = opened(table, True)
    return () if "event" in parts else parts


def _in_part(error: RatingError, number: int) -> RatingError:
    found = _ROW.fullmatch(error.where)
    if found:
        error.where = f"games, part {number}, {found[1]}"
    return error


class RatingRequest(NamedTuple):
    """The rules for rating games, the day of the list, and the format of the events."""

    rules: RuleSet
    day: date | None
    format: str


def _rated(
    pieces: Sequence[Games], who: People, group: int, size: int, asked: RatingRequest
) -> tuple[Any, dict[str, Any]]:
    """The rows of a group of players, and their result columns by name."""
    rules, day, format = asked
    games = _together(pieces)
    try:
        refuse_rounds(games, who)
    except RatingError as error:
        error.where = "games"
        raise
    if games.start is not None and day is not None:
        who = in_years(who, years_of_players(games, rules, who.size, day.year))
    rows = np.arange(group, who.size, size)
    rated = rate_columns(who, games, rules, day, format, rows)
    columns = {name: values for name, values in rated.columns.items() if values is not None}
    return rows, {name: np.asarray(values)[rows] for name, values in columns.items()}


def _together(pieces: Sequence[Games]) -> Games:
    """All games of a group in order."""
    columns = []
    for one in fields(Games):
        parts = [getattr(piece, one.name) for piece in pieces]
        columns.append(None if any(part is None for part in parts) else np.concatenate(parts))
    return Games(*columns)
