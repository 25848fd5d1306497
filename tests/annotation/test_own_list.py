"""The next ratings in the officer's own list: next to each row, newcomers below the last one."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
import xlsxwriter
from makes import SWISS
from openpyxl import Workbook, load_workbook
from untouched import added, changes

from xlrating.cli import main

OWN = Path(__file__).parent / "own"


@pytest.fixture
def officers(tmp_path: Path) -> Path:
    """A folder with a list of seven of the eight players, and one who did not play."""
    (tmp_path / "events").mkdir()
    shutil.copy(OWN / "filters.xlsx", tmp_path / "events/open.xlsx")
    with xlsxwriter.Workbook(str(tmp_path / "list.xlsx")) as book:
        sheet = book.add_worksheet("List")
        look = book.add_format({"border": 1, "bg_color": "#DDEBF7"})
        sheet.write(0, 0, "Club rating list")
        sheet.write_row(2, 0, ["ID", "Name", "Rating", "Born", "Club"], look)
        people = [*((name, rating) for name, rating, _ in SWISS[:7]), ("Zeta, Bo", 1700)]
        for no, (name, rating) in enumerate(people, 1):
            sheet.write_row(2 + no, 0, [100 + no, name, rating, 1990, "A"], look)
        sheet.write(11, 1, "Average")
        sheet.write_formula(11, 2, "=AVERAGE(C4:C11)", None, 1816.5)
    return tmp_path


def test_the_list_itself_gets_the_ratings(officers: Path) -> None:
    """Next to each row change and rating, below the last one who is new, and nothing else."""
    own, out = officers / "list.xlsx", officers / "next.xlsx"
    call = ["federation", str(own), str(officers / "events"), "--rules", "elo", "--annotate"]
    before = own.read_bytes()
    assert main([*call, "-o", str(out), "--columns", "rounded,new,n"]) == 0
    assert changes(before, out.read_bytes()) == [] and own.read_bytes() == before
    rows = list(load_workbook(out)["List"].values)
    assert rows[2][5:] == ("Change", "New rating", "Games counted")
    assert rows[3][:2] + rows[3][5:] == (101, "Aydin, Leyla", 5, 2110, 3)
    assert rows[10][:2] + rows[10][5:] == (108, "Zeta, Bo", 0, 1700, None)
    # Not into the line that sums up the list, but below it.
    assert rows[11][1:3] == ("Average", "=AVERAGE(C4:C11)")
    assert rows[12] == (None, "Huber, Max", None, None, None, None, 1481, 3)
    sheet = load_workbook(out)["List"]
    assert {sheet[f"{col}13"].fill.fgColor.rgb for col in "ABCDEFGH"} == {"FFDDEBF7"}
    assert len(added(before, out.read_bytes())) == 3 + 8 + 8 + 7 + 3


def test_the_list_made_otherwise_is_the_same(officers: Path) -> None:
    """The sheet Ratings is the next list as the command writes it by itself."""
    call = ["federation", str(officers / "list.xlsx"), str(officers / "events"), "--rules", "elo"]
    assert main([*call, "--annotate", "-o", str(officers / "own.xlsx")]) == 0
    assert main([*call, "-o", str(officers / "list.csv")]) == 0
    book = load_workbook(officers / "own.xlsx")
    assert book.sheetnames == ["List", "Ratings", "Audit"]
    rows = [["" if one is None else str(one) for one in row] for row in book["Ratings"].values]
    lines = (officers / "list.csv").read_text("utf-8").splitlines()
    assert [row[1] for row in rows] == [line.split(",")[1] for line in lines if line[0] != "#"]


def test_a_list_of_several_paces(tmp_path: Path) -> None:
    """Each pace of a list has its change and new rating; who is new at one stands below, too.

    The numbers are those of the list that the command writes by itself.
    """
    (tmp_path / "events").mkdir()
    games = "pace: {0}\nstart: 2025-11-05\nround,white,black,result\n"
    rounds = {
        "standard": "1,Ann,Bob,1-0\n2,Bob,Ann,½-½\n",
        "rapid": "1,Ann,Bob,0-1\n2,Cid,Ann,½-½\n3,Bob,Cid,1-0\n4,New,Ann,1-0\n5,New,Bob,½-½\n"
        "6,New,Ann,½-½\n7,New,Bob,1-0\n8,New,Cid,0-1\n",
    }
    for pace, text in rounds.items():
        (tmp_path / f"events/{pace}.csv").write_text(games.format(pace) + text, "utf-8")
    head = ("ID", "Name", "Born", "Rating", "rapid_rating", "rapid_games")
    people = [("1", "Ann", 1990, 1900, 1850, 40), ("2", "Bob", 1980, 1800, 1750, 40),
              ("3", "Cid", 1970, 1700, 1700, 40), ("4", "Dan", 1960, 1650, None, None)]  # fmt: skip
    with xlsxwriter.Workbook(str(tmp_path / "list.xlsx")) as book:
        for row, line in enumerate([head, *people]):
            book.worksheets_objs or book.add_worksheet("List")
            book.worksheets_objs[0].write_row(row, 0, line)
    call = ["federation", str(tmp_path / "list.xlsx"), str(tmp_path / "events"), "--rules", "fide"]
    assert main([*call, "--annotate", "--comments", "-o", str(tmp_path / "own.xlsx")]) == 0
    assert main([*call, "-o", str(tmp_path / "next.csv")]) == 0
    # The reasons of both paces, each under the event that it is of.
    told = load_workbook(tmp_path / "own.xlsx")["List"]["J2"].comment.text.splitlines()
    assert [line for line in told if line.endswith(".csv")] == ["standard.csv", "rapid.csv"]
    rows = [row for row in load_workbook(tmp_path / "own.xlsx")["List"].values if row[1]]
    assert rows[0][6:] == ("Change", "New rating", "Change (rapid)", "New rating (rapid)")
    lines = (tmp_path / "next.csv").read_text("utf-8").splitlines()
    written = {line["Name"]: line for line in csv.DictReader(
        line for line in lines if not line.startswith("#"))}  # fmt: skip
    assert [row[1] for row in rows[1:]] == ["Ann", "Bob", "Cid", "Dan", "New"]
    for row in rows[1:]:
        own = written[str(row[1])]
        rapid = next(key for key in own if "apid" in key and "games" not in key.lower())
        assert [str(one or "") for one in (row[7], row[9])] == [own["Rating"], own[rapid]]
    assert rows[4][8:] == (None, None) and rows[5][6:8] == (None, None)


def test_only_what_a_list_has(officers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Columns that a list has not are named, and nothing is written."""
    call = ["federation", str(officers / "list.xlsx"), str(officers / "events"), "--rules", "elo"]
    out = officers / "next.xlsx"
    assert main([*call, "--annotate", "-o", str(out), "--columns", "performance"]) == 2
    assert "choose from: rounded, new, n, clause" in capsys.readouterr().err
    assert main([*call, "--annotate", "-o", str(officers / "next.csv")]) == 2
    assert main([*call, "--annotate"]) == 2
    assert not out.exists()


