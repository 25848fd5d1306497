"""The block on Check: whether the program at hand calculates these sheets.

That LibreOffice gives every answer is seen by all tests that calculate a workbook there.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import idioms
import ironcalc
import pytest
from iron_calc import in_its_words
from needs import EVERY
from workbooks import natives, write

from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import say, sheets_named_in
from xlrating.workbook.book import build
from xlrating.workbook.compatibility import advised
from xlrating.workbook.file.grid import Book
from xlrating.workbook.plan import Plan
from xlrating.workbook.sheets import dashboard, fitness
from xlrating.workbook.sheets.start_columns import MEANT
from xlrating.workbook.templates import empty

_CELL = re.compile(r"\b[A-Z]{1,2}\$?\d+\b(?!\()|\d+")


def formulas(book: Book) -> Iterator[str]:
    """The formulas of cells and marks, each strip's once."""
    for sheet in book.sheets:
        for own in sheet.cells.strips.values():
            yield from (strip.form.at(strip.index) for strip in own)
        yield from (cell.formula[1:] for cell in sheet.cells.single.values() if cell.formula)
        yield from (mark.formula[1:] for mark in sheet.marks)


def asked(book: Book) -> set[str]:
    """What the formulas of the block ask for."""
    names = book.names
    found = {name: area for name, area in names.items() if name.startswith("fit_")}
    block = (one.formula.replace("[v]", found["fit_v"]) for one in fitness.QUESTIONS)
    return {idiom for formula in block for idiom in idioms.idioms(formula)}


def test_what_an_idiom_is() -> None:
    """The examples beside the parser."""
    assert doctest.testmod(idioms).failed == 0


@pytest.mark.in_turn
@pytest.mark.parametrize("format", ["swiss", "round-robin"])
def test_the_block_asks_for_all_that_formulas_ask_for(format: str) -> None:
    """Promise: every function, list, reference and sign in a formula is in a question with a known
    answer."""
    seen: set[str] = set()
    for rules in natives() if EVERY else ("fide", "malaysia", "china-pro", "dwz", "glicko2"):
        book = build(empty(format, rules, 4))
        known = asked(book)
        for formula in formulas(book):
            # Formulas of neighbours differ in their cells.
            if (form := _CELL.sub("A1", formula)) not in seen:
                seen.add(form)
                lacking = set(idioms.idioms(formula)) - known
                assert not lacking, (rules, lacking, formula)


@pytest.fixture(scope="module")
def plans() -> list[Plan]:
    return [
        empty("swiss", "fide", 4, 3, language=language)
        for language in LANGUAGES[:: 1 if EVERY else 2]
    ]


@pytest.mark.in_turn
def test_a_program_that_gets_it_wrong_is_told(plans: list[Plan], tmp_path: Path) -> None:
    """IronCalc looks no list up in an array: the light says so first of all, and what to use."""
    for plan in plans:
        book = build(plan)
        path = write(plan, tmp_path / f"{plan.language}.xlsx")
        model: Any = ironcalc.load_from_xlsx(str(in_its_words(path)), "en", "UTC", "en")
        model.evaluate()
        start = book.sheets.index(book.sheet("Start"))
        with sheets_named_in(plan.fixed_language):
            told = say(plan.language, "status_unfit", programs=advised())
        assert model.get_cell_value(start, dashboard.LIGHT_ROW + 1, 1) == told
        assert model.get_cell_value(start, dashboard.LIGHT_ROW + 1, MEANT + 1) == 1  # red
