"""A federation's own columns, club, licence and e-mail, stay on the list, whatever they are called."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pytest

from xlrating.cli import main
from xlrating.federation.ledger_files import read_ledger

HEAD = ["id", "name", "rating", "games", "Club", "Licence no", "E-mail", "Perf"]
ROWS = [
    ["11", "Ann Lee", "2000", "50", "Rooks & Co", "007", "ann@example.org", "2105"],
    ["12", "Bob", "1900", "50", "=SUM(A1)", "008", "", "1888"],
    ["", "Cai", "1950", "50", "棋院", "009", "", ""],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A list of another program, and two months of events; in the first one Cai comes with an ID."""
    with (tmp_path / "list.csv").open("w", encoding="utf-8") as file:
        csv.writer(file).writerows([HEAD, *ROWS])
    for month, day in (("one", "2025-11-02"), ("two", "2025-12-02")):
        (tmp_path / month).mkdir()
        games = "round,white,black,result\n1,1,2,1-0\n2,2,3,½-½\n3,3,1,1-0\n"
        (tmp_path / month / f"{day}-games.csv").write_text(games)
        people = "no,id,name\n1,11,Ann Lee\n2,12,Bob\n3,13,Cai\n" + "4,14,Dan\n"
        (tmp_path / month / f"{day}-players.csv").write_text(people)
    return tmp_path


def made(folder: Path, listed: str, month: str, output: str, *words: str) -> list[dict[str, str]]:
    """The lines of the next list, as texts by their headings."""
    command = ["federation", str(folder / listed), str(folder / month), "--rules", "fide"]
    assert main([*command, "-o", str(folder / output), "--force", *words]) == 0
    if output.endswith(".csv"):
        with (folder / output).open(encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))
    sheet = openpyxl.load_workbook(folder / output).worksheets[0]
    head, *rows = [
        ["" if cell.value is None else str(cell.value) for cell in row]
        for row in sheet.iter_rows(min_row=3)
    ]
    return [dict(zip(head, row, strict=True)) for row in rows]


OWN = ("Club", "Licence no", "E-mail")


@pytest.mark.parametrize(("first", "second"), [("a.csv", "b.xlsx"), ("a.xlsx", "b.csv")])
def test_they_stay_from_list_to_list(
    folder: Path, first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: club, licence with its zeros and e-mail stay with their people, in any kind of file."""
    expected = {row[1]: tuple(row[4:7]) for row in ROWS} | {"Dan": ("", "", "")}
    for listed, month, output in (("list.csv", "one", first), (first, "two", second)):
        rows = made(folder, listed, month, output)
        found = {row["Name"]: tuple(row[name] for name in OWN) for row in rows}
        quoted = {**expected, "Bob": ("'=SUM(A1)", *expected["Bob"][1:])}
        assert found == (quoted if output.endswith(".csv") else expected)
        assert "Perf" not in rows[0]
        said = capsys.readouterr().out
        assert ("columns that xlrating does not keep: perf" in said) == (listed == "list.csv")


def test_others_stay_where_somebody_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column that may be of the last period stays only if it is named; later lists keep it."""
    rows = made(folder, "list.csv", "one", "a.csv", "--keep", "Perf")
    assert [row["Perf"] for row in rows if row["Name"] == "Bob"] == ["1888"]
    verify = ["federation", "verify", str(folder / "a.csv"), "--from", str(folder / "list.csv")]
    assert main([*verify, str(folder / "one")]) == 0
    command = ["federation", "rebuild", *(str(folder / one) for one in ("list.csv", "one", "two"))]
    command += ["--rules", "fide", "--kind", "csv", "--keep", "Perf", "-o", str(folder / "lists")]
    assert main(command) == 0
    says = [read_ledger(folder / "lists" / f"{one}.csv").made for one in ("one", "two")]
    assert [each and each.keep for each in says] == [("Perf",), ()]
    capsys.readouterr()
    assert main([*(word for word in command if word not in ("--keep", "Perf")), "--force"]) == 0
    assert "extra columns kept on the previous list: Perf; now: nothing" in capsys.readouterr().out
    rows = made(folder, "a.csv", "two", "b.csv")
    assert [row["Perf"] for row in rows if row["Name"] == "Bob"] == ["1888"]
    command = ["federation", str(folder / "list.csv"), str(folder / "one"), "--rules", "fide"]
    assert main([*command, "--keep", "Elo+"]) == 2
    assert "--keep Elo+: the list has no such column" in capsys.readouterr().err


def test_a_heading_is_no_formula(folder: Path) -> None:
    """Whatever somebody called a column, the list in CSV has no formula in it."""
    made(folder, "list.csv", "one", "a.csv")
    text = (folder / "a.csv").read_text("utf-8-sig").replace("Licence no", "=1+1", 1)
    (folder / "a.csv").write_text(text, "utf-8")
    heads = list(made(folder, "a.csv", "two", "b.csv")[0])
    assert "'=1+1" in heads and "=1+1" not in heads


def test_ranks_of_a_ladder_are_worked_out_anew(folder: Path) -> None:
    """The column Rank of a ladder is the list's, not the federation's own: it stands there once."""
    (folder / "list.csv").write_text("id,name,rating,club\n11,Ann Lee,20,Rooks\n12,Bob,15,Pawns\n")
    (folder / "one" / "2025-11-02-games.csv").write_text(
        "round,white,black,result,moves\n1,1,2,1-0,40\n"
    )
    (folder / "one" / "2025-11-02-players.csv").write_text("no,id,name\n1,11,Ann Lee\n2,12,Bob\n")
    for listed, month, output in (("list.csv", "one", "a.csv"), ("a.csv", "none", "b.csv")):
        (folder / "none").mkdir(exist_ok=True)
        command = [
            "federation",
            str(folder / listed),
            str(folder / month),
            "--rules",
            "rank-ladder",
        ]
        assert main([*command, "-o", str(folder / output)]) == 0
        with (folder / output).open(encoding="utf-8-sig") as file:
            heads = next(csv.reader(file))
        assert (heads.count("Rank"), heads.count("club")) == (1, 1)


def test_numbers_that_go_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: where a list has no IDs, the numbers of its lines do not leave it in silence."""
    for head, lost in (("No.,name,rating", True), ("No.,ID,name,rating", False)):
        rows = ["100023,11,Ann Lee,2000", "100777,12,Bob,1900", "100800,13,Cai,1950"]
        rows = [row if not lost else ",".join((row[:6], *row.split(",")[2:])) for row in rows]
        (folder / "list.csv").write_text("\n".join((head, *rows, "")))
        made(folder, "list.csv", "one", "next.csv")
        told = "list.csv: columns that xlrating does not keep: No."
        assert (told in capsys.readouterr().out) == lost
