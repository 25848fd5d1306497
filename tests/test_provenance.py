"""A list says where it comes from, and nothing is typed into one that was written."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from lists import LEAGUE, later, make, send, write_list
from table_files import write

import xlrating
from xlrating.engine.languages import LANGUAGES
from xlrating.exchange.table import read_table
from xlrating.federation.contents import contents_of
from xlrating.federation.ledger_files import read_ledger


@pytest.fixture
def season(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the first list, `next.csv` and `next.xlsx` that count the league."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path / "sent", "league", LEAGUE, "csv")
    for name in ("next.csv", "next.xlsx"):
        words = (tmp_path / "sent", tmp_path / name, "--rules", "fide", "--day", "2025-11-01")
        assert make(listed, *words) == 0
    send(tmp_path / "sent2", "league", later(LEAGUE, 30), "csv")
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_a_list_says_of_itself(kind: str, season: Path) -> None:
    """Promise: the list it follows from, rules and edition, day and version; each event's file."""
    found = read_ledger(season / f"next.{kind}")
    made = found.made
    assert made is not None and made.base is not None
    assert (made.rules, made.asked, made.day) == ("fide@2025-10-01", "fide", date(2025, 11, 1))
    assert made.version == xlrating.__version__
    assert made.base.file == "list.csv"
    assert made.base.digest == contents_of(read_table(season / "list.csv")).digest
    assert made.contents == found.contents
    assert found.changed == () == found.notices
    assert [len(event.data) for event in found.events] == [16]


