"""Sums over the games of a printed table, so many games at a time as a processor has at hand.

A million games in one go are columns of eight megabytes, each read from the memory and written
back to it many times; blocks of them stay where they are calculated.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Expectancy
from . import difference
from .expectancy import answers, one_by_one
from .fixed import ends, scaled, shared_out
from .games import Games
from .people import People
from .results import POINTS

#: Differences of ratings span no more than this.
_SPAN = 2_000_000
#: The decimals that tables print.
_DIGITS = 2
#: What is summed up of a player fits one number, each in bits of its own: expected hundredths from
#: 0 on, then half points, and games.
_SCORE, _GAMES, _BITS = 25, 45, 63
#: Whoever has no more games than this has no more of anything than its bits hold.
_MOST = 2 ** (_BITS - _GAMES) - 1
assert _MOST * 10**_DIGITS < 2**_SCORE and 2 * _MOST < 2 ** (_GAMES - _SCORE)
#: What White expects of a game stands in so many bits, what Black expects behind it.
_WHITE = 32
#: In the place of what was not asked for yet.
_UNKNOWN = -1


class BlockSums(NamedTuple):
    """Of each player: games, twice the points, expected score in hundredths, opponents' ratings."""

    n: Any
    score: Any
    expected: Any
    opponents: Any


def counted_in_blocks(games: Games, who: People, rules: RuleSet) -> BlockSums | None:
    """The sums over the counted games of those who are rated.

    None where expected scores are no printed hundredths, or more than both ratings says how a game
    counts, or somebody has more games than a number has room for.
    """
    rule = rules.difference
    places = max(who.rating.places, difference.places(rule))
    rating = who.rating.at(places)
    known = who.rating.known
    if not _are_hundredths(rules) or rating.dtype == object:
        return None
    are_all = bool(known.all())
    low, high = ends(rating if are_all else rating[known])
    if high - low >= _SPAN // 2 or max(-low, high) * len(games.white) >= 2**_BITS:
        return None
    shares = Shares(rules, places, high - low)
    of_white, of_black = shares.codes(rating, difference.are_exempt(rating, places, rule))
    of_result = [POINTS[side] * 2**_SCORE + 2**_GAMES for side in ("white", "black")]

    def count(parts: Sequence[slice]) -> tuple[Any, Any, int]:
        packed, opponents = np.zeros((2, who.size), dtype=np.int64)
        number = 0
        for part in parts:
            white, black, result = games.white[part], games.black[part], games.result[part]
            if not are_all:
                both = known.take(white) & known.take(black)
                white, black, result = white[both], black[both], result[both]
            first, second = of_white.take(white), of_black.take(black)
            apart = first - second
            first, second = shares.ratings(first, second)
            if rule.unrated_gap is not None:
                kept = difference.are_rateable(first, second, places, rule)
                white, black, result, first, second, apart = (
                    column[kept] for column in (white, black, result, first, second, apart)
                )
            found = shares.of(apart)
            # By bytes nothing is looked up fast.
            result = result.astype(np.intp)
            expected = found & (2**_WHITE - 1), found >> _WHITE
            for own, other, share, points in zip(
                (white, black), (second, first), expected, of_result, strict=True
            ):
                np.add.at(packed, own, share + points.take(result))
                np.add.at(opponents, own, other)
            number += 2 * len(white)
        return packed, opponents, number

    packed, opponents, number = (
        sum(one) for one in zip(*shared_out(count, len(games.white)), strict=True)
    )
    n = _bits(packed, _GAMES, _BITS)
    # Whoever has more games than `_MOST` seems to have fewer, and then there are fewer in all: what
    # a million half points carry over is one or two.
    if n.sum() != number:
        return None
    if places > who.rating.places:
        opponents //= 10 ** (places - who.rating.places)
    return BlockSums(n, _bits(packed, _SCORE, _GAMES), _bits(packed, 0, _SCORE), opponents)


def _are_hundredths(rules: RuleSet) -> bool:
    """Whether a table prints expected scores, and both ratings say which one a game has."""
    curve, is_by_game = rules.need(Expectancy), not rules.difference.favours_once
    is_table = curve.model == "table" and curve.places is None
    return is_table and is_by_game and rules.outcomes is None


def _bits(packed: Any, first: int, end: int) -> Any:
    """What stands from one bit up to another."""
    return (packed >> first) & (2 ** (end - first) - 1)


class Shares:
    """The engine's own expected scores of both sides in hundredths, each asked for once.

    Where a cap holds for some only, a code says besides the rating who is exempt from it; the
    difference of two codes says where both expected scores stand.
    """

    def __init__(self, rules: RuleSet, places: int, most: int) -> None:
        rule = rules.difference
        self._rule, self._places = rule, places
        self._step = 1 if rule.cap is None or rule.exempt_from is None else 4
        self._middle = self._step * most
        self._expected = one_by_one(places, rules)
        tables = answers(rules).setdefault("hundredths", {})
        if (places, most) not in tables:
            tables.clear()
            tables[places, most] = np.full(2 * self._middle + self._step, _UNKNOWN)
        self._known = tables[places, most]
        self._one_at_a_time = Lock()

    def codes(self, rating: Any, exempt: Any) -> tuple[Any, Any]:
        """The code of each player with White, and with Black."""
        if self._step == 1:
            return rating, rating
        # 1 more of White, 2 less of Black: their difference is one of four.
        return rating * self._step + exempt, rating * self._step - 2 * exempt

    def ratings(self, first: Any, second: Any) -> tuple[Any, Any]:
        """The ratings of codes."""
        if self._step == 1:
            return first, second
        return first >> 2, (second + 2) >> 2

    def of(self, apart: Any) -> Any:
        """Those of each game: White's, and Black's so many bits behind it."""
        apart += self._middle
        found = self._known.take(apart)
        if found.min(initial=0) < 0:
            with self._one_at_a_time:
                self._ask(np.unique(apart[found < 0]))
            found = self._known.take(apart)
        return found

    def _ask(self, at: Any) -> None:
        code = at - self._middle
        exempt = code & 1, (code >> 1) & 1
        apart = code if self._step == 1 else code >> 2
        shares = []
        for is_exempt, ahead in zip(exempt, (apart, -apart), strict=True):
            own = difference.level(is_exempt, self._places, self._rule)
            real = difference.counted(own, own - ahead, None, self._places, self._rule)
            shares.append([scaled(self._expected(one), _DIGITS) for one in real.tolist()])
        self._known[at] = np.array(shares[0]) + np.array(shares[1]) * 2**_WHITE
