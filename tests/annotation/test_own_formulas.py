"""Formulas in people's own tables: equal to the engine after each thing typed in LibreOffice."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import ironcalc
import pytest
import xlsxwriter
from live_office import Live, entered
from makes import SWISS
from needs import EVERY
from office import Office, differences
from openpyxl import load_workbook
from openpyxl.utils.cell import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from untouched import changes
from user_office import UserOffice

from xlrating.annotation.followed import live_tables
from xlrating.annotation.native import texts_of
from xlrating.annotation.parts import WorkbookParts
from xlrating.annotation.tables import tables_of
from xlrating.cli import main
from xlrating.engine.rating import rate
from xlrating.exchange.sheets import open_sheets
from xlrating.reading import read_all

OWN = Path(__file__).parent / "own"
#: A table, a rule set, what is typed, one after the other, and how many points above the table.
CASES = [
    ("formulas", "fide", [("Tournament!F4", "0.5"), ("Tournament!D6", "0.5")]),
    ("formulas", "elo", [("Tournament!F4", "0"), ("Tournament!D6", "1")]),
    # DWZ 4.8 finds the performance in steps.
    ("hidden", "dwz", [("Round robin!E2", "0"), ("Round robin!D3", "1")]),
    ("filters", "elo:model=logistic", [("Open!F5", "3w1"), ("Open!F7", "1b0")]),
    ("with_k", "nevzorov", [("Open!D6", "6b½"), ("Open!D10", "2w½")]),
    ("chinese", "cxa-rapid", [("Open!D6", "6黑和"), ("Open!D10", "2红和")]),
    ("formulas", "china-pro", [("Tournament!F4", "0.5"), ("Tournament!D6", "0.5")]),
    # Where a game is missing, not all have met all.
    ("hidden", "china-pro", [("Round robin!G2", ""), ("Round robin!D5", "")]),
    ("filters", "china-pro", [("Open!F5", "3w1"), ("Open!F7", "1b0")]),
    ("with_k", "elo-normal", [("Open!D6", "6b½"), ("Open!D10", "2w½")]),
    ("formulas", "malaysia", [("Tournament!F4", "0.5"), ("Tournament!D6", "0.5")]),
    ("filters", "malaysia", [("Open!D5", "5w0"), ("Open!D9", "1b1")]),
    ("low", "ingo", [("Open!D6", "6b½"), ("Open!D10", "2w½")]),
    ("low", "ecf-grading", [("Open!D6", "6b½"), ("Open!D10", "2w½")]),
    ("filters", "glicko", [("Open!F5", "3w1"), ("Open!F7", "1b0")]),
    ("filters", "glicko2", [("Open!F5", "3w1"), ("Open!F7", "1b0")]),
]  # fmt: skip
#: Colours and results as xiangqi tables write them.
_RED = str.maketrans({"w": "红", "b": "黑", "1": "胜", "½": "和", "0": "负"})
COLUMNS = ("performance", "k", "expected", "rounded", "new")


def own_file(name: str, folder: Path) -> Path:
    """One of the workbooks, or the Swiss event with other ratings or letters, or a column K."""
    if name not in ("chinese", "low", "with_k"):
        return OWN / f"{name}.xlsx"
    path, more = folder / f"{name}.xlsx", 600 if name == "chinese" else 0
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Open")
        given = ["K"] if name == "with_k" else []
        sheet.write_row(3, 0, ["No.", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd", *given])
        for no, (who, rating, cells) in enumerate(SWISS, 1):
            rating = rating // 20 if name == "low" else rating + more
            if name == "chinese":
                cells = [re.sub(r"[wb].$", lambda one: one[0].translate(_RED), c) for c in cells]
            sheet.write_row(3 + no, 0, [no, who, rating, *cells, *([20] if given else [])])
    return path


def annotated(path: Path, rules: str, out: Path) -> None:
    keys = ",".join(COLUMNS)
    call = ["rate", str(path), "--rules", rules, "--annotate", "--formulas", "--columns", keys]
    assert main([*call, "-o", str(out)]) == 0


def shown(out: Path, sheet: str) -> list[list[object]]:
    """The new columns, as the file has their values."""
    book = load_workbook(out, data_only=True)
    rows = [list(row) for row in book[sheet].values]
    head = next(row for row in rows if "New rating" in row)
    at = [
        head.index(name) for name in ("Performance", "K used", "Expected", "Change", "New rating")
    ]
    return [
        [row[col] for col in at] for row in rows[rows.index(head) + 1 :] if row[at[-1]] is not None
    ]


def engine(path: Path, rules: str) -> list[list[object]]:
    table = next(tables_of([rate(read_all(path)[0], rules)]))
    return [[table.value(key, row, "en") for key in COLUMNS] for row in table.rows]


def close(one: Sequence[Sequence[object]], other: Sequence[Sequence[object]]) -> bool:
    return len(one) == len(other) and all(
        # No method has all columns: what the engine does not give, no cell says.
        a is b or (a is not None and b is not None and abs(float(str(a)) - float(str(b))) < 1e-9)
        for row, own in zip(one, other, strict=True)
        for a, b in zip(row, own, strict=True)
    )


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "rules", "typed"), CASES, ids=["-".join(one[:2]) for one in CASES]
)
def test_typing_changes_the_ratings(
    name: str, rules: str, typed: list[tuple[str, str]], tmp_path: Path, live: Live
) -> None:
    """Typed into with the program's own settings: once both halves of a game agree, the engine's."""
    path, out, typed_copy = own_file(name, tmp_path), tmp_path / "out.xlsx", tmp_path / "typed.xlsx"
    annotated(path, rules, out)
    assert changes(path.read_bytes(), out.read_bytes()) == []
    sheet = typed[0][0].partition("!")[0]
    assert close(shown(out, sheet), engine(path, rules))
    live.open(out)
    for number in range(1, len(typed) + 1):
        live.type([entered(*typed[number - 1])])
        live.save(typed_copy)
        if number == len(typed):
            # Both halves of the game say the same again, so that the engine reads it.
            assert close(shown(typed_copy, sheet), engine(without_points(typed_copy), rules))
    assert live.stale() == []


#: What is typed, what is shown then, and whose ratings show it.
WRONG = [("Open!C5", "=NA()", "#N/A", {1, 2, 3, 5}), ("Open!F5", "=1/0", "#DIV/0!", {1}),
         ("Open!F5", "99w1", "#N/A", {1})]  # fmt: skip
METHODS = ("elo", "malaysia", "glicko", "china-pro", "dwz")


@pytest.mark.parametrize("rules", METHODS if EVERY else METHODS[:2])
def test_what_cannot_be_read_is_never_passed_over(rules: str, tmp_path: Path, live: Live) -> None:
    """An error in a cell, or an opponent who is not there: every rating that needs it shows it."""
    out = tmp_path / "out.xlsx"
    annotated(own_file("filters", tmp_path), rules, out)
    live.open(out)

    def ratings() -> dict[int, object]:
        rows = live.values("Open")["Open"]
        head = next(row for row in rows if "New rating" in row)
        own = rows[rows.index(head) + 1 :][:8]
        return {number: row[head.index("New rating")] for number, row in enumerate(own, 1)}

    before = ratings()
    for place, text, error, asked in WRONG:
        with live.typed(entered(place, text)):
            found = ratings()
        if rules == "malaysia" and len(asked) > 1:
            # Each round counts with the ratings after the one before.
            asked = {*before}
        assert {no for no, value in found.items() if value != before[no]} == asked
        assert {found[no] for no in asked} == {error}
    assert ratings() == before


def test_no_rule_of_the_performance_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that does not read what the rules say of a performance is not taken for right."""
    table = next(tables_of([rate(read_all(OWN / "hidden.xlsx")[0], "dwz")]))
    assert texts_of(table, 5) is not None
    monkeypatch.setattr("xlrating.annotation.methods._performance", lambda *_: {"performance": "0"})
    assert texts_of(table, 5) is None


