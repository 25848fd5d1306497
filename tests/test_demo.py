"""`xlrating demo`: its own page leads through the whole of it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.cli.demo import MISTAKES, files
from xlrating.engine.languages import LANGUAGES


def commands(text: str) -> list[list[str]]:
    """The words of each command of the page."""
    return [shlex.split(line)[1:] for line in re.findall(r"^  (xlrating .*)$", text, re.M)]


def test_the_page_works_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: the first command names each mistake by its place; corrected, every line runs."""
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "club"]) == 0
    page = (tmp_path / "club" / "README.txt").read_text("utf-8")
    assert capsys.readouterr().out == page
    assert main(["demo", "club"]) == 2
    assert "name a new folder" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path / "club")
    first, *others = commands(page)
    assert len(others) == 7
    for file, wrong, right in MISTAKES:
        assert main(first) == 2
        said = capsys.readouterr().err
        assert f"{Path(file).name}, line " in said and wrong.rpartition(",")[2] in said
        assert not Path("march.csv").exists()
        path = Path(file)
        path.write_text(path.read_text("utf-8").replace(wrong, right), "utf-8")
    for words in (first, *others):
        assert main(words) == 0, (words, capsys.readouterr().err)
    told = capsys.readouterr().out
    # The ledger is needed: without it Basil is two people.
    assert "players on the list: 8, new: 0" in told
    assert "everything that can be recalculated here agrees" in told


def test_in_three_languages() -> None:
    """The same files and the same commands, whatever the language; the same bytes each time."""
    made = {language: files(language) for language in LANGUAGES}
    assert made["en"] == files("en")
    pages = {language: found["README.txt"].decode() for language, found in made.items()}
    assert len(set(pages.values())) == 3
    for language, page in pages.items():
        assert commands(page) == commands(pages["en"]), language
        named = tuple(re.findall(r"([\w/-]+(?:\.\w+|/))[ ):]", page.partition("\n\n  ")[0]))
        unnamed = [name for name in made[language] if not name.endswith((*named, "club-players.csv"))
                   and not name.startswith(tuple(one for one in named if one[-1] == "/"))]  # fmt: skip
        assert unnamed == ["README.txt"]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo's folder, in which the test runs."""
    for name, data in files("en").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_the_commands_print(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: numbers on screen mean what their reader takes them for."""

    def printed(*words: str) -> str:
        capsys.readouterr()
        assert main([*words]) == 0
        return capsys.readouterr().out

    # Pairings without results are no games that the new workbook has.
    last = ("--rules", "fide", "--from", "events/february.xlsx", "-o")
    assert printed("new", "round-robin", *last, "april.xlsx").strip().endswith("fide@2025-10-01")
    begun = ("--rules", "fide", "--from", "spring.trf", "-o", "spring.xlsx")
    assert printed("new", "round-robin", *begun).strip().endswith(", 4 games")
    # A game counts for two players, and a change has a sign.
    make = ("federation", "list.csv", "events", "--ledger", "ledger.csv", "--rules", "fide")
    told = printed(*make, "-o", "march.csv")
    assert "results counted: 36 (one per player and game; fide@2025-10-01)" in told
    moved = printed("federation", "diff", "list.csv", "march.csv")
    assert re.findall(r"[+−]\d+", moved) == ["+5", "+5", "−5", "−5"]
    # Every rule set with a first day names it, as the table of the guide does.
    listed = printed("rules")
    assert re.search(r"^cxa-rapid .*2021-10-15$", listed, re.M)


def test_a_study_names_who_is_not_on_its_list(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: nobody becomes a new player in silence."""
    rules = ("--rules", "fide", "--rules", "elo")
    assert main(["study", "events", "--players", "list.csv", *rules]) == 0
    assert "line 3: Basilikum is not on the list and counts as" in capsys.readouterr().err
    assert main(["study", "events", *rules]) == 0
    assert "is not on the list" not in capsys.readouterr().err


def test_a_decision_of_this_period_explains_others(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an entry counts for every event of its list, and `diff` names it for opponents, too:
    those who met the player before its day had no reason."""
    head = "date,id,name,what,old,new,reason,source\n"
    Path("board.csv").write_text(f"{head}2026-02-11,1003,,rating,2000,2050,board,7\n", "utf-8")
    make = ["federation", "list.csv", "events", "--ledger", "ledger.csv", "--rules", "fide"]
    assert main([*make, "-o", "before.csv"]) == 0
    assert main([*make, "--ledger", "board.csv", "-o", "after.csv"]) == 0
    capsys.readouterr()
    assert main(["federation", "diff", "before.csv", "after.csv"]) == 0
    moved = capsys.readouterr().out
    assert re.search(r"Dahlia .* Club championship: the rating of Cedar", moved)
    assert not re.search(r" –$", moved, re.M)
