"""`new --library LIST` fills the Library; `new --from EVENT` takes it over with what was played."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import write

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets
from xlrating.workbook.compare import check
from xlrating.workbook.library import LINES, Library
from xlrating.workbook.reader import WorkbookContents, read_contents
from xlrating.workbook.templates import filled

#: A federation's list with a column that means nothing here.
LIST = """ID,Name,Federation,Rating,Born,Sex,Board
5001234,"Okafor, Ada",NGA,2310,1991,F,1
0034,"Novak, Petr",CZE,1985,1988,m,2
77,Li Wei,CHN,,2009,,3
"""


def new(source: str, path: Path, out: Path, *words: str) -> WorkbookContents:
    """What a new template holds, in which no cell is wrong."""
    named = ["new", "swiss", "--rules", "fide", "--players", "8", "--rounds", "3", "--force"]
    assert main([*named, source, str(path), "-o", str(out), *words]) == 0
    assert check(open_sheets(out)).differences == ()
    return read_contents(open_sheets(out))


def test_a_list_fills_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: `new --library` of a federation's list; what it has no column for is said."""
    path = tmp_path / "list.csv"
    path.write_text(LIST, "utf-8")
    found = new("--library", path, tmp_path / "new.xlsx", "--language", "ru")
    assert found.library is not None and found.event.players == ()
    at = found.library.place("", "okafor, ada")
    assert [found.library.value(part, at) for part in ("id", "rating", "born", "sex")] == [
        "5001234", 2310, 1991, "f",
    ]  # fmt: skip
    assert found.library.place("0034", "") == 3 and found.library.value("rating", 4) == ""
    said = capsys.readouterr()
    assert "столбцы не сохраняются: board" in said.err and "картотека: 3" in said.out
    path.write_text("Name,Rating\n" + "".join(f"P{n},1500\n" for n in range(LINES + 1)), "utf-8")
    words = ["new", "swiss", "--rules", "fide", "--library", str(path)]
    assert main([*words, "-o", str(tmp_path / "no.xlsx")]) == 2
    assert f"2,001 players, but a Library has {LINES:,} lines" in capsys.readouterr().err
    assert not (tmp_path / "no.xlsx").exists()


def test_fides_list_fills_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of FIDE's list those whose numbers are named, with the rating of the rules' pace."""
    path = tmp_path / "players_list.xml"
    person = "<player><fideid>{}</fideid><name>{}</name><country>FRA</country><rating>{}</rating>"
    person += "<rapid_rating>{}</rapid_rating><blitz_rating>0</blitz_rating></player>"
    people = [(11, "Ann, A", 2100, 2050), (12, "Bo, B", 1800, 1790), (13, "Cy, C", 1700, 1600)]
    text = "".join(person.format(*one) for one in people)
    path.write_text(f"<playerslist>{text}</playerslist>", "utf-8")
    words = ("--ids", "13,11", "--rules", "fide:list=rapid")
    found = new("--library", path, tmp_path / "new.xlsx", *words).library
    assert found is not None and len(found.lines) == 2
    assert [found.value("rating", found.by_number(number)) for number in ("11", "13")] == [
        2050, 1600,
    ]  # fmt: skip
    path = tmp_path / "list.csv"
    path.write_text(LIST, "utf-8")
    words = ("--ids", "11", "-o", str(tmp_path / "other.xlsx"))
    assert main(["new", "swiss", "--rules", "fide", "--library", str(path), *words]) == 2
    assert "FIDE's list only" in capsys.readouterr().err


#: A pasted Library with headings and columns of its own, in its own order.
CLUB = Library(
    ("Desk", "Name", "FIDE ID", "Rtg", "Games"),
    (
        ("a", "Ann", "11", 1810, 40),
        ("b", "Bo", "", "1700", ""),
        ("c", "Cy", "", 1600, ""),
        ("d", "Cy", "", 1650, ""),
        ("e", "Li Wei", "77", 1500, ""),
        ("f", "Away", "99", 1400, 7),
    ),
)


@pytest.mark.in_turn
def test_the_library_goes_with_its_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: `new --from EVENT` carries the Library over, with the ratings after the event.

    Lines stay where they are, with their own columns; games are counted on. Who is not there is added below:
    a number of one's own is somebody else than the one of that name. Of two of one name without
    numbers nobody's rating is guessed.
    """
    people = (
        Player(1, "Ann", Decimal(1810), id="11", games=40),
        Player(2, "BO", Decimal(1700)),
        Player(3, "Cy", Decimal(1600)),
        Player(4, "Li Wei", Decimal(1500), id="78"),
    )
    won = RESULT_BY_CODE["1-0"]
    games = (Game(1, 1, 2, won, board=1), Game(1, 3, 4, won, board=2))
    event = Event(people, games, format="swiss", rounds=1, rules=load("fide").reference)
    source = write(replace(filled(event, load("fide")), library=CLUB), tmp_path / "event.xlsx")
    found = new("--from", source, tmp_path / "new.xlsx").library
    report = rate(event)
    after = {player.no: player for player in report.players()}
    assert after[1].rating != 1810 and after[2].rating != 1700
    assert found is not None and found.headings[:5] == CLUB.headings
    assert tuple(line[:5] for line in found.lines) == (
        ("a", "Ann", "11", float(after[1].rating or 0), 41),
        ("b", "Bo", "", float(after[2].rating or 0), ""),
        *CLUB.lines[2:],
        ("", "Li Wei", "78", float(after[4].rating or 0), ""),
    )  # fmt: skip
    said = capsys.readouterr().err
    assert "lines updated with the new ratings: 2; players added at the end: 1" in said
    assert "so they were not changed: Cy" in said
    # A list that is named takes its place.
    path = tmp_path / "list.csv"
    path.write_text(LIST, "utf-8")
    found = new("--from", source, tmp_path / "new.xlsx", "--library", str(path)).library
    assert found is not None and len(found.lines) == 3
