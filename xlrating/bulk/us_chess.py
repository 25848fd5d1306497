"""US Chess: all players of a period at once, in passes: `special`, `bonus_threshold`, `passes`.

These formulas are real-valued, and so are the columns: they agree with the engine's results to
eight digits. Players closer than `NEAR` points to a rounding edge are rated by the engine,
with everyone whose games affect theirs.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import BonusThreshold, Coefficient, Expectancy, Passes, Special
from ..engine.terms.provisional import temporary_rating
from .by_engine import lines_among
from .fixed import HALVES, rounded
from .games import Games
from .people import People
from .rated import Rated
from .special import RatingWeights, Results, special_ratings
from .sum_over_games import are_counted, table_points
from .tables import whole
from .us_chess_after import put_afterwards

#: How close to a rounding edge a rating may be before the engine is asked: a hundred times the
#: effect of the ninth decimal, to which special ratings know the opponents.
NEAR = 1e-7


class Career(NamedTuple):
    """A player's facts besides the rating: floats, NaN if unknown.

    `weight` is the coefficient: the effective games, or the one set by hand. `history` is 1 if
    all games so far were won, -1 if all were lost.
    """

    games: Any
    effective: Any
    weight: Any
    history: Any


class Pass(NamedTuple):
    """The result of a pass for each player; the special formula gives no `expected` and `k`."""

    change: Any
    expected: Any
    k: Any
    average: Any


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players; returns the rows left to the engine, None if it rates the whole period."""
    who = rated.who
    if rules.passes is None or not _is_known(who, rules):
        return None
    taken = games.having(are_counted(games, rules))
    rule = rules.need(Passes)
    known = who.rating.known
    start = np.where(known, np.nan_to_num(who.rating.floats()), _temporary(who, rule))
    results = Results.of(taken, who.size)
    played = results.n > 0
    career = _career(who, start, rules)
    no_bonus = _often(results, who.size, rules)
    new = np.flatnonzero(~known & played)
    ratings = start.copy()
    # Only needed to rate the opponents in the first pass.
    light = RatingWeights(start, np.full(who.size, float(rule.weight)), np.zeros(who.size))
    ratings[new] = special_ratings(new, light, results, start, rules)
    for _ in range(rule.times - 1):
        ratings = start + _pass(start, ratings, results, career, no_bonus, rules).change
    found = _pass(start, ratings, results, career, no_bonus, rules)
    change = rules.change
    value = start + found.change
    unsure = played & (abs(value * 10**change.places % 1 - 0.5) < NEAR)
    unit = 10**9
    whole = rounded(np.rint(value * unit).astype(np.int64), unit, change.rounding, change.places)
    after = np.where(played, whole / 10**change.places, who.rating.floats())
    blank = np.where(played, 0.0, np.nan)
    rated.put(
        slice(None),
        points=table_points(games, who.size) / 2,
        n=results.n,
        score=results.score / 2,
        average=found.average,
        expected=found.expected + blank,
        gain=results.score / 2 - found.expected + blank,
        k=found.k + blank,
        change=np.where(known, found.change, np.nan),
    )
    put_afterwards(rated, results, after, rules)
    rows = np.flatnonzero(unsure)
    if len(rows):
        lines = lines_among(rows, rule.times + 1, who, games, rules, rated.day)
        rated.put_lines(rows.tolist(), lines)
    return rows[:0]


def _is_known(who: People, rules: RuleSet) -> bool:
    """Whether the rules use nothing beyond the sections handled here."""
    table, rule = rules.need(Coefficient), rules.change
    curve = rules.need(Expectancy)
    bounds = rules.floor is None and rules.published.least is None and rules.start is None
    plain = rule.of == "rating" and rule.rounding in HALVES
    plain = plain and rules.difference.unrated_gap is None
    facts = [who.facts(name) for name in ("wins", "draws", "events")]
    return bool(
        bounds and plain and curve.model == "logistic" and curve.places is None
        and table.effective is not None and table.over is not None and not table.most
        and not any((one.known & (one.values < 0)).any() for one in facts)
    )  # fmt: skip


