"""A long list and a folder of events: by columns the same next list as by the engine alone."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from bulk.federations import far_inside, federation
from needs import EVERY, LONGEST

from xlrating.cli import main
from xlrating.cli.federation import at_size
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.showing import are_whole
from xlrating.federation import making
from xlrating.federation.columns import long_lists

Both = Callable[..., tuple[int, str]]

RULES = [one for one in available() if load(one).method != "none"]


@pytest.fixture
def both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Both:
    """The command on a list and the folder beside it, both ways: what they say, if it is one."""

    def both(list_: str, *words: str, made: bool = True) -> tuple[int, str]:
        found, passed = [], [0]

        def counted(*args: Any, **more: Any) -> object:
            made = real(*args, **more)
            passed[0] += made.is_short
            return made

        real = making.list_from_events
        for path in tmp_path.glob("next.csv*"):
            path.unlink()
        for least in (0, 10**12):
            monkeypatch.setattr("xlrating.federation.listed.LONG", least)
            monkeypatch.setattr(at_size, "list_from_events", counted)
            own = ("federation", str(tmp_path / list_), str(tmp_path / "events"), *words, "--all")
            code = main([*own, "-o", str(tmp_path / "next.csv"), "--force"])
            files = [path.read_text().splitlines() for path in sorted(tmp_path.glob("next.csv*"))]
            found.append((code, capsys.readouterr(), files))
            monkeypatch.setattr(at_size, "list_from_events", real)
        here, there = ([code, *said, *files] for code, said, files in found)
        for one, other in zip(here, there, strict=True):
            assert one == other
        assert passed[0] == made, found[0]
        code, said, files = found[0]
        assert len(files) == 2 * (code == 0)
        return code, said.out + said.err

    return both


def games(path: Path, chance: random.Random, who: list[str], rounds: int = 7) -> None:
    """An event of some rounds."""
    rows = ["round,white,black,result"]
    for round_ in range(1, rounds + 1):
        chance.shuffle(who)
        pairs = zip(who[::2], who[1::2], strict=True)
        rows += [
            f'{round_},"{one}","{other}",{chance.choice(("1-0", "0-1", "1/2-1/2"))}'
            for one, other in pairs
        ]
    path.write_text("\n".join([*rows, ""]))


def put(folder: Path, seed: int, reference: str) -> None:
    """A list with people who stay away, and three events."""
    chance = random.Random(f"{seed} {reference}")
    players, _, _ = federation(seed, load(reference), most=20)
    players.pop("age", None)
    far_inside(players, load(reference))
    listed = pd.DataFrame(players)
    numbers = listed.columns.difference(["id", "name", "sex"])
    whole = [one for one in numbers if listed[one].dtype.kind == "f"]
    listed[whole] = listed[whole].round().astype("Int64")
    more = listed.sample(12, replace=True, random_state=seed)
    more["id"] = [f"9{at:05}" for at in range(12)]
    more["name"] = [f"Bystander {'abcdefghijkl'[at]}, Bo" for at in range(12)]
    pd.concat([listed, more]).to_csv(folder / "list.csv", index=False)
    (folder / "events").mkdir()
    # Half are called by their names; two are on no list, one of them nearly.
    who = [*map(str, listed["id"][::2]), *listed["name"][1::2], "Bystander b Bob", "Somebody Else"]
    for at in range(3):
        there = chance.sample(who, min(len(who), 8) // 2 * 2)
        games(folder / "events" / f"2025-10-{3 + 2 * at:02} cup.csv", chance, there, seed % 3 + 2)


@pytest.mark.parametrize("seed", range(8 if EVERY else 1))
@pytest.mark.parametrize("name", RULES)
def test_both_ways_give_one_list(name: str, seed: int, tmp_path: Path, both: Both) -> None:
    """Promise: who stays away is as the engine has them, in every method; the words are the same."""
    put(tmp_path, seed, name)
    both("list.csv", "--rules", name, made=are_whole(load(name)))


def test_places_of_a_long_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an answer in JSON says the places of the list, those who stay away counted."""
    put(tmp_path, 0, "elo")
    found = []
    for least in (0, 10**12):
        monkeypatch.setattr("xlrating.federation.listed.LONG", least)
        words = ("federation", str(tmp_path / "list.csv"), str(tmp_path / "events"), "--json")
        assert main([*words, "--rules", "elo"]) == 0
        people = json.loads(capsys.readouterr().out)["players"]
        found.append({one["name"]: one["no"] for one in people if one["counted_games"]})
    assert found[0] == found[1] and max(found[0].values()) > len(found[0])


