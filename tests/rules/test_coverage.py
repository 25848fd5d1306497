"""The table of keys: each stands in it, with a test that fails when it changes, or a reason.

`python -m tests.mutation` writes it, by name only; here a few changes are tried again.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from mutation.steps import changes
from mutation.table import Row, expected, named_tests, read, survivors, without_tests

from xlrating.engine.rules.rulefile import available, contents, find

TESTS = Path(__file__).parents[1]

#: A few seconds; `XLRATING_MUTATIONS=200` tries so many.
SAMPLE = os.environ.get("XLRATING_MUTATIONS", "16")

AGAIN = "run: python -m tests.mutation"


@pytest.fixture(scope="module")
def table() -> dict[str, list[Row]]:
    """The rows that are written."""
    return read()


@pytest.mark.parametrize("name", available())
def test_every_key_is_in_the_table(name: str, table: dict[str, list[Row]]) -> None:
    """Promise: no key of any rule set is without its line, with as many steps as it has."""
    assert without_tests(table.get(name, [])) == expected()[name], f"{AGAIN} --rules {name}"


def test_the_tests_of_the_table_are_there(table: dict[str, list[Row]]) -> None:
    """A test that was renamed or taken out fails nothing any more."""
    named = {test for rows in table.values() for row in rows for test in named_tests(row)}
    assert [test for test in sorted(named) if not _stands(test)] == [], AGAIN


def _stands(test: str) -> bool:
    file, _, function = test.partition("::")
    return function in _functions(TESTS / file)


@cache
def _functions(path: Path) -> frozenset[str]:
    body = ast.parse(path.read_text("utf-8")).body if path.exists() else []
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


def test_what_survives_has_a_reason(table: dict[str, list[Row]]) -> None:
    """Each survivor is named with its reason, and no reason is left of one that is noticed."""
    known, used, without = survivors(), set(), []
    for name in available():
        rows = {row.key: row.tests.split("; ") for row in table.get(name, [])}
        for change in changes(contents(find(name))):
            reasons = [one for one in known if one.is_of(name, change)]
            told = change.key + " " + change.step if change.is_plain else change.step
            survives = f"survives: {told.replace('|', '/')}" in rows.get(change.row, [])
            used.update(reasons)
            if survives != bool(reasons):
                without.append(f"{name} {change.key} {change.step}")
    assert without == []
    assert [one for one in known if one not in used or not one.reason] == []


@pytest.mark.in_turn
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change has a process forked for it")
def test_changes_are_noticed() -> None:
    """A few keys over all rule sets are changed: a test that the table names fails with each."""
    words = [sys.executable, "-m", "tests.mutation", "--sample", SAMPLE]
    done = subprocess.run(words, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert f"changes: {SAMPLE}, survive: 0" in done.stdout
