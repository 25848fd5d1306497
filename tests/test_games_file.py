"""A list and a file of games: the same next list by the engine and by columns."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from bulk.federations import far_inside, federation
from needs import EVERY, LONGEST
from python_calamine import CalamineWorkbook

from xlrating.cli import main, progress
from xlrating.cli.federation import at_size
from xlrating.engine.event import Event
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import say
from xlrating.federation.columns import held
from xlrating.federation.columns.rating import groups

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command on list.csv and games.csv of the test's folder, by columns or by the engine."""

    def run(
        *words: str, columns: bool = True, list_: str = "list.csv", games: str = "games.csv"
    ) -> Any:
        monkeypatch.setattr(at_size, "MOST_RESULTS", -1 if columns else 10**9)
        code = main(["federation", str(tmp_path / list_), str(tmp_path / games), *words])
        return code, *capsys.readouterr()

    return run


def write(path: Path, columns: dict[str, Any]) -> None:
    pd.DataFrame(columns).to_csv(path, index=False)


def sent(tmp_path: Path, seed: int, reference: str) -> None:
    """A list and the games since, of one event or several with their days."""
    players, games, _ = federation(seed, load(reference), most=20)
    players.pop("age", None)
    far_inside(players, load(reference))
    days = {
        name: date(2025, 10, 3 + 2 * at)
        for at, name in enumerate(dict.fromkeys(games.get("event", [])))
    }
    games.pop("pace", None)
    if days:
        games["date"] = [days[one] - timedelta(at % 2) for at, one in enumerate(games["event"])]
    else:
        games.pop("date", None)
    # Half of the players are called by their names.
    called = dict(zip(players["id"][::2], players["name"][::2], strict=False))
    for side in ("white", "black"):
        games[side] = [called.get(one, one) for one in games[side]]
    write(tmp_path / "list.csv", players)
    write(tmp_path / "games.csv", games)


def told(text: str) -> list[str]:
    """Messages without their places and order: a folder's players have none on the list."""
    return sorted(line.split(": ", 1)[-1] for line in text.splitlines())


@pytest.mark.in_turn
@pytest.mark.parametrize("name", [one for one in available() if load(one).method != "none"])
def test_both_ways_give_one_list(name: str, tmp_path: Path, run: Run) -> None:
    """ "The numbers equal the engine path on small lists": every cell, and all it says of itself."""
    made = 0
    for seed in range(60) if EVERY else (0, 1, 7):
        sent(tmp_path, seed, name)
        found: list[tuple[int, Any]] = []
        for columns in (False, True):
            out = tmp_path / f"{columns}.csv"
            code, _, wrong = run("--rules", name, "-o", str(out), "--force", columns=columns)
            found.append((code, out if code == 0 else told(wrong)))
        (code, first), (other, second) = found
        assert code == other, (seed, first, second)
        if code:
            assert first == second, seed
            continue
        made += 1
        if load(name).change.rounding != "none":
            assert second.read_text("utf-8") == first.read_text("utf-8"), seed
            assert said(second) == said(first), seed
        else:
            # Nothing is rounded: as near as columns promise, Glicko to 8 digits.
            tables = [pd.read_csv(one) for one in (first, second)]
            near = 1e-8 if load(name).deviation is not None else 1e-12
            pd.testing.assert_frame_equal(*tables, rtol=near, atol=1e-6 if near > 1e-9 else 1e-9)
    assert made


