"""The table of what looks beyond one event: each clause is one of its rule set, each test is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from xlrating.engine.rules.rulefile import FOLDER, available, contents, find
from xlrating.engine.rules.ruleset import load

TESTS = Path(__file__).parents[1]
#: Rule sets that rate every event by itself, or no event.
NONE = {"elo", "chessmetrics", "thompson"}


class Row(NamedTuple):
    """A row of the table."""

    rules: str
    clause: str
    refers: str
    kept: str
    test: str


def table() -> Iterator[Row]:
    """The rows of the table in the README."""
    text = (FOLDER / "README.md").read_text("utf-8")
    part = text.partition("<!-- beyond: checked")[2].partition("<!-- beyond: end -->")[0]
    for line in part.splitlines()[3:]:
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        _, clause, refers, kept, _ = cells
        yield Row(cells[0].strip("` "), clause, refers, kept, cells[4].strip("`| "))


def clauses(raw: Any) -> set[str]:
    """Every clause that a rule file names, examples apart."""
    if isinstance(raw, list):
        return set().union(*map(clauses, raw))
    if not isinstance(raw, dict):
        return set()
    own = {raw["clause"]} if isinstance(raw.get("clause"), str) else set()
    return own.union(*(clauses(value) for key, value in raw.items() if key != "examples"))


def test_every_row_names_a_clause_and_a_test() -> None:
    """Promise: no clause of the table is without a place where it is kept, and a test."""
    rows = list(table())
    assert len(rows) > 40
    for row in rows:
        assert row.clause in clauses(contents(find(row.rules))), row
        assert row.refers and row.kept, row
        file, _, name = row.test.partition("::")
        assert re.search(rf"^def {name}\(", (TESTS / file).read_text("utf-8"), re.M), row


def test_every_rule_set_is_asked() -> None:
    """Promise: a rule set without a row is named as one that needs none."""
    assert {row.rules for row in table()} == set(available()) - NONE


def test_what_a_rule_file_says_of_other_lists_is_in_the_table() -> None:
    """Promise: what keeps results, peaks, absences or days between lists has a row."""
    named: dict[str, str] = {}
    for row in table():
        named[row.rules] = named.get(row.rules, "") + row.kept + row.refers
    for name in available():
        rules, told = load(name), named.get(name, "")
        if rules.initial is not None and rules.initial.pool_months is not None:
            assert "`pool`" in told, name
        if rules.pooled is not None:
            assert "`performances`" in told, name
        facts = {
            condition
            for row in (rules.coefficient.rows if rules.coefficient else ())
            for condition in row.when
        }
        for fact in ("peak", "games"):
            assert fact not in facts or f"`{fact}`" in told, (name, fact)
        assert "age" not in facts or "`born`" in told, name
        if rules.coefficient is not None and rules.coefficient.development is not None:
            assert "`index`" in told, name
        if rules.absence is not None:
            assert "`absent`" in told, name
        if rules.start is not None and rules.start.raises:
            assert "`new_title`" in told, name
        if rules.deviation is not None:
            assert "`rd`, `periods`" in told, name
        if rules.adjustment is not None:
            assert "list of a day" in told, name
        together = rules.calendar is not None and rules.calendar.rated == "together"
        assert not together or "period" in told, name
