"""The Rules sheet: the regulation's numbers and tables, clause by clause.

The formulas of the other sheets read these cells; nothing is a constant in a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import NotKnownError
from ..event import RESULTS
from ..expectancy import HUNDREDTH, rating_difference
from ..rounding import HALF, ONE
from ..ruleset import RuleSet
from ..sections.base import Section
from ..texts import LANGUAGES
from . import own_numbers
from .grid import Cell, Sheet, address
from .native import is_native, reading
from .opening import title_key
from .rule_numbers import LISTS, sections
from .table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Builder
from .watch import is_watched, unwatched

#: Columns of the sheet: clause, words, value; then the tables.
CLAUSE, WORDS, VALUE, RESULT, EXPECTED, SHARE, TITLES, PLACES = 0, 1, 2, 4, 9, 14, 17, 23


def add(builder: Builder) -> Sheet:
    """Lay the sheet out and register its cells; needed before any formula is rendered."""
    sheet = Sheet("Rules", tab="gray")
    builder.book.sheets.append(sheet)
    rules = builder.plan.rules
    row = FIRST_ROW
    settable, own = own_numbers.settable(rules), dict[str, tuple[int, int]]()
    read = None if is_watched(rules) else reading(rules).cells
    for section, numbers in sections(unwatched(rules), read):
        _summary(builder, sheet, row, section)
        row += 1
        for number in numbers:
            sheet.put(row, WORDS, builder.heading(number.words, "label"))
            sheet.put(row, VALUE, Cell(number.value, style="param"))
            builder.name(number.cell, sheet.name, row, VALUE)
            builder.sources[number.cell] = (number.key,)
            if number.key in settable:
                own[settable[number.key]] = (row, VALUE)
            row += 1
    for col, key in ((CLAUSE, "rules_clause"), (WORDS, "rules_text"), (VALUE, "rules_value")):
        sheet.put(HEAD_ROW, col, builder.heading(key, "head"))
    sheet.widths = {CLAUSE: 17, WORDS: 80, VALUE: 10, 3: 2, 8: 2, 13: 2}
    sheet.widths |= {RESULT: 13, RESULT + 1: 8, RESULT + 2: 8, RESULT + 3: 10}
    last, width = _tables(builder, sheet)
    last = max(row, last)
    for col in range(RESULT + 4, width):
        # A table that the regulation does not have takes no room.
        if (HEAD_ROW, col) not in sheet.cells:
            sheet.widths[col] = 0.5
    sheet.freeze = (FIRST_ROW, 0)
    sheet.repeat_row = HEAD_ROW
    sheet.print_columns, sheet.print_rows = width, last
    days = ("start", "end") if rules.dated_by == "start" else ("end", "start")
    builder.cells["day"] = 'IF(day_{0}="",day_{1},day_{0})'.format(*days)
    builder.cells["year"] = f"INT({builder.cells['day']}/10000)"
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_rules", "title"))
    note = f" · {rules.source}"
    formula = f"=file_rules&{_quoted(note)}"
    sheet.put(NOTE_ROW, 0, Cell(f"{rules.reference}{note}", formula, "note"))
    if not is_watched(rules):
        own_numbers.add(builder, own)
    return sheet


def printed(sheet: Sheet) -> tuple[Sheet, str]:
    """A hidden copy of the numbers of the Rules sheet, and how many of them were changed there."""
    copy = Sheet("Regulation", hidden=True)
    for (row, col), cell in sheet.cells.items():
        if row > HEAD_ROW and col >= VALUE and not cell.formula and cell.shown != "":
            # A number of one's own is no change.
            own = f"={sheet.name}!{address(row, col)}" if cell.style.startswith("input") else ""
            copy.put(row, col, Cell(cell.value, own))
    last = max(row for row, _ in copy.cells)
    columns = sorted({col for _, col in copy.cells})
    areas = [f"{address(FIRST_ROW, col, 'rc')}:{address(last, col, 'rc')}" for col in columns]
    changed = (f"SUMPRODUCT(1*({sheet.name}!{a}<>{copy.name}!{a}))" for a in areas)
    return copy, "+".join(changed)


def _summary(builder: Builder, sheet: Sheet, row: int, section: Section) -> None:
    sheet.put(row, CLAUSE, Cell(section.clause, style="clause"))
    words = _translated(builder, section.summary, "summary")
    sheet.put(row, WORDS, words)
    now = str(words.value)
    sheet.put(row, VALUE, Cell("", style="summary"))
    lines = -(-max(len(now), 2 * sum(ord(letter) > 0x2E80 for letter in now)) // 108)
    if lines > 1:
        sheet.heights[row] = 14.0 * lines


def _translated(builder: Builder, texts: Mapping[str, str], style: str) -> Cell:
    """A cell with a text of the rule set in the language of the workbook."""
    words = [texts.get(language) or texts.get("en", "") for language in LANGUAGES]
    now = words[LANGUAGES.index(builder.plan.language)]
    return Cell(now, f"=CHOOSE(language,{','.join(map(_quoted, words))})", style)


def _quoted(text: str) -> str:
    """A text in a formula, which takes no more than 255 letters in one piece."""
    pieces = [text[start : start + 250] for start in range(0, len(text), 250)]
    return "&".join('"' + piece.replace('"', '""') + '"' for piece in pieces or [""])


def _tables(builder: Builder, sheet: Sheet) -> tuple[int, int]:
    """Results, expected scores, differences, titles, places; the row and column after them."""
    rules, native = unwatched(builder.plan.rules), is_native(builder.plan.rules)
    width = SHARE + 2
    results = [result for result in RESULTS if result.code]
    _list(builder, sheet, RESULT, [
        ("result_code", [r.code for r in results], "center"),
        ("result_white", ["" if r.white is None else r.white for r in results], "score"),
        ("result_black", ["" if r.black is None else r.black for r in results], "score"),
        ("result_kind", [r.kind.value for r in results], "center"),
    ])  # fmt: skip
    rows = len(results)
    if rules.expectancy and rules.expectancy.model == "table":
        upper = rules.expectancy.upper
        shares = [HALF + i * HUNDREDTH for i in range(len(upper))] + [ONE]
        _list(builder, sheet, EXPECTED, [
            ("above", [-1, *upper], "int"),
            ("up_to", [*upper, "…"], "center"),
            ("high", shares, "dec2"),
            ("low", [ONE - share for share in shares], "dec2"),
        ])  # fmt: skip
        rows = max(rows, len(shares))
    if rules.percentage and rules.percentage.model == "table":
        shares = [i * HUNDREDTH for i in range(101)]
        _list(builder, sheet, SHARE, [
            ("share", shares, "dec2"),
            ("dp", [_dp(rating_difference, share, rules) for share in shares], "center"),
        ])  # fmt: skip
        rows = 101
    if rules.start and native:
        spellings = [(title, row) for row in rules.start.rows for title in row.titles]
        women = [row.rating if row.women is None else row.women for _, row in spellings]
        _list(builder, sheet, TITLES, [
            ("title", [title for title, _ in spellings], "text"),
            ("start_men", [row.rating for _, row in spellings], "rating"),
            ("start_women", women, "rating"),
            ("start_foreign", [int(row.foreign) for _, row in spellings], "center"),
            ("title_key", [title_key(title) for title, _ in spellings], "helper"),
        ])  # fmt: skip
        sheet.widths |= {TITLES - 1: 2, TITLES: 34}
        sheet.hidden_columns.add(TITLES + 4)
        rows, width = max(rows, len(spellings)), TITLES + 4
    if rules.ladder and native:
        classes = sorted(rules.classes, key=lambda found: found.least)
        _list(builder, sheet, TITLES, [
            ("class_name", [found.names for found in classes], "text"),
            ("class_least", [found.least for found in classes], "rating"),
        ])  # fmt: skip
        sheet.widths |= {TITLES - 1: 2, TITLES: 26}
        rows, width = max(rows, len(classes)), TITLES + 2
    if rules.bonus and native:
        places = rules.bonus.places
        _list(builder, sheet, PLACES, [
            ("bonus_place", list(range(1, len(places) + 1)), "center"),
            ("bonus", list(places), "points"),
        ])  # fmt: skip
        sheet.widths[PLACES - 1] = 2
        rows, width = max(rows, len(places)), PLACES + 2
    return FIRST_ROW + rows, width


def _dp(difference: Callable[..., Any], share: Any, rules: RuleSet) -> Any:
    try:
        return difference(share, rules)
    except NotKnownError:
        return "*"  # as printed: no number


def _list(
    builder: Builder, sheet: Sheet, col: int, lists: list[tuple[str, list[Any], str]]
) -> None:
    for offset, (key, values, style) in enumerate(lists):
        heading = f"rules_{key}"
        if key == "result_white" and builder.plan.rules.game == "xiangqi":
            heading = "rules_result_red"
        sheet.put(HEAD_ROW, col + offset, builder.heading(heading, "head"))
        for row, value in enumerate(values, FIRST_ROW):
            if isinstance(value, Mapping):
                sheet.put(row, col + offset, _translated(builder, value, style))
            else:
                sheet.put(row, col + offset, Cell(value, style=style))
        first = address(FIRST_ROW, col + offset, "rc")
        last = address(FIRST_ROW + len(values) - 1, col + offset, "rc")
        builder.book.names[f"rules_{key}"] = f"Rules!{first}:{last}"
        builder.cells[key] = f"rules_{key}"
        builder.sources[key] = LISTS.get(key, ())
