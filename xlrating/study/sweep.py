"""A rule set with a series of values for K, to find the one that predicts results best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.rules.ruleset import RuleSet
from . import measures
from .compared import standard_error
from .course import Course

COLUMNS = ("rules", "k", "games", "log_loss", "log_loss_error", "brier", "brier_error", "bias")
#: More values of K than this are considered a mistake.
MOST = 200


def values_of(text: str) -> list[float]:
    """The values of K in a text: numbers, and ranges with a step.

    >>> values_of("10..13, 20..40:10"), values_of("15")
    ([10.0, 11.0, 12.0, 13.0, 20.0, 30.0, 40.0], [15.0])
    """
    found: list[float] = []
    try:
        for part in text.split(","):
            ends, _, step = part.partition(":")
            low, dots, high = ends.partition("..")
            first, last, by = float(low), float(high if dots else low), float(step or 1)
            number = (last - first) / by
            if not 0 <= number < MOST:
                raise ValueError
            found += [first + at * by for at in range(int(number + 1e-9) + 1)]
    except (ValueError, ZeroDivisionError):
        raise make_error(ArgumentError, "opt_sweep", "--k", text=text) from None
    return list(dict.fromkeys(found))


def has_k(rules: RuleSet) -> bool:
    """Whether a given K matters under these rules."""
    table = rules.coefficient
    return table is not None and table.over is None


def sweep(
    rules: Sequence[str],
    found: Sequence[Course],
    score: Any,
    played: Any,
    k: Sequence[float],
    at_k: Callable[[str, float], Course],
) -> Any:
    """A frame with a row for each K of each rule set that has one, the rules' own K first.

    `found` are the courses by the rules themselves, `at_k` gives that of a rule set with a K. The
    games are played ones that the rule set can predict with every K.
    """
    rows: list[tuple[object, ...]] = []
    for reference, own in zip(rules, found, strict=True):
        if not k or not has_k(own.rules):
            continue
        courses = [own, *(at_k(reference, value) for value in k)]
        common = played & np.all([~np.isnan(one.expected) for one in courses], axis=0)
        s = score[common]
        for value, one in zip((np.nan, *k), courses, strict=True):
            e = one.expected[common]
            rows.append((
                reference, value, len(s),
                measures.log_loss(s, e), standard_error(measures.log_losses(s, e)),
                measures.brier(s, e), standard_error(measures.squares(s, e)), measures.bias(s, e),
            ))  # fmt: skip
    return pd.DataFrame(rows, columns=list(COLUMNS))
