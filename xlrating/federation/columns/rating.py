"""Rating the people of a list with games in columns: many events at once, or none at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.edition import years_of_players
from ...bulk.flags import row_named
from ...bulk.game_by_game import entry_rating
from ...bulk.games import Games
from ...bulk.kernels import rate_columns
from ...bulk.people import in_years, people
from ...bulk.rated import Rated
from ...engine.errors import RatingError
from ...engine.event import Event
from ...engine.rounding import exact
from ...engine.rules.ruleset import RuleSet
from ...engine.terms.periods import is_k_given
from ...engine.terms.start import starts_at_once
from ...engine.vocabulary.headings import TEXT_FACTS
from ...engine.vocabulary.pace import PACES
from ...engine.vocabulary.waiting import TEXTS, WAITING
from ..column import Column
from ..people import Lines, ListPeople
from .games import GamesTable

#: Columns that do not affect ratings; then text columns, and integer columns.
_CALLED = ("id", "name")
_TEXTS = ("title", "sex", "federation", *TEXT_FACTS)
_WHOLE = ("born", "games")
#: No facts about the period.
_NOTHING: Mapping[str, Any] = {}
_NONE = np.zeros(0, dtype=np.int64)
#: No games.
NO_GAMES = Games(_NONE, _NONE, _NONE, None, _NONE)


#: The number of counted games of each person, and whether the list shows them.
Gained = tuple[Column, Column]


class Arrays:
    """People while columns rate them: facts as numpy arrays, NaN or '' if missing; no column of
    texts of which nobody has one.

    `n` counts their games, `listed` says whether the list shows them. Facts that a period
    changes are copied first: the people keep theirs.
    """

    def __init__(self, people: ListPeople) -> None:
        self.people, self.size = people, len(people)
        self.n = np.zeros(self.size, dtype=np.int64)
        self.listed = np.ones(self.size, dtype=bool)
        self.parts = {
            part: _array(part, own)
            for part, own in people.parts.items()
            if part not in _CALLED and (part not in _TEXTS or any(own.kinds))
        }
        self._changed = set[str]()

    def take(self, rows: Any, rated: Rated, rules: RuleSet) -> None:
        """Take over the results of a period for some people."""
        columns = rated.columns
        new = np.asarray(rated.column("new"), dtype=float)
        shown = np.asarray(columns["listed"], dtype=bool)
        self.n[rows] += np.asarray(columns["n"], dtype=np.int64)
        has = ~np.isnan(new)
        self.listed[rows[has]] = shown[has]
        kept = has if rules.published.keeps else has & shown
        parts, games = self.parts, columns["games"]
        self._put("rating", rows, np.where(kept, new, np.nan))
        self._put("peak", rows, np.asarray(rated.column("peak"), dtype=float))
        self._put("games", rows, np.where(games >= 0, games, np.nan))
        for name in rated.facts:
            if name not in TEXTS:
                parts.setdefault(name, np.full(self.size, np.nan))
                self._put(name, rows, np.asarray(rated.column(name), dtype=float))
            elif columns[name] is not None:
                parts.setdefault(name, np.full(self.size, "", dtype=object))
                self._put(name, rows, columns[name])
        if "pool" in parts and columns.get("pool") is None:
            # Even for rules without such results: see `Report.players`.
            self._put("pool", rows, "")

    def _put(self, part: str, rows: Any, values: Any) -> None:
        if part not in self._changed:
            self.parts[part] = self.parts[part].copy()
            self._changed.add(part)
        self.parts[part][rows] = values

    def after(self) -> tuple[ListPeople, Gained]:
        """The people with their present facts, exact again, and what they gained."""
        found = dict(self.people.parts)
        for part, values in self.parts.items():
            if part not in self._changed:
                continue
            was = found.get(part) or self.people.same(None)
            old = _array(part, was)
            other = values != old
            if values.dtype != object:
                other &= ~(np.isnan(values) & np.isnan(old))
            if other.any():
                found[part] = _with(was, np.flatnonzero(other), values[other], part)
        codes, counts = pd.factorize(self.n)
        gained = (Column(codes, counts.tolist()), Column(self.listed * 1, [False, True]))
        return replace(self.people, parts=found), gained


def _array(part: str, column: Column) -> Any:
    """A column as numpy array, which is kept with it: not to be changed."""
    kept = vars(column).setdefault("arrays", {})
    if part not in kept:
        kept[part] = _made_array(part, column)
    return kept[part]


def _made_array(part: str, column: Column) -> Any:
    if part in TEXTS:
        return column.map(lambda value: TEXTS[part](value or ())).array()
    if part in _TEXTS:
        return column.map(lambda value: value or "").array()
    numbers = [np.nan if one is None else float(one) for one in column.kinds]
    return np.array(numbers, dtype=float).take(column.codes)


def _with(column: Column, rows: Any, values: Any, part: str) -> Column:
    """A column with the calculated values of some rows, as the engine has them."""
    codes, kinds = pd.factorize(values, use_na_sentinel=True)
    shown: list[Any] = kinds.tolist()
    if part in TEXTS:
        shown = [WAITING[part](one) or None for one in shown]
    elif values.dtype != object:
        shown = [*map(int if part in _WHOLE else exact, shown), None]
        codes = np.where(codes < 0, len(shown) - 1, codes)
    now = column.codes.copy()
    now[rows] = codes + len(column.kinds)
    return Column(now, [*column.kinds, *shown])


def pass_time(lines: Lines, rules: RuleSet, last: Event) -> tuple[ListPeople, Gained]:
    """Let a period that ended with `last` pass for the people with unchanged lines; the people,
    and what they gained.
    """
    arrays = Arrays(lines.people)
    stayed = may_stay(arrays, rules)
    stayed[list(lines.changed)] = False
    rate_games(arrays, NO_GAMES, rules, last, np.flatnonzero(stayed))
    return arrays.after()


def may_stay(arrays: Arrays, rules: RuleSet) -> Any:
    """For each person, whether the rules may change something without games."""
    found = ~np.isnan(arrays.parts["rating"]) | who_start(arrays, rules)
    return found & ~np.isnan(arrays.parts["k"]) if is_k_given(rules) else found


def who_start(arrays: Arrays, rules: RuleSet) -> Any:
    """Who has no rating, and starts with one though they have no game."""
    found = np.isnan(arrays.parts["rating"])
    if not starts_at_once(rules):
        return found & False
    rows = np.flatnonzero(found)
    if rules.ladder is None and len(rows):
        found[rows] = entry_rating(people(_frame(arrays, rows, _NOTHING), rules, None), rules)[1]
    return found


def rate_games(
    listed: Arrays, games: Games, rules: RuleSet, last: Event, rows: Any,
    said: Mapping[str, Any] = _NOTHING,
) -> None:  # fmt: skip
    """Rate games between these people; `last` decides the ages, `said` is about the period."""
    if rules.counted.match_of_rated and games.event is None:
        # Only those who play are in the event, not everyone on the list: two are a match.
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
        if (row := row_named(error.where)) is not None:
            error.where = listed.people.where[int(rows[row])]
        raise error from None
    listed.take(rows, rated, rules)


def _frame(listed: Arrays, rows: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of some people in the form for a period."""
    made: dict[str, Any] = {"no": np.arange(1, len(rows) + 1)}
    is_all = len(rows) == listed.size
    for part, values in {**listed.parts, **said}.items():
        own = values if is_all else values[rows]
        if own.dtype != object:
            made[part] = pd.Series(own, copy=False)
        elif (own != "").any():
            made[part] = pd.Series(own, dtype="str")
    return made


def games_at(sent: GamesTable, at: Any, white: Any, black: Any, order: Sequence[int]) -> Games:
    """Some of the games, with their events numbered in this order."""
    event = sent.event[at]
    if list(order) != list(range(len(sent.events))):
        place = np.zeros(len(sent.events) + 1, dtype=np.int64)
        place[list(order)] = np.arange(len(order))
        event = place[event]
    events = [sent.events[number].event for number in order]
    start = end = pace = None
    if events and all(one.day() is not None for one in events):
        first, last = ([_ordinal(one.day(which)) for one in events] for which in ("start", "end"))
        start = np.array(first).take(event)
        end = start if first == last else np.array(last).take(event)
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


def groups(sent: GamesTable, white: Any, black: Any, size: int) -> Iterator[list[int]]:
    """Groups of events rated at once: with the same day and edition, and no player in common."""
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
