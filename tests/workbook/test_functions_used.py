"""The guide lists every function that a template calls: other programs are judged by that list."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from openpyxl.formula import Tokenizer
from workbooks import EXAMPLES, FOLDER, STANDING

from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.templates import empty

_FORMULA = re.compile(r"<(?:f|formula|formula1|formula2|definedName)\b[^>/]*>([^<]+)<")


def formulas(path: Path) -> Iterator[str]:
    """The formulas of cells, marks, lists and names in a file; each text once."""
    found: set[str] = set()
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if re.fullmatch(r"xl/(worksheets/sheet\d+|workbook)\.xml", name):
                text = archive.read(name).decode()
                # Rows differ in their numbers only; LOG10 is no cell.
                found |= {re.sub(r"\d+\b(?!\()", "1", one) for one in _FORMULA.findall(text)}
    return map(unescape, found)


def called(path: Path) -> set[str]:
    """The functions of a file by name."""
    return {name for formula in formulas(path) if "(" in formula for name in named(formula)}


@cache
def named(formula: str) -> frozenset[str]:
    """The functions of a formula; files have most of them in common."""
    return frozenset(
        token.value.strip(":(").upper()
        for token in Tokenizer(f"={formula}").items
        if token.type == "FUNC" and token.subtype == "OPEN"
    )


def listed() -> set[str]:
    """The functions in the guide."""
    guide = (FOLDER / "README.md").read_text("utf-8")
    text = guide.partition("<!-- functions -->")[2].partition("<!-- end -->")[0]
    return set(re.findall(r"`([A-Z][A-Z0-9.]*)`", text))


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory, ready_made: Callable[[str], Path]) -> set[str]:
    """What shipped workbooks call, and those that are written now."""
    folder = tmp_path_factory.mktemp("functions")
    found: set[str] = set()
    for rules in ("fide", "china-pro", "malaysia", "uscf"):
        for format in ("swiss", "round-robin"):
            path = folder / f"{rules}-{format}.xlsx"
            path.write_bytes(to_bytes(build(empty(format, rules, 4))))
            found |= called(path)
    one_each = {name.rsplit("-", 1)[0]: name for name in (*STANDING, *EXAMPLES)}
    for name in one_each.values():
        found |= called(ready_made(name))
    return found


def test_the_guide_lists_the_functions(used: set[str]) -> None:
    """Promise: a function that is not in the guide's list is in no template, nor the other way."""
    assert sorted(used - listed()) == [], "add them to the list in workbook_templates/README.md"
    assert sorted(listed() - used) == [], "no template calls them any more"


def test_no_function_is_newer_than_the_format(used: set[str]) -> None:
    """Issue: Excel 2016 has them all: what came after 2007 stands with a prefix in a file."""
    assert [name for name in used if "." in name or name.startswith("_")] == []
    assert used & {"CONCAT", "TEXTJOIN", "IFS", "SWITCH", "XLOOKUP", "LET", "MAXIFS"} == set()
