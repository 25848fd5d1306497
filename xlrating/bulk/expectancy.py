"""Expected scores of columns of differences: the engine's own, looked up for each that occurs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, TypeVar

import numpy as np

from ..engine.rounding import ONE
from ..engine.rules.kept import kept
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Expectancy
from ..engine.terms.curves import curve_of
from ..engine.terms.expectancy import expected_score
from .fixed import Whole, distinct, places_of, product, scaled

#: Differences that span no more than this have a place each in a table, where there are so many
#: of them that sorting would take longer.
_SPAN, _SPARSE = 2_000_000, 4

#: A sum of whole numbers below 10^9 is exact in the floating-point numbers that count them up.
_LIMB = 9


Key = TypeVar("Key")
Made = TypeVar("Made")


class LookedUp:
    """A decimal for each row, looked up: which one, and what they are."""

    def __init__(self, places: Any, values: Sequence[Decimal]) -> None:
        self.at = places
        self.decimals = places_of(*values)
        known = {value: scaled(value, self.decimals) for value in {*values}}
        self.whole = [known[value] for value in values]

    def values(self) -> Whole:
        """The decimal of each row, in units of so many decimals."""
        return _column(self.whole)[self.at]

    def sums(self, of: Any, size: int) -> Whole:
        """The sum for each of so many players, in the same units; `of` says whose each row is."""
        total: Whole = 0
        for limb in range(0, max(1, self.decimals + 1), _LIMB):
            part = np.array([value // 10**limb % 10**_LIMB for value in self.whole], dtype=float)
            sums = np.bincount(of, weights=part[self.at], minlength=size).astype(np.int64)
            total = sums if not limb else total + sums.astype(object) * 10**limb
        return total

    def opposite(self) -> LookedUp:
        """What the others of these games expect: the rest."""
        found = LookedUp(self.at, [])
        found.decimals = self.decimals
        found.whole = [10**self.decimals - value for value in self.whole]
        return found

    def but(self, rows: Any, other: LookedUp) -> LookedUp:
        """These expected scores, with those of the other for some rows."""
        found = LookedUp(self.at.copy(), [])
        found.decimals = max(self.decimals, other.decimals)
        found.whole = [
            value * 10 ** (found.decimals - one.decimals)
            for one in (self, other)
            for value in one.whole
        ]
        found.at[rows] = other.at + len(self.whole)
        return found


def _column(values: Sequence[int]) -> Any:
    fits = max(map(abs, values), default=0) < 2**62
    return np.array(values, dtype=np.int64 if fits else object)


def looked_up(keys: Any, value: Callable[[int], Decimal]) -> LookedUp:
    """The value of each key, asked for once for each that occurs."""
    if not len(keys):
        return LookedUp(keys, [])
    low, high = int(keys.min()), int(keys.max())
    if keys.dtype != object and high - low < min(_SPAN, _SPARSE * len(keys)):
        places = keys - low
        occurs = np.zeros(high - low + 1, dtype=bool)
        occurs[places] = True
        values = [Decimal(0)] * len(occurs)
        for kind in np.flatnonzero(occurs).tolist():
            values[kind] = value(kind + low)
        return LookedUp(places, values)
    kinds, places = np.unique(keys, return_inverse=True)
    return LookedUp(places, [value(int(kind)) for kind in kinds])


#: How much is kept of what was asked.
MOST_KEPT = 100_000


@kept(16)
def answers(rules: RuleSet) -> dict[Any, dict[Any, Any]]:
    """What was asked of this very rule set, by what it was about: empty at first, filled by all."""
    return {}


def once(known: dict[Key, Made], key: Key, value: Callable[[], Made]) -> Made:
    """What is known of a key, else its value, which is kept; other threads may do the same."""
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[key] = found = value()
    return found


def expected_scores(differences: Any, places: int, rules: RuleSet, colour: str = "") -> LookedUp:
    """The expected score of whoever is so much higher, in the section `expectancy`.

    >>> from xlrating.engine.rules.ruleset import load
    >>> expected_scores(np.array([200, -200]), 0, load("fide")).values()
    array([76, 24])
    """
    return looked_up(differences, one_by_one(places, rules, colour))


def one_by_one(places: int, rules: RuleSet, colour: str = "") -> Callable[[int], Decimal]:
    """A function from a rating difference, in units of 10^-places points, to the expected score."""
    known: dict[int, Decimal] = answers(rules).setdefault((places, colour), {})

    def expected(one: int) -> Decimal:
        points = Decimal(one).scaleb(-places)
        return once(known, one, lambda: expected_score(points, rules, colour))

    return expected


#: Decimals that a table prints, and of a curve of real numbers, which has 15 digits from a half on.
_PRINTED, _DIGITS = 2, 15


class KeptShares:
    """The engine's own expected scores in units of so many decimals, for columns of differences.

    Each difference has a place in a table, which fills as they are asked for and is kept.
    """

    @staticmethod
    def fit(rules: RuleSet) -> bool:
        """Whether expected scores have no more decimals than are kept."""
        curve = rules.need(Expectancy)
        return curve.model != "linear" or curve.places is not None

    def __init__(self, rules: RuleSet, places: int) -> None:
        curve = rules.need(Expectancy)
        is_printed = curve.model == "table" and curve.places is None
        self.decimals = _PRINTED if is_printed else min(curve.places or _DIGITS, _DIGITS)
        self._places, self._rules = places, rules
        self._expected = one_by_one(places, rules)
        self._kept: dict[str, Any] = answers(rules).setdefault(("shares", places), {})

    def of(self, differences: Any) -> Any:
        """The expected score of each side that is so much higher."""
        most = max(-int(differences.min(initial=0)), int(differences.max(initial=0)))
        if most > _SPAN:
            found = expected_scores(differences, self._places, self._rules)
            return product(found.values(), 10 ** (self.decimals - found.decimals))
        known = self._kept.get("")
        if known is None or len(known) < 2 * most + 1:
            # Differences below 0 are counted from the end.
            self._kept[""] = known = np.full(4 * most + 1, _UNKNOWN)
        shares = known.take(differences)
        if shares.min(initial=0) < 0:
            for one in distinct(differences[shares < 0]).tolist():
                known[one] = scaled(self._expected(one), self.decimals)
            shares = known.take(differences)
        return shares


#: In the place of what was not asked for yet.
_UNKNOWN = -1


def share_of_fractions(over: Whole, under: Whole, rules: RuleSet) -> LookedUp:
    """The expected score of whoever is `over` / `under` points higher, without colours.

    Where the rules have a curve of real numbers, each is calculated as the engine does it, in
    binary numbers of which 15 digits count, but without a decimal for each difference.
    """
    curve = curve_of(rules)
    scale = curve.divisor(rules.need(Expectancy)) if curve else ONE
    below = product(under, int(scale)) if scale % 1 == 0 else None
    if curve is None or below is None or max(_most(over), _most(below)) >= 2**53:
        pairs = zip(over.tolist(), under.tolist(), strict=True)
        kinds: dict[Decimal, int] = {}
        at = [kinds.setdefault(Decimal(top) / unit, len(kinds)) for top, unit in pairs]
        values = [expected_score(one, rules) for one in kinds]
        return LookedUp(np.array(at, dtype=np.int64), values)
    rule = rules.need(Expectancy)
    # Both are whole numbers of 53 bits at most: this is the binary number nearest to each.
    shares = curve.shares((abs(over) / below).tolist(), rule)
    # From a half to 1: 15 digits are 15 decimals, a half of the last one upwards.
    whole = np.array([(int(one * 2**53) * 10**15 + 2**52) >> 53 for one in shares], dtype=np.int64)
    found = LookedUp(np.arange(len(whole)), [])
    found.decimals = 15
    found.whole = np.where(over >= 0, whole, 10**15 - whole).tolist()
    return found


def _most(values: Whole) -> int:
    return int(abs(values).max(initial=0)) if values.dtype != object else 2**53
