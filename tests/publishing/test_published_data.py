"""Published lists that anyone can verify: the lists and the games in the folder give every number."""

from __future__ import annotations

import csv
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from needs import EVERY

from xlrating.cli import main
from xlrating.cli.demo import files as demo_files
from xlrating.federation.making import Order, list_from_events
from xlrating.federation.verify import as_made
from xlrating.publishing import data
from xlrating.publishing.folder import write_folder
from xlrating.publishing.parts import as_script, read_script
from xlrating.publishing.verified import verify_folder

MONTHS = ("2025-11", "2025-12")
LEDGER = """date,id,name,what,old,new,reason,source
2025-11-05,1003,,FIDE ID,,5800013,registered,private letter
2025-11-06,1004,,merge,,1005,two numbers,private letter
2025-11-09,1009,,name,,Else Name,married,
2025-12-03,1007,,transfer,,Club 9,form,
2025-12-06,1006,,ban,,not listed,private matter,
"""


def federation(top: Path, seed: int = 4) -> Path:
    """A folder with a list, a ledger, and two months of events at two paces."""
    dice = random.Random(seed)
    names = {number: f"Player {number}" for number in range(1001, 1021)}
    heads = ("ID", "Name", "Club", "E-mail", "Rating", "Rapid", "Games so far", "Born")
    rows = [
        (number, name, f"Club {number % 3}", f"p{number}@example.org", 3200 - number,
         3100 - number if number % 4 else "", 60, number + 980)
        for number, name in names.items()
    ]  # fmt: skip
    with (top / "2025-11-01.csv").open("w", newline="") as file:
        csv.writer(file).writerows([heads, *rows])
    (top / "ledger.csv").write_text(LEDGER)
    (top / "period.toml").write_text(
        'rules = "fide"\nledger = "ledger.csv"\nrapid = ["*rapid*"]\npublish = "site"\ngames = "numbers"\n'
    )
    for month in MONTHS:
        (top / month).mkdir()
        for day, name in ((5, "open"), (7, "rapid")):
            ids = dice.sample([one for one in names if one != 1004], 8)
            who: list[object] = [names[one] if one % 2 else one for one in ids]
            if name == "open":
                known = 1003 if month == MONTHS[0] else 1009
                who = [one for one in who if str(known) not in str(one)][:6]
                who += [5800013 if known == 1003 else "Else Name", f"Newcomer {month}"]
            lines = [f"event: {name} {month}", f"start: {month}-0{day}", f"end: {month}-0{day + 1}",
                     "format: swiss", "round,white,black,result"]  # fmt: skip
            for round_ in (1, 2, 3):
                dice.shuffle(who)
                lines += [
                    f"{round_},{one},{other},{dice.choice(('1-0', '0-1', '1/2-1/2'))}"
                    for one, other in zip(who[::2], who[1::2], strict=True)
                ]
            (top / month / f"{name}.csv").write_text("\n".join([*lines, ""]))
    return top


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lists made, and all published, each by one command."""
    top = federation(tmp_path_factory.mktemp("federation"))
    for _ in MONTHS:
        assert main(["federation", "next", str(top), "--no-pdf"]) == 0
    return top


def test_a_member_verifies_every_number(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: from the published folder alone every list is recalculated, cell by cell, also with
    numbers that only the ledger knows, a merge, a ban and newcomers; one page says what was compared.
    """
    assert main(["federation", "verify", str(published / "site")]) == 0
    said = capsys.readouterr().out
    assert "2025-11-01.csv: 20 lines, as published; no games lead to it here" in said
    for day, base in (("2025-12-01", "2025-11-01"), ("2026-01-01", "2025-12-01")):
        (line,) = (one for one in said.splitlines() if one.startswith(f"{day}.csv"))
        assert f"from {base}.csv, 2 events and 24 games by fide@2025-10-01" in line
        assert line.endswith("differences: 0")
    values = re.search(r"compared with the lists and games: (\d+), differences: 0\n", said)
    assert values is not None and int(values[1]) > 800
    assert "everything that can be recalculated here agrees" in said
    for path in (published / "site" / "data").iterdir():
        text = path.read_text("utf-8")
        assert "private" not in text and "example.org" not in text
        if path.name.endswith(".games.json"):
            # Names only of those who have no number on the list before.
            assert "Player" not in text and "5800013" not in text and "Newcomer" in text