def without_points(path: Path) -> Path:
    """The workbook with what was typed, but for its points, places and the new columns."""
    book = load_workbook(path, data_only=True)
    for name in ("xlrating", "Ratings", "Audit"):
        del book[name]
    for sheet in (one for one in book.worksheets if one.max_row > 3):
        head = next(row for row in sheet.iter_rows() if row[-1].value == "New rating")
        own = [cell for cell in head if cell.value in ("Points", "Pts.", "Place")]
        for cell in (*own, *head[-len(COLUMNS) :]):
            for below in sheet[get_column_letter(cell.column)][cell.row - 1 :]:
                below.value = None
    copy = path.with_name("read.xlsx")
    book.save(copy)
    return copy


@pytest.mark.parametrize(("name", "rules", "typed"), CASES if EVERY else CASES[:1],
                         ids=["-".join(one[:2]) for one in (CASES if EVERY else CASES[:1])])  # fmt: skip
def test_values_are_those_of_the_formulas(
    name: str, rules: str, typed: object, tmp_path: Path, office: Office
) -> None:
    """Calculated anew, every cell of the copy has the value that is written beside its formula."""
    annotated(own_file(name, tmp_path), rules, tmp_path / "out.xlsx")
    assert differences(tmp_path / "out.xlsx", office) == []


