"""Each bad fact of a player through each road that it can come in: the same words everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest
from table_files import Rows, write

from xlrating.bulk import rate_period
from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Player
from xlrating.engine.inspection import inspected
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.player_facts import age_doubts
from xlrating.engine.problem import Problem, format_message
from xlrating.engine.rules.ruleset import load
from xlrating.exchange.players import read_players

RULES = "fide@2025-10-01"
DAY = date(2025, 10, 5)
HEADS = ("id", "name", "rating", "born", "games", "peak")
PEOPLE: tuple[tuple[object, ...], ...] = (
    ("1", "Ann Lee", 2004, 1980, 100, ""),
    ("2", "Bob Roe", 1911, 1990, 100, ""),
    ("31", "Cid Oh", 1850, 1985, 100, ""),
)


class Fact(NamedTuple):
    """What is typed, by row and heading, and what is said of it."""

    typed: dict[tuple[int, str], object]
    said: str
    stops: bool = True


#: A Cyrillic letter that looks like a Latin one.
A = "\u0410"
FACTS = {
    "rating with decimals": Fact(
        {(0, "rating"): 2004.4},
        "Rating is 2004.4; this rule set publishes whole numbers: type the rating",
    ),
    "peak with decimals": Fact(
        {(1, "peak"): 2004.5}, "Peak rating is 2004.5; this rule set publishes whole numbers"
    ),
    "rating of another system": Fact(
        {(0, "rating"): 20}, "Rating is 20; a number from 100 to 4000 is expected"
    ),
    "born long ago": Fact(
        {(1, "born"): 1850}, "year of birth is 1850; a year from 1900 to "
    ),
    "born on no day": Fact(
        {(1, "born"): "31/02/1990"}, "'31/02/1990' is not a date; write it like 2025-10-12"
    ),
    "more than the peak": Fact(
        {(0, "peak"): 1990}, "the rating is 2004, above the peak rating 1990", False
    ),
    "swapped": Fact(
        {(0, "rating"): 1980, (0, "born"): 1911},
        "Ann Lee would be 114 years old; rating 1980 and year of birth 1911 may be swapped", False,
    ),
    "a baby": Fact(
        {(0, "rating"): 1450, (0, "born"): 2023}, "Ann Lee would be 2 years old, born in 2023; correct the year", False
    ),
    "another alphabet": Fact(
        {(0, "name"): f"{A}nn Lee"},
        f"the word {A}nn has a letter of another alphabet, {A} (Cyrillic); type it again", False,
    ),
    "a number shown with zeros": Fact(
        {(0, "id"): "00002"}, "IDs 00002 and 2 differ only in leading zeros; if it is one person, write it one way", False,
    ),
    "IDs that look the same": Fact(
        {(0, "id"): "A7", (1, "id"): f"{A}7"},
        f"players 1 and 2 have the IDs A7 and {A}7, which look the same",
    ),
    "names that look the same": Fact(
        {(0, "id"): "", (1, "id"): "", (1, "name"): f"{A}nn Lee"},
        f"players 1 and 2 have names that look the same but have letters of different alphabets: "
        f"Ann Lee and {A}nn Lee",
    ),
    "a truth value": Fact(
        {(0, "rating"): True}, "is True; a number is expected"
    ),
    "what takes no room": Fact({(0, "name"): "An\u00adn\u00a0Lee\u200b"}, "", False),
    "nobody has 0": Fact({(0, "id"): "0", (1, "id"): "0"}, "", False),
}  # fmt: skip


def table(fact: Fact) -> list[list[object]]:
    """The list with what is typed."""
    rows: list[list[object]] = [list(HEADS), *(list(one) for one in PEOPLE)]
    for (row, head), value in fact.typed.items():
        rows[row + 1][HEADS.index(head)] = value
    return rows


def frame(rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """The same as a frame, blanks being nothing."""
    found = pd.DataFrame(rows[1:], columns=rows[0]).astype(object)
    return found.where(found != "", None)


def of_event(event: Event) -> list[str]:
    """What is wrong or doubtful in an event, in words."""
    return [format_message(problem) for problem in inspected(event, load(RULES))]


def of_file(
    kind: str,
) -> Callable[[list[list[object]], Path, pytest.CaptureFixture[str]], list[str]]:
    """A list of players in a file of that kind."""

    def said(rows: list[list[object]], folder: Path, _: pytest.CaptureFixture[str]) -> list[str]:
        return of_event(Event(read_players(file_of(rows, folder, kind)), start=DAY))

    return said


def file_of(rows: list[list[object]], folder: Path, kind: str) -> Path:
    """The rows as a file of that kind."""
    if kind != "parquet":
        return write(folder, rows, kind, "list")
    columns = {head: [row[at] for row in rows[1:]] for at, head in enumerate(rows[0])}
    made = {
        str(head): column if all(isinstance(one, str) for one in column) else _typed(column)
        for head, column in columns.items()
    }
    path = folder / "list.parquet"
    pd.DataFrame(made).to_parquet(path)
    return path


def _typed(column: list[object]) -> object:
    if True in [one for one in column if isinstance(one, bool)]:
        # A column of Parquet is of one kind.
        return [True] * len(column)
    if any(isinstance(one, str) and one for one in column):
        return [str(one) for one in column]
    return pd.Series([None if one == "" else one for one in column], dtype="float64")


def of_frames(rows: list[list[object]], folder: Path, _: pytest.CaptureFixture[str]) -> list[str]:
    """Frames made into an event."""
    games = {"round": [1], "white": ["Cid Oh"], "black": [None], "result": ["BYE 1"]}
    return of_event(Event.from_frames(frame(rows), games, start=DAY))


def of_period(rows: list[list[object]], folder: Path, _: pytest.CaptureFixture[str]) -> list[str]:
    """Frames rated by columns; who only rates is told what stops."""
    games = {"white": [1], "black": [3], "result": ["1-0"]}
    numbered = frame(rows).assign(no=[1, 2, 3])
    rate_period(numbered, games, RULES, day=DAY)
    return []


def by_command(
    kind: str, columns: bool
) -> Callable[[list[list[object]], Path, pytest.CaptureFixture[str]], list[str]]:
    """`federation` with the list, and its games in a folder or as one file for columns."""

    def said(
        rows: list[list[object]], folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> list[str]:
        listed = file_of(rows, folder, kind)
        names = [str(row[0] or row[1]) for row in rows[1:]]
        names = [
            str(row[1]) if one == "0" else one for one, row in zip(names, rows[1:], strict=True)
        ]
        games: Rows = [["event", "date", "round", "white", "black", "result"],
                 ["Q", DAY.isoformat(), 1, names[0], names[2], "1-0"]]  # fmt: skip
        (folder / "ev").mkdir()
        season = write(folder if columns else folder / "ev", games, "csv", "season")
        words = ["federation", str(listed), str(season if columns else folder / "ev")]
        main(
            [*words, "--rules", RULES, "--day", "2025-11-01", "-o", str(folder / "n.csv"), "--all"]
        )
        return "".join(capsys.readouterr()).splitlines()

    return said


ROADS = {
    "csv": of_file("csv"), "xlsx": of_file("xlsx"), "ods": of_file("ods"),
    "parquet": of_file("parquet"), "frames": of_frames, "period": of_period,
    "folder": by_command("csv", False), "folder of xlsx": by_command("xlsx", False),
    "columns": by_command("csv", True), "columns of parquet": by_command("parquet", True),
}  # fmt: skip
#: Words of the gate that none of the good facts may bring.
GATE = (
    "are the same number",
    "whole numbers",
    "look the same",
    "another alphabet",
    "years old",
    "a number is expected",
)


@pytest.mark.in_turn
@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("name", FACTS)
def test_a_fact_is_said_in_the_same_words(
    name: str, road: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: one gate; whichever way a bad fact comes in, it is told, and in the same words."""
    fact = FACTS[name]
    try:
        lines = ROADS[road](table(fact), tmp_path, capsys)
    except RatingError as error:
        lines = str(error).splitlines()
        assert fact.stops, lines
    if fact.said and (fact.stops or road != "period"):
        assert sum(fact.said in line for line in lines) == 1, lines
    if not fact.said:
        assert not [line for line in lines if any(words in line for words in GATE)]


