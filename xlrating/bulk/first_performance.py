"""First ratings from the performance in one event: the sections `initial`, `average`, `pooled`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Average, Initial
from .change import peaks
from .fixed import places_of, product, quotient, rounded, scaled, summed
from .games import Games
from .performance import ahead_at_first
from .rated import Rated


def first_performances(rated: Rated, taken: Games, rules: RuleSet) -> Any:
    """Rate unrated players; returns the rows left to the engine.

    `taken` are the games whose results count. Performances from several events,
    and those kept for later, are combined by the engine.
    """
    who = rated.who
    known, size = who.rating.known, who.size
    rows = np.flatnonzero(~known)
    rated.put(rows, games=np.maximum(who.games[rows], 0), peak=who.peak.floats()[rows])
    if "index" in rated.facts:
        rated.put(rows, index=who.facts("index").floats()[rows])
    left = ~known & who.has("performances")
    rule: Initial | None = rules.initial
    if rule is None or not len(rows):
        return np.flatnonzero(left)
    whose, event, score, ratings = _results(rated, taken)
    if not len(whose):
        return np.flatnonzero(left)
    n = np.bincount(whose, minlength=size)
    if rules.need(Average).per != "period":
        left |= _in_several(whose, event, size)
    twice, sums = (summed(whose, values, size) for values in (score, ratings))
    rows = np.flatnonzero((n > 0) & ~left)
    n, twice, sums = n[rows], twice[rows], sums[rows]
    counts = (n >= rule.least_games) & (twice >= 2 * float(rule.least_score))
    over, under = _average(sums, n, who.rating.places, rules)
    above, below, is_known = ahead_at_first(n, twice, rules).above(over, under, n, twice)
    counts &= is_known
    if rule.void_below is not None:
        places = places_of(rule.void_below)
        counts &= product(above, 10**places) >= product(below, scaled(rule.void_below, places))
    waits = counts & (n < (rules.pooled.least_games if rules.pooled is not None else 1))
    left[rows[waits]] = True
    exact = quotient(above, below)
    new = exact if rule.rounding == "none" else quotient(rounded(above, below, rule.rounding), 1)
    has = np.flatnonzero(counts & ~waits)
    rows, n, new = rows[has], n[has], new[has]
    rated.put(
        rows,
        n=n,
        score=twice[has] / 2,
        performance=exact[has],
        new=new,
        games=np.maximum(who.games[rows], 0) + n,
        peak=peaks(who.peak.floats()[rows], np.full(len(rows), np.nan), new, rated.rules),
    )
    return np.flatnonzero(left)


def _results(rated: Rated, taken: Games) -> tuple[Any, Any, Any, Any]:
    """The results of unrated players against rated ones.

    For each the player, the event, twice the points, and the opponent's rating.
    """
    rating = rated.who.rating
    found = []
    for side, own, other in (
        ("white", taken.white, taken.black),
        ("black", taken.black, taken.white),
    ):
        at = np.flatnonzero(~rating.known[own] & rating.known[other])
        event = np.zeros(len(at), dtype=np.int64) if taken.event is None else taken.event[at]
        found.append((own[at], event, taken.points(side)[at], rating.values[other[at]]))
    whose, event, score, ratings = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return whose, event, score, ratings


def _in_several(whose: Any, event: Any, size: int) -> Any:
    """Who has results in more than one event."""
    low, high = np.full(size, 2**62), np.full(size, -1)
    np.minimum.at(low, whose, event)
    np.maximum.at(high, whose, event)
    return high > low


def _average(ratings: Any, n: Any, places: int, rules: RuleSet) -> tuple[Any, Any]:
    """The average opponent as a fraction: see `terms.average.opponents_average`."""
    rule = rules.need(Average)
    under = n * 10**places
    if rule.rounding == "none":
        return ratings, under
    whole = rounded(ratings, under, rule.rounding, rule.places)
    return whole, np.full(len(n), 10**rule.places, dtype=np.int64)
