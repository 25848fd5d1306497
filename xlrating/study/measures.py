"""How good predictions were: each measure as defined in `texts`, with its source.

s is White's score in a game (1, ½ or 0), E the expected score, N the number of games.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

#: Expected scores are limited to this range; otherwise one "impossible" result would decide all.
EDGE = 0.01


def log_losses(score: Any, expected: Any) -> Any:
    """For each game −[s ln E + (1 − s) ln(1 − E)], E limited to 0.01 to 0.99."""
    s, e = (
        np.asarray(score, dtype=float),
        np.clip(np.asarray(expected, dtype=float), EDGE, 1 - EDGE),
    )
    return -(s * np.log(e) + (1 - s) * np.log(1 - e))


def log_loss(score: Any, expected: Any) -> float:
    """The mean of `log_losses`.

    >>> round(log_loss([1, 0.5], [0.5, 0.5]), 4)
    0.6931
    """
    return _mean(log_losses(score, expected))


def squares(score: Any, expected: Any) -> Any:
    """For each game (s − E)²."""
    return (np.asarray(score, dtype=float) - np.asarray(expected, dtype=float)) ** 2


def brier(score: Any, expected: Any) -> float:
    """The mean of `squares`.

    >>> brier([1, 0.5], [0.5, 0.5])
    0.125
    """
    return _mean(squares(score, expected))


def bias(score: Any, expected: Any) -> float:
    """(1/N) Σ (E − s): positive if White is expected to score more than White does."""
    return _mean(np.asarray(expected, dtype=float) - np.asarray(score, dtype=float))


def log_loss_of_results(score: Any, wins: Any, draws: Any) -> float:
    """−(1/N) Σ ln p, p being the predicted probability of the actual result (at least 0.01).

    >>> round(log_loss_of_results([1, 0.5], [0.25, 0.25], [0.5, 0.5]), 4)
    1.0397
    """
    return _mean(-np.log(np.maximum(_of_result(score, wins, draws), EDGE)))


def brier_of_results(score: Any, wins: Any, draws: Any) -> float:
    """(1/N) Σ Σ (p − o)², over win, draw and loss; o is 1 for the actual result, otherwise 0.

    >>> brier_of_results([1], [1], [0]), brier_of_results([0], [1], [0])
    (0.0, 2.0)
    """
    s, p = np.asarray(score, dtype=float), _shares(wins, draws)
    came = np.stack([s == 1, s == 0.5, s == 0], axis=1)
    return _mean(((p - came) ** 2).sum(axis=1))


def _shares(wins: Any, draws: Any) -> Any:
    win, draw = np.asarray(wins, dtype=float), np.asarray(draws, dtype=float)
    return np.stack([win, draw, 1 - win - draw], axis=1)


def _of_result(score: Any, wins: Any, draws: Any) -> Any:
    s, p = np.asarray(score, dtype=float), _shares(wins, draws)
    return np.where(s == 1, p[:, 0], np.where(s == 0.5, p[:, 1], p[:, 2]))


def _mean(values: Any) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


class Bin(NamedTuple):
    """The games in a bin of differences: how many, the mean score and the mean expected score.

    `error` is the standard error of the mean score, NaN for one game.
    """

    low: float
    high: float
    n: int
    score: float
    expected: float
    error: float
    draws: float
    expected_draws: float


def calibration(score: Any, expected: Any, difference: Any, draws: Any, width: float) -> list[Bin]:
    """The games in bins of rating difference (White's minus Black's), each `width` points wide."""
    s, e, d = (np.asarray(one, dtype=float) for one in (score, expected, difference))
    p = np.asarray(draws, dtype=float)
    numbers = np.floor((d + width / 2) / width)
    found = []
    for number in np.unique(numbers).tolist():
        at = numbers == number
        n = int(at.sum())
        low = number * width - width / 2
        error = float(np.std(s[at], ddof=1) / np.sqrt(n)) if n > 1 else float("nan")
        found.append(
            Bin(
                low,
                low + width,
                n,
                _mean(s[at]),
                _mean(e[at]),
                error,
                _mean(s[at] == 0.5),
                _mean(p[at]),
            )
        )
    return found


def reliability(bins: list[Bin]) -> float:
    """(1/N) Σ n (mean score − mean expected)², over the bins: 0 for perfect predictions.

    >>> reliability([Bin(-50, 50, 4, 0.5, 0.6, 0, 0, 0), Bin(50, 150, 1, 1, 1, 0, 0, 0)])
    0.008
    """
    number = sum(one.n for one in bins)
    if not number:
        return float("nan")
    return round(sum(one.n * (one.score - one.expected) ** 2 for one in bins) / number, 15)


def point(ratings: Any, percent: float, lowest_first: bool = False) -> float:
    """A percentile of a list: the rating at place ⌈N · percent / 100⌉ of N.

    >>> point(range(1001, 6001), 1), point([2000, None, 2400], 3)
    (5951.0, 2400.0)
    """
    known = np.array([np.nan if one is None else one for one in ratings], dtype=float)
    known = np.sort(known[~np.isnan(known)])
    if not len(known):
        return float("nan")
    place = max(1, int(np.ceil(round(len(known) * percent / 100, 9))))
    return float(known[place - 1] if lowest_first else known[-place])
