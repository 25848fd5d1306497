"""The functions of one rule set as definitions for the named functions of Google Sheets.

The formulas are those of the workbook, filled with the numbers of the rules themselves, because
a file cannot bring names along there, and each must be pasted by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from ...engine.errors import NotKnownError
from ...engine.rounding import plain
from ...engine.rules.references import IGNORED
from ...engine.rules.ruleset import RuleSet
from ...functions.help import function_help, words
from ...workbook.formulas.typed import is_one_of
from ...workbook.formulas.watch import NoFormulaError
from . import by_list, calls, shapes
from .arguments import parameter
from .helpers import HELPERS
from .names import WHOLE
from .rules import NONE, lists, numbers, of_call, references
from .term import NUMBER, let

#: Functions that need other rules in the workbook, as they are defined here.
_CORES = {"CONVERT_RATING": 'XLR.CONVERTED([rating],IF(TRIM([to])="","elo",[to]))'}
#: Excel functions that Google Sheets lacks.
_MISSING = re.compile(r"\b(?:TAKE|ISOMITTED)\(")
_CALLED = re.compile(r"XLR\.[\w.]+")


class NamedFunction(NamedTuple):
    """A named function: its name, its arguments, its definition."""

    name: str
    arguments: tuple[str, ...]
    formula: str


def page(reference: str, language: str = "en") -> str:
    """The page: how to paste, then every function, each after those that it calls."""
    lines = [f"# {words('google_title')[language].format(rules=reference)}", ""]
    lines += [words("google_about")[language]]
    for one in definitions(reference):
        about = "" if one.name.startswith("XLR_") else function_help(one.name, language)
        lines += ["", f"## {one.name}", *(["", about] if about else []), ""]
        lines += [f"`{', '.join(one.arguments)}`", "", "```", f"={one.formula}", "```"]
    return "\n".join(lines) + "\n"


def definitions(reference: str) -> list[NamedFunction]:
    """The named functions of a rule set, each after those that it calls.

    Functions that these rules or Google Sheets do not support are left out.
    """
    rules = of_call(reference)
    known = {name: _taken_apart(name, text) for name, text in HELPERS.items()}

    def know(name: str, arguments: tuple[str, ...], formula: str) -> None:
        known[name] = NamedFunction(name, arguments, formula)

    for name, term in shapes.TERMS.items():
        try:
            text = term.text(rules)
        except (NotKnownError, NoFormulaError):
            continue
        know(f"XLR.{name}", (*term.parameters.split(","), "line"), text)
    for name, arguments in calls.ARGUMENTS.items():
        kept = tuple(parameter(one) for one in arguments if one != "ruleset")
        core = _CORES.get(name, "")
        know(name, kept, calls.body(name, line="1", core=core))
        if ranges := calls.of_ranges(name, core, cuts=False):
            know(calls.EACH + name, *ranges)
    if converted := _converted(rules):
        know("XLR.CONVERTED", ("rating", "other"), converted)
    # There are no other rules on the page.
    row = ",".join(map(_literal, (rules.id, rules.names["en"], rules.source)))
    know("RULE_SETS", (), f"HSTACK({row})")
    values = {**numbers(rules), **lists(rules), "blanks": " \u00a0", "ignored": IGNORED}
    values |= {f"shape_{name}": int(f"XLR.{name}" in known) for name in shapes.TERMS}
    found: dict[str, NamedFunction] = {}
    for name in calls.ARGUMENTS:
        if _can_be(name, known):
            for one in _called(name, known):
                found.setdefault(one, _named(known[one], values))
    return list(found.values())


def _converted(rules: RuleSet) -> str:
    """A rating converted to the scale of the rules `other`, by name; '' if it is unknown."""
    by_text: dict[str, list[str]] = {}
    for name in references():
        if text := _conversion(rules, of_call(name)):
            by_text.setdefault(text, []).append(name)
    text = "NA()" if by_text else ""
    for found, names in by_text.items():
        text = f"IF({is_one_of('other', names)},{found},{text})"
    return text


def _conversion(rules: RuleSet, other: RuleSet) -> str:
    """A rating converted to other rules' scale, as defined by either; '' if neither does."""
    is_told = any(way.to == other.id for way in rules.conversions)
    is_told_back = any(rules.id in (way.to, way.of) for way in other.conversions)
    there, back = (
        _filled(text(one), numbers(one)).replace("other=", f'"{meant}"=') if told else ""
        for text, one, meant, told in (
            (by_list.to_other, rules, other.id, is_told),
            (by_list.of_other, other, rules.id, is_told_back),
        )
    )
    if there and back:
        return let(f"IF(ISNUMBER(found),found,{back})", found=there)
    return there or back


def _filled(text: str, values: Mapping[str, object]) -> str:
    return NUMBER.sub(lambda found: _literal(values.get(found[1])), text)


def _taken_apart(name: str, formula: str) -> NamedFunction:
    """The parameters and the body of a LAMBDA."""
    found = re.match(r"LAMBDA\(((?:[a-z]\w*,\s*)*)", formula)
    assert found is not None
    arguments = tuple(part.strip() for part in found[1].split(",")[:-1])
    return NamedFunction(name, arguments, formula[found.end() : -1])


def _called(name: str, known: Mapping[str, NamedFunction]) -> Iterator[str]:
    """All names that a name calls, each after those it calls itself, and finally the name."""
    seen: dict[str, None] = {}

    def visit(one: str) -> Iterator[str]:
        if one not in seen:
            seen[one] = None
            for other in _CALLED.findall(known[one].formula) if one in known else ():
                yield from visit(other)
            yield one

    return visit(name)


def _can_be(name: str, known: Mapping[str, NamedFunction]) -> bool:
    """Whether these rules have all that a function calls, and Google Sheets supports it."""
    for one in _called(name, known):
        if one not in known or _MISSING.search(known[one].formula):
            return False
        if WHOLE.keys() & set(NUMBER.findall(known[one].formula)):
            return False
    return True


def _named(one: NamedFunction, values: Mapping[str, object]) -> NamedFunction:
    plain_text = re.sub(r"\n\s*", "", one.formula)
    formula = _CALLED.sub(lambda found: _spelt(found[0]), _filled(plain_text, values))
    return NamedFunction(_spelt(one.name), one.arguments, f"ARRAYFORMULA({formula})")


def _spelt(name: str) -> str:
    """A name reduced to letters, digits and underscores."""
    return name.replace(".", "_")


def _literal(value: object) -> str:
    """A number, a text or a list of them as a formula literal."""
    if value is None or value == "":
        return f'"{NONE}"'
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, tuple):
        return "{" + ";".join(map(_literal, value)) + "}"
    return str(plain(value) if isinstance(value, Decimal) else value)
