"""A report as a table, for the terminal and as CSV."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

from ..engine.aligned import fitted, width
from ..engine.columns import cell, columns_of
from ..engine.errors import in_line
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.rounding import half_away, plain
from ..engine.sentences import sentences
from ..engine.texts import say
from ..exchange.text_cells import text_cell
from .answers.answer import AnswerTable
from .answers.events import heading, ratings_table

#: The columns omitted on a narrow terminal, in this order: they can be derived or looked up.
_LEFT_OUT = ("id", "average", "expected", "score", "n", "change")


def terminal_table(
    report: Report, language: str = "en", columns: int | None = None, title: str = ""
) -> str:
    """The report as aligned text, headed by event and rules, at most `columns` wide.

    `title` is the event's name there, if it is not its own.
    """
    table, left = ratings_table(report, language), list[str]()
    rows = _fitted(table, columns)
    for key in _LEFT_OUT:
        if columns is None or max(map(width, rows)) <= columns:
            break
        at = next((at for at, one in enumerate(table.columns) if one.key == key), None)
        if at is not None:
            left.append(table.columns[at].short)
            table = table._replace(
                columns=[*table.columns[:at], *table.columns[at + 1 :]],
                rows=[[*row[:at], *row[at + 1 :]] for row in table.rows],
            )
            rows = _fitted(table, columns)
    event = report.events[0]
    names = " · ".join(filter(None, [title or event.name, event.place, str(event.start or "")]))
    rules = say(
        language,
        "explain_rules",
        name=report.rules.names.get(language, report.rules.id),
        reference=report.rules.shown,
    )
    lines = [*([names] if names else []), rules, "", *rows]
    reasons = [_reason(line, report, language) for line in report.lines if line.new is None]
    if left:
        reasons.append(say(language, "cli_narrow", names=", ".join(left)))
    return "\n".join([*lines, *(["", *reasons] if reasons else [])])


def _fitted(table: AnswerTable, columns: int | None) -> list[str]:
    right = tuple(at for at, one in enumerate(table.columns) if one.is_number)
    rows = [[one.short for one in table.columns], *map(list, table.rows)]
    return fitted(rows, right, columns)


def _reason(line: Line, report: Report, language: str) -> str:
    """Why a player has no rating: the last step of the calculation."""
    said = [item.text for item in sentences(line, language, report.rules)]
    return f"{line.player.no} {in_line(line.player.name)}: {' '.join(said[-1:])}"


def csv_text(report: Report, language: str = "en") -> str:
    """The report as CSV; names that a spreadsheet would treat as formulas get an apostrophe."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    used, is_usual = columns_of(report.rules), report.events[0].scoring.is_usual
    keys = [f"col_{column.key}" for column in used]
    writer.writerow([heading(report.rules, key, language, is_usual) for key in keys])
    for line in report.lines:
        found = (cell(column, column.shown(line), report.rules, language) for column in used)
        writer.writerow(map(_cell, found))
    return buffer.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, Decimal):
        return plain(half_away(value, 6))
    return "" if value is None else text_cell(value)