def test_a_first_list_without_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: the list that a chain began with may say no day; the next one is recalculated."""
    monkeypatch.chdir(tmp_path)
    Path("events").mkdir()
    for name in ("list.csv", "ledger.csv", "events/winter.trf"):
        Path(name).write_bytes(demo_files()[name])
    made = (
        "federation list.csv events --ledger ledger.csv --rules fide --day 2026-03-01 -o march.csv"
    )
    assert main(made.split()) == 0
    publish = "federation publish list.csv march.csv --events events -o site --no-pdf"
    assert main(publish.split()) == 0
    assert main(["federation", "verify", "site"]) == 0
    assert "march.csv: 8 lines; from list.csv, 1 event and 6 games" in capsys.readouterr().out
    alone = "federation publish march.csv --events events -o alone --no-pdf"
    assert main(alone.split()) == 0
    assert "the list before it, list.csv, is not among those" in capsys.readouterr().out
    Path("list.txt").write_bytes(Path("list.csv").read_bytes())
    two = "federation publish list.csv list.txt -o two --no-pdf"
    assert main(two.split()) == 2
    assert capsys.readouterr().err.startswith("xlrating: list: two lists have this name")


def test_numbers_that_cannot_be_found_again_are_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: games are published with numbers that anybody finds with them; those of a list that
    an earlier version made, by rules that have changed since, are not."""
    monkeypatch.chdir(tmp_path)
    Path("events").mkdir()
    for name in ("list.csv", "events/winter.trf"):
        Path(name).write_bytes(demo_files()[name])
    assert (
        main(
            [
                "federation",
                "list.csv",
                "events",
                "--rules",
                "fide",
                "--day",
                "2026-03-01",
                "-o",
                "march.csv",
            ]
        )
        == 0
    )
    monkeypatch.setattr(data, "as_made", lambda *told: replace(as_made(*told), rules="elo"))
    publish = "federation publish list.csv march.csv --events events -o site --no-pdf"
    assert main(publish.split()) == 0
    assert "cannot be recalculated: the recalculated list is different" in capsys.readouterr().out
    assert not [*Path("site", "data").glob("*.games.json")]


