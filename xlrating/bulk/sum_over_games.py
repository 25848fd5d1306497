"""Change = K x sum of (score - expected score), for all players of a period at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.results import Kind
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from ..engine.vocabulary.pace import PACES
from . import difference
from .approximation import approximated, are_whole, is_by_steps
from .blocks import counted_in_blocks
from .change import OldRatings, peaks, settled
from .coefficient import Facts, given_or_found, limited
from .expectancy import KeptShares, expected_scores
from .first import CountedGames, first_ratings
from .fixed import Whole, blocks, places_of, product, quotient, scaled, summed, total
from .games import Games
from .people import People
from .performance import performed
from .rated import Rated
from .results import KIND, KINDS
from .sides import Side, of_newcomers

#: Sums of hundredths, half points and games fit into one integer at these offsets.
_HALVES, _GAMES = 2**20, 2**34


def are_counted(games: Games, rules: RuleSet) -> Any:
    """Which games count, judging by their results: played, or forfeits that count."""
    kind = KIND[games.result]
    found = (kind == KINDS.index(Kind.PLAYED)) & (games.black >= 0)
    rule = rules.counted
    if rule.forfeits or rule.double_forfeits:
        both_lost = games.points("white") == games.points("black")
        takes = np.where(both_lost, rule.double_forfeits, rule.forfeits)
        found |= (kind == KINDS.index(Kind.FORFEIT)) & takes
    return found


def table_points(games: Games, size: int) -> Any:
    """Twice the points in the tables, including byes and forfeits."""
    found = np.bincount(games.white, weights=games.points("white"), minlength=size)
    met = games.black >= 0
    black, points = games.black, games.points("black")
    if not met.all():
        black, points = black[met], points[met]
    return found + np.bincount(black, weights=points, minlength=size)


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players, newcomers included; returns the rows left to the engine, None for all."""
    who = rated.who
    is_found = rules.performance is not None and rules.performance.iterated and are_whole(rules)
    if is_found and (rules.difference.favours_once or not KeptShares.fit(rules)):
        return None
    taken = games
    if games.kinds - {Kind.PLAYED}:
        taken = games.having(are_counted(games, rules))
    size, own_unit = who.size, who.rating.places
    opponents: Whole = np.zeros(size, dtype=np.int64)
    in_blocks = None
    if not is_found and (rules.change.weights is None or taken.pace is None):
        in_blocks = counted_in_blocks(taken, who, rules)
    if in_blocks is not None:
        (n, score, expected, opponents), unit = in_blocks, 2
        sides = of_newcomers(taken, who.rating.known, rules)
        for side in sides:
            n += np.bincount(side.rows, minlength=size)
            score += np.bincount(side.rows, weights=side.score, minlength=size).astype(np.int64)
    else:
        sides = _expected(taken, who, rules)
        n, score, expected, unit = _sums(sides, size)
    met = [(side.rows, who.rating.values.take(side.others)) for side in sides]
    for own, ratings in met:
        opponents = total(opponents, summed(own, ratings, size))
    is_all = taken is games and n.sum() == 2 * len(games.white)
    points = score if is_all else table_points(games, size)
    if is_found:
        average, performance = approximated(n, score, opponents, met, own_unit, rules)
    else:
        average, performance = performed(n, score, opponents, own_unit, rules)
    rated.put(
        slice(None), points=points / 2, n=n, score=score / 2, average=average,
        performance=performance,
    )  # fmt: skip
    known = who.rating.known
    # A view of everything needs no copy.
    rows = slice(None) if known.all() else np.flatnonzero(known)
    gain = total(product(score, 5 * 10 ** (unit - 1)), -expected)
    weighed, places = _weighed(sides, gain, unit, rules)
    sums = Sums(n, score, expected, gain, weighed, unit, places).of(rows)
    left = _rate_known(rated, rows, sums, rules)
    new, found = np.flatnonzero(~known), performance if is_found else None
    left_new = first_ratings(rated, CountedGames(taken, sides, n), new, rules, found)
    if rules.start is not None or is_by_steps(rules):
        left_new = new
    return np.concatenate([left, left_new])


