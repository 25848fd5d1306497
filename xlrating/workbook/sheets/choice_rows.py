"""What the regulation leaves open, on the Rules sheet: an input cell for each, clause and text.

Hidden cells next to it: a mark by which the row is found, the number of the choice (read by
formulas), and whether the input is not a choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.aligned import width
from ...engine.errors import RuleSetError
from ...engine.languages import LANGUAGES
from ...engine.rules.ruleset import load
from ...exchange.addresses import address, span
from .. import choice_names
from ..builder import Builder
from ..choices import Open, number_of, undated, with_choices
from ..file.grid import Cell, ConditionalStyle, Sheet, Validation
from ..file.page import Place
from ..inputs import entered, shown_of
from ..table import HEAD_ROW
from ..words import in_three, quoted, sentence
from . import own_numbers
from .start import ROW_OF

#: Columns: clause, words, the choice; hidden: mark, number of the choice, whether it is none.
CLAUSE, WORDS, VALUE, MARK, NUMBER, WRONG, READ = 0, 1, 2, 26, 27, 28, 29


def add(builder: Builder, sheet: Sheet, row: int) -> int:
    """Put the rows of all options from `row` on; returns the row after them."""
    choices, rules = builder.choices, builder.plan.rules
    if not choices.options:
        return row
    key = "rules_open" if choices.free else "rules_left_open"
    sheet.put(row, WORDS, builder.heading(key, "section"))
    row += 1
    marks: list[int] = []
    for option in choices.options:
        sheet.put(row, CLAUSE, Cell(option.option.clause, style="clause"))
        sheet.put(row, WORDS, in_three(builder, option.option.summary, "summary"))
        words = str(in_three(builder, option.option.summary, "summary").value)
        if (high := max(clause_height(option.option.clause), height(words))) > 14:
            sheet.heights[row] = high
        shown = choice_names.shown(
            option.name, rules.chosen[option.name], builder.plan.fixed_language
        )
        if option.is_free:
            sheet.put(row, VALUE, Cell(shown, style="input_center"))
            _follow(builder, sheet, row, option)
            marks.append(row)
        else:
            sheet.put(row, VALUE, Cell(shown, style="center"))
        row += 1
        if builder.plan.fixed_language == LANGUAGES[0]:
            # The option's name for commands is English.
            sheet.put(row, CLAUSE, Cell(option.name, style="note_wrapped"))
        reading = {
            language: choice_names.named(
                text, option.name, option.option, builder.plan.fixed_language
            )
            for language, text in option.option.reading.items()
        }
        told = in_three(builder, reading, "note_wrapped")
        sheet.put(row, WORDS, told)
        sheet.heights[row] = height(str(told.value))
        row += 1
        if option.others:
            said = _of_others(builder, option)
            sheet.put(row, WORDS, said)
            sheet.heights[row] = height(str(said.value))
            row += 1
    first, last = HEAD_ROW + 1, max(marks, default=HEAD_ROW + 1)
    builder.name_area("rules_choices_wrong", "Rules", first, WRONG, last)
    sheet.hidden_columns |= {MARK, NUMBER, WRONG}
    return row


def height(text: str) -> float:
    """The height in points of a row with this text in the column of words."""
    return 14.0 * -(-width(text) // 84)


def clause_height(text: str) -> float:
    """The height in points of a row with this text in the column of clauses."""
    return 14.0 * -(-width(text) // 19)


def _follow(builder: Builder, sheet: Sheet, row: int, option: Open) -> None:
    """Put the hidden cells of a choice, its list, and the styles of wrong and unusual choices."""
    cell = put_read(builder, sheet, row, f"choice_{option.name}")
    area = (row, VALUE, row, VALUE)
    # A choice such as 1500 may be a number in the cell.
    typed = f'TRIM({cell}&"")'
    number = "1"
    language = builder.plan.fixed_language
    tests = [
        [f"{typed}={quoted(name)}" for name in choice_names.names(option.name, choice)]
        for choice in option.offered
    ]
    for at, own in reversed(list(enumerate(tests[1:], 2))):
        number = f"IF(OR({','.join(own)}),{at},{number})"
    known = ",".join([f'{typed}=""', *(test for own in tests for test in own)])
    listed = ",".join(choice_names.shown(option.name, one, language) for one in option.offered)
    sheet.validations.append(Validation(area, "list", listed, message="bad_option"))
    now = option.offered.index(builder.plan.rules.chosen[option.name]) + 1
    sheet.put(row, MARK, Cell(f":{option.name}=", style="helper"))
    sheet.put(row, NUMBER, Cell(now, f"={number}", "helper"))
    sheet.put(row, WRONG, Cell(0, f"=IF(OR({known}),0,1)", "helper"))
    builder.name(f"choice_{option.name}", sheet.key, row, NUMBER)
    sheet.marks.append(ConditionalStyle(area, f"={address(row, WRONG, 'rc')}=1", "bad"))
    sheet.marks.append(ConditionalStyle(area, f"={address(row, NUMBER, 'rc')}>1", "look"))


def typed_at(row: int) -> str:
    """A formula: the input in a row, between the text and the empty column after it."""
    return f"INDEX({span(row, WORDS, row, VALUE + 1)},2)"


def put_read(builder: Builder, sheet: Sheet, row: int, key: str) -> str:
    """Put the hidden cell that reads the input in a row; returns its address."""
    typed = sheet.cells[row, VALUE]
    text = f"={entered(typed_at(row), is_number=typed.style == 'input_num')}"
    sheet.put(row, READ, Cell(shown_of(typed.value), text, "mirror"))
    sheet.hidden_columns.add(READ)
    builder.book.inputs[f"rules_{key}"] = builder.at(sheet.key, address(row, VALUE, "rc"))
    return address(row, READ, "rc")


def _of_others(builder: Builder, option: Open) -> Cell:
    """The cell that says under which rules the choices not offered here are available."""
    rules = builder.choices.rules
    # Another list may have changed on another day: no edition is named if this one is in force.
    try:
        is_newest = load(rules.reference.replace(f"@{rules.edition}", "", 1)) == rules
    except RuleSetError:  # an invalid newer edition of the user's own
        is_newest = False
    usual = {name: each.default for name, each in rules.options.items()}
    by_key: dict[str, list[str]] = {}
    for choice in option.others:
        other = with_choices(rules, {**usual, option.name: choice})
        key = "choice_rate" if choice in option.without_formulas else "choice_new"
        by_key.setdefault(key, []).append(undated(other) if is_newest else other.shown)
    parts = [(key, {"rules": ", ".join(found)}) for key, found in sorted(by_key.items())]
    return sentence(builder, parts, "note_wrapped")


def name_rules(builder: Builder, sheet: Sheet, numbers: Mapping[str, Place]) -> None:
    """Put the name of the rules with all options on Start, and the options in a cell here.

    `numbers` are the places of the user's own numbers, by their options.
    """
    rules, parts = builder.choices.rules, list[str]()
    if not numbers and not builder.choices.free:
        return
    free = {option.name: option for option in builder.choices.free}
    for name, option in rules.options.items():
        if name in numbers:
            parts.append(_open(builder, sheet, name, numbers[name]))
        elif name in free:
            parts.append(_added(free[name]))
        elif rules.chosen[name] != option.default:
            parts.append(quoted(f",{name}={rules.chosen[name]}"))
    chosen = rules.shown.partition(":")[2]
    text = f"=MID({'&'.join(parts) or quoted('')},2,250)"
    sheet.put(HEAD_ROW, MARK, Cell(chosen, text, "helper"))
    sheet.hidden_columns.add(MARK)
    builder.name("choices", sheet.key, HEAD_ROW, MARK)
    start, (row, col) = builder.book.sheet("Start"), (ROW_OF["file_rules"], 1)
    start.put(row, col, Cell(rules.shown, f"={named(builder, rules.shown)}", "fact"))


def _open(builder: Builder, sheet: Sheet, name: str, place: Place) -> str:
    """Open the cell of a number of the user's own; returns the formula of its part of the name."""
    own_numbers.open_cell(sheet, builder.choices.rules, name, place)
    read = put_read(builder, sheet, place[0], name)
    at, there = (builder.at(sheet.key, one) for one in (address(*place, "rc"), read))
    for key in (key for key, area in builder.book.names.items() if area == at):
        builder.book.names[key] = there
    return own_numbers.added(builder.choices.rules, name, there)


def named(builder: Builder, reference: str) -> str:
    """The formula for a name of the rules, with the options chosen in the workbook."""
    if "choices" not in builder.cells:
        return quoted(reference)
    pinned = reference.partition(":")[0]
    return f'{quoted(pinned)}&IF(rules_choices="","",":"&rules_choices)'


def _added(option: Open) -> str:
    """The formula of what a choice adds to the name of the rules; '' for the default."""
    text = quoted("")
    for at, choice in reversed(list(enumerate(option.offered, 1))):
        if choice != option.option.default:
            added = quoted(f",{option.name}={choice}")
            text = f"IF({number_of(option.name)}={at},{added},{text})"
    return text
