"""The volatility of Glicko-2: step 5 of the procedure, by the Illinois algorithm."""

from __future__ import annotations

import math
from itertools import islice
from typing import Callable, Iterator, NamedTuple

from ..errors import NumberError
from ..problem import make_error
from ..rules.sections import Deviation


class Ends(NamedTuple):
    """Two logarithms of a variance, `a` and `b`, and f of both; the root of f lies between them."""

    a: float
    f_a: float
    b: float
    f_b: float

    def meet(self, rule: Deviation) -> bool:
        """Whether they are close enough for `a` to be the root."""
        return abs(self.b - self.a) <= float(rule.tolerance)


def new_volatility(
    deviation: float, volatility: float, variance: float, improvement: float, rule: Deviation
) -> float:
    """sigma' of step 5, in natural units, from phi, sigma, v and Delta of the paper.

    The root of f(x) = e^x (Delta^2 - phi^2 - v - e^x) / (2 (phi^2 + v + e^x)^2)
    - (x - ln sigma^2) / tau^2, found to within `rule.tolerance`; sigma' = e^(x/2).

    Raises `NumberError` if it is not found in `rule.rounds` rounds.

    >>> round(new_volatility(1.1513, 0.06, 1.7785, -0.4834, Deviation()), 5)
    0.06
    """
    square = deviation**2 + variance
    found = approached(square, improvement**2 - square, volatility, rule)
    for ends in islice(found, rule.rounds):
        if ends.meet(rule):
            return math.exp(ends.a / 2)
    raise make_error(NumberError, "volatility_lost", rounds=rule.rounds)


def approached(square: float, surplus: float, volatility: float, rule: Deviation) -> Iterator[Ends]:
    """The ends after each round of step 5, closer and closer; the iteration is endless.

    `square` is phi^2 + v; `surplus` is Delta^2 minus that.

    >>> found = approached(3.1041, -2.8704, 0.06, Deviation())
    >>> [next(found).meet(Deviation()) for _ in range(3)]
    [False, False, True]
    """
    tau = float(rule.tau)
    start = math.log(volatility**2)

    def f(x: float) -> float:
        power = math.exp(x)
        pull = (x - start) / tau**2
        return power * (surplus - power) / (2 * (square + power) ** 2) - pull

    return _nearing(f, start, _other_end(f, start, surplus, rule))


def _nearing(f: Callable[[float], float], a: float, b: float) -> Iterator[Ends]:
    f_a, f_b = f(a), f(b)
    while True:
        yield Ends(a, f_a, b, f_b)
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c


def _other_end(f: Callable[[float], float], start: float, surplus: float, rule: Deviation) -> float:
    """The other end of the interval that holds the root: step 5.2 of the paper."""
    if surplus > 0:
        return math.log(surplus)
    for k in range(1, rule.rounds + 1):
        end = start - k * float(rule.tau)
        if f(end) >= 0:
            return end
    raise make_error(NumberError, "volatility_unbounded", rounds=rule.rounds)
