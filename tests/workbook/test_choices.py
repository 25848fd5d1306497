"""What a regulation leaves open is chosen in the workbook, and every number follows."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from live_office import Entry, Live
from needs import EVERY
from openpyxl.utils.cell import coordinate_to_tuple
from test_live import agrees, event_for
from workbooks import entries, natives, write

import xlrating
from xlrating.engine.errors import ArgumentError, RuleSetError
from xlrating.engine.rules.ruleset import available, in_force, load
from xlrating.engine.texts import say
from xlrating.exchange import open_sheets
from xlrating.exchange.addresses import address
from xlrating.workbook import choice_names
from xlrating.workbook.book import build, builder_of
from xlrating.workbook.builder import Builder
from xlrating.workbook.choices import Choices, number_of
from xlrating.workbook.compare import changed_rules
from xlrating.workbook.file.grid import Book, Cell, Sheet
from xlrating.workbook.file.looks import STYLES
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.formulas import variants
from xlrating.workbook.formulas.joined import taken_apart
from xlrating.workbook.layout import lay_out
from xlrating.workbook.native import reading
from xlrating.workbook.offered import choices_of
from xlrating.workbook.reader import read_contents
from xlrating.workbook.sheets import players as players_sheet
from xlrating.workbook.sheets import ratings as ratings_sheet
from xlrating.workbook.sheets import rounds as rounds_sheet
from xlrating.workbook.sheets.choice_rows import VALUE
from xlrating.workbook.sheets.lean import told_apart
from xlrating.workbook.table import HEAD_ROW, SheetColumn
from xlrating.workbook.templates import empty

#: Every rule set with something to choose in its workbook: another list of FIDE's is another workbook.
OPEN = [name for name in natives() if load(name).options and name != "fide"]


def of(name: str) -> Choices:
    """What may be chosen in a workbook of a rule set."""
    return choices_of(load(load(name).reference))


@pytest.mark.parametrize("reference", [
    f"{name}:{option}={choice}" for name in (natives() if EVERY else ["elo-normal"])
    for option, each in load(name).options.items() for choice in each.choices[1:]
])  # fmt: skip
def test_choices_that_exclude_each_other_are_not_offered_together(reference: str) -> None:
    """Promise: every reading of a regulation has its workbook, with the others that go with it."""
    rules = load(reference)
    found = choices_of(rules)
    for one in found.options:
        for choice in one.offered:
            load(f"{reference.partition(':')[0]}:" + ",".join(
                f"{name}={choice if name == one.name else own}" for name, own in rules.chosen.items() if own
            ))  # fmt: skip
    shares = next((one.offered for one in found.options if one.name == "gain"), ())
    assert reference != "elo-normal:opponents=each" or shares == ("points",)


def typed(book: Book, option: str, choice: str) -> Entry:
    """A choice as a person types it."""
    _, _, cell = book.names[f"rules_choice_{option}"].replace("$", "").partition("!")
    return Entry("Rules", coordinate_to_tuple(cell)[0] - 1, VALUE, choice)


#: Every sixth rule set in one of the formats, by turns; all in both where every case is asked for.
#: All formulas of all choices are compared below, and calculated in `test_formulas`.
_BOTH = [
    (name, format)
    for number, name in enumerate(OPEN)
    for place, format in enumerate(("swiss", "round-robin"))
    if EVERY or number % 12 == 6 * place
]


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "format"), _BOTH)
def test_each_choice_in_the_sheet(name: str, format: str, live: Live, tmp_path: Path) -> None:
    """Promise: each choice made in the template of the usual readings (every third one where not
    all is asked for), and all at once, gives the engine's numbers under that reference; nothing
    stays stale.
    """
    seed, choices = OPEN.index(name) + (format == "swiss"), of(name)
    plan = empty(format, name, 6, None if format == "round-robin" else 5)
    book = build(plan)
    live.open(write(plan, tmp_path / "new.xlsx"))
    live.type(entries(book, event_for(plan, seed)))
    flips = list(choices.flips(choices.tried[0]))
    combos = [*flips[:: 1 if EVERY else 3], choices.tried[-1], choices.tried[0]]
    for turn, combo in enumerate(combos):
        for option, at in zip(choices.free, combo, strict=True):
            # In one of three languages each time.
            names = choice_names.names(option.name, option.offered[at])
            live.type([typed(book, option.name, names[turn % len(names)])])
        kind = (".xlsx", ".ods")[turn % 2]
        agrees(live, tmp_path, kind)
        found = read_contents(open_sheets(tmp_path / f"typed{kind}")).event.rules
        assert found == choices.under(combo).reference


def headings_of_nothing(sheet: Sheet) -> list[str | int | float]:
    """Findings: with DWZ, Rules showed the headings of a table that another choice would have.

    What heads a column or stands before a number, with nothing below or beside it.
    """
    shown = {place: cell.shown for place, cell in sheet.cells.items() if cell.shown != ""}
    below = {col for row, col in shown if row > HEAD_ROW}
    heads = [shown[row, col] for row, col in shown if row == HEAD_ROW and col not in below]
    lines = [place for place in shown if sheet.cells[place].style == "label"]
    return heads + [shown[row, col] for row, col in lines if (row, col + 1) not in shown]


@pytest.mark.parametrize("name", OPEN)
def test_a_heading_of_nothing_shows_no_number(name: str) -> None:
    """LibreOffice reads 0 from an .ods where a formula gives no words: Rules showed a row of zeros."""
    cells = build(empty("swiss", name, 4, 3)).sheet("Rules").cells.values()
    empty_heads = [
        one for one in cells if one.shown == "" and one.style.startswith(("head", "label"))
    ]
    assert {STYLES[one.style].get("num_format") for one in empty_heads} <= {";;;@"}


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OPEN)
def test_formulas_do_not_depend_on_what_is_chosen(name: str) -> None:
    """A workbook in which something was chosen is rebuilt cell by cell when it is checked: its
    formulas, lists, marks and names must be those of the template.
    """
    template = build(empty("swiss", name, 4, 3))
    for combo in of(name).tried[:: 1 if EVERY else 3]:
        other = build(empty("swiss", of(name).under(combo).reference, 4, 3))
        assert other.names == template.names
        for sheet, own in zip(template.sheets, other.sheets, strict=True):
            assert sheet.cells.keys() == own.cells.keys()
            for place, cell in sheet.cells.items():
                assert (own.cells[place].formula, own.cells[place].style) == (
                    cell.formula,
                    cell.style,
                ), (sheet.name, place)
            assert (sheet.validations, sheet.marks) == (own.validations, own.marks)
            assert (sheet.widths, sheet.hidden_columns) == (own.widths, own.hidden_columns)
        assert headings_of_nothing(other.sheet("Rules")) == []


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OPEN)
def test_every_combination_has_formulas(name: str) -> None:
    """What the lists offer can be chosen together, and a workbook made so is the same workbook."""
    choices = of(name)
    assert choices.free and not of("fide").free
    for combo in choices.tried:
        found = choices_of(choices.under(combo))
        assert [option[:1] + option[2:] for option in found.options] == [
            option[:1] + option[2:] for option in choices.options
        ]
        assert found.now == combo


def test_another_list_is_named_in_the_edition_in_force() -> None:
    """Rapid and Blitz and B.02 change on days of their own: today's rapid, so today's standard."""
    for reference, others in (
        ("fide:list=rapid", "fide, fide:list=blitz"),
        ("fide@2024-03-01:list=rapid", "fide@2024-03-01, fide@2024-03-01:list=blitz"),
    ):
        sheet = build(empty("swiss", reference, 4, 3)).sheet("Rules")
        told = [str(cell.value) for cell in sheet.cells.values()]
        assert say("en", "choice_new", rules=others) in told, reference


def test_malaysia_offers_all_that_formulas_have() -> None:
    """《大马中国象棋棋手等级分计算法》: each of its open questions but K 10 for good is chosen on Rules."""
    offered = {option.name: option.offered for option in of("malaysia").options}
    assert offered == {
        "ratings": ("sequential", "frozen"),
        "short_event": ("raised", "plain"),
        "ever2400": ("off",),
        "start": ("given", "played"),
        "untitled": ("unrated", "1500"),
        "new_title": ("ignored", "raises"),
        "absence": ("penalty", "rating"),
        "forfeits": ("unrated", "rated"),
    }


def test_a_choice_that_the_formulas_do_not_follow_is_refused(tmp_path: Path) -> None:
    """What is pasted into the cell and is not in its list is refused with the cell."""
    book = build(empty("swiss", "malaysia", 4, 3))
    sheet, row, col, _ = typed(book, "untitled", "")
    book.sheet(sheet).put(row, col, replace(book.sheet(sheet).cells[row, col], value="2000"))
    path = tmp_path / "pasted.xlsx"
    path.write_bytes(to_bytes(book))
    with pytest.raises(ArgumentError, match="only support unrated / 1500") as refused:
        read_contents(open_sheets(path))
    assert address(row, col) in refused.value.where


def test_choices_have_names_in_the_language_of_the_file(tmp_path: Path) -> None:
    """No English word in a yellow cell of a Chinese file; the rules keep their name."""
    plan = empty("swiss", "cxa-rapid", 4, 3, language="zh")
    book = build(plan)
    sheet = book.sheet("Rules")
    for option in of("cxa-rapid").free:
        _, row, col, _ = typed(book, option.name, "")
        shown = [choice_names.shown(option.name, one, "zh") for one in option.offered]
        (rule,) = [one for one in sheet.validations if one.area[:2] == (row, col)]
        assert rule.source.split(",") == shown and sheet.cells[row, col].value == shown[0]
        assert not any("a" <= letter <= "z" for name in shown for letter in name), shown
        assert not sheet.cells.get((row + 1, 0), Cell("")).value
        # The words below name the choices as the list does.
        told = str(sheet.cells[row + 1, col - 1].value)
        assert "`" not in told and "” " not in told
        assert any(f"“{name}”" in told for name in shown[1:]), told
    found = read_contents(open_sheets(write(plan, tmp_path / "a.xlsx"))).event.rules
    assert found == load("cxa-rapid").reference
    # No name means two choices.
    for own in (option for rules in available() for option in load(rules).options.items()):
        names = [text for choice in own[1].choices for text in choice_names.names(own[0], choice)]
        assert len(names) == len(set(names)), own[0]


def test_what_is_typed_goes_before_what_was_calculated(tmp_path: Path) -> None:
    """A program that saves a choice without calculating leaves the old name of the rules."""
    book = build(empty("swiss", "malaysia", 4, 3))
    sheet, row, col, _ = typed(book, "untitled", "")
    book.sheet(sheet).put(row, col, replace(book.sheet(sheet).cells[row, col], value="1500"))
    path = tmp_path / "saved.xlsx"
    path.write_bytes(to_bytes(book))
    assert read_contents(open_sheets(path)).event.rules == "malaysia:untitled=1500"
    assert [found.cell for found in changed_rules(open_sheets(path))] != []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("format", ["swiss", "round-robin"])
@pytest.mark.parametrize("name", OPEN)
def test_the_usual_readings_have_the_formulas_of_a_workbook_without_choices(
    name: str, format: str
) -> None:
    """What a workbook computes and tells does not depend on whether something can be chosen; what
    stands in a column at length is compared where it is worked out.
    """
    builder = builder_of(empty(format, name, 3, None if format == "round-robin" else 2))
    lay_out(builder)
    usual = {number_of(option.name): 1 for option in builder.choices.free}
    sheets = {"Players": players_sheet, "Ratings": ratings_sheet, "Rounds": rounds_sheet}
    for sheet, module in sheets.items():
        laid = builder.tables[sheet].columns
        # Some of these stand on Audit, for one player.
        laid = rounds_sheet.columns(builder) if sheet == "Rounds" else laid
        followed = {column.key: column for column in laid}
        for column in told_apart(module._columns(builder)):
            assert under_choice(text(followed[column.key]), usual) == text(column), column.key


def text(column: SheetColumn) -> str:
    """The formula of a column's second row."""
    return column.formula(1) if callable(column.formula) else column.formula


