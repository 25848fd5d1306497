"""What is done once to whole lists, by the numbers: see `tests/test_adjustments.py` for the lists."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from xlrating.engine.errors import RuleSetError
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.adjusting import adjusted, adjustment_due


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        # "0.40 x (2000 - rating)".
        ("fide", (1000, 1001, 1441, 1999, 2000, 2400), (1400, 1401, 1665, 1999, 2000, 2400)),
        # Below 1000 + 400; 1000 to 2110 0.64 x DWZ + 760.
        (
            "dwz",
            (600, 999, 1000, 1500, 2109, 2110, 2111),
            (1000, 1399, 1400, 1720, 2110, 2110, 2111),
        ),
    ],
)
def test_the_formulas(rules: str, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """One-time adjustment of 1 March 2024; Upgrade of the DWZ."""
    rule = load(rules).adjustment
    assert rule is not None
    assert tuple(adjusted(Decimal(rating), rule) for rating in before) == after


def test_rapid_is_raised_to_standard_less_100() -> None:
    """One-time adjustment of 1 October 2022: 2283 of somebody with 2732 becomes 2632."""
    for kind in ("rapid", "blitz"):
        rule = load(f"fide:list={kind}").adjustment
        assert rule is not None
        found = [adjusted(Decimal(own), rule, Decimal(2732)) for own in (2283, 2631, 2632, 2800)]
        assert found == [2632, 2632, 2632, 2800]


@pytest.mark.parametrize(
    ("reference", "day"),
    [
        ("fide", date(2024, 3, 1)),
        ("fide:list=rapid", date(2022, 10, 1)),
        ("fide:list=blitz", date(2022, 10, 1)),
        ("dwz:upgrade=20240101", date(2024, 1, 1)),
    ],
)
def test_the_day(reference: str, day: date) -> None:
    """One-time adjustments of 1 March 2024 and 1 October 2022; Upgrade of the DWZ."""
    rules, one = load(reference), timedelta(1)
    assert adjustment_due(rules, day - one, day) is not None
    assert adjustment_due(rules, day, day + one) is None
    assert adjustment_due(rules, day - 2 * one, day - one) is None
    # Where nothing says of which day the list before is, on the day itself only.
    assert adjustment_due(rules, None, day) is not None
    assert adjustment_due(rules, None, day + one) is None


def test_the_day_of_the_upgrade_is_an_option() -> None:
    """Upgrade of the DWZ: no day of its own; a day of this century is expected."""
    assert adjustment_due(load("dwz"), date(2000, 1, 1), date(2030, 1, 1)) is None
    for day in ("20000101", "20991231"):
        assert adjustment_due(load(f"dwz:upgrade={day}"), date(1999, 1, 1), date(2100, 1, 1))
    for day in ("20000100", "20991232", "20240230"):
        with pytest.raises(RuleSetError):
            load(f"dwz:upgrade={day}")


def test_halves_are_rounded_up() -> None:
    """Not stated; 0.6 x 1002.5 + 800 = 1401.5."""
    rule = load("fide").adjustment
    assert rule is not None and adjusted(Decimal("1002.5"), rule) == 1402
