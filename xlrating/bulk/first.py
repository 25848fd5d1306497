"""First ratings for columns of players: the section `initial`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.rounding import ROUNDINGS
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Initial
from .change import peaks
from .fixed import places_of, product, quotient, rounded, scaled
from .games import Games
from .performance import ahead_at_first, averages, performed
from .pooled import PooledResults, pooled
from .rated import Rated


class CountedGames(NamedTuple):
    """The games that count, their sides against rated players, and each player's number of them."""

    games: Games
    sides: Any
    n: Any


class _First(NamedTuple):
    """First ratings as floats, and who has one."""

    values: Any
    is_there: Any


def first_ratings(
    rated: Rated, counted: CountedGames, rows: Any, rules: RuleSet, performances: Any = None
) -> Any:
    """Rate unrated players; returns the rows left to the engine.

    The `performances` are those of all players, if they are whole numbers found column by column.
    """
    who = rated.who
    n = counted.n
    rule: Initial | None = rules.initial
    if not len(rows):
        return rows
    before = np.maximum(who.games[rows], 0)
    if rule is None:
        rated.put(rows, games=before, peak=who.peak.floats()[rows])
        if "index" in rated.facts:
            rated.put(rows, index=who.facts("index").floats()[rows])
        return rows[:0]
    found = pooled(rated, counted.games, counted.sides, rows, rules)
    points, counts, left = found.score, found.n > 0, found.left
    by_performance = rule.performed and performances is not None
    if by_performance:
        # A performance is based on all counted games of the period, and no others.
        left = left | (counts & ((found.taken != found.n) | (found.n != n[rows])))
    elif rule.per_win is not None or rule.performed:
        left = left | counts
    enough = counts & (found.n >= rule.least_games) & (points >= 2 * float(rule.least_score))
    if not rule.full:
        enough &= (points > 0) & (points < 2 * found.n)
    first = _found(found, who.rating.places, rules, performances[rows] if by_performance else None)
    enough &= first.is_there
    values = np.where(enough, first.values, np.nan)
    rated.put(
        rows,
        new=values,
        games=before + found.taken,
        peak=peaks(who.peak.floats()[rows], np.full(len(rows), np.nan), values, rated.rules),
    )
    # Games of a disregarded event do not count.
    fewer = np.flatnonzero((found.taken != n[rows]) & ~left)
    if len(fewer):
        taken_n, score, ratings = (
            column[fewer] for column in (found.taken, found.taken_score, found.taken_ratings)
        )
        average, performance = performed(taken_n, score, ratings, who.rating.places, rules)
        rated.put(rows[fewer], n=taken_n, score=score / 2, average=average, performance=performance)
    if "index" in rated.facts:
        index = who.facts("index").floats()[rows]
        once_more = enough & (found.taken > 0)
        rated.put(rows, index=np.where(once_more, np.nan_to_num(index) + 1, index))
    waits = np.flatnonzero(found.waits & ~enough & ~left)
    if len(waits):
        rated.put(rows[waits], pool=found.waiting.texts(waits))
    return rows[left]


def _found(found: PooledResults, places: int, rules: RuleSet, performances: Any) -> _First:
    """First ratings from performances or, without these, from the average opponent."""
    rule = rules.need(Initial)
    if performances is not None:
        is_there = ~np.isnan(performances)
        exact, below = np.where(is_there, performances, 0).astype(np.int64), 1
        new = _as_performed(exact, rule)
    else:
        exact, below, is_there = _exact(found.n, found.score, found.ratings, places, rules)
        new = rounded(exact, below, rule.rounding) if rule.rounding != "none" else None
    values = quotient(exact, below) if new is None else quotient(new, 1)
    if rule.void_below is not None:
        unit = places_of(rule.void_below)
        least = product(below, scaled(rule.void_below, unit))
        is_there = is_there & (product(exact, 10**unit) >= least)
    if rule.most is not None:
        values = np.minimum(values, float(rule.most))
    if rule.least is not None:
        is_there = is_there & (values >= float(rule.least))
    return _First(values, is_there)


def _as_performed(exact: Any, rule: Initial) -> Any:
    """The first rating for each performance; low ones are raised as the rules say."""
    kinds, places = np.unique(exact, return_inverse=True)
    found = []
    for kind in kinds.tolist():
        value = Decimal(kind)
        if rule.low is not None and value <= rule.low:
            value = rule.low_base + rule.low_factor * value
        found.append(float(ROUNDINGS[rule.rounding](value, 0)))
    return np.array(found)[places] if found else np.zeros(0)


def _exact(n: Any, score: Any, ratings: Any, places: int, rules: RuleSet) -> tuple[Any, Any, Any]:
    """The average opponent plus the difference, as a fraction, and where it exists."""
    rule = rules.need(Initial)
    more = rule.draws * scaled(rule.draws_against, places_of(rule.draws_against))
    unit = max(places, places_of(rule.draws_against))
    sums = ratings * 10 ** (unit - places) + more * 10 ** (unit - places_of(rule.draws_against))
    over, under = averages(n + rule.draws, sums, unit, rule.average_rounding)
    return ahead_at_first(n, score, rules).above(over, under, n, score)