FIDE = """\
ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag
"""


def fide_list(path: Path, chance: random.Random, people: int = 60) -> list[str]:
    """A list of FIDE of all paces; the numbers on it."""
    numbers = [str(1_500_000 + 7 * at) for at in range(people)]
    lines = [FIDE]
    for at, number in enumerate(numbers):
        paces = ""
        for _ in range(3):
            has = chance.random() < 0.7
            rating, k = (chance.randint(1500, 2400), chance.choice((10, 20, 40))) if has else (0, 0)
            paces += f"{rating:<6}{0:<4}{k:<3}"
        name = f"Person{'abcdefghij'[at % 10]}{'klmnop'[at // 10]}, Jo"
        lines.append(f"{number:<15}{name:<61}NOR {'MF'[at % 2]}   {'':<29}{paces}{1950 + at:<6}\n")
    path.write_text("".join(lines))
    return numbers


@pytest.mark.in_turn
@pytest.mark.parametrize("words", [(), ("--rapid", "*one*"), ("--rules", "fide:list=blitz")])
def test_a_list_of_fide(words: tuple[str, ...], tmp_path: Path, both: Both) -> None:
    """Promise: the same of all paces, with who is new at one and at all."""
    chance = random.Random(str(words))
    numbers = fide_list(tmp_path / "list.txt", chance)
    (tmp_path / "events").mkdir()
    for name in ("one", "two"):
        who = [*chance.sample(numbers, 18), "777", "Personax Jo"]
        games(tmp_path / "events" / f"2025-10-1{len(name)} {name}.csv", chance, who)
    rules = () if "--rules" in words else ("--rules", "fide")
    code, said = both("list.txt", *rules, *words, "--day", "2025-11-01", "--language", "zh")
    assert code == 0
    assert "Personax Jo" in said
    # And on from there: that list knows its events.
    (tmp_path / "next.csv").rename(tmp_path / "list.csv")
    (tmp_path / "next.csv.json").rename(tmp_path / "list.csv.json")
    code, said = both("list.csv", *rules, *words, "--day", "2025-12-01", made=False)
    assert code == 2
    assert "one.csv" in said
    # A copy in which somebody is missing: what it is a copy of names them, too.
    one = tmp_path / "events" / "2025-10-13 one.csv"
    lines = one.read_text().splitlines()
    gone = lines[1].split(",")[1]
    kept = [line for line in lines if gone not in line]
    whole = one.read_text()
    one.write_text("\n".join([*kept, ""]))
    code, said = both("list.csv", *rules, *words, "--day", "2025-12-01", made=False)
    assert code == 2
    one.write_text(whole)
    # Other people a month later: results wait at each pace, and the list is read as it was written.
    (tmp_path / "list.csv").rename(tmp_path / "november.csv")
    (tmp_path / "list.csv.json").rename(tmp_path / "november.csv.json")
    one.rename(tmp_path / one.name)
    two = tmp_path / "events" / "2025-10-13 two.csv"
    two.rename(tmp_path / two.name)
    games(tmp_path / "events" / "2025-11-10 one.csv", chance, [*chance.sample(numbers, 7), "777"])
    assert both("november.csv", *rules, *words, "--day", "2025-12-01")[0] == 0
    (tmp_path / "events" / "2025-11-10 one.csv").unlink()
    for path in (one, two):
        (tmp_path / path.name).rename(path)
    (tmp_path / "november.csv").rename(tmp_path / "list.csv")
    (tmp_path / "november.csv.json").rename(tmp_path / "list.csv.json")
    folder = str(tmp_path / "events")
    code = main(["federation", "verify", str(tmp_path / "list.csv"), "--from",
                 str(tmp_path / "list.txt"), folder])  # fmt: skip
    assert code == 0


