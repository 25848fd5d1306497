"""Games one after another, if few could be played at the same time: integers, no arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from .expectancy import answers, once, one_by_one
from .fixed import scaled
from .people import People

#: The roundings of `fixed.rounded` for a single fraction, to an integer.
_ROUNDED: Mapping[str, Callable[[int, int], int]] = {
    "half up": lambda over, under: (2 * over + under) // (2 * under),
    "half away from zero": lambda over, under: (
        (2 * over + under) // (2 * under) if over >= 0 else -((under - 2 * over) // (2 * under))
    ),
    "nearest 5, half up": lambda over, under: (2 * over + 5 * under) // (10 * under) * 5,
    "down": lambda over, under: over // under,
}


class RunState(Protocol):
    """The required part of a run: everyone's current rating, in units of 1/`unit` point."""

    rules: RuleSet
    who: People
    rating: Any
    left: bool
    unit: int
    places: int
    digits: int
    by_rating: Any
    has_given: bool
    k_given: Any
    k_places: int


#: Change tables are used for at most this many Ks, or pairs of them.
_KINDS = 20
#: Twice the points of both sides, combined in one number, are below this.
_RESULTS = 9
#: How many games are converted to Python numbers at a time.
_AT_ONCE = 2**11

#: Both sides of some games: the players, and twice the points, one game after another.
Sides = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]


#: The changes of both sides, by difference; None until they are needed.
_Table = list[tuple[int, int] | None]


def _points(kind: int) -> tuple[int, int]:
    """Twice the points of both sides."""
    return divmod(kind % _RESULTS, 3)


