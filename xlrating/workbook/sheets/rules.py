"""The Rules sheet: the regulation's numbers and tables, clause by clause.

The formulas of the other sheets read these cells; nothing is a constant in a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from ...engine.errors import NotKnownError
from ...engine.results import RESULTS
from ...engine.rounding import HALF, ONE
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections.base import Section
from ...engine.scoring import Scoring
from ...engine.terms.expectancy import HUNDREDTH, rating_difference
from ...engine.texts import wording
from ...engine.vocabulary.spellings import in_language
from ...exchange.addresses import address, span
from ..builder import Builder
from ..bye_points import COLUMN, points_of
from ..choices import Combo, number_of
from ..file.grid import Cell, ConditionalStyle, Sheet
from ..formulas.entry_rating import offered, title_key, titles_of
from ..formulas.rule_numbers import LISTS, Number, sections
from ..formulas.variants import decided
from ..formulas.watch import is_watched, unwatched
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW
from ..words import chosen, in_three, quoted
from . import choice_rows, own_numbers

#: Columns of the sheet: clause, words, value; then the tables.
CLAUSE, WORDS, VALUE, RESULT, EXPECTED, SHARE, TITLES, PLACES = 0, 1, 2, COLUMN, 9, 14, 17, 23
#: The value of a cell under a combination of options.
_Of = Callable[[Combo], Any]


class _List(NamedTuple):
    """A table's column: its key, its position, its values and their format; its width if wide."""

    key: str
    col: int
    values: list[Any]
    style: str
    width: int = 0


def add(builder: Builder) -> Sheet:
    """Lay the sheet out and register its cells; needed before any formula is rendered."""
    sheet = builder.new_sheet("Rules", tab="gray")
    rules = builder.plan.rules
    row = choice_rows.add(builder, sheet, FIRST_ROW)
    row, own = _sections(builder, sheet, row)
    choice_rows.name_rules(builder, sheet, own)
    for col, key in ((CLAUSE, "rules_clause"), (WORDS, "rules_text"), (VALUE, "rules_value")):
        sheet.put(HEAD_ROW, col, builder.heading(key, "head"))
    sheet.widths = {CLAUSE: 20, WORDS: 80, VALUE: 10, 3: 2, 8: 2, 13: 2}
    sheet.widths |= {RESULT: 12, RESULT + 1: 8, RESULT + 2: 8, RESULT + 3: 10, SHARE + 1: 10}
    last, width = _tables(builder, sheet)
    last = max(row, last)
    for col in range(RESULT + 4, width):
        # A table that the regulation does not have takes no room.
        if (HEAD_ROW, col) not in sheet.cells:
            sheet.widths[col] = 0.5
    sheet.freeze = (FIRST_ROW, 0)
    sheet.repeat_row = HEAD_ROW
    sheet.print_columns, sheet.print_rows = width, last
    sheet.page_break = RESULT
    days = ("start", "end") if rules.dated_by == "start" else ("end", "start")
    builder.cells["day"] = 'IF(day_{0}="",day_{1},day_{0})'.format(*days)
    builder.cells["year"] = f"INT({builder.cells['day']}/10000)"
    sheet.put(TITLE_ROW, 0, builder.heading("sheet_rules", "title"))
    sheet.put(NOTE_ROW, CLAUSE, Cell(rules.shown, "=file_rules", "note"))
    source = decided(builder, lambda c: quoted(builder.choices.under(c).source))
    sheet.put(NOTE_ROW, WORDS, Cell(rules.source, f"={source}", "note_wrapped"))
    sheet.heights[NOTE_ROW] = choice_rows.height(rules.source)
    return sheet


def add_printed(builder: Builder) -> str:
    """Add a hidden copy of the numbers of Rules; returns the formula of how many were changed."""
    sheet, copy = builder.book.sheet("Rules"), builder.new_sheet("Regulation", hidden=True)
    for (row, col), cell in sheet.cells.items():
        if row <= HEAD_ROW or not VALUE <= col < choice_rows.MARK:
            continue
        if cell.style.startswith("input"):
            # A choice or a number of the user's own does not count as a change.
            ends = f"{address(row, col - 1)}:{address(row, col + 1)}"
            there = f"=INDEX({builder.at(sheet.key, ends)},2)"
            copy.put(row, col, Cell(cell.value, there))
        elif _follows(cell) or (not cell.formula and cell.shown != ""):
            copy.put(row, col, Cell(cell.value, cell.formula))
    last = max(row for row, _ in copy.cells) + 1
    columns = sorted({col for _, col in copy.cells})
    areas = [span(FIRST_ROW, col, last) for col in columns]
    changed = (f"SUMPRODUCT(1*({sheet.name}!{a}<>{copy.name}!{a}))" for a in areas)
    return "+".join(changed)


