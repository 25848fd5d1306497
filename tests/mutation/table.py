"""The table of keys and of the tests that fail when they change: `tests/rules/COVERAGE.md`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from xlrating.engine.rules.rulefile import available, contents, find

from .steps import Change, changes

TABLE = Path(__file__).parents[1] / "rules" / "COVERAGE.md"
SURVIVORS = Path(__file__).with_name("survivors.toml")

HEAD = """\
# Keys and the tests that fail when they change

Written by `python -m tests.mutation`: every key of every rule set is changed by one step (a number by
one in its last place, up and down; a truth value, a choice or a name to each other one; a day to the
day before and after; a row or an entry left out), and the tests run until one fails. What no test
notices is in `tests/mutation/survivors.toml` with the reason.
"""

#: The most tests that a row names.
_NAMED = 3

_ROW = re.compile(r"\| (.*) \| `(.*)` \| (\d+) \| (.*) \|")


#: What identifies a change in its rule set: its key and its step.
Step = tuple[str, str]


class Row(NamedTuple):
    """The clause, the key, how many steps change it, and the tests that fail."""

    clause: str
    key: str
    steps: int
    tests: str


class Survivor(NamedTuple):
    """A change that no test can notice, and why."""

    rules: str
    key: str
    step: str
    reason: str

    def is_of(self, name: str, change: Change) -> bool:
        """Whether this entry is about `change` in the rule set `name`; `*` matches any text."""
        return (
            self.rules in (name, "*")
            and fnmatchcase(change.key, self.key.replace("[", "[[]"))
            and fnmatchcase(change.step, self.step.replace("[", "[[]"))
        )


def survivors() -> list[Survivor]:
    """The entries of `survivors.toml`."""
    known = tomllib.loads(SURVIVORS.read_text("utf-8"))
    return [Survivor(**one) for one in known.get("survivor", [])]


def rows_of(name: str, tests: dict[Step, str] | None = None) -> list[Row]:
    """The rows of a rule set; with `tests`, the failing test of each step, they name what fails."""
    found: dict[str, list[Change]] = {}
    for change in changes(contents(find(name))):
        found.setdefault(change.row, []).append(change)
    return [
        Row(group[0].clause, key, len(group), _told(group, tests)) for key, group in found.items()
    ]


def _told(group: list[Change], tests: dict[Step, str] | None) -> str:
    if tests is None:
        return ""
    failed = [tests[change.key, change.step] for change in group]
    names = dict.fromkeys(re.sub(r"\[.*", "", test) for test in failed if test)
    told = [f"`{name}`" for name in list(names)[:_NAMED]]
    if len(names) > _NAMED:
        told.append(f"{len(names) - _NAMED} more")
    left = [
        f"{change.key} {change.step}" if change.is_plain else change.step
        for change, test in zip(group, failed, strict=True)
        if not test
    ]
    return (
        ", ".join(told)
        + ("; " if told and left else "")
        + "; ".join(f"survives: {step}" for step in left)
    )


def written(rows: dict[str, list[Row]]) -> str:
    """The text of the table's file with these rows of each rule set."""
    count = sum(row.steps for group in rows.values() for row in group)
    left = sum(row.tests.count("survives: ") for group in rows.values() for row in group)
    lines = [HEAD, f"{count} changes, {left} survive."]
    for name, group in rows.items():
        lines += [
            "",
            f"## {name}",
            "",
            "| clause | key | steps | what fails |",
            "| --- | --- | --- | --- |",
        ]
        lines += [
            f"| {_cell(r.clause)} | `{_cell(r.key)}` | {r.steps} | {_cell(r.tests)} |"
            for r in group
        ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "/")


def read() -> dict[str, list[Row]]:
    """The rows of each rule set in the table's file."""
    found: dict[str, list[Row]] = {}
    for part in TABLE.read_text("utf-8").split("\n## ")[1:]:
        name, *lines = part.splitlines()
        rows = (_ROW.fullmatch(line) for line in lines)
        found[name] = [Row(r[1], r[2], int(r[3]), r[4]) for r in rows if r]
    return found


def without_tests(rows: Iterable[Row]) -> list[Row]:
    """The rows without their tests: the part of the table that only the rule files decide."""
    return [Row(_cell(row.clause), _cell(row.key), row.steps, "") for row in rows]


def named_tests(row: Row) -> list[str]:
    """The test functions that a row names."""
    return re.findall(r"`([^`]+)`", row.tests)


def expected() -> dict[str, list[Row]]:
    """The rows, without tests, that the table must have for the rule files as they are."""
    return {name: without_tests(rows_of(name)) for name in available()}
