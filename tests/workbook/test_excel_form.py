"""Every workbook that is written anywhere has the form that Excel itself writes."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from pathlib import Path

import excel_rules
import pytest
from excel_rules import broken_rules, schema_errors
from needs import EVERY, some
from workbooks import EVENTS, SCRIPT, SHIPPED, STANDING, TEMPLATES, write

from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
from xlrating.workbook.templates import empty

SMALL = ("--rules", "fide", "--players", "6", "--rounds", "3")
#: What commands write, one file of each kind.
WRITTEN: dict[str, tuple[str, ...]] = {
    "new.xlsx": ("new", "swiss", "--rules", "cxa-rapid", "--players", "9", "--language", "zh"),
    "live.xlsx": ("new", "swiss", *SMALL, "--functions", "libreoffice"),
    "live.xlsm": ("new", "swiss", *SMALL, "--functions", "excel"),
    "live-lambda.xlsx": ("new", "swiss", *SMALL, "--functions", "lambda"),
    "live-lite.xlsx": ("new", "round-robin", "--rules", "dwz", "--functions", "lite"),
    "addin.xlsm": ("addin", "excel"),
    "lambda.xlsx": ("addin", "lambda", "--language", "ru"),
    "lite.xlsx": ("addin", "lite"),
    "championship.xlsx": ("rate", str(EVENTS / "us-championship-2025" / "games.csv")),
    "exercises.xlsx": ("rate", str(EVENTS / "tec-swiss-2023" / "crosstable.csv")),
    "values.xlsx": ("rate", str(EVENTS / "tec-swiss-2023" / "crosstable.csv"), "uscf"),
    "list.xlsx": (
        "federation",
        str(EVENTS / "us-championship-2025" / "players.csv"),
        str(EVENTS / "us-championship-2025"),
    ),
}


@pytest.fixture(scope="module")
def written(
    tmp_path_factory: pytest.TempPathFactory, ready_made: Callable[[str], Path]
) -> list[Path]:
    """A small template of every eighth rule set, and half of the kinds of files that commands write.

    What is shipped has the same cells in more rows; where every size is asked for it is here too,
    and every rule set and kind.
    """
    folder = tmp_path_factory.mktemp("written")
    for number, rules in enumerate(some(TEMPLATES, 8)):
        format, language = ("swiss", "round-robin")[number % 2], LANGUAGES[number % 3]
        plan = empty(format, rules, 6, language=language)
        write(plan, folder / f"{rules}.xlsx")
    for name, (command, *words) in some(WRITTEN.items(), 2):
        if command in ("rate", "federation"):
            rules = words.pop() if len(words) == 2 and command == "rate" else "fide"
            words += ["--rules", rules]
        assert main([command, *words, "-o", str(folder / name)]) == 0, name
    sheet = str(folder / "sheet.xlsx")
    assert main(["addin", "libreoffice", "-o", str(folder / "a.oxt"), "--sheet", sheet]) == 0
    widest = SCRIPT.Template("fide", "en", 16, cycles=2)  # of the most rounds
    write(widest.plan, folder / "widest.xlsx")
    many = [*SHIPPED, *map(ready_made, STANDING)] if EVERY else []
    return [*many, *folder.glob("*.xls[xm]")]


@pytest.mark.in_turn
def test_rules_that_the_schema_does_not_know(written: list[Path]) -> None:
    """[MS-XLS] 2.5.198.118 and Excel's limits: nothing forbidden is shared, no mark leaves its sheet."""
    found = {path.name: broken_rules(path) for path in written}
    assert {name: said[:3] for name, said in found.items() if said} == {}


@pytest.mark.in_turn
def test_microsofts_validator(written: list[Path]) -> None:
    """The Open XML SDK has nothing against any of them."""
    assert schema_errors(written) == {}


def test_what_no_shared_formula_may_hold_is_seen() -> None:
    """[MS-XLS] 2.5.198.118: each kind of token is found, as the examples beside the rules say."""
    found = doctest.testmod(excel_rules)
    assert found.attempted > 4 and found.failed == 0


def test_the_rules_see_what_they_are_for(tmp_path: Path) -> None:
    """Each rule finds the fault that it is written for."""
    from xlsxwriter import Workbook

    faults: dict[str, Callable[..., object]] = {
        "conditional format": lambda book, page: page.conditional_format(
            "A1", {"type": "formula", "criteria": "=Other!$A$1=1", "format": book.add_format()}
        ),
        "letters in a formula": lambda _, page: page.write_formula("A1", f'="{"x" * 256}"'),
        "too many arguments": lambda _, page: page.write_formula("A1", f"=SUM({'1,' * 300}1)"),
        " wide": lambda _, page: page.set_column(0, 0, 256),
        "too deep": lambda _, page: page.write_formula("A1", f"={'ABS(' * 65}1{')' * 65}"),
    }
    for fault, make in faults.items():
        path = tmp_path / "fault.xlsx"
        with Workbook(path) as book:
            page = book.add_worksheet()
            book.add_worksheet("Other")
            make(book, page)
        assert any(fault in said for said in broken_rules(path)), fault