def test_the_next_list_names_this_one(season: Path) -> None:
    """Promise: a chain: each list has the fingerprint and the day of the one before."""
    words = ("--rules", "fide", "--day", "2025-12-01", "--new-event", "2025-11-04 league.csv")
    assert make(season / "next.xlsx", season / "sent2", season / "last.csv", *words) == 0
    made = read_ledger(season / "last.csv").made
    before = read_ledger(season / "next.xlsx")
    assert made and made.base and before.made
    assert (made.base.file, made.base.day) == ("next.xlsx", date(2025, 11, 1))
    assert made.base.digest == before.made.contents.digest
    assert made.new_event == ("2025-11-04 league.csv",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_contents_are_the_same_in_every_file(language: str, season: Path) -> None:
    """Promise: kind of file, language, order and looks are no part of what a list says."""
    words = (season / "sent", season / f"{language}.xlsx", "--rules", "fide", "--day", "2025-11-01")
    assert make(season / "list.csv", *words, "--language", language) == 0
    found = read_ledger(season / f"{language}.xlsx")
    assert found.changed == () and found.made
    assert found.contents.digest == read_ledger(season / "next.csv").contents.digest


def test_another_order_and_own_columns_are_no_change(
    season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list that was sorted, saved with semicolons, given a club: taken as it is."""
    with (season / "next.csv").open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    with (season / "next.csv").open("w", encoding="utf-8", newline="") as file:
        made = csv.writer(file, delimiter=";")
        made.writerow([*head, "Club"])
        made.writerows([*row, "Rooks"] for row in reversed(rows))
    assert read_ledger(season / "next.csv").changed == ()


def _edit(column: str, row: int, value: object) -> Callable[[Path], str]:
    """A change by hand; it comes back as the place."""

    def of(path: Path) -> str:
        if path.suffix == ".csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                head, *rows = csv.reader(file)
            rows[row][head.index(column)] = str(value)
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([head, *rows])
            return f"{path.name}, line {row + 2}, column {column.lower().replace(' ', '_')}"
        book = openpyxl.load_workbook(path)
        sheet = book["List"]
        heads = [cell.value for cell in sheet[3]]
        cell = sheet.cell(row + 4, heads.index(column) + 1)
        cell.value = value
        book.save(path)
        return f"{path.name}, sheet List, cell {cell.coordinate}"

    return of


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "change",
    [
        _edit("Rating", 2, 2499), _edit("Name", 0, "Somebody Else"), _edit("Place", 7, 4),
        _edit("ID", 1, "90099"), _edit("Games so far", 3, 11), _edit("Change", 4, 0),
        _edit("Title", 5, ""),
    ],
)  # fmt: skip
def test_a_change_by_hand_is_refused(
    kind: str, change: Callable[[Path], str], season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what is typed into a published list is named with its cell, and no base in silence."""
    place = change(season / f"next.{kind}")
    words = ("--rules", "fide", "--day", "2025-12-01")
    assert make(season / f"next.{kind}", season / "sent2", season / "last.csv", *words) == 2
    err = capsys.readouterr().err
    assert f"{place}: " in err and "was typed into the published list" in err and "--ledger" in err
    assert not (season / "last.csv").exists()


@pytest.mark.parametrize(("was", "now"), [("000{}", "{}"), ("{}", "{}.0")])
def test_ids_that_another_program_saved_as_numbers(
    was: str, now: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what was changed is named, and nothing else: a list without the zeros of its IDs was
    said to have every cell typed in, and the events to call people wrongly."""
    people = [[was.format(70 + no), f"Person {no}", 2000 - no, 50, 1990] for no in range(30)]
    heads = ["id", "name", "rating", "games", "born"]
    write(tmp_path, [heads, *people], "csv", "list")
    games = [[1, people[no][0], people[no + 1][0], "1-0"] for no in range(0, 30, 2)]
    for name, folder in (("cup", "sent"), ("open", "sent2")):
        (tmp_path / folder).mkdir()
        rounds = games if name == "cup" else [[1, *one[2:0:-1], "1-0"] for one in games]
        write(tmp_path / folder, [["round", "white", "black", "result"], *rounds], "csv", name)
    words = ("--rules", "elo")
    assert make(tmp_path / "list.csv", tmp_path / "sent", tmp_path / "next.csv", *words) == 0
    with (tmp_path / "next.csv").open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    for row in rows:
        row[1] = now.format(int(row[1]))
    write(tmp_path, [head, *rows], "csv", "next")
    capsys.readouterr()
    assert make(tmp_path / "next.csv", tmp_path / "sent2", tmp_path / "last.csv", *words) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if "next.csv" in line]
    said = f"another program changed 30 IDs when it saved the list: {now.format(70)} was"
    assert len(told) == 1 and f"line 2, column id: {said} {was.format(70)};" in told[0]
    # Of a line that was changed besides, it is not known in which cells.
    rows[4][head.index("Name")] = "Somebody"
    write(tmp_path, [head, *rows], "csv", "next")
    changed = read_ledger(tmp_path / "next.csv").changed
    assert [(one.key, one.where) for one in changed] == [
        ("fed_changed_ids", "next.csv, line 2, column id"), ("fed_changed_line", "next.csv, line 6")
    ]  # fmt: skip


def test_a_column_that_is_gone_is_named_before_all_lines(season: Path) -> None:
    """Promise: what to restore is said; each line differs by it, and the column came after 20."""
    with (season / "next.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    at = rows[0].index("Games so far")
    write(season, [row[:at] + row[at + 1 :] for row in rows], "csv", "next")
    (lost,) = read_ledger(season / "next.csv").changed
    assert lost.key == "fed_changed_columns" and lost.words == {"columns": "games"}


def test_lines_that_came_and_went(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a line typed in is named, one that is gone by its place."""
    text = (season / "next.csv").read_text("utf-8-sig")
    lines = text.splitlines(keepends=True)
    (season / "next.csv").write_text("".join([*lines, "9,90500,New Man,2000\n"]).replace(
        "New Man,2000", "New Man,2000" + "," * (lines[0].count(",") - 3)), "utf-8")  # fmt: skip
    assert [one.where for one in read_ledger(season / "next.csv").changed] == ["next.csv, line 10"]
    (season / "next.csv").write_text("".join([*lines[:3], *lines[4:]]), "utf-8")
    (gone,) = read_ledger(season / "next.csv").changed
    assert gone.key == "fed_changed_gone" and gone.words == {"n": 1, "places": "3"}


@pytest.mark.parametrize("key", ["version", "rules", "base", "contents", "lines"])
def test_where_it_comes_from_is_not_changed_in_silence(
    key: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what a list says of where it comes from is sealed."""
    file = season / "next.csv.json"
    said = json.loads(file.read_text("utf-8"))
    said["made"][key] = "0" + said["made"][key][1:] + "x"
    file.write_text(json.dumps(said), "utf-8")
    assert make(season / "next.csv", season / "sent2", season / "last.csv", "--rules", "fide") == 2
    assert "next.csv.json: where the list comes from: it was changed" in capsys.readouterr().err


def test_marks_of_a_period_are_no_change(season: Path) -> None:
    """Malaysia: absence and new titles are entered in the list; that is where they belong."""
    shutil.rmtree(season / "sent2")
    book = openpyxl.load_workbook(season / "next.xlsx")
    sheet = book["List"]
    column = len([cell for cell in sheet[3] if cell.value]) + 1
    sheet.cell(3, column).value = "absent"
    sheet.cell(4, column).value = "x"
    book.save(season / "next.xlsx")
    assert read_ledger(season / "next.xlsx").changed == ()
