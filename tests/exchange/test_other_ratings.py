"""Promise: ratings of another system or pace than the rules' are never taken in silence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from program_files import FIDE_TEXT, LICHESS
from table_files import Rows, write

from xlrating.cli import main
from xlrating.cli.federation import at_size
from xlrating.engine.account import Account
from xlrating.exchange import other_ratings
from xlrating.exchange.other_ratings import other_ratings as own_others
from xlrating.exchange.other_ratings import others_of_all
from xlrating.exchange.tables import read_season
from xlrating.exchange.trf_layout import line_of, round_of
from xlrating.federation import listed
from xlrating.reading import read

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *words: object) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints."""
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def _report_file(folder: Path, *federations: str) -> Path:
    """A report of one game, with FIDE's ratings and in records of federations other ones."""
    facts = (
        {"no": "1", "name": "Ann", "rating": "2000"},
        {"no": "2", "name": "Bob", "rating": "1900"},
    )
    rounds = round_of(2, "w", "1"), round_of(1, "b", "0")
    lines = ["012 Cup", *(line_of(one, each) for one, each in zip(facts, rounds, strict=True))]
    # The same numbers, of the other player each.
    for code, rating in ((code, rating) for code in federations for rating in ("1900", "2000")):
        own = facts[rating == "2000"] | {"rating": rating}
        lines.append(code + line_of(own)[3:].rstrip())
    path = folder / "cup.trf"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_national_ratings_of_a_report_file(tmp_path: Path, capsys: Captured) -> None:
    """FIDE's C.04, National Rating Support: the code of a federation, then a player's columns.

    The rule set of that federation takes them, or every command stops and says how to choose.
    """
    path = _report_file(tmp_path, "AUT", "GER")
    both = "columns rating and GER both hold ratings, and GER is headed as those of dwz"
    events, people = tmp_path / "events", tmp_path / "list.csv"
    events.mkdir()
    (events / "cup.trf").write_bytes(path.read_bytes())
    people.write_text("id,name,rating\n1,Ann,1900\n2,Bob,2000\n", "utf-8")
    out = tmp_path / "out.xlsx"
    commands: list[tuple[object, ...]] = [
        ("rate", path), ("check", path), ("explain", path, 1), ("convert", path, "-o", out),
        ("new", "swiss", "--from", path, "-o", out), ("simulate", path),
        ("federation", people, events, "-o", tmp_path / "next.csv"),
    ]  # fmt: skip
    for command in commands:
        code, _, err = run(capsys, *command, "--rules", "dwz")
        assert code == 2 and both in err and '--ignore "rating"' in err, command
    dwz = ("rate", path, "--rules", "dwz", "--csv")
    for ignored, rating in (
        (("rating", "AUT"), "1900"),
        (("GER",), "2000"),
        (("AUT", "GER"), "2000"),
    ):
        code, out_, err = run(
            capsys, *dwz, *(word for one in ignored for word in ("--ignore", one))
        )
        assert code == 0 and f"1,,Ann,{rating}," in out_, (ignored, err)
    assert run(capsys, "rate", path, "--rules", "fide", "--csv")[2].count("AUT") == 1
    code, _, err = run(capsys, "rate", path, "--rules", "elo", "--csv")
    assert code == 0 and "GER has different ones, which are not used" in err
    said = run(capsys, "read", path)[1]
    assert "GER × 2: not used (national ratings)" in said
    path.write_text(path.read_text("utf-8").replace("GER    2", "GER    3"), "utf-8")
    assert "there is no player 3" in run(capsys, *dwz)[2]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("rules", "rating", "said"),
    [("fide:list=rapid", 1800, ""), ("cxa-rapid", 1800, ""), ("fide", 2000, ""),
     ("elo", 2000, "those of Rapid are of another pace, for which elo has no list"),
     ("fide:list=blitz", 2000, "Ann has no rating at this pace: the standard rating of 2000")],
)  # fmt: skip
def test_ratings_of_the_pace_of_the_rules(
    rules: str, rating: int, said: str, tmp_path: Path, capsys: Captured
) -> None:
    """Promise: of ratings at several paces those of the rules count, in tables and lists beside."""
    rows: Rows = [["No.", "Name", "Rating", "Rapid", "R1"],
            [1, "Ann", 2000, 1800, "2w1"], [2, "Bob", 1950, 1850, "1b0"]]  # fmt: skip
    table = write(tmp_path, rows, "csv")
    (tmp_path / "x-games.csv").write_text("round,white,black,result\n1,Ann,Bob,1-0\n", "utf-8")
    (tmp_path / "x-players.csv").write_text("name,rating,rapid\nAnn,2000,1800\nBob,1950,1850\n")
    for path in (table, tmp_path / "x-games.csv"):
        code, out, err = run(capsys, "rate", path, "--rules", rules, "--csv")
        assert (
            code == 0
            and f"1,,Ann,{rating}," in out
            and said in err.replace("rapid are", "Rapid are")
        )
    if rules in ("elo", "fide:list=rapid"):
        begun = tmp_path / "new.xlsx"
        new = ("new", "swiss", "--players", "4", "--rules", rules, "-o", begun, "--force")
        for source in (
            ("--from", table),
            *((one, tmp_path / "x-players.csv") for one in ("--from", "--library")),
        ):
            code, _, err = run(capsys, *new, *source)
            assert code == 0 and said in err.replace("rapid are", "Rapid are"), source
            assert source[0] == "--library" or read(begun).players[0].rating == rating
        folder = tmp_path / "events"
        folder.mkdir()
        write(folder, [["Date", "Round", "White", "Black", "Result"],
                       ["2026-05-01", 1, "Ann", "Bob", "1-0"]], "csv")  # fmt: skip
        made = ("federation", tmp_path / "x-players.csv", folder, "-o", tmp_path / "next.csv")
        code, out, _ = run(capsys, *made, "--rules", rules)
        assert code == 0 and said in out.replace("rapid are", "Rapid are")


