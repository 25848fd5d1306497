"""Which rule files a workbook makes the program open: those that its user has asked for."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from workbooks import EVENTS, plan_of, write

from xlrating.cli import main
from xlrating.engine.rules import rulefile
from xlrating.functions.cells import call
from xlrating.reading import read

FILES = Path(__file__).parent / "hostile" / "cells"
RULES = rulefile.FOLDER


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are looked at on the disk for a rule file."""
    found: list[str] = []
    is_file = rulefile._is_file

    def looking(path: Path) -> bool:
        found.append(str(path))
        return is_file(path)

    monkeypatch.setattr(rulefile, "_is_file", looking)
    return found


@pytest.mark.parametrize("name", ["path", "trav", "unc"])
def test_no_path_of_a_cell_is_looked_at(name: str, asked: list[str], tmp_path: Path) -> None:
    """Promise: a workbook that came by mail opens no file, not even to see that it is not there."""
    book, folder = FILES / f"T-rules-{name}.xlsx", tmp_path / "in"
    folder.mkdir()
    shutil.copy(book, folder / "2025-10-15.xlsx")
    (tmp_path / "list.csv").write_text("name,rating\nAnna,2000\n", "utf-8")
    federation = ["federation", tmp_path / "list.csv", folder]
    for words in (
        ["rate", book, "--csv"],
        ["rate", book, "--rules", "fide", "--csv"],
        ["check", book],
        ["explain", book, "1"],
        ["new", "swiss", "--rules", "fide", "--from", book, "-o", tmp_path / "new.xlsx"],
        federation,
        [*federation, "--rules", "fide"],
    ):
        main([str(word) for word in words])
    assert not [path for path in asked if "evil" in path or "passwd" in path], asked


@pytest.mark.in_turn
def test_a_rule_file_beside_the_workbook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A federation's own file is in its workbook; one of before has it beside, or is named it."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    shutil.copy(RULES / "malaysia.toml", one / "own.toml")
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    book = write(plan_of(event, str(one / "own.toml")), one / "club.xlsx")
    assert main(["rate", str(book), "--csv"]) == 0
    rated = capsys.readouterr().out
    moved = shutil.copy(book, other / "club.xlsx")
    assert main(["rate", str(moved), "--csv"]) == 0
    assert capsys.readouterr().out == rated
    assert main(["check", str(moved)]) == 0
    with ZipFile(book) as new, ZipFile(moved, "w", ZIP_DEFLATED) as old:
        for name in new.namelist():
            # Templates of before had no such sheet: the text is not one of rules then.
            old.writestr(name, new.read(name).replace(b'name="RuleFile"', b'name="Other"'))
    capsys.readouterr()
    for words in (["rate", moved, "--csv"], ["check", moved], ["explain", moved, "1"]):
        assert main([str(word) for word in words]) == 2
        err = capsys.readouterr().err
        assert "other/own.toml; put it there, or name it with --rules FILE" in err
        assert err.count("\n") == 1
    assert main(["rate", str(moved), "--rules", str(one / "own.toml"), "--csv"]) == 0
    capsys.readouterr()
    # Whoever sends an event in does not say which rules the next list has.
    (tmp_path / "list.csv").write_text("name,rating\nAnna,2000\n", "utf-8")
    assert main(["federation", str(tmp_path / "list.csv"), str(one)]) == 2
    assert "a workbook names the rule file" in capsys.readouterr().err


def test_a_function_asks_no_network(asked: list[str]) -> None:
    """A formula that names a file of a network gives #REF!, and its server hears nothing."""
    for name in ("\\\\evil\\share\\x.toml", "//evil/x.toml", " \\\\evil\\x.toml@2025"):
        assert call("WE_TABLE", [[[200]], [[name]]]) == [["#REF!"]]
    assert not asked
