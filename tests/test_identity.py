"""One identity ledger: who is banned, inactive, split, called otherwise; the same in every route."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from xlrating.cli import main
from xlrating.cli.federation import at_size
from xlrating.engine.texts import say
from xlrating.exchange import read_players
from xlrating.federation.identity import read_identity
from xlrating.publishing.reading import read_published

LIST = (
    "ID,Name,Fed,Rating,Rapid,Blitz,Games so far\n1,Ann,AAA,2000,1950,,90\n2,Bob,AAA,1900,,1870,90\n"
    "3,Cid,BBB,1800,1700,1600,90\n4,Dan,BBB,1700,,,90\n5,Eve,BBB,1650,,,90\n"
)
HEADS = ("date", "id", "name", "what", "old", "new", "reason", "source")
Rows = tuple[tuple[object, ...], ...]
Lines = dict[str, dict[str, str]]
Make = Callable[..., tuple[int, str, Lines]]


def ledger(path: Path, *rows: tuple[object, ...]) -> Path:
    """A ledger: day, ID, what, old, new; the reason is always one."""
    lines = [
        (day, id_, "", what, old, new, "board", "minutes 3") for day, id_, what, old, new in rows
    ]
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([HEADS, *lines])
    else:
        book = openpyxl.Workbook()
        for row in (HEADS, *lines):
            book.active.append(row)
        book.save(path)
    return path


@pytest.fixture
def make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Make:
    """Makes the list of December from games and a ledger, line by line and in columns: one result."""
    (tmp_path / "2025-11-01.csv").write_text(LIST)

    def made(
        games: str,
        *rows: tuple[object, ...],
        name: str = "ledger.csv",
        first: str = "2025-11-01.csv",
    ) -> tuple[int, str, Lines]:
        heads = "event,date,round,white,black,result,pace\n"
        (tmp_path / "games.csv").write_text(heads + games)
        words = [
            "federation",
            str(tmp_path / first),
            str(tmp_path / "games.csv"),
            "--rules",
            "fide",
        ]
        words += ["--ledger", str(ledger(tmp_path / name, *rows))] if rows else []
        words += ["--day", "2025-12-01", "-o", str(tmp_path / "2025-12-01.csv"), "--all", "--force"]
        found = []
        # Games and list in columns, the list alone, neither.
        for most, least in ((-1, 0), (10**9, 0), (10**9, 10**12)):
            monkeypatch.setattr(at_size, "MOST_RESULTS", most)
            monkeypatch.setattr("xlrating.federation.listed.LONG", least)
            (tmp_path / "2025-12-01.csv").unlink(missing_ok=True)
            code = main(words)
            out = capsys.readouterr()
            files = [path.read_bytes() for path in sorted(tmp_path.glob("2025-12-01.*"))]
            found.append((code, out.out + out.err, files))
        assert found[0] == found[1] == found[2]
        code, said, files = found[0]
        if not code:
            # The list keeps what it needs of the ledger, and can be verified without it.
            verify = ["federation", "verify", str(tmp_path / "2025-12-01.csv"), "--from"]
            assert main([*verify, str(tmp_path / first), str(tmp_path / "games.csv")]) == 0
            capsys.readouterr()
        rows_ = csv.DictReader(files[0].decode("utf-8-sig").splitlines()) if not code else ()
        return code, said, {row["ID"]: row for row in rows_}

    return made


GAME = "Open,2025-11-20,1,{},{},1-0,\n"


@pytest.mark.parametrize(
    ("new", "listed", "place"),
    [("", "banned", ""), ("without a place", "banned", ""), ("not listed", "kept, not shown", "5")],
)
def test_a_ban(new: str, listed: str, place: str, make: Make, tmp_path: Path) -> None:
    """Promise: who is banned is listed without a place or not at all, as the federation chooses, at
    every pace; the rating stays, games that are played are reported, and the list can be verified.
    """
    rows: Rows = (("2025-11-10", 3, "ban", "", new),)
    code, said, lines = make(GAME.format(3, 4) + GAME.format("Ann", "Bob"), *rows)
    assert code == 0 and "Cid has been banned since 2025-11-10 and plays here" in said
    # K 20: 1800 against 1700 wins .36.
    assert (lines["3"]["Rating"], lines["3"]["On the list"], lines["3"]["Place"]) == (
        "1807", listed, place,
    )  # fmt: skip
    assert [lines[no]["Place"] for no in ("1", "2", "4", "5")] == ["1", "2", "3", "4"]
    published = read_published(tmp_path / "2025-12-01.csv")
    entry = {one.player.id: one for one in published.entries}["3"]
    assert entry.place is None and entry.standing == ("ban" if listed == "banned" else "")
    # The same at rapid, where Cid has 1700.
    assert lines["3"]["Rapid"] == "1700" and [e.player.id for e in published.at("rapid").shown] == [
        "1"
    ]
    assert [e.player.id for e in published.at("rapid").listed][1:] == ["3"] * (listed == "banned")
    # From the day on that says so.
    assert "2025-12-05" in make(GAME.format(1, 2), ("2025-12-05", 3, "ban", "", ""))[1]
    code, _, lines = make(GAME.format(1, 2), *rows, ("2025-11-25", 3, "active", "", ""))
    assert lines["3"]["Place"] == "3" and "On the list" not in lines["3"]


def test_a_split_undoes_a_merge(make: Make) -> None:
    """Promise: from a split on the number and name are again those of a person with a line."""
    merge = ("2025-11-03", 4, "merge", "", 3)
    code, said, lines = make(GAME.format("Dan", "Ann"), merge)
    assert code == 0 and "Dan is Cid (3) by the ledger: merge, 2025-11-03" in said
    assert "4" not in lines and lines["3"]["Games counted"] == "1"
    split = ("2025-11-05", 3, "split", "Dan", 4)
    code, said, lines = make(GAME.format("Dan", "Ann") + GAME.format(3, 2), merge, split,
                             ("2025-11-05", 4, "rating", "", 1700))  # fmt: skip
    assert "Dan now has a line apart from Cid" in said and "by the ledger" not in said
    assert (lines["4"]["Name"], lines["4"]["Games counted"]) == ("Dan", "1")
    assert lines["3"]["Games counted"] == "1" and int(lines["4"]["Rating"]) > 1700


def test_every_former_number_of_a_merged_line(make: Make) -> None:
    """Promise: from the day of a merge all numbers and names mean who stays: the former ones of the
    merged line meant nobody, and a ban by one of them was gone in silence."""
    rows: Rows = (
        ("2025-11-02", 4, "ban", "", "without a place"), ("2025-11-03", 4, "id", "", 44),
        ("2025-11-03", 44, "name", "", "Dan Dee"), ("2025-11-04", 44, "merge", "", 33),
        ("2025-11-05", 4, "born", "", 1999),
    )  # fmt: skip
    games = GAME.format(4, 2) + GAME.format("Dan", 1).replace("Open", "Cup")
    code, said, lines = make(games, ("2025-11-02", 3, "id", "", 33), *rows)
    assert code == 0 and "4 is Cid (33) by the ledger" in said and "Dan is Cid (33)" in said
    assert not lines.keys() & {"3", "4", "44"}
    own = lines["33"]
    assert (own["Place"], own["Games counted"], own["Year of birth"]) == ("", "2", "1999")


def test_a_chain_with_a_line_that_was_renumbered_and_merged(tmp_path: Path) -> None:
    """Promise: a chain is made again with the ledger of today; here it ended with a traceback."""
    (tmp_path / "2025-10-01.csv").write_text(LIST)
    entries = ledger(
        tmp_path / "ledger.csv",
        ("2025-11-03", 4, "id", "", 44), ("2025-12-03", 44, "merge", "", 3),
    )  # fmt: skip
    months = ("2025-10", "2025-11", "2025-12")
    for month, called in zip(months, (4, 44, 4), strict=True):
        (tmp_path / month).mkdir()
        text = f"event: Open\nstart: {month}-20\nend: {month}-20\nround,white,black,result\n"
        (tmp_path / month / "open.csv").write_text(f"{text}1,{called},1,1-0\n")
    words = [
        tmp_path / "2025-10-01.csv",
        *(tmp_path / one for one in months),
        "-o",
        tmp_path / "out",
    ]
    words += ["--rules", "elo", "--kind", "csv", "--ledger", entries]
    assert main(["federation", "rebuild", *map(str, words)]) == 0
    before, last = (
        read_players(tmp_path / "out" / f"{day}.csv") for day in ("2025-12-01", "2026-01-01")
    )
    assert {one.id for one in before} - {one.id for one in last} == {"44"}
    now, was = (next(one.rating for one in of if one.id == "3") for of in (last, before))
    assert now and was and now > was


def test_numbers_names_and_transfers(make: Make) -> None:
    """Promise: FIDE's number, an old one and another name mean the person; a transfer is a line."""
    rows: Rows = (
        ("2025-11-02", 1, "FIDE ID", "", 5800013), ("2025-11-02", 1, "Other name", "", "Anna L."),
        ("2025-11-03", 2, "transfer", "AAA", "CCC"), ("2025-11-04", 2, "id", "", 22),
        ("2025-12-09", 4, "id", "", 44), ("2025-12-09", 4, "name", "", "Dan Dee"),
    )  # fmt: skip
    games = GAME.format(5800013, 2) + GAME.format("Anna L.", 44).replace("Open", "Cup")
    games += GAME.format("Dan Dee", 3).replace("Open", "Third")
    for name in ("ledger.csv", "ledger.xlsx"):
        code, said, lines = make(games, *rows, name=name)
        assert code == 0 and "added as a new" not in said
        for word in ("5800013 is Ann (1) by the ledger: other ID, 2025-11-02", "Anna L. is Ann (1)",
                     "2 is Bob (22) by the ledger: ID, 2025-11-04", "44 is Dan (4)", "Dan Dee is"):  # fmt: skip
            assert word in said, word
        assert (
            lines["1"]["Games counted"] == "2" and lines["22"][say("en", "col_federation")] == "CCC"
        )
        # A number or a name to come is known already, and is not on the list yet.
        assert lines["4"]["Name"] == "Dan" and lines["4"]["Games counted"] == "2"


