"""Worksheet functions for long columns of mostly distinct numbers, looked up on a curve at once."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Protocol, Sequence, Tuple

import numpy as np

from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.curve_columns import shares_of, shares_of_pairs
from ..engine.terms.expectancy import expected_score
from .columns import numbers_of
from .kinds import Model, of_numbers


class FunctionOnCurve(Protocol):
    """What a look-up needs to know of a worksheet function."""

    name: str
    each: Tuple[str, ...]
    is_share: bool

    def of_cells(self, args: Sequence[object], named: Dict[str, object]) -> Any:
        """The result for cells and ranges of them."""

    def rules_of_curve(self, names: Sequence[str], others: Mapping[str, Any]) -> Optional[RuleSet]:
        """The rules on whose curve columns are looked up."""


def on_curve(function: FunctionOnCurve, models: Sequence[Model], others: Mapping[str, Any]) -> Any:
    """The result for columns of numbers beside single values; None if it is not just a look-up."""
    rules = function.rules_of_curve([one.name for one in models], others)
    if rules is None or rules.expectancy is None:
        return None
    columns = {one.name: numbers_of(one.value) for one in models}
    if any(column is None for column in columns.values()):
        return None
    if not function.is_share:
        found = _of_pairs(function, columns, others, rules)
    else:

        def by_engine(number: float) -> float:
            return float(expected_score(exact(number), rules))

        found = shares_of(columns[models[0].name], rules.expectancy, by_engine)
    # A column of whole numbers contains no others.
    if found is None or (found == np.floor(found)).all():
        return None
    return of_numbers(models[0], found, function.name)


def _of_pairs(
    function: FunctionOnCurve, columns: Mapping[str, Any], others: Mapping[str, Any], rules: RuleSet
) -> Any:
    """The expected scores of two columns of ratings, or of a column and a number; None if there is
    anything else to tell, such as a rating that is missing or impossible."""
    high = len(next(iter(columns.values())))
    first, second = function.each[:2]
    own, other = (columns.get(name, _repeated(others.get(name), high)) for name in (first, second))
    if own is None or other is None or len(own) != len(other) or np.isnan(other).any():
        return None
    is_blank = np.isnan(own)
    pairs = shares_of_pairs(np.where(is_blank, other, own), other, rules)
    if pairs is None:
        return None
    found, unsure = pairs
    rows = np.flatnonzero(unsure & ~is_blank)
    # A single cell would not be a column.
    asked = {first: [*own[rows].tolist(), None], second: [*other[rows].tolist(), None]}
    told = function.of_cells((), {**others, **asked})[:-1] if len(rows) else []
    if any(isinstance(one, str) for one in told):
        return None
    found[rows], found[is_blank] = told, np.nan
    return found


def _repeated(value: Any, high: int) -> Any:
    return np.full(high, float(value)) if type(value) is float or type(value) is int else None