def under_choice(text: str, chosen: dict[str, int]) -> str:
    """A formula with the decisions taken: ``IF(rules_choice_x=2,A,B)`` is A or B."""
    name, parts = taken_apart(text)
    if name == "IF" and parts[0].startswith(number_of("")):
        option, _, at = parts[0].partition("=")
        return under_choice(parts[1 if chosen[option] == int(at) else 2], chosen)
    return f"{name}({','.join(under_choice(part, chosen) for part in parts)})" if name else text


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OPEN)
def test_any_choices_together_give_their_own_formulas(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any choices together, each formula decides for the one that is written for just these."""
    written, chance, choices = variants._written, random.Random(7), of(name)
    everything = list(product(*(range(len(option.offered)) for option in choices.free)))
    some = chance.sample(everything, min(24, len(everything)))
    assert not [combo for combo in some if reading(choices.under(combo)).missed]
    decided = 0

    def checked(builder: Builder, text_of: variants.TextOf, places: tuple[int, ...]) -> str:
        nonlocal decided
        text = written(builder, text_of, places)
        decided += bool(places)
        for combo in some:
            taken = {number_of(o.name): at + 1 for o, at in zip(choices.free, combo, strict=True)}
            assert under_choice(text, taken) == (text_of(combo) or '""')
        return text

    monkeypatch.setattr(variants, "_written", checked)
    build(empty("swiss", name, 3, 2))
    build(empty("round-robin", name, 3))
    assert decided


def test_choices_that_another_edition_does_not_know(tmp_path: Path) -> None:
    """Somebody's next edition is wrong with two choices together: the workbook of today is made."""
    text = (Path(xlrating.__file__).parent / "rulesets" / "elo.toml").read_text("utf-8")
    path = tmp_path / "own.toml"
    path.write_text(
        text.replace('id = "elo"', 'id = "own"\nsince = 2020-01-01')
        + "\n[[amendment]]\nfrom = 2030-01-01\n"
        + 'when = { model = "logistic", steps = "exact" }\nchange.each = "nonsense"\n',
        "utf-8",
    )
    named = f"{path}@2025-01-01:model=logistic,steps=exact"
    with pytest.raises(RuleSetError, match="nonsense"):
        in_force(load(named), date(2030, 1, 1))
    start = build(empty("swiss", named, 2, 1)).sheet("Start")
    told = [cell.formula for cell in start.cells.single.values() if "edition_older" in cell.formula]
    assert told and all("20200101" in one for one in told)
