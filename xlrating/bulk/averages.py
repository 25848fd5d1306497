"""One expected score per event, against the average opponent: the section `average`.

The methods of averages for all players at once. A round robin rated by the average of the
whole event is left to the engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Average, Coefficient
from . import difference
from .change import OldRatings, peaks, settled
from .coefficient import Facts, given_or_found, limited
from .expectancy import LookedUp, expected_scores, share_of_fractions
from .first_performance import first_performances
from .fixed import Whole, distinct, product, quotient, rounded, summed, total
from .game_by_game import are_rated, entry_rating
from .games import Games
from .performance import performed
from .rated import Rated
from .sum_over_games import are_counted, table_points
from .tables import DecimalColumn


class Groups(NamedTuple):
    """The games that share one average, for a player in an event or in the period.

    For each group the player, the number of games, twice the points, the sum of the opponents'
    ratings as counted, and how many ratings are in that sum.
    """

    whose: Any
    n: Any
    score: Any
    opponents: Whole
    divided_by: Any


class Starts(NamedTuple):
    """Each player's starting rating, who has one, and who is left to the engine in any case."""

    rating: DecimalColumn
    known: Any
    left: Any


class Totals(NamedTuple):
    """For each player games, twice the points, expected score and gain in units of 10^-`unit`,
    the number of groups, and the average of the last one."""

    n: Any
    score: Any
    expected: Any
    gain: Any
    unit: int
    groups: Any
    average: Any


