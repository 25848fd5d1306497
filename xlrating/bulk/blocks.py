"""Sums over games under a printed table, in blocks that fit into the processor's cache.

For a million games at once, columns take eight megabytes each, and are read from memory and
written back many times; blocks stay in the cache while they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Expectancy
from ..engine.tables import SIDES
from . import difference
from .expectancy import answers, one_by_one
from .fixed import blocks, ends, scaled, shared_out
from .games import Games
from .people import People
from .results import POINTS

#: An upper bound for rating differences.
_SPAN = 2_000_000
#: The number of decimals in printed tables.
_DIGITS = 2
#: The most games of one player; for more, other ways are faster than splitting them repeatedly.
_MOST = 2**18 - 1
#: The most half points that a game can give.
_POINTS = max(int(points.max()) for points in POINTS.values())
#: The number of bits of an integer.
_BITS = 64
#: One game, of the same type as the counts.
_ONE = np.int32(1)
#: A marker for values that have not been calculated yet.
_UNKNOWN = -(2**63)


class BlockSums(NamedTuple):
    """For each player games, half points, expected hundredths, the sum of opponents' ratings."""

    n: Any
    score: Any
    expected: Any
    opponents: Any


def counted_in_blocks(games: Games, who: People, rules: RuleSet) -> BlockSums | None:
    """The sums over the counted games of rated players.

    None if expected scores are not printed hundredths, if they depend on more than the two ratings
    of a game, or if a player has too many games.
    """
    rule = rules.difference
    places = max(who.rating.places, difference.places(rule))
    rating = who.rating.at(places)
    known = who.rating.known
    if not _are_hundredths(rules) or rating.dtype == object:
        return None
    are_all = bool(known.all())
    low, high = ends(rating if are_all else rating[known])
    if high - low >= _SPAN // 2 or max(-low, high) * len(games.white) >= 2**63:
        return None
    shares = Shares(rules, places, high - low, int(games.result.max(initial=0)) + 1)
    above = rating - low
    codes = shares.codes(above, difference.are_exempt(rating, places, rule))

    def count(parts: Sequence[slice]) -> Any:
        part = slice(parts[0].start, parts[-1].stop) if parts else slice(0)
        columns = [games.white[part], games.black[part], games.result[part]]
        if not are_all or rule.unrated_gap is not None:
            first, second = rating.take(columns[0]), rating.take(columns[1])
            kept = known.take(columns[0]) & known.take(columns[1])
            kept &= difference.are_rateable(first, second, places, rule)
            columns = [column[kept] for column in columns]
        return shares.sums(above, codes, *columns)

    n, score, expected, behind = sum(shared_out(count, len(games.white)))
    if n.max(initial=0) > _MOST:
        return None
    opponents = (n * high - behind) // 10 ** (places - who.rating.places)
    return BlockSums(n, score, expected, opponents)


def _are_hundredths(rules: RuleSet) -> bool:
    """Whether expected scores come from a printed table and depend on the two ratings alone."""
    curve, is_by_game = rules.need(Expectancy), not rules.difference.favours_once
    is_table = curve.model == "table" and curve.places is None
    return is_table and is_by_game and rules.outcomes is None