@pytest.mark.parametrize("name", ["fide", "malaysia"])
def test_pairs_of_more_than_64_bits(
    name: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same list, or the same words, whichever way pairs are told apart."""
    found = []
    for most in (held._MOST_KEYS, 0):
        monkeypatch.setattr(held, "_MOST_KEYS", most)
        for seed in range(6):
            sent(tmp_path, seed, name)
            if seed == 5:  # somebody plays twice in a round
                games = pd.read_csv(tmp_path / "games.csv", dtype=str)
                pd.concat([games, games[:1]]).to_csv(tmp_path / "games.csv", index=False)
            out = tmp_path / f"{most}-{seed}.csv"
            code, _, wrong = run("--rules", name, "-o", str(out), "--force")
            found.append((code, wrong, out.read_bytes(), said(out)["seal"]) if not code else wrong)
    assert found[: len(found) // 2] == found[len(found) // 2 :]
    assert {type(one) for one in found} == {tuple, str}


#: Columns in place of those of a game of 7 against 8, its code, and some of what is said.
ODD = {
    "a bye as a score": ({"black": "bye", "result": "1/2"}, 0, "1 bye"),
    "a bye as a win": ({"black": "bye", "result": "1-0"}, 2, "BYE 0 if there is none"),
    "no opponent, no word": ({"black": "", "result": "1"}, 2, "BYE 0 if there is none"),
    "a bye by its points": ({"black": "spielfrei", "white_score": "0.5"}, 0, "1 bye"),
    "nobody and points": ({"black": "", "white_score": "1"}, 0, "1 bye"),
    "impossible points": ({"black": "", "white_score": "2"}, 2, "are not the scores of a game"),
    "a board that is none": ({"result": "1-0", "board": "1a"}, 2, "column board"),
    "a player nowhere": ({"result": "1-0", "comment": "did not come"}, 2, "--ignore"),
}


@pytest.mark.parametrize("case", ODD)
def test_odd_games_say_the_same_both_ways(case: str, tmp_path: Path, run: Run) -> None:
    """ "Folder and columns agree": byes as scores and boards were read otherwise in a large file."""
    cells, code, words = ODD[case]
    write(tmp_path / "list.csv", {"id": ["7", "8", "9"], "name": ["A", "B", "C"],
                                  "rating": [2000, 1900, 1800]})  # fmt: skip
    game = {"event": "Cup", "date": "2025-10-10", "round": "1", "white": "7", "black": "8", **cells}
    other = {**dict.fromkeys(game, ""), "event": "Cup", "date": "2025-10-10", "round": "2",
             "white": "8", "black": "9", "result": "1-0", "white_score": "1"}  # fmt: skip
    write(tmp_path / "games.csv", {key: [game[key], other[key]] for key in game})
    found = []
    for columns in (True, False):
        out = tmp_path / "next.csv"
        own, printed, wrong = run("--rules", "elo", "-o", str(out), "--force", columns=columns)
        found.append((own, printed, wrong, out.read_bytes() if own == 0 else b""))
    assert found[0] == found[1]
    assert found[0][0] == code and words in found[0][1] + found[0][2], found[0]


def said(path: Path) -> Any:
    return json.loads(Path(f"{path}.json").read_text("utf-8"))


def small(tmp_path: Path, **games: Any) -> None:
    """Four players, and two games of an event of three of them."""
    write(tmp_path / "list.csv", {
        "id": ["0011", "12", "13", "14"], "name": ["Ann Lee", "Bob", "Cid", "Bob"],
        "rating": [2100, 1950, 1800, None], "games": [50, 10, 99, 0],
    })  # fmt: skip
    write(tmp_path / "games.csv", {
        "event": ["Cup", "Cup"], "date": ["2025-10-02", "2025-10-03"], "round": [1, 2],
        "white": ["0011", "13"], "black": ["12", "0011"], "result": ["1-0", "½-½"], **games,
    })  # fmt: skip


FIDE = ("--rules", "fide@2025-10-01")

WRONG = (
    ({"result": ["1-0", "2-0"]}, "games.csv, line 3, column result: result '2-0' is unknown"),
    ({"round": [1, None]}, "games.csv, line 3, column round: the round is missing"),
    ({"result": ["1-0", ""]}, "games.csv, Cup: "),
    ({"white": ["0011", "Bob"]}, "games.csv, line 3, column white: "),
    ({"white": ["0011", ""]}, "games.csv, line 3, column white: "),
    ({"black": ["12", "13"]}, "games.csv, line 3: "),
    ({"round": [1, 1]}, "games.csv, line 3: "),
    ({"black": ["12", "Ann Lee"], "white": ["0011", "13"]}, "games.csv, line 3, column black: "),
    ({"date": ["2025-10-02", ""]}, "games.csv, line 3, column date: the game has no date"),
    ({"event": ["Cup", "Open"], "date": ["", ""]}, "games.csv, Cup: "),
    (
        {"event": ["Cup", "#REF!"]},
        "games.csv, line 3, column event: the cell shows the error #REF!",
    ),
    ({"white": ["0011", "#N/A"]}, "games.csv, line 3, column white: the cell shows the error #N/A"),
)


@pytest.mark.parametrize(
    ("games", "words"), WRONG, ids=[one[1] + str(i) for i, one in enumerate(WRONG)]
)
def test_what_is_missing_is_named(
    games: dict[str, Any], words: str, tmp_path: Path, run: Run
) -> None:
    """ "What is missing named with file/row", in the same words as in a small file."""
    small(tmp_path, **games)
    out = str(tmp_path / "next.csv")
    found = [run(*FIDE, "-o", out, columns=columns) for columns in (True, False)]
    assert [one[0] for one in found] == [2, 2]
    assert words in found[0][2]
    assert found[0][2] == found[1][2]
    assert not Path(out).exists()


def test_blanks_behind_commas_take_no_zeros_off(tmp_path: Path, run: Run) -> None:
    """An ID of "0011" is that of nobody else, however a file of games is spaced."""
    small(tmp_path)
    games = (tmp_path / "games.csv").read_text("utf-8")
    games = games.replace("1,0011", "1,  0011").replace(",0011", ", 0011")
    (tmp_path / "games.csv").write_text(games, "utf-8")
    found = []
    for columns in (True, False):
        out = tmp_path / f"{columns}.csv"
        assert run(*FIDE, "-o", str(out), columns=columns)[0] == 0
        found.append(pd.read_csv(out, dtype=str).set_index("ID")["Name"].to_dict())
    assert found[0] == found[1] == {"0011": "Ann Lee", "12": "Bob", "13": "Cid", "14": "Bob"}


def test_a_list_with_semicolons(tmp_path: Path, run: Run) -> None:
    """Where semicolons part the cells a comma parts the decimals, on a large list as on a small."""
    small(tmp_path)
    text = (tmp_path / "list.csv").read_text("utf-8").replace(",", ";").replace(".0", "")
    (tmp_path / "list.csv").write_text(text.replace("1950", "1950,5"))
    outs = [tmp_path / f"{columns}.csv" for columns in (True, False)]
    for columns, out in zip((True, False), outs, strict=True):
        assert run("--rules", "elo", "-o", str(out), columns=columns)[::2] == (0, "")
    assert outs[0].read_text("utf-8") == outs[1].read_text("utf-8")


def test_the_same_event_twice(tmp_path: Path, run: Run) -> None:
    """ "Same event twice refused", in one file and after a list that counts it."""
    small(tmp_path)
    out = tmp_path / "next.csv"
    assert run(*FIDE, "-o", str(out))[0] == 0
    again = [run(*FIDE, list_="next.csv", columns=columns) for columns in (True, False)]
    assert again[0][0] == 2 and "Cup" in again[0][2] and again[0][2] == again[1][2]
    games = pd.read_csv(tmp_path / "games.csv", dtype=str)
    other = games.assign(event="Open")
    pd.concat([games, other]).to_csv(tmp_path / "games.csv", index=False)
    twice = [run(*FIDE, columns=columns) for columns in (True, False)]
    assert twice[0][0] == 2 and "games.csv, Open: " in twice[0][2] and twice[0][2] == twice[1][2]
    # An officer may say that it is an event of its own.
    assert run(*FIDE, "--new-event", "games.csv, Open")[0] == 0


def test_a_changed_list_is_refused(tmp_path: Path, run: Run) -> None:
    """A rating that was typed into a list since it was written is named, as in small lists."""
    small(tmp_path)
    out = tmp_path / "next.csv"
    assert run(*FIDE, "-o", str(out))[0] == 0
    lines = out.read_text("utf-8").splitlines()
    lines[2] = lines[2].replace(",19", ",18", 1)
    out.write_text("\n".join(lines) + "\n", "utf-8")
    games = pd.read_csv(tmp_path / "games.csv", dtype=str).assign(
        date="2025-11-05", round=["1", "2"]
    )
    games["result"] = "0-1"
    games.to_csv(tmp_path / "games.csv", index=False)
    code, _, words = run(*FIDE, list_="next.csv")
    assert code == 2 and "next.csv, line 3, column rating: Bob" in words


@pytest.mark.parametrize("name", ["fide", "dwz", "malaysia"])
def test_reasons_are_the_engines(name: str, tmp_path: Path, run: Run) -> None:
    """ "Reasons by the engine when somebody asks", the same for a list by columns."""
    sent(tmp_path, 3, name)
    who = pd.read_csv(tmp_path / "games.csv", dtype=str)["white"][0]
    first, second = (run("--rules", name, "--explain", who, columns=c) for c in (False, True))
    assert second == first and len(first[1].splitlines()) > 3


FEW = {"id": [1, 2, 3, 4], "name": ["Ann", "Bob", "New", "Dan"], "rating": [2000, 1900, None, 1950]}


def both_ways(tmp_path: Path, run: Run, *words: str) -> list[tuple[int, str, str]]:
    """What comes of a list and games by the engine and by columns: exit, list, messages."""
    found = []
    for columns in (False, True):
        out = tmp_path / f"{columns}.csv"
        code, _, told_of = run(*words, "-o", str(out), "--force", columns=columns)
        found.append((code, out.read_text("utf-8") if code == 0 else "", told_of))
    return found


def test_one_event_of_two_is_a_match(tmp_path: Path, run: Run) -> None:
    """FIDE 6.1: in a match nobody without rating is rated, however many are on the list."""
    write(tmp_path / "list.csv", FEW)
    played = {"event": "Match", "date": "2025-10-05", "round": range(1, 8), "white": 3, "black": 1,
              "result": ["1-0", "0-1"] * 3 + ["1-0"]}  # fmt: skip
    write(tmp_path / "games.csv", played)
    for rules in ("fide@2025-10-01", "fide@2014-07-01", "fide@1971-07-01"):
        (_, first, _), (_, second, _) = both_ways(tmp_path, run, "--rules", rules)
        assert second == first and ",New,,,,0," in first
    # And an event of more is none, where its reasons are asked for, too.
    played |= {"white": [3, 2] * 3 + [2], "black": [1, 4] * 3 + [4]}
    write(tmp_path / "games.csv", played | {"round": [1, 1, 2, 2, 3, 3, 4]})
    told_of = [run(*FIDE, "--explain", "3", columns=columns)[1] for columns in (False, True)]
    assert told_of[0] == told_of[1] and "3 of 5 games" in told_of[0]


@pytest.mark.parametrize("cell", ["2000:7", "2000:1.5", "2000:99999999"])
def test_what_waits_is_a_game_each(cell: str, tmp_path: Path, run: Run) -> None:
    """A cell that no game gave is refused with its place; it made a rating, or ended the program."""
    write(tmp_path / "list.csv", {**FEW, "pool": ["", "", cell, ""]})
    write(tmp_path / "games.csv", {"event": "Cup", "date": "2025-10-05", "round": [1, 1],
                                   "white": [3, 2], "black": [1, 4], "result": "1-0"})  # fmt: skip
    (code, _, first), (other, _, second) = both_ways(tmp_path, run, *FIDE)
    assert (code, other) == (2, 2) and first == second
    assert f"list.csv, line 4, column pool: xlrating does not understand '{cell}' here" in first


def test_columns_that_mean_the_same(tmp_path: Path, run: Run) -> None:
    """Which of two is meant is not guessed; both ways name the file."""
    write(tmp_path / "list.csv", {**FEW, "pool": "", "Results waiting": ""})
    write(tmp_path / "games.csv", {"round": [1], "white": [2], "black": [1], "result": ["1-0"]})
    for code, _, told_of in both_ways(tmp_path, run, *FIDE):
        assert code == 2 and "list.csv: the columns " in told_of and "mean the same" in told_of


def test_rules_without_events_make_no_list(tmp_path: Path, run: Run) -> None:
    """Rules that rate no events are refused in words."""
    write(tmp_path / "list.csv", FEW)
    write(tmp_path / "games.csv", {"round": [1], "white": [2], "black": [1], "result": ["1-0"]})
    (code, _, first), (other, _, second) = both_ways(tmp_path, run, "--rules", "thompson")
    assert (code, other) == (2, 2) and "thompson has no rule for rating events" in first
    assert "thompson has no rule for rating events" in second


@pytest.mark.parametrize("name", ["fide", "dwz", "china-pro"])
def test_whose_year_of_birth_is_missing(name: str, tmp_path: Path, run: Run) -> None:
    """ "What is doubtful about players is told": how many count as adults, and who is the first.

    And where K follows from a year of birth and the event has no day, no list is made.
    """
    text = say("en", "born_missing", n="#").split("#")[0]
    told_of = 0
    for seed in range(30) if EVERY else (2, 9):
        sent(tmp_path, seed, name)
        players = pd.read_csv(tmp_path / "list.csv", dtype=str)
        if "born" in players:
            players.loc[::3, "born"] = ""
            players.to_csv(tmp_path / "list.csv", index=False)
        both = [run("--rules", name, "--all", columns=columns) for columns in (False, True)]
        lines = [[one for one in out.splitlines() if text in one] for _, out, _ in both]
        assert both[0][0] == both[1][0] and lines[0] == lines[1], seed
        told_of += len(lines[0])
    assert bool(told_of) == (name != "china-pro")


def test_parquet_and_workbooks(tmp_path: Path, run: Run) -> None:
    """Lists and games in Parquet, a list as Parquet or workbook: the numbers of the CSV."""
    sent(tmp_path, 1, "fide")
    for name in ("list", "games"):
        pd.read_csv(tmp_path / f"{name}.csv", dtype=str).to_parquet(tmp_path / f"{name}.parquet")
    outs = [tmp_path / name for name in ("a.csv", "b.parquet", "c.xlsx")]
    for out in outs:
        assert (
            run("--rules", "fide", "-o", str(out), list_="list.parquet", games="games.parquet")[0]
            == 0
        )
    assert run("--rules", "fide", "-o", str(tmp_path / "d.csv"))[0] == 0
    first = (tmp_path / "a.csv").read_bytes()
    assert (tmp_path / "d.csv").read_bytes() == first
    text = pd.read_csv(io.BytesIO(first), dtype={"ID": str})
    made = pd.read_parquet(outs[1])
    made = made.replace("", None)
    pd.testing.assert_frame_equal(made, text, check_dtype=False, check_exact=True)
    rows = CalamineWorkbook.from_path(outs[2]).get_sheet_by_index(0).to_python()
    heads = next(row for row in rows if "ID" in row)
    ids = [row[heads.index("ID")] for row in rows[rows.index(heads) + 1 :]]
    assert [str(one).removesuffix(".0") for one in ids] == text["ID"].tolist()
    # The next list of a list in Parquet: its events are known.
    code, _, words = run("--rules", "fide", list_="b.parquet")
    assert code == 2 and "b.parquet" not in words.splitlines()[0]


def test_an_interrupted_list_leaves_whole_files(tmp_path: Path) -> None:
    """ "Ctrl-C leaves whole files": nothing of the new list, the old one as it was."""
    small(tmp_path)
    out = tmp_path / "next.csv"
    out.write_text("kept")
    program = (
        # A job in the background inherits that Ctrl-C is ignored; a terminal is none.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import sys, time, xlrating.cli.federation.at_size as command\n"
        "import xlrating.federation.list_files as one\n"
        "command.MOST_RESULTS = -1; contents = one.contents_of_list\n"
        "def slow(table):\n    print('now', flush=True); time.sleep(60); return contents(table)\n"
        "one.contents_of_list = slow\n"
        "from xlrating.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = [
        "federation",
        tmp_path / "list.csv",
        tmp_path / "games.csv",
        *FIDE,
        "-o",
        out,
        "--force",
    ]
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as made:  # fmt: skip
        assert made.stdout is not None
        assert made.stdout.readline() == "now\n"
        made.send_signal(signal.SIGINT)
        assert made.wait(LONGEST) != 0
    assert out.read_text() == "kept"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.csv", "list.csv", "next.csv"]


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        """As a terminal says."""
        return True


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_progress_on_a_terminal_only(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Progress on anything over two seconds, on a terminal only"; nothing of it stays."""
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    monkeypatch.setattr(progress, "_PAUSE", 0.01)
    shown = progress.Progress("zh", "fed_progress_rating", stream)
    shown.count(3, 7)
    for _ in range(500):
        if "3/7" in stream.getvalue() or not stream.isatty():
            break
        time.sleep(0.01)
    shown.end()
    text = stream.getvalue()
    if not stream.isatty():
        assert text == ""
        return
    assert f"\r{say('zh', 'fed_progress_rating')} 3/7" in text
    assert text.rstrip("\r").endswith(" ") and set(text.rpartition("\r")[2]) <= {""}


def test_events_with_a_player_in_common_are_rated_one_after_another() -> None:
    """The first person of the file, of index 0, is one of them; -1 is nobody."""
    event = Event((), start=date(2026, 3, 1), end=date(2026, 3, 1))
    sent = SimpleNamespace(
        events=[SimpleNamespace(event=event)] * 3, rows_of=lambda number: slice(number, number + 1)
    )
    white, black = np.array([0, 2, 0]), np.array([1, -1, -1])
    assert list(groups(sent, white, black, 3)) == [[0, 1], [2]]  # type: ignore[arg-type]


def test_corrections_stay_from_list_to_list(tmp_path: Path, run: Run) -> None:
    """What a list counts the next one counts, by columns too; a former name is nobody new."""
    listed = corrected(
        tmp_path, run, "2025-09-01,0011,,rating,,2150,board", "2025-09-01,12,,name,,Rob Lee,married"
    )
    games = {"event": ["Open"], "round": [1], "white": ["0011"], "black": ["12"], "result": ["1-0"]}
    found = []
    for columns in (True, False):
        write(tmp_path / "games.csv", {**games, "date": ["2025-11-05"]})
        last = tmp_path / f"{columns}.csv"
        assert run(*FIDE, "-o", str(last), list_=listed, columns=columns)[0] == 0
        found.append(said(last)["made"])
    assert found[0] == found[1] and len(found[0]["correction"]) == 2
    assert found[0]["base"].split()[1] == "2025-11-01"


def both(run: Run, tmp_path: Path, *words: str, list_: str = "list.csv") -> tuple[str, str]:
    """What the command says, the same by columns and by the engine where it is one list."""
    said_, files = [], []
    for columns in (True, False):
        out = tmp_path / "out" / "next.csv"
        out.parent.mkdir(exist_ok=True)
        code, told_, wrong = run(*words, "--all", "-o", str(out), "--force", columns=columns,
                                 list_=list_)  # fmt: skip
        said_.append(told_ + wrong)
        files.append((code, *(one.read_bytes() for one in sorted(out.parent.iterdir()))))
    assert files[0] == files[1], said_
    assert said_[0] == said_[1]
    return said_[0], said_[1]


def corrected(tmp_path: Path, run: Run, *lines: str) -> str:
    """The name of a list of November that corrections have gone into."""
    small(tmp_path)
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("\n".join(["date,id,name,what,old,new,reason", *lines, ""]))
    out = tmp_path / "2025-11-01.csv"
    words = (*FIDE, "-o", str(out), "--corrections", str(corrections))
    assert run(*words, columns=False)[::2] == (0, "")
    return out.name


def of_corrections(tmp_path: Path, run: Run) -> str:
    """A list by which Bob has been Rob Lee, with the number 21 and later 22, and its name."""
    return corrected(
        tmp_path, run, "2025-09-01,12,,name,,Rob Lee,married",
        "2025-09-02,12,,id,,21,a number of two people", "2025-09-03,21,,id,,22,again",
    )  # fmt: skip


@pytest.mark.parametrize("called", ["12", "21", "22", "Rob Lee"])
def test_former_names_and_numbers_are_those_of_the_person(
    called: str, tmp_path: Path, run: Run
) -> None:
    """Promise: whoever is entered by a name or number of before is who they are on the list now."""
    listed = of_corrections(tmp_path, run)
    write(tmp_path / "games.csv", {
        "event": ["Open"], "date": ["2025-11-05"], "round": [1], "white": ["0011"],
        "black": [called], "result": ["1-0"],
    })  # fmt: skip
    said_, _ = both(run, tmp_path, *FIDE, list_=listed)
    assert "new on the list" not in said_
    made = pd.read_csv(tmp_path / "out" / "next.csv", dtype=str).set_index("ID")
    assert len(made) == 4 and made["Name"]["22"] == "Rob Lee" and made["Games counted"]["22"] == "1"


def test_a_former_name_that_is_anothers_now(tmp_path: Path, run: Run) -> None:
    """Promise: a name that somebody had and somebody has is asked for, never guessed."""
    listed = of_corrections(tmp_path, run)
    write(tmp_path / "games.csv", {
        "event": ["Open"], "date": ["2025-11-05"], "round": [1], "white": ["0011"],
        "black": ["Bob"], "result": ["1-0"],
    })  # fmt: skip
    found = [run(*FIDE, list_=listed, columns=columns) for columns in (True, False)]
    assert found[0] == found[1] and found[0][0] == 2 and "14, 22" in found[0][2]


def test_an_event_counted_by_former_numbers_is_refused(tmp_path: Path, run: Run) -> None:
    """Promise: "no event twice", where its people have other numbers since."""
    small(tmp_path)
    first = tmp_path / "2025-10-15.csv"
    assert run(*FIDE, "-o", str(first), columns=False)[0] == 0
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("date,id,name,what,old,new,reason\n2025-10-20,12,,id,,21,two people\n")
    copy = tmp_path / "games.csv"
    games = copy.read_text()
    write(copy, {"event": ["Open"], "date": ["2025-10-25"], "round": [1], "white": ["0011"],
                 "black": ["21"], "result": ["1-0"]})  # fmt: skip
    out = tmp_path / "2025-11-01.csv"
    words = ("-o", str(out), "--corrections", str(corrections), "--new-event", "games.csv, Open")
    assert run(*FIDE, *words, columns=False, list_=first.name)[::2] == (0, "")
    copy.write_text(games.replace(",12,", ",21,"))
    found = [run(*FIDE, list_=out.name, columns=columns) for columns in (True, False)]
    assert found[0] == found[1] and found[0][0] == 2 and "Cup" in found[0][2]


def open_of(tmp_path: Path, **more: Any) -> None:
    """An event of November after the list of four players."""
    small(tmp_path)
    (tmp_path / "list.csv").rename(tmp_path / "2025-11-01.csv")
    write(tmp_path / "games.csv", {
        "event": ["Open", "Open"], "date": ["2025-11-05", "2025-11-06"], "round": [1, 2],
        "white": ["0011", "13"], "black": ["12", "0011"], "result": ["1-0", "½-½"], **more,
    })  # fmt: skip


#: What is asked for, what the list and the games have besides, and what is said of it.
ENGINES: tuple[tuple[tuple[str, ...], dict[str, Any], dict[str, Any], str], ...] = (
    (("--earlier", "2025-10-01.csv"), {}, {"date": ["2025-10-05"] * 2}, "of that time count"),
    ((), {}, {"date": ["2025-10-30"] * 2}, "before the list of 2025-11-01"),
)


@pytest.mark.parametrize(
    ("words", "listed", "games", "why"), ENGINES, ids=[one[3] for one in ENGINES]
)
def test_what_columns_cannot_is_for_the_engine(
    words: tuple[str, ...], listed: dict[str, Any], games: dict[str, Any], why: str,
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Promise: a file of many games is refused nothing; why it takes long is told beforehand."""
    open_of(tmp_path, **games)
    path = tmp_path / "2025-11-01.csv"
    pd.read_csv(path, dtype=str).assign(**listed).to_csv(path, index=False)
    (tmp_path / "corrections.csv").write_text(
        "date,id,name,what,old,new,reason\n2025-11-02,0011,,rating,,2150,board\n"
    )
    (tmp_path / "2025-10-01.csv").write_text("id,name,rating\n0011,Ann Lee,2050\n12,Bob,1940\n")
    said_ = [str(tmp_path / one) if one.endswith(".csv") else one for one in words]
    monkeypatch.setattr(at_size, "MANY", 2)
    found: list[tuple[int, str, list[str], list[bytes]]] = []
    for columns in (True, False):
        out = tmp_path / "out" / "next.csv"
        out.parent.mkdir(exist_ok=True)
        code, told_, wrong = run(*FIDE, *said_, "--all", "-o", str(out), "--force",
                                 columns=columns, list_=path.name)  # fmt: skip
        files = [one.read_bytes() for one in sorted(out.parent.iterdir())]
        found.append((code, told_, wrong.splitlines(), files))
    (code, told_, lines, files), other = found
    assert (
        "these 2 games cannot be rated in columns" in lines[0]
        and why in lines[0]
        and "1 GB" in lines[0]
    )
    assert (code, told_, lines[1:], files) == other
    # Of a late event the list of then is asked for.
    assert code == (2 if "before the list" in why else 0), lines


KNOWN: tuple[tuple[tuple[str, ...], dict[str, Any], dict[str, Any]], ...] = (
    (("--corrections", "corrections.csv"), {}, {}),
    (("--ledger", "corrections.csv", "--ledger", "register.csv"), {},
     {"event": ["Open", "Cup"], "white": ["77", "K-7"], "black": ["Lee A.", "Somebody Else"],
      "result": ["1-0", "0-1"]}),
    (("--corrections", "corrections.csv", "--rapid", "*Open"), {}, {"white": ["77", "New One"], "black": ["12", "12"]}),
    (("--explain", "0011"), {"RRtng": [2000, "", 1700, 0]}, {"pace": ["rapid"] * 2}),
    ((), {"Rapid": [2000, "", 1700, 0]}, {"pace": ["rapid"] * 2}),
    (("--preview", "--round-robin", "*Open"), {}, {"result": ["1-0", ""]}),
    (("--preview", "--swiss", "*Open"), {"K": [15, "", 15, ""]}, {"event": ["Open", "Cup"], "result": ["1-0", ""]}),
    ((), {"Rapid": [""] * 4}, {"event": ["Open", "Cup"], "pace": ["rapid", ""]}),
    (("--new-event", "games.csv, Cup"), {"Rapid": [""] * 4},
     {"event": ["Open", "Cup"], "pace": ["rapid", "blitz"], "round": [1, 1],
      "white": ["0011"] * 2, "black": ["12"] * 2, "result": ["1-0"] * 2}),
)  # fmt: skip


@pytest.mark.parametrize(("words", "listed", "games"), KNOWN)
def test_what_columns_know(
    words: tuple[str, ...], listed: dict[str, Any], games: dict[str, Any], tmp_path: Path, run: Run
) -> None:
    """Promise: corrections and paces, column by column: every cell and word as by the engine."""
    open_of(tmp_path, **games)
    path = tmp_path / "2025-11-01.csv"
    pd.read_csv(path, dtype=str).assign(**listed).to_csv(path, index=False)
    (tmp_path / "corrections.csv").write_text(
        "date,id,name,what,old,new,reason\n2025-11-02,0011,,rating,,2150,board\n"
        "2025-11-03,0011,,id,,77,two people\n2025-11-03,14,,name,,Bo Ba,married\n"
        "2026-11-03,14,,name,,Ba Bo,too late\n"
    )
    (tmp_path / "register.csv").write_text(
        "id,other ids,name,other names\n12,K-7,,Lee A.\n900,,Else,Somebody Else\n"
    )
    said_ = [str(tmp_path / one) if one.endswith(".csv") else one for one in words]
    found: list[tuple[int, str, list[bytes]]] = []
    told_of = []
    for columns in (True, False):
        out = tmp_path / "out" / "next.csv"
        out.parent.mkdir(exist_ok=True)
        output = () if "--explain" in words else ("-o", str(out), "--force")
        code, told_, wrong = run(*FIDE, *said_, "--all", *output, columns=columns, list_=path.name)
        files = [one.read_bytes() for one in sorted(out.parent.iterdir())]
        found.append((code, told_ if "--explain" in words else wrong, files))
        told_of.append(told_.splitlines())
    assert found[0] == found[1] and not found[0][0]
    assert told_of[0] == told_of[1]


def test_a_list_in_parquet_by_the_engine(tmp_path: Path, run: Run) -> None:
    """Promise: Parquet is a kind of file, whatever is asked for: the list is that of the CSV."""
    open_of(tmp_path)
    found = []
    for name in ("next.csv", "next.parquet"):
        out = tmp_path / name
        assert run(*FIDE, "--swiss", "*Open*", "-o", str(out), list_="2025-11-01.csv")[0] == 0
        found.append(pd.read_csv(out, dtype=str) if out.suffix == ".csv" else pd.read_parquet(out))
    one, other = (
        [
            ["" if cell != cell else str(cell) for cell in row]
            for row in frame.astype(object).fillna("").values
        ]
        for frame in found
    )
    assert list(found[0].columns) == list(found[1].columns) and one == other


def test_columns_of_its_own_stay(tmp_path: Path, run: Run) -> None:
    """Promise: club and licence, and what is named with --keep, are on the next list; the rest is told."""
    open_of(tmp_path, white=["0011", "New One"])
    path = tmp_path / "2025-11-01.csv"
    own = {"Shoe": ["041", "42", "", "=cmd()"], "Club": ["Rook, Old", "-1", "", "Rook, Old"],
           "height": ["1", "2", "3", "4"]}  # fmt: skip
    pd.read_csv(path, dtype=str).assign(**own).to_csv(path, index=False)
    path.write_text(path.read_text().replace(".0,", ","))
    said_, _ = both(run, tmp_path, *FIDE, "--keep", "shoe", list_=path.name)
    assert "height" in said_
    made = pd.read_csv(tmp_path / "out" / "next.csv", dtype=str, keep_default_na=False)
    assert made.set_index("ID").loc["0011", ["Shoe", "Club"]].tolist() == ["041", "Rook, Old"]
    assert made.columns[-2:].tolist() == ["Shoe", "Club"]
    code, _, wrong = run(*FIDE, "--keep", "sock", list_=path.name)
    assert code == 2 and "sock" in wrong


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_list_from_one_file_is_verified(
    kind: str, columns: bool, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: `verify` makes such a list again, and names the cell that somebody typed into."""
    open_of(tmp_path)
    base, out = tmp_path / "2025-11-01.csv", tmp_path / f"next.{kind}"
    assert run(*FIDE, "-o", str(out), list_=base.name, columns=columns)[0] == 0
    verify = ["federation", "verify", str(out), "--from", str(base), str(tmp_path / "games.csv")]
    assert main(verify) == 0, capsys.readouterr()
    assert "all the same" in capsys.readouterr().out
    if kind == "csv":
        out.write_text(out.read_text("utf-8-sig").replace("Bob", "Rob", 1), "utf-8-sig")
        assert main(verify) == 1
        assert "next.csv, line 3, column Name" in capsys.readouterr().out


_LIST = "id,name,rating,games\n1,Ann,2000,40\n2,Bob,1800,40\n3,Cai,1600,40\n"
_GAMES = "round,white,black,result\n1,Ann,Bob,1-0\n"
_CUP = "event,date,round,white,black,result\nCup,2025-10-05,1,1,2,1-0\n"
#: A list and games of which a parser of columns would make others, and what is said of them.
_MISSHAPEN = {
    "short line": (_LIST.replace("1800,40", "1800"), _GAMES, "list.csv, line 3: the line has 3"),
    "long lines": (
        _LIST, "white,black,white_score\n3,2,1,0\n", "games.csv, line 2: the line has 4 cells, but the headings have 3",
    ),
    "long line": (_LIST, _GAMES + "2,3,1,1-0,9\n", "games.csv, line 3: the line has 5 cells, but the headings have 4"),
    "one long, one short": (
        _LIST, "white,black,white_score,board\n1,2,0,5,1\n3,2,1\n", "games.csv, line 2: the line has 5",
    ),
    "list long and short": (
        _LIST.replace("2000,40", "2000,5,40").replace("1800,40", "1800"), _GAMES,
        "list.csv, line 2: the line has 5 cells",
    ),
    "quotation mark": (_LIST, _GAMES + '2,"3,1,1-0\n', "line 3: the line has 2 cells"),
    "heading twice": (_LIST.replace("games", "rating"), _GAMES, "'rating' appears twice"),
    "result twice": (_LIST, "white,black,result,result\n1,2,1-0,0-1\n", "'result' appears twice"),
    "two results": (
        _LIST, "white,black,result,white_score\n1,2,1-0,0\n", "games.csv, line 2, column white_score: the result 1-0",
    ),
    "error as name": (_LIST.replace("Bob", "#N/A"), _GAMES, "list.csv, line 3, column name: the"),
    "bye as White": (_LIST, _GAMES + "1,bye,Cai,0-1\n", "games.csv, line 3, column white: White is missing"),
    "no event": (
        _LIST, _CUP + "Cup,2025-10-05,2,3,2,1-0\n,2025-10-05,2,1,3,1-0\n",
        "line 4: this game names no event",
    ),
    "ID with decimals": (
        _LIST, _CUP + "Cup,2025-10-05,2,3.0,2,1-0\n", "line 3: 3.0 is not on the list, but 3 is",
    ),
    "list with decimals": (
        _LIST.replace("\n1,", "\n1.0,"), _CUP, "line 2: 1 is not on the list, but 1.0 is",
    ),
    "fewer games than none": (
        _LIST.replace("1800,40", "1800,-4"), _CUP,
        "list.csv, line 3, column games: games is -4; a whole number from 0 is expected",
    ),
    "zero at the end": (
        _LIST, _CUP + "Cup,2025-10-05,2,2,3,01", "line 3, column result: result '01' is unknown",
    ),
    "truth": (
        _LIST, _CUP + "Cup,2025-10-05,2,2,3,TRUE\n,,,,,\n",
        "line 3, column result: result 'TRUE' is unknown",
    ),
    "no letter": (
        _LIST, _CUP + "Cup,2025-10-05,2,3\0,2,1-0\n", "games.csv: the file is not plain text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", _MISSHAPEN)
def test_what_columns_would_read_otherwise(
    name: str, columns: bool, tmp_path: Path, run: Run
) -> None:
    """Promise: a result is never silently guessed, nor a person or an event made of a slip."""
    players, games, told_of = _MISSHAPEN[name]
    (tmp_path / "list.csv").write_text(players)
    (tmp_path / "games.csv").write_text(games)
    code, _, wrong = run("--rules", "elo", "-o", str(tmp_path / "n.csv"), columns=columns)
    assert (code, told_of in wrong) == (2, True), wrong
    assert not (tmp_path / "n.csv").exists()


def test_a_name_on_two_lines_is_one_name(tmp_path: Path, run: Run) -> None:
    """Promise: a cell that a spreadsheet broke into lines is read as what it says."""
    (tmp_path / "list.csv").write_text(_LIST.replace("Bob", '"Bob\nLee"'))
    (tmp_path / "games.csv").write_text(_GAMES.replace("Bob", "Bob Lee"))
    found = []
    for columns in (False, True):
        out = tmp_path / f"{columns}.csv"
        assert run("--rules", "elo", "-o", str(out), columns=columns)[0] == 0
        found.append(out.read_text("utf-8-sig"))
    assert found[0] == found[1] and ",Bob Lee," in found[0]


#: Lines of an event that say no rounds, and the same in another order.
_UNROUNDED = ("1,2,1-0", "3,4,½-½", "1,3,0-1", "2,4,1-0")


@pytest.mark.parametrize("columns", [False, True])
def test_an_event_without_rounds_in_another_order(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: the order of the lines does not matter, where they say no rounds either."""
    (tmp_path / "list.csv").write_text(_LIST + "4,Dee,1500,40\n")
    head, games = "event,date,white,black,result\n", tmp_path / "games.csv"
    made = tmp_path / "next.csv"
    games.write_text(head + "".join(f"Cup,2025-10-05,{line}\n" for line in _UNROUNDED))
    assert run("--rules", "elo", "-o", str(made), columns=columns)[0] == 0
    turned = "".join(f"Pokal,2025-10-05,{line}\n" for line in reversed(_UNROUNDED))
    (tmp_path / "again.csv").write_text(head + turned)
    words = ("--rules", "elo", "-o", str(tmp_path / "n.csv"))
    code, _, wrong = run(*words, columns=columns, list_="next.csv", games="again.csv")
    assert code == 2 and "the list already includes this event: Cup" in wrong
    games.write_text(games.read_text() + turned)
    code, _, wrong = run(*words, columns=columns)
    assert code == 2 and "this is the same event as games.csv, Cup" in wrong


@pytest.mark.parametrize("columns", [False, True])
def test_the_same_people_meet_every_week(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: where rounds are said, another order is another event: it is told, not refused."""
    (tmp_path / "list.csv").write_text(_LIST + "4,Dee,1500,40\n")
    pairs = (("1,4", "2,3"), ("4,3", "1,2"), ("2,4", "3,1"))
    won = {"1,4": "1-0", "2,3": "1-0", "4,3": "0-1", "1,2": "1-0", "2,4": "1-0", "3,1": "0-1"}
    lines = [
        f"W{week},2025-10-{3 + 7 * week:02d},{round_},{pair},{won[pair]}"
        for week, order in enumerate((pairs, (pairs[2], pairs[0], pairs[1])))
        for round_, own in enumerate(order, 1)
        for pair in own
    ]
    games = "\n".join(["event,date,round,white,black,result", *lines])
    (tmp_path / "games.csv").write_text(games)
    words = ("--rules", "fide", "-o", str(tmp_path / "n.csv"), "--force")
    assert run(*words, columns=columns)[0] == 0
    unsaid = "\n".join(",".join(line.split(",")[:2] + line.split(",")[3:]) for line in lines)
    (tmp_path / "games.csv").write_text(f"event,date,white,black,result\n{unsaid}\n")
    code, _, wrong = run(*words, columns=columns)
    assert code == 2 and "games.csv, W1: this is the same event as games.csv, W0" in wrong


#: What stands above the headings, and blank lines: none of it is a game.
_SPACED = {
    "sep": ("sep=,\n", ""), "blank above": ("\n,,,\n", ""), "blank between": ("", ",,,\n"),
    "blank below": ("", "\n"),
}  # fmt: skip


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", _SPACED)
def test_lines_that_say_nothing(name: str, columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: blank lines, and what speaks to a spreadsheet, are no games; lines keep numbers."""
    above, between = _SPACED[name]
    (tmp_path / "list.csv").write_text(above + _LIST)
    games = tmp_path / "games.csv"
    games.write_text(f"{above}{_GAMES}{between}2,Bob,Cai,½-½\n{between}")
    words = ("--rules", "elo", "-o", str(tmp_path / "n.csv"), "--force")
    assert run(*words, columns=columns)[0] == 0
    games.write_text(games.read_text().replace("½-½", "9-9"))
    line = games.read_text().splitlines().index("2,Bob,Cai,9-9") + 1
    assert f"games.csv, line {line}, column result" in run(*words, columns=columns)[2]


@pytest.mark.parametrize("columns", [False, True])
def test_lines_that_end_as_on_old_macs(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: a CSV of any program is read; one line end is as good as another."""
    for name, text in (("list.csv", _LIST), ("games.csv", _GAMES)):
        (tmp_path / name).write_bytes(text.replace("\n", "\r").encode())
    out = tmp_path / "n.csv"
    assert run("--rules", "elo", "-o", str(out), columns=columns)[0] == 0
    assert ",Ann,2007," in out.read_text("utf-8-sig")


#: Ratings that the engine does not take, and what it says.
_NUMBERS = {
    "thousands": (";", "2.000", "which could be 2000 or 2.000"),
    "power": (",", "2e3", "is the text '2e3'; a number is expected"),
}


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", _NUMBERS)
def test_numbers_that_are_not_clear(name: str, columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: a rating is never guessed: what the engine refuses, columns refuse alike."""
    separator, rating, told_of = _NUMBERS[name]
    listed = _LIST.replace("2000", rating).replace(",", separator)
    (tmp_path / "list.csv").write_text(listed)
    (tmp_path / "games.csv").write_text(_GAMES)
    code, _, wrong = run("--rules", "ingo", "-o", str(tmp_path / "n.csv"), columns=columns)
    assert code == 2 and "list.csv, line 2, column rating: " in wrong and told_of in wrong


@pytest.mark.parametrize("columns", [False, True])
def test_numbers_that_nothing_rounds(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: what is written is read next month: no power of ten, no digits of a machine."""
    people = "1,Ann,3000,10\n2,Bob,900,10\n3,Cai,1500,10\n4,Dee,1500,10\n"
    (tmp_path / "list.csv").write_text("id,name,rating,k\n" + people)
    (tmp_path / "games.csv").write_text(
        "event,date,round,white,black,result\nCup,2025-10-02,1,1,2,1-0\nCup,2025-10-02,1,3,4,1-0\n"
    )
    made = tmp_path / "next.csv"
    words = ("--rules", "elo-normal", "-o")
    assert run(*words, str(made), columns=columns)[0] == 0
    assert "e-" not in made.read_text("utf-8-sig")
    games = "event,date,round,white,black,result\nCup 2,2025-11-02,1,3,4,1-0\n"
    (tmp_path / "games.csv").write_text(games)
    code, _, wrong = run(*words, str(tmp_path / "n.csv"), columns=columns, list_="next.csv")
    assert code == 0, wrong


def test_digits_of_another_machine(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: `verify` finds what somebody changed, not the last digits of Glicko elsewhere."""
    base = tmp_path / "2025-10-01.csv"
    base.write_text("id,name,rating,rd\n1,Ann,1500,200\n2,Bob,1400,30\n")
    (tmp_path / "games.csv").write_text(_GAMES)
    games = str(tmp_path / "games.csv")
    made = tmp_path / "next.csv"
    words = ("--rules", "glicko", "-o", str(made))
    assert run(*words, list_=base.name, columns=True)[0] == 0
    text = made.read_text("utf-8-sig")
    rating = next(csv.DictReader(text.splitlines()))["Rating"]
    beside, written = Path(f"{made}.json").read_text("utf-8"), said(made)["list"]["sha256"]
    verify = ["federation", "verify", str(made), "--from", str(base), games]
    for more, code in (("1e-11", 0), ("1e-5", 1)):
        other = str(Decimal(rating) + Decimal(more))
        changed = text.replace(rating, other).encode("utf-8-sig")
        made.write_bytes(changed)
        manifest = beside.replace(written, sha256(changed).hexdigest())
        Path(f"{made}.json").write_text(manifest, "utf-8")
        assert main(verify) == code, capsys.readouterr()


@pytest.mark.parametrize("columns", [False, True])
def test_days_that_are_told(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: one wrong day does not rate a period by an older edition without a word."""
    (tmp_path / "list.csv").write_text(_LIST)
    days = {"A": ("2025-11-02", "2025-11-02"), "B": ("2024-10-20", "2025-11-21")}
    lines = [f"{event},{day},{round_},{round_},3,{'1-0' if event == 'A' else '0-1'}"
             for event, own in days.items() for round_, day in enumerate(own, 1)]  # fmt: skip
    games = "\n".join(["event,date,round,white,black,result", *lines])
    (tmp_path / "games.csv").write_text(games)
    code, out, _ = run("--rules", "fide", "-o", str(tmp_path / "n.csv"), columns=columns)
    assert code == 0
    told = (
        "held on 2025-11-02, when fide@2025-10-01 was in force, but rated together with the other"
    )
    assert f"games.csv, A: worth checking: {told} events by fide@2024-03-01, the edition" in out
    assert "games.csv, B: worth checking: the event lasts from 2024-10-20 to 2025-11-21" in out


@pytest.mark.parametrize("columns", [False, True])
def test_a_file_without_games_says_so(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: no list is made without an event that was sent in, unless somebody says so."""
    (tmp_path / "list.csv").write_text(_LIST)
    (tmp_path / "games.csv").write_text("event,date,round,white,black,result\n")
    code, _, wrong = run("--rules", "elo", "-o", str(tmp_path / "n.csv"), columns=columns)
    assert code == 2 and "games.csv: this file has no games" in wrong
    assert not (tmp_path / "n.csv").exists()


def test_cells_of_parquet_that_nobody_needs(tmp_path: Path, run: Run) -> None:
    """Promise: a column that means nothing does not stand in the way, whatever it holds."""
    (tmp_path / "list.csv").write_text(_LIST)
    games = pd.DataFrame({"round": [1], "white": ["Ann"], "black": ["Bob"], "result": ["1-0"]})
    games.assign(moves_played=[["e4", "e5"]]).to_parquet(tmp_path / "games.parquet")
    out = str(tmp_path / "n.csv")
    assert run("--rules", "elo", "-o", out, games="games.parquet")[0] == 0
    cut = (tmp_path / "games.parquet").read_bytes()[:-9]
    (tmp_path / "games.parquet").write_bytes(cut)
    code, _, wrong = run("--rules", "elo", "-o", out, "--force", games="games.parquet")
    assert code == 2 and "it may be damaged or incomplete" in wrong


def test_ids_are_texts(tmp_path: Path, run: Run) -> None:
    """12.10 is not 12.1, 1E2 not 100; separators behind the last heading are none of a cell."""
    lines = ["id,name,rating,club", "100,Ann,2000,1.50,", "1E2,Zed,1500,2E5,", "12.10,Bob,1800,,"]
    (tmp_path / "list.csv").write_text("\n".join(lines))
    (tmp_path / "games.csv").write_text("white,black,white_score\n1E2,12.10,1.0\n100,12.10,0.5\n")
    found = []
    for columns in (False, True):
        out = tmp_path / f"{columns}.csv"
        words = ("--rules", "elo", "--keep", "club", "-o", str(out))
        assert run(*words, columns=columns)[0] == 0
        found.append(pd.read_csv(out, dtype=str, encoding="utf-8-sig"))
    pd.testing.assert_frame_equal(*found)
    by_id = found[0].set_index("ID")
    assert by_id["Games counted"].fillna("0").to_dict() == {"100": "1", "1E2": "1", "12.10": "2"}
    assert by_id["club"].to_dict() == {"100": "1.50", "1E2": "2E5", "12.10": np.nan}


def test_a_chain_of_files_of_games(tmp_path: Path, run: Run) -> None:
    """Promise: `rebuild` takes what `federation` takes: a file of games of several events, too."""
    (tmp_path / "2025-10-01.csv").write_text(_LIST)
    head, base = "event,date,round,white,black,result\n", "2025-10-01.csv"
    months = {"2025-10": "2025-11-01", "2025-11": "2025-12-01"}
    for month, day in months.items():
        lines = f"A,{month}-05,1,1,2,1-0\nB,{month}-06,1,2,3,½-½\n"
        (tmp_path / f"{month}.csv").write_text(head + lines)
        words = ("--rules", "elo", "--day", day, "-o", str(tmp_path / f"{day}.csv"))
        assert run(*words, list_=base, games=f"{month}.csv", columns=False)[0] == 0
        base = f"{day}.csv"
    files = [str(tmp_path / f"{month}.csv") for month in months]
    rebuilt = ["federation", "rebuild", str(tmp_path / "2025-10-01.csv"), *files, "--rules", "elo"]
    assert main([*rebuilt, "--kind", "csv", "-o", str(tmp_path / "lists")]) == 0
    for day in months.values():
        made = (tmp_path / "lists" / f"{day}.csv").read_bytes()
        assert made == (tmp_path / f"{day}.csv").read_bytes()


@pytest.mark.parametrize("columns", [False, True])
def test_a_rating_that_no_list_takes_is_told(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: a list that the next month would refuse says so when it is written (glicko)."""
    people = "".join(f"{no},P{no},1000,50\n" for no in range(2, 6))
    (tmp_path / "list.csv").write_text(f"id,name,rating,rd\n1,Zed,2600,350\n{people}")
    games = "".join(f"{no - 1},1,{no},0-1\n" for no in range(2, 6))
    (tmp_path / "games.csv").write_text(f"round,white,black,result\n{games}")
    code, out, _ = run("--rules", "glicko", "-o", str(tmp_path / "n.csv"), columns=columns)
    assert code == 0 and "Zed has −180.5642 now, but lists accept ratings from 1 to 9999" in out


@pytest.mark.parametrize("columns", [False, True])
def test_an_id_keeps_its_zeros(columns: bool, tmp_path: Path, run: Run) -> None:
    """Promise: 007 is not 7, in the last line, nor beside a number too long for columns."""
    long = "9" * 20
    people = f"7,Seven,2000,50\n007,Agent,1500,50\n12,Bob,1900,50\n{long},Long,1600,50\n"
    (tmp_path / "list.csv").write_text(f"id,name,rating,games\n{people}"[:-1])
    head = "event,date,round,white,black,result\n"
    for lines in ("Cup,2025-10-02,1,007,12,1-0",
                  f"Cup,2025-10-02,1,{long},Bob,1-0\nCup,2025-10-02,2,007,Bob,1-0\n"):  # fmt: skip
        (tmp_path / "games.csv").write_text(head + lines)
        out = tmp_path / "n.csv"
        assert run("--rules", "fide", "-o", str(out), "--force", columns=columns)[0] == 0
        found = pd.read_csv(out, dtype=str, encoding="utf-8-sig").set_index("ID")["Change"]
        assert (found["7"], found["007"]) == ("0", "18")


def test_changed_ids_are_found(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: `verify` names an ID that somebody changed, however long it is."""
    base = tmp_path / "2025-10-01.csv"
    base.write_text("id,name,rating,games\n1234567890123,Ann,2000,40\n0012,Bob,1900,40\n")
    (tmp_path / "games.csv").write_text(_GAMES)
    made, games = tmp_path / "next.csv", str(tmp_path / "games.csv")
    assert run("--rules", "fide", "-o", str(made), list_=base.name)[0] == 0
    text = made.read_bytes()
    for was, now in ((b"1234567890123", b"1234567890124"), (b"0012", b"12"), (b"0012", b"12.0")):
        made.write_bytes(text.replace(was, now))
        assert main(["federation", "verify", str(made), "--from", str(base), games]) == 1
        assert "next.csv, line" in (said := capsys.readouterr().out) and "column ID" in said


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("rounds", [1, 2])
def test_parts_of_one_event_that_overlap(
    rounds: int, columns: bool, tmp_path: Path, run: Run
) -> None:
    """Promise: no game is rated twice in silence: a league's rounds 1 to 4 and 4 to 7."""
    people = [f"{no},Player {no},{2000 + 10 * no},50" for no in range(1, 9)]
    (tmp_path / "list.csv").write_text("\n".join(["id,name,rating,games", *people]) + "\n")
    # By the circle method: nobody meets anybody twice.
    pairs = {
        number: [((number + at) % 7 + 1, (number - at) % 7 + 1 if at else 8) for at in range(4)]
        for number in range(1, 8)
    }
    codes = ("1-0", "0-1", "1/2-1/2")

    def part(event: str, first: int, last: int, days: tuple[str, str], shift: int = 0) -> list[str]:
        return [
            f"{event},{days[number == last]},{number},{white},{black},{codes[(white + shift) % 3]}"
            for number in range(first, last + 1) for white, black in pairs[number]
        ]  # fmt: skip

    days = ("2025-11-02", "2025-11-23")
    own, head = part("A", 1, 4, days), "event,date,round,white,black,result"
    cases = {
        "part": (part("B", 5 - rounds, 7, days), 4 * rounds),
        "other results": (part("B", 5 - rounds, 7, days, 1), 0),
        "later": (part("B", 5 - rounds, 7, ("2025-12-02", "2025-12-23")), 0),
        "apart": (part("B", 5, 7, days), 0),
    }
    for name, (other, n) in cases.items():
        (tmp_path / "games.csv").write_text("\n".join([head, *own, *other]) + "\n")
        code, out, _ = run(
            "--rules", "elo", "-o", str(tmp_path / "n.csv"), "--force", columns=columns
        )
        assert code == 0, name
        told = f"games.csv, B: {n} games are the same as in games.csv, A, with round, players and"
        assert ("games are the same as in" in out, told in out) == (n > 0, n > 0), (name, out)
    (tmp_path / "games.csv").write_text("\n".join([head, *own]) + "\n")
    assert run("--rules", "elo", "-o", str(tmp_path / "n.csv"), "--force", columns=columns)[0] == 0
    (tmp_path / "games.csv").write_text("\n".join([head, *cases["part"][0]]) + "\n")
    code, out, _ = run("--rules", "elo", list_="n.csv", columns=columns)
    told = f"games.csv, B: {4 * rounds} games are the same as in an event that the list already includes"
    assert code == 0 and told in out, out
