"""The rule sets as rows of a sheet, from which formulas read them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from ...engine.errors import ArgumentError
from ...engine.languages import LANGUAGES
from ...engine.problem import make_error
from ...engine.rounding import plain
from ...engine.rules.frozen import changed
from ...engine.rules.ruleset import RuleSet, available, editions, load
from ...engine.rules.sections.coefficient import conditions
from ...engine.scoring import Scoring
from ...engine.terms.provisional import temporary_rating
from ...workbook.formulas.rule_numbers import sections
from ...workbook.sheets.rules import lists_of

#: The cell for a number that a rule set lacks: neither a number nor blank.
NONE = "-"

#: Numbers that no template uses: the path of their section, and its keys with their cells.
_MORE: Mapping[str, Mapping[str, str]] = {
    "deviation": {"rd_rounds": "rounds"},
    "percentage": {"dp_full": "full"},
    "initial": {"first_per_win": "per_win"},
    "pooled": {"pooled_least": "least_games"},
    "change": {"each": "each"},
}  # fmt: skip


def references() -> list[str]:
    """The references that the functions accept: every rule set, edition and single option."""
    return [one for name in available() for one in _forms(name)]


def of_files(files: Iterable[str]) -> dict[str, str]:
    """The references of rule files, by the name that people type: the file's without extension.

    Raises `ArgumentError` for a name that already exists.
    """
    found: dict[str, str] = {}
    for file in files:
        name = Path(file).stem
        if name in available() or name in found:
            raise make_error(ArgumentError, "opt_rules_taken", file, name=name)
        found |= {name + form.removeprefix(file): form for form in _forms(file)}
    return found


def _forms(name: str) -> list[str]:
    """A rule set with each of its editions and single options."""
    options = load(name).options.items()
    variants = ["", *(f":{key}={c}" for key, option in options for c in option.choices[1:])]
    days = ["", *(f"@{day}" for day in editions(name))]
    return list(dict.fromkeys(name + day + variant for day in days for variant in variants))


def of_call(reference: str) -> RuleSet:
    """Rules as the functions use them: their games have no pace."""
    rules = load(reference)
    found: RuleSet = changed(rules, change=changed(rules.change, weights=None))
    return found


def numbers(rules: RuleSet) -> dict[str, Any]:
    """Every number that formulas may use, by its cell."""
    found: dict[str, Any] = {}
    for _, _, listed in sections(rules, None):
        for number in listed:
            found.setdefault(number.cell, number.value)
    for name, cells in _MORE.items():
        part = getattr(rules, name)
        found.update({cell: getattr(part, key, None) for cell, key in cells.items()})
    for place, row in enumerate(rules.coefficient.own if rules.coefficient else (), 1):
        found[f"own{place}"] = row.k
        found.update({f"own{place}_{c.fact}": c.bound for c in conditions(row)})
    for place, way in enumerate(rules.conversions, 1):
        keys = ("to", "of", "base", "factor", "above")
        found.update({f"way{place}_{key}": getattr(way, key) for key in keys})
    found["lowest"], found["highest"] = rules.bounds
    if rules.passes is not None:
        found["start_unknown"] = temporary_rating(None, rules.passes)
    found["rule_id"] = rules.id
    return found


def lists(rules: RuleSet) -> dict[str, tuple[object, ...]]:
    """The printed tables, by their names in formulas."""
    listed = lists_of(rules, native=True, language="en", scoring=Scoring())
    found = {one.key: tuple(one.values) for one in listed}
    classes = sorted(rules.classes, key=lambda one: one.least)
    if classes:
        found["class_least"] = tuple(one.least for one in classes)
        for language in LANGUAGES:
            names = (one.names.get(language) or one.names["en"] for one in classes)
            found[f"class_{language}"] = tuple(names)
    return found


def cell(value: Any) -> object:
    """A number of the rules as a cell value."""
    if value is None or value == "":
        return NONE
    return plain(value) if isinstance(value, Decimal) else value