def test_a_transfer_between_clubs(make: Make, tmp_path: Path) -> None:
    """Promise: on a list with a column of clubs a transfer is to a club; from another one it is told."""
    lines = LIST.splitlines()
    clubs = [f"{line},{club}" for line, club in zip(lines, ("Club", *"RRQQK"), strict=True)]
    (tmp_path / "2025-11-01.csv").write_text("\n".join([*clubs, ""]))
    code, _, found = make(GAME.format(1, 2), ("2025-11-02", 2, "transfer", "R", "Q"))
    assert code == 0 and [found[no]["Club"] for no in ("1", "2", "3")] == ["R", "Q", "Q"]
    code, said, _ = make(GAME.format(1, 2), ("2025-11-02", 2, "transfer", "K", "Q"))
    assert code == 2 and "Bob: the entry expects K on the list, which has R" in said


def test_a_ledger_of_years(make: Make, tmp_path: Path) -> None:
    """Promise: a list that was begun elsewhere has what was entered up to its day: nothing of that is
    done twice, and it still says who is meant."""
    rows: Rows = (
        ("2024-05-01", 9, "merge", "Old Ann", 1), ("2024-06-01", 2, "rating", "", 1500),
        ("2025-11-01", 33, "id", "", 3),
    )  # fmt: skip
    code, said, lines = make(GAME.format("Old Ann", 33), *rows)
    assert code == 0 and "3 entries of the ledger are of 2025-11-01, the day of the list" in said
    assert lines["2"]["Rating"] == "1900" and lines["1"]["Games counted"] == "1"
    assert lines["3"]["Games counted"] == "1" and "33" not in lines
    # A reason in better words is the same entry.
    (tmp_path / "2025-12-01.csv").rename(tmp_path / "first.csv")
    (tmp_path / "2025-12-01.csv.json").rename(tmp_path / "first.csv.json")
    text = (tmp_path / "ledger.csv").read_text().replace("board", "the board of May")
    (tmp_path / "ledger.csv").write_text(text)
    entries = read_identity(tmp_path / "ledger.csv").entries
    assert entries[0].reason == "the board of May" and entries[0].source == "minutes 3"


