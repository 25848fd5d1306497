"""The file of a workbook: cells below each other share a formula, and XlsxWriter has what we use."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from needs import EVERY
from openpyxl import load_workbook
from workbooks import fitted, plan_of, random_event
from xlsxwriter.format import Format
from xlsxwriter.packager import Packager
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import say, sheets_named_in
from xlrating.workbook.book import build
from xlrating.workbook.file.grid import Book, Cell, Form, Sheet, Strip, Value
from xlrating.workbook.file.looks import STYLES
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.sheets.event_facts import validations
from xlrating.workbook.templates import empty

#: What `xlrating.workbook.file.xlsx` takes of XlsxWriter's private parts, with their arguments.
PRIVATE: dict[tuple[Any, str], tuple[str, ...]] = {
    (Worksheet, "_write_cell"): ("row", "col", "cell"),
    (Worksheet, "_calculate_spans"): (),
    (Worksheet, "_get_range_data"): ("row_start", "col_start", "row_end", "col_end"),
    (Worksheet, "_check_dimensions"): ("row", "col", "ignore_row", "ignore_col"),
    (Worksheet, "_escape_control_characters"): (),
    (Workbook, "_extract_named_ranges"): ("defined_names",),
    (Workbook, "_get_packager"): (),
    (Packager, "_filename"): ("xml_filename",),
    (Packager, "_create_package"): (),
    (Format, "_get_xf_index"): (),
}


@pytest.mark.parametrize(("kind", "name"), PRIVATE, ids=[f"{k.__name__}.{n}" for k, n in PRIVATE])
def test_xlsxwriter_has_what_is_used(kind: Any, name: str) -> None:
    """A version without it names the method here; pyproject.toml bounds the versions."""
    assert hasattr(kind, name), f"XlsxWriter has no {kind.__name__}.{name} any more"
    found = tuple(inspect.signature(getattr(kind, name)).parameters)[1:]
    assert found == PRIVATE[kind, name], f"XlsxWriter's {kind.__name__}.{name} has other arguments"


def test_xlsxwriter_keeps_cells_by_row_and_column() -> None:
    """Rows are written cell by cell from `table`, parts of the package from `filenames`."""
    page = Worksheet()
    page.write_number(2, 1, 5)
    assert page.table[2][1].number == 5
    assert Packager().filenames == []


def strip(values: list[Value], text: str, block: int = 0, index: int = 0) -> Sheet:
    """A sheet of one strip in column C from row 5 on, and a number to calculate with."""
    form = Form(text, (lambda at: at + 5, lambda at: at // 3 * 3 + 5))
    sheet = Sheet("Sheet")
    sheet.put(0, 0, Cell(2))
    sheet.cells.add(Strip(4 + index, 2, index, form, "text", False, values, block))
    return sheet


@pytest.mark.parametrize(
    ("sheet", "shared"),
    [
        (strip([1, 2, 3, 4, 5], "$A$1*B{0}"), ["C5:C9"]),
        # Not one whose value is empty: to LibreOffice it would have none.
        (strip(["", 2, "", 4, ""], '$A$1*B{0}&"<&"'), ["C6:C8"]),
        (strip(["", 2, ""], "$A$1*B{0}"), []),
        # Within blocks, which begin where the index does.
        (strip([1, 2, 3, 4, 5, 6], "B{0}+SUM(B${1}:B{0})", 3), ["C5:C7", "C8:C10"]),
        (strip([1, 2, 3, 4], "B{0}+SUM(B${1}:B{0})", 3, index=1), ["C6:C7", "C8:C9"]),
        (strip([1, 2, 3], "$A$1*B{0}", 1), []),
        # [MS-XLS] 2.5.198.118: no reference to another sheet.
        (strip([1, 2, 3], "Sheet!A{0}"), []),
        (strip([True, False, "a"], "B{0}=1"), ["C5:C7"]),
    ],
)  # fmt: skip
def test_file_has_every_formula(sheet: Sheet, shared: list[str]) -> None:
    """What a program reads of shared formulas is each cell's own, with its value."""
    made = to_bytes(Book([sheet]))
    for data_only in (False, True):
        page = load_workbook(BytesIO(made), data_only=data_only)["Sheet"]
        for (row, col), cell in sheet.cells.items():
            found = page.cell(row + 1, col + 1).value
            wanted = cell.shown if data_only or not cell.formula else cell.formula
            assert ("" if found is None else found) == wanted, (row, col)
    xml = ZipFile(BytesIO(made)).read("xl/worksheets/sheet1.xml").decode()
    assert [part.partition('"')[0] for part in xml.split(' t="shared" ref="')[1:]] == shared
    # Excel: a formula that gives a text says so, an empty one too.
    assert xml.count(' t="str"') == sum(
        isinstance(cell.shown, str) for cell in sheet.cells.values()
    )


