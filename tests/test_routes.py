"""One list, whichever way its events come: a folder, one file of games, games as columns."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest
from bulk.test_dask import in_one_thread, in_parts
from needs import EVERY
from route_cases import (
    RULES,
    Case,
    case_of,
    next_month,
    write_corrections,
    write_folder,
    write_games,
    write_list,
)

from xlrating.bulk import next_players, rate_period
from xlrating.bulk.kernels import BY_OWN_GAMES
from xlrating.cli import main
from xlrating.cli.federation import at_size
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load

CASES, GROUPS = (5000, 50) if EVERY else (60, 6)
#: How much stands in the way of a list.
_NONE = ": no list is written until "
#: How a file was read is told of each.
_READ = ": read: "


class Made(NamedTuple):
    """What a command gave: exit code, the list, what it says of itself, lines, and errors.

    `read` is what it says of the file of games.
    """

    code: int
    listed: str
    said: object
    told: list[str]
    wrong: list[str]
    read: tuple[str, ...] = ()


def made(
    case: Case, words: Sequence[object], out: Path, capsys: pytest.CaptureFixture[str]
) -> Made:
    """The next list, messages with the places of a folder."""
    places = _places(case)
    code = main(["federation", *map(str, words), "--all", "-o", str(out), "--force"])
    printed = capsys.readouterr()
    lines = [
        sorted(
            _as_folder(line, places).replace(str(words[1]), "EVENTS").replace(str(out), "OUT")
            for line in _apart(text, f"{case.list_name}.csv")
        )
        for text in printed
    ]
    read = tuple(line for line in printed.out.splitlines() if line.startswith("games.csv: read: "))
    if code:
        assert not out.exists()
        return Made(code, "", None, lines[0], lines[1])
    text, said = out.read_text("utf-8"), json.loads(Path(f"{out}.json").read_text("utf-8"))
    held = [{**one, "file": _as_folder(one["file"], places), "data": ""} for one in said["events"]]
    kept = {part: said["made"].get(part) for part in ("contents", "correction", "day", "rules")}
    return Made(code, text, (kept, held), lines[0], lines[1], read)


def _places(case: Case) -> dict[str, str]:
    """The place in a folder of each line of the file of all games."""
    found, number = {}, 2
    for title, games in case.events.items():
        for line in range(2, len(games) + 2):
            found[f"games.csv, line {number}"] = f"{title}.csv, line {line}"
            number += 1
    return found


def _as_folder(text: str, places: dict[str, str]) -> str:
    known = ": xlrating does not know the column"
    text = text.replace(f"games.csv{known}", f"Event A.csv{known}")
    text = re.sub(r"games\.csv, line \d+", lambda one: places[one[0]], text)
    return re.sub(r"games\.csv, (Event [A-E])", r"\1.csv", text)


def _apart(text: str, listed: str) -> list[str]:
    """A line for each place of which something is told."""
    found = []
    for line in text.splitlines():
        # The list is read the same way whatever its events are; these are read as they come.
        is_of_events = _READ in line and not line.startswith(listed)
        if _NONE in line or is_of_events:
            continue
        where, colon, words = line.partition(": ")
        found += [f"{one}{colon}{words}" for one in where.split("; ")] if colon else [line]
    return found


def routes(case: Case, listed: Path, top: Path, capsys: pytest.CaptureFixture[str]) -> list[Made]:
    """The list of a case by its folder, by its file of games, and by columns."""
    folder, games = write_folder(case, top / "events"), write_games(case, top / "games.csv")
    words = ["--rules", case.rules, *case.words, *write_corrections(case, top)]
    found = []
    for name, events, most in (("a", folder, 10**9), ("b", games, 10**9), ("c", games, -1)):
        out = top / name / "2025-12-01.csv"
        out.parent.mkdir()
        # A file in a folder and one among many are named differently.
        own = [
            f"games.csv, {one}" if one == "Event B" and events == games else one for one in words
        ]
        own = [f"{one}.csv" if one == "Event B" else one for one in own]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(at_size, "MOST_RESULTS", most)
            found.append(made(case, [listed, events, *own], out, capsys))
    return found


def compare(seed: int, found: Sequence[Made]) -> None:
    """Hold the routes together."""
    folder, file, columns = found
    assert (file.code, columns.code) == (folder.code,) * 2, (seed, folder, file, columns)
    if folder.code:
        # A file that cannot be read is not looked at any further.
        assert set(file.wrong) <= set(folder.wrong), (seed, folder.wrong, file.wrong)
        assert columns.wrong == file.wrong, (seed, file.wrong, columns.wrong)
        return
    # A folder has a line for each of its files.
    assert file._replace(read=()) == folder, seed
    assert columns == file, seed


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("group", range(GROUPS))
def test_all_routes_give_one_list(
    group: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: numbers, messages and exit code are those of the folder, however games come."""
    lists = 0
    for seed in range(group, CASES, GROUPS):
        case, top = case_of(seed, RULES), tmp_path / str(seed)
        top.mkdir()
        found = routes(case, write_list(case, top), top, capsys)
        compare(seed, found)
        lists += not found[0].code
        if not found[0].code and seed % 3 == 0:
            # A list that counts events, and those of the month after.
            again = tmp_path / f"{seed} again"
            again.mkdir()
            listed = top / "a" / "2025-12-01.csv"
            compare(seed, routes(next_month(case), listed, again, capsys))
    assert lists