def test_what_is_wrong_is_told_as_ever(tmp_path: Path, both: Both) -> None:
    """Promise: a list that contradicts itself is told line by line, and an own column stays."""
    chance = random.Random(2)
    (tmp_path / "events").mkdir()
    games(tmp_path / "events" / "2025-10-10 cup.csv", chance, ["7", "8", "Ann Lee", "Bo"])
    (tmp_path / "list.csv").write_text(
        "id,name,rating,club\n7,A,2000,Rook\n8,B,1900,\n9,Ann Lee,1800,Rook\n"
    )
    assert both("list.csv", "--rules", "fide")[0] == 0
    # A decimal that says nothing is a whole number; half a point is for the engine.
    for rating, rules, made in (("1800.0", "fide", True), ("1800.5", "elo", False)):
        (tmp_path / "list.csv").write_text(f"id,name,rating\n7,A,2000\n8,B,{rating}\n")
        assert both("list.csv", "--rules", rules, made=made)[0] == 0
    for lines in (
        # FIDE publishes whole numbers.
        "7,A,2000\n8,B,1800.5\n",
        "7,A,2000\n7,B,1900\n",
        "7,A,2000\n8,B,9999\n",
        "7,A,2000\n8,B,1e\n",
        "7,A,2000\n8,Ann Lee,1900\n9,Ann Lee,1900\n",
        # Of people who have not played.
        "7,A,2000\n50,X,9999\n",
        "7,A,2000\n50,X,2000\n50,Y,1900\n",
        "7,A,2000\n50,X,2000\n,50,1900\n",
    ):
        (tmp_path / "list.csv").write_text(f"id,name,rating\n{lines}")
        assert both("list.csv", "--rules", "fide", made=False)[0] == 2


@pytest.mark.parametrize("last", [",Average,1900", ",Mean 1900:,", ",Max,2000"])
def test_a_sum_below_a_long_list_is_nobody(last: str, tmp_path: Path, both: Both) -> None:
    """Promise: a list is the same however long it is; by columns, an average was a player."""
    (tmp_path / "events").mkdir()
    games(tmp_path / "events" / "2025-10-10 cup.csv", random.Random(3), ["7", "8", "9", "10"])
    people = "7,A,2000\n8,B,1900\n9,C,1800\n10,D,1900\n"
    (tmp_path / "list.csv").write_text(f"id,name,rating\n{people}{last}\n")
    code, said = both("list.csv", "--rules", "elo", made=False)
    assert code == 0 and "players on the list: 4" in said, said
    lines = people.replace("9,C", ",Total,3900\n9,C")
    (tmp_path / "list.csv").write_text(f"id,name,rating\n{lines}")
    assert "players on the list: 4" in both("list.csv", "--rules", "elo", made=False)[1]


def test_an_age_in_a_long_list_is_asked_about(tmp_path: Path, both: Both) -> None:
    """Promise: a column that may matter stops; by columns, ages were left out in silence."""
    (tmp_path / "events").mkdir()
    games(tmp_path / "events" / "2025-10-10 cup.csv", random.Random(4), ["7", "8"], 1)
    (tmp_path / "list.csv").write_text("id,name,age,rating\n7,A,17,2000\n8,B,,1900\n")
    code, said = both("list.csv", "--rules", "fide", made=False)
    assert code == 2 and "xlrating does not use the column age" in said, said


def of_a_club(folder: Path, seed: int = 3) -> list[str]:
    """A list with columns of its own, and three events of people by numbers and names."""
    chance = random.Random(seed)
    rows = ["id,name,Club,rating,games,shoe,=joined,height"]
    ids = [str(500 + at) for at in range(40)]
    for at, one in enumerate(ids):
        name = f"Person{'abcdefgh'[at % 8]}{'klmno'[at // 8]}"
        club = ('"Rook, Old"', "-1", "", "Central")[at % 4]
        rows.append(f"{one},{name},{club},{chance.randint(1500, 2300)},50,0{at},1.10.1990,{at}")
    (folder / "2025-10-01.csv").write_text("\n".join([*rows, ""]))
    (folder / "events").mkdir()
    for at in range(3):
        who = [*chance.sample(ids, 7), f"Newcomer {'xyz'[at]}"]
        games(folder / "events" / f"2025-10-{10 + at} cup.csv", chance, who, 3)
    return ids