def test_ratings_of_another_pace_alone(tmp_path: Path, capsys: Captured) -> None:
    """Promise: nobody is unrated in silence because the only ratings are of another pace."""
    rows: Rows = [
        ["No.", "Name", "快棋等级分", "R1"],
        [1, "Ann", 1900, "2w1"],
        [2, "Bob", 1850, "1b0"],
    ]
    table = write(tmp_path, rows, "csv")
    for rules in ("fide", "elo", "fide:list=blitz"):
        code, _, err = run(capsys, "rate", table, "--csv", "--rules", rules)
        assert code == 2 and "those of 快棋等级分 are of another pace" in err and "--pace" in err
    for words in (("fide:list=rapid",), ("cxa-rapid",), ("fide", "--pace", "rapid")):
        code, out, _ = run(capsys, "rate", table, "--csv", "--rules", *words)
        assert code == 0 and "1,,Ann,1900," in out


@pytest.mark.parametrize("sign", ["-", " - ", "–", "/"])
def test_a_rating_with_its_index(sign: str, tmp_path: Path, capsys: Captured) -> None:
    """The index that is printed behind a DWZ bounds E (Anhang 2.4); no other rating has one."""
    rows: Rows = [["No.", "Name", "DWZ", "R1"],
            [1, "Ann", f"1900{sign}12", "2w1"], [2, "Bob", f"1850{sign}5", "1b0"]]  # fmt: skip
    players = read(write(tmp_path, rows, "csv")).players
    assert [(one.rating, one.facts["index"]) for one in players] == [
        (Decimal(1900), 12),
        (Decimal(1850), 5),
    ]
    people: Rows = [
        ["name", "DWZ", "Index"],
        *([one[1], one[2], n] for one, n in zip(rows[1:], (12, 6), strict=True)),
    ]
    list_, games = write(tmp_path, people, "csv"), tmp_path / "cup.csv"
    games.write_text("round,white,black,result\n1,Ann,Bob,1-0\n", "utf-8")
    code, _, err = run(capsys, "rate", games, "--players", list_, "--rules", "dwz", "--csv")
    assert code == 2 and f"the rating is '1850{sign}5', but the index is given as 6" in err
    if sign != "/":  # below Elo the number of games of a provisional rating
        table = write(tmp_path, [["No.", "Name", "Elo", "R1"], *rows[1:]], "csv")
        code, _, err = run(capsys, "rate", table, "--rules", "dwz", "--csv")
        assert code == 2 and f"1900{sign}12" in err and "line 2" in err