def _temporary(who: People, rule: Passes) -> Any:
    """Each player's temporary rating by age, calculated once per age."""
    ages, places = np.unique(who.age, return_inverse=True)
    values = [float(temporary_rating(None if age < 0 else age, rule)) for age in ages.tolist()]
    found = np.array(values)[places]
    # Without a day of the event only adults have a year of birth: see `edition`.
    born = whole(who.parts.get("born"), who.size, "born")
    return np.where((who.age < 0) & (born >= 0), float(rule.most), found)


def _career(who: People, start: Any, rules: RuleSet) -> Career:
    known = who.rating.known
    games = np.where(known, np.where(who.games >= 0, who.games, np.nan), 0.0)
    rule = rules.given(rules.need(Coefficient).effective, "effective")
    spread = float(rule.base) + float(rule.slope) * (float(rule.centre) - start) ** 2
    most = np.full(who.size, float(rule.most))
    below = start <= float(rule.flat_above)
    most[below] /= np.sqrt(spread[below])
    wins, draws = (who.facts(name) for name in ("wins", "draws"))
    told = known & (who.games > 0) & wins.known & draws.known
    won, drawn = (np.nan_to_num(one.floats()) for one in (wins, draws))
    history = np.where(won == who.games, 1.0, np.where((won == 0) & (drawn == 0), -1.0, 0.0))
    effective = np.fmin(most, games)
    weight = np.where(who.k.known & known, who.k.floats(), effective)
    return Career(games, effective, weight, np.where(told, history, 0.0))


def _often(results: Results, size: int, rules: RuleSet) -> Any:
    """Who met the same opponent too often for a bonus."""
    rule = rules.need(BonusThreshold)
    found = np.zeros(size, dtype=bool)
    if rule.most_meetings:
        # The pairs are sorted.
        pairs = results.own * size + results.other
        times = int(rule.most_meetings)
        again = pairs[times:][pairs[times:] == pairs[: len(pairs) - times]]
        found[again // size] = True
    return found


def _pass(
    start: Any, ratings: Any, results: Results, career: Career, no_bonus: Any, rules: RuleSet
) -> Pass:
    """One pass: everyone against opponents with these ratings."""
    special = rules.need(Special)
    n, score, size = results.n, results.score / 2, len(start)
    own, met = results.own, ratings.take(results.other)
    with np.errstate(invalid="ignore", divide="ignore"):
        average = np.bincount(own, weights=met, minlength=size) / np.where(n > 0, n, np.nan)
    unit = float(rules.need(Expectancy).scale) / log(10)
    shares = 1 / (1 + np.exp((met - results.of_own(start)) / unit))
    expected = np.bincount(own, weights=shares, minlength=size)
    over = rules.given(rules.need(Coefficient).over, "over")
    k = float(over) / np.maximum(career.weight + n, 1e-300)
    change = k * (score - expected)
    rule = rules.need(BonusThreshold)
    threshold = float(rule.factor) * np.sqrt(np.maximum(n, float(rule.least_root)))
    has_bonus = (n >= rule.least_games) & ~no_bonus
    change = np.where(n > 0, change + np.where(has_bonus, np.maximum(change - threshold, 0), 0), 0)
    few = career.games <= float(special.games)
    if special.solved:
        few |= ~np.isnan(career.games) & (career.history != 0)
    rows = np.flatnonzero(few & (n > 0))
    weight = career.effective if special.solved else career.games
    before = RatingWeights(start, weight, career.history)
    change[rows] = special_ratings(rows, before, results, ratings, rules) - start[rows]
    expected = expected.astype(float)
    expected[rows] = k[rows] = np.nan
    return Pass(change, expected, k, average)