def _sums(sides: list[Side], size: int) -> tuple[Any, Any, Whole, int]:
    """For each player games, twice the points and expected score, and the decimals of the last."""
    found = _packed(sides, size)
    if found is not None:
        return found
    n, score = np.zeros(size, dtype=np.int64), np.zeros(size)
    for side in sides:
        n += np.bincount(side.rows, minlength=size)
        score += np.bincount(side.rows, weights=side.score, minlength=size)
    return n, score.astype(np.int64), *_expected_sums(sides, size)


def _packed(sides: list[Side], size: int) -> tuple[Any, Any, Whole, int] | None:
    """The same as `_sums`, from a single sum per player; None if one of its parts is too large."""
    packed, games, points = np.zeros(size), 0, 0
    for side in sides:
        weights = side.score * _HALVES + _GAMES
        if side.expected is not None:
            if side.expected.decimals > 2:
                return None
            scale = 10 ** (2 - side.expected.decimals)
            weights += np.array([value * scale for value in side.expected.whole] or [0])[
                side.expected.at
            ]
        packed += np.bincount(side.rows, weights=weights, minlength=size)
        games += len(side.rows)
        points += int(side.score.sum())
    if packed.max(initial=0) >= 2**53:
        return None
    whole = packed.astype(np.int64)
    n, score = whole // _GAMES, whole % _GAMES // _HALVES
    # If a part overflows, the sum of the next one is wrong.
    if n.sum() != games or score.sum() != points:
        return None
    return n, score, whole % _HALVES, 2


def _expected(games: Games, who: People, rules: RuleSet) -> list[Side]:
    """The counted games of both sides with the expected scores of rated players."""
    places = max(who.rating.places, difference.places(rules.difference))
    rating, known = who.rating.at(places), who.rating.known
    rule = rules.difference
    white, black = games.white, games.black
    first, second = rating[white], rating[black]
    rateable = difference.are_rateable(first, second, places, rule)
    both = known[white] & known[black]
    if rateable is not True:
        # A gap is between two ratings.
        both &= rateable
    keeps_all = bool(both.all())
    if not keeps_all:
        taken = games.having(both)
        white, black, first, second = taken.white, taken.black, first[both], second[both]
    else:
        taken = games
    colours = ("w", "b") if rules.outcomes is not None else ("", "")
    ahead, behind = difference.of_both_sides(taken, first, second, who.size, places, rules)
    upward = expected_scores(ahead, places, rules, colours[0])
    if behind is not None:
        downward = expected_scores(behind, places, rules, colours[1])
    else:
        # Both expected scores add up to 1, unless the cap only applies to one side.
        downward = upward.opposite()
        apart = difference.one_sided(first, second, places, rule)
        if len(apart):
            behind = difference.counted(second[apart], first[apart], None, places, rule)
            downward = downward.but(apart, expected_scores(behind, places, rules))
    sides = [
        Side(white, black, taken.points("white"), upward, pace=taken.pace),
        Side(black, white, taken.points("black"), downward, pace=taken.pace),
    ]
    return sides if keeps_all else [*sides, *of_newcomers(games, known, rules)]


class Sums(NamedTuple):
    """The sums of each player; `expected` and `gain` are in units of 10^-`unit`.

    `score` is twice the points, `weighed` the gain multiplied by weights with `places` decimals.
    """

    n: Any
    score: Any
    expected: Whole
    gain: Whole
    weighed: Whole
    unit: int
    places: int

    def of(self, rows: Any) -> Sums:
        """The sums of some players."""
        return self._replace(
            n=self.n[rows], score=self.score[rows], expected=self.expected[rows],
            gain=self.gain[rows], weighed=self.weighed[rows],
        )  # fmt: skip


