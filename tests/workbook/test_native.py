"""What native formulas compute follows from what they read; everything else is the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from office import Office, differences
from workbooks import complete_round_robin, fitted, random_event, write

from xlrating.cli import main
from xlrating.engine.rating import rate
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.engine.rules.sections import Performance
from xlrating.workbook import native
from xlrating.workbook.formulas import arithmetic as formulas
from xlrating.workbook.formulas.methods import sum_over_games
from xlrating.workbook.native import is_native, reading
from xlrating.workbook.sheets.dashboard import LIGHT_ROW
from xlrating.workbook.sheets.start_columns import MEANT
from xlrating.workbook.table import NOTE_ROW
from xlrating.workbook.templates import filled

#: A rule set with a key that no formula reads.
UNREAD = "china-pro:unplayed=points"


@pytest.fixture
def unread() -> Iterator[None]:
    """Formulas of a test are forgotten."""
    native.reading.cache_clear()
    yield
    native.reading.cache_clear()


def test_a_key_that_no_formula_reads_is_left_to_the_engine(
    unread: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Formulas that forget the bound on K x games are not taken for complete.

    FIDE 8.3.3: "then K shall be the largest whole number such that K x n does not exceed 700".
    """
    rules: RuleSet = load("fide")
    assert "k_most" in reading(rules).cells
    native.reading.cache_clear()
    monkeypatch.setattr(formulas, "limited", lambda rules: "[k_table]")
    # The note asks only whether there is a bound, which is no formula of it.
    monkeypatch.setattr(sum_over_games, "_notes", lambda rows: [("step_no_games", "TRUE", {})])
    assert "coefficient.most" in reading(rules).missed
    assert not is_native(rules)


def test_every_key_that_says_something_is_asked_for() -> None:
    """A value that formulas have no words for, in a section that they read, is missed by name."""
    rules = load("elo")
    for section, key, value in (
        ("initial", "scaled", True),
        ("published", "keeps", True),
        ("performance", "solved", True),
        ("counted", "playoff_as_one", True),
        ("change", "per", "share"),
    ):
        other = changed(rules, **{section: changed(getattr(rules, section), **{key: value})})
        assert reading(other).missed == (f"{section}.{key}",)


def test_what_a_method_does_not_see_does_not_count() -> None:
    """Sections that formulas need not have cannot change what the engine computes."""
    rules, event = load("nevzorov"), fitted(random_event(7, 8, 3), "nevzorov")
    assert rules.peak_floor is not None and is_native(rules)
    without = changed(rules, peak_floor=None, calendar=None)
    assert rate(event, rules).lines == rate(event, without).lines


def test_new_names_what_the_formulas_do_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`new` says which keys keep the ratings from a template; the file says what rates it."""
    path = tmp_path / "t.xlsx"
    assert main(["new", "swiss", "--rules", UNREAD, "-o", str(path)]) == 0
    assert "do not support average.unplayed" in capsys.readouterr().err
    ratings = openpyxl.load_workbook(path, data_only=True)["Ratings"]
    assert "xlrating rate" in ratings.cell(NOTE_ROW + 1, 1).value


def test_what_no_formula_rates_is_never_green(office: Office, tmp_path: Path) -> None:
    """With every result in and no problem the light of Start is yellow, and says what rates."""
    event = fitted(complete_round_robin(5, 6), UNREAD, 3)
    path = write(filled(event, load(UNREAD)), tmp_path / "full.xlsx")
    assert differences(path, office) == []
    light = openpyxl.load_workbook(path, data_only=True)["Start"][LIGHT_ROW + 1]
    assert "xlrating rate" in light[0].value
    assert light[MEANT].value == 2


def test_new_has_nothing_to_name_where_formulas_have_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No note where every key has formulas."""
    assert main(["new", "swiss", "--rules", "china-pro", "-o", str(tmp_path / "t.xlsx")]) == 0
    assert capsys.readouterr().err == ""


def test_a_printed_table_may_be_rounded(office: Office, tmp_path: Path) -> None:
    """A table with one decimal is recalculated to the engine's values."""
    rules = changed(load("elo"), expectancy=changed(load("elo").expectancy, places=1))
    assert is_native(rules)
    plan = filled(random_event(3, 10, 4), rules)
    assert differences(write(plan, tmp_path / "rounded.xlsx"), office) == []


def test_what_check_looks_at_is_no_formula_of_a_rating() -> None:
    """Only Ratings, Audit and Steps count: a doubt on Players reads a bound that rates nobody."""
    rules = load("fide")
    bound = changed(rules.published, women=Decimal(1200))
    assert reading(changed(rules, published=bound)).missed == ("published.women",)


def test_steps_of_a_performance_are_only_for_sums_over_games() -> None:
    """A generated file: the performance of `ingo` found step by step, which its formulas do not."""
    for name in ("ingo", "ecf-grading", "elo-normal"):
        rules = load(name)
        table = load("fide").expectancy
        performance = changed(rules.need(Performance), iterated=True, rounding="half up")
        other = changed(rules, performance=performance, expectancy=table)
        assert reading(other).missed == ("performance.iterated",), name


def test_deviations_that_formulas_do_not_have() -> None:
    """Step 5.2 of Glicko-2 takes one step of tau below 2, more above; shares are logistic."""
    rules = load("glicko2")
    for section, key, value in (("deviation", "tau", 2), ("expectancy", "model", "normal")):
        own = changed(getattr(rules, section), **{key: value})
        assert reading(changed(rules, **{section: own})).missed == (f"{section}.{key}",)
    assert is_native(changed(rules, deviation=changed(rules.deviation, tau=Decimal("1.99"))))
