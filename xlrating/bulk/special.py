"""Special ratings of US Chess for columns of players: the section `special`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Special
from ..engine.terms.provisional import PLACES, special_by
from .games import Games

#: How often an interval of ratings is halved, until its length is 0.
_HALVINGS = 60
#: An expected score this close to the actual one may equal it: the engine determines the interval.
_ALIKE = 1e-9
#: At this distance, in points, even a single game changes the expected score by more than that.
_NEAR = 1e-5
#: The number of bits for twice the points of a game.
_BITS = 2


class Results(NamedTuple):
    """The results that count: players, opponents, twice the points; and each player's sums.

    One row per side of each game, ordered by player and opponent.
    """

    own: Any
    other: Any
    points: Any
    n: Any
    score: Any

    @staticmethod
    def of(taken: Games, size: int) -> Results:
        """The results of these games."""
        white, black = taken.white, taken.black
        # In one number: sorting these is faster than sorting indexes, and taking by them.
        sides = [
            (own * size + other << _BITS) + taken.points(side)
            for own, other, side in ((white, black, "white"), (black, white, "black"))
        ]
        found = np.sort(np.concatenate(sides))
        n = np.bincount(white, minlength=size) + np.bincount(black, minlength=size)
        own, points = np.repeat(np.arange(size), n), found & (2**_BITS - 1)
        score = np.bincount(own, weights=points, minlength=size).astype(np.int64)
        return Results(own, (found >> _BITS) - own * size, points, n, score)

    def of_own(self, values: Any) -> Any:
        """The players' values, each repeated for every result of the player."""
        return np.repeat(values, self.n)

    def times(self, twice: int) -> Any:
        """How often each player got so many half points."""
        return np.bincount(self.own, weights=self.points == twice, minlength=len(self.n))


class RatingWeights(NamedTuple):
    """Each player's rating before the event, its weight in games, and whether all were won (1) or
    lost (−1)."""

    start: Any
    games: Any
    history: Any


def special_ratings(
    rows: Any, before: RatingWeights, results: Results, ratings: Any, rules: RuleSet
) -> Any:
    """The special ratings of the players in `rows`: see `terms.provisional.special_by`.

    `ratings` are those of all players, as opponents.
    """
    start = before.start
    if not len(rows):
        return np.zeros(0)
    rule = rules.need(Special)
    place = np.full(len(start), -1)
    place[rows] = np.arange(len(rows))
    own = results.of_own(place)
    mine = np.flatnonzero(own >= 0)
    own, met = own.take(mine), np.round(ratings.take(results.other.take(mine)), PLACES)
    n, score, reach = results.n[rows], results.score[rows] / 2, float(rule.per_win)
    games, history = before.games[rows], before.history[rows]
    sums = np.bincount(own, weights=met, minlength=len(rows))
    if not rule.solved:
        return (games * start[rows] + sums + (2 * score - n) * reach) / (games + n)
    centre = start[rows] - reach * history
    total = score + games * (1 + history) / 2

    def lacking(at: Any) -> Any:
        """By how much each expected score at a rating falls short of the total."""
        shares = np.clip(0.5 + (at[own] - met) / (2 * reach), 0, 1)
        before = games * np.clip(0.5 + (at - centre) / (2 * reach), 0, 1)
        return total - before - np.bincount(own, weights=shares, minlength=len(rows))

    low = np.where(games > 0, centre, np.inf)
    np.minimum.at(low, own, met)
    high = np.where(games > 0, centre, -np.inf)
    np.maximum.at(high, own, met)
    low, high = low - 2 * reach, high + 2 * reach
    first, last = low.copy(), high.copy()
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        more = lacking(middle) > 0
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    found = (low + high) / 2
    # If a whole interval fits, or nearly, the engine chooses.
    steps = (-reach / 100, -_NEAR, _NEAR, reach / 100)
    around = [lacking(np.clip(found + step, first, last)) for step in steps]
    flat = np.logical_or.reduce([abs(one) < _ALIKE for one in around])
    for row in np.flatnonzero(flat).tolist():
        opponents = [Decimal(repr(one)) for one in met[own == row].tolist()]
        values = (start[rows[row]], games[row])
        rating, weighs = (Decimal(repr(float(one))) for one in values)
        points = Decimal(int(results.score[rows[row]])) / 2
        of = int(history[row])
        found[row] = float(special_by(rating, weighs, opponents, points, rules, of))
    return found if rule.most is None else np.minimum(found, float(rule.most))
