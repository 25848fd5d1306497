"""A report as a table: in the terminal, as CSV, as JSON. One list of columns for all."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal

from ..engine.explain import columns, signed
from ..engine.report import Line, Report
from ..engine.rounding import half_away, plain
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import as_shown, rating_text
from ..engine.texts import number, say
from ..engine.words.headings import on_ladder

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
    ("rank", lambda line: line.rank),
)


def columns_of(report: Report) -> list[tuple[str, Callable[[Line], object]]]:
    """The columns of a report: ranks where the rule set has a ladder of them."""
    has_ranks = report.rules.ladder is not None
    return [column for column in COLUMNS if has_ranks or column[0] != "rank"]


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


#: Where a program begins a new row or cell, whatever stands around it.
_BREAKS = re.compile("[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")

#: What programs take for the beginning of a formula, some of them in full width, too; also behind
#: a semicolon, which parts cells where the comma is the sign of decimals.
_FORMULA = re.compile("(^|;)(?=\\s*[=+@＝＋－＠-])")


def text_cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula, nor for two rows.

    A text that begins like a formula is quoted by ', a break of line in one is a blank.

    >>> text_cell("=A1"), text_cell(-3), text_cell("A\\r=B1;+1")
    ("'=A1", -3, "A =B1;'+1")
    """
    return _FORMULA.sub(r"\1'", _BREAKS.sub(" ", value)) if isinstance(value, str) else value


def json_text(report: Report) -> str:
    """The whole report, games and steps included, as JSON."""
    return json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