class Shares:
    """What a game adds to the sums of either side, calculated once per difference and result.

    A player's code is the rating, combined with the exemption if a cap only applies to some. The
    difference of two codes is the place of both sides' entries, one for each of the first
    `results` results.

    A player's sums are packed into one number of 64 bits, which has room for `_room` games: half
    points in the lowest bits, above these the expected hundredths, above these how far the player
    is ahead of the opponents, in as many bits as suffice to tell how far these are behind the
    highest rating.
    """

    def __init__(self, rules: RuleSet, places: int, most: int, results: int) -> None:
        rule = rules.difference
        self._rule, self._places = rule, places
        self._step = 1 if rule.cap is None or rule.exempt_from is None else 4
        self._most, self._middle, self._results = most, self._step * most, results
        self._expected = one_by_one(places, rules)
        more = [(value - 1).bit_length() for value in (_POINTS, 10**_DIGITS, max(most, 1))]
        bits = (_BITS - sum(more)) // len(more)
        self._room = 2**bits - 1
        self._share, self._ahead = bits + more[0], 2 * bits + more[0] + more[1]
        self._behind = 2 ** (_BITS - self._ahead) - 1
        tables = answers(rules).setdefault("hundredths", {})
        kept, size = (places, most, results), 2 * self._middle + self._step
        if kept not in tables:
            tables.clear()
            tables[kept] = np.full((2, size * results), _UNKNOWN)
        # By place, of White and of Black.
        self._of_game = tables[kept]
        self._one_at_a_time = Lock()

    def codes(self, rating: Any, exempt: Any) -> tuple[Any, Any]:
        """The code of each player with White, and with Black, by ratings above the lowest."""
        own = other = rating * self._step
        if self._step > 1:
            # 1 more for White, 2 less for Black: their difference is one of four.
            own, other = own + exempt, own - 2 * exempt
        # Short integers stay in the processor's cache. A code below 0 wraps around, but a
        # difference of two codes is never below 0, and comes out right.
        short = np.min_scalar_type(self._of_game[0].size)
        own, other = (own + self._middle) * self._results, other * self._results
        return own.astype(short), other.astype(short)

    def sums(self, rating: Any, codes: tuple[Any, Any], white: Any, black: Any, result: Any) -> Any:
        """Four rows with a value per player: games, half points, expected hundredths, and how far
        all their opponents together are behind the highest rating.
        """
        packed, n = np.zeros(len(rating), dtype=np.int64), np.zeros(len(rating), dtype=np.int32)
        for part in blocks(len(white)):
            apart = codes[0].take(white[part]) - codes[1].take(black[part])
            # Indexing by few bytes is slow.
            place = apart.astype(np.intp)
            place += result[part]
            for own, adds in zip((white, black), self._of(place), strict=True):
                np.add.at(packed, own[part], adds)
                np.add.at(n, own[part], _ONE)
            if not part.start:
                # The most games of a player, estimated from the first block.
                most = int(n.max()) * len(white) // min(part.stop, len(white))
                if most > self._room:
                    break
        else:
            most = int(n.max(initial=0))
        if most > self._room:
            shares = most // self._room + 1
            edges = [len(white) * share // shares for share in range(shares + 1)]
            parts = [slice(first, end) for first, end in pairwise(edges)]
            return sum(
                self.sums(rating, codes, white[part], black[part], result[part]) for part in parts
            )
        score, expected = (
            (packed >> first) & (2 ** (end - first) - 1)
            for first, end in ((0, self._share), (self._share, self._ahead))
        )
        # Without the bits above, which are set if the player is behind.
        behind = (n * (self._most - rating) + (packed >> self._ahead)) & self._behind
        return np.array([n, score, expected, behind])

    def _of(self, place: Any) -> tuple[Any, Any]:
        """What these games add to White and to Black."""
        white, black = self._of_game
        found = white.take(place)
        if found.min(initial=0) == _UNKNOWN:
            with self._one_at_a_time:
                self._ask(np.unique(place[found == _UNKNOWN] // self._results))
            found = white.take(place)
        return found, black.take(place)

    def _ask(self, at: Any) -> None:
        code = at - self._middle
        exempt = code & 1, (code >> 1) & 1
        apart = code if self._step == 1 else code >> 2
        by_code = self._of_game.reshape(2, -1, self._results)
        # White's are written last: a thread that finds them also finds Black's.
        for side, is_exempt, ahead in ((1, exempt[1], -apart), (0, exempt[0], apart)):
            own = difference.level(is_exempt, self._places, self._rule)
            real = difference.counted(own, own - ahead, None, self._places, self._rule)
            shares = [scaled(self._expected(one), _DIGITS) for one in real.tolist()]
            sums = (np.array(shares) << self._share) + (ahead << self._ahead)
            by_code[side, at] = sums[:, np.newaxis] + POINTS[SIDES[side]][: self._results]
