"""The volatility of Glicko-2 for columns of players: the Illinois algorithm, all at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.rules.sections import Deviation

#: A value of f this close to 0 may have either sign: the last digits decide which end is kept.
_NOISE = 4e-15
#: Ends closer than this are considered equal.
_ALIKE = 1e-8


def new_volatilities(
    deviation: Any, volatility: Any, variance: Any, improvement: Any, rule: Deviation
) -> tuple[Any, Any]:
    """sigma' of step 5 for each player, and who is left to the engine.

    Those are players whose iteration could take another path by the last digit of a logarithm,
    and those for whom it does not converge.

    >>> one = [np.array([x]) for x in (1.1513, 0.06, 1.7785, -0.4834)]
    >>> new_volatilities(*one, Deviation())[0].round(5)
    array([0.06])
    """
    tau, tolerance = float(rule.tau), float(rule.tolerance)
    square = deviation**2 + variance
    start = np.log(volatility**2)

    def f(x: Any, at: Any) -> Any:
        power = np.exp(x)
        whole = square[at] + power
        pull = (x - start[at]) / tau**2
        return power * (improvement[at] ** 2 - whole) / (2 * whole**2) - pull

    left = np.zeros(len(start), dtype=bool)
    surplus = improvement**2 - square
    other = np.log(np.where(surplus > 0, surplus, 1.0))
    down = np.flatnonzero(surplus <= 0)
    step = 0
    while len(down) and step < rule.rounds:
        step += 1
        other[down] = start[down] - step * tau
        value = f(other[down], down)
        left[down] |= abs(value) < _NOISE
        down = down[value < 0]
    left[down] = True
    a, b = start.copy(), other
    at = np.flatnonzero(~left)
    f_a, f_b = np.zeros(len(start)), np.zeros(len(start))
    f_a[at], f_b[at] = f(a[at], at), f(b[at], at)
    for _ in range(rule.rounds):
        width = abs(b[at] - a[at])
        left[at] |= abs(width - tolerance) < tolerance * 1e-6
        at = at[(width > tolerance) & ~left[at]]
        if not len(at):
            break
        c = a[at] + (a[at] - b[at]) * f_a[at] / (f_b[at] - f_a[at])
        f_c = f(c, at)
        # The only possible difference is which of two such close ends is kept.
        apart = abs(c - b[at])
        left[at] |= (abs(f_c) < _NOISE) & (apart > _ALIKE) & (apart < 2 * tolerance)
        crosses = f_c * f_b[at] <= 0
        a[at] = np.where(crosses, b[at], a[at])
        f_a[at] = np.where(crosses, f_b[at], f_a[at] / 2)
        b[at], f_b[at] = c, f_c
    left[at] = True
    return np.exp(a / 2), left
