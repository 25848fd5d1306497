"""Rows that somebody put in or took out: one sentence says it, or all cells are compared."""

from __future__ import annotations

import csv
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from workbooks import random_event, write

from xlrating.cli import main
from xlrating.engine.errors import FileError
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets, read_list
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import filled


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook of a Swiss with every cell calculated."""
    plan = filled(random_event(7, 4, 2), load("elo"))
    return write(plan, tmp_path_factory.mktemp("rated") / "event.xlsx")


def changed(path: Path, change: Callable[[Workbook], object], to: Path) -> Path:
    """The same values where a change leaves them; what stands in a cell is not calculated anew."""
    book = openpyxl.load_workbook(path, data_only=True)
    change(book)
    book.save(to)
    return to


#: The sheet in which a row is put in, before which row; and what is told.
PUT_IN = {
    "above a list": (
        "Players",
        1,
        "sheet Players, cell M4",
        "'Random 7 · 12 October 2025', but 'No.' is",
    ),
    "above its headings": ("Players", 4, "sheet Players, cell A4", "the heading 'No.' is missing"),
    "above Start": ("Start", 1, "sheet Start, cell A12", "'Next', but 'Round' is expected"),
    "between its fields": ("Start", 14, "sheet Start, cell A15", "'Leader', but 'Biggest gain' is"),
    "between players": ("Players", 7, "sheet Players, row 7", "this row was inserted"),
    "between games": ("Games", 9, "sheet Games, row 9", "this row was inserted"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", PUT_IN)
def test_a_row_put_in_is_told_as_such(name: str, rated: Path, tmp_path: Path) -> None:
    """Not as hundreds of wrong cells, nor as the workbook of another version."""
    sheet, row, place, message = PUT_IN[name]
    path = changed(rated, lambda book: book[sheet].insert_rows(row), tmp_path / "event.xlsx")
    with pytest.raises(FileError, match="get a fresh workbook") as raised:
        check(open_sheets(path))
    assert raised.value.where == f"event.xlsx, {place}"
    assert message in raised.value.message


def test_a_label_typed_over_is_a_cell_that_differs(rated: Path, tmp_path: Path) -> None:
    """Nothing has moved then: the other cells are compared."""

    def type_over(book: Workbook) -> None:
        book["Start"]["A14"] = "Winner"

    found = check(open_sheets(changed(rated, type_over, tmp_path / "event.xlsx")))
    assert [(one.sheet, one.cell, one.found) for one in found.differences] == [
        ("Start", "A14", "Winner")
    ]


def test_a_sheet_that_is_gone(rated: Path, tmp_path: Path) -> None:
    """It is named, and what to do."""
    path = changed(rated, lambda book: book.remove(book["Ratings"]), tmp_path / "event.xlsx")
    with pytest.raises(FileError, match=r"the sheet Ratings is missing, .* run xlrating rate"):
        check(open_sheets(path))


def test_a_template_with_a_wrong_cell_begins_none(
    rated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`new --from` names the cell, and does not take the file for a list without headings."""

    def type_text(book: Workbook) -> None:
        book["Players"]["F5"] = "strong"

    def rename(book: Workbook) -> None:
        book["Players"].title = "Spieler"

    out = str(tmp_path / "next.xlsx")
    for change, message in (
        (type_text, "event.xlsx, sheet Players, cell F5: rating is 'strong'"),
        (rename, "event.xlsx: there is no sheet Players; a template of xlrating has"),
    ):
        path = str(changed(rated, change, tmp_path / "event.xlsx"))
        assert main(["new", "swiss", "--rules", "fide", "--from", path, "-o", out]) == 2
        assert message in capsys.readouterr().err
    # A list whose sheet happens to be called as one of a template is a list.
    book = Workbook()
    book.active.title = "Players"
    for row in (("Name", "Rating"), ("Ann", 2000), ("Bob", 1900)):
        book.active.append(row)
    book.save(tmp_path / "list.xlsx")
    named = ["new", "swiss", "--rules", "fide", "--from", str(tmp_path / "list.xlsx"), "-o", out]
    assert main(named) == 0


def test_a_workbook_by_another_name(
    rated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a file is its bytes say: its ratings are checked, and it goes on as the template it is."""
    path = Path(shutil.copy(rated, tmp_path / "event.txt"))
    assert main(["check", str(path)]) == 0
    assert f"all {check(open_sheets(rated)).cells} cells agree" in capsys.readouterr().out
    out = tmp_path / "again.xlsx"
    assert main(["convert", str(path), "-o", str(out)]) == 0
    assert (read_contents(open_sheets(out)).lines, out.stat().st_size > 50_000) == (
        read_contents(open_sheets(rated)).lines,
        True,
    )


def test_a_template_is_no_list(
    rated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a list is expected the sheet Next is named, and that sheet is read as a list."""
    with pytest.raises(FileError, match=r"its sheet Next has .*: save that sheet as CSV"):
        read_list(rated)
    words = ["new", "swiss", "--rules", "elo", "-o", str(tmp_path / "new.xlsx"), "--library"]
    assert main([*words, str(rated), "--language", "ru"]) == 2
    assert "на листе Next: сохраните этот лист как CSV" in capsys.readouterr().err
    with (tmp_path / "next.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(open_sheets(rated).rows("Next"))
    players, _ = read_list(tmp_path / "next.csv")
    event = read(rated)
    after = {player.name: player.rating for player in rate(event).players()}
    assert {player.name: player.rating for player in players} == after


def test_a_decimal_comma_is_no_other_text(rated: Path, tmp_path: Path) -> None:
    """Promise: a file agrees wherever it was saved, where 3.5 in a text is written 3,5, too."""
    told, saved = re.compile(rb"(<v>[A-Z][^<]*[0-9])\.([0-9])"), tmp_path / "saved.xlsx"
    written = 0
    with zipfile.ZipFile(rated) as old, zipfile.ZipFile(saved, "w") as new:
        for name in old.namelist():
            data, count = told.subn(rb"\1,\2", old.read(name))
            new.writestr(name, data)
            written += count
    assert written and check(open_sheets(saved)).differences == ()
