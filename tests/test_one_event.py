"""A federation's list from one file, where a folder of events may be named."""

from __future__ import annotations

from pathlib import Path

import pytest
from lists import FORMATS, LEAGUE, make, send, write_list

from xlrating.cli import main
from xlrating.federation.folder import is_games

_TITLE = "title: League\nformat: round robin\n\n"


@pytest.mark.parametrize("kind", FORMATS)
def test_one_file_makes_the_list_that_its_folder_makes(kind: str, tmp_path: Path) -> None:
    """An officer names the file of the only event as well as the folder it lies in."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path / "events", "league", LEAGUE, kind)
    (file,) = (tmp_path / "events").iterdir()
    if kind == "csv":
        file.write_text(_TITLE + file.read_text("utf-8"), "utf-8")
    assert not is_games(file)
    one, all_ = (tmp_path / name for name in ("2025-11 one.csv", "2025-11 all.csv"))
    assert make(listed, file, one, "--rules", "fide") == 0
    assert make(listed, file.parent, all_, "--rules", "fide") == 0
    assert one.read_bytes() == all_.read_bytes()
    again = ["federation", "verify", one, "--from", listed]
    assert main([*map(str, again), str(file)]) == 0
    assert main([*map(str, again), str(file.parent)]) == 0
    file.write_bytes(file.read_bytes() + b"\n")
    assert main([*map(str, again), str(file)]) == 1


def test_a_file_that_is_no_event_makes_no_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder a letter is left aside; who names it meant it."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    letter = tmp_path / "letter.pdf"
    letter.write_text("Dear all")
    assert make(listed, letter, tmp_path / "next.csv", "--rules", "fide") == 2
    assert "letter.pdf: xlrating does not read this kind of file" in capsys.readouterr().err
    assert make(listed, tmp_path / "none.xlsx", tmp_path / "next.csv", "--rules", "fide") == 2
    assert "there is no such folder or file" in capsys.readouterr().err
    assert not (tmp_path / "next.csv").exists()
