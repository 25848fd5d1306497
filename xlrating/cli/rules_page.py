"""A rule set as a page: its contents, clause by clause, with its options."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from ..engine.rules.frozen import Frozen, parts
from ..engine.rules.ruleset import RuleSet, available, editions, load
from ..engine.rules.sections import ListDay, NationalEvent, Rate, Section, StartRow
from ..engine.rules.sections.event import ApprovedPace
from ..engine.rules.sections.lists import AdjustedBand
from ..engine.texts import number, say
from .answering import give
from .answers.rules import of_rule_set, rules_table
from .exit_codes import OK

if TYPE_CHECKING:
    import argparse

#: The keys of every section.
_COMMON = set(parts(Section))


def show_rules(options: argparse.Namespace) -> int:
    """List the rule sets, or describe one."""
    name, language = options.id, options.language
    if name is None:
        give(dict, lambda: rules_table(language))
    else:
        give(lambda: of_rule_set(name, language))
    if options.news:
        print(news(name, language))
    else:
        print(overview(language) if name is None else page(name, language))
    return OK


def overview(language: str = "en") -> str:
    """All rule sets, one line each."""
    from ..engine.aligned import aligned

    rows = []
    for name in available():
        rules = load(name)
        dates = [str(day) for day in editions(name)]
        since = say(language, "rules_editions", dates=", ".join(dates)) if dates else ""
        rows.append([name, rules.names.get(language, rules.names["en"]), since])
    return "\n".join(aligned(rows))


def news(name: str | None = None, language: str = "en") -> str:
    """When rule sets were last compared with their sources, most recent first."""
    from ..engine.aligned import aligned

    found = [load(name)] if name is not None else [load(one) for one in available()]
    found.sort(key=lambda rules: (-(rules.compared or date.min).toordinal(), rules.id))
    rows = [[str(rules.compared or "–"), rules.id, _source(rules, language)] for rules in found]
    return "\n".join(aligned(rows))


def _source(rules: RuleSet, language: str) -> str:
    return rules.sources.get(language) or rules.source


def _compared(rules: RuleSet, language: str) -> str:
    if rules.compared is None:
        return say(language, "rules_compared_never")
    return say(language, "rules_compared", day=rules.compared)


def page(reference: str, language: str = "en") -> str:
    """One rule set on one page: sections in the regulation's words, numbers, options."""
    rules = load(reference)
    name = rules.names.get(language, rules.names["en"])
    lines = [f"{name}  ({rules.shown})", *_indented(_source(rules, language), 0)]
    lines += [_compared(rules, language), ""]
    about = rules.about.get(language) or rules.about.get("en", "")
    if about:
        lines += [about, ""]
    for part in parts(RuleSet):
        found = getattr(rules, part)
        if isinstance(found, Section):
            lines += _section(part, found, language)
        elif part == "conversions":
            for each in found:
                lines += _section(part, each, language)
    low, high = (number(bound) for bound in rules.bounds)
    lines += _indented(say(language, "rules_taken", low=low, high=high), 0)
    lines += [*_indented(_in(language, rules.scale.reading), 4), ""]
    if rules.classes:
        lines.append(say(language, "rules_classes"))
        for rating_class in rules.classes:
            title = rating_class.names.get(language) or rating_class.names["en"]
            lines.append(f"    {number(rating_class.least):>6}  {title}")
        lines.append("")
    if rules.options:
        lines.append(say(language, "rules_options"))
        for key, option in rules.options.items():
            lines.append(f"    {key} = {option.offered}   [{option.clause}]")
            lines += _indented(_in(language, option.summary), 8)
            lines += _indented(_in(language, option.reading), 8)
        lines.append("")
    dates = editions(reference)
    if len(dates) > 1:
        listed = ", ".join(str(day) for day in dates)
        lines.append(say(language, "rules_editions", dates=listed))
    return "\n".join(lines).rstrip()


def _section(name: str, section: Section, language: str) -> list[str]:
    summary = _in(language, section.summary)
    clause = f"   [{section.clause}]" if section.clause else ""
    if not summary:
        # A user's own file need not explain its keys: they are shown as they are.
        numbers = _numbers(section)
        return [f"[{name}]{clause}", *numbers, ""] if numbers else []
    lines = _indented(f"{summary}{clause}", 0)
    for part in parts(section):
        rows = getattr(section, part)
        if isinstance(rows, tuple) and rows and isinstance(rows[0], Section):
            lines += ["    " + _row(row, language) for row in rows]
    if section.quote:
        lines += _indented(f"« {section.quote} »", 4)
    if section.reading:
        text = _in(language, section.reading)
        lines += _indented(say(language, "rules_reading", text=text), 4)
    return [*lines, ""]


def _numbers(section: Section) -> list[str]:
    """The keys of a section with their values, except omitted ones and rows of tables."""
    found = []
    for part in parts(section):
        value, is_own = getattr(section, part), part not in _COMMON
        if is_own and value != section._defaults.get(part) and not isinstance(value, Frozen):
            rows = value if isinstance(value, tuple) else (value,)
            if rows and isinstance(rows[0], Section):
                found += ["    " + _row(row, "en") for row in rows]
            else:
                found.append(f"    {part} = {', '.join(map(_plain, rows))}")
    return found


def _plain(value: object) -> str:
    return number(value) if isinstance(value, Decimal) else str(value)


def _row(row: Section, language: str) -> str:
    """A row of a table: its words and names, then its numbers."""
    if isinstance(row, Rate):
        key = "row_rate" if row.rating is not None else "row_rate_other"
        return say(language, key, rating=row.rating, minutes=row.minutes)
    if isinstance(row, ListDay):
        return say(language, "row_list", day=row.day, first=row.first, last=row.last)
    if isinstance(row, AdjustedBand):
        key = "row_band" if row.factor == 1 else "row_band_times"
        return say(language, key, below=row.below, base=row.base, factor=row.factor)
    if isinstance(row, ApprovedPace) and row.summary:
        return "    " + _in(language, row.summary)
    words = [_in(language, row.summary)]
    if isinstance(row, NationalEvent):
        words = [_in(language, row.names)]
    numbers = []
    for part in parts(row):
        value = getattr(row, part)
        if isinstance(value, tuple) and value and isinstance(value[0], str):
            words.append("" if words[0] else " / ".join(value))
        elif isinstance(value, Decimal) and value:
            numbers.append(number(value) if part != "per_point" else f"{value:+f} × R")
        elif isinstance(value, str) and value and part not in _COMMON:
            numbers.append(value)
    if isinstance(row, StartRow) and row.women is not None:
        numbers = [say(language, "row_men_women", men=row.rating, women=row.women)]
    return f"{' '.join(numbers):>14}   {' '.join(filter(None, words))}"


def _in(language: str, texts: Mapping[str, str]) -> str:
    """A text of the rule file in this language, otherwise in English."""
    return texts.get(language) or texts.get("en", "")


def _indented(text: str, by: int) -> list[str]:
    from ..engine.aligned import wrapped

    return [" " * by + line for line in wrapped(text, 96 - by)]


def readme_table() -> str:
    """The rule sets as a table for the README."""
    rows = ["| rule set | regulation | editions from |", "| --- | --- | --- |"]
    for name in available():
        rules = load(name)
        dates = ", ".join(str(day) for day in editions(name))
        rows.append(f"| `{name}` | {rules.names['en']} ({rules.names['zh']}) | {dates} |")
    return "\n".join(rows)
