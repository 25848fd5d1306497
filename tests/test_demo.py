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
