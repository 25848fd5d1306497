"""All defined names of the workbook, and the sheets that they read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from ...engine.languages import ENGLISH
from ...engine.rules.references import IGNORED, plain
from ...engine.rules.rulefile import spellings
from ...engine.rules.ruleset import load
from ...exchange.addresses import address
from ...functions import all_functions
from ...workbook.words import quoted
from . import calls, shapes
from .arguments import parameter
from .helpers import HELPERS
from .rules import cell, lists, numbers, of_call, references
from .term import NUMBER

#: The sheet of rules, one row each, and the sheet of their printed tables, one column each.
RULES, LISTS = "Rules", "Lists"

#: Characters ignored in references and in names of rules.
_SIGNS = {"blanks": " \u00a0", "ignored": IGNORED}

#: Columns that are searched rather than read in one row.
WHOLE = {"names": "name", "spellings": "spelling", "ids": "id", "rule_ids": "rule_id"}


class LambdaNames(NamedTuple):
    """The names with their formulas, as typed, and the rows of both sheets.

    `refusals`: why a function gives nothing, per function and rule set; '' if it does.
    """

    names: dict[str, str]
    rules: list[Sequence[Any]]
    lists: list[Sequence[Any]]
    refusals: dict[str, Sequence[str]]


def made(
    more: Mapping[str, str] | None = None, needed: str = "", rules: str = RULES,
    tables: str = LISTS, language: str = ENGLISH,
) -> LambdaNames:  # fmt: skip
    """The functions for all rule sets, reading sheets with these names.

    `more` are other references, by what people type for them; `needed` is the message of functions
    that formulas cannot express; refusals are in the `language`.
    """
    by_typed = {**{one: one for one in references()}, **(more or {})}
    named, known = list(by_typed), [of_call(reference) for reference in by_typed.values()]
    found = dict(HELPERS)
    columns: dict[str, Sequence[Any]] = {"name": named}
    refused: dict[str, Sequence[str]] = {}
    for name, term in shapes.TERMS.items():
        own = shapes.shapes_of(term, known, language)
        columns[f"shape_{name}"] = own.numbers
        refused[name] = own.refusals
        found |= shapes.definitions(name, own)
    for name in calls.ARGUMENTS:
        found |= calls.definitions(name)
    for name in calls.NEED_THE_ENGINE:
        told = '"' + needed.format(name=name) + '"'
        arguments = ",".join(f"[{parameter(p.name)}]" for p in all_functions()[name].parameters)
        found[name] = f"LAMBDA({arguments},{told})"
        if name in calls.WITH_NUMBERS:
            found |= calls.definitions(name, told)
    found = {name: re.sub(r"\n\s*", "", text) for name, text in found.items()}
    asked = dict.fromkeys(key for text in found.values() for key in NUMBER.findall(text))
    at = _Tables(tables)
    listed = [lists(one) for one in known]
    held = [numbers(one) for one in known]
    for key in asked:
        if key in {*columns, *_SIGNS, *WHOLE, "rule_sets"}:
            continue
        if any(key in one for one in listed):
            columns[key] = [at.place(key, one.get(key)) for one in listed]
        else:
            columns[key] = [one.get(key) for one in held]
    columns.setdefault("rule_id", [one["rule_id"] for one in held])
    by_name = dict(spellings())
    for name in by_ids(more or {}):
        by_name |= {plain(one): name for one in (name, *load(by_typed[name]).names.values())}
    columns |= {"spelling": list(by_name), "id": list(by_name.values())}
    below = zip_longest(*(map(cell, c) for c in columns.values()), fillvalue="")
    rows: list[Sequence[Any]] = [tuple(columns), *below]
    high = len(rows) - 1
    ranges = {key: _range(rules, i, i, high) for i, key in enumerate(columns)}
    fills = {key: at.of_row(key, area) for key, area in ranges.items()}
    fills |= {key: quoted(sign) for key, sign in _SIGNS.items()}
    fills |= {key: ranges[column] for key, column in WHOLE.items()}
    fills["names"] = _range(rules, 0, 0, len(named))
    listed_rules = [load(by_typed[name]) for name in by_ids(named)]
    fills["rule_sets"] = at.block([(one.id, one.names["en"], one.source) for one in listed_rules])
    texts = {name: NUMBER.sub(lambda match: fills[match[1]], text) for name, text in found.items()}
    refusals = {name: refused[term] for name, term in calls.TERM_OF.items()}
    return LambdaNames(texts, rows, at.rows(), refusals)


def by_ids(named: Sequence[str] | Mapping[str, str]) -> list[str]:
    """The rule sets themselves, without editions and options."""
    return [name for name in named if "@" not in name and ":" not in name]


class _Tables:
    """The sheet of printed tables while it is filled: each distinct list is a column."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.columns: list[Sequence[Any]] = []
        self.heads: list[str] = []
        self.of: dict[str, dict[Sequence[Any], int]] = {}

    def place(self, key: str, values: tuple[object, ...] | None) -> int | None:
        """The number of a list among those of its kind; it is added if it is new."""
        known = self.of.setdefault(key, {})
        if values is None:
            return None
        if values not in known:
            known[values] = self._add(key, values)
        return list(known).index(values) + 1

    def _add(self, head: str, values: Sequence[Any]) -> int:
        self.heads.append(head)
        self.columns.append([cell(value) for value in values])
        return len(self.columns) - 1

    def of_row(self, key: str, numbers: str) -> str:
        """A formula for the number in one row of the rules, or for the list it refers to."""
        places = self.of.get(key, {})
        found = [_range(self.sheet, i, i, len(values)) for values, i in places.items()]
        one = f"INDEX({numbers},line)"
        return f"CHOOSE({one},{','.join(found)})" if len(found) > 1 else (*found, one)[0]

    def block(self, rows: Sequence[Sequence[Any]]) -> str:
        """Add a table next to the lists; returns its address."""
        first = len(self.columns)
        for column in zip(*rows, strict=True):
            self._add("rule set", column)
        return _range(self.sheet, first, len(self.columns) - 1, len(rows))

    def rows(self) -> list[Sequence[Any]]:
        """The rows of the sheet, headings first."""
        return [self.heads, *zip_longest(*self.columns, fillvalue="")]


def _range(sheet: str, first: int, last: int, high: int) -> str:
    """The address of a number of rows below the headings of a sheet."""
    return f"{sheet}!{address(1, first, 'rc')}:{address(high, last, 'rc')}"
