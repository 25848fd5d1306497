"""The volatility of Glicko-2: step 5 of the procedure, by the Illinois algorithm."""

from __future__ import annotations

import math
from typing import Callable

from ..errors import NumberError
from ..rules.sections import Deviation


def new_volatility(
    deviation: float, volatility: float, variance: float, improvement: float, rule: Deviation
) -> float:
    """sigma' of step 5, in natural units: phi, sigma, v and Delta of the paper.

    The root of f(x) = e^x (Delta^2 - phi^2 - v - e^x) / (2 (phi^2 + v + e^x)^2)
    - (x - ln sigma^2) / tau^2, found to within `rule.tolerance`; sigma' = e^(x/2).

    Raises `NumberError` when it is not found in `rule.rounds` rounds.

    >>> round(new_volatility(1.1513, 0.06, 1.7785, -0.4834, Deviation()), 5)
    0.06
    """
    tau = float(rule.tau)
    square = deviation**2 + variance
    start = math.log(volatility**2)

    def f(x: float) -> float:
        power = math.exp(x)
        pull = (x - start) / tau**2
        return power * (improvement**2 - square - power) / (2 * (square + power) ** 2) - pull

    a, b = start, _other_end(f, start, improvement**2 - square, rule)
    f_a, f_b = f(a), f(b)
    for _ in range(rule.rounds):
        if abs(b - a) <= float(rule.tolerance):
            return math.exp(a / 2)
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    raise NumberError(
        f"the volatility is not found in {rule.rounds} rounds; "
        "check ratings, deviations and the volatility of these players"
    )


def _other_end(f: Callable[[float], float], start: float, surplus: float, rule: Deviation) -> float:
    """The other end of the interval that holds the root: step 5.2 of the paper."""
    if surplus > 0:
        return math.log(surplus)
    for k in range(1, rule.rounds + 1):
        end = start - k * float(rule.tau)
        if f(end) >= 0:
            return end
    raise NumberError(f"the volatility has no bound in {rule.rounds} steps of tau; check it")