#: Tables of pairings, and of rows for each player and round, whose ratings are of two systems.
PAIRS: Rows = [["Round 1"], ["Bo.", "No.", "DWZ", "Elo", "Name", "Result", "Name", "DWZ", "Elo", "No."],
               [1, 1, 1900, 2000, "Ann", "1 - 0", "Bob", 1850, 1950, 2]]  # fmt: skip
ROWS: Rows = [["Name", "Elo", "DWZ", "Round", "Opponent", "Colour", "Result"],
              ["Ann", 2000, 1900, 1, "Bob", "w", 1], ["Bob", 1950, 1850, 1, "Ann", "b", 0]]  # fmt: skip
#: The same numbers, of the other player each.
SWAPPED: Rows = [["No.", "Name", "Elo", "DWZ", "R1"],
                 [2, "Ann", 2000, 1950, "1w1"], [1, "Bob", 1950, 2000, "2b0"]]  # fmt: skip


@pytest.mark.parametrize("rows", [PAIRS, ROWS, SWAPPED], ids=["pairings", "rows", "swapped"])
def test_two_systems_in_tables_of_other_kinds(rows: Rows, tmp_path: Path, capsys: Captured) -> None:
    """Promise: White and Black are taken from one system, and the rules' own stops, in every table."""
    table = write(tmp_path, rows, "csv")
    assert [one.rating for one in read(table).players if one.name == "Bob"] == [1950]
    code, _, err = run(capsys, "rate", table, "--rules", "dwz", "--csv")
    assert code == 2 and "columns Elo and DWZ both hold ratings" in err
    code, _, err = run(capsys, "rate", table, "--rules", "elo", "--csv")
    assert code == 0 and err.count("DWZ has different ones, which are not used") == 1
    dwz = {"Elo": "1950" if rows is SWAPPED else "1900", "DWZ": "2000"}
    for ignored, rating in dwz.items():
        code, out, _ = run(capsys, "rate", table, "--rules", "dwz", "--csv", "--ignore", ignored)
        assert code == 0 and f",Ann,{rating}," in out