def against_opponents(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """The method "average opponent": every event uses the ratings before the period."""
    who = rated.who
    if games.playoff is not None and games.playoff.any():
        return None
    start, known = entry_rating(who, rules)
    left = who.has("champion") | ~known
    return _rate(rated, games, rules, Starts(start, known, left), False)


def against_event(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """The method "event average", except for round robins that are rated as a whole."""
    who = rated.who
    rule = rules.need(Average)
    if rule.round_robin and format != "swiss":
        return None
    known = who.rating.known
    starts = Starts(who.rating, known, known & who.has("performances"))
    left = _rate(rated, games, rules, starts, True)
    if left is None:
        return None
    new = first_performances(rated, games.having(are_counted(games, rules)), rules)
    return np.union1d(left, new)


def _rate(rated: Rated, games: Games, rules: RuleSet, starts: Starts, by_own: bool) -> Any:
    """Rate all players; if `by_own`, opponents are counted at most the cap away from each one."""
    who, start, known, left = rated.who, *starts
    if rules.difference.unrated_gap is not None:
        return None
    size = who.size
    taken = games.having(are_counted(games, rules))
    taken = taken.having(known[taken.white] & known[taken.black])
    sums = _results(taken, start, size, rules, by_own)
    n = sums.n
    known = are_rated(who, known, n > 0, rules)
    facts = Facts(start.values, start.places, who.peak, who.games, who.age, who.facts("index"))
    asked = sums.gain if by_own else np.zeros(size, dtype=np.int64)
    k = given_or_found(who.k, facts, n, asked, rules)
    factor = limited(k, n, rules.need(Coefficient))
    over = product(factor, sums.gain)
    under = np.full(size, 10**sums.unit * 10**k.places, dtype=object)
    if rules.change.per == "share":
        # The shares of several events have no common unit.
        left = left | (sums.groups > 1)
        under = under * np.maximum(n, 1)
    if sums.unit + k.places < 15:
        under = under.astype(np.int64)
    rows = np.flatnonzero(known)
    own = who.rating.known
    before = OldRatings(start.values[rows], start.places, own[rows], n[rows] > 0)
    result = settled(before, over[rows], under[rows], who, rows, rules)
    one = sums.groups == 1 if by_own else _entered(games, size) <= 1
    games_before = np.where(own, who.games, np.maximum(who.games, 0))
    performance = _performance(taken, start, sums, rules) if by_own else np.full(size, np.nan)
    rated.put(
        slice(None),
        points=table_points(games, size) / 2,
        start_rating=np.where(known & ~own, start.floats(), np.nan),
        rating=np.where(known, start.floats(), np.nan),
        games=np.where(games_before >= 0, games_before + n, -1),
        peak=who.peak.floats(),
    )
    rated.put(
        rows,
        n=n[rows],
        score=sums.score[rows] / 2,
        average=np.where(one, sums.average, np.nan)[rows],
        performance=performance[rows],
        expected=quotient(sums.expected[rows], 10**sums.unit),
        gain=quotient(sums.gain[rows], 10**sums.unit),
        k=quotient(factor[rows], 10**k.places),
        change=quotient(over[rows], under[rows]),
        rounded=result.rounded,
        new=result.new,
        listed=result.listed,
        peak=peaks(who.peak.floats()[rows], who.rating.floats()[rows], result.new, rated.rules),
    )
    left = left | (k.left & known)
    if rules.start is not None:
        left = left | who.has("new_title")
    performs = rules.performance
    if by_own and performs is not None and (performs.iterated or performs.solved):
        left = left | (n > 0)
    return np.flatnonzero(left)


def _results(taken: Games, start: DecimalColumn, size: int, rules: RuleSet, by_own: bool) -> Totals:
    """Each player's results in the games that count."""
    rule = rules.need(Average)
    places = max(start.places, difference.places(rules.difference), rule.places)
    rating = start.at(places)
    groups = _groups(taken, rating, places, size, rules, by_own)
    found, average = _expected(groups, rating, places, rules)
    unit = max(found.decimals, 1)
    expected = product(product(found.values(), 10 ** (unit - found.decimals)), groups.n)
    gain = total(product(groups.score, 5 * 10 ** (unit - 1)), -expected)
    n, score, expected, gain = (
        summed(groups.whose, values, size) for values in (groups.n, groups.score, expected, gain)
    )
    shown = np.full(size, np.nan)
    shown[groups.whose] = average
    return Totals(n, score, expected, gain, unit, np.bincount(groups.whose, minlength=size), shown)


def _performance(taken: Games, start: DecimalColumn, sums: Totals, rules: RuleSet) -> Any:
    """Each player's performance in all games that count."""
    met = np.zeros(len(sums.n), dtype=np.int64)
    for own, other in ((taken.white, taken.black), (taken.black, taken.white)):
        met = total(met, summed(own, start.values[other], len(sums.n)))
    return performed(sums.n, sums.score, met, start.places, rules)[1]


def _entered(games: Games, size: int) -> Any:
    """The number of events in which each player has a line."""
    if games.event is None:
        return np.ones(size, dtype=np.int64)
    met = games.black >= 0
    places = np.concatenate(
        [games.event * size + games.white, (games.event * size + games.black)[met]]
    )
    return np.bincount(distinct(places) % size, minlength=size)


def _groups(
    games: Games, rating: Any, places: int, size: int, rules: RuleSet, by_own: bool
) -> Groups:
    rule = rules.need(Average)
    whole_period = games.event is None or (by_own and rule.per == "period")
    own = np.concatenate([games.white, games.black])
    other = np.concatenate([games.black, games.white])
    score = np.concatenate([games.points("white"), games.points("black")])
    if whole_period:
        keys = np.flatnonzero(np.bincount(own, minlength=size))
        place = np.zeros(size, dtype=np.int64)
        place[keys] = np.arange(len(keys))
        at = place[own]
    else:
        slots = np.tile(games.event * size, 2) + own
        keys, at = np.unique(slots, return_inverse=True)
    number = len(keys)
    counted = rating[other]
    if by_own:
        first = rating[own]
        counted = first - difference.counted(first, counted, at, places, rules.difference)
    n = np.bincount(at, minlength=number)
    points = summed(at, score, number)
    divided_by = n
    if not by_own and rule.over == "opponents":
        once = np.unique(at * size + other, return_index=True)[1]
        divided_by = np.bincount(at[once], minlength=number)
        opponents = summed(at[once], counted[once], number)
    else:
        opponents = summed(at, counted, number)
    return Groups(keys % size, n, points, opponents, divided_by)


def _expected(groups: Groups, rating: Any, places: int, rules: RuleSet) -> tuple[LookedUp, Any]:
    """The expected score per game for each group, and its average opponent."""
    rule = rules.need(Average)
    own = rating[groups.whose]
    unit = 10**places
    if rule.rounding != "none":
        whole = rounded(groups.opponents, groups.divided_by * unit, rule.rounding, rule.places)
        average = whole * 10 ** (places - rule.places)
        found = expected_scores(own - average, places, rules)
        return found, quotient(average, unit)
    below = product(groups.divided_by, unit)
    ahead = total(product(own, groups.divided_by), -groups.opponents)
    return share_of_fractions(ahead, below, rules), quotient(groups.opponents, below)
