"""The precision of comparisons: standard errors, and a bootstrap with the same games for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

#: The percentage of resamples within the interval.
PERCENT = 95
COLUMNS = ("rules", "against", "measure", "games", "difference", "error", "low", "high", "better")


def standard_error(values: Any) -> float:
    """The standard error s/√N of the mean of N values; NaN for fewer than two values.

    >>> standard_error([1, 2, 3, 4]).round(4)
    np.float64(0.6455)
    """
    n = len(values)
    return np.std(values, ddof=1) / np.sqrt(n) if n > 1 else np.float64(np.nan)


def comparisons(
    rules: Sequence[str], losses: Mapping[str, Sequence[Any]], resamples: int, seed: int
) -> Any:
    """A frame with a row for each measure of each rule set but the first, relative to the first.

    `losses` has, for each measure, the loss of every game under every rule set. `difference` is the
    mean of their differences, negative if the rule set predicts better than the first one, and
    `error` its standard error. The games are drawn with replacement `resamples` times, the same for
    all rule sets (B. Efron, Bootstrap Methods, Annals of Statistics 7, 1979): `low` and `high`
    bound the middle 95 % of those means, `better` is the share below 0. Games are assumed to
    be independent. The same seed draws the same games on every machine.
    """
    pairs = [
        (rule, measure, own[at] - own[0])
        for at, rule in list(enumerate(rules))[1:]
        for measure, own in losses.items()
    ]
    games = len(pairs[0][2]) if pairs else 0
    means = _means([apart for _, _, apart in pairs], games, resamples, seed)
    rows = []
    for (rule, measure, apart), drawn in zip(pairs, means, strict=True):
        edges = [(100 - PERCENT) / 2, (100 + PERCENT) / 2]
        low, high = np.percentile(drawn, edges) if games else (np.nan, np.nan)
        rows.append((
            rule, rules[0], measure, games, np.mean(apart) if games else np.nan,
            standard_error(apart), low, high, np.mean(drawn < 0) if games else np.nan,
        ))  # fmt: skip
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _means(columns: Sequence[Any], games: int, resamples: int, seed: int) -> Any:
    """The means of each column over resampled games: one row per column."""
    found = np.full((len(columns), resamples), np.nan)
    if not games:
        return found
    # This generator gives the same numbers in every version and on every machine.
    dice = np.random.RandomState(seed)
    table = np.stack(columns)
    for at in range(resamples if len(columns) else 0):
        times = np.bincount((dice.random_sample(games) * games).astype(np.int64), minlength=games)
        found[:, at] = (table * times).sum(axis=1)
    # The last digits depend on the order in which a processor adds.
    return np.round(found / games, 12)