def test_own_columns_stay(tmp_path: Path, both: Both) -> None:
    """Promise: the columns of the federation's own, and a word about those that are left out."""
    of_a_club(tmp_path)
    code, said = both("2025-10-01.csv", "--rules", "fide", "--keep", "shoe")
    assert code == 0 and "height" in said
    made = pd.read_csv(tmp_path / "next.csv", dtype=str, keep_default_na=False).set_index("ID")
    assert made.loc["501", ["Club", "shoe"]].tolist() == ["'-1", "01"]
    assert "Newcomer x" in set(made["Name"])
    # And on from there: all that is left on it is its own.
    for name in ("csv", "csv.json"):
        (tmp_path / f"next.{name}").rename(tmp_path / f"2025-11-01.{name}")
    for path in (tmp_path / "events").iterdir():
        path.unlink()
    games(tmp_path / "events" / "2025-11-10 cup.csv", random.Random(1), ["500", "Personbk"], 1)
    assert both("2025-11-01.csv", "--rules", "fide")[0] == 0
    assert both("2025-11-01.csv", "--rules", "fide", "--keep", "sock", made=False)[0] == 2


def test_a_preview(tmp_path: Path, both: Both) -> None:
    """Promise: a long list goes on without what cannot be used, and says so on top of it."""
    of_a_club(tmp_path)
    (tmp_path / "events" / "2025-10-15 torn.csv").write_text(
        "round,white,black,result\n1,a,b,9-9\n"
    )
    (tmp_path / "events" / "2025-10-16 copy.csv").write_text(
        (tmp_path / "events" / "2025-10-10 cup.csv").read_text()
    )
    assert both("2025-10-01.csv", "--rules", "fide", made=False)[0] == 2
    code, said = both("2025-10-01.csv", "--rules", "fide", "--preview")
    assert code == 0 and "torn.csv" in said and "copy.csv" in said
    assert (tmp_path / "next.csv").read_text("utf-8-sig").startswith("# ")


def test_events_of_another_month(tmp_path: Path, both: Both) -> None:
    """Promise: what counts for another list is told, and the others are rated."""
    of_a_club(tmp_path)
    code, said = both("2025-10-01.csv", "--rules", "fide", "--day", "2025-11-01")
    assert code == 0
    games(tmp_path / "events" / "2025-11-10 cup.csv", random.Random(1), ["500", "Personbk"], 1)
    code, said = both("2025-10-01.csv", "--rules", "fide", "--day", "2025-11-01")
    assert code == 0 and "2025-11-10 cup.csv" in said


@pytest.mark.parametrize("words", [(), ("--earlier", "{}/2025-09-01.csv")])
def test_a_late_event(words: tuple[str, ...], tmp_path: Path, both: Both) -> None:
    """Promise: an event that started before the list has the ratings of then, by number and name."""
    ids = of_a_club(tmp_path)
    events = tmp_path / "events"
    for path in events.iterdir():
        path.unlink()
    pairs = ((ids[0], ids[1]), (ids[2], "Personek"), (ids[5], "Newcomer x"))
    lines = ["012 Late", "042 2025/09/20", "052 2025/10/20", "092 Individual: Swiss-System"]
    for no, who in enumerate((who for pair in pairs for who in pair), 1):
        number, name = (who, "") if who.isdecimal() else ("", who)
        won = no % 2
        lines.append(
            f"001 {no:4} {'':5}{name:33} {2000:4} {'':3} {number:>11} {'':10} {won:4.1f} {0:4}  "
            f"{no + 1 if won else no - 1:4} {'bw'[won]} {won}"
        )
    (events / "late.trf").write_text("\n".join([*lines, ""]))
    rows = (tmp_path / "2025-10-01.csv").read_text().splitlines()
    for at, row in enumerate(rows[1:], 1):
        start, rating, *rest = row.rsplit(",", 5)
        rows[at] = ",".join([start, str(int(rating) - 100 - at), *rest])
    (tmp_path / "2025-09-01.csv").write_text("\n".join([*rows, ""]))
    said = [one.format(tmp_path) for one in words]
    code, out = both("2025-10-01.csv", "--rules", "fide", *said, made=bool(words))
    assert code == (0 if words else 2)
    assert "2025-09-01" in out if words else "--earlier" in out


