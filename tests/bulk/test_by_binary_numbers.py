"""What columns find by binary numbers is the engine's own: whole differences and coefficients."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from xlrating.bulk import development, whole_differences
from xlrating.bulk.coefficient import Facts, ages_asked, rows_of
from xlrating.bulk.tables import DecimalColumn
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.terms.performance import whole_difference

EDITIONS = ["dwz", "dwz@2016-01-01", "dwz:coefficient=unrounded", "dwz:shares=places3"]


def _engine(over: int, under: int, rules: RuleSet) -> Decimal | None:
    return whole_difference(Decimal(over) / under, rules) if 0 < over < under else None


@pytest.mark.parametrize("reference", EDITIONS)
def test_whole_differences(reference: str) -> None:
    """Any share, and those on both sides of every half point, is the engine's whole difference."""
    rules, dice = load(reference), np.random.default_rng(4)
    under = dice.integers(1, 3000, 400)
    over = dice.integers(-3, 3003, 400) * under // 3000
    bounds = whole_differences._bounds(rules)
    if bounds is not None:
        # In units of 10^-15: on the bound, and just outside of where the engine is asked.
        exact = (bounds[100:-100:40] * 10**15).astype(np.int64)
        near = [exact + more for more in (-5000, -1100, -900, -3, 0, 3, 900, 1100, 5000)]
        over = np.concatenate([over, *near])
        under = np.concatenate([under, np.full(len(over) - len(under), 10**15)])
    expected = [_engine(*one, rules) for one in zip(over.tolist(), under.tolist(), strict=True)]

    asked: list[int] = []

    def ask(rows: Any) -> tuple[Any, Any]:
        asked.append(len(rows))
        own = [expected[row] for row in rows.tolist()]
        return [int(one or 0) for one in own], [one is not None for one in own]

    found, has = whole_differences.whole_differences(over, under, rules, ask)
    assert has.tolist() == [one is not None for one in expected]
    assert found[has].tolist() == [one for one in expected if one is not None]
    # Where the bound is the nearest of all, the engine alone can tell.
    assert (bounds is None) or 0 < sum(asked) < len(over) / 2


@pytest.mark.parametrize("reference", EDITIONS)
def test_coefficients(reference: str) -> None:
    """Every kind of player has the coefficient that the engine finds, also on a half."""
    rules, dice = load(reference), np.random.default_rng(5)
    size = 4000
    for places in (0, 2):
        rating = dice.integers(0, 2900, size) * 10**places + (
            dice.integers(0, 99, size) if places else 0
        )
        none = DecimalColumn(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool))
        index = dice.integers(-1, 9, size)
        age = dice.integers(-1, 60, size)
        asked = development.Developing(rating, places, age, index)
        facts = Facts(rating, places, none, index, age, none)
        row = rows_of(facts, rules.coefficient.rows if rules.coefficient else ())
        n, gain = dice.integers(0, 3, size), dice.integers(-2, 3, size)
        found, digits = development.developed(asked, row, n, gain, rules, ages_asked(rules))
        sign = np.where(n > 0, np.sign(gain), development._NOT_PLAYED)
        other, finer = development._by_engine(asked, row, sign, rules, ages_asked(rules))
        assert (found * 10 ** max(finer - digits, 0) == other * 10 ** max(digits - finer, 0)).all()