@pytest.mark.parametrize(("typed", "listed"), [("00031", "31"), (f"{A}31", "A31"), ("31", "00031")])
@pytest.mark.parametrize("columns", [False, True])
def test_an_id_of_the_list_written_otherwise(
    columns: bool, typed: str, listed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an ID that only looks like one of the list is reported with whom it means."""
    people = write(
        tmp_path,
        [["id", "name", "rating"], [listed, "Cid Oh", 1850], ["7", "Ann", 1900]],
        "csv",
        "list",
    )
    (tmp_path / "ev").mkdir()
    games: Rows = [
        ["date", "round", "white", "black", "result"],
        ["2025-10-05", 1, typed, "7", "1-0"],
    ]
    season = write(tmp_path if columns else tmp_path / "ev", games, "csv", "season")
    where = season if columns else tmp_path / "ev"
    assert main(["federation", str(people), str(where), "--rules", RULES, "--day", "2025-11-01",
                 "-o", str(tmp_path / "n.csv")]) == 2  # fmt: skip
    said = f"{typed} is not on the list, but {listed} (Cid Oh) looks the same"
    assert said in "".join(capsys.readouterr())
    assert not (tmp_path / "n.csv").exists()


@pytest.mark.parametrize("columns", [False, True])
def test_a_name_of_the_list_in_other_letters(
    columns: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a name that only looks like one of the list is reported with whom it means."""
    rows: Rows = [["id", "name", "rating"], ["", "Al Bo", 2000], ["", "Cy Du", 1900]]
    people = write(tmp_path, rows, "csv", "list")
    (tmp_path / "ev").mkdir()
    games: Rows = [["date", "round", "white", "black", "result"],
                   ["2025-10-05", 1, f"{A}l Bo", "Cy\u00a0Du\u200b", "1-0"]]  # fmt: skip
    season = write(tmp_path if columns else tmp_path / "ev", games, "csv", "season")
    where = season if columns else tmp_path / "ev"
    assert main(["federation", str(people), str(where), "--rules", RULES, "--day", "2025-11-01",
                 "-o", str(tmp_path / "n.csv"), "--all"]) == 0  # fmt: skip
    said = "".join(capsys.readouterr())
    assert f"the word {A}l has a letter of another alphabet, {A} (Cyrillic)" in said
    assert said.count("is not on the list") == 1
    (line,) = (one for one in said.splitlines() if "is not on the list" in one)
    assert line.count("Al Bo") == 1


def test_rule_sets_with_decimals_keep_them() -> None:
    """ "Rule sets with decimals stay as they are": and so do those that publish nothing."""
    people = (Player(1, "A", "150.5"), Player(2, "B", 160))
    for name in ("ingo", "ecf-grading", "nevzorov", "glicko", "elo", "uscf"):
        keys = [one.key for one in inspected(Event(people), load(name))]
        assert "rating_not_whole" not in keys, name


@pytest.mark.parametrize(
    ("born", "key"), [(1919, "age_unlikely"), (1920, ""), (2021, ""), (2022, "age_unlikely")]
)
def test_ages(born: int, key: str) -> None:
    """Nobody above 105 or below 4 plays; a rating that may be a year of birth says more."""
    found = [one.key for one in age_doubts(Player(1, "A", 1400, born=born), DAY)]
    assert found == [key] * bool(key)
    swapped = [one.key for one in age_doubts(Player(1, "A", 1980, born=born), DAY)]
    assert swapped == ["born_swapped"] * bool(key)


def test_the_gate_speaks_three_languages() -> None:
    """Every sentence has its words filled in."""
    words = {"fact": {"en": "Rating"}, "value": 1, "no": 1, "other": 2, "name": "A", "found": "B"}
    words |= {
        "word": "A",
        "letter": "A",
        "alphabet": "x",
        "age": 1,
        "born": 1,
        "rating": 1,
        "id": 1,
    }
    for key in ("rating_not_whole", "ids_alike", "names_alike", "ids_zeros", "letters_mixed", "age_unlikely",
                "born_swapped", "fed_id_alike"):  # fmt: skip
        assert all("{" not in format_message(Problem(key, words, ""), one) for one in LANGUAGES)
