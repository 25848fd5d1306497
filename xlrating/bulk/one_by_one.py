"""Games one after another where few could be played at the same time: whole numbers, no arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from .fixed import scaled
from .people import People

#: The roundings of `fixed.rounded`, each for one fraction: to a whole number.
_ROUNDED: Mapping[str, Callable[[int, int], int]] = {
    "half up": lambda over, under: (2 * over + under) // (2 * under),
    "half away from zero": lambda over, under: (
        (2 * over + under) // (2 * under) if over >= 0 else -((under - 2 * over) // (2 * under))
    ),
    "nearest 5, half up": lambda over, under: (2 * over + 5 * under) // (10 * under) * 5,
    "down": lambda over, under: over // under,
}


class Run(Protocol):
    """What is asked here of a run: everybody's rating so far, in parts of `unit` to a point."""

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

    def expected(self, differences: Any) -> Any:
        """The expected scores of differences, in so many digits."""


class Steps:
    """The rating after a game of a run: K by rating, expected score by difference."""

    def __init__(self, run: Run, highest: int) -> None:
        rules, self.run, self.highest = run.rules, run, highest
        change, difference = rules.change, rules.difference
        self.k_of: list[int] = np.asarray(run.by_rating).tolist()
        self.by_result = rules.need(Coefficient).of == "result"
        self.of_change = change.of == "change"
        self.round = _ROUNDED[change.rounding]
        # A rounded number has `more` to a point, and each of them so many parts of a rating.
        self.more: int = 10**change.places
        self.parts: int = 10 ** (run.places - change.places)
        self.below, self.half = 10 ** (run.k_places + run.digits), 10**run.digits // 2
        self.cap: int | None = None
        self.exempt: int | None = None
        if difference.cap is not None:
            self.cap = scaled(difference.cap, run.places)
            if difference.exempt_from is not None:
                self.exempt = scaled(difference.exempt_from, run.places)
        # By difference, K and result: few of the many games differ in these.
        self.steps: dict[tuple[int, int, int], int] = {}

    def play(self, white: Any, black: Any, score: Any, final: Any) -> tuple[Any, Any]:
        """The ratings of both sides before each game; the run has those after all of them."""
        run = self.run
        rows, places = np.unique(np.concatenate([white, black]), return_inverse=True)
        rating = run.rating[rows].tolist()
        # Only from 0 on has each rating its K in a table.
        run.left |= min(rating) < 0
        known = run.who.k.known[rows].tolist() if run.has_given else [False] * len(rows)
        given = [
            k if is_known else None
            for k, is_known in zip(run.k_given[rows].tolist(), known, strict=True)
        ]
        extra = scaled(run.rules.need(Coefficient).final_more, run.k_places)
        more = [0] * len(white) if final is None else np.where(final, extra, 0).tolist()
        first, second = [], []
        sides = places[: len(white)].tolist(), places[len(white) :].tolist()
        for own, other, won, lost, also in zip(*sides, *score.tolist(), more, strict=True):
            mine, theirs = rating[own], rating[other]
            first.append(mine)
            second.append(theirs)
            rating[own] = self._after(mine, theirs, won, lost, also, given[own])
            rating[other] = self._after(theirs, mine, lost, won, also, given[other])
        run.rating[rows] = rating
        return np.array(first), np.array(second)

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
        """What a game adds: rounded, or exact where the sum is rounded."""
        expected = int(self.run.expected(np.array([counted]))[0])
        change: int = k * (won * self.half - expected)
        if self.of_change:
            return self.round(change * self.more, self.below) * self.parts
        return change * int(self.run.unit)
