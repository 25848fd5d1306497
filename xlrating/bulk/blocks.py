"""Sums over the games of a printed table, so many games at a time as a processor has at hand.

A million games in one go are columns of eight megabytes, each read from the memory and written
back to it many times; blocks of them stay where they are calculated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from . import difference
from .expectancy import answers, one_by_one
from .fixed import blocks, scaled
from .games import KIND, POINTS, Games
from .people import People

#: Differences of ratings span no more than this.
_SPAN = 2_000_000
#: The decimals that tables print.
_DIGITS = 2
#: A sum of hundredths, of half points and of games fit one number, so far apart.
HALVES, GAMES = 2**20, 2**34


class Counted(NamedTuple):
    """Of each player: games, twice the points, expected score in hundredths, opponents' ratings."""

    n: Any
    score: Any
    expected: Any
    opponents: Any


def counted_in_blocks(games: Games, who: People, rules: RuleSet) -> Counted | None:
    """The sums over the counted games of those who are rated.

    None where expected scores are no printed hundredths, or more than both ratings says how a game
    counts.
    """
    rule, curve = rules.difference, rules.need("expectancy")
    places = max(who.rating.places, difference.places(rule))
    rating = who.rating.at(places)
    known = who.rating.known
    if curve.model != "table" or curve.places is not None or rules.outcomes is not None:
        return None
    if rule.favours_once or rating.dtype == object:
        return None
    apart = int(np.ptp(rating[known])) if known.any() else 0
    if apart >= _SPAN // 2:
        return None
    shares = Shares(rules, places, apart)
    points = [POINTS[side] for side in ("white", "black")]
    weights = [twice * HALVES + float(GAMES) for twice in points]
    packed, opponents = np.zeros(who.size), np.zeros(who.size)
    count, results = 0, np.zeros(len(KIND), dtype=np.int64)
    are_all = bool(known.all())
    for part in blocks(len(games.white)):
        white, black, result = games.white[part], games.black[part], games.result[part]
        if not are_all:
            both = known.take(white) & known.take(black)
            white, black, result = white[both], black[both], result[both]
        first, second = rating.take(white), rating.take(black)
        if rule.unrated_gap is not None:
            kept = difference.are_rateable(first, second, places, rule)
            white, black, result, first, second = (
                column[kept] for column in (white, black, result, first, second)
            )
        for at, rows, mine, theirs in ((0, white, first, second), (1, black, second, first)):
            share = shares.of(difference.counted(mine, theirs, None, places, rule))
            share += weights[at].take(result)
            np.add.at(packed, rows, share)
            np.add.at(opponents, rows, theirs.astype(float))
        count += 2 * len(white)
        results += np.bincount(result, minlength=len(KIND))
    if packed.max(initial=0) >= 2**53 or opponents.max(initial=0) >= 2**53:
        return None
    whole = packed.astype(np.int64)
    found = Counted(
        whole // GAMES, whole % GAMES // HALVES, whole % HALVES,
        opponents.astype(np.int64) // 10 ** (places - who.rating.places),
    )  # fmt: skip
    # Whatever did not fit its place is in that of the next.
    fits = found.n.sum() == count and found.score.sum() == sum(points) @ results
    return found if fits else None


class Shares:
    """The engine's own expected scores in hundredths, each asked for once."""

    def __init__(self, rules: RuleSet, places: int, most: int) -> None:
        self._most = most
        self._expected = one_by_one(places, rules)
        tables = answers(rules).setdefault("hundredths", {})
        if (places, most) not in tables:
            tables.clear()
            tables[places, most] = np.full(2 * most + 1, np.nan)
        self._known = tables[places, most]

    def of(self, differences: Any) -> Any:
        """That of each difference, none of which is greater than the most there can be."""
        at = differences + self._most
        found = self._known.take(at)
        # None is a number: else the sum would be one.
        if not found.sum() >= 0:
            for place in np.unique(at[np.isnan(found)]).tolist():
                self._known[place] = scaled(self._expected(place - self._most), _DIGITS)
            found = self._known.take(at)
        return found
