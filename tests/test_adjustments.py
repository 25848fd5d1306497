"""What is done once to whole lists: FIDE on 1.10.2022 and 1.3.2024, the upgrade of the DWZ."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xlrating.cli import main
from xlrating.exchange import read_players

GAMES = "round,white,black,result\n1,P1,P2,1-0\n1,P3,P4,1/2-1/2\n2,P1,P3,0-1\n"


def chain(folder: Path, months: tuple[str, ...], rules: str, heading: str, *rows: str) -> None:
    """A list of the first month, and an event in each; the chain of lists in `out`."""
    base = folder / f"{months[0]}-01 base.csv"
    base.write_text("\n".join([heading, *rows]), "utf-8")
    for month in months:
        (folder / month).mkdir()
        (folder / month / "cup.csv").write_text(
            f"event: Cup {month}\nstart: {month}-05\nend: {month}-06\n{GAMES}", "utf-8"
        )
    words = [str(base), *(str(folder / month) for month in months), "-o", str(folder / "out")]
    said = ["--rules", rules, "--kind", "csv"]
    assert main(["federation", "rebuild", *words, *said]) == 0


def test_the_list_of_its_day_and_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One-time adjustment of 1 March 2024: after the events of February; verified, explained."""
    rows = ("1,P1,1441,99", "2,P2,1800,99", "3,P3,2100,99", "4,P4,1999,99", "5,P5,1500,99")
    months = ("2024-01", "2024-02", "2024-03")
    chain(tmp_path, months, "fide", "id,name,rating,games", *rows)
    found = {}
    for day in ("2024-02-01", "2024-03-01", "2024-04-01"):
        people = read_players(tmp_path / "out" / f"{day}.csv")
        found[day] = {p.name: int(p.rating or 0) for p in people}
    # Who plays nothing is raised, too, once.
    assert [one["P5"] for one in found.values()] == [1500, 1700, 1700]
    # K 20; P1 beats P2 (359 down: .11; P1 gets .89) and loses to P3 (more than 400 down: .08).
    february, own = found["2024-02-01"], tmp_path / "plain.csv"
    words = ["federation", str(tmp_path / "out" / "2024-02-01.csv"), str(tmp_path / "2024-02")]
    assert main([*words, "--rules", "fide", "--day", "2024-02-28", "-o", str(own)]) == 0
    plain = {p.name: p.rating for p in read_players(own)}
    for name, rating in plain.items():
        assert rating is not None
        raised = max(Decimal(0), Decimal(2000) - rating) * Decimal("0.4") + rating
        assert found["2024-03-01"][name] == raised.quantize(Decimal(1), ROUND_HALF_UP)
    assert february != found["2024-03-01"]
    before, made = tmp_path / "out" / "2024-02-01.csv", tmp_path / "out" / "2024-03-01.csv"
    capsys.readouterr()
    assert (
        main(["federation", "verify", str(made), str(tmp_path / "2024-02"), "--from", str(before)])
        == 0
    )
    assert "cells recalculated, all the same" in capsys.readouterr().out


