"""First ratings of columns of players: the section `initial`, for the results of one event."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.rounding import ROUNDINGS, tidy
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Initial
from ..engine.words.waiting import pool_text
from .change import peaks
from .fixed import places_of, product, quotient, rounded, scaled, total
from .games import Games
from .performance import ahead_at_first, averages
from .rated import Rated


def first_ratings(
    rated: Rated, games: Games, taken: Games, sides: Any, rows: Any,
    n: Any, score: Any, opponents: Any, rules: RuleSet, performances: Any = None,
) -> Any:  # fmt: skip
    """Players without rating; the rows left to the engine.

    `n`, `score` (twice) and `opponents` (the sum of their ratings) are of all players, as are the
    `performances` where these are whole numbers that columns have found.
    """
    who = rated.who
    rule: Initial | None = rules.initial
    if not len(rows):
        return rows
    before = np.maximum(who.games[rows], 0)
    if rule is None:
        rated.put(rows, games=before, peak=who.peak.floats()[rows])
        return rows[:0]
    own, points, met = n[rows], score[rows], opponents[rows]
    alone = games.event is None
    left = who.has("pool")[rows] | (np.full(len(rows), not alone) & (own > 0))
    counts = (own > 0) & (points >= 2 * float(rule.event_score)) & (own >= rule.event_games)
    if rule.first_zero == "disregarded":
        counts &= points > 0
        for_nothing = rows[(own > 0) & ~counts & ~left]
        if len(for_nothing):
            # What is left of them is that there was a first event.
            rated.put(for_nothing, pool=pool_text([(None, Decimal(0), rated.day)]))
    by_performance = rule.performed and performances is not None
    if rule.per_win is not None or (rule.performed and not by_performance):
        left |= counts
    enough = counts & (own >= rule.least_games) & (points >= 2 * float(rule.least_score))
    if not rule.full:
        enough &= (points > 0) & (points < 2 * own)
    if by_performance:
        known = ~np.isnan(performances[rows])
        exact, below = np.where(known, performances[rows], 0).astype(np.int64), 1
        new = _as_performed(exact, rule)
    else:
        exact, below, known = _exact(own, points, met, who.rating.places, rule, rules)
        new = rounded(exact, below, rule.rounding) if rule.rounding != "none" else None
    enough &= known
    values = quotient(exact, below) if new is None else quotient(new, 1)
    if rule.void_below is not None:
        places = places_of(rule.void_below)
        enough &= product(exact, 10**places) >= product(below, scaled(rule.void_below, places))
    if rule.most is not None:
        values = np.minimum(values, float(rule.most))
    if rule.least is not None:
        enough &= values >= float(rule.least)
    values = np.where(enough, values, np.nan)
    rated.put(
        rows,
        new=values,
        games=before + np.where(counts, own, 0),
        peak=peaks(who.peak.floats()[rows], np.full(len(rows), np.nan), values, rated.rules),
    )
    if "index" in rated.facts:
        index = who.facts("index").floats()[rows]
        rated.put(rows, index=np.where(enough, np.nan_to_num(index) + 1, index))
    _keep_waiting(rated, taken, sides, rows[counts & ~enough & ~left])
    return rows[left]


def _as_performed(exact: Any, rule: Initial) -> Any:
    """The first rating of each performance, low ones as the rules raise them."""
    kinds, places = np.unique(exact, return_inverse=True)
    found = []
    for kind in kinds.tolist():
        value = Decimal(kind)
        if rule.low is not None and value <= rule.low:
            value = rule.low_base + rule.low_factor * value
        found.append(float(ROUNDINGS[rule.rounding](value, 0)))
    return np.array(found)[places] if found else np.zeros(0)


def _exact(
    n: Any, score: Any, ratings: Any, places: int, rule: Initial, rules: RuleSet
) -> tuple[Any, Any, Any]:
    """The average of the opponents plus the difference, as a fraction; where there is one."""
    more = rule.draws * scaled(rule.draws_against, places_of(rule.draws_against))
    unit = max(places, places_of(rule.draws_against))
    sums = ratings * 10 ** (unit - places) + more * 10 ** (unit - places_of(rule.draws_against))
    over, under = averages(n + rule.draws, sums, unit, rule.average_rounding)
    ahead = ahead_at_first(n, score, rules)
    found, known = ahead.of(n, score)
    above = total(product(over, 10**ahead.decimals), product(found, under))
    return above, product(under, 10**ahead.decimals), known


def _keep_waiting(rated: Rated, taken: Games, sides: Any, rows: Any) -> None:
    """The results that wait, in the order of the rounds."""
    if not len(rows):
        return
    who = rated.who
    waits = np.zeros(who.size, dtype=bool)
    waits[rows] = True
    found: dict[int, list[tuple[int, int, Decimal, Decimal]]] = {int(row): [] for row in rows}
    rating = who.rating
    for side in sides:
        if side.expected is not None:
            continue
        at = np.flatnonzero(side.at)
        for own, other, points, place in zip(
            side.rows.tolist(), side.others.tolist(), side.score.tolist(), at.tolist(), strict=True
        ):
            if waits[own]:
                round_ = 0 if taken.round is None else int(taken.round[place])
                value = tidy(Decimal(int(rating.values[other])).scaleb(-rating.places))
                found[own].append((round_, place, value, Decimal(points) / 2))
    for row, results in found.items():
        pool = [(value, points, rated.day) for _, _, value, points in sorted(results)]
        rated.put(row, pool=pool_text(pool))