class StepTable:
    """The rating after a game, by tables: K by rating, expected score by difference."""

    def __init__(self, run: RunState, highest: int) -> None:
        rules, self.run, self.highest = run.rules, run, highest
        change, difference = rules.change, rules.difference
        self.k_of: list[int] = np.asarray(run.by_rating).tolist()
        self.kinds = sorted({*self.k_of})
        self.band_of: list[int] = np.searchsorted(self.kinds, run.by_rating).tolist()
        self.by_result = rules.need(Coefficient).of == "result"
        self.of_change = change.of == "change"
        self.round = _ROUNDED[change.rounding]
        # Each possible rating; negative indexes and those above `highest` give an impossible one.
        self.ratings = [*range(highest + 1), *[highest + 1] * (highest + 1)]
        # A rounded number is in units of 1/`more` point, each of which is `parts` rating units.
        self.more: int = 10**change.places
        self.parts: int = 10 ** (run.places - change.places)
        self.below, self.half = 10 ** (run.k_places + run.digits), 10**run.digits // 2
        self.expected = one_by_one(run.places, rules)
        self.cap: int | None = None
        self.exempt: int | None = None
        if difference.cap is not None:
            self.cap = scaled(difference.cap, run.places)
            if difference.exempt_from is not None:
                self.exempt = scaled(difference.exempt_from, run.places)
        # By difference, K and result: most games share few combinations.
        self.steps: dict[tuple[int, int, int], int] = {}
        # A change that depends on more, or on many different Ks, would need too many tables.
        alone = self.of_change and self.exempt is None
        self.has_tables = alone and len(self.kinds) ** (1 if self.by_result else 2) <= _KINDS
        kept = ("steps", run.places, run.k_places)
        self.tables: dict[Any, _Table] = answers(rules).setdefault(kept, {})
        self.changes: dict[tuple[int, int], tuple[int, int]] = {}
        self.by_rating: dict[int, list[Any]] = {}

    def play(self, white: Any, black: Any, score: Any, final: Any) -> tuple[Any, Any]:
        """Play games; returns both sides' ratings before each. The run has those after all."""
        run = self.run
        both = np.concatenate([white, black])
        if len(run.rating) <= len(both):
            rows, places = np.arange(len(run.rating)), both
        else:
            rows, places = np.unique(both, return_inverse=True)
        # Only ratings from 0 up have an entry in the table of K.
        before = run.rating[rows].clip(0, self.highest)
        if (before != run.rating[rows]).any():
            run.left |= self._are_others(run.rating.take(both))
        rating = before.tolist()
        known = run.who.k.known[rows] if run.has_given else np.zeros(len(rows), dtype=bool)
        extra = scaled(run.rules.need(Coefficient).final_more, run.k_places)
        sides = places.reshape(2, -1)
        if self.has_tables and not known.any() and not run.left:
            # Winners come first, so that it is clear whose K counts.
            is_lost = score[0] < score[1]
            sides, (won, lost) = (np.where(is_lost, one[::-1], one) for one in (sides, score))
            kinds = 3 * won + lost + (0 if final is None else _RESULTS * final)
            try:
                first, second = self._by_tables(rating, sides, kinds, won > lost, extra)
            except IndexError:
                run.left = True
                return white, black
            mine, theirs = np.where(is_lost, second, first), np.where(is_lost, first, second)
        else:
            more = [0] * len(white) if final is None else np.where(final, extra, 0).tolist()
            values = zip(run.k_given[rows].tolist(), known.tolist(), strict=True)
            given = [k if is_known else None for k, is_known in values]
            steps = self._by_steps(rating, (*sides.tolist(), *score.tolist()), more, given)
            mine, theirs = (np.fromiter(one, np.int64, len(one)) for one in steps)
        # Twice as fast as an array from a list, whose items may be of any type.
        now = np.fromiter(rating, np.int64, len(rating))
        run.rating[rows] += now - before
        run.left |= any(map(self._are_others, (mine, theirs, now)))
        return mine, theirs

    def _are_others(self, ratings: Any) -> bool:
        """Whether some ratings are outside the table, where they would index the wrong entries."""
        return bool(ratings.min(initial=0) < 0 or ratings.max(initial=0) > self.highest)

    def _by_tables(self, rating: list[int], sides: Any, kinds: Any, won: Any, extra: int) -> Any:
        """The ratings before each game, if a change only depends on difference, K and result;
        some sides have `won`.
        """
        occurring = np.flatnonzero(np.bincount(kinds)).tolist()
        tables = {one: self._of_kind(one, extra) for one in occurring}
        by_result, band_of = self.by_result, self.band_of
        found = np.empty((2, len(won)), dtype=np.int64)
        # One object per rating, and few games at a time, so that all of them stay in the cache.
        ratings = self.ratings
        rating[:] = map(ratings.__getitem__, rating)
        for part in (slice(one, one + _AT_ONCE) for one in range(0, len(won), _AT_ONCE)):
            own_kinds = kinds[part].tolist()
            of_games = map(tables.__getitem__, own_kinds)
            first: list[int] = []
            second: list[int] = []
            before, against = first.append, second.append
            people = sides[:, part].tolist()
            for own, other, is_won, table in zip(
                *people, won[part].tolist(), of_games, strict=True
            ):
                before(mine := rating[own])
                against(theirs := rating[other])
                if not by_result:
                    steps_of = table[mine][band_of[theirs]]
                # For a draw, that of the lower-rated player.
                elif is_won or mine < theirs:
                    steps_of = table[mine]
                else:
                    steps_of = table[theirs]
                steps = steps_of[mine - theirs]
                if steps is None:
                    kind = own_kinds[len(first) - 1]
                    steps = steps_of[mine - theirs] = self._both(mine, theirs, kind, extra)
                step, back = steps
                rating[own] = ratings[mine + step]
                rating[other] = ratings[theirs + back]
            for column, values in zip(found[:, part], (first, second), strict=True):
                column[:] = np.fromiter(values, np.int64, len(values))
        return found

    def _of_kind(self, kind: int, extra: int) -> list[Any]:
        """By a player's rating, the table for a result, in a last round or not: by the K of that
        player, or a list of them, by the opponent's K."""
        found = self.by_rating.get(kind)
        if found is not None:
            return found
        more = extra if kind >= _RESULTS else 0

        def table(*key: int) -> _Table:
            return once(self.tables, (key, more, *_points(kind)), self._table)

        of_bands: list[Any] = [
            table(k) if self.by_result else [table(k, other) for other in self.kinds]
            for k in self.kinds
        ]
        self.by_rating[kind] = found = [of_bands[band] for band in self.band_of]
        return found

    def _table(self) -> _Table:
        return [None] * (2 * self.highest + 1)

    def _both(self, mine: int, theirs: int, kind: int, extra: int) -> tuple[int, int]:
        """The changes of both, the winner first."""
        won, lost = _points(kind)
        by = mine if won > lost or mine < theirs else theirs
        first, second = (by, by) if self.by_result else (mine, theirs)
        more = extra if kind >= _RESULTS else 0
        found = (
            self._counted(mine - theirs, self.k_of[first] + more, won),
            self._counted(theirs - mine, self.k_of[second] + more, lost),
        )
        # Few are different: one object each, so that all of them stay in the cache.
        return self.changes.setdefault(found, found)

    def _counted(self, apart: int, k: int, won: int) -> int:
        cap = self.cap
        return self._step(apart if cap is None else max(-cap, min(cap, apart)), k, won)

    def _by_steps(
        self,
        rating: list[int],
        sides: Sides,
        more: Sequence[int],
        given: Sequence[int | None],
    ) -> tuple[list[int], list[int]]:
        """The ratings before each game, if players have a K of their own, or ratings matter."""
        first, second = [], []
        for own, other, won, lost, also in zip(*sides, more, strict=True):
            mine, theirs = rating[own], rating[other]
            first.append(mine)
            second.append(theirs)
            rating[own] = self._after(mine, theirs, won, lost, also, given[own])
            rating[other] = self._after(theirs, mine, lost, won, also, given[other])
        return first, second

    def _after(
        self, mine: int, theirs: int, won: int, lost: int, more: int, given: int | None
    ) -> int:
        k = given
        if k is None:
            by = mine
            if self.by_result and (mine >= theirs) != (
                won > lost if mine >= theirs else lost > won
            ):
                by = theirs
            k = self.k_of[by] + more
        counted = mine - theirs
        if self.cap is not None and (self.exempt is None or mine < self.exempt):
            counted = max(-self.cap, min(self.cap, counted))
        key = (counted, k, won)
        found = self.steps.get(key)
        if found is None:
            found = self.steps[key] = self._step(*key)
        if self.of_change:
            new = mine + found
        else:
            exact = mine * self.below + found
            new = self.round(exact * self.more, self.below * self.run.unit) * self.parts
        if 0 <= new <= self.highest:
            return new
        self.run.left = True
        return mine

    def _step(self, counted: int, k: int, won: int) -> int:
        """The change by a game: rounded, or exact if the sum is rounded."""
        expected = scaled(self.expected(counted), self.run.digits)
        change: int = k * (won * self.half - expected)
        if self.of_change:
            return self.round(change * self.more, self.below) * self.parts
        return change * int(self.run.unit)