LIST = "id,name,rating,games,born\n1001,Ann,2000,50,1970\n1002,Bob,1800,50,1980\n"
HEADS = "event,date,round,white,black,result\n"
FIDE = ("--rules", "fide@2025-10-01", "--day", "2025-12-01")


def run(
    folder: Path, capsys: pytest.CaptureFixture[str], *words: object, columns: bool = False
) -> tuple[int, str]:
    """The command in a folder, by columns where that is asked for; exit code, and what it says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(at_size, "MOST_RESULTS", -1 if columns else 10**9)
        code = main(["federation", *map(str, words)])
    return code, "".join(capsys.readouterr())


def files(folder: Path, **texts: str) -> None:
    """Files in CSV; ``sent_a`` is ``sent/a.csv``."""
    for name, text in texts.items():
        path = folder / (name.replace("_", "/") + ".csv")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_who_plays_later_only(
    ending: str, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an event of another list asks for nobody, whatever the list is kept in."""
    later = HEADS + "A,2025-11-05,1,1001,1002,1-0\nB,2026-01-06,1,ZZ99,1001,1-0\n"
    files(tmp_path, list=LIST, games=later)
    pd.read_csv(tmp_path / "list.csv").to_parquet(tmp_path / "list.parquet")
    words = (f"list.{ending}", "games.csv", *FIDE, "-o", f"n.{ending}")
    code, told = run(tmp_path, capsys, *words, columns=columns)
    assert code == 0 and "Events: 1" in told and "ZZ99" not in told
    read = pd.read_csv if ending == "csv" else pd.read_parquet
    assert read(tmp_path / f"n.{ending}")["Rating"].tolist() == [2005, 1795]


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_equal_lines_of_a_season_are_told(
    ending: str, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a game that may be there twice is told in every event of a file, as in its own."""
    game = "2025-11-05,1001,1002,1-0"
    season = f"event,date,white,black,result,hall\nA,{game},x\nB,{game},x\nA,{game},y\nB,{game},x\nA,{game},x\n"
    files(tmp_path, list=LIST, games=season)
    pd.read_csv(tmp_path / "games.csv", dtype=str).to_parquet(tmp_path / "games.parquet")
    words = ("list.csv", f"games.{ending}", *FIDE, "--ignore", "hall", "-o", "n.csv", "--all")
    code, told = run(tmp_path, capsys, *words, columns=columns)
    row, first = ("line", 2) if ending == "csv" else ("row", 1)
    again = [line.partition(", and")[0] for line in told.splitlines() if "says the same" in line]
    assert code == 0 and again == [
        f"games.{ending}, {row} {first + here}: worth checking: games.{ending}, {row} {first + there} says the same"
        for here, there in ((4, 0), (3, 1))
    ]


@pytest.mark.parametrize("columns", [False, True])
def test_odd_people_are_told_once(
    columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an age that nobody plays at, and letters that look like others, of those on the list
    and of newcomers, are told once, however many events they play in and whatever keeps these.
    """
    people = "1003,C\u0430t,1900,50,1980\n1004,Dan,1900,50,1901\n1005,Eve,1900,50,2023\n"
    games = "".join(
        f"{event},{day},1,1003,1004,1-0\n{event},{day},1,1005,Z\u0435d,1-0\n"
        for event, day in (("A", "2025-11-05"), ("B", "2025-11-12"))
    )
    files(tmp_path, list=LIST + people, games=HEADS + games)
    words = ("list.csv", "games.csv", *FIDE, "--all", "-o", "n.csv")
    code, told = run(tmp_path, capsys, *words, columns=columns)
    assert code == 0, told
    # By their lines on the list; of who is new, by the first game.
    odd = ["list.csv, line 4: ", "list.csv, line 5: ", "list.csv, line 6: ", "games.csv, line 3, "]
    looked = [line for line in told.splitlines() if "would be" in line or "alphabet" in line]
    assert len(looked) == len(odd) and all(map(str.startswith, looked, odd)), told


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_list_of_nobody(
    ending: str, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: of an empty list and games there is a list; of no games the file is named."""
    games = HEADS + "A,2025-11-05,1,Ann,Bob,1-0\n"
    files(tmp_path, list=LIST.partition("\n")[0] + "\n", games=games, none=HEADS)
    words = (*FIDE, "-o", f"n.{ending}", "--force")
    code, told = run(tmp_path, capsys, "list.csv", "games.csv", *words, columns=columns)
    assert code == 0 and "players on the list: 0" in told
    code, told = run(tmp_path, capsys, "list.csv", "none.csv", *words, columns=columns)
    assert code == 2 and "none.csv: this file has no games" in told


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("sent", ["sent", "games.csv"])
def test_an_unfinished_event_of_another_list(
    sent: str, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what does not count for this list may be unfinished."""
    now, later = "A,2025-11-05,1,1001,1002,1-0\n", "B,2025-12-06,1,1002,1001,\n"
    files(tmp_path, list=LIST, games=HEADS + now + later, sent_a=HEADS + now, sent_b=HEADS + later)
    code, told = run(tmp_path, capsys, "list.csv", sent, *FIDE, columns=columns)
    assert code == 0 and "Events: 1" in told, told
    last = ("--rules", "fide@2025-10-01", "--day", "2026-01-01")
    code, told = run(tmp_path, capsys, "list.csv", sent, *last, columns=columns)
    assert code == 2 and "no result" in told


@pytest.mark.parametrize("data", [b"PAR1" + bytes(40) + b"PAR1", b"x", b"PAR1"])
def test_a_damaged_file(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: bytes that are no Parquet are named, as a list and as games."""
    files(tmp_path, list=LIST, games=HEADS + "A,2025-11-05,1,1001,1002,1-0\n")
    (tmp_path / "bad.parquet").write_bytes(data)
    for columns in (False, True):
        for words in (("bad.parquet", "games.csv"), ("list.csv", "bad.parquet")):
            code, told = run(tmp_path, capsys, *words, *FIDE, columns=columns)
            assert code == 2 and "bad.parquet: the file cannot be read" in told


@pytest.mark.parametrize("sent", ["sent", "games.csv"])
def test_a_column_that_means_nothing(
    sent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what may have changed a number and is not read stops the list."""
    games = "event,date,round,white,black,result,unrated\nA,2025-11-05,1,1001,1002,1-0,x\n"
    files(tmp_path, list=LIST, games=games, sent_games=games)
    for columns in (False, True):
        code, told = run(tmp_path, capsys, "list.csv", sent, *FIDE, columns=columns)
        assert "the column unrated" in told and code == 2
        words = ("list.csv", sent, *FIDE, "--ignore", "unrated")
        assert run(tmp_path, capsys, *words, columns=columns)[0] == 0


def test_numbers_are_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: numbers in games mean the people of the list, in a folder as in the file alone."""
    games = HEADS + "A,2025-11-05,1,1001,1002,1-0\n"
    files(tmp_path, list=LIST, sent_games=games)
    found = []
    for sent in ("sent", "sent/games.csv"):
        assert run(tmp_path, capsys, "list.csv", sent, *FIDE, "-o", "n.csv", "--force")[0] == 0
        found.append((tmp_path / "n.csv").read_text("utf-8"))
    assert found[0] == found[1] and "2005" in found[0]


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("sent", ["sent", "sent/games.csv"])
def test_starting_numbers_are_nobody(
    sent: str, columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: games by starting numbers, whose list of players is missing, make nobody new."""
    files(
        tmp_path, list=LIST, sent_games=HEADS + "A,2025-11-05,1,1,3,1-0\nA,2025-11-05,2,2,3,1-0\n"
    )
    code, told = run(tmp_path, capsys, "list.csv", sent, *FIDE, columns=columns)
    assert code == 2 and "3 players have neither a name nor an ID here" in told


@pytest.mark.parametrize("sent", ["sent", "games.csv"])
def test_a_standing_command(sent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a pattern may find no event in a month; a name that no event has is refused."""
    games = HEADS + "A,2025-11-05,1,1001,1002,1-0\n"
    files(tmp_path, list=LIST, games=games, sent_games=games)
    words = ("list.csv", sent, *FIDE)
    code, told = run(tmp_path, capsys, *words, "--rapid", "*rapid*", "--swiss", "cup?.csv")
    assert code == 0 and "--rapid *rapid*: no event" in told and "--swiss cup?.csv" in told
    assert run(tmp_path, capsys, *words, "--rapid", "rapid.csv")[0] == 2


def test_what_an_answer_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: an answer in JSON says of a file and its events the same, however games come."""
    games = (
        "A,2025-11-05,1,1001,1002,1-0\nB,2025-11-06,1,ZZ99,1001,½-½\nB,2025-11-06,2,1001,,BYE ½\n"
    )
    files(tmp_path, list=LIST, games=HEADS + games)
    for columns in (False, True):
        _, told = run(tmp_path, capsys, "list.csv", "games.csv", *FIDE, "--json", columns=columns)
        said = json.loads(told)
        counted = [(one["title"], one["players"], one["games"]) for one in said["events"]]
        assert counted == [("A", 2, 1), ("B", 2, 2)]
        read = {one["file"]: one["players"] for one in said["read"]}
        # 1001 plays in both, in one of them with somebody whom a number does not call.
        assert read["games.csv"] == 3


def test_who_stays_away_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: of somebody without a game there is the same to say, however games come."""
    people = LIST + "1003,Cid,1700,50,1970\n1004,Dan,,0,1970\n"
    files(tmp_path, list=people, games=HEADS + "A,2025-11-05,1,1001,1002,1-0\n")
    for name, rules in (("Cid", "fide@2025-10-01"), ("Dan", "fide@2025-10-01"), ("Cid", "elo")):
        words = ("list.csv", "games.csv", "--rules", rules, "--explain", name)
        found = [run(tmp_path, capsys, *words, columns=columns) for columns in (False, True)]
        assert found[0] == found[1] and found[0][0] == 0, (name, rules)
        assert ("K = " in found[0][1]) == (name == "Cid" and rules != "elo")


@pytest.mark.parametrize("name", ["glicko", "glicko2"])
def test_all_digits(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: where the rules round nothing, the list keeps every digit, however it is made."""
    games = HEADS + "A,2025-11-05,1,1001,1002,1-0\nA,2025-11-05,2,1002,1001,½-½\n"
    files(tmp_path, list=LIST, games=games, sent_games=games)
    found = []
    for sent, columns in (("sent", False), ("games.csv", False), ("games.csv", True)):
        words = ("list.csv", sent, "--rules", name, "-o", "n.csv", "--force")
        assert run(tmp_path, capsys, *words, columns=columns)[0] == 0
        found.append((tmp_path / "n.csv").read_text("utf-8"))
    assert found[0] == found[1] == found[2]
    assert len(re.findall(r"\d{4}\.\d{12}", found[0])) == 3


@pytest.mark.parametrize("rating", ["1900.12345678901", "1900.123456789012", "1900.10", "1900.1"])
def test_digits_of_a_list(rating: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: whoever plays nothing keeps the rating to the last digit, however a list is made."""
    files(tmp_path, list=LIST + f"1003,Cid,{rating},5,1970\n1004,Dan,1700.7,5,1970\n",
          games=HEADS + "A,2025-11-05,1,1001,1002,1-0\nA,2025-11-05,1,1004,,BYE ½\n")  # fmt: skip
    pd.read_csv(tmp_path / "list.csv").to_parquet(tmp_path / "list.parquet")
    found = []
    for name, columns in (("csv", False), ("csv", True), ("parquet", False), ("parquet", True)):
        words = (f"list.{name}", "games.csv", "--rules", "elo", "-o", "n.csv", "--force")
        assert run(tmp_path, capsys, *words, columns=columns)[0] == 0
        found.append((tmp_path / "n.csv").read_text("utf-8"))
    assert found[0] == found[1] and found[2] == found[3]
    assert f",{rating.rstrip('0')}," in found[0]


@pytest.mark.parametrize("sent", ["sent", "games.csv"])
def test_without_columns(sent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the base installation, and a browser, make the same list without numpy and pandas."""
    games = HEADS + "A,2025-11-05,1,1001,1002,1-0\nB,2025-11-06,1,1002,1003,½-½\n"
    files(tmp_path, list=LIST + "1003,Cid,1700,5,1970\n", games=games,
          sent_a=games.rpartition("B,")[0], sent_b=HEADS + "B," + games.rpartition("B,")[2])  # fmt: skip
    found = []
    for without in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            for name in ("numpy", "pandas", "pyarrow") if without else ():
                patch.setitem(sys.modules, name, None)
            words = ("list.csv", sent, *FIDE, "-o", "n.csv", "--force")
            assert run(tmp_path, capsys, *words, columns=True)[0] == 0
        found.append((tmp_path / "n.csv").read_text("utf-8"))
    assert found[0] == found[1] and "2005" in found[0]


#: What a list makes of a titled player who plays, of one with a bye and one who stays away, and of
#: one without title who stays away.
STARTS = {
    "malaysia": (2246, 2250, 2350, None),
    "malaysia:untitled=1500": (2246, 2250, 2350, 1500),
    "malaysia:start=played": (2246, None, None, None),
    "cxa-rapid": (2439.5, None, None, None),
    "cxa-rapid:start=given": (2439.5, 2450, 2550, 2000),
    "cxa-rapid:start=given,untitled=unrated": (2439.5, 2450, 2550, None),
    "rank-ladder": (0, 0, 0, 0),
}


@pytest.mark.parametrize("rules", STARTS)
def test_a_start_rating_comes_at_the_same_time_on_every_route(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Malaysia, 一开始，每个大马棋手会提供一个等级分: games or none. CXA, 第六条（一）, 首次计算: with the
    first game that counts. 草民=0: the lowest rank is everybody's."""
    master = "国家大师" if rules.startswith("cxa") else "国际大师"
    people = f"1,Ann,2302.0,\n2,Bob,,{master}\n3,Cid,,{master}\n4,Dan,,特级大师\n5,Eve,,\n"
    games = "".join(
        f"Cup,2025-11-0{round_},{round_},{line}\n"
        for round_, line in enumerate(["1,2,1-0", "3,,BYE 1", "1,,BYE 1"], 1)
    )
    files(tmp_path, list="id,name,rating,title\n" + people, games=HEADS + games)
    files(tmp_path, sent_cup=HEADS + games)
    found = {}
    for name, events, columns in (
        ("folder", "sent", False), ("file", "games.csv", False), ("columns", "games.csv", True),
    ):  # fmt: skip
        words = ("list.csv", events, "--rules", rules, "-o", "n.csv", "--force", "--language", "en")
        code, told = run(tmp_path, capsys, *words, columns=columns)
        assert code == 0, told
        made = pd.read_csv(tmp_path / "n.csv").set_index("Name")
        found[name] = made["Ladder points" if rules == "rank-ladder" else "Rating"]
    listed, sent = pd.read_csv(tmp_path / "list.csv"), pd.read_csv(tmp_path / "games.csv")
    now = rate_period(listed, sent, rules)
    found["rate_period"] = now.set_index("name")["new"]
    found["next_players"] = next_players(listed, now, rules).set_index("name")["rating"]
    if load(rules).method in BY_OWN_GAMES:
        with in_one_thread():
            parted = rate_period(listed, in_parts(sent, npartitions=2), rules)
        found["dask"] = parted.set_index("name")["new"]
    event = ("games.csv", "--players", "list.csv", "--rules", rules, "--language", "en")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert main(["rate", *event, "--csv"]) == 0
        rated = pd.read_csv(io.StringIO(capsys.readouterr().out)).set_index("Name")
        found["rate"] = rated[next(head for head in rated if head.startswith("New"))]
        assert main(["explain", event[0], "Dan", *event[1:]]) == 0
    explained = capsys.readouterr().out
    assert ("first rated game" in explained) == (rules in ("malaysia:start=played", "cxa-rapid"))
    for route, made in found.items():
        ratings = [
            None if pd.isna(made[one]) else made[one] for one in ("Bob", "Cid", "Dan", "Eve")
        ]
        assert tuple(ratings) == STARTS[rules], route


@pytest.mark.parametrize("columns", [False, True])
def test_a_change_of_edition_within_a_period(
    columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """8.3.1 (1.10.2025): 2650 and above, the real difference counts. A period is rated by the edition
    of its last event; the advice given for the events before it is right, and verified, when followed.
    """
    people = "1,Ada,2700,1980,500\n2,Bob,2100,1985,100\n3,Cid,2150,1999,90\n"
    old = "Old,2025-09-28,1,1,2,0-1\nOld,2025-10-03,2,3,1,1-0\n"
    new = "New,2025-10-08,1,1,3,1-0\n"
    lists = {"2025-09-01": "id,name,rating,born,games\n" + people}
    files(tmp_path, **lists, old=HEADS + old, new=HEADS + new, both=HEADS + old + new)
    files(tmp_path, apart_old=HEADS + old, apart_new=HEADS + new)

    def told(*words: str) -> str:
        words = (*words[:2], "--rules", *words[2:], "--force", "--language", "en")
        code, found = run(tmp_path, capsys, *words, columns=columns)
        assert code == 0, found
        return found

    both = "both.csv" if columns else "apart"
    found = told("2025-09-01.csv", both, "fide", "--day", "2025-11-01", "-o", "mixed.csv")
    assert "held on 2025-09-28, when fide@2024-03-01 was in force, but rated together" in found
    assert (
        "first make a list of the events before 2025-10-01 alone (dated after they ended)" in found
    )
    assert "use the edition of that day" not in found
    first = ("2025-09-01.csv", "old.csv", "fide", "--day", "2025-10-04", "-o", "2025-10-04.csv")
    second = ("2025-10-04.csv", "new.csv", "fide", "--day", "2025-11-01", "-o", "2025-11-01.csv")
    for words in (first, second):
        assert "was in force" not in told(*words)
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path)
            assert main(["federation", "verify", words[-1], "--from", *words[:2]]) == 0
        capsys.readouterr()
    # Two lost games at 400 points, 10 x -0.92 each: -18; at 600 and 550 points, -0.98 and -0.97.
    rated = {one: pd.read_csv(tmp_path / f"{one}.csv").set_index("Name")["Rating"]["Ada"]
             for one in ("2025-10-04", "2025-11-01", "mixed")}  # fmt: skip
    assert rated == {"2025-10-04": 2682, "2025-11-01": 2682, "mixed": 2681}
    # A pinned edition is the user's; a regulation that rates events in turn takes each one's own.
    found = told("2025-09-01.csv", both, "fide@2025-10-01", "-o", "p.csv")
    assert (
        "before fide@2025-10-01 came into force (2025-10-01); use the edition of that day" in found
    )
    files(
        tmp_path,
        turn=(HEADS + old + new).replace("2025-10-0", "2025-01-0").replace("2025-09", "2024-09"),
    )
    assert "in force" not in told("2025-09-01.csv", "turn.csv", "uscf", "-o", "u.csv")


def test_editions_of_a_report_of_several_events() -> None:
    """A report of events of two editions names those that are rated by another than their own."""
    people = tuple(Player(no, str(no), Decimal(2000)) for no in (1, 2))
    days = (date(2025, 9, 1), date(2025, 10, 8))
    old, new = (
        Event(people, (Game(1, 1, 2, read_result("1-0")),), start=one, end=one) for one in days
    )
    (found,) = [one for one in rate([old, new], "fide").notices if one.key == "edition_mixed"]
    assert found.words["day"] == days[0] and found.words["current"] == "fide@2024-03-01"
    assert not rate([old], "fide").notices and not rate([new, new], "fide").notices


@pytest.mark.parametrize(
    "rules",
    ["elo", "dwz", "uscf", "uscf:passes=two", "china-pro", "cxa-rapid", "glicko:rounding=whole"],
)
def test_who_has_no_game_keeps_the_rating_on_every_route(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rn = Ro + K × (W − We) is the rating after games, and that is what is rounded: whoever has
    none, but a bye, an unrated game or nothing at all, is not rated anew, and nothing says so."""
    people = "1,Ann,2302.4,m\n2,Bob,2250,m\n3,Cid,2100.67,m\n4,Dan,2101.25,m\n5,Eve,2102.5,m\n"
    lines = ["1,1,2,1-0", "2,3,,BYE 1", "3,5,1,1-0 U"]
    games = HEADS + "".join(f"Cup,2025-11-01,{line}\n" for line in lines)
    files(tmp_path, list="id,name,rating,sex\n" + people, games=games, sent_cup=games)
    event = ("games.csv", "--players", "list.csv", "--rules", rules, "--language", "en")
    found = {}
    for name, events, columns in (
        ("folder", "sent", False), ("file", "games.csv", False), ("columns", "games.csv", True),
    ):  # fmt: skip
        words = ("list.csv", events, *event[3:], "-o", "n.csv", "--force")
        code, told = run(tmp_path, capsys, *words, columns=columns)
        assert code == 0, told
        found[name] = pd.read_csv(tmp_path / "n.csv").set_index("Name")["Rating"]
    listed, sent = pd.read_csv(tmp_path / "list.csv"), pd.read_csv(tmp_path / "games.csv")
    now = rate_period(listed, sent, rules)
    found["rate_period"] = now.set_index("name")["new"]
    found["next_players"] = next_players(listed, now, rules).set_index("name")["rating"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for name in ("Cid", "Dan", "Eve"):
            assert main(["explain", event[0], name, *event[1:]]) == 0
            told = capsys.readouterr().out
            assert "No game counts" in told and "New rating" not in told, name
        for route, of in (("rate", event), ("workbook", ("b.xlsx", "--language", "en"))):
            assert main(["rate", *of, "--csv"]) == 0
            rated = pd.read_csv(io.StringIO(capsys.readouterr().out)).set_index("Name")
            found[route] = rated["New rating"]
            assert main(["rate", *event, "-o", "b.xlsx", "--force"]) == 0
            capsys.readouterr()
    for route, made in found.items():
        kept = made["Cid"], made["Dan"], made["Eve"]
        assert kept == (2100.67, 2101.25, 2102.5), route
        assert made["Ann"] == found["rate"]["Ann"] != 2302.4, route
