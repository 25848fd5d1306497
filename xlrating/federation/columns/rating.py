"""What the people of a list gain, by columns: all events together, or one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.edition import years_of_players
from ...bulk.games import Games
from ...bulk.kernels import rate_columns
from ...bulk.people import in_years, people
from ...engine.errors import RatingError
from ...engine.event import Event
from ...engine.rating import rules_on
from ...engine.rules.ruleset import RuleSet, load
from ...engine.terms.periods import is_k_given
from ...engine.words.pace import PACES
from .afterwards import (
    Gains,
    have,
    is_marked,
    keep_titles,
    put_marks,
    take,
    take_marks,
)  # fmt: skip
from .games import Sent
from .people import Listed
from .reasons import Watched

#: Where a period says that something is wrong with a player.
_ROW = re.compile(r"players, row (\d+)")

#: Told of how many events are rated, and how many there are.
Tell = Callable[[int, int], object]


def rate_all(
    listed: Listed, sent: Sent, who: Any, reference: str, together: bool, tell: Tell,
    watched: Watched | None = None,
) -> Gains:  # fmt: skip
    """Rate everything; the people of the list are as they are afterwards."""
    gains = Gains(np.zeros(listed.size, dtype=np.int64), np.ones(listed.size, dtype=bool))
    # Behind everybody stands nobody: -1.
    white, black = who.take(sent.white), who[sent.black]
    marked = take_marks(listed)
    if together:
        _together(listed, sent, white, black, reference, marked, gains, watched)
        tell(len(sent.events), len(sent.events))
        return gains
    done = 0
    for group in _groups(sent, white, black, listed.size):
        at = np.flatnonzero(np.isin(sent.event, group))
        event = sent.events[group[0]].event
        rules = rules_on(reference, event)
        if watched is not None:
            watched.look(listed, sent, white, black, group, rules)
        _rate(listed, _games(sent, at, white, black, group), rules, event, None, gains)
        done += len(group)
        tell(done, len(sent.events))
    rows = np.flatnonzero(is_marked(marked, listed.size) & have(listed, "rating"))
    if len(rows):
        put_marks(listed, marked, rows)
        none = _games(sent, np.zeros(0, dtype=np.int64), white, black, [])
        _rate(listed, none, load(reference), Event(()), rows, gains)
        take_marks(listed)
    keep_titles(listed, marked)
    return gains


def _together(
    listed: Listed, sent: Sent, white: Any, black: Any, reference: str, marked: Any, gains: Gains,
    watched: Watched | None,
) -> None:  # fmt: skip
    played = np.zeros(listed.size, dtype=bool)
    for side in (white, black):
        played[side[side >= 0]] = True
    stayed = have(listed, "rating")
    if is_k_given(load(reference)):
        stayed &= have(listed, "k")
    rows = np.flatnonzero(played | stayed)
    put_marks(listed, marked, np.arange(listed.size))
    last = sent.events[-1].event if sent.events else Event(())
    order = list(range(len(sent.events)))
    games = _games(sent, slice(None), white, black, order)
    rules = rules_on(reference, last)
    if watched is not None:
        watched.look(listed, sent, white, black, order, rules)
    _rate(listed, games, rules, last, rows, gains)
    take_marks(listed)
    keep_titles(listed, marked)


def rate_without_games(
    listed: Listed, rows: Any, rules: RuleSet, last: Event, gains: Gains
) -> None:
    """Time passes for these people, who have played nothing in a period that ended with `last`."""
    none = np.zeros(0, dtype=np.int64)
    _rate(listed, Games(none, none, none, None, none), rules, last, rows, gains)


def _rate(
    listed: Listed, games: Games, rules: RuleSet, last: Event, rows: Any, gains: Gains
) -> None:
    """Rate these games among these people, all who play by default; `last` picks the ages."""
    if rows is None:
        met = np.concatenate([games.white, games.black])
        rows = np.unique(met[met >= 0])
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
        who = people(_frame(listed, rows), rules, day)
        if own.start is not None and day is not None:
            who = in_years(who, years_of_players(own, rules, who.size, day.year))
        rated = rate_columns(who, own, rules, day, "swiss")
    except RatingError as error:
        found = _ROW.fullmatch(error.where)
        if found:
            error.where = listed.place(int(rows[int(found[1]) - 1]))
        raise error from None
    take(listed, rows, rated, rules, gains)


def _frame(listed: Listed, rows: Any) -> dict[str, Any]:
    """The columns of some people as a period takes them."""
    made: dict[str, Any] = {"no": np.arange(1, len(rows) + 1)}
    is_all = len(rows) == listed.size
    for part, values in listed.parts.items():
        if part in ("id", "name"):
            continue
        own = values if is_all else values[rows]
        if own.dtype != object:
            made[part] = pd.Series(own, copy=False)
        elif (own != "").any():
            made[part] = pd.Series(own, dtype="str")
    return made


def _games(sent: Sent, at: Any, white: Any, black: Any, order: Sequence[int]) -> Games:
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


def _groups(sent: Sent, white: Any, black: Any, size: int) -> Iterator[list[int]]:
    """Events that are rated at once: of one day and edition, without anybody in common."""
    people: list[Any] = [None] * len(sent.events)
    order = np.argsort(sent.event, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(sent.event[order])) + 1):
        if len(part):
            met = np.concatenate([white[part], black[part]])
            people[int(sent.event[part[0]])] = np.unique(met[met >= 0])
    group: list[int] = []
    busy = np.zeros(size, dtype=bool)
    for number, said in enumerate(sent.events):
        event, mine = said.event, people[number]
        if mine is None:
            continue
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