@pytest.mark.parametrize("games", ["names", "none"])
def test_games_as_the_federation_chooses(
    games: str, published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: games with the names of the files, or none, and then nobody can tell who met whom."""
    lists = sorted(map(str, published.glob("202*-01.*")))
    lists = [one for one in lists if Path(one).suffix != ".json"]
    words = ["federation", "publish", *lists, "-o", str(tmp_path / "site"), "--no-pdf"]
    assert main(words) == 0
    assert "name the folder of the events (--events FOLDER)" in capsys.readouterr().out
    words += ["--events", str(published), "--games", games]
    assert main(words) == 0
    found = verify_folder(tmp_path / "site", "en")
    assert not found.problems and [bool(one.found) for one in found.lists] == [
        False, *[games == "names"] * 2,
    ]  # fmt: skip
    texts = "".join(path.read_text("utf-8") for path in (tmp_path / "site" / "data").iterdir())
    assert ("5800013" in texts) == (games == "names")
    assert ("½-½" in texts) == (games == "names")


def test_what_is_published_already_is_taken_over(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: each month only the new list is recalculated for the pages, as long as nothing of the
    others has changed; what is in the folder is the same."""
    made: list[object] = []

    def counted(order: Order, *others: Any) -> object:
        made.append(order)
        return list_from_events(order, *others)

    monkeypatch.setattr(data, "list_from_events", counted)
    lists = [published / name for name in ("2025-11-01.csv", "2025-12-01.xlsx", "2026-01-01.xlsx")]

    def files(target: Path, games: str = "numbers") -> dict[str, bytes]:
        made.clear()
        return data.published_data(lists, [published], games, target).files

    assert files(published / "site") == files(tmp_path / "none")
    assert len(made) == 4
    files(published / "site")
    assert not made
    files(published / "site", "names")
    assert len(made) == 2
    # Changed files of one month: that list is made again.
    shutil.copytree(published / "site", tmp_path / "site")
    own = tmp_path / "site" / "data" / "2026-01-01.games.json"
    own.write_bytes(own.read_bytes() + b" ")
    files(tmp_path / "site")
    assert len(made) == 2


def test_each_flip_is_named(published: Path) -> None:
    """Promise: whatever byte of the folder is changed, its file is named; of a list also the cell."""
    site = published / "site"
    files = sorted(path for path in site.rglob("*") if path.is_file())
    lists = [path for path in files if path.parent.name == "data"]
    dice = random.Random(7)
    for number in range(200 if EVERY else 10):
        # Every other one where the numbers are.
        path = dice.choice(lists if number % 2 else [*files, site / "xlrating-pages.json"])
        old = path.read_bytes()
        at = dice.randrange(len(old))
        path.write_bytes(old[:at] + bytes([old[at] ^ (1 << dice.randrange(8))]) + old[at + 1 :])
        found = verify_folder(site, "en").problems
        path.write_bytes(old)
        name = str(path.relative_to(site).as_posix())
        assert any(one.where == name for one in found), (name, at, found[:5])
    assert not verify_folder(site, "en").problems


def test_a_file_that_is_gone_or_came(published: Path) -> None:
    """Promise: a file that was taken out of the folder is named, and one that somebody put in."""
    site = published / "site"
    own, other = site / "data" / "2025-12-01.games.json", site / "en" / "more.html"
    old = own.read_bytes()
    own.unlink()
    other.write_text("x")
    found = {(one.where, one.key) for one in verify_folder(site, "en").problems}
    own.write_bytes(old)
    other.unlink()
    assert found == {
        ("data/2025-12-01.games.json", "pubver_gone"), ("en/more.html", "pubver_added"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        "[]",
        '{"events": [1]}',
        "{}",
        '[{"file": "x"}]',
        "[" * 9999,
        '{"players": "numbers", "events": [{"file": "x"}]}',
        '{"decimal": "x"}',
        "\xff",
    ],
)
def test_games_that_are_none(wrong: str, published: Path, tmp_path: Path) -> None:
    """Bad input: whatever stands in a file of games, the list is told that does not follow from it."""
    shutil.copytree(published / "site" / "data", tmp_path / "data")
    (tmp_path / "data" / "2025-12-01.games.json").write_text(wrong, "latin-1")
    found = verify_folder(tmp_path, "en")
    assert any(one.where.startswith("2025-12-01") for one in found.problems)


def test_what_was_forged_with_its_fingerprint(published: Path, tmp_path: Path) -> None:
    """Promise: a rating that was changed in a list, with all fingerprints made to fit, is named."""
    site = tmp_path / "forged"
    shutil.copytree(published / "site", site)
    path = site / "data" / "2025-12-01.games.json"
    text = path.read_text("utf-8")
    assert '"1-0"' in text
    files = {
        str(one.relative_to(site).as_posix()): one.read_bytes()
        for one in site.rglob("*") if one.is_file() and one.name != "xlrating-pages.json"
    }  # fmt: skip
    files["data/2025-12-01.games.json"] = text.replace('"1-0"', '"0-1"').encode()
    write_folder(site, files.items())
    found = verify_folder(site, "en")
    assert not found.changed
    named = [one.where for one in found.problems]
    assert any("column Rating" in one or "column Rapid" in one for one in named), found.problems


def _rating(data: Any) -> str:
    data["p1002"]["lists"][0][1][0][1] = "2999"
    return "Player 1002: lists: the page has 2999"


def _opponents(data: Any) -> str:
    data["p1001"]["met"][0][2] = "7"
    return "Player 1001: met: the page has 7"


def _expected(data: Any) -> str:
    data["p1001"]["events"][0][-1][0][6] = "0.99"
    return "Player 1001: events: the page has 0.99"


def _step(data: Any) -> str:
    data["p1001"]["steps"][0][1][0][1][0][1] = "1.1.1"
    return "Player 1001: steps: the page has 1.1.1"


def _gone(data: Any) -> str:
    del data["p1003"]
    return "players: the page has"


def _line(data: Any) -> str:
    data[0][7][0][2] = "2999"
    return f"{data[0][1]}: the page has 2999"


def _game(data: Any) -> str:
    event = next(iter(data.values()))
    event["rounds"][0][1][0][1] = "9-0"
    return f"{event['title']}: rounds: the page has 9-0"


@pytest.mark.parametrize(
    ("part", "forge"),
    [
        ("players-0", _rating), ("players-0", _opponents), ("players-0", _expected),
        ("players-0", _step), ("players-0", _gone), ("roster-0", _line), ("events-0", _game),
        ("players-0", lambda data: data.clear() or "players: the page has []"),
        ("roster-0", lambda data: ""), ("players-0", lambda data: ""),
    ],
)  # fmt: skip
def test_data_of_pages_that_were_forged(
    part: str, forge: Callable[[Any], str], published: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: whatever a page shows otherwise than the lists and games have it is named with the
    player or event, the value and the right one, also where all fingerprints were made to fit.
    """
    files = {
        str(one.relative_to(published / "site").as_posix()): one.read_bytes()
        for one in (published / "site").rglob("*")
        if one.is_file() and one.name != "xlrating-pages.json"
    }
    name, data = read_script(files[f"parts/{part}.js"])
    told = forge(data)
    if told:
        files[f"parts/{part}.js"] = as_script(name, data)
    else:
        del files[f"parts/{part}.js"]
    write_folder(tmp_path / "forged", files.items())
    assert main(["federation", "verify", str(tmp_path / "forged")]) == 1
    said = capsys.readouterr().out
    assert told in said and "changed since: 0" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("check 2025-12-01.xlsx", "20 lines, unchanged"),
        ("check site/data/2026-01-01.csv", "lines, unchanged"),
        ("check site/en/rating-list-2026-01-01.xlsx", "is as it was published"),
        ("check site", "everything that can be recalculated here agrees"),
        ("check 2025-11-01.csv", "the list does not record where it comes from"),
        ("explain 2025-12-01.xlsx 1005", "8.3.4]"),
        ("explain site/data/2025-12-01.csv 1005", "8.3.4]"),
        ("explain site/ru/rating-list-2026-01-01.xlsx 1008", "8.3.4]"),
        ("explain site 1008", "8.3.4]"),
    ],
)
def test_check_and_explain_of_lists(
    words: str, told: str, published: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: lists, published folders and their workbooks are checked and explained as what they are."""
    monkeypatch.chdir(published)
    assert main(words.split()) == 0
    assert told in capsys.readouterr().out


def test_a_list_without_reasons(
    published: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: a list in CSV has no reasons, and says who has them."""
    for name in ("2025-12-01.csv", "2025-12-01.csv.json"):
        (tmp_path / name).write_bytes((published / "site" / "data" / name).read_bytes())
    assert main(["explain", str(tmp_path / "2025-12-01.csv"), "1005"]) == 2
    assert "the list has ratings but no reasons" in capsys.readouterr().err
    book = published / "site" / "en" / "rating-list-2026-01-01.xlsx"
    old = book.read_bytes()
    book.write_bytes(old + b"x")
    assert main(["check", str(book)]) == 1
    book.write_bytes(old)
    assert "not as it was published" in capsys.readouterr().out


def test_a_folder_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input: another folder, and a list without what it comes from."""
    assert main(["federation", "verify", str(tmp_path)]) == 2
    assert "a published folder is verified on its own" in capsys.readouterr().err
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "2025-11-01.csv").write_text("")
    assert main(["federation", "verify", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "xlrating-pages.json" in said and "2025-11-01.csv" in said
