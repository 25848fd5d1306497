"""What is said of spreadsheet programs is said once, in a file, and so in three languages."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from pyodide_lite import PYODIDE
from workbooks import FOLDER

from xlrating.engine.languages import LANGUAGES
from xlrating.engine.tomlfile import PACKAGE
from xlrating.hosts import HOSTS
from xlrating.workbook import compatibility

#: Where the tables are: those of the workbooks in the guides, those of the functions with them, in
#: English on the page of the functions.
GUIDES = {language: FOLDER / language / "README.md" for language in ("zh", "ru")}
GUIDES["en"] = FOLDER / "README.md"
FUNCTIONS = {**GUIDES, "en": PACKAGE / "functions" / "README.md"}


def _between(page: Path, mark: str) -> str:
    found = re.search(
        rf"<!-- {mark} -->\n(.*?)\n<!-- end of {mark} -->", page.read_text("utf-8"), re.S
    )
    assert found, page
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guides_have_the_tables(language: str) -> None:
    """Promise: the tables of the three guides are made from the file, and nothing else."""
    own = compatibility.table(language)
    assert _between(GUIDES[language], "programs") == own, own
    own = compatibility.functions_table(language)
    assert _between(FUNCTIONS[language], "functions in programs") == own, own


def test_each_entry_says_how_it_is_known() -> None:
    """No claim without its day and ground; whoever was never opened calculates nothing yet."""
    for one in compatibility.known():
        assert set(one.note) == set(LANGUAGES), one.program
        assert (one.how == "never") == (one.sheets == "unknown") == (not one.version), one.program
        assert one.source or one.how != "documents", one.program
        assert not one.advised or one.sheets == "yes", one.program


def test_each_entry_of_the_functions_says_how_it_is_known() -> None:
    """The same of the functions: every host has its entries, and none that nobody opened works."""
    entries = compatibility.known_functions()
    assert {one.host for one in entries} == {*HOSTS, "google"}
    for one in entries:
        assert set(one.note) == set(LANGUAGES), one.program
        assert one.works == "unknown" or one.how in ("calculated", "parts"), one.program
        assert one.how != "never" or not one.version, one.program


def test_versions_are_those_of_the_tests() -> None:
    """What the tests calculate with is what the file names: a new version is a new entry."""
    tested = {"IronCalc": version("ironcalc"), "Excel + xlwings": version("xlwings")}
    named = [(one.program, one.version) for one in compatibility.known()]
    named += [(one.program, one.version) for one in compatibility.known_functions()]
    for program, found in named:
        assert found == tested.get(program, found), program
    lite = next(one for one in compatibility.known_functions() if one.host == "lite")
    assert all(f"Pyodide {PYODIDE}" in note for note in lite.note.values())