@pytest.mark.parametrize("has_ids", [False, True])
def test_who_gets_an_id_stays_in_their_row(has_ids: bool, tmp_path: Path) -> None:
    """Promise: next to each row. With an ID that only the event has, people became newcomers."""
    own, event = Workbook(), Workbook()
    for row in (["ID", "Name", "Rating"], ["", "Ann", 1900], ["", "Bob", 1850], [103, "Cy", 1700]):
        own.active.append(row if has_ids else row[1:])
    for row in (["No.", "ID", "Name", "Rating", 1, 2, 3], [1, 101, "Ann", 1900, "*", 1, "½"],
                [2, 102, "Bob", 1850, 0, "*", 1], [3, 103, "Cy", 1700, "½", 0, "*"]):  # fmt: skip
        event.active.append(row)
    (tmp_path / "events").mkdir()
    own.save(tmp_path / "list.xlsx")
    event.save(tmp_path / "events" / "open.xlsx")
    out = tmp_path / "next.xlsx"
    call = ["federation", str(tmp_path / "list.xlsx"), str(tmp_path / "events"), "--rules", "elo"]
    assert main([*call, "--annotate", "-o", str(out)]) == 0
    rows = list(load_workbook(out).worksheets[0].values)
    assert len(rows) == 4
    assert [row[-2] is not None and row[-3] + row[-2] == row[-1] for row in rows[1:]] == [True] * 3