def _weighed(sides: list[Side], gain: Whole, unit: int, rules: RuleSet) -> tuple[Whole, int]:
    """The gains weighted by their events' paces, and the decimals this adds."""
    rule = rules.change
    own = {pace: getattr(rule.weights, pace, None) for pace in PACES} if rule.weights else {}
    if not own or all(side.pace is None for side in sides):
        return product(gain, scaled(rule.weight, places_of(rule.weight))), places_of(rule.weight)
    weights = [own[pace] or rule.weight for pace in PACES] + [rule.weight]
    places = places_of(*weights)
    found: Whole = np.zeros(len(gain), dtype=np.int64)
    for at, weight in enumerate(weights):
        for side in sides:
            if side.expected is None:
                continue
            rows = np.flatnonzero(side.pace == at)
            of, more = side.rows[rows], unit - side.expected.decimals
            expected = product(side.expected.values()[rows], 10**more)
            each = total(product(side.score[rows], 5 * 10 ** (unit - 1)), -expected)
            found = total(found, product(summed(of, each, len(gain)), scaled(weight, places)))
    return found, places


def _rate_known(rated: Rated, rows: Any, sums: Sums, rules: RuleSet) -> Any:
    """Rate the rated players in portions; returns the rows left to the engine."""
    left = np.zeros(len(sums.n), dtype=bool)
    for part in blocks(len(left)):
        own = part if isinstance(rows, slice) else rows[part]
        left[part] = _rate_some(rated, own, sums.of(part), rules)
    return np.flatnonzero(left) if isinstance(rows, slice) else rows[left]


def _rate_some(rated: Rated, rows: Any, sums: Sums, rules: RuleSet) -> Any:
    """Rate some of the rated players; returns which of these are left to the engine."""
    who = rated.who
    n, _, expected, gain, weighed, unit, weight_places = sums
    table = rules.need(Coefficient)
    facts = Facts(
        who.rating.values[rows], who.rating.places, some(who.peak, rows), who.games[rows],
        who.age[rows], some(who.facts("index"), rows),
    )  # fmt: skip
    k = given_or_found(some(who.k, rows), facts, n, gain, rules)
    factor = limited(k, n, table)
    below = 10 ** (unit + weight_places)
    if table.over is None:
        over, under = product(factor, weighed), below * 10**k.places
        shown = quotient(factor, 10**k.places)
    else:
        # over x gain / (coefficient + games), with everything multiplied by the units.
        top = scaled(table.over, places_of(table.over))
        scale = 10 ** (places_of(table.over))
        summed = total(factor, product(n, 10**k.places))
        # A coefficient of 0 without games: the engine reports the problem.
        none = summed == 0
        summed = np.where(none, 1, summed)
        over = product(product(weighed, top), 10**k.places)
        under = product(product(summed, below), scale)
        shown = quotient(product(np.full(len(n), top), 10**k.places), product(summed, scale))
    before = OldRatings(who.rating.values[rows], who.rating.places, who.rating.known[rows], n > 0)
    result = settled(before, over, under, who, rows, rules)
    games = who.games[rows]
    rated.put(
        rows,
        expected=quotient(expected, 10**unit),
        gain=quotient(gain, 10**unit),
        k=shown,
        change=quotient(over, under),
        rounded=result.rounded,
        new=result.new,
        listed=result.listed,
        games=np.where(games >= 0, games + n, -1),
        peak=peaks(
            some(who.peak, rows).floats(), some(who.rating, rows).floats(), result.new, rated.rules
        ),
    )
    if "index" in rated.facts:
        index = some(who.facts("index"), rows).floats()
        rated.put(rows, index=np.where(n > 0, index + 1, index))
    left = k.left.copy()
    if table.over is not None:
        left |= none
    if rules.start is not None:
        left |= who.has("new_title")[rows]
    if is_by_steps(rules):
        left |= n > 0
    return left


def some(numbers: Any, rows: Any) -> Any:
    """A `DecimalColumn` reduced to some rows."""
    return type(numbers)(numbers.values[rows], numbers.known[rows], numbers.places)


def _expected_sums(sides: list[Side], size: int) -> tuple[Whole, int]:
    """The expected score of each player as a whole number, and its decimals, the same for all."""
    found = [side for side in sides if side.expected is not None]
    unit = max(1, *(side.expected.decimals for side in found if side.expected is not None))
    sums: Whole = np.zeros(size, dtype=np.int64)
    for side in found:
        assert side.expected is not None
        own = side.expected.sums(side.rows, size)
        sums = total(sums, product(own, 10 ** (unit - side.expected.decimals)))
    return sums, unit