@pytest.mark.parametrize("sent", ["2024-02", "2024-02/cup.csv"])
@pytest.mark.parametrize("long", [0, 10**9])
def test_by_columns_too(
    sent: str, long: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a long list, and a file of games, are adjusted as a folder is."""
    rows = ("1,P1,1441,99", "2,P2,1800,99", "3,P3,2100,99", "4,P4,1999,99", "5,P5,1500,99")
    chain(tmp_path, ("2024-01", "2024-02"), "fide", "id,name,rating,games", *rows)
    monkeypatch.setattr("xlrating.federation.listed.LONG", long)
    own = tmp_path / "own.csv"
    words = ["federation", str(tmp_path / "out" / "2024-02-01.csv"), str(tmp_path / sent)]
    assert main([*words, "--rules", "fide", "--day", "2024-03-01", "-o", str(own)]) == 0
    assert [(p.name, p.rating) for p in read_players(own)] == [
        (p.name, p.rating) for p in read_players(tmp_path / "out" / "2024-03-01.csv")
    ]


@pytest.mark.parametrize("columns", [False, True])
def test_the_adjustment_is_a_step(
    columns: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: who asks for a rating sees what was done to it, played or not, in each language."""
    rows = ("1,P1,1441,99", "2,P2,1800,99", "3,P3,2100,99", "4,P4,1999,99", "5,P5,1500,99")
    chain(tmp_path, ("2024-01", "2024-02"), "fide", "id,name,rating,games", *rows)
    if columns:
        monkeypatch.setattr("xlrating.federation.listed.LONG", 0)
    before, sent = tmp_path / "out" / "2024-02-01.csv", tmp_path / "2024-02"
    words = ["federation", str(before), str(sent), "--rules", "fide", "--day", "2024-03-01"]
    people = {p.name: p.rating for p in read_players(tmp_path / "out" / "2024-03-01.csv")}
    capsys.readouterr()
    told = {}
    for name, language in (("P5", "en"), ("P1", "en"), ("P5", "zh"), ("P1", "ru"), ("P3", "en")):
        assert main([*words, "--explain", name, "--language", language]) == 0
        told[name, language] = capsys.readouterr().out
    step = "List of 2024-03-01, all ratings adjusted once: "
    clause = "[One-time adjustment of 1 March 2024]"
    assert f"{step}1500 becomes 1700   {clause}" in told["P5", "en"]
    assert f"becomes {people['P1']}   {clause}" in told["P1", "en"] and "K = " in told["P1", "en"]
    assert "1500 变为 1700" in told["P5", "zh"]
    assert f"становится {people['P1']}" in told["P1", "ru"]
    assert "adjusted" not in told["P3", "en"]  # 2000 and above stay
    # The workbook of the list has it among its steps.
    assert main([*words, "-o", str(tmp_path / "n.xlsx")]) == 0
    book = load_workbook(tmp_path / "n.xlsx")
    cells = [cell for sheet in book for row in sheet.values for cell in row]
    assert f"{step}1500 becomes 1700" in cells


def test_rapid_ratings_on_their_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One-time adjustment of 1 October 2022: a list of several paces, without a rapid event."""
    rows = ("1,P1,2732,2283,,99", "2,P2,2300,2199,2250,99", "3,P3,2100,,,99", "4,P4,2000,2100,,99")
    heading = "id,name,rating,rapid_rating,blitz_rating,games"
    chain(tmp_path, ("2022-09", "2022-10"), "fide", heading, *rows)
    found = {}
    for day in ("2022-10-01", "2022-11-01"):
        people = read_players(tmp_path / "out" / f"{day}.csv")
        found[day] = {p.name: p for p in people}
    now = found["2022-10-01"]
    rapid = {name: p.facts.get("rapid_rating") for name, p in now.items()}
    standard = {name: p.rating or Decimal(0) for name, p in now.items()}
    assert rapid["P1"] == standard["P1"] - 100 and rapid["P4"] == 2100
    assert rapid["P2"] == max(Decimal(2199), standard["P2"] - 100) and rapid["P3"] is None
    assert now["P2"].facts["blitz_rating"] == 2250
    words = ["federation", str(tmp_path / "2022-09-01 base.csv"), str(tmp_path / "2022-09")]
    capsys.readouterr()
    assert main([*words, "--rules", "fide", "--day", "2022-10-01", "--explain", "P1"]) == 0
    told = capsys.readouterr().out
    assert (
        f"rapid, list of 2022-10-01, all ratings adjusted once: 2283 becomes {rapid['P1']}" in told
    )
    # Once: in the month after it nobody is raised.
    later = {name: p.facts.get("rapid_rating") for name, p in found["2022-11-01"].items()}
    assert later == rapid


def test_the_day_of_the_dwz_is_given(tmp_path: Path) -> None:
    """Upgrade of the DWZ: its day is an option; without it nothing is adjusted."""
    rows = (
        "1,P1,1500,1980,9",
        "2,P2,1600,1980,9",
        "3,P3,1400,1980,9",
        "4,P4,900,1980,9",
        "5,P5,1000,1980,9",
    )
    months = ("2023-11", "2023-12")
    for name, rules, fifth in (("a", "dwz", 1000), ("b", "dwz:upgrade=20240101", 1400)):
        folder = tmp_path / name
        folder.mkdir()
        chain(folder, months, rules, "id,name,rating,born,index", *rows)
        people = {p.name: p.rating for p in read_players(folder / "out" / "2024-01-01.csv")}
        assert people["P5"] == fifth
