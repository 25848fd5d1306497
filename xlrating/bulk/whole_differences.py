"""The whole differences for columns of shares: `percentage`, rounded to whole points."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from ..engine.rules.kept import kept
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Percentage, Performance
from .fixed import HALVES

#: A share this close to that of a half point is left to the engine, as are all beyond the last.
_NEAR = 1e-12


@kept(16)
def _bounds(rules: RuleSet) -> Any:
    """The shares for half a point, one and a half, and so on, in increasing order; None unless
    every whole difference has a share of its own."""
    rule, rounds = rules.need(Percentage), rules.need(Performance)
    if rule.model != "normal" or rounds.rounding not in HALVES or rounds.share_places is not None:
        return None
    curve = NormalDist(0, sqrt(float(rule.variance)))
    most = int(curve.stdev * 8)
    return np.array([curve.cdf(points + 0.5) for points in range(-most - 1, most + 1)])


def whole_differences(
    over: Any, under: Any, rules: RuleSet, ask: Callable[[Any], tuple[Any, Any]]
) -> tuple[Any, Any]:
    """The whole difference for each share `over` / `under`, and where it exists.

    `ask` returns both for some rows from the engine.
    """
    found, has = np.zeros(len(over), dtype=np.int64), (over > 0) & (over < under)
    bounds = _bounds(rules) if over.dtype != object else None
    near = np.flatnonzero(has)
    if bounds is not None:
        share = over / np.maximum(under, 1)
        at = np.searchsorted(bounds, share)
        middle = len(bounds) // 2
        found = np.where(has, at - middle, 0)
        below, above = bounds[np.maximum(at - 1, 0)], bounds[np.minimum(at, len(bounds) - 1)]
        is_sure = (share - below > _NEAR) & (above - share > _NEAR)
        near = np.flatnonzero(has & ~is_sure)
    if len(near):
        found[near], has[near] = ask(near)
    return found, has
