"""Long columns of numbers on a curve: the engine's shares, without a decimal for each.

The engine takes the 15 digits that a cell shows, divides them, calculates in floating point, and
keeps 15 digits of the result. Products here are exact, as pairs of floats; if a quotient might be
rounded twice, and for numbers close to 0, the engine is called. Powers of whole arrays differ from
the engine's by a bit in the last place: a share that might then round otherwise is calculated with
the engine's power.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Optional

import numpy as np

from ..engine.rounding import DIGITS, ZERO
from ..engine.rules.sections import Expectancy
from ..engine.terms.curves import Curve, unrounded_curve

#: The number of digits a cell shows.
_DIGITS = 15
_UNIT = 10.0**_DIGITS
#: Numbers from 10^-_LEAST on are handled here; no cell holds one from 10^DIGITS on.
_LEAST = 6
_POWERS = np.array([float(f"1e{power}") for power in range(-_LEAST, DIGITS)])
#: The factor that turns a number into 15 figures, by its power of ten.
_TENS = [10 ** (_DIGITS - 1 - power) for power in range(-_LEAST, DIGITS)]
#: The first of `_POWERS` that numbers with an exponent of two have, and the next power of ten.
_EXPONENTS = range(math.frexp(_POWERS[0])[1], math.frexp(10.0**DIGITS)[1] + 1)
_LOWEST = np.searchsorted(_POWERS[1:], [math.ldexp(0.5, one) for one in _EXPONENTS], side="right")
_NEXT = np.append(_POWERS, np.inf)[_LOWEST + 1]
#: Roundings that round a non-negative half up.
_HALF_UP = ("half up", "half away from zero")
#: Splits the 53 bits of a float in two halves.
_SPLITTER = float(2**27 + 1)
#: Powers of numpy and of the platform are each less than a bit off; the margin itself, half a bit.
_OFF = 2.5 * 2.0**-52
#: Above half the error of a share in units of its last digit, as a float.
_BLUR = 2.0**-4
#: Scales that divide this leave a quotient of no more than 28 digits: decimals hold it exactly.
_EVEN = 10**13
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
    curve = unrounded_curve(rule)
    divisor = curve.divisor(rule) if curve is not None else ZERO
    if curve is None or divisor <= 0 or divisor % 1:
        return None
    below = [ten * divisor for ten in _TENS]
    places = _DIGITS if rule.places is None else rule.places
    if any(int(float(one)) != one for one in below) or not 0 <= places <= _DIGITS:
        return None
    if rule.places is not None and rule.rounding not in _HALF_UP:
        return None
    tens, scales = np.array(_TENS, dtype=float), np.array(below, dtype=float)
    found, unsure = np.empty(len(values)), np.zeros(len(values), dtype=bool)
    for first in range(0, len(values), _BLOCK):
        part = slice(first, first + _BLOCK)
        points = np.abs(values[part])
        power = _powers_of_ten(points)
        unsure[part] = points < _POWERS[0]
        under = scales.take(power)
        figures = _rounded(points, tens.take(power))
        quotient = figures / under
        if _EVEN % divisor:
            unsure[part] |= _are_between(figures, quotient, under)
        share = _shares(curve, curve.inner(quotient, rule))
        share = np.where(values[part] >= 0, share, _UNIT - share)
        if places < _DIGITS:
            step = 10.0 ** (_DIGITS - places)
            share = np.floor(share / step + 0.5)
        found[part] = share / 10.0**places
    rows = np.flatnonzero(unsure)
    found[rows] = [by_engine(one) for one in values[rows].tolist()]
    # A column of whole numbers contains no others.
    return None if (found == np.floor(found)).all() else found


def _powers_of_ten(points: Any) -> Any:
    """The place of each number's power of ten in `_POWERS`, if it is not below them."""
    exponent = np.frexp(points)[1].clip(_EXPONENTS[0], _EXPONENTS[-1]) - _EXPONENTS[0]
    return _LOWEST.take(exponent) + (points >= _NEXT.take(exponent))


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
