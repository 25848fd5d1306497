"""Everybody's way through a period of games one after another: the ratings so far, and sums."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from ..engine.terms.expectancy import expected_score
from . import difference
from .change import peaks, published
from .coefficient import Facts, rows_of
from .fixed import places_of, quotient, rounded, scaled
from .games import Games
from .people import People
from .performance import performed
from .rated import Rated
from .tables import Numbers

#: Ratings and differences have a place each in a table; nobody is rated beyond these.
_HIGHEST = 10_000
#: Decimals of an expected score that no table prints: 15 digits from one half on.
_DIGITS = 15
#: Exact changes are summed up in two parts, so that each fits 64 bits.
_LIMB = 10**9
#: In the place of a K that no row gives.
_NO_K = -(2**40)


class Run:
    """Everybody's way through the period: the rating so far, and what it is made of."""

    def __init__(self, who: People, start: Numbers, known: Any, rules: RuleSet) -> None:
        self.who, self.rules, self.known = who, rules, known
        table: Coefficient = rules.need("coefficient")
        rule = rules.change
        self.places = max(start.places, rule.places, difference.places(rules.difference))
        self.unit = 10**self.places
        self.start = start.at(self.places)
        self.rating = self.start.copy()
        self.peak = np.where(who.peak.known, who.peak.at(max(self.places, who.peak.places)), -1)
        self.peak_unit = 10 ** (max(self.places, who.peak.places) - self.places)
        rows = (*table.rows, *table.own)
        of_rows = [table.final_more, *(row.k for row in rows)]
        of_rows += [row.per_point.scaleb(-self.places) for row in rows]
        self.k_places = max(places_of(*of_rows), who.k.places)
        self.k_given = who.k.at(self.k_places)
        curve = rules.need("expectancy")
        self.digits = 2 if curve.model == "table" and curve.places is None else _DIGITS
        self.shares = np.full(2 * _HIGHEST * self.unit + 1, -1)
        self.left = self.places > 2
        self.n, self.score, self.expected, self.met, self.high, self.low = (
            np.zeros(who.size, dtype=np.int64) for _ in range(6)
        )
        self.exact = [np.zeros(who.size, dtype=np.int64) for _ in range(2)]
        self.low -= 1

    def play(self, games: Games, final: Any) -> None:
        """A wave: every player has one game at most, and starts it from the rating so far."""
        white, black = games.white, games.black
        first, second = self.rating[white], self.rating[black]
        score = games.points("white"), games.points("black")
        rule = self.rules.difference
        ahead = difference.counted(first, second, white, self.places, rule)
        behind = difference.counted(second, first, black, self.places, rule)
        own = self._facts(white, first), self._facts(black, second)
        k = (
            self._k(white, black, own, score, final),
            self._k(black, white, own[::-1], score[::-1], final),
        )
        for at, rows, mine, theirs, counted in (
            (0, white, first, second, ahead),
            (1, black, second, first, behind),
        ):
            self._add(rows, mine, theirs, score[at], self._expected(counted), k[at])

    def _facts(self, rows: Any, rating: Any) -> Facts:
        who = self.who
        peak = Numbers(
            np.maximum(self.peak[rows], rating * self.peak_unit),
            np.ones(len(rows), dtype=bool),
            max(self.places, who.peak.places),
        )
        return Facts(rating, self.places, peak, who.games[rows], who.age[rows], peak)

    def _k(self, rows: Any, others: Any, facts: Any, score: Any, final: Any) -> Any:
        """K of each game for one side: by the own rating, or by the result."""
        table: Coefficient = self.rules.need("coefficient")
        mine, theirs = facts
        by = mine
        if table.of == "result":
            is_higher = mine.rating >= theirs.rating
            won = np.where(is_higher, score[0] > score[1], score[1] > score[0])
            whose = is_higher == won
            by = _deciding(whose, mine, theirs)
        found = self._of_rows(by, rows_of(by, table.rows), table.rows)
        if table.own:
            at = rows_of(mine, table.own)
            found = np.where(at >= 0, self._of_rows(mine, at, table.own, False), found)
        found = np.where(final, found + scaled(table.final_more, self.k_places), found)
        given = self.who.k.known[rows]
        if (found[~given] == _NO_K).any():
            self.left = True
        return np.where(given, self.k_given[rows], found)

    def _of_rows(self, facts: Facts, at: Any, rows: Any, per_point: bool = True) -> Any:
        k = np.array([*(scaled(row.k, self.k_places) for row in rows), _NO_K])[at]
        if per_point and any(row.per_point for row in rows):
            more = [scaled(row.per_point, self.k_places - self.places) for row in rows]
            k = k + np.array([*more, 0])[at] * facts.rating
        return k

    def _expected(self, differences: Any) -> Any:
        """The engine's own expected scores, each asked for once."""
        places = differences + _HIGHEST * self.unit
        found = self.shares[places]
        if (found < 0).any():
            for place in np.unique(places[found < 0]).tolist():
                points = Decimal(place - _HIGHEST * self.unit).scaleb(-self.places)
                self.shares[place] = scaled(expected_score(points, self.rules), self.digits)
            found = self.shares[places]
        return found

    def _add(self, rows: Any, mine: Any, theirs: Any, score: Any, expected: Any, k: Any) -> None:
        rule = self.rules.change
        gain = score * (10**self.digits // 2) - expected
        change, below = k * gain, 10 ** (self.k_places + self.digits)
        unit = 10 ** (self.places - rule.places)
        if rule.of == "rating":
            now = mine * below + change * self.unit if self.digits == 2 else None
            if now is None:
                now = mine.astype(object) * below + change.astype(object) * self.unit
            new = rounded(now, below * self.unit, rule.rounding, rule.places).astype(np.int64)
            added = new * unit - mine
        else:
            added = rounded(change, below, rule.rounding, rule.places).astype(np.int64) * unit
        new = mine + added
        if (abs(new) > (_HIGHEST // 2) * self.unit).any():
            self.left = True
            new = mine
        self.rating[rows] = new
        self.peak[rows] = np.maximum(self.peak[rows], new * self.peak_unit)
        self.exact[0][rows] += change // _LIMB
        self.exact[1][rows] += change % _LIMB
        self.low[rows] = np.where(self.n[rows] == 0, k, np.minimum(self.low[rows], k))
        self.high[rows] = np.where(self.n[rows] == 0, k, np.maximum(self.high[rows], k))
        self.n[rows] += 1
        self.score[rows] += score
        self.expected[rows] += expected
        self.met[rows] += theirs

    def put(self, rated: Rated, rows: Any) -> None:
        """The columns of everybody with a rating."""
        who, rules = self.who, self.rules
        n, score = self.n[rows], self.score[rows]
        average, performance = performed(n, score, self.met[rows], self.places, rules)
        expected, digits = self.expected[rows], 10**self.digits
        below = 10 ** (self.k_places + self.digits)
        high, low = self.exact[0][rows], self.exact[1][rows]
        if abs(high).max(initial=0) > 10**8:
            high = high.astype(object)
        brought = who.rating.known[rows]
        new, listed = published(
            self.rating[rows], self.unit, self.start[rows], self.places, brought, who, rows, rules
        )
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
            gain=quotient(score * (digits // 2) - expected, digits),
            k=np.where((n > 0) & (self.low[rows] == self.high[rows]),
                       quotient(self.high[rows], 10**self.k_places), np.nan),
            change=quotient(high * _LIMB + low, below),
            rounded=quotient(self.rating[rows] - self.start[rows], self.unit),
            new=new,
            listed=listed,
            games=np.where((games >= 0) | ~brought, np.maximum(games, 0) + n, -1),
            peak=peaks(reached, who.rating.floats()[rows], new, rated.rules),
        )  # fmt: skip


def _deciding(whose: Any, mine: Facts, theirs: Facts) -> Facts:
    """The facts of one or the other."""
    peak = np.where(whose, mine.peak.values, theirs.peak.values)
    return Facts(
        np.where(whose, mine.rating, theirs.rating),
        mine.places,
        Numbers(peak, mine.peak.known, mine.peak.places),
        np.where(whose, mine.games, theirs.games),
        np.where(whose, mine.age, theirs.age),
        mine.events,
    )