def test_lists_before_a_merge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a chain is made again with the ledger of today: until the merge the two numbers are two
    lines, and that is said; after it files with the other number or name mean who stays."""
    (tmp_path / "2025-10-01.csv").write_text(LIST)
    (tmp_path / "register.csv").write_text("id,other ids,name,other names\n3,4,Cid,Dan\n")
    merge = ledger(tmp_path / "ledger.csv", ("2025-11-03", 4, "merge", "", 3))
    for month in ("2025-10", "2025-11"):
        (tmp_path / month).mkdir()
        text = f"event: Open\nstart: {month}-20\nend: {month}-20\nround,white,black,result\n"
        (tmp_path / month / "open.csv").write_text(text + "1,Dan,Ann,1-0\n")
    words = ["federation", "rebuild", str(tmp_path / "2025-10-01.csv"), str(tmp_path / "2025-10"),
             str(tmp_path / "2025-11"), "--rules", "fide", "--swiss", "*", "--kind", "csv", "--all",
             "--ledger", str(tmp_path / "register.csv"), "-o", str(tmp_path / "out")]  # fmt: skip
    assert main(words) == 2
    assert "3 and 4 are one person, but the list has a line for each; enter a merge" in (
        capsys.readouterr().err
    )
    assert main([*words, "--ledger", str(merge)]) == 0
    said = capsys.readouterr().out
    assert "4: merge takes effect on 2025-11-03, after the day of the list" in said
    assert "Cid: 3 and 4 are two lines until the merge of 2025-11-03" in said
    assert "Dan is Cid (3) by the ledger: merge, 2025-11-03" in said
    lists = [
        {row["ID"]: row for row in csv.DictReader(path.read_text("utf-8-sig").splitlines())}
        for path in sorted((tmp_path / "out").glob("*.csv"))
    ]
    assert [one.get("4", {}).get("Games counted") for one in lists] == ["1", None]
    assert [one["3"]["Games counted"] for one in lists] == ["", "1"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (("2025-11-02", 1, "ban", "", "hidden"), "without a place, not listed are expected"),
        (("2025-11-02", 1, "split", "", ""), "the entry has no new value"),
        (("2025-11-02", 9, "ban", "", ""), "9 does not match exactly one person"),
        (("2025-11-02", 1, "split", "Bob", 2), "2 is already on the list"),
        (("2025-11-02", 1, "banish", "", ""), "'banish' cannot be entered"),
        (("2025-11-02", 1, "FIDE ID", "", 2), "1 and 2 are one person, but the list has a line"),
    ],
)
def test_what_does_not_fit(row: tuple[object, ...], told: str, make: Make) -> None:
    """Bad input: each with what is expected, and no list."""
    code, said, _ = make(GAME.format(1, 2), row)
    assert code == 2 and told in said
