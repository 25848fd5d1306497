"""Formulas that were compared with the engine stay as they are."""

from __future__ import annotations

import pytest
from method_formulas import digest, known
from workbooks import natives


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", natives())
def test_the_formulas_are_those_that_were_compared(rules: str) -> None:
    """Promise: nothing that the program calculates by is changed unnoticed, of any method and choice:
    `test_formulas` compares some of them with the engine, and all where every case is asked for."""
    assert digest(rules) == known()[rules], (
        "compare them, then run tests/workbook/method_formulas.py"
    )
