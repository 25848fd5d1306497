"""The results behind first ratings, over the events of a period: `methods.first_rating` in columns.

Results kept from before and those of a period are pooled event by event: everyone's first event
at once, then the second ones, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.methods.first_rating import Pool, is_older
from ..engine.rounding import HALF, ZERO
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Initial
from ..engine.vocabulary.waiting import pool_text, read_pool
from .fixed import places_of, scaled
from .games import Games
from .rated import Rated
from .sides import Side

#: A marker for an unknown day.
_NO_DAY = 0


class PooledResults(NamedTuple):
    """For each row, the results behind the first rating.

    `score` is twice the points, `ratings` the sum of the opponents'; `taken` of the `n` results are
    new, with their own `taken_score` and `taken_ratings`. `waits` says who keeps results if there
    is no rating yet, and `left` for whom the engine has to pool them.
    """

    n: Any
    score: Any
    ratings: Any
    taken: Any
    taken_score: Any
    taken_ratings: Any
    waits: Any
    left: Any
    waiting: Waiting


class _Results(NamedTuple):
    """The results of a period, one per row, ordered by person, event and round."""

    whose: Any
    event: Any
    rating: Any
    score: Any
    day: Any


class Waiting(NamedTuple):
    """Everyone's results: earlier ones, and which of the new ones count.

    For a `first` event that is disregarded only its day is kept.
    """

    before: dict[int, Pool]
    results: _Results
    counts: Any
    first: Any
    places: int

    def texts(self, rows: Any) -> list[str]:
        """The kept results of some rows as text, ordered by event and round."""
        found: dict[int, Pool] = {
            row: [one for one in self.before.get(row, ()) if one[0] is not None]
            for row in rows.tolist()
        }
        asked = np.zeros(len(self.first), dtype=bool)
        asked[rows] = True
        kept = np.flatnonzero(asked[self.results.whose] & self.counts)
        columns = (self.results.whose, self.results.rating, self.results.score, self.results.day)
        for row, rating, score, day in zip(
            *(column[kept].tolist() for column in columns), strict=True
        ):
            found[row].append((Decimal(rating).scaleb(-self.places), score * HALF, _date(day)))
        for row, pool in found.items():
            if not pool:
                pool.append((None, ZERO, _date(int(self.first[row]))))
        return [pool_text(found[row]) for row in rows.tolist()]


def pooled(
    rated: Rated, taken: Games, sides: Sequence[Side], rows: Any, rules: RuleSet
) -> PooledResults:
    """The results of some unrated players; `sides` are those of the games `taken`."""
    size, rule = len(rows), rules.need(Initial)
    results = _results(rated, taken, sides, rows, rules)
    before, left = _before(rated, rows)
    n, score, new = (np.zeros(size, dtype=np.int64) for _ in range(3))
    ratings = np.zeros(size, dtype=results.rating.dtype)
    new_score, new_ratings = score.copy(), ratings.copy()
    waits, first = np.zeros(size, dtype=bool), np.full(size, _NO_DAY)
    oldest = np.full(size, 2**40)
    for row, pool in before.items():
        own = [one for one in pool if one[0] is not None]
        waits[row], n[row] = bool(pool), len(own)
        score[row] = sum(int(2 * points) for _, points, _ in own)
        ratings[row] += sum(scaled(one[0], rated.who.rating.places) for one in own if one[0])
        first[row] = _ordinal(pool[0][2]) if pool and not own else _NO_DAY
        oldest[row] = min((_ordinal(day) for _, _, day in own if day), default=2**40)
    groups = _Groups(results)
    left |= groups.are_too_far(oldest, size, rule)
    if rules.counted.match_of_rated and taken.event is not None:
        left[results.whose[_of_matches(taken, rated.who.size)[results.event]]] = True
    counts = np.zeros(len(groups.whose), dtype=bool)
    for at in groups.in_turn():
        own, is_first = groups.whose[at], ~waits[groups.whose[at]]
        own_n, own_score = groups.n[at], groups.score[at]
        does = (own_score >= 2 * float(rule.event_score)) & (own_n >= rule.event_games)
        if rule.event_bounds == "until one counts":
            does |= n[own] > 0
        if rule.first_zero == "disregarded":
            does &= ~is_first | (own_score > 0)
        does &= ~is_first | (own_score >= 2 * float(rule.first_score))
        counts[at] = does
        of, whose = at[does], own[does]
        n[whose] += groups.n[of]
        new[whose] += groups.n[of]
        score[whose] += groups.score[of]
        ratings[whose] += groups.ratings[of]
        new_score[whose] += groups.score[of]
        new_ratings[whose] += groups.ratings[of]
        waits[own] = (n[own] > 0) | rule.judges_first
        first[own] = np.where(is_first, groups.day[at], first[own])
    waiting = Waiting(before, results, counts[groups.of_result], first, rated.who.rating.places)
    return PooledResults(n, score, ratings, new, new_score, new_ratings, waits, left, waiting)


def _results(
    rated: Rated, taken: Games, sides: Sequence[Side], rows: Any, rules: RuleSet
) -> _Results:
    who = rated.who
    place = np.full(who.size, -1)
    place[rows] = np.arange(len(rows))
    own = [side for side in sides if side.expected is None]
    if not own:
        none = np.zeros(0, dtype=np.int64)
        return _Results(none, none, none, none, none)
    game = np.concatenate([np.flatnonzero(side.at) for side in own])
    whose = np.concatenate([place[side.rows] for side in own])
    rating = np.concatenate([who.rating.values[side.others] for side in own])
    score = np.concatenate([side.score for side in own])
    nothing = np.zeros(len(game), dtype=np.int64)
    event, round_ = (
        nothing if column is None else column[game] for column in (taken.event, taken.round)
    )
    order = np.lexsort((game, round_, event, whose))
    days = taken.end if rules.dated_by == "end" else taken.start
    day = np.full(len(game), _ordinal(rated.day)) if days is None else days[game]
    return _Results(*(column[order] for column in (whose, event, rating, score, day)))


def _before(rated: Rated, rows: Any) -> tuple[dict[int, Pool], Any]:
    """The earlier results by row, and the rows for which only the engine can continue them."""
    who = rated.who
    found: dict[int, Pool] = {}
    left = np.zeros(len(rows), dtype=bool)
    has = np.flatnonzero(who.has("pool")[rows])
    for row, text in zip(has.tolist(), who.texts("pool")[rows[has]].tolist(), strict=True):
        pool = list(read_pool(text))
        known = [rating for rating, _, _ in pool if rating is not None]
        is_plain = len(known) == len(pool) or (len(pool) == 1 and not known)
        if is_plain and places_of(*known) <= who.rating.places:
            found[row] = pool
        else:
            left[row] = True
    return found, left


class _Groups:
    """The results of each player in each event, ordered by both."""

    def __init__(self, results: _Results) -> None:
        whose, event = results.whose, results.event
        is_first = np.ones(len(whose), dtype=bool)
        is_first[1:] = (whose[1:] != whose[:-1]) | (event[1:] != event[:-1])
        starts = np.flatnonzero(is_first)
        self.of_result = np.cumsum(is_first) - 1
        self.whose, self.day = whose[starts], results.day[starts]
        self.n = np.diff(np.append(starts, len(whose)))
        self.score, self.ratings = (
            np.add.reduceat(column, starts) if len(starts) else column
            for column in (results.score, results.rating)
        )

    def in_turn(self) -> list[Any]:
        """Everyone's first event, everyone's second event, and so on."""
        if not len(self.whose):
            return []
        new = np.append(True, self.whose[1:] != self.whose[:-1])
        places = np.arange(len(self.whose))
        turn = places - np.maximum.accumulate(np.where(new, places, 0))
        order = np.argsort(turn, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(turn[order])) + 1)

    def are_too_far(self, oldest: Any, size: int, rule: Initial) -> Any:
        """Whose events are so far apart that results expire; `oldest` is the earliest one kept."""
        first, last = oldest.copy(), np.full(size, _NO_DAY)
        known = self.day != _NO_DAY
        np.minimum.at(first, self.whose[known], self.day[known])
        np.maximum.at(last, self.whose[known], self.day[known])
        found = np.zeros(size, dtype=bool)
        asked = np.flatnonzero((last != _NO_DAY) & (first < last))
        pairs, at = np.unique(
            np.column_stack([first[asked], last[asked]]), axis=0, return_inverse=True
        )
        older = [is_older(_date(then), _date(now), rule) for then, now in pairs.tolist()]
        found[asked] = np.array(older, dtype=bool)[at.reshape(-1)]
        return found


def _of_matches(games: Games, size: int) -> Any:
    """Which events have only two players: see `Counted.match_of_rated`."""
    events = int(games.event.max(initial=-1)) + 1
    if games.third is not None:
        found = np.ones(events, dtype=bool)
        found[games.event[games.third >= 0]] = False
        return found
    low, high = np.full(events, size), np.full(events, -1)
    sides = [(side[side >= 0], games.event[side >= 0]) for side in (games.white, games.black)]
    for people, event in sides:
        np.minimum.at(low, event, people)
        np.maximum.at(high, event, people)
    found = np.ones(events, dtype=bool)
    for people, event in sides:
        found[event[(people != low[event]) & (people != high[event])]] = False
    return found


def _ordinal(day: date | None) -> int:
    return _NO_DAY if day is None else day.toordinal()


def _date(day: int) -> date | None:
    return None if day == _NO_DAY else date.fromordinal(day)
