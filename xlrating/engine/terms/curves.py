"""Expected scores as real-valued curves in floating point: the logistic and the normal one."""

from __future__ import annotations

import math
from decimal import Decimal
from itertools import repeat
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional

from ..rounding import ONE
from ..rules.ruleset import RuleSet
from ..rules.sections import Expectancy


class Curve(NamedTuple):
    """A real-valued curve, from 0 points upwards.

    Points are divided by `divisor`. `inner` prepares the argument of `tails`, which fall from
    1 to 0; `share` turns a tail into an expected score. `powers` are the tails of an array, to less
    than a bit in the last place, if there is such a function. `inner` and `share` take a number, or
    an array of them.
    """

    divisor: Callable[[Expectancy], Decimal]
    inner: Callable[[Any, Expectancy], Any]
    tails: Callable[[Iterable[float]], Iterator[float]]
    share: Callable[[Any], Any]
    powers: Optional[Callable[[Any], Any]] = None

    def shares(self, scales: Iterable[float], rule: Expectancy) -> List[float]:
        """The expected scores for differences that are already divided by `divisor`."""
        return list(map(self.share, self.tails([self.inner(one, rule) for one in scales])))


LOGISTIC = Curve(
    lambda rule: rule.scale,
    lambda scale, rule: -scale,
    lambda powers: map(math.pow, repeat(10.0), powers),
    lambda tail: 1 / (1 + tail),
    lambda powers: 10.0**powers,
)
NORMAL = Curve(
    lambda rule: ONE,
    lambda points, rule: points / math.sqrt(2 * float(rule.variance)),
    lambda deviations: map(math.erfc, deviations),
    lambda tail: 1 - tail / 2,
)


def curve_of(rules: RuleSet) -> Optional[Curve]:
    """The rules' curve in floating point, before it is cut to 15 digits.

    None if the expected score does not follow one: printed, linear, rounded, or by colour.

    >>> from xlrating.engine.rules.ruleset import load
    >>> curve_of(load("elo-normal")).shares([0.0], load("elo-normal").expectancy)
    [0.5]
    """
    rule = rules.need(Expectancy)
    return None if rule.places is not None else unrounded_curve(rule)


def unrounded_curve(rule: Expectancy) -> Optional[Curve]:
    """The underlying curve, even if the rules round its values; None for a table."""
    return {"logistic": LOGISTIC, "normal": NORMAL}.get(rule.model)
