"""Glicko and Glicko-2: all players of a period at once, from the strengths at its start.

These formulas are real-valued, and so are the columns: they agree with the engine's results to
`CLOSE`, relative. If a rounding or a bound depends on them, players closer than `NEAR` points
to the edge are left to the engine. Both are thousands of times larger than any observed effect of
summation order or of the last digit of a function.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..engine.errors import placed
from ..engine.results import Kind
from ..engine.rounding import DIGITS, tidy
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Deviation, Expectancy
from ..engine.terms.deviation import at_start, unit_of
from . import difference
from .by_engine import updates_of
from .change import peaks
from .fixed import at_once, blocks, rounded, shared_out
from .games import Games
from .people import People
from .rated import Rated
from .results import POINTS
from .sum_over_games import are_counted, table_points
from .tables import DecimalColumn
from .volatility import new_volatilities

#: The relative precision of the columns, and how close to an edge, in points,
#: a number may be before the engine is asked.
CLOSE, NEAR = 1e-8, 1e-4

#: One game, in integers whose lower bits count half points, more than anyone has.
_GAME = 2**32

#: The engine rejects deviations this large.
_SPREAD = 10.0**DIGITS
#: An upper bound for the absolute value of ratings.
_FAR = 10**6


class Strengths(NamedTuple):
    """Everyone's strength at the start: rating, deviation, and volatility in Glicko-2."""

    rating: Any
    deviation: Any
    volatility: Any


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players; returns the rows left to the engine, None if it has to report an error."""
    who = rated.who
    rule = rules.need(Deviation)
    if rules.floor is not None or rules.start is not None or rules.need(Expectancy).scale < 0:
        return None
    unit = unit_of(rules)
    starts = _starting(who, rules, unit)
    if starts is None:
        return None
    taken = _taken(games, starts, rules)
    n, score, told, gained, expected, met = _sums(taken, starts, unit)
    played = n > 0
    if not np.isfinite(told).all() or (told[played] <= (unit / _SPREAD) ** 2).any():
        return None
    start, volatility = starts.deviation / unit, None
    if starts.volatility is not None:
        volatility, unsure = _volatilities(starts, told, gained, played, unit, rule)
        own = np.flatnonzero(unsure)
        volatility[own] = [
            float(one.strength.volatility or 0) for one in updates_of(own, who, taken, rules)
        ]
        start = np.sqrt(start**2 + volatility**2)
    spread = 1 / (1 / start**2 + told)
    change = unit * spread * gained
    deviation = _bounded(unit * np.sqrt(spread), rule)
    new, gain, left = _settled(starts.rating, change, played, rules)
    known = who.rating.known
    is_line = known | played
    blank = np.where(played, 1.0, np.nan)
    with np.errstate(invalid="ignore"):
        average = met / n
    rated.put(
        slice(None),
        points=score if taken is games else table_points(games, who.size) / 2,
        n=n,
        score=score,
        average=average,
        expected=expected * blank,
        gain=(score - expected) * blank,
        change=np.where(is_line, change, np.nan),
        rounded=np.where(is_line, gain, np.nan),
        new=np.where(is_line, new, np.nan),
        rd=np.where(is_line, deviation, who.facts("rd").floats()),
        periods=np.where(is_line, 1.0, who.facts("periods").floats()),
        games=np.where((who.games >= 0) | ~known, np.maximum(who.games, 0) + n, -1),
        peak=peaks(
            who.peak.floats(), who.rating.floats(), np.where(is_line, new, np.nan), rated.rules
        ),
    )
    if volatility is not None:
        rated.put(
            slice(None), volatility=np.where(is_line, volatility, who.facts("volatility").floats())
        )
    return np.flatnonzero(is_line & left)


def _sums(taken: Games, starts: Strengths, unit: float) -> list[Any]:
    """For each player games, score, information on the rating, gain, expected score, and
    the opponents' ratings, all as sums."""
    size = len(starts.rating)
    # An opponent's values are stored together: one memory access instead of two.
    opponents = np.empty(size, dtype=[("weight", np.float64), ("rating", np.float64)])
    opponents["weight"] = 1 / np.sqrt(1 + 3 * (starts.deviation / unit / math.pi) ** 2)
    opponents["rating"] = starts.rating

    def sums(side: str, of: Any, against: Any) -> Any:
        # Games and half points fit into one integer.
        counted = np.zeros(size, dtype=np.int64)
        found = [np.zeros(size) for _ in range(4)]
        points_of = POINTS[side]
        # In the order of the games, so that it is the same for any number of threads.
        for part in blocks(len(of)):
            own, met = of[part], opponents.take(against[part])
            weight, theirs = met["weight"], met["rating"]
            odds = np.exp(weight * (theirs - starts.rating.take(own)) / unit)
            mine = 1 / (1 + odds)
            # Indexing by bytes is slow.
            points = points_of.take(taken.result[part].astype(np.intp))
            # The other side's share, without the digits that 1 - mine would lose.
            told = weight**2 * mine * (odds * mine)
            np.add.at(counted, own, points + _GAME)
            columns = told, weight * (points / 2 - mine), mine, theirs
            for sum_, one in zip(found, columns, strict=True):
                np.add.at(sum_, own, one)
        return counted // _GAME, counted % _GAME / 2, *found

    white, black = at_once([
        partial(sums, "white", taken.white, taken.black),
        partial(sums, "black", taken.black, taken.white),
    ])  # fmt: skip
    return [mine + theirs for mine, theirs in zip(white, black, strict=True)]


