"""A report as a table: in the terminal, as CSV, as JSON. One list of columns for all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

from .explain import columns, number, signed
from .report import Line, Report
from .rounding import half_away, plain
from .texts import say

#: The columns, by their text key, and the value each takes from a line.
COLUMNS: tuple[tuple[str, Callable[[Line], object]], ...] = (
    ("no", lambda line: line.player.no),
    ("id", lambda line: line.player.id),
    ("name", lambda line: line.player.name),
    ("rating", lambda line: line.brought),
    ("points", lambda line: line.points),
    ("average", lambda line: line.average),
    ("n", lambda line: line.n),
    ("score", lambda line: line.score if line.n else None),
    ("expected", lambda line: line.expected if line.n else None),
    ("gain", lambda line: line.gain if line.n else None),
    ("k", lambda line: line.k),
    ("change", lambda line: line.change),
    ("rounded", lambda line: line.rounded),
    ("new", lambda line: line.new),
    ("performance", lambda line: line.performance),
)

_SIGNED = ("gain", "change", "rounded")
_TEXT = ("name",)


def terminal_table(report: Report, language: str = "en") -> str:
    """The report as aligned text, headed by event and rules."""
    used = [c for c in COLUMNS if c[0] != "id" or any(ln.player.id for ln in report.lines)]
    used = [
        c
        for c in used
        if c[0] != "id" or any(ln.player.id != ln.player.name for ln in report.lines)
    ]
    rows = [[say(language, f"short_{key}") for key, _ in used]]
    for line in report.lines:
        row = []
        for key, value in used:
            found = value(line)
            if found is None:
                row.append("")
            else:
                row.append(signed(found) if key in _SIGNED else number(found))  # type: ignore[arg-type]
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
    writer.writerow([say(language, f"col_{key}") for key, _ in COLUMNS])
    for line in report.lines:
        writer.writerow([_cell(value(line)) for _, value in COLUMNS])
    return buffer.getvalue()


def _cell(value: object) -> object:
    from decimal import Decimal

    if isinstance(value, Decimal):
        return plain(half_away(value, 6))
    return "" if value is None else text_cell(value)


def text_cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula: such a text is quoted by '.

    >>> text_cell("=A1"), text_cell(-3)
    ("'=A1", -3)
    """
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value


def json_text(report: Report) -> str:
    """The whole report, games and steps included, as JSON."""
    return json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
