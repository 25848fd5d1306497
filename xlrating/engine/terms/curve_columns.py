"""Long columns of differences or pairings: expected scores without a decimal for each.

The engine takes the 15 digits that a cell shows, divides them, calculates in floating point, and
keeps 15 digits of the result. Products here are exact, as pairs of floats; if a quotient might be
rounded twice, and for numbers close to 0, the engine is called. Powers of whole arrays differ from
the engine's by a bit in the last place: a share that might then round otherwise is calculated with
the engine's power.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, Callable, Iterator, Optional, Tuple

import numpy as np

from ..rounding import DIGITS
from ..rules.ruleset import RuleSet
from ..rules.sections import Difference, Expectancy
from .curves import Curve, unrounded_curve
from .expectancy import expected_score

#: The number of digits a cell shows.
_DIGITS = 15
_UNIT = 10.0**_DIGITS
#: Numbers from 10^-_LEAST on are handled here; no cell holds one from 10^DIGITS on.
_LEAST = 6
_POWERS = np.array([float(f"1e{power}") for power in range(-_LEAST, DIGITS)])
#: The factor that turns a number into 15 figures, by its power of ten.
_TENS = [10 ** (_DIGITS - 1 - power) for power in range(-_LEAST, DIGITS)]
_FACTORS = np.array(_TENS, dtype=float)
#: The first of `_POWERS` that numbers with an exponent of two have, and the next power of ten.
_EXPONENTS = range(math.frexp(_POWERS[0])[1], math.frexp(10.0**DIGITS)[1] + 1)
_LOWEST = np.searchsorted(_POWERS[1:], [math.ldexp(0.5, one) for one in _EXPONENTS], side="right")
_NEXT = np.append(_POWERS, np.inf)[_LOWEST + 1]
#: In pairings ratings from 100 to 9999 are handled here, whose 15 digits are integers of this unit.
_PLACES = 12
_HUNDREDS, _THOUSANDS = _LEAST + 2, _LEAST + 3
#: Roundings that round a non-negative half up.
_HALF_UP = ("half up", "half away from zero")
#: Splits the 53 bits of a float in two halves.
_SPLITTER = float(2**27 + 1)
#: Powers of numpy and of the platform are each less than a bit off; the margin itself, half a bit.
_OFF = 2.5 * 2.0**-52
#: Above half the error of a share in units of its last digit, as a float.
_BLUR = 2.0**-4
#: Scales that divide this leave a quotient of no more than 28 digits: decimals hold it exactly.
_EVEN = 10**12
#: This close to the middle between two floats, a quotient may be rounded to either.
_NEAR = 1e-9
#: The number of values processed at a time, so that they fit into the processor's cache.
_BLOCK = 2**14


def shares_of(values: Any, rule: Expectancy, by_engine: Callable[[float], float]) -> Optional[Any]:
    """The expected share at each difference in points; None if it does not follow a curve.

    Also None if the scale has too many digits, or a rounding of its own.

    >>> from xlrating.engine.rules.ruleset import load
    >>> shares_of(np.array([200.0, -200.0]), load("elo:model=logistic").expectancy, float).tolist()
    [0.759746926647958, 0.240253073352042]
    """
    curve = _handled(rule)
    if curve is None:
        return None
    scales = np.array([ten * curve.divisor(rule) for ten in _TENS], dtype=float)
    found, unsure = np.empty(len(values)), np.zeros(len(values), dtype=bool)
    for part in _blocks(len(values)):
        points = np.abs(values[part])
        figures, power = _figures(points)
        under = scales.take(power)
        found[part], is_near = _rounded_shares(figures, under, values[part] >= 0, curve, rule)
        unsure[part] = is_near | (points < _POWERS[0])
    rows = np.flatnonzero(unsure)
    found[rows] = [by_engine(one) for one in values[rows].tolist()]
    return found


def shares_of_pairs(own: Any, other: Any, rules: RuleSet) -> Optional[Tuple[Any, Any]]:
    """The expected score of each rating of a column in a lone game against the one beside it, and
    where only the engine knows it. None if more than their difference, counted with a cap, matters.

    >>> from xlrating.engine.rules.ruleset import load
    >>> found, unsure = shares_of_pairs(np.array([2813.25]), np.array([2400.5]), load("fide"))
    >>> found.tolist(), unsure.tolist()
    ([0.93], [False])
    """
    rule = rules.expectancy
    if rule is None or rules.outcomes is not None or rules.difference.unrated_gap is not None:
        return None
    curve = _handled(rule)
    if curve is None and rule.model != "table":
        return None
    found, unsure = np.empty(len(own)), np.empty(len(own), dtype=bool)
    for part in _blocks(len(own)):
        mine, theirs = _in_units(own[part], rules), _in_units(other[part], rules)
        ahead = counted_alone(mine, theirs, _PLACES, rules.difference)
        unsure[part] = (mine == 0) | (theirs == 0) | (np.abs(ahead) >= 2**53)
        ahead[unsure[part]] = 0
        if curve is None:
            # A share between two bounds of a table, which are whole, is that of the upper one.
            found[part] = np.sign(ahead) * -(-np.abs(ahead) // 10**_PLACES)
        else:
            figures, under = np.abs(ahead).astype(float), float(curve.divisor(rule) * 10**_PLACES)
            found[part], is_near = _rounded_shares(figures, under, ahead >= 0, curve, rule)
            unsure[part] |= is_near
    return found if curve is not None else _in_table(found.astype(np.int64), rules), unsure


def counted_alone(own: Any, other: Any, places: int, rule: Difference) -> Any:
    """Own rating minus the opponent's as counted in a lone game, in units of 10^-places points.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rule = load("fide").difference
    >>> counted_alone(np.array([2600, 2700]), np.array([2000, 2000]), 0, rule).tolist()
    [400, 700]
    """
    real = own - other
    if rule.cap is None:
        return real
    cap = int(rule.cap * 10**places)
    found = np.clip(real, -cap, cap)
    if rule.exempt_from is not None:
        np.copyto(found, real, where=own >= int(rule.exempt_from * 10**places))
    return found


def shares_of_quotients(over: Any, under: Any, curve: Curve, rule: Expectancy) -> Any:
    """The expected shares at quotients of integers of 53 bits, in units of 10^-15.

    They are not rounded by the rules; the scale of the curve is in `under`.

    >>> from xlrating.engine.rules.ruleset import load
    >>> from xlrating.engine.terms.curves import LOGISTIC
    >>> rule = load("elo:model=logistic").expectancy
    >>> shares_of_quotients(np.array([200, -200]), np.array([400, 400]), LOGISTIC, rule).tolist()
    [759746926647958, 240253073352042]
    """
    found = np.empty(len(over), dtype=np.int64)
    for part in _blocks(len(over)):
        quotient = np.abs(over[part]) / under[part]
        found[part] = _signed(_shares(curve, curve.inner(quotient, rule)), over[part] >= 0)
    return found


def _blocks(size: int) -> Iterator[slice]:
    return (slice(first, first + _BLOCK) for first in range(0, size, _BLOCK))


def _handled(rule: Expectancy) -> Optional[Curve]:
    """The curve of the rules, if its scale and its rounding can be handled here."""
    curve = unrounded_curve(rule)
    if curve is None:
        return None
    divisor = curve.divisor(rule)
    if (
        divisor <= 0
        or divisor % 1
        or any(int(float(ten * divisor)) != ten * divisor for ten in _TENS)
    ):
        return None
    is_kept = rule.places is None or (rule.places <= _DIGITS and rule.rounding in _HALF_UP)
    return curve if is_kept else None


def _figures(points: Any) -> Tuple[Any, Any]:
    """The 15 digits of numbers as integers, and the place of each power of ten in `_POWERS`."""
    exponent = np.frexp(points)[1].clip(_EXPONENTS[0], _EXPONENTS[-1]) - _EXPONENTS[0]
    power = _LOWEST.take(exponent) + (points >= _NEXT.take(exponent))
    return _rounded(points, _FACTORS.take(power)), power


def _in_units(ratings: Any, rules: RuleSet) -> Any:
    """Ratings in units of 10^-`_PLACES` points; 0 for those that only the engine knows."""
    figures, power = _figures(ratings)
    whole = figures.astype(np.int64)
    whole[power == _THOUSANDS] *= 10
    low, high = (float(one) for one in rules.bounds)
    is_known = (low < ratings) & (ratings < high) & ((power == _HUNDREDS) | (power == _THOUSANDS))
    return np.where(is_known, whole, 0)


def _in_table(points: Any, rules: RuleSet) -> Any:
    """The shares at whole points."""
    low, high = int(points.min(initial=0)), int(points.max(initial=0))
    shares = [float(expected_score(Decimal(one), rules)) for one in range(low, high + 1)]
    return np.array(shares).take(points - low)


def _rounded_shares(
    figures: Any, under: Any, is_higher: Any, curve: Curve, rule: Expectancy
) -> Tuple[Any, Any]:
    """The expected shares at quotients of integers, and which are too close to call."""
    quotient = figures / under
    is_even = not _EVEN % curve.divisor(rule)
    is_near = False if is_even else _are_between(figures, quotient, under)
    share = _signed(_shares(curve, curve.inner(quotient, rule)), is_higher)
    if rule.places is None or rule.places == _DIGITS:
        return share / _UNIT, is_near
    step = 10.0 ** (_DIGITS - rule.places)
    return np.floor(share / step + 0.5) / 10.0**rule.places, is_near


def _signed(share: Any, is_higher: Any) -> Any:
    """The share of the higher side, or the rest for the lower one."""
    return np.where(is_higher, share, _UNIT - share)


def _shares(curve: Curve, inner: Any) -> Any:
    """The shares of a curve, from a half up, in units of their last digit."""
    if curve.powers is None:
        return _exact_shares(curve, inner)
    tails = curve.powers(inner)
    off = tails * _OFF
    least = np.floor((curve.share(tails + off) - 0.5) * _UNIT + (0.5 - _BLUR))
    most = np.floor((curve.share(tails - off) - 0.5) * _UNIT + (0.5 + _BLUR))
    rows = np.flatnonzero(least != most)
    shares = least + _UNIT / 2
    shares[rows] = _exact_shares(curve, inner[rows])
    return shares


def _exact_shares(curve: Curve, inner: Any) -> Any:
    tails = np.fromiter(curve.tails(inner.tolist()), float, len(inner))
    return _rounded(curve.share(tails), _UNIT)


def _rounded(one: Any, other: Any) -> Any:
    """The integer nearest to the exact product, halves rounded up."""
    over, rest = _product(one, other)
    low = np.floor(over)
    return low + (over - low - 0.5 + rest >= 0)


def _are_between(over: Any, quotient: Any, under: Any) -> Any:
    """Whether a quotient is close to the middle between two floats."""
    back, rest = _product(quotient, under)
    left = np.abs(over - back - rest)
    half = np.spacing(quotient) / 2 * under
    # Below a power of two they are closer together.
    return (np.abs(left - half) <= _NEAR * half) | (np.abs(left - half / 2) <= _NEAR * half)


def _product(one: Any, other: Any) -> tuple[Any, Any]:
    """The product of two floats and its error term; their sum is exact."""
    over = one * other
    (high, low), (above, below) = _halves(one), _halves(other)
    return over, low * below - (over - high * above - low * above - high * below)


def _halves(number: Any) -> tuple[Any, Any]:
    """Two floats with half as many bits whose sum is the number."""
    far = _SPLITTER * number
    high = far - (far - number)
    return high, number - high