def _follows(cell: Cell) -> bool:
    """Whether a number depends on the options."""
    return number_of("") in cell.formula


def _sections(builder: Builder, sheet: Sheet, row: int) -> tuple[int, dict[str, tuple[int, int]]]:
    """Put clauses, words and numbers from a row on, as they follow from the choices.

    Returns the row after them, and the places of the user's own numbers, by option.
    """
    choices, own_places = builder.choices, dict[str, tuple[int, int]]()
    settable = own_numbers.settable(choices.rules)
    read = None if is_watched(choices.rules) else choices.cells

    @cache
    def of(combo: Combo) -> dict[str, tuple[Section, dict[str, Number]]]:
        found = sections(unwatched(choices.under(combo)), read)
        return {path: (own, {n.cell: n for n in numbers}) for path, own, numbers in found}

    def words(combo: Combo, path: str) -> Mapping[str, str]:
        return of(combo)[path][0].summary if path in of(combo) else {}

    def clause(combo: Combo, path: str) -> str:
        return of(combo)[path][0].clause if path in of(combo) else ""

    def value(combo: Combo, path: str, cell: str) -> Any:
        numbers = of(combo)[path][1] if path in of(combo) else {}
        return numbers[cell].value if cell in numbers else None

    for path in _in_order([list(of(combo)) for combo in choices.tried]):
        known = [of(combo)[path] for combo in choices.tried if path in of(combo)]
        sheet.put(row, CLAUSE, _value(builder, partial(clause, path=path), "clause"))
        sheet.put(row, WORDS, _value(builder, partial(words, path=path), "summary"))
        sheet.put(row, VALUE, Cell("", style="summary"))
        texts = (str(own.summary.get(builder.plan.language, "")) for own, _ in known)
        clauses = [choice_rows.clause_height(own.clause) for own, _ in known]
        if (high := max([*map(choice_rows.height, texts), *clauses])) > 14:
            sheet.heights[row] = high
        row += 1
        for cell in _in_order([list(numbers) for _, numbers in known]):
            number = next(numbers[cell] for _, numbers in known if cell in numbers)
            held = partial(value, path=path, cell=cell)
            sheet.put(row, WORDS, _heading(builder, number.words, "label", held))
            sheet.put(row, VALUE, _value(builder, held, "param"))
            if number.key in settable:
                own_places[settable[number.key]] = (row, VALUE)
            builder.name(cell, sheet.key, row, VALUE)
            builder.sources[cell] = (number.key,)
            row += 1
    return row, own_places


def _in_order(lists: list[list[str]]) -> list[str]:
    """All keys, each at the position in the first list that has it."""
    found: list[str] = []
    for keys in lists:
        before = 0
        for key in keys:
            if key not in found:
                found.insert(before, key)
            before = found.index(key) + 1
    return found


def _value(builder: Builder, of_combo: _Of, style: str) -> Cell:
    """A number or text of the rules; a formula if it depends on the options."""
    choices = builder.choices
    now = of_combo(choices.now)
    if all(of_combo(combo) == now for combo in choices.tried):
        return in_three(builder, now, style) if isinstance(now, Mapping) else Cell(now, style=style)
    shown = in_three(builder, now, style).value if isinstance(now, Mapping) else now
    text = decided(builder, lambda combo: _literal(of_combo(combo)))
    return Cell(shown, f"={text}", style)


def _heading(builder: Builder, key: str, style: str, of_combo: _Of) -> Cell:
    """A heading of numbers; empty over those that the regulation lacks with these options."""
    if all(of_combo(combo) is not None for combo in builder.choices.tried):
        return builder.heading(key, style)
    either = f"{style}_or_none"
    return _value(builder, lambda c: "" if of_combo(c) is None else wording(key), either)


def _literal(value: Any) -> str:
    """A value as formulas write it."""
    if isinstance(value, Mapping):
        return chosen(value)
    if value is None or isinstance(value, str):
        return quoted(value or "")
    return str(Cell(value).shown)


