"""Expected scores for columns of differences: the engine's own, looked up per distinct value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, TypeVar

import numpy as np

from ..engine.rounding import ONE
from ..engine.rules.kept import kept
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Expectancy
from ..engine.terms.curve_columns import shares_of_quotients
from ..engine.terms.curves import curve_of
from ..engine.terms.expectancy import expected_score
from .fixed import Whole, distinct, places_of, product, scaled

#: Differences in a range no larger than this are looked up in a table, if there are so many
#: that sorting would take longer.
_SPAN, _SPARSE = 2_000_000, 4

#: Sums of integers below 10^9 are exact in the floats that add them up.
_LIMB = 9


Key = TypeVar("Key")
Made = TypeVar("Made")


class LookedUp:
    """A decimal per row, as an index into a list of values."""

    def __init__(self, places: Any, values: Sequence[Decimal]) -> None:
        self.at = places
        self.decimals = places_of(*values)
        known = {value: scaled(value, self.decimals) for value in {*values}}
        self.whole = [known[value] for value in values]

    def values(self) -> Whole:
        """The decimal of each row, in units of 10^-`decimals`."""
        return _column(self.whole)[self.at]

    def sums(self, of: Any, size: int) -> Whole:
        """The sum per player, in the same units; `of` has the player of each row."""
        total: Whole = 0
        for limb in range(0, max(1, self.decimals + 1), _LIMB):
            part = np.array([value // 10**limb % 10**_LIMB for value in self.whole], dtype=float)
            sums = np.bincount(of, weights=part[self.at], minlength=size).astype(np.int64)
            total = sums if not limb else total + sums.astype(object) * 10**limb
        return total

    def opposite(self) -> LookedUp:
        """The expected scores of the opponents: 1 minus each of these."""
        found = LookedUp(self.at, [])
        found.decimals = self.decimals
        found.whole = [10**self.decimals - value for value in self.whole]
        return found

    def but(self, rows: Any, other: LookedUp) -> LookedUp:
        """These expected scores, replaced by the other's in some rows."""
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
    """The value of each key, calculated once per distinct key."""
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


#: How many values are cached.
MOST_KEPT = 100_000


@kept(16)
def answers(rules: RuleSet) -> dict[Any, dict[Any, Any]]:
    """The cache of a rule set, by topic: empty at first, filled by every function."""
    return {}


def once(known: dict[Key, Made], key: Key, value: Callable[[], Made]) -> Made:
    """The cached value of a key, calculated if necessary; other threads may do the same."""
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[key] = found = value()
    return found


def expected_scores(differences: Any, places: int, rules: RuleSet, colour: str = "") -> LookedUp:
    """The expected score of the side that is this much higher, by the section `expectancy`.

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


#: Decimals of a table, and of a real-valued curve, which has 15 digits from a half up.
_PRINTED, _DIGITS = 2, 15


class KeptShares:
    """The engine's expected scores in units of 10^-`decimals`, for columns of differences.

    They are kept in a table indexed by difference, which is filled on demand.
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
        """The expected score of each side that is this much higher."""
        most = max(-int(differences.min(initial=0)), int(differences.max(initial=0)))
        if most > _SPAN:
            found = expected_scores(differences, self._places, self._rules)
            return product(found.values(), 10 ** (self.decimals - found.decimals))
        known = self._kept.get("")
        if known is None or len(known) < 2 * most + 1:
            # Negative differences index from the end.
            self._kept[""] = known = np.full(4 * most + 1, _UNKNOWN)
        shares = known.take(differences)
        if shares.min(initial=0) < 0:
            for one in distinct(differences[shares < 0]).tolist():
                known[one] = scaled(self._expected(one), self.decimals)
            shares = known.take(differences)
        return shares


#: A marker for values that have not been calculated yet.
_UNKNOWN = -1


def share_of_fractions(over: Whole, under: Whole, rules: RuleSet) -> LookedUp:
    """The expected score of the side `over` / `under` points higher, regardless of colour.

    For a real-valued curve, each is calculated like the engine does, in floating point with 15
    significant digits, but without a decimal for each difference.
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
    # Both are integers of at most 53 bits, so each quotient is the nearest float.
    shares = shares_of_quotients(over, below, curve, rules.need(Expectancy))
    found = LookedUp(np.arange(len(shares)), [])
    found.decimals, found.whole = _DIGITS, shares.tolist()
    return found


def _most(values: Whole) -> int:
    return int(abs(values).max(initial=0)) if values.dtype != object else 2**53
