"""The crosstable export of chess-results.com: two real files, and damaged ones."""

from __future__ import annotations

import time
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from workbooks import points

from xlrating.engine.errors import FileError, RatingError
from xlrating.engine.problems import problems
from xlrating.engine.vocabulary.spans import days_in
from xlrating.reading import read

_EVENTS = Path(__file__).parents[1] / "events"
_APRIL = _EVENTS / "chess-results-april" / "crosstable.xlsx"
_AUGUST = _EVENTS / "chess-results-august" / "crosstable.xlsx"


@pytest.mark.parametrize(
    ("path", "players", "head", "results"),
    [
        (
            _APRIL,
            67,
            20,
            {"0-1": 109, "1-0": 104, "½-½": 11, "BYE 1": 7, "BYE 0": 4, "0-1 F": 3, "1-0 F": 2},
        ),
        (
            _AUGUST,
            107,
            19,
            {"1-0": 172, "0-1": 164, "½-½": 20, "BYE 0": 12, "0-1 F": 7, "BYE 1": 5, "1-0 F": 3},
        ),
    ],
)
def test_real_files_without_loss(
    path: Path, players: int, head: int, results: dict[str, int]
) -> None:
    """Every player, game, forfeit and bye is there, and all points are the file's own."""
    event = read(path)
    assert problems(event) == ()
    assert [player.no for player in event.players] == list(range(1, players + 1))
    assert Counter(game.result.code for game in event.games) == results
    sheet = openpyxl.load_workbook(path).active
    printed = [Decimal(str(sheet.cell(head + no, 13).value)) for no in range(1, players + 1)]
    assert [points(event, no) for no in range(1, players + 1)] == printed


def test_what_stands_above_the_table() -> None:
    """Name, date, place and rounds are taken from the lines above."""
    event = read(_APRIL)
    assert event.name == "Keshmat Circuit - Rapid - April 2025"
    assert (event.start, event.end) == (date(2025, 4, 30), date(2025, 4, 30))
    assert event.place == "Keshmat Chess Center (Dekweneh)"
    assert (event.rounds, event.format) == (7, "swiss")


def test_facts_of_players() -> None:
    """Title, rating and federation; a rating of 0 means unrated; a shared rank is no gap."""
    april, august = read(_APRIL).by_no, read(_AUGUST).by_no
    assert (april[1].title, april[1].rating, april[1].federation) == ("CM", Decimal(2278), "LBN")
    assert april[39].rating is None
    assert (august[9].name, august[9].title) == ("Player 009", "FM")


def _changed(tmp_path: Path, **cells: object) -> Path:
    book = openpyxl.load_workbook(_APRIL)
    for name, value in cells.items():
        book.active[name] = value
    path = tmp_path / "event.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("printed", "first", "last"),
    [
        ("2025/05/02 to 2025/05/04", date(2025, 5, 2), date(2025, 5, 4)),
        ("02. 05. 2025 - 04. 05. 2025", date(2025, 5, 2), date(2025, 5, 4)),
        ("28.07.2005", date(2005, 7, 28), date(2005, 7, 28)),
        ("24/04/2025 to 02/05/2025", date(2025, 4, 24), date(2025, 5, 2)),
        ("not yet known", None, None),
    ],
)
def test_dates(tmp_path: Path, printed: str, first: date | None, last: date | None) -> None:
    """One day or two, in the usual spellings."""
    cell = _cell_of("Date :")
    event = read(_changed(tmp_path, **{cell: f"Date : {printed}"}))
    assert (event.start, event.end) == (first, last)


def test_a_date_that_cannot_be_read(tmp_path: Path) -> None:
    """Bad input: a date that cannot be read is no missing date: it picks the rules in force."""
    cell = _cell_of("Date :")
    with pytest.raises(RatingError, match=rf"Sheet1, cell {cell}: '2025/13/45' is not a date"):
        read(_changed(tmp_path, **{cell: "Date : 2025/13/45"}))
    with pytest.raises(
        RatingError, match=rf"Sheet1, cell {cell}: '10/12/2025' could be two different dates"
    ):
        read(_changed(tmp_path, **{cell: "Date : 10/12/2025"}))


def test_a_date_of_blanks_takes_no_time() -> None:
    """400,000 blanks in the line of the date were read for minutes."""
    start = time.process_time()
    assert days_in("withheld" + " " * 400_000 + "x") == (None, None)
    assert time.process_time() - start < 10


def _cell_of(beginning: str) -> str:
    """The cell of the April event that begins so."""
    column = openpyxl.load_workbook(_APRIL).active["A"]
    return next(str(c.coordinate) for c in column if str(c.value).startswith(beginning))


@pytest.mark.parametrize(
    ("cell", "value", "words"),
    [
        ("M21", 6.5, "the games give 7 points but 6.5 are printed"),
        ("M21", None, "the points are missing"),
        ("M21", "x", "pts is the text 'x'"),
        ("D22", "abc", "rtg is the text 'abc'"),
        ("F21", " 19w0", "the games give 6 points"),
        ("F21", "19?1", "not a crosstable entry"),
        ("F21", " 99w1", "opponent 99"),
        ("F21", " 20w1", "does not agree with cell '44w1' of player 20"),
    ],
)
def test_contradictions_name_the_cell(tmp_path: Path, cell: str, value: object, words: str) -> None:
    """Whatever contradicts itself is refused with the cell where it stands."""
    with pytest.raises(RatingError) as caught:
        read(_changed(tmp_path, **{cell: value}))
    assert words in str(caught.value)
    place = "M21" if "games give" in words else cell
    assert str(caught.value).startswith(f"event.xlsx, sheet Sheet1, cell {place}: ")


def test_other_workbooks_are_told_apart(tmp_path: Path) -> None:
    """A workbook without the crosstable does not look like one and is not read as one."""
    book = openpyxl.Workbook()
    book.active.append(["Name", "Pts."])
    book.save(tmp_path / "event.xlsx")
    with pytest.raises(FileError, match=r"event\.xlsx: no sheet of this file is an event"):
        read(tmp_path / "event.xlsx")