def _tables(builder: Builder, sheet: Sheet) -> tuple[int, int]:
    """Put the tables, from results to places; returns the row and the column after them."""
    choices, native = builder.choices, builder.plan.native
    language, scoring = builder.plan.fixed_language, builder.plan.event.scoring

    @cache
    def of(combo: Combo) -> dict[str, _List]:
        return {
            found.key: found
            for found in lists_of(unwatched(choices.under(combo)), native, language, scoring)
        }

    def value(combo: Combo, key: str, index: int) -> Any:
        return of(combo)[key].values[index] if key in of(combo) else None

    rows, width = 0, SHARE + 2
    for key in _in_order([list(of(combo)) for combo in choices.tried]):
        found = next(of(combo)[key] for combo in choices.tried if key in of(combo))
        cells = [
            _value(builder, partial(value, key=key, index=index), found.style)
            for index in range(len(found.values))
        ]
        _list(builder, sheet, found, cells, partial(value, key=key, index=0))
        rows = max(rows, len(cells))
        if found.style == "helper":
            sheet.hidden_columns.add(found.col)
        else:
            width = max(width, found.col + 1)
        if key == "title":
            start = unwatched(choices.rules).start
            last = FIRST_ROW + (offered(start, language) if start else len(cells)) - 1
            builder.name_area("rules_title_offered", "Rules", FIRST_ROW, TITLES, last)
            # Titles in other languages are accepted, but not shown.
            others = (last + 1, TITLES, FIRST_ROW + len(cells) - 1, TITLES + 3)
            if others[0] <= others[2]:
                sheet.marks.append(ConditionalStyle(others, "=TRUE", "unseen"))
        if found.width:
            sheet.widths |= {found.col: found.width}
        if found.key in ("title", "class_name"):
            sheet.widths[found.col - 1] = 2
    return FIRST_ROW + rows, width


def lists_of(rules: RuleSet, native: bool, language: str, scoring: Scoring) -> Iterator[_List]:
    """Yield the columns of the tables that a regulation has."""
    results = [result for result in RESULTS if result.code]
    codes = [in_language(result.code, language) for result in results]
    # Shrunk into a narrow column, СВОБОДЕН 1 ПО ЗАЯВКЕ would be illegible.
    yield _List("result_code", RESULT, codes, "center", max(12, max(map(len, codes)) + 3))
    white = [points_of(result, scoring) for result in results]
    black = [result.black for result in results]
    for side, score, points in (("white", 1, white), ("black", 2, black)):
        shown = ["" if found is None else found for found in points]
        yield _List(f"result_{side}", RESULT + score, shown, "score")
    yield _List("result_kind", RESULT + 3, [r.kind.value for r in results], "helper")
    if rules.expectancy and rules.expectancy.model == "table":
        upper = rules.expectancy.upper
        shares = [HALF + i * HUNDREDTH for i in range(len(upper))] + [ONE]
        yield _List("above", EXPECTED, [-1, *upper], "int")
        yield _List("up_to", EXPECTED + 1, [*upper, "…"], "center")
        yield _List("high", EXPECTED + 2, shares, "dec2", 12)
        yield _List("low", EXPECTED + 3, [ONE - share for share in shares], "dec2", 12)
    if rules.percentage and rules.percentage.model == "table":
        shares = [i * HUNDREDTH for i in range(101)]
        yield _List("share", SHARE, shares, "dec2")
        differences = [_dp(rating_difference, share, rules) for share in shares]
        yield _List("dp", SHARE + 1, differences, "center")
    if rules.start and native:
        spellings = titles_of(rules.start, language)
        women = [row.rating if row.women is None else row.women for _, row in spellings]
        foreign = [int(row.foreign) for _, row in spellings]
        yield _List("title", TITLES, [title for title, _ in spellings], "text", 34)
        yield _List("start_men", TITLES + 1, [row.rating for _, row in spellings], "rating", 9)
        yield _List("start_women", TITLES + 2, women, "rating", 9)
        yield _List("start_foreign", TITLES + 3, foreign, "center")
        yield _List("title_key", TITLES + 4, [title_key(found) for found, _ in spellings], "helper")
    if rules.ladder and native:
        classes = sorted(rules.classes, key=lambda found: found.least)
        yield _List("class_name", TITLES, [found.names for found in classes], "text", 26)
        yield _List("class_least", TITLES + 1, [found.least for found in classes], "rating")
    if rules.bonus and native:
        places = rules.bonus.places
        yield _List("bonus_place", PLACES, list(range(1, len(places) + 1)), "center")
        yield _List("bonus", PLACES + 1, list(places), "points", 10)


def _dp(difference: Callable[..., Any], share: Any, rules: RuleSet) -> Any:
    try:
        return difference(share, rules)
    except NotKnownError:
        return "*"  # as printed: no number


def _list(builder: Builder, sheet: Sheet, found: _List, cells: list[Cell], top: _Of) -> None:
    heading = f"rules_{found.key}"
    if found.key == "result_white" and builder.plan.rules.game == "xiangqi":
        heading = "rules_result_red"
    sheet.put(HEAD_ROW, found.col, _heading(builder, heading, "head", top))
    for row, cell in enumerate(cells, FIRST_ROW):
        sheet.put(row, found.col, cell)
    last = FIRST_ROW + len(cells) - 1
    builder.name_area(f"rules_{found.key}", "Rules", FIRST_ROW, found.col, last)
    builder.cells[found.key] = f"rules_{found.key}"
    builder.sources[found.key] = LISTS.get(found.key, ())
