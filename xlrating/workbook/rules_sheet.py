"""The Rules sheet: the regulation's numbers and tables, clause by clause.

The formulas of the other sheets read these cells; nothing is a constant in a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..coefficient import conditions
from ..errors import NotKnownError
from ..event import RESULTS
from ..expectancy import HUNDREDTH, rating_difference
from ..frozen import parts
from ..rounding import HALF, ONE
from ..ruleset import RuleSet
from ..sections import Coefficient, Expectancy, KRow, Published
from ..sections.base import Section
from ..texts import LANGUAGES
from .formulas import is_native
from .grid import Cell, Sheet, address
from .table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Builder

#: Columns of the sheet: clause, words, value; then the tables.
CLAUSE, WORDS, VALUE, RESULT, EXPECTED, SHARE = 0, 1, 2, 4, 9, 14


def add(builder: Builder) -> Sheet:
    """Lay the sheet out and register its cells; needed before any formula is rendered."""
    sheet = Sheet("Rules", tab="gray")
    builder.book.sheets.append(sheet)
    rules = builder.plan.rules
    row = FIRST_ROW
    for section, numbers in _sections(rules):
        _summary(builder, sheet, row, section)
        row += 1
        for key, value, words in numbers:
            sheet.put(row, WORDS, builder.heading(words, "label"))
            sheet.put(row, VALUE, Cell(value, style="param"))
            builder.cells[key] = f"Rules!{address(row, VALUE, 'rc')}"
            row += 1
    for col, key in ((CLAUSE, "rules_clause"), (WORDS, "rules_text"), (VALUE, "rules_value")):
        sheet.put(HEAD_ROW, col, builder.heading(key, "head"))
    last = max(row, _tables(builder, sheet))
    sheet.widths = {CLAUSE: 17, WORDS: 88, VALUE: 10, 3: 2, 8: 2, 13: 2}
    sheet.widths |= {RESULT: 13, RESULT + 1: 9, RESULT + 2: 9, RESULT + 3: 10}
    sheet.freeze = (FIRST_ROW, 0)
    sheet.repeat_row = HEAD_ROW
    sheet.print_columns, sheet.print_rows = SHARE + 2, last
    builder.cells["day"] = 'IF(event_start="",event_end,event_start)'
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_rules", "title"))
    sheet.put(NOTE_ROW, 0, Cell(f"{rules.reference} · {rules.source}", style="note"))
    return sheet


def _summary(builder: Builder, sheet: Sheet, row: int, section: Section) -> None:
    sheet.put(row, CLAUSE, Cell(section.clause, style="clause"))
    words = [section.summary.get(language, section.summary.get("en", "")) for language in LANGUAGES]
    now = words[LANGUAGES.index(builder.plan.language)]
    quoted = ",".join('"' + text.replace('"', '""') + '"' for text in words)
    sheet.put(row, WORDS, Cell(now, f"=CHOOSE(language,{quoted})", "summary"))
    sheet.put(row, VALUE, Cell("", style="summary"))
    lines = -(-max(len(now), 2 * sum(ord(letter) > 0x2E80 for letter in now)) // 92)
    if lines > 1:
        sheet.heights[row] = 14.0 * lines


Number = tuple[str, Any, str]


def _sections(rules: RuleSet) -> Iterator[tuple[Section, list[Number]]]:
    """The sections with words for a reader, each with the numbers that formulas read."""
    native = is_native(rules)
    for name in parts(rules):
        section = getattr(rules, name)
        if not isinstance(section, Section) or not section.summary:
            continue
        yield section, _numbers(name, section) if native else []
        if isinstance(section, Coefficient):
            for index, row in enumerate(section.rows, 1):
                yield row, _row_numbers(index, row) if native else []


#: The keys of a section that formulas read, with the words beside them.
_READ: dict[str, tuple[str, ...]] = {
    "difference": ("cap", "exempt_from", "favours_once", "unrated_gap", "unrated_above"),
    "initial": (
        "draws", "draws_against", "per_half_point", "least_games", "least_score", "most", "least",
    ),
}  # fmt: skip


def _numbers(name: str, section: Section) -> list[Number]:
    if isinstance(section, Expectancy):
        key = {"logistic": "scale", "normal": "variance"}.get(section.model)
        return [(key, getattr(section, key), f"rules_{key}")] if key else []
    if isinstance(section, Coefficient):
        return [("k_most", section.most, "rules_k_most")] if section.most else []
    if isinstance(section, Published) and section.least is not None:
        return [("published_least", section.least, "rules_published_least")]
    return _present(section, _READ.get(name, ()), always=("least_games", "least_score"))


def _row_numbers(index: int, row: KRow) -> list[Number]:
    numbers: list[Number] = [(f"k{index}", row.k, "col_k")]
    if row.per_point:
        numbers.append((f"k{index}_per_point", row.per_point, "rules_per_point"))
    for condition in conditions(row):
        name = f"k{index}_{condition.fact}"
        numbers.append((name, condition.bound, f"rules_bound_{condition.fact}"))
    return numbers


def _present(section: Section, keys: tuple[str, ...], always: tuple[str, ...] = ()) -> list[Number]:
    found = [(key, getattr(section, key), f"rules_{key}") for key in keys]
    return [number for number in found if number[1] or number[0] in always]


def _tables(builder: Builder, sheet: Sheet) -> int:
    """Results, expected scores and differences as lists; returns the row below them."""
    rules = builder.plan.rules
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
    return FIRST_ROW + rows


def _dp(difference: Callable[..., Any], share: Any, rules: RuleSet) -> Any:
    try:
        return difference(share, rules)
    except NotKnownError:
        return "*"  # as printed: no number


def _list(
    builder: Builder, sheet: Sheet, col: int, lists: list[tuple[str, list[Any], str]]
) -> None:
    for offset, (key, values, style) in enumerate(lists):
        sheet.put(HEAD_ROW, col + offset, builder.heading(f"rules_{key}", "head"))
        for row, value in enumerate(values, FIRST_ROW):
            sheet.put(row, col + offset, Cell(value, style=style))
        first = address(FIRST_ROW, col + offset, "rc")
        last = address(FIRST_ROW + len(values) - 1, col + offset, "rc")
        builder.book.names[f"rules_{key}"] = f"Rules!{first}:{last}"
        builder.cells[key] = f"rules_{key}"
