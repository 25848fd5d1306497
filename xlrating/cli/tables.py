"""A report as a table: in the terminal, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

from ..engine.aligned import aligned
from ..engine.columns import cell, columns_of, text, win_points
from ..engine.errors import in_line
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.rounding import half_away, plain
from ..engine.sentences import sentences
from ..engine.texts import say
from ..engine.words.headings import on_ladder
from ..exchange.text_cells import text_cell


def _heading(report: Report, key: str, language: str) -> str:
    said = say(language, on_ladder(key, report.rules.ladder is not None))
    if key.endswith("_points") and win_points(report.rules) > 1:
        # Players know 2, 1 and 0: of points that ratings are made from it is said which they are.
        said += f" {say(language, 'col_points_one')}"
    return said


def terminal_table(report: Report, language: str = "en") -> str:
    """The report as aligned text, headed by event and rules."""
    has_ids = any(ln.player.id not in ("", ln.player.name) for ln in report.lines)
    used = [column for column in columns_of(report.rules) if column.key != "id" or has_ids]
    rows = [[_heading(report, f"short_{column.key}", language) for column in used]]
    rows += [
        [text(column, column.shown(line), report.rules, language) for column in used]
        for line in report.lines
    ]
    right = tuple(i for i, column in enumerate(used) if column.kind != "text")
    event = report.events[0]
    names = " · ".join(filter(None, [event.name, event.place, str(event.start or "")]))
    rules = say(
        language,
        "explain_rules",
        name=report.rules.names.get(language, report.rules.id),
        reference=report.rules.shown,
    )
    table = [*([names] if names else []), rules, "", *aligned(rows, right)]
    reasons = [_reason(line, report, language) for line in report.lines if line.new is None]
    return "\n".join([*table, *(["", *reasons] if reasons else [])])


def _reason(line: Line, report: Report, language: str) -> str:
    """Why somebody has no rating: the last step of the calculation."""
    said = [item.text for item in sentences(line, language, report.rules)]
    return f"{line.player.no} {in_line(line.player.name)}: {' '.join(said[-1:])}"


def csv_text(report: Report, language: str = "en") -> str:
    """The report as CSV; names that a spreadsheet would take for a formula are quoted by '."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    used = columns_of(report.rules)
    writer.writerow([_heading(report, f"col_{column.key}", language) for column in used])
    for line in report.lines:
        found = (cell(column, column.shown(line), report.rules, language) for column in used)
        writer.writerow(map(_cell, found))
    return buffer.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, Decimal):
        return plain(half_away(value, 6))
    return "" if value is None else text_cell(value)


def json_text(report: Report) -> str:
    """The whole report, games and steps included, as JSON."""
    return json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