def test_a_register(tmp_path: Path, both: Both) -> None:
    """Promise: other numbers and names of people, some not on the list; two lines of one person."""
    ids = of_a_club(tmp_path)
    register = tmp_path / "register.csv"
    lines = [
        f"{ids[0]},F-1,Personak,Old Name",
        f"{ids[1]},F-2; F-3,,\u674e\u5b89",
        "77,F-7,Somebody,Else",
    ]
    register.write_text("id,other ids,name,other names\n" + "\n".join(lines) + "\n")
    who = ["F-1", "\u674e\u5b89", "F-7", "Personck", ids[5], ids[6]]
    games(tmp_path / "events" / "2025-10-20 cup.csv", random.Random(1), who, 3)
    words = ("--rules", "fide", "--register", str(register))
    code, said = both("2025-10-01.csv", *words)
    assert code == 0 and "F-1" in said
    register.write_text(register.read_text() + f"{ids[8]},{ids[9]},Twice,\n")
    code, said = both("2025-10-01.csv", *words, made=False)
    assert code == 2 and ids[9] in said


def test_corrections(tmp_path: Path, both: Both) -> None:
    """Promise: a name, a number and a rating that an officer changes, of who plays and who does not."""
    ids = of_a_club(tmp_path)
    table = tmp_path / "corrections.csv"
    rows = [
        f"2025-10-02,{ids[0]},,rating,,2222,board", f"2025-10-03,{ids[39]},,name,,Else One,married",
        f"2025-10-04,{ids[38]},,id,,9999,two", f"2025-10-04,{ids[37]},,born,,1990,found",
    ]  # fmt: skip
    head = "date,id,name,what,old,new,reason"
    table.write_text("\n".join([head, *rows, ""]))
    games(tmp_path / "events" / "2025-10-20 cup.csv", random.Random(1), ["Else One", "9999"], 1)
    words = ("--rules", "fide", "--corrections", str(table))
    assert both("2025-10-01.csv", *words)[0] == 0
    made = pd.read_csv(tmp_path / "next.csv", dtype=str, keep_default_na=False).set_index("ID")
    assert made["Name"][ids[39]] == "Else One" and made["Club"]["9999"] == ""
    # A line that becomes part of another one, somebody new, and a K.
    more = [
        f"2025-10-05,{ids[36]},,merge,,{ids[35]},one", "2025-10-06,7001,,enter,New One,2050,found",
        f"2025-10-07,{ids[34]},,k,,40,board",
    ]  # fmt: skip
    table.write_text("\n".join([head, *rows, *more, ""]))
    assert both("2025-10-01.csv", *words)[0] == 0
    # What does not fit is told.
    table.write_text("\n".join([head, f"2025-10-05,{ids[36]},,name,Nobody,X,one", ""]))
    assert both("2025-10-01.csv", *words, made=False)[0] == 2


