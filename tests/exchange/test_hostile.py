"""Files that hide a wrong number: each gives the right one, or one sentence with its place."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from decimal import Decimal
from pathlib import Path
from unicodedata import normalize
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from workbooks import EVENTS, plan_of, write

from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.problems import format_message, problems
from xlrating.engine.vocabulary.letters import letters
from xlrating.exchange import read_players
from xlrating.exchange.decimals import DecimalFormat
from xlrating.exchange.sheets import open_sheets
from xlrating.exchange.unknown import Unknown, is_error
from xlrating.reading import read

FILES = Path(__file__).parents[1] / "hostile"
_HEAD = "round,white,black,result\n"
_GAMES = _HEAD + "1,Anna,Boris,1-0\n1,Chen,Dora,½-½\n2,Anna,Chen,0-1\n"


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and messages of a command."""
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


# --- cells without a value ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "place", "found"),
    [
        ("Players", "F5", "#N/A"),
        ("Players", "B5", "#NAME?"),
        ("Games", "E5", "#REF!"),
        ("Games", "D5", "#VALUE!"),
        ("Start", "B19", "#DIV/0!"),
    ],
)
def test_an_error_in_a_template(
    sheet: str, place: str, found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pasted error in a cell to type into does not drop a rating, a name or a game."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    path = write(plan_of(event, "fide@2025-10-01", engine=False), tmp_path / "event.xlsx")
    part = f"xl/worksheets/sheet{open_sheets(path).names.index(sheet) + 1}.xml"
    _edited(path, part, rf'<c r="{place}"( s="\d+")?[^>]*?(/>|>.*?</c>)', place, found)
    code, _, told = ran(capsys, "rate", path, "-o", tmp_path / "out.xlsx")
    assert code == 2
    assert told.startswith(
        f"xlrating: event.xlsx, sheet {sheet}, cell {place}: the cell shows the error {found}"
    )
    assert told.count("\n") == 1


def _edited(path: Path, part: str, pattern: str, place: str, error: str) -> None:
    """Put an error into one cell of a workbook, as a program saves it."""
    _replaced(path, part, pattern, rf'<c r="{place}"\1 t="e"><v>{error}</v></c>')


def _replaced(path: Path, part: str, pattern: str, text: str) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[part], n = re.subn(pattern.encode(), text.encode(), members[part])
    assert n
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def test_formulas_that_give_an_empty_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list that looks its ratings up and finds none is refused; lines to come are not."""
    book = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ("id", "name", "rating"))
    for row, (name, shown) in enumerate((("Anna", 2000), ("Boris", ""), ("", "")), 1):
        sheet.write(row, 1, name)
        sheet.write_formula(row, 2, '=IFERROR(1/0,"")', None, shown)
    book.close()
    # As Excel saves an empty text, which is not a formula never calculated.
    _replaced(
        tmp_path / "list.xlsx",
        "xl/worksheets/sheet1.xml",
        r'<c r="(C\d)"><f>([^<]*)</f><v></v>',
        r'<c r="\1" t="str"><f>\2</f><v></v>',
    )
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "cup.csv").write_text(_HEAD + "1,Anna,Boris,1-0\n")
    options = (tmp_path / "list.xlsx", tmp_path / "events", "--rules", "fide")
    code, _, told = ran(capsys, "federation", *options)
    assert code == 2
    assert "list.xlsx, sheet Sheet1, cell C3: the formula" in told
    rows = open_sheets(tmp_path / "list.xlsx").rows("Sheet1")
    assert [type(row[2]) for row in rows[:3]] == [str, float, str]


def test_an_error_that_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An error in a column that says nothing here stops nobody."""
    text = "id,name,rating,remark\nA1,Anna,2000,#N/A\nA2,Boris,1900,\n"
    (tmp_path / "list.csv").write_text(text)
    events = tmp_path / "events"
    events.mkdir()
    (events / "cup.csv").write_text("round,white,black,result\n1,Anna,Boris,1-0\n")
    code, printed, _ = ran(capsys, "federation", tmp_path / "list.csv", events, "--rules", "fide")
    assert code == 0
    assert "columns that xlrating does not keep: remark" in printed


@pytest.mark.parametrize("column", ["white", "result", "white_rating", "round"])
def test_an_error_as_text(column: str, tmp_path: Path) -> None:
    """A CSV holds errors as text, in the language of the program that saved it."""
    row = {"round": "1", "white": "Anna", "black": "Boris", "result": "1-0", "white_rating": "1900"}
    for shown in ("#N/A", "#ССЫЛКА!", "#WERT!", "Err:502"):
        values = {**row, column: shown}
        path = tmp_path / "event.csv"
        path.write_text(",".join(values) + "\n" + ",".join(values.values()) + "\n", "utf-8")
        with pytest.raises(Exception, match=f"line 2, column {column}: the cell shows the error"):
            read(path)


def test_an_error_of_any_text_is_cut() -> None:
    """A message does not repeat what a file holds: the error of a damaged cell may be a book."""
    assert format_message(Unknown("9" * 5000, "=NA()").why).count("9") == 60
    assert "\n" not in format_message(Unknown("#N/A\n#N/A").why)


def test_names_that_are_no_errors() -> None:
    """What only begins like an error is a text."""
    assert not any(map(is_error, ("#1001", "#", "Erna", "# players", "", "Err", "№ 5!", "#a!")))


# --- which sheet ----------------------------------------------------------------------------------


def test_a_hidden_sheet_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list in force is the one that a person sees, not an old one put away before it."""
    games = tmp_path / "games.csv"
    games.write_text(_GAMES, "utf-8")
    players = tmp_path / "players.xlsx"
    shutil.copy(FILES / "cells" / "hiddensheetfirst.xlsx", players)
    _, printed, _ = ran(capsys, "rate", games, "--players", players, "--rules", "fide", "--csv")
    assert "1,,Anna,2000," in printed


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ratings"),
    [
        ("thousands-nbsp.csv", [1850, 2100]),
        ("thousands-quoted.csv", [1850, 2100]),
        ("arab.csv", [2000, 1900]),
    ],
)
def test_a_text_that_is_one_number(name: str, ratings: list[int]) -> None:
    """Thousands are read where the file leaves no doubt."""
    assert [player.rating for player in read(FILES / "csv" / name).players] == ratings


@pytest.mark.parametrize(
    ("other", "rating"),
    [("0,5", "1850"), ("2000,25", "1850"), ("2.000.000", "1850"), ("0.5", "1.850"), ("7", "")],
)
def test_other_cells_tell_how_numbers_are_written(other: str, rating: str, tmp_path: Path) -> None:
    """A semicolon table says by its other numbers whether a point or a comma parts decimals."""
    path = tmp_path / "players.csv"
    path.write_text(f"name;rating;rd\nAnna;1.850;{other}\n")
    if rating:
        assert str(read(path).players[0].rating) == rating
    else:
        with pytest.raises(ArgumentError, match=r"column rating: rating is '1\.850', which could"):
            read(path)


@given(st.integers(1000, 10**8), st.integers(0, 99), st.sampled_from(".,"))
def test_any_number_in_the_convention_of_its_file(whole: int, part: int, decimal: str) -> None:
    """Written with thousands and decimals in either convention, a number is itself."""
    thousands = "." if decimal == "," else ","
    text = f"{whole:,}".replace(",", thousands)
    numbers = DecimalFormat([f"0{decimal}5"])
    assert numbers.read(text, "x") == whole
    assert numbers.read(f"{text}{decimal}{part:02}", "x") == whole + Decimal(part) / 100


# --- letters --------------------------------------------------------------------------------------


def test_letters_of_central_europe() -> None:
    """A sign in the middle of a name tells that the file is not in Windows-1252."""
    assert [player.name for player in read(FILES / "csv" / "cp1250.csv").players] == [
        "Kovač",
        "Łuk",
    ]


def test_letters_that_may_be_two(tmp_path: Path) -> None:
    """Where è may be č nobody's name is guessed; letters that are the same in both are read."""
    path = tmp_path / "event.csv"
    path.write_bytes((_HEAD + "1,Petr,Kovaè,1-0\n").encode("cp1252"))
    with pytest.raises(FileError, match=r"^event\.csv: .* may be 'Kovaè' or 'Kovač'; save it as"):
        read(path)
    path.write_bytes((_HEAD + "1,Jürgen,René,½-½\n").encode("cp1252"))
    assert [player.name for player in read(path).players] == ["Jürgen", "René"]


def test_two_spellings_of_a_letter_are_one_player(tmp_path: Path) -> None:
    """É as one character or as two is the same name, in a CSV, a sheet and a TRF file."""
    assert len(read(FILES / "csv" / "norm.csv").players) == 2
    book = openpyxl.Workbook()
    book.active.append(["name", "rating"])
    book.active.append(["Rene\u0301", 2000])
    book.save(tmp_path / "players.xlsx")
    assert read_players(tmp_path / "players.xlsx")[0].name == "Ren\u00e9"
    line = "001    1 m    Rene\u0301, A" + " " * 26 + " 2000"
    (tmp_path / "event.trf").write_text(f"012 Cup\n{line}\n", "utf-8")
    player = read(tmp_path / "event.trf").players[0]
    assert (player.name, player.rating) == ("Ren\u00e9, A", Decimal(2000))


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["ctl.csv", "ctl01.csv", "ffff.csv", "u2028.csv"])
def test_characters_that_no_workbook_may_hold(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A control character in a name is shown as such, and every output can be opened."""
    path, output = FILES / "csv" / name, tmp_path / "out.xlsx"
    assert ran(capsys, "rate", path, "--rules", "fide", "-o", output)[0] == 0
    shown = str(openpyxl.load_workbook(output)["Players"]["B5"].value)
    assert shown in ("An\ufffdna", "An na")
    for form in ("--csv", "--json"):
        printed = ran(capsys, "rate", path, "--rules", "fide", form)[1]
        assert shown in printed or json.dumps(shown)[1:-1] in printed
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\uffff]", printed)
    (tmp_path / "list.csv").write_text("id,name,rating\nA1,Chen\x01Li,2000\n", "utf-8")
    shutil.copytree(FILES / "csv", tmp_path / "events", ignore=lambda _, all_: {*all_} - {name})
    made = tmp_path / "next.xlsx"
    options = ("--rules", "fide", "-o", made)
    assert ran(capsys, "federation", tmp_path / "list.csv", tmp_path / "events", *options)[0] == 0
    names = [row[2].value for row in openpyxl.load_workbook(made).worksheets[0].iter_rows()]
    assert shown in names
    assert "Chen\ufffdLi" in names


@given(st.text(st.characters(exclude_categories=[]), max_size=12))
def test_any_text_can_be_written(text: str) -> None:
    """Whatever a name holds, XML and UTF-8 can hold what is kept of it; and it stays so."""
    kept = Player(1, text).name
    ElementTree.fromstring(f"<a>{escape(kept)}</a>")
    assert letters(kept) == kept == normalize("NFC", kept)


# --- rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["round-date.csv", "round-2025.csv", "round1e4.csv", "round1e9.csv"]
)
@pytest.mark.parametrize("form", ["--csv", "-o"])
def test_a_date_is_no_round(
    name: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A day typed as a round is named with its line, before a table has 45,942 columns."""
    output = [form, tmp_path / "out.xlsx"] if form == "-o" else [form]
    code, _, told = ran(capsys, "rate", FILES / "csv" / name, "--rules", "fide", *output)
    assert code == 2
    assert re.search(rf"{name}, line 2: \d+ is not a round number \(at most 999\)", told)


def test_a_round_far_behind_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    """900 typed for 9 is named, before a table has 891 empty rounds; a long match is one."""
    code, _, told = ran(capsys, "rate", FILES / "csv" / "round500.csv", "--rules", "fide", "--csv")
    assert code == 2
    assert "round500.csv, line 2: round 500, but rounds 1 to 499 before it have no games" in told
    people = (Player(1), Player(2))
    long_match = [Game(number, 1, 2, "½-½") for number in range(1, 301)]
    assert problems(Event(people, tuple(long_match))) == ()
    typed = (*long_match[:8], Game(900, 1, 2, "1-0"))
    (problem,) = problems(Event(people, typed))
    assert (problem.key, problem.words) == ("round_alone", {"round": 900, "first": 9, "last": 899})


def test_rounds_that_an_event_says_it_has() -> None:
    """A number of rounds is bounded as the rounds are."""
    event = Event((Player(1), Player(2)), rounds=45942, name="Cup")
    assert [problem.key for problem in problems(event)] == ["round_too_high"]


# --- folders --------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No list is made when a folder of events is closed: results would be missing from it."""
    closed = tmp_path / "events" / "october"
    closed.mkdir(parents=True)
    (tmp_path / "events" / "cup.csv").write_text(_HEAD + "1,Anna,Boris,1-0\n")
    (tmp_path / "list.csv").write_text("id,name,rating\nA1,Anna,2000\nA2,Boris,1900\n")
    scan = os.scandir

    def refuse(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    options = ("--rules", "fide", "-o", tmp_path / "next.csv")
    code, _, told = ran(capsys, "federation", tmp_path / "list.csv", tmp_path / "events", *options)
    assert code == 2
    assert "october: the folder cannot be read (Permission denied)" in told
    assert not (tmp_path / "next.csv").exists()
