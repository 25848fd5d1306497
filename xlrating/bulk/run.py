"""A period of games that count one after another: everyone's current rating, and sums."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from ..engine.rules.sections.coefficient import KRow, conditions
from . import difference
from .change import OldRatings, peaks, published
from .coefficient import Facts, rows_of
from .expectancy import KeptShares
from .fixed import Whole, places_of, product, quotient, rounded, scaled, summed, total
from .games import Games
from .one_by_one import StepTable
from .people import People
from .performance import performed
from .rated import Rated
from .results import POINTS
from .tables import DecimalColumn
from .waves import waves

#: The largest difference, and the maximum number of decimals, for tables indexed by rating and
#: difference.
_HIGHEST, _MOST_PLACES = 10_000, 2
#: Marks a fact as unknown for everyone.
_NOBODY = np.zeros(1, dtype=bool)
#: A marker for a K that no row gives.
_NO_K = -(2**40)


def fits(start: DecimalColumn, rules: RuleSet) -> bool:
    """Whether tables can be indexed by each possible rating and difference of these rules."""
    low, high = rules.bounds
    if not KeptShares.fit(rules):
        return False
    return _places(start, rules) <= _MOST_PLACES and -_HIGHEST <= 2 * low <= 2 * high <= _HIGHEST


def _places(start: DecimalColumn, rules: RuleSet) -> int:
    return max(start.places, rules.change.places, difference.places(rules.difference))


class Run:
    """Everyone's current rating as the games of a period are played, and its components."""

    def __init__(self, who: People, start: DecimalColumn, known: Any, rules: RuleSet) -> None:
        self.who, self.rules, self.known = who, rules, known
        table = rules.need(Coefficient)
        self.places = _places(start, rules)
        self.unit = 10**self.places
        self.start = start.at(self.places)
        self.rating = self.start.copy()
        self.peak = np.where(who.peak.known, who.peak.at(max(self.places, who.peak.places)), -1)
        self.peak_unit = 10 ** (max(self.places, who.peak.places) - self.places)
        rows = (*table.rows, *table.own)
        of_rows = [table.final_more, *(row.k for row in rows)]
        of_rows += [row.per_point.scaleb(-self.places) for row in rows]
        self.k_places = max(places_of(*of_rows), who.k.places)
        self.k_given, self.has_given = who.k.at(self.k_places), bool(who.k.known.any())
        self.shares = KeptShares(rules, self.places)
        self.digits = self.shares.decimals
        self.left = False
        self.asked = {one.fact for row in rows for one in conditions(row)}
        asks_more = self.places > 1 or self.asked - {"rating"}
        self.by_rating = None if asks_more else self._by_rating(table.rows)

    def go(self, games: Games, order: Any, final: Any) -> None:
        """Play all games, wave after wave."""
        # The player on each side of each game, and twice the points, in the order of the waves.
        self.sides = np.zeros((2, len(games.white)), dtype=np.int32)
        self.score = np.zeros((2, len(games.white)), dtype=np.int8)
        points = POINTS["white"], POINTS["black"]
        has_final = bool(final.any())
        table, singly, most = self.rules.need(Coefficient), None, 2**62
        if self.by_rating is not None and not table.own:
            singly = StepTable(self, _HIGHEST // 2 * self.unit)
            if not self.has_given:
                k = int(abs(self.by_rating).max()) + abs(scaled(table.final_more, self.k_places))
                most = k * 10**self.digits
        # For both sides of each game: expected score, exact change, K and the opponent's rating.
        size = np.int32 if most < 2**31 else np.int64
        self.found = np.zeros((2, 4, len(games.white)), dtype=size)
        done = 0
        for wave, alone in waves(games.white, games.black, order, self.who.size, bool(singly)):
            part = slice(done, done + len(wave))
            result = games.result.take(wave)
            for at, side in enumerate((games.white, games.black)):
                self.sides[at, part] = side.take(wave)
                self.score[at, part] = points[at].take(result)
            last = final[wave] if has_final else None
            if singly and alone:
                own, score = self.sides[:, part], self.score[:, part]
                first, second = singly.play(own[0], own[1], score, last)
                if self.left:
                    return
                self._play(part, last, first, second, is_wave=False)
                self.peak[own] = np.maximum(self.peak[own], self.rating[own] * self.peak_unit)
            else:
                first, second = self.rating.take(self.sides[:, part])
                self._play(part, last, first, second, is_wave=True)
            done = part.stop
            if self.left:
                return

    def _play(self, part: slice, last: Any, first: Any, second: Any, is_wave: bool) -> None:
        """Play these games from the ratings before each; in a wave, in which every player has one
        game at most, the new ratings are set afterwards."""
        white, black = self.sides[:, part]
        score = self.score[:, part]
        rule = self.rules.difference
        ahead = difference.counted(first, second, white, self.places, rule)
        behind = difference.counted(second, first, black, self.places, rule)
        own = self._facts(white, first), self._facts(black, second)
        first_k = self._k(white, own, score, last)
        table = self.rules.need(Coefficient)
        is_shared = table.of == "result" and not table.own and not self.has_given
        # The result says whose K both have.
        k = first_k, first_k if is_shared else self._k(black, own[::-1], score[::-1], last)
        if max(int(abs(one).max(initial=0)) for one in k) >= 2**62 // 10**self.digits:
            # 64 bits are not enough for a change: the engine has unlimited integers.
            self.left = True
            return
        for at, rows, mine, theirs, counted in (
            (0, white, first, second, ahead),
            (1, black, second, first, behind),
        ):
            expected = self.shares.of(counted)
            change = k[at] * (score[at].astype(np.int64) * (10**self.digits // 2) - expected)
            if is_wave:
                self._add(rows, mine, change)
            else:
                np.maximum.at(self.peak, rows, mine * self.peak_unit)
            for column, values in enumerate((expected, change, k[at], theirs)):
                self.found[at, column, part] = values

    def _facts(self, rows: Any, rating: Any) -> Facts:
        """The facts for the K table about these players."""
        who, asked = self.who, self.asked
        peak = DecimalColumn(rating, _NOBODY, self.places)
        if "peak" in asked:
            best = np.maximum(self.peak[rows], rating * self.peak_unit)
            known = np.ones(len(rows), dtype=bool)
            peak = DecimalColumn(best, known, max(self.places, who.peak.places))
        games = who.games[rows] if "games" in asked else rating
        return Facts(
            rating, self.places, peak, games, who.age[rows] if "age" in asked else rating, peak
        )

    def _k(self, rows: Any, facts: Any, score: Any, final: Any) -> Any:
        """K of each game for one side, by own rating or by the result."""
        table = self.rules.need(Coefficient)
        mine, theirs = facts
        rating, whose = mine.rating, None
        if table.of == "result":
            is_higher = mine.rating >= theirs.rating
            won = np.where(is_higher, score[0] > score[1], score[1] > score[0])
            whose = is_higher == won
            rating = np.where(whose, mine.rating, theirs.rating)
        if self.by_rating is not None and rating.min(initial=0) >= 0:
            found = self.by_rating.take(rating)
        else:
            by = mine if whose is None else _deciding(whose, mine, theirs)
            found = self._of_rows(by, rows_of(by, table.rows), table.rows)
        if table.own:
            at = rows_of(mine, table.own)
            found = np.where(at >= 0, self._of_rows(mine, at, table.own, False), found)
        if final is not None:
            found = np.where(final, found + scaled(table.final_more, self.k_places), found)
        if not self.has_given:
            self.left |= bool((found == _NO_K).any())
            return found
        given = self.who.k.known[rows]
        if (found[~given] == _NO_K).any():
            self.left = True
        return np.where(given, self.k_given[rows], found)

    def _by_rating(self, rows: tuple[KRow, ...]) -> Any:
        """K for each possible rating, for tables that depend on nothing else."""
        ratings = np.arange(_HIGHEST * self.unit + 1)
        nobody = DecimalColumn(ratings, _NOBODY, self.places)
        facts = Facts(ratings, self.places, nobody, ratings, ratings, nobody)
        return self._of_rows(facts, rows_of(facts, rows), rows)

    def _of_rows(self, facts: Facts, at: Any, rows: Any, per_point: bool = True) -> Any:
        k = np.array([*(scaled(row.k, self.k_places) for row in rows), _NO_K])[at]
        if per_point and any(row.per_point for row in rows):
            more = [scaled(row.per_point, self.k_places - self.places) for row in rows]
            k = k + np.array([*more, 0])[at] * facts.rating
        return k

    def _add(self, rows: Any, mine: Any, change: Any) -> None:
        """Add the rounded change of a game to the ratings."""
        rule = self.rules.change
        below = 10 ** (self.k_places + self.digits)
        unit = 10 ** (self.places - rule.places)
        if rule.of == "rating":
            exact = total(product(mine, below), product(change, self.unit))
            new = rounded(exact, below * self.unit, rule.rounding, rule.places)
            new = new.astype(np.int64) * unit
        else:
            new = mine + rounded(change, below, rule.rounding, rule.places).astype(np.int64) * unit
        if (abs(new) > (_HIGHEST // 2) * self.unit).any():
            self.left = True
            return
        self.rating[rows] = new
        self.peak[rows] = np.maximum(self.peak[rows], np.maximum(mine, new) * self.peak_unit)

    def _sum(self, column: int) -> Whole:
        """The sum of a column over each player's games."""
        first, second = (
            summed(side, own, self.who.size)
            for side, own in zip(self.sides, self.found[:, column], strict=True)
        )
        return total(first, second)

    def _one_k(self, n: Any) -> Any:
        """K of each player with the same K in all games, otherwise NaN."""
        low = np.full(self.who.size, 2**62)
        high = np.full(self.who.size, -1)
        if (self.found[:, 2] == self.found[0, 2, :1]).all():
            low = high = np.full(self.who.size, self.found[0, 2, :1].max(initial=0))
        else:
            for side, values in zip(self.sides, self.found[:, 2], strict=True):
                np.minimum.at(low, side, values.astype(np.int64))
                np.maximum.at(high, side, values.astype(np.int64))
        return np.where((n > 0) & (low == high), quotient(high, 10**self.k_places), np.nan)

    @cached_property
    def twice(self) -> Any:
        """Twice the points of each player."""
        white, black = (
            np.bincount(side, weights=points, minlength=self.who.size)
            for side, points in zip(self.sides, self.score, strict=True)
        )
        return white + black

    def put(self, rated: Rated, rows: Any) -> None:
        """Set the columns of everyone with a rating."""
        who, rules = self.who, self.rules
        size = who.size
        n = sum(np.bincount(side, minlength=size) for side in self.sides)
        k = self._one_k(n)[rows]
        n, score = np.asarray(n)[rows], self.twice.astype(np.int64)[rows]
        average, performance = performed(n, score, self._sum(3)[rows], self.places, rules)
        expected, digits = self._sum(0)[rows], 10**self.digits
        below = 10 ** (self.k_places + self.digits)
        brought = who.rating.known[rows]
        before = OldRatings(self.start[rows], self.places, brought, n > 0)
        new, listed = published(self.rating[rows], self.unit, before, who, rows, rules)
        unit = 10 ** max(self.places, who.peak.places)
        reached = np.where(self.peak[rows] >= 0, self.peak[rows] / unit, np.nan)
        games = who.games[rows]
        rated.put(
            rows,
            start_rating=np.where(brought, np.nan, self.start[rows] / self.unit),
            rating=self.start[rows] / self.unit,
            n=n,
            score=score / 2,
            average=average,
            performance=performance,
            expected=quotient(expected, digits),
            gain=quotient(total(product(score, digits // 2), -expected), digits),
            k=k,
            change=quotient(self._sum(1)[rows], below),
            rounded=quotient(self.rating[rows] - self.start[rows], self.unit),
            new=new,
            listed=listed,
            games=np.where((games >= 0) | ~brought, np.maximum(games, 0) + n, -1),
            peak=peaks(reached, who.rating.floats()[rows], new, rated.rules),
        )  # fmt: skip


def _deciding(whose: Any, mine: Facts, theirs: Facts) -> Facts:
    """The facts of the player whose K counts: `mine` where `whose` is true, otherwise `theirs`."""
    peak = np.where(whose, mine.peak.values, theirs.peak.values)
    return Facts(
        np.where(whose, mine.rating, theirs.rating),
        mine.places,
        DecimalColumn(peak, mine.peak.known, mine.peak.places),
        np.where(whose, mine.games, theirs.games),
        np.where(whose, mine.age, theirs.age),
        mine.events,
    )
