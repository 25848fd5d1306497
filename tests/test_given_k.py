"""A user's own column K: what each regulation makes of it is said on every route, or it stops."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import xlrating
from xlrating.bulk import rate_period
from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, EventError
from xlrating.engine.rules.ruleset import load

#: What a K of one's own is: K itself, nothing at all, or no input.
GIVEN = ("china-pro", "cxa-rapid", "elo", "fide", "malaysia")
NONE = ("ecf-grading", "glicko", "glicko2", "ingo", "rank-ladder")
ASKED = ("elo-normal", "nevzorov")
CALCULATED = ("dwz", "uscf")

PEOPLE = ("Ann", "Bob", "Cid", "Dan")
PAIRS = ((1, 0, 1, "1-0"), (1, 2, 3, "1-0"), (2, 0, 2, "½-½"), (2, 3, 1, "½-½"))


def ratings(rules: str) -> list[int]:
    low = 150 if rules in ("ingo", "ecf-grading") else 1900
    return [low + 10 * at for at in range(4)]


def own_event(folder: Path, rules: str, heading: str = "K") -> Path:
    """A club's list of games with its list of players, K among their columns."""
    games = [f"{no},{PEOPLE[one]},{PEOPLE[two]},{of}" for no, one, two, of in PAIRS]
    (folder / "cup-games.csv").write_text(
        "\n".join(["start: 2025-05-01", "round,white,black,result", *games]), "utf-8"
    )
    people = [f"{name},{rating},20" for name, rating in zip(PEOPLE, ratings(rules), strict=True)]
    (folder / "cup-players.csv").write_text("\n".join([f"name,rating,{heading}", *people]), "utf-8")
    return folder / "cup-games.csv"


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str]:
    code = main([*map(str, args)])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("rules", [*GIVEN, *NONE, *ASKED, *CALCULATED])
def test_a_column_of_k_is_named(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: nothing is taken or dropped in silence, under any of the rule sets."""
    path, out = own_event(tmp_path, rules), tmp_path / "out.xlsx"
    code, err = run(capsys, "rate", path, "--rules", rules, "-o", out)
    table = load(rules).coefficient
    clause = table.clause if table else ""
    if rules in CALCULATED:
        assert (code, out.exists()) == (2, False)
        assert (
            f"cup-players.csv, line 2: column K has a K (players: 4; this is the first), but {rules}"
            in err
        )
        assert f"800 / (coefficient + games) ({clause}); leave the column out with --ignore" in err
        code, err = run(capsys, "rate", path, "--rules", rules, "-o", out, "--ignore", "K")
        assert "not used: K" in err
    elif rules in GIVEN:
        assert (
            f"line 2: worth checking: K is taken from column K, not from the regulation ({clause})"
            in err
        )
    elif rules in NONE:
        assert f"worth checking: {rules} has no K; column K is not used" in err
    else:
        assert "column K" not in err
    assert code == 0


@pytest.mark.parametrize("rules", CALCULATED)
def test_a_club_s_k_is_no_coefficient(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DWZ Anhang 1.2, US Chess: a club's K of 20 counted as E or N' of 20, in silence."""
    path = own_event(tmp_path, rules)
    with pytest.raises(EventError, match=f"but {rules} calculates K itself"):
        xlrating.rate(xlrating.read(path), rules)
    people = pd.DataFrame({"name": PEOPLE, "rating": ratings(rules), "K": [20] * 4})
    games = pd.DataFrame(PAIRS, columns=["round", "white", "black", "result"])
    games[["white", "black"]] = games[["white", "black"]].map(lambda no: PEOPLE[no])
    with pytest.raises(EventError, match=r"players, row 1.*column K has a K"):
        xlrating.rate(xlrating.Event.from_frames(people, games, start="2025-05-01"), rules)
    with pytest.raises(ArgumentError, match="players, row 1: column K has a K"):
        rate_period(people, games, rules, day="2025-05-01")
    # By the argument's own name it is the coefficient.
    found = rate_period(people.rename(columns={"K": "k"}), games, rules, day="2025-05-01")
    assert found["k"].round(4).tolist() == [round(800 / 22, 4)] * 4
    people.to_csv(tmp_path / "list.csv", index=False)
    events = tmp_path / "events"
    events.mkdir()
    path.rename(events / path.name)
    order = (
        "federation",
        tmp_path / "list.csv",
        events,
        "--rules",
        rules,
        "-o",
        tmp_path / "n.csv",
    )
    code, err = run(capsys, *order, "--day", "2025-06-01")
    assert (code, err.count("list.csv, line 2: column K has a K")) == (2, 1)
    assert run(capsys, *order, "--day", "2025-06-01", "--ignore", "K")[0] == 0
    assert "K" not in (tmp_path / "n.csv").read_text("utf-8-sig").splitlines()[0]
    for option in ("--library", "--from"):
        new = ("new", "swiss", "--rules", rules, option, tmp_path / "list.csv")
        code, err = run(capsys, *new, "-o", tmp_path / "t.xlsx")
        assert (code, "column K has a K (players: 4" in err) == (2, True)


def own_workbook(path: Path, heading: str) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ("No", "Name", "Rating", heading, 1, 2, 3, "Pts"),
        (1, "Ann", 1900, 20, "", 1, 0.5, 1.5),
        (2, "Bob", 1800, 20, 0, "", 1, 1),
        (3, "Cid", 1700, 40, 0.5, 0, "", 0.5),
    ):
        sheet.append(row)
    book.save(path)
    return path


def test_k_of_an_own_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`rate --annotate` and `check` stop under DWZ, and name the cell; other rules say it."""
    path, asked = own_workbook(tmp_path / "own.xlsx", "K"), ("--day", "2025-05-01")
    copy = ("--annotate", "-o", tmp_path / "copy.xlsx")
    for command in (("rate", path, *copy), ("check", path)):
        code, err = run(capsys, *command, "--rules", "dwz", *asked)
        assert (code, "cell D2: column K has a K (players: 3;" in err) == (2, True)
        assert not (tmp_path / "copy.xlsx").exists()
    code, err = run(capsys, "rate", path, *copy, "--rules", "dwz", *asked, "--ignore", "K")
    assert (code, "not used: K" in err) == (0, True)
    code, err = run(capsys, "check", path, "--rules", "fide", *asked)
    assert (
        "cell D2: worth checking: K is taken from column K, not from the regulation (8.3.3)" in err
    )


@pytest.mark.parametrize("heading", ["K (if fixed)", "指定K", "k"])
def test_our_own_heading_holds_the_coefficient(
    heading: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a template and our CSV files call K is the coefficient; it is taken, and said."""
    path = own_event(tmp_path, "dwz", heading)
    code, err = run(capsys, "rate", path, "--rules", "dwz", "-o", tmp_path / "out.xlsx")
    assert code == 0
    assert f"column {heading} is taken as the coefficient in K = 800 / (coefficient + games)" in err
