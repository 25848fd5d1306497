"""What the people of a list gain by games in columns: of events at once, or of nobody at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.edition import years_of_players
from ...bulk.games import Games
from ...bulk.kernels import rate_columns
from ...bulk.people import in_years, people
from ...bulk.rated import Rated
from ...engine.errors import RatingError
from ...engine.event import Event
from ...engine.rules.ruleset import RuleSet
from ...engine.words.pace import PACES
from ...engine.words.waiting import TEXTS
from .games import Sent
from .people import Listed

#: Where a period says that something is wrong with a player.
_ROW = re.compile(r"players, row (\d+)")

#: Nothing is said of the period.
_NOTHING: Mapping[str, Any] = {}
_NONE = np.zeros(0, dtype=np.int64)
#: No games.
NO_GAMES = Games(_NONE, _NONE, _NONE, None, _NONE)


@dataclass
class Gains:
    """What the period gave each person: counted games, and whether the list shows them."""

    n: Any
    listed: Any

    @classmethod
    def of(cls, size: int) -> Gains:
        """Those of so many people before anything is rated."""
        return cls(np.zeros(size, dtype=np.int64), np.ones(size, dtype=bool))

    def take(self, listed: Listed, rows: Any, rated: Rated, rules: RuleSet) -> None:
        """Take over what a period gave these people of a list."""
        columns = rated.columns
        new = np.asarray(rated.column("new"), dtype=float)
        shown = np.asarray(columns["listed"], dtype=bool)
        self.n[rows] += np.asarray(columns["n"], dtype=np.int64)
        has = ~np.isnan(new)
        self.listed[rows[has]] = shown[has]
        kept = has if rules.published.keeps else has & shown
        parts, games = listed.parts, columns["games"]
        parts["rating"][rows] = np.where(kept, new, np.nan)
        parts["peak"][rows] = np.asarray(rated.column("peak"), dtype=float)
        parts["games"][rows] = np.where(games >= 0, games, np.nan)
        for name in rated.facts:
            if name not in TEXTS:
                parts.setdefault(name, np.full(listed.size, np.nan))
                parts[name][rows] = np.asarray(rated.column(name), dtype=float)
            elif columns[name] is not None:
                parts.setdefault(name, np.full(listed.size, "", dtype=object))
                parts[name][rows] = columns[name]
        if "pool" in parts and columns.get("pool") is None:
            # Also by rules that know no such results: see `Report.players`.
            parts["pool"][rows] = ""


def rate_games(
    listed: Listed, games: Games, rules: RuleSet, last: Event, rows: Any, gains: Gains,
    said: Mapping[str, Any] = _NOTHING,
) -> None:  # fmt: skip
    """Rate these games among these people; `last` picks the ages, `said` is of the period."""
    if rules.counted.match_of_rated and games.event is None:
        # Of everybody on the list only those who play are in the event: two are a match.
        games = replace(games, event=np.zeros(len(games.white), dtype=np.int64))
    own = games
    if len(rows) < listed.size:
        place = np.full(listed.size + 1, -1)
        place[rows] = np.arange(len(rows))
        own = replace(games, white=place[games.white], black=place[games.black])
    day = last.day(rules.dated_by)
    try:
        who = people(_frame(listed, rows, said), rules, day)
        if own.start is not None and day is not None:
            who = in_years(who, years_of_players(own, rules, who.size, day.year))
        rated = rate_columns(who, own, rules, day, "swiss")
    except RatingError as error:
        found = _ROW.fullmatch(error.where)
        if found:
            error.where = listed.place(int(rows[int(found[1]) - 1]))
        raise error from None
    gains.take(listed, rows, rated, rules)


def _frame(listed: Listed, rows: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of some people as a period takes them."""
    made: dict[str, Any] = {"no": np.arange(1, len(rows) + 1)}
    is_all = len(rows) == listed.size
    for part, values in {**listed.parts, **said}.items():
        if part in ("id", "name"):
            continue
        own = values if is_all else values[rows]
        if own.dtype != object:
            made[part] = pd.Series(own, copy=False)
        elif (own != "").any():
            made[part] = pd.Series(own, dtype="str")
    return made


def games_at(sent: Sent, at: Any, white: Any, black: Any, order: Sequence[int]) -> Games:
    """Some of the games, with their events numbered in this order."""
    place = np.zeros(len(sent.events) + 1, dtype=np.int64)
    place[list(order)] = np.arange(len(order))
    event = place[sent.event[at]]
    events = [sent.events[number].event for number in order]
    start = end = pace = None
    if events and all(one.day() is not None for one in events):
        start, end = (
            np.array([_ordinal(one.day(which)) for one in events]).take(event)
            for which in ("start", "end")
        )
    if any(one.pace for one in events):
        paces = [PACES.index(one.pace) if one.pace else len(PACES) for one in events]
        pace = np.array(paces)[event]
    return Games(
        white[at], black[at], sent.result[at], event if len(order) > 1 else None, sent.round[at],
        None if sent.moves is None else sent.moves[at],
        None if sent.playoff is None else sent.playoff[at], start, end, pace,
    )  # fmt: skip


def _ordinal(day: date | None) -> int:
    assert day is not None
    return day.toordinal()


def groups(sent: Sent, white: Any, black: Any, size: int) -> Iterator[list[int]]:
    """Events that are rated at once: of one day and edition, without anybody in common."""
    group: list[int] = []
    busy = np.zeros(size, dtype=bool)
    for number, said in enumerate(sent.events):
        rows = sent.rows_of(number)
        met = np.concatenate([white[rows], black[rows]])
        mine = np.unique(met[met >= 0])
        event = said.event
        before = sent.events[group[0]].event if group else event
        apart = (event.start, event.end) != (before.start, before.end) or busy[mine].any()
        if group and apart:
            yield group
            group = []
            busy[:] = False
        group.append(number)
        busy[mine] = True
    if group:
        yield group
