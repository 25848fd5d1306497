"""Files that hide a wrong number: each gives the right one, or one sentence with its place."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest
from workbooks import EVENTS, plan_of, write

from xlrating.cli import main
from xlrating.exchange import read
from xlrating.exchange.sheets import open_sheets
from xlrating.exchange.unknown import is_error

FILES = Path(__file__).parents[1] / "hostile"
_GAMES = "round,white,black,result\n1,Anna,Boris,1-0\n1,Chen,Dora,½-½\n2,Anna,Chen,0-1\n"


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and messages of a command."""
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


# --- cells without a value ------------------------------------------------------------------------

_NO_VALUE = "open the file in a spreadsheet program and save it, or type the value"

LISTS = {
    "L-err.xlsx": "cell C2: the cell shows the error #N/A",
    "L-na.ods": "cell C2: the formula '=NA()' shows #N/A",
    "L-vl.ods": "cell C2: the formula '=VLOOKUP(\"x\";[.A1:.B5];2;FALSE())' shows #N/A",
}


@pytest.mark.parametrize("name", LISTS)
def test_an_error_in_a_list(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody on a rating list becomes unrated because their cell holds an error."""
    (tmp_path / "2025-10-15 cup.csv").write_text(_GAMES, "utf-8")
    code, _, told = ran(capsys, "federation", FILES / "cells" / name, tmp_path, "--rules", "fide")
    assert code == 2
    assert f"{name}, sheet Sheet, {LISTS[name]}" in told


PLAYERS = {
    "error.xlsx": "sheet Sheet, cell C2: the cell shows the error #N/A; correct",
    "formula-nocache.xlsx": f"cell C2: the formula '=1000+1000' shows no value; {_NO_VALUE}",
}


@pytest.mark.parametrize("name", PLAYERS)
def test_an_error_in_a_list_of_players(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rating that is an error, or was never calculated, is no missing rating."""
    games = tmp_path / "games.csv"
    games.write_text(_GAMES, "utf-8")
    options = ("--players", FILES / "cells" / name, "--rules", "fide", "--csv")
    code, printed, told = ran(capsys, "rate", games, *options)
    assert (code, printed) == (2, "")
    assert f"{name}, sheet Sheet" in told
    assert PLAYERS[name] in told


@pytest.mark.parametrize(
    ("sheet", "place", "found"),
    [
        ("Players", "F5", "#N/A"),
        ("Players", "B5", "#NAME?"),
        ("Games", "F5", "#REF!"),
        ("Games", "C5", "#VALUE!"),
        ("Start", "B13", "#DIV/0!"),
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
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    cell = rf'<c r="{place}"\1 t="e"><v>{error}</v></c>'
    members[part], n = re.subn(pattern.encode(), cell.encode(), members[part], count=1)
    assert n == 1
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def test_an_error_that_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An error in a column that says nothing here stops nobody."""
    text = "id,name,rating,remark\nA1,Anna,2000,#N/A\nA2,Boris,1900,\n"
    (tmp_path / "list.csv").write_text(text)
    events = tmp_path / "events"
    events.mkdir()
    (events / "cup.csv").write_text("round,white,black,result\n1,Anna,Boris,1-0\n")
    code, printed, _ = ran(capsys, "federation", tmp_path / "list.csv", events, "--rules", "fide")
    assert code == 0
    assert "columns that are not kept: remark" in printed


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
