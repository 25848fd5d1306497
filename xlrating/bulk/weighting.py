"""The new rating is a performance, or the mean of the old one and a performance: `weighting`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.rounding import CERTAIN
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient, Performance, Weighting
from . import difference
from .change import OldRatings, peaks, settled
from .coefficient import Facts, given_or_found, limited
from .fixed import Whole, places_of, product, quotient, rounded, scaled, summed, total
from .games import Games
from .performance import fractions
from .rated import Rated
from .sum_over_games import are_counted, some, table_points


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players by their own games; returns the rows left to the engine, None for all."""
    who = rated.who
    performs = rules.need(Performance)
    if performs.solved or performs.iterated or rules.difference.unrated_gap is not None:
        return None
    if rules.start is not None or rules.difference.favours_once:
        return None
    size, known = who.size, who.rating.known
    places = max(who.rating.places, difference.places(rules.difference))
    rating = who.rating.at(places)
    taken = games.having(are_counted(games, rules))
    n = np.zeros(size, dtype=np.int64)
    score, opponents = n.copy(), n.copy()
    for side, own, other in (
        ("white", taken.white, taken.black),
        ("black", taken.black, taken.white),
    ):
        rows = known[other]
        mine, theirs = own[rows], rating[other[rows]]
        event = 0 if taken.event is None else taken.event[rows] * size
        counted = difference.counted(rating[mine], theirs, event + mine, places, rules.difference)
        theirs = np.where(known[mine], rating[mine] - counted, theirs)
        n += np.bincount(mine, minlength=size)
        score += summed(mine, taken.points(side)[rows], size)
        opponents = total(opponents, summed(mine, theirs, size))
    average, over, under, has = fractions(n, score, opponents, places, rules)
    played = n > 0
    if (played & ~has).any():
        return None
    points = table_points(games, size)
    rated.put(
        slice(None),
        points=points / 2,
        n=n,
        score=score / 2,
        average=np.where(played, average, np.nan),
        performance=np.where(played, quotient(over, under), np.nan),
        change=np.zeros(size),
        rounded=np.zeros(size),
        new=who.rating.floats(),
        games=np.where((who.games >= 0) | ~known, np.maximum(who.games, 0) + n, -1),
        peak=peaks(who.peak.floats(), who.rating.floats(), np.nan, rated.rules),
    )
    rows = np.flatnonzero(played)
    left = np.zeros(size, dtype=bool)
    over, under = np.asarray(over)[rows], np.asarray(under)[rows]
    left[rows] = _settle(rated, rows, n[rows], over, under, rules)
    return np.flatnonzero(left)


def _settle(rated: Rated, rows: Any, n: Any, over: Whole, under: Whole, rules: RuleSet) -> Any:
    """Set the new ratings of players with games; returns which of them are left to the engine."""
    who, rule = rated.who, rules.need(Weighting)
    known, old = who.rating.known[rows], np.where(who.rating.known, who.rating.values, 0)[rows]
    unit = 10**who.rating.places
    left = np.zeros(len(rows), dtype=bool)
    parts: tuple[Whole, Whole]
    if rule.parts == "games":
        facts = Facts(
            who.rating.values[rows], who.rating.places, some(who.peak, rows), who.games[rows],
            who.age[rows], some(who.facts("index"), rows),
        )  # fmt: skip
        k = given_or_found(some(who.k, rows), facts, n, np.zeros_like(n), rules)
        factor = limited(k, n, rules.need(Coefficient))
        parts = factor, n * 10**k.places
        left = k.left & known
        rated.put(rows, k=np.where(known, quotient(factor, 10**k.places), np.nan))
    else:
        places = places_of(rule.old, rule.performance)
        ones = np.ones_like(n)
        parts = ones * scaled(rule.old, places), ones * scaled(rule.performance, places)
    before = np.where(known, parts[0], 0)
    both = total(before, parts[1])
    # (old x its weight + performance x its own) / total weight, with one denominator.
    top = total(product(product(old, before), under), product(product(over, parts[1]), unit))
    bottom = product(product(under, unit), both)
    if rule.most is not None:
        places = places_of(rule.most)
        most = scaled(rule.most, places)
        high = (product(top, 10**places) > product(bottom, most)).astype(bool)
        top = np.where(high, product(bottom, most), product(top, 10**places))
        bottom = product(bottom, 10**places)
    change = total(product(top, unit), -product(old, bottom))
    below = product(bottom, unit)
    if change.dtype == object:
        # Performances with all their digits, some of them rounded: the engine's `certain`.
        change = rounded(change, below, "half away from zero", CERTAIN)
        below = 10**CERTAIN
    own = OldRatings(old, who.rating.places, known, n > 0)
    result = settled(own, change, below, who, rows, rules)
    rated.put(
        rows,
        change=quotient(change, below),
        rounded=result.rounded,
        new=result.new,
        listed=result.listed,
        peak=peaks(who.peak.floats()[rows], who.rating.floats()[rows], result.new, rated.rules),
    )
    return left