@pytest.mark.parametrize(
    ("texts", "values", "shared"),
    [
        # What is fixed stays, what is not moves along.
        (('$A5+B5&"B5"', '$A5+C5&"B5"', '$A5+D5&"B5"'), (1, 2), ["C5:E6"]),
        (("$A5+B5", "$A5+C5", "$A5+B5"), (1, 2), ["C5:D6", "E5:E6"]),
        # No column of one value, nor one with a cell left out.
        (("$A5+B5", "$A5+C5"), (1, ""), []),
        (("$A5+B5", "$A5+C5"), (1, 2, ""), ["C5:C6", "D5:D6"]),
    ],
)
def test_columns_share_a_formula(
    texts: tuple[str, ...], values: tuple[Value, ...], shared: list[str]
) -> None:
    """A formula that moves to the right from column to column is in the file once for all."""
    sheet = Sheet("Sheet")
    for number, text in enumerate(texts):
        form = Form(text.replace("5", "{0}").replace('"B{0}"', '"B5"'), (lambda at: at + 5,))
        sheet.cells.add(Strip(4, 2 + number, 0, form, "text", False, [*values]))
    test_file_has_every_formula(sheet, shared)


@pytest.mark.parametrize("rules", ["fide", "malaysia", "uscf", "cxa-rapid"])
def test_cells_are_there_once(rules: str) -> None:
    """A cell is a single one or of a strip: nothing is written into the file twice."""
    for sheet in build(plan_of(fitted(random_event(3, 9, 5), rules, 3), rules)).sheets:
        places = list(sheet.cells)
        assert len(places) == len(set(places)) == len(sheet.cells)
        assert all(sheet.cells[place] for place in places)


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_in_the_language_of_the_file(language: str) -> None:
    """Promise: one language beside a cell, that of the file; Excel takes 255 letters of it, and
    XlsxWriter drops the whole rule for more."""
    book = build(empty("swiss", "fide", 2, 1, language=language))
    made = load_workbook(BytesIO(to_bytes(book, language)))
    prompts = {
        rule.prompt
        for page in made.worksheets
        for rule in page.data_validations.dataValidation
        if rule.prompt
    }
    rules = [rule for sheet in book.sheets for rule in sheet.validations]
    with sheets_named_in(language):
        wanted = {say(language, rule.hint) for rule in rules if rule.hint}
        texts = [say(language, key, low=1000, high=9999)
                 for rule in rules for key in (rule.hint, rule.message) if key]  # fmt: skip
    assert len(wanted) > 10 and prompts == wanted
    assert max(map(len, texts)) <= 255


def test_bounds_are_told_as_people_write_them() -> None:
    """Findings: a number "from 100.0 to 4000.0" was asked for beside a rating, and prize money
    "from 0 to 1e+07"."""
    pages = load_workbook(BytesIO(to_bytes(build(empty("swiss", "fide", 2, 1)))))
    told = {
        str(rule.error).split("\n")[0]
        for page in pages.worksheets
        for rule in page.data_validations.dataValidation
    }
    assert say("en", "bad_number", low=100, high=4000) in told
    assert say("en", "bad_number", low=0, high=9_999_999) in told
    assert not [text for text in told if ".0" in text]


def test_bounds_of_facts_about_an_event() -> None:
    """Promise: ten hours for a game, ten minutes for a move, and 999 arbiters may be typed."""
    plan = plan_of(fitted(random_event(1, 4, 2), "fide"), "fide")
    bounds = {"minutes": (0, 600), "increment": (0, 600), "arbiters": (0, 999)}
    found = {fact: [(one.low, one.high) for one in validations(plan, fact, 0)] for fact in bounds}
    assert found == {fact: [each] for fact, each in bounds.items()}