#: Lists of federations with ratings of their own, what heads these, and which column is FIDE's.
LISTS = {
    "dwz": ("ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,DWZ,Index,FIDE-Elo\n"
            "1,10101,1,A,Ann,W,1990,1900,12,2000\n2,10101,2,A,Bob,M,1990,1850,12,1950\n",
            "DWZ, which is dwz", "DWZ; column FIDE-Elo"),
    "uscf": ("MEM_ID,MEM_NAME,R_LPB_RAT,FIDE_RTG\n1,Ann,1900,2000\n2,Bob,1850,1950\n",
             "R_LPB_RAT, which is uscf", "R_LPB_RAT; column FIDE_RTG"),
    "swiss-manager": ("ID_No;Name;Rtg_Nat;Rtg_Int\n1;Ann;1900;2000\n2;Bob;1850;1950\n", "",
                      "Rtg_Nat; column Rtg_Int"),
    "cfc": ("CFC#,Expiry,Last,First,Rating,FIDE_Rating\n1,2027,Lee,Ann,1900,2000\n2,2027,Roy,Bob,1850,1950\n",
            "", "Rating; column FIDE_Rating"),
    "ecf": ("ECF_code,full_name,gender,revised_standard\n1,Ann,F,1900\n2,Bob,M,1850\n",
            "revised_standard, which is ecf", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_a_federation_under_fides_rules(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    """Promise: a federation's own ratings are not rated as FIDE's in silence, by any command."""
    text, headed, beside = LISTS[name]
    people, games, events = tmp_path / "list.csv", tmp_path / "cup.csv", tmp_path / "events"
    people.write_text(text, "utf-8")
    events.mkdir()
    for path in (games, events / "cup.csv"):
        path.write_text("round,white,black,result\n1,1,2,1-0\n", "utf-8")
    new = ("new", "swiss", "--players", "8", "-o", tmp_path / "new.xlsx", "--force")
    made = ("federation", people, events, "-o", tmp_path / "next.csv")
    new_ones = [(*new, "--library", people), (*new, "--from", people)] if name == "dwz" else []
    for command in (*new_ones, made, ("rate", games, "--players", people, "--csv")):
        code, out, err = run(capsys, *command, "--rules", "fide")
        assert code == 0
        assert headed in out + err and ("the ratings are headed" in out + err) == bool(headed)
        assert beside in out + err and ("is not used" in out + err) == bool(beside)
    # Long lists are read by columns, which say the same; --ignore confirms a column everywhere.
    column = beside.rpartition(" ")[2]
    for words in ((), ("--ignore", column) if column else ()):
        said = []
        for size in (listed.LONG, 0):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(listed, "LONG", size)
                said.append(run(capsys, *made, "--force", "--rules", "fide", *words))
        assert said[0] == said[1] and ("is not used" in said[0][1]) == bool(column and not words)
    if name in ("dwz", "uscf"):
        code, out, err = run(capsys, *command, "--rules", name)
        assert code == 0 and "the ratings are headed" not in err and "is not used" not in err


def test_a_list_of_several_paces_for_rules_of_one(tmp_path: Path, capsys: Captured) -> None:
    """Promise: the rapid list of the CXA is not made from other ratings, 快棋 beside 等级分."""
    people, events = tmp_path / "list.csv", tmp_path / "events"
    people.write_text("id,name,等级分,快棋等级分\n1,Ann,2000,1900\n2,Bob,1950,1850\n", "utf-8")
    events.mkdir()
    (events / "cup.csv").write_text("round,white,black,result\n1,1,2,1-0\n", "utf-8")
    made = ("federation", people, events, "-o", tmp_path / "next.csv")
    code, out, err = run(capsys, *made, "--rules", "cxa-rapid")
    assert code == 2 and "the list has ratings at several paces" in out + err
    assert run(capsys, *made, "--rules", "elo")[0] == 0
    assert "1900" in (tmp_path / "next.csv").read_text("utf-8")  # kept as it was


@pytest.mark.parametrize(
    ("head", "said"),
    [(["TWZ"], "headed TWZ, which is twz"), (["DWZ"], "headed DWZ, which is dwz"),
     (["Elo", "FIDE Elo"], "columns Elo and FIDE Elo both hold ratings"),
     (["RtgN", "RtgI"], ""), (["Elo", "DWZ"], "")],
)  # fmt: skip
def test_ratings_under_fides_rules(
    head: list[str], said: str, tmp_path: Path, capsys: Captured
) -> None:
    """Promise: of several ratings FIDE's count under FIDE's rules; others are told."""
    facts = ([2000, 1900], [1950, 1850])
    rows: Rows = [["No.", "Name", *head, "R1"], [1, "Ann", *facts[0][: len(head)], "2w1"],
            [2, "Bob", *facts[1][: len(head)], "1b0"]]  # fmt: skip
    table = write(tmp_path, rows, "csv")
    code, out, err = run(capsys, "rate", table, "--rules", "fide", "--csv")
    assert said in err and code == 2 * ("both hold" in said)
    assert ("the ratings are" in err) == ("headed" in said)
    assert code or f",Ann,{1900 if head[-1] == 'RtgI' else 2000}," in out


def test_ratings_of_lichess_and_fides_list(tmp_path: Path, capsys: Captured) -> None:
    """Promise: Lichess's ratings are not rated as FIDE's in silence, nor FIDE's list as DWZ."""
    games, fide = tmp_path / "games.ndjson", tmp_path / "fide.txt"
    games.write_text(LICHESS, "utf-8")
    fide.write_text(FIDE_TEXT, "utf-8")
    for rules in ("fide", "elo"):
        err = run(capsys, "rate", games, "--rules", rules, "--csv")[2]
        assert "players.white.rating, which is lichess" in err
    for source, rules, told in (
        ("--from", "dwz", True),
        ("--library", "dwz", True),
        ("--from", "fide", False),
    ):
        new = (
            "new",
            "swiss",
            source,
            fide,
            "-o",
            tmp_path / "new.xlsx",
            "--force",
            "--rules",
            rules,
        )
        code, _, err = run(capsys, *new)
        assert code == 0 and ("headed FIDE rating, which is fide" in err) == told


def test_fides_list_as_the_list_of_other_rules(tmp_path: Path, capsys: Captured) -> None:
    """Promise: FIDE's list in columns or lines is told as FIDE's wherever it gives the ratings."""
    fide, events = tmp_path / "players_list.txt", tmp_path / "events"
    fide.write_text(FIDE_TEXT, "utf-8")
    events.mkdir()
    games = events / "cup.csv"
    games.write_text("round,white,black,result\n1,400001,400002,1-0\n", "utf-8")
    for rules, told in (("elo", True), ("fide", False)):
        for size in (listed.LONG, 0):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(listed, "LONG", size)
                said = run(capsys, "federation", fide, events, "--rules", rules, "--swiss", "*")
            assert said[0] == 0 and ("headed FIDE rating, which is fide" in said[1]) == told
        rated = run(capsys, "rate", games, "--players", fide, "--rules", rules, "--csv")
        assert rated[0] == 0 and ("headed FIDE rating, which is fide" in rated[2]) == told


def test_other_ratings_are_looked_for_once_per_file(tmp_path: Path) -> None:
    """Promise: what a file has besides the ratings used is said of each of its events as of one alone,
    and a file without any is looked at once, however many events and games it has.
    """
    rows = [
        [
            f"Cup {at}",
            f"2026-01-{at + 1:02}",
            no,
            "Ann",
            "Bob",
            ("1-0", "0-1")[at >> no - 1 & 1],
            2000,
        ]
        for at in range(20)
        for no in range(1, 7)
    ]
    heads = ["event", "date", "round", "white", "black", "result", "white rating"]
    season = write(tmp_path, [heads, *rows], "csv", "season")
    none = [event for _, event in read_season(season)]
    one = read(_report_file(tmp_path, "AUT", "GER"))
    mixed = [one, *none[:3], replace(one, where="a.trf"), replace(one, account=None), none[3]]
    for rules, n in (("fide", 0), ("dwz", 4), ("elo", 4)):
        expected = [problem for event in mixed for problem in own_others(event, rules)]
        assert others_of_all(mixed, rules) == expected and len(expected) == n
    list_ = write(tmp_path, [["name", "rating"], ["Ann", 2000], ["Bob", 1900]], "csv", "list")
    words = ["federation", list_, season, "--rules", "elo", "-o", tmp_path / "next.csv", "--force"]
    looks, own = list[Account | None](), other_ratings._others

    def look(account: Account | None) -> list[tuple[str, Sequence[str]]]:
        looks.append(account)
        return own(account)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_ratings, "_others", look)
        for most in (-1, 10**9):
            patch.setattr(at_size, "MOST_RESULTS", most)
            looks.clear()
            assert main([str(word) for word in words]) == 0
            assert len(looks) == 1, most


@pytest.mark.parametrize(("left_out", "rating"), [("Elo", 1900), ("DWZ", 2000)])
def test_either_rating_of_a_list_counts(
    left_out: str, rating: int, tmp_path: Path, capsys: Captured
) -> None:
    """Promise: of two columns for one fact the user says which one counts, whichever comes first."""
    people: Rows = [["ID", "Name", "Elo", "DWZ"], [1, "Ann", 2000, 1900], [2, "Bob", 1950, 1850]]
    list_, games = write(tmp_path, people, "csv", "list"), tmp_path / "cup.csv"
    games.write_text("date: 2026-01-10\nround,white,black,result\n1,1,2,1-0\n", "utf-8")
    rules = ("--rules", "dwz", "--csv")
    code, _, err = run(capsys, "rate", games, "--players", list_, *rules)
    assert code == 2 and '--ignore "Elo" or --ignore "DWZ"' in err
    code, out, err = run(capsys, "rate", games, "--players", list_, *rules, "--ignore", left_out)
    assert code == 0 and f",Ann,{rating}," in out and f"not used: {left_out}" in err
    season = tmp_path / "season.csv"
    season.write_text("event,date,round,white,black,result\nCup,2026-01-10,1,1,2,1-0\n", "utf-8")
    made = [tmp_path / "folder.csv", tmp_path / "columns.csv"]
    for source, output in zip((games, season), made, strict=True):
        words = ("--rules", "dwz", "--ignore", left_out, "-o", output)
        assert run(capsys, "federation", list_, source, *words)[0] == 0
    assert made[0].read_text("utf-8") == made[1].read_text("utf-8")
