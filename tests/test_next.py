"""One command a month: `federation next` makes and publishes the list as `period.toml` says."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.engine.event import Player
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import read_players
from xlrating.federation.identity import UNLISTED
from xlrating.federation.made import BuildResult
from xlrating.federation.named_lists import lists_in
from xlrating.federation.people import ListPeople

PERIOD = """
rules = "fide"
swiss = ["*"]
rapid = ["*rapid*"]
corrections = "fixes.csv"
kind = "csv"
publish = "site"
title = "Our federation"
"""
GAMES = "round,white,black,result\n1,Ann,Bob,1-0\n1,Cid,Dan,1/2-1/2\n2,Bob,Cid,1-0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A list, corrections, and the events of two months, the first without a rapid one."""
    (tmp_path / "period.toml").write_text(PERIOD)
    (tmp_path / "2025-11-01.csv").write_text(
        "id,name,rating,rapid_rating,games,born\n1,Ann,2000,1950,90,1990\n2,Bob,1900,,90,1990\n"
        "3,Cid,1800,,90,1990\n4,Dan,1700,,90,1990\n"
    )
    (tmp_path / "fixes.csv").write_text(
        "date,id,name,what,old,new,reason\n2025-11-20,4,,rating,1700,1720,typing error\n"
    )
    for month, names in (("2025-11", ("cup",)), ("2025-12", ("open", "rapid"))):
        (tmp_path / month).mkdir()
        for day, name in enumerate(names, 5):
            text = f"event: {name} {month}\nstart: {month}-{day:02}\nend: {month}-{day:02}\n"
            (tmp_path / month / f"{name}.csv").write_text(
                text + GAMES.replace("1-0\n2", f"{'1-0' if name != 'open' else '0-1'}\n2")
            )
    return tmp_path


def test_two_months(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the same short command each month gives what the long one gives, and its pages."""
    words = ["federation", "next", str(folder), "--no-pdf"]
    assert main(words) == 0
    told = capsys.readouterr().out
    # A pattern that finds nothing this month is a notice.
    assert "Rating list of 2025-12-01" in told and "*rapid*" in told
    long = [
        "federation", str(folder / "2025-11-01.csv"), str(folder / "2025-11"), "--rules", "fide",
        "--swiss", "*", "--rapid", "*rapid*", "--corrections", str(folder / "fixes.csv"),
        "--day", "2025-12-01", "-o", str(folder / "own.csv"),
    ]  # fmt: skip
    assert main(long) == 0
    assert (folder / "own.csv").read_bytes() == (folder / "2025-12-01.csv").read_bytes()
    assert "Our federation" in (folder / "site/en/index.html").read_text("utf-8")
    assert main(words) == 0
    people = {p.name: p for p in read_players(folder / "2026-01-01.csv")}
    assert people["Dan"].rating is not None and people["Ann"].facts["rapid_rating"] != 1950
    assert "2026-01-01" in (folder / "site/en/index.html").read_text("utf-8")
    # Every list of the folder follows from the one before it.
    verify = ["federation", "verify", str(folder / "2026-01-01.csv"), str(folder / "2025-12")]
    assert main([*verify, "--from", str(folder / "2025-12-01.csv")]) == 0


def test_a_month_of_games_next_to_the_lists(folder: Path) -> None:
    """Promise: "the lists, named by their days": games of a month, in a file named by it as
    `rebuild` takes it, are no list; a newer list in Parquet is one."""
    (folder / "2025-11.csv").write_text(
        "event,date,round,white,black,result\nCup,2025-11-05,1,Ann,Bob,1-0\n"
    )
    words = ["federation", "next", str(folder), "--no-pdf"]
    (folder / "period.toml").write_text(
        PERIOD.replace('publish = "site"', 'events = "2025-11.csv"')
    )
    assert main(words) == 0
    now = {p.name: p.rating for p in read_players(folder / "2025-12-01.csv")}
    assert now["Ann"] == 2007 and now["Cid"] == 1800
    newest = folder / "2026-01-01.parquet"
    assert lists_in(folder)[-1][0] == date(2025, 12, 1)
    newest.write_bytes(b"")
    assert lists_in(folder)[-1] == (date(2026, 1, 1), newest)


def test_a_player_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: with --explain nothing is written."""
    assert main(["federation", "next", str(folder), "--explain", "Ann"]) == 0
    assert "K = 20" in capsys.readouterr().out
    assert not (folder / "2025-12-01.csv").exists() and not (folder / "site").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("corections = 'x'", "key corections is unknown; did you mean corrections?"),
        ("banana = 1", "key banana is unknown; the keys are rules"),
        ("rules = 3", "key rules is 3; a text in quotation marks is expected"),
        ("rapid = 'x'", "key rapid is 'x'; a list of texts is expected"),
        ("day = 'soon'", "key day is 'soon'; a day such as 2026-01-01"),
        ("kind = 'pdf'", "key kind is 'pdf'; xlsx or csv is expected"),
        ("day = 2025-10-01", "the next list would be of 2025-10-01, but the last one is of 2025"),
        ("rules = ", "not valid TOML"),
    ],
)
def test_what_is_refused(
    text: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: a key that is none or of another kind, a day before the list."""
    (folder / "period.toml").write_text(text)
    assert main(["federation", "next", str(folder)]) == 2
    assert told in capsys.readouterr().err


def test_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input: no file, no list."""
    assert main(["federation", "next", str(tmp_path)]) == 2
    assert "period.toml: this file is missing" in capsys.readouterr().err
    (tmp_path / "period.toml").write_text("rules = 'fide'")
    assert main(["federation", "next", str(tmp_path)]) == 2
    assert "no list whose name begins with its day" in capsys.readouterr().err


def test_what_was_read_when_a_file_stops_the_list(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where an event stops the list, what was read of all other files is below the error."""
    for name, cell in (("a", "2w1"), ("z", "1b1")):
        text = f"name,rating,r1\nAnn,2000,{cell}\nBob,1900,1b0\n"
        (folder / "2025-11" / f"{name}.csv").write_text(text)
    command = ["federation", str(folder / "2025-11-01.csv"), str(folder / "2025-11")]
    assert main([*command, "--rules", "fide"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("z.csv, line 2, column r1: ")
    assert [line.partition("; ")[0] for line in lines if ": read: " in line] == [
        "2025-11-01.csv: read: 4 players", "a.csv: read: 2 players, 1 game",
        "cup.csv: read: 4 players, 3 games",
    ]  # fmt: skip


def test_people_without_a_place_come_last_and_those_without_a_rating_after_them() -> None:
    """Promise: a list is in the order of its ratings, of those too that it only keeps."""
    people = [Player(1, "Ann"), Player(2, "Bob", Decimal(2000)), Player(3, "Cai", Decimal(1900))]
    made = BuildResult(load("fide"), ListPeople.of(people), {}, standing={1: UNLISTED})
    assert [people[row].name for row in made.order] == ["Cai", "Bob", "Ann"]