def test_a_number_that_a_formula_shows_has_a_format_of_its_own() -> None:
    """Findings: ratings that read pasted cells lost alignment, weight and colour when LibreOffice
    saved: it gave the formulas, which had the format General, that of the pasted cells."""
    plain = {name for name, look in STYLES.items() if look.get("num_format") == "General"}
    assert {name for name in plain if not name.startswith("input")} == set()


def test_no_cell_is_set_inside_a_strip() -> None:
    """It would be lost: the strip is written as a whole."""
    sheet = strip([1, 2], "B{0}")
    with pytest.raises(KeyError, match="strip"):
        sheet.put(5, 2, Cell(1))
    sheet.put(6, 2, Cell(1))
    assert (4, 2) in sheet.cells and (3, 2) not in sheet.cells


NATIVE = [name for name in available() if is_native(load(name))]


def event_of(rules: str, players: int) -> Plan:
    """An event of so many players and 15 rounds."""
    event = fitted(random_event(1, players, 15), rules, 1)
    return plan_of(replace(event, start=date(2026, 3, 1)), rules)


@pytest.mark.in_turn
@pytest.mark.parametrize("rules", NATIVE if EVERY else ["uscf"])
def test_weight_of_the_largest_template(rules: str) -> None:
    """Promise: the empty template for 300 players and 15 rounds weighs less than 2 MB."""
    assert len(to_bytes(build(empty("swiss", rules, 300, 15)))) < 2_000_000


@pytest.mark.in_turn
@pytest.mark.parametrize("rules", NATIVE if EVERY else ["uscf"])
def test_weight_of_the_largest_event(rules: str) -> None:
    """Promise: an event of 300 players and 15 rounds weighs less than 2 MB under any rules."""
    assert len(to_bytes(build(event_of(rules, 300)))) < 2_000_000


@pytest.mark.parametrize("rules", NATIVE if EVERY else ["uscf"])
def test_weight_of_an_event_of_sixty(rules: str) -> None:
    """Promise: an event of 60 players and 15 rounds weighs less than 0.8 MB under any rules."""
    assert len(to_bytes(build(event_of(rules, 60)))) < 800_000


def test_every_row_has_its_height() -> None:
    """Findings: rows without one became lower in LibreOffice as soon as something was typed there,
    the letters pressed against the upper edge."""
    book = build(empty("swiss", "elo", 4))
    with ZipFile(BytesIO(to_bytes(book))) as archive:
        for number, sheet in enumerate(book.sheets, 1):
            text = archive.read(f"xl/worksheets/sheet{number}.xml").decode()
            rows = re.findall(r"<row [^>]*>", text)
            assert sheet.hidden or (rows and all('customHeight="1"' in row for row in rows)), sheet


def test_what_is_locked_says_so() -> None:
    """Promise: cells to type into are open, all others locked; the usual style, which cells that
    were cut or pasted over take on, is open, and every other look says its lock itself."""
    book = build(empty("swiss", "fide", 4, 2))
    made = to_bytes(book)
    file = load_workbook(BytesIO(made))
    for sheet in book.sheets:
        page = file[sheet.name]
        assert page.protection.sheet is sheet.locked
        unlike = [
            (sheet.key, *place)
            for place, cell in sheet.cells.items()
            if page.cell(place[0] + 1, place[1] + 1).protection.locked
            is cell.style.startswith("input")
        ]
        assert unlike == []
        beyond = max(page.column_dimensions.values(), key=lambda one: one.max)
        assert beyond.max == 256 and beyond.protection.locked, "an open column beside the sheet"
    with ZipFile(BytesIO(made)) as archive:
        looks = archive.read("xl/styles.xml").decode()
    usual, own = (re.search(f"<{part}.*?</{part}>", looks) for part in ("cellStyleXfs", "cellXfs"))
    assert usual and '<protection locked="0"/>' in usual[0]
    assert own and own[0].count("<xf ") == own[0].count("<protection ") > 40


def test_looks_to_type_into_are_the_open_ones() -> None:
    """Promise: the looks of cells to type into are open, and no other one."""
    is_open = {name for name, look in STYLES.items() if look.get("locked") is False}
    assert is_open == {name for name in STYLES if name.startswith("input")}