def _starting(who: People, rules: RuleSet, unit: float) -> Strengths | None:
    """The strengths at the start, including growth over time; None if one is impossible."""
    known, rule = who.rating.known, rules.need(Deviation)
    facts = {name: who.facts(name) for name in ("rd", "periods", "volatility")}
    floats = {name: np.nan_to_num(one.floats()) for name, one in facts.items()}
    given = known & facts["rd"].known
    start = float(rule.start)
    deviation = np.where(given, floats["rd"], start)
    periods = np.where(known, floats["periods"], 0.0)
    volatility = None
    growth: Any = float(rule.growth)
    if rule.volatility is not None:
        volatility = np.where(
            facts["volatility"].known, floats["volatility"], float(rule.volatility)
        )
        periods = np.maximum(periods - 1, 0)
        growth = volatility * unit
    wrong = (deviation <= 0) | (floats["periods"] < 0)
    if volatility is not None:
        wrong |= volatility <= 0
    if wrong.any():
        row = int(wrong.argmax())
        own, rd, past, moved = (_tidy(one, row) for one in (who.rating, *facts.values()))
        with placed(f"players, row {row + 1}"):
            # The engine reports the problem; should it find none, it rates everyone.
            at_start(own, rd, past, moved, rules)
        return None
    aged = np.where(periods > 0, np.sqrt(deviation**2 + growth**2 * periods), deviation)
    deviation = np.where(known, _bounded(aged, rule), start)
    rating = np.where(known, np.nan_to_num(who.rating.floats()), float(rule.rating))
    return Strengths(rating, deviation, volatility)


def _tidy(numbers: DecimalColumn, row: int) -> Decimal | None:
    value = numbers.decimal(row)
    return None if value is None else tidy(value)


def _bounded(deviation: Any, rule: Deviation) -> Any:
    found = np.maximum(deviation, float(rule.least))
    return found if rule.most is None else np.minimum(found, float(rule.most))


def _taken(games: Games, starts: Strengths, rules: RuleSet) -> Games:
    taken = games
    if games.kinds - {Kind.PLAYED}:
        taken = games.having(are_counted(games, rules))
    rule = rules.difference
    if rule.unrated_gap is None:
        return taken
    places = 6 + difference.places(rule)
    rating = np.rint(starts.rating * 10**places).astype(np.int64)
    return taken.having(
        difference.are_rateable(rating[taken.white], rating[taken.black], places, rule)
    )


def _volatilities(
    starts: Strengths, told: Any, gained: Any, played: Any, unit: float, rule: Deviation
) -> tuple[Any, Any]:
    """The volatilities after the games, and who is left to the engine."""
    start = starts.deviation / unit
    volatility, unsure = starts.volatility.copy(), np.zeros(len(start), dtype=bool)
    own = np.flatnonzero(played)

    def find(parts: Sequence[slice]) -> None:
        for rows in (own[part] for part in parts):
            volatility[rows], unsure[rows] = new_volatilities(
                start[rows], volatility[rows], 1 / told[rows], gained[rows] / told[rows], rule
            )

    shared_out(find, len(own))
    return volatility, unsure


def _settled(old: Any, change: Any, played: Any, rules: RuleSet) -> tuple[Any, Any, Any]:
    """The new ratings, the rounded changes, and who is too close to an edge."""
    rule = rules.change
    exact = old + change
    # Beyond the range of ratings, floats have no digits to spare.
    left = played & ~(abs(exact) < _FAR)
    if rule.rounding == "none":
        new, gain = exact, change
    else:
        unit = 10**9
        rounds = exact if rule.of == "rating" else change
        steps = 2 * rounds * 10**rule.places
        left |= played & (abs(steps - np.rint(steps)) < 2 * NEAR)
        whole = np.rint(np.where(left, 0, rounds) * unit).astype(np.int64)
        found = rounded(whole, unit, rule.rounding, rule.places).astype(float) / 10**rule.places
        # The decimals of the old rating, without noise from adding and subtracting.
        new = found if rule.of == "rating" else np.round(old + found, 10)
        new = np.where(played, new, old)
        gain = np.round(new - old, 10)
    bound = rules.published
    if bound.least is not None:
        # Players whom a list leaves out are decided by the engine.
        left |= new < float(max(bound.least, bound.women or 0)) + NEAR
    return new, gain, left
