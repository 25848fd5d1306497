"""A report as a table: in the terminal, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from decimal import Decimal

from ..engine.columns import columns_of
from ..engine.explain import columns, signed
from ..engine.report import Report
from ..engine.rounding import half_away, plain
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import as_shown, rating_text
from ..engine.texts import number, say
from ..engine.words.headings import on_ladder
from ..exchange.files import text_cell


def _heading(report: Report, key: str, language: str) -> str:
    return say(language, on_ladder(key, report.rules.ladder is not None))


_SIGNED = ("gain", "change", "rounded")
_RATINGS = ("rating", "rounded", "new", "performance")
_TEXT = ("name", "rank")


def terminal_table(report: Report, language: str = "en") -> str:
    """The report as aligned text, headed by event and rules."""
    has_ids = any(ln.player.id not in ("", ln.player.name) for ln in report.lines)
    used = [column for column in columns_of(report) if column[0] != "id" or has_ids]
    rows = [[_heading(report, f"short_{key}", language) for key, _ in used]]
    for line in report.lines:
        row = []
        for key, value in used:
            found = value(line)
            if found is None:
                row.append("")
            elif isinstance(found, Mapping):
                row.append(found[language])
            else:
                row.append(_shown(key, found, report.rules))
        rows.append(row)
    right = tuple(i for i, (key, _) in enumerate(used) if key not in _TEXT)
    event = report.events[0]
    names = " · ".join(filter(None, [event.name, event.place, str(event.start or "")]))
    rules = say(
        language,
        "explain_rules",
        name=report.rules.names.get(language, report.rules.id),
        reference=report.rules.reference,
    )
    return "\n".join([*([names] if names else []), rules, "", *columns(rows, right)])


def csv_text(report: Report, language: str = "en") -> str:
    """The report as CSV; names that a spreadsheet would take for a formula are quoted by '."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    used = columns_of(report)
    writer.writerow([_heading(report, f"col_{key}", language) for key, _ in used])
    for line in report.lines:
        cells = [_cell(_rounded(key, value(line), report.rules), language) for key, value in used]
        writer.writerow(cells)
    return buffer.getvalue()


def _shown(key: str, value: object, rules: RuleSet) -> str:
    if key in _SIGNED:
        return signed(_rounded(key, value, rules))  # type: ignore[arg-type]
    if key in _RATINGS and isinstance(value, Decimal):
        return rating_text(value, rules)
    return number(value)


def _rounded(key: str, value: object, rules: RuleSet) -> object:
    """The value of a column, a rating or what is added to it with the decimals it is shown with."""
    return as_shown(value, rules) if key in _RATINGS and isinstance(value, Decimal) else value


def _cell(value: object, language: str) -> object:
    if isinstance(value, Mapping):
        return text_cell(value[language])
    if isinstance(value, Decimal):
        return plain(half_away(value, 6))
    return "" if value is None else text_cell(value)


def json_text(report: Report) -> str:
    """The whole report, games and steps included, as JSON."""
    return json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