@pytest.mark.parametrize("who", ["500", "Personaa", "Personbk", "Person", "Nobody", "newcomer x"])
def test_reasons(
    who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: one player's calculation, of who plays and who does not, of nobody and of several."""
    of_a_club(tmp_path)
    said = []
    for least in (0, 10**12):
        monkeypatch.setattr("xlrating.federation.listed.LONG", least)
        code = main(["federation", str(tmp_path / "2025-10-01.csv"), str(tmp_path / "events"),
                     "--rules", "fide", "--explain", who])  # fmt: skip
        out = capsys.readouterr()
        # Of several, or of nobody, others may be named first.
        said.append((code, out.out, out.err if code == 0 else out.err.split("'")[:2]))
    assert said[0] == said[1]


def test_a_chain_and_what_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: long lists are made again and compared by columns; files and words are the engine's."""
    ids = of_a_club(tmp_path)
    first = tmp_path / "2025-10-01.csv"
    twins = "600,Twin,,1900,50,,,\n601,Twin,,1950,50,,,\n,Nameless Number,,1800,50,,,\n"
    first.write_text(first.read_text() + twins)
    (tmp_path / "events").rename(tmp_path / "2025-10")
    (tmp_path / "2025-11").mkdir()
    who = [*ids[:6], "Nameless Number", "Twin New"]
    games(tmp_path / "2025-11" / "2025-11-10 cup.csv", random.Random(3), who, 3)
    table = tmp_path / "corrections.csv"
    table.write_text(
        "date,id,name,what,old,new,reason\n"
        f"2025-11-02,{ids[30]},,rating,,2222,board\n2025-11-03,{ids[31]},,id,,9999,two people\n"
    )
    said: dict[int, list[object]] = {}
    for least in (0, 10**12):
        monkeypatch.setattr("xlrating.federation.listed.LONG", least)
        found: list[object] = []
        monkeypatch.chdir(tmp_path)
        chain = ["federation", "rebuild", "2025-10-01.csv", "2025-10", "2025-11", "--rules", "fide",
                 "--kind", "csv", "--keep", "shoe", "--all", "-o"]  # fmt: skip
        for out in ("out", "corrected"):
            more = ["--corrections", "corrections.csv"] if out == "corrected" else []
            for _ in range(2):
                assert main([*chain, out, "--force", *more]) == 0
                found.append(capsys.readouterr())
        found += [(path.name, path.read_bytes()) for path in sorted(tmp_path.glob("*/2025*.csv*"))]
        for one, other in (
            ("out/2025-12-01.csv", "corrected/2025-12-01.csv"), ("2025-10-01.csv", "out/2025-12-01.csv"),
            ("corrected/2025-12-01.csv", "out/2025-11-01.csv"),
        ):  # fmt: skip
            assert main(["federation", "diff", one, other, "--all"]) == 0
            found.append(capsys.readouterr())
        said[least] = found
        for folder in ("out", "corrected"):
            shutil.rmtree(tmp_path / folder)
    assert said[0] == said[10**12]
    words = str(said[0][-3])
    assert "out/2025-12-01.csv and corrected/2025-12-01.csv" in words and "2222 (board)" in words


def test_what_is_read_whole_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: before everybody on a long list is read one by one it is said what that takes."""
    of_a_club(tmp_path)
    monkeypatch.setattr(at_size, "MANY", 3)
    monkeypatch.chdir(tmp_path)
    word = "2025-10-01.csv: xlrating reads all 41 lines (about) one by one, which takes about 1 GB"
    make = (
        "federation",
        "2025-10-01.csv",
        "events",
        "--rules",
        "fide",
        "-o",
        "next.csv",
        "--force",
    )
    three = Path("2025-10-01.csv").read_text().splitlines(keepends=True)[:4]
    Path("three.csv").write_text("".join(three))
    publish = ("federation", "publish", "three.csv", "-o", "site", "--no-pdf")
    for long, words, is_told in (
        (10**12, make, True), (0, make, False), (0, (*make[:4], "glicko", *make[5:]), True),
        (0, ("federation", "diff", "2025-10-01.csv", "next.csv"), False), (0, publish, False),
    ):  # fmt: skip
        monkeypatch.setattr("xlrating.federation.listed.LONG", long)
        assert main(list(words)) == 0
        err = capsys.readouterr().err
        assert (word in err) == is_told, words
        told = "three.csv: xlrating reads all 4 lines" in err
        assert told == (words == publish)
    # Also where rules with decimals are those by which the list was made.
    monkeypatch.setattr("xlrating.federation.listed.LONG", 0)
    assert main(list(make)) == 0
    order = making.Order("next.csv", "events")
    listed = at_size.read_list(order)
    assert listed.ledger.made is not None
    for rules, is_told in (("fide", False), ("glicko", True)):
        made = replace(listed.ledger.made, asked=rules)
        by = listed._replace(ledger=listed.ledger._replace(made=made))
        monkeypatch.setattr(long_lists, "read_long", lambda *_, by=by: by)
        capsys.readouterr()
        at_size.read_list(order)
        assert ("next.csv: xlrating reads all" in capsys.readouterr().err) == is_told


def test_many_games_of_a_list_of_fide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list of FIDE and one file of games of three paces, in columns as one by one."""
    numbers = fide_list(tmp_path / "list.txt", chance := random.Random(4))
    rows = ["event,date,pace,round,white,black,result"]
    for event, pace in enumerate(("", "rapid", "blitz")):
        chance.shuffle(numbers)
        rows += [
            f"E{event},2025-11-1{event},{pace},1,{one},{other},1-0"
            for one, other in zip(numbers[:10], [*numbers[10:19], "Newcomer X"], strict=True)
        ]
    (tmp_path / "games.csv").write_text("\n".join([*rows, ""]))
    found = []
    for most, least in ((-1, 0), (10**9, 10**12)):
        monkeypatch.setattr(at_size, "MOST_RESULTS", most)
        monkeypatch.setattr("xlrating.federation.listed.LONG", least)
        words = ["federation", str(tmp_path / "list.txt"), str(tmp_path / "games.csv"), "--all"]
        words += [
            "--rules",
            "fide",
            "--day",
            "2025-12-01",
            "-o",
            str(tmp_path / "n.csv"),
            "--force",
        ]
        assert main(words) == 0
        files = [path.read_bytes() for path in sorted(tmp_path.glob("n.csv*"))]
        found.append((files, *(text.splitlines() for text in capsys.readouterr())))
    for one, other in zip(*found, strict=True):
        assert one == other


DWZ = "ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land\n"


@pytest.mark.parametrize("letters", ["utf-8", "cp1252"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_list_of_a_federation(apart: bool, letters: str, tmp_path: Path, both: Both) -> None:
    """Promise: a federation's own headings, and members of two clubs, who are one person each."""
    rows = [
        f'1000{at},70107,{at:04},A,"Müller{at},Jo",{"MW"[at % 2]},D,{1950 + at},202501,{1500 + at},{at},2100,-,,GER'
        for at in range(30)
    ]
    rows += [rows[4].replace("70107", "40023"), rows[9].replace("70107", "40023")]
    if apart:
        rows[-1] = rows[-1].replace(",1509,", ",1510,")
    (tmp_path / "2025-11-01.csv").write_bytes((DWZ + "\n".join([*rows, ""])).encode(letters))
    (tmp_path / "events").mkdir()
    who = ["10004", "Müller9, Jo", "10007", "Neu, Ling"]
    games(tmp_path / "events" / "2025-11-10 cup.csv", random.Random(1), who, 3)
    code, said = both("2025-11-01.csv", "--rules", "dwz", "--day", "2025-12-01", made=not apart)
    assert code == 2 * apart and ("repeated rows" in said) != apart


def fide_lines(path: Path, people: int) -> Path:
    """A list of FIDE of so many people with ratings."""
    rest = f"NOR M   {'':<29}{'2000':<6}{'0':<4}20 {'1900':<6}{'0':<4}20 {'1800':<6}{'0':<4}20 1990  \n"
    with path.open("w") as file:
        file.write(FIDE)
        file.writelines(
            f"{no:<15}{f'Player, Number {no}':<61}{rest}"
            for no in range(1_000_000, 1_000_000 + people)
        )
    return path


#: Runs the command on one list after the other, and says how much memory has been used by then.
_PEAKS = """
import resource, sys
from xlrating.cli import main
folder, *lists = sys.argv[1:]
for path in lists:
    words = ["--rules", "fide", "--day", "2025-11-01", "-o", path + ".csv"]
    assert main(["federation", path, folder, *words]) == 0
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
#: Bytes that each line more may take; the engine takes some 5,000.
A_LINE = 2_000


@pytest.mark.in_turn
def test_each_line_of_a_long_list_takes_little(tmp_path: Path) -> None:
    """Show 4: "a list of 500,000 lines in FIDE's fixed-width format read in bounded memory"."""
    sizes = (50_000, 500_000) if EVERY else (13_000, 33_000)
    (tmp_path / "events").mkdir()
    who = [str(1_000_000 + at) for at in range(8)]
    games(tmp_path / "events" / "2025-10-10 cup.csv", random.Random(1), who, 3)
    lists = [fide_lines(tmp_path / f"{people}.txt", people) for people in sizes]
    words = [sys.executable, "-c", _PEAKS, str(tmp_path / "events"), *map(str, lists)]
    run = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST, check=False)
    first, second = (int(line[5:]) for line in run.stdout.splitlines() if line[:5] == "peak ")
    growth = (second - first) / (sizes[1] - sizes[0])
    print(f"\n{sizes[1]:,} lines: {second / 1e6:.0f} MB, {growth:.0f} bytes a line more")
    assert growth < A_LINE, run.stderr