def test_what_no_formula_follows_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a method has no formulas here, the cells hold values, and the command says so."""
    path, out = OWN / "formulas.xlsx", tmp_path / "out.xlsx"
    call = ["rate", str(path), "--rules", "uscf", "--annotate", "--formulas", "-o", str(out)]
    assert main(call) == 0
    said = capsys.readouterr().err
    assert "cells of this table (A3:K9) hold values" in said and "in passes" in said
    cells = load_workbook(io.BytesIO(out.read_bytes()))["Tournament"]
    assert cells["M4"].data_type == "n"


def test_tables_of_every_way_are_followed() -> None:
    """Squares, 5w1, and two tables on one sheet are live; a table with forfeits in it is not."""
    for name in ("formulas", "filters", "two", "beside", "season", "chinese"):
        path = OWN / f"{name}.xlsx"
        tables = list(tables_of([rate(event, "elo") for event in read_all(path)]))
        assert len(live_tables(tables, open_sheets(path))) == len(tables)


@pytest.mark.parametrize("how", [["--formulas"], ["--functions", "libreoffice"]])
@pytest.mark.parametrize("name", ["beside", "two", "season"])
def test_no_table_has_the_formulas_of_another(name: str, how: list[str], tmp_path: Path) -> None:
    """Tables next to each other share rows, and each of their cells has a formula of its own."""
    out = tmp_path / "out.xlsx"
    call = ["rate", str(OWN / f"{name}.xlsx"), "--rules", "elo", "--annotate", *how, "--no-audit"]
    assert main([*call, "-o", str(out)]) == 0
    cells = [str(cell) for sheet in load_workbook(out) for row in sheet.values for cell in row]
    found = [one for one in cells if re.match("='xlrating'!|=XLRATING", one)]
    players = sum(len(event.players) for event in read_all(OWN / f"{name}.xlsx"))
    assert len({*found}) == len(found) == 2 * players


def test_whatever_marks_the_diagonal_is_followed(tmp_path: Path) -> None:
    """A cell of a player against themselves may hold any mark that the reader knows."""
    book, path = load_workbook(OWN / "coloured.xlsx"), tmp_path / "own.xlsx"
    for number, mark in enumerate(("█", "###", "×", "n/a", "xx", "\\")):
        cell = book["Crosstable"].cell(4 + number, 5 + number)
        assert cell.value in (None, "X", "*", "x", "■"), cell
        cell.value = mark
    book.save(path)
    tables = list(tables_of([rate(read_all(path)[0], "elo")]))
    assert len(live_tables(tables, open_sheets(path))) == 1


@pytest.mark.in_turn
@pytest.mark.parametrize(("name", "rules"), [("filters", "elo"), ("formulas", "fide")])
def test_functions_give_the_same(
    name: str, rules: str, tmp_path: Path, calculator: UserOffice
) -> None:
    """`=NEW_RATING(…)` of the add-in in each row, calculated by Calc: the engine's rating."""
    path, out = OWN / f"{name}.xlsx", tmp_path / "out.xlsx"
    call = ["rate", str(path), "--rules", rules, "--annotate", "--functions", "libreoffice"]
    assert main([*call, "-o", str(out)]) == 0
    assert changes(path.read_bytes(), out.read_bytes()) == []
    texts = [str(cell) for row in load_workbook(out).worksheets[0].values for cell in row]
    assert sum("XLRATING.NEW_RATING(" in text for text in texts) == 2 * (
        8 if name == "filters" else 6
    )
    assert differences(out, calculator) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "in passes"), ("zh", "多轮反复计算"), ("ru", "в несколько проходов")],
)
@pytest.mark.parametrize("host", ["libreoffice", "lambda"])
def test_functions_never_stand_for_passes(
    host: str, language: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where opponents count with other ratings than the table's, in US Chess' second pass, a
    function of the table's ratings would give another number: 1987 for 1986 here.
    """
    path, out = OWN / "coloured.xlsx", tmp_path / "out.xlsx"
    call = ["rate", str(path), "--rules", "uscf", "--day", "2026-03-01", "--language", language]
    assert main([*call, "--annotate", "--functions", host, "-o", str(out)]) == 0
    assert said in capsys.readouterr().err
    sheet = load_workbook(out)["Crosstable"]
    assert [sheet[f"M{row}"].value for row in range(4, 10)] == [2115, 1986, 1919, 1842, 1780, 1627]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("two", "elo"),
        ("coloured", "fide"),
        pytest.param("filters", "dwz", marks=pytest.mark.every),
        pytest.param("coloured", "uscf:passes=one", marks=pytest.mark.every),
    ],
)
def test_lambda_functions_come_along(name: str, rules: str, tmp_path: Path) -> None:
    """LAMBDA functions are names of the copy, calculated by a second program: the engine's ratings.

    Nothing but the list of sheets and names and their hidden sheets comes besides.
    """
    path, out = OWN / f"{name}.xlsx", tmp_path / "out.xlsx"
    call = ["rate", str(path), "--rules", rules, "--annotate", "--functions", "lambda"]
    assert main([*call, "-o", str(out)]) == 0
    assert changes(path.read_bytes(), out.read_bytes()) == ["the names are others"]
    old, new = (load_workbook(one).defined_names for one in (path, out))
    assert {key: new[key].value for key in old} == {key: old[key].value for key in old}
    model = ironcalc.load_from_xlsx(str(out), "en", "UTC", "en")
    model.evaluate()
    values = load_workbook(out, data_only=True).worksheets[0]
    called = [
        cell for row in load_workbook(out).worksheets[0].iter_rows() for cell in row
        if "NEW_RATING(" in getattr(cell.value, "text", "")
    ]  # fmt: skip
    assert len(called) == 2 * sum(len(event.players) for event in read_all(path))
    for cell in called:
        found = model.get_cell_value(0, cell.row, cell.column)
        assert found == pytest.approx(values[cell.coordinate].value, abs=1e-9)


def test_names_that_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names that a workbook uses already are never given another meaning: they are told."""
    call = ["rate", str(OWN / "two.xlsx"), "--rules", "elo", "--annotate", "--functions", "lambda"]
    book = load_workbook(OWN / "two.xlsx")
    book.defined_names["New_Rating"] = DefinedName("New_Rating", attr_text="Events!$A$1")
    book.save(tmp_path / "own.xlsx")
    call[1] = str(tmp_path / "own.xlsx")
    assert main([*call, "-o", str(tmp_path / "more.xlsx")]) == 2
    assert "it already uses some of them: New_Rating; rename those" in capsys.readouterr().err
    # A parameter of a function has this name.
    call[1] = str(OWN / "formulas.xlsx")
    assert main([*call, "-o", str(tmp_path / "more.xlsx")]) == 2
    assert "it already uses some of them: Scores; rename those" in capsys.readouterr().err


def test_the_order_of_calculation_is_left_out(tmp_path: Path) -> None:
    """A list of all formulas would lack the new ones: values keep it, formulas leave it out."""
    parts = WorkbookParts("own.xlsx", (OWN / "formulas.xlsx").read_bytes())
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    types, rels = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
    chain = b'<Override PartName="/xl/calcChain.xml" ContentType="' + kind + b'"/></Types>'
    parts.put(types, parts.read(types).replace(b"</Types>", chain))
    base = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    link = b'<Relationship Id="rId77" Type="' + base + b'" Target="calcChain.xml"/></Relationships>'
    parts.put(rels, parts.read(rels).replace(b"</Relationships>", link))
    with zipfile.ZipFile(tmp_path / "own.xlsx", "w") as own:
        for name in parts.names:
            own.writestr(name, parts.read(name))
        own.writestr("xl/calcChain.xml", b"<calcChain/>")
    call = ["rate", str(tmp_path / "own.xlsx"), "--rules", "elo", "--annotate", "-o"]
    assert main([*call, str(tmp_path / "values.xlsx")]) == 0
    assert main([*call, str(tmp_path / "live.xlsx"), "--formulas"]) == 0
    kept = zipfile.ZipFile(tmp_path / "values.xlsx")
    assert kept.read("xl/calcChain.xml") == b"<calcChain/>"
    left = zipfile.ZipFile(tmp_path / "live.xlsx")
    assert "xl/calcChain.xml" not in left.namelist()
    assert not any(b"calcChain" in left.read(name) for name in (types, rels))
