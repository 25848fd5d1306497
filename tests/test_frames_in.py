"""Frames and tables as people have them: what they say of the event, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from bulk.test_against_engine import by_engine

import xlrating
from xlrating import Event, rate
from xlrating.bulk import account_of, next_players, rate_period
from xlrating.engine.errors import RatingError
from xlrating.exchange import read_list
from xlrating.reading import read_alone

PEOPLE: dict[str, Any] = {"name": ["Ann", "Bob"], "rating": [2700, 2000]}
GAME: dict[str, Any] = {"round": [1], "white": ["Ann"], "black": ["Bob"], "result": ["0-1"]}


def in_engine(players: Any, games: Any, rules: str) -> Any:
    """The frame of the event that the two tables are."""
    return rate(Event.from_frames(players, games), rules).to_frame()


BOTH: list[Callable[[Any, Any, str], Any]] = [rate_period, in_engine]


def test_games_say_when_their_event_was() -> None:
    """By their day the same edition rates them as by columns."""
    games = {**GAME, "event": ["Cup"], "date": ["2023-05-01"], "pace": ["standard"]}
    event = Event.from_frames(PEOPLE, games)
    assert (event.name, event.start, event.end) == ("Cup", date(2023, 5, 1), date(2023, 5, 1))
    assert event.pace == "classical"
    news = [rated(PEOPLE, games, "fide")["new"].tolist() for rated in BOTH]
    assert news == [[2691, 2018]] * 2
    assert rate(event, "fide").rules.reference == "fide@2022-01-01"
    other = Event.from_frames(PEOPLE, games, name="Open", start=date(2023, 4, 1))
    assert (other.name, other.start, other.end) == ("Open", date(2023, 4, 1), date(2023, 5, 1))


TWO = {key: [*column, *column] for key, column in GAME.items()} | {"round": [1, 2]}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"event": ["Cup", "Open"]}, r"games are of 2 events \(Cup, Open\)"),
        ({"date": ["2025-01-01", None]}, "games, row 2: "),
        ({"date": ["2025-01-01", "2025-13-01"]}, "games, row 2: "),
        ({"pace": ["rapid", "blitz"]}, "games, row 2: "),
        ({"pace": ["quick", "quick"]}, "'quick'"),
        ({"result": ["1-0", "2-0"]}, "games, row 2: result '2-0'"),
        ({"playoff": ["", "maybe"]}, "games, row 2: playoff"),
    ],
)
def test_what_games_cannot_say(more: dict[str, Any], words: str) -> None:
    """No column that means something is left out in silence."""
    with pytest.raises(RatingError, match=words):
        Event.from_frames(PEOPLE, {**TWO, **more})


@pytest.mark.parametrize("rated", BOTH)
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"sex": ["f", "x"]}, "players, row 2: sex is 'x'"),
        ({"index": [None, 1.5]}, r"index.* is 1\.5; a whole number from 0 is expected"),
        ({"index": [-1, 2]}, "index.* is -1; a whole number from 0 is expected"),
        (
            {"absent": ["", "maybe"]},
            "players, row 2: the mark is 'maybe'; x, or nothing, is expected",
        ),
        ({"champion": [0, 2]}, "players, row 2: the mark is '?2"),
        ({"pool": [5, 5]}, "players, row 1: xlrating does not understand '5' here"),
        ({"pool": ["", "2000:7"]}, "players, row 2: xlrating does not understand '2000:7' here"),
        (
            {"k": [20, 20], "expected": [1, 0], "gain": [0, 0], "change": [0, 0]},
            "leave out the col",
        ),
    ],
)
def test_what_players_cannot_be(rated: Any, more: dict[str, Any], words: str) -> None:
    """The engine and columns refuse the same, with the row; K that a period found is no K given."""
    people = {**PEOPLE, "age": [30, 30], **more}
    with pytest.raises(RatingError, match=words):
        rated(people, GAME, "dwz@2017-01-01")


@pytest.mark.parametrize("rated", BOTH)
@pytest.mark.parametrize("kind", [str, Decimal, "{:.1f}".format, np.int16])
def test_whole_numbers_of_every_kind(rated: Any, kind: Callable[[int], Any]) -> None:
    """As texts (`dtype=str`) or decimals (from a database) they are what they are in a file."""
    people = {**PEOPLE, "no": list(map(kind, [1, 2])), "games": list(map(kind, [29, 5]))}
    game = {**GAME, **{part: [kind(3)] for part in ("round", "board", "moves")}}
    told = rated(people, game, "fide@2025-10-01")[["n", "k", "new"]].values.tolist()
    plain = rated({**PEOPLE, "games": [29, 5]}, GAME, "fide@2025-10-01")
    assert told == plain[["n", "k", "new"]].values.tolist()
    wrong = {"round": [kind(3)], "white": ["Ann"], "black": ["Bob"], "result": ["1-0"]}
    with pytest.raises(RatingError, match="a whole number from 0 is expected"):
        rated({**PEOPLE, "games": ["2.5", "1"]}, wrong, "fide@2025-10-01")


@pytest.mark.parametrize("rated", BOTH)
def test_a_bonus_place_is_refused_with_its_row(rated: Any) -> None:
    """What one regulation asks of an event has a place, too."""
    people = {"name": list("ABCD"), "rating": [2000] * 4, "bonus_place": ["", "", "x", ""]}
    games = {"round": [1, 1], "white": ["A", "C"], "black": ["B", "D"], "result": ["0-1"] * 2}
    with pytest.raises(RatingError, match=r"^players, row 3: "):
        rated(people, games, "malaysia")


@pytest.mark.parametrize("rated", BOTH)
def test_ratings_are_never_left_out(rated: Any) -> None:
    """A heading that means nothing is no list of people without ratings; one of a month is known."""
    with pytest.raises(
        RatingError,
        match=r"players, column Ratng: xlrating does not know this column, but it may hold this: Rating",
    ):
        rated({"name": ["Ann", "Bob"], "Ratng": [2700, 2000]}, GAME, "fide")
    people = {"name": ["Ann", "Bob"], "rating_list_2025_10": [2700, 2000]}
    assert rated(people, GAME, "fide@2025-10-01")["rating"].tolist() == [2700, 2000]


@pytest.mark.parametrize("rated", BOTH)
@pytest.mark.parametrize("unnamed", ["", "Unnamed: 3"])
def test_scores_of_black_are_never_left_out(rated: Any, unnamed: str) -> None:
    """Right of White's they say which games both have lost: 0 and 0 is no win of Black's."""
    game = {"round": [1], "white": ["Ann"], "black": ["Bob"], "result": ["0"], unnamed: ["0"]}
    with pytest.raises(RatingError, match="has no heading and looks like Black's scores"):
        rated(PEOPLE, game, "fide")
    remark = {**game, unnamed: ["late"]}
    assert rated(PEOPLE, remark, "fide@2025-10-01")["n"].tolist() == [1, 1]


def test_what_waits_is_a_text(tmp_path: Path) -> None:
    """A frame can be kept in any file, and comes back from it."""
    people = {**PEOPLE, "rating": [2000, None], "pool": [None, "2000:1@2025-01-01"]}
    event = Event.from_frames(people, GAME)
    players, games = event.to_frames()
    assert players["pool"].tolist() == [None, "2000:1@2025-01-01"]
    pl.from_pandas(players)
    for write, read, ending in (
        ("to_parquet", pd.read_parquet, "parquet"), ("to_csv", pd.read_csv, "csv"),
    ):  # fmt: skip
        getattr(players, write)(tmp_path / f"p.{ending}", index=False)
        assert Event.from_frames(read(tmp_path / f"p.{ending}"), games).players == event.players


@pytest.mark.parametrize("blank", [None, np.nan, pd.NA])
def test_blanks_in_lists_of_a_column(blank: object) -> None:
    """What `groupby` gives as a list: an opponent without rating is not counted."""
    met = pd.Series([[1900, blank, 1800]])
    assert xlrating.NEW_RATING(pd.Series([2000.0]), met, pd.Series([[1, 1, 0]]), "fide")[0] == 1992
    if blank is not np.nan:
        assert xlrating.NEW_RATING(2000, [1900, blank, 1800], [1, 1, 0], "fide") == 1992


@pytest.mark.parametrize("kind", ["uint8", "uint16", "int8"])
def test_numbers_of_few_bits(kind: str) -> None:
    """0 is nobody: 0 - 1 is no 255."""
    people = {"no": range(1, 301), "rating": [2000] * 300}
    games = {
        "white": np.array([0, 2], kind),
        "black": np.array([2, 3], kind),
        "white_score": [1, 0],
    }
    with pytest.raises(RatingError, match="games, row 1: white '0' is none of the players"):
        rate_period(people, games, "fide")


@pytest.mark.parametrize(
    ("rules", "people"),
    [
        # K of three decimals times 15 digits leaves 64 bits.
        ("elo:rated=each game,model=logistic", {"rating": [1500, 1600], "k": [12.345, 20]}),
        # A table of all ratings has no place for each millionth.
        ("malaysia", {"rating": [2000.123456, 1900]}),
    ],
)
def test_long_numbers_game_by_game(rules: str, people: Any) -> None:
    """What columns have no room for is the engine's."""
    people = {**PEOPLE, **people}
    games = {**GAME, "result": ["1-0"]}
    expected = by_engine(people, games, rules, None)
    pd.testing.assert_frame_equal(rate_period(people, games, rules), expected, check_exact=True)
    assert expected["new"][0] > expected["rating"][0]


def test_play_offs_come_after_the_table() -> None:
    """As in the engine, with the row."""
    people = {"name": list("ABCD"), "rating": [2000] * 4}
    games = {"round": [1, 1], "white": ["A", "B"], "black": ["C", "D"], "result": ["1-0"] * 2}
    for rated in BOTH:
        with pytest.raises(RatingError, match="games, row 1: a play-off game is in round 1"):
            rated(people, {**games, "playoff": [True, False]}, "fide@2025-10-01")
        assert len(rated(people, {**games, "round": [2, 1], "playoff": [True, False]}, "fide")) == 4


@pytest.mark.parametrize("twins", [["A", "A "], ["\u00a0A", "A"]])
def test_blanks_around_a_name_are_no_part_of_it(twins: list[str]) -> None:
    """Two people are not told apart by a blank; one is found with and without it."""
    people = {"name": [*twins, "B"], "rating": [2000, 2100, 2000]}
    games = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"]}
    for rated in BOTH:
        with pytest.raises(RatingError):
            rated(people, games, "fide@2025-10-01")
        found = rated({"name": ["A ", "B"], "rating": [2000, 2000]}, games, "fide@2025-10-01")
        assert found["name"].tolist() == ["A", "B"] and found["n"].tolist() == [1, 1]


def test_files_of_other_programs(tmp_path: Path) -> None:
    """Semicolons part cells, too; what stands above the headings is named."""
    people, games = tmp_path / "p.csv", tmp_path / "g.csv"
    people.write_text("\ufeffID;Name;Elo\n007;Ann;2700\n008;Bob;2000\n", "utf-8")
    games.write_text("Round;White;Black;Result\n1;007;008;0-1\n", "utf-8")
    found = rate_period(people, games, "fide@2025-10-01")
    assert (found["id"].tolist(), found["new"].tolist()) == (["007", "008"], [2690, 2018])
    games.write_text("start: 2026-05-02\n\nRound,White,Black,Result\n1,007,008,0-1\n", "utf-8")
    with pytest.raises(RatingError, match=r"^g\.csv: the first line, 'start: 2026-05-02', has no"):
        rate_period(people, games, "fide@2025-10-01")


def test_an_id_that_nobody_has_is_no_row() -> None:
    """Promise: one unknown ID does not make row numbers, and other people, of all others."""
    players = pd.DataFrame({"id": [2, 3, 4], "name": ["Bob", "Cai", "Dee"], "rating": [2000] * 3})
    games = pd.DataFrame({"round": [1, 2], "white": [2, 1], "black": [3, 2], "result": ["1-0"] * 2})
    with pytest.raises(RatingError, match=r"row 2: white '?1'? is none of the players"):
        rate_period(players, games, "fide@2025-10-01")
    with pytest.raises(RatingError, match=r"row 2: .*none of the players"):
        Event.from_frames(players, games)
    bare = players.assign(id=["02", "01", "03"])
    for of in (lambda: rate_period(bare, games, "fide"), lambda: Event.from_frames(bare, games)):
        with pytest.raises(
            RatingError, match=r"is none of the players, 0[123] is; keep IDs as text"
        ):
            of()
    # Start numbers of players whose IDs are others.
    far = players.assign(id=["7001", "7002", "7003"])
    assert rate_period(far, games, "fide@2025-10-01")["n"].tolist() == [1, 2, 1]


@pytest.mark.parametrize(
    ("code", "heads", "names"),
    [("cp1252", "No;Name;Rating", ("Núñez, José", "García, Óscar")),
     ("cp1251", "№;Имя;Рейтинг", ("Иванов, Пётр", "Смирнова, Анна")),
     ("gb18030", "编号;姓名;等级分", ("王天一", "郑惟桐")),
     ("utf-16", "No;Name;Rating", ("王天一", "Núñez, José"))],
)  # fmt: skip
def test_a_period_is_read_in_the_encodings_of_events(
    code: str, heads: str, names: tuple[str, str], tmp_path: Path
) -> None:
    """Promise: `rate_period` reads the files that `rate` reads, as Excel saves them in any country."""
    players = "\n".join([heads, *(f"{no};{name};2000" for no, name in enumerate(names, 1)), ""])
    games = f"round;white;black;result\n1;{names[0]};{names[1]};1-0\n"
    paths = tmp_path / "players.csv", tmp_path / "games.csv"
    for path, text in zip(paths, (players, games), strict=True):
        path.write_bytes(text.encode("utf-8" if path.name == "games.csv" else code))
    assert rate_period(*paths, "elo")["name"].tolist() == list(names)
    with pytest.raises(RatingError, match=r"^players\.csv: the file is not plain text"):
        paths[0].write_bytes("No;Name;Rating\n1;Иванов;2000\n".encode("cp866"))
        rate_period(*paths, "elo")


def test_cells_beyond_the_headings(tmp_path: Path) -> None:
    """Promise: a draw written 0,5 between commas is no loss, a heading is not taken twice."""
    people, games = tmp_path / "p.csv", tmp_path / "g.csv"
    people.write_text("name,rating\nAnn,2000\nBob,2100\n")
    games.write_text("round,white,black,result\n1,Ann,Bob,0,5\n2,Bob,Ann,1\n")
    with pytest.raises(
        RatingError, match=r"g\.csv, line 2: the line has 5 cells, but the headings have 4"
    ):
        rate_period(people, games, "fide@2025-10-01")
    games.write_text("round,white,black,result,result\n1,Ann,Bob,1-0,0-1\n")
    with pytest.raises(RatingError, match="'result' appears twice"):
        rate_period(people, games, "fide@2025-10-01")
    games.write_text("sep=;\n\nround;white;black;result\n1;Ann;Bob;1-0\n")
    assert rate_period(people, games, "fide@2025-10-01")["score"].tolist() == [1, 0]


def test_a_game_without_event_beside_others() -> None:
    """Promise: a blank among names of events is not guessed to be one of them, or another one."""
    players = pd.DataFrame({"name": ["A", "B"], "rating": [2000, 1900]})
    games = pd.DataFrame({"round": [1, 2], "white": ["A", "B"], "black": ["B", "A"],
                          "result": ["1-0"] * 2, "event": ["Open", None]})  # fmt: skip
    for of in (
        lambda: rate_period(players, games, "elo"),
        lambda: Event.from_frames(players, games),
    ):
        with pytest.raises(RatingError, match="row 2: this game names no event, but others do"):
            of()


@pytest.mark.parametrize("rated", BOTH)
@pytest.mark.parametrize("model", ["", ":expectation=exact"])
def test_a_coefficient_of_nothing(rated: Any, model: str) -> None:
    """Promise: by no way a rating becomes 0, or infinite, because E + n is nothing (dwz 3.3)."""
    players = {"name": ["A", "B", "C"], "rating": [2400, 2000, 1900], "k": [0, 20, 20]}
    games = {"round": [1], "white": ["C"], "black": ["B"], "result": ["1-0"], "date": "2025-11-02"}
    games["date"] = ["2025-11-02"]
    with pytest.raises(RatingError, match=r"players, row 1: the coefficient is 0"):
        rated(players, games, f"dwz{model}")


def test_marks_of_one_event_count_once() -> None:
    """Malaysia 5, 6: a bonus is of one event, the absence of the period, whatever the rounds."""
    players = pd.DataFrame({"name": list("ABC"), "rating": [2000, 1900, 1800]})
    games = pd.DataFrame({"round": [1, 2, 3, 4], "white": list("AACB"), "black": list("BCAC"),
                          "result": ["1-0"] * 4})  # fmt: skip
    for marks in ({"bonus_place": [1, 2, 3]}, {"absent": ["x", None, None]}):
        marked = players.assign(**marks)
        event = Event.from_frames(marked, games, rounds=999)
        ours = rate_period(marked, games.drop(columns="round"), "malaysia")["new"]
        assert ours.tolist() == rate(event, "malaysia").to_frame()["new"].tolist()
        several = games.assign(event=list("WXYZ"))
        if "bonus_place" in marks:
            with pytest.raises(RatingError, match="row 1: bonus_place is said of one event"):
                rate_period(marked, several, "malaysia")
            continue
        # Rated one after another, and the penalty last: 3 %, once.
        before = rate_period(players, several, "malaysia")["new"].tolist()
        after = rate_period(marked, several, "malaysia")["new"].tolist()
        assert after[1:] == before[1:] and before[0] - after[0] == round(before[0] * 0.03)


def test_one_champion_an_event() -> None:
    """cxa-rapid 10: two marks are refused by columns as by the engine."""
    players = {"name": list("ABC"), "rating": [2000, 2100, 2200], "champion": ["x", "x", None]}
    games = {"round": [1, 2, 3], "white": list("ABC"), "black": list("BCA"), "result": ["1-0"] * 3,
             "date": ["2025-11-02"] * 3}  # fmt: skip
    for rated in BOTH:
        with pytest.raises(RatingError, match="players 1 and 2 are both marked as champion"):
            rated(players, games, "cxa-rapid")


@pytest.mark.parametrize("rules", ["fide@2025-10-01", "elo-normal", "malaysia", "glicko2", "uscf"])
def test_the_next_period_is_the_engines(rules: str) -> None:
    """Promise: who falls below the list is unrated next month (FIDE 7.2.1); a given K stays."""
    known = {"title": ["", "国家大师", ""], "new_title": [None, None, "地方大师"]}
    players = pd.DataFrame({"name": ["Ann", "Bob", "Cai"], "Elo": [1405, 1410, 1700],
                            "club": list("XYZ")})  # fmt: skip
    if rules == "elo-normal":
        players["k"] = [10, 20, 30]
    if rules == "malaysia":
        players = players.assign(**known)
    games = pd.DataFrame({"round": [1, 2], "white": ["Ann", "Bob"], "black": ["Bob", "Ann"],
                          "result": ["0-1", "1-0"]})  # fmt: skip
    day = "2025-11-02"
    event = Event.from_frames(players, games, start=day)
    report = rate(event, rules)
    second = rate(Event(report.players(), event.games, start=date(2025, 12, 2)), rules).to_frame()
    found = rate_period(players, games, rules, day=day)
    now = next_players(players, found, rules)
    assert list(now["club"]) == list("XYZ") and "new_title" not in now.columns
    ours = rate_period(now, games, rules, day="2025-12-02")
    columns = ["rating", "n", "change", "new"]
    pd.testing.assert_frame_equal(ours[columns], second[columns], rtol=1e-9)
    if rules == "malaysia":
        assert now["title"].tolist() == ["", "国家大师", "地方大师"]
    with pytest.raises(RatingError, match="found has 2 rows, players 3"):
        next_players(players, found[:2], rules)


@pytest.mark.parametrize("package", ["polars", "pyarrow", "mapping"])
def test_the_next_players_are_of_the_same_kind(package: str) -> None:
    """Promise: the same kind out; a mapping becomes a frame of pandas."""
    players: Any = {"name": ["A", "B"], "rating": [1500, 1600]}
    games = {"white": ["A"], "black": ["B"], "result": ["1-0"]}
    given = {"polars": pl.DataFrame, "pyarrow": pa.table, "mapping": dict}[package](players)
    now = next_players(given, rate_period(given, games, "elo"), "elo")
    assert isinstance(now, pd.DataFrame if package == "mapping" else type(given))
    assert list(now["rating"].to_pylist() if package == "pyarrow" else now["rating"]) == [
        1519,
        1581,
    ]


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow", "mapping", "csv"])
def test_the_account_of_whole_columns_is_that_of_the_event(package: str, tmp_path: Path) -> None:
    """What a period of frames uses, and what it does not, is what the event of them says; a column
    that may matter is refused by both."""
    players: Any = {**PEOPLE, "club": ["X", "Y"], "Rp": [1, 2]}
    games: Any = {"round": [1, 2, 3], "white": ["Ann", "Bob", "Ann"], "black": ["Bob", None, "Bob"],
                  "result": ["0-1", "BYE 1", None], "hall": ["x", "y", "z"]}  # fmt: skip
    event = Event.from_frames(players, games)
    assert event.account is not None and event.account.pending == event.account.byes == 1

    def given(table: Any, name: str) -> Any:
        if package != "csv":
            return {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table,
                    "mapping": dict}[package](table)  # fmt: skip
        path = tmp_path / f"{name}.csv"
        pd.DataFrame(table).to_csv(path, index=False)
        return path

    tables = given(players, "players"), given(games, "games")
    assert account_of(*tables) == event.account
    assert account_of(*tables).unused == ("hall", "club")
    with pytest.raises(RatingError, match="column peek"):
        account_of(given({**players, "peek": [1, 2]}, "players"), tables[1])


def _blank(kind: Any) -> Any:
    return pd.DataFrame({"id": ["1", None], "name": ["A", "B"], "rating": [2000, 1900]}).astype(
        {"id": kind}
    )


NUMBERED = pd.DataFrame({"id": [101, 102], "name": ["A", "B"], "rating": [2000, 1900]})
#: Players with IDs of kinds that people have, and that pandas and others keep them as.
KEPT: dict[str, Callable[[], Any]] = {
    "uint32": lambda: NUMBERED.astype({"id": "uint32"}),
    "category": lambda: NUMBERED.astype({"id": "category"}),
    "category with a blank": lambda: _blank("category"), "string": lambda: _blank("string"),
    "bool": lambda: NUMBERED.assign(id=[True, False]),
    "blanks of pyarrow": lambda: NUMBERED.assign(id=None).convert_dtypes(dtype_backend="pyarrow"),
    "rows of polars": lambda: pl.from_pandas(NUMBERED[["name", "rating"]]).with_row_index("id"),
    "category of polars": lambda: pl.from_pandas(_blank("str")).with_columns(
        pl.col("id").cast(pl.Categorical)
    ),
    "something twice": lambda: pa.table(
        [["A", "B"], [2000, 1900], [1, 2], [1, 2]], names=["name", "rating", "a", "a"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KEPT)
def test_ids_of_every_kind(kind: str) -> None:
    """ "Nullable and Arrow-backed dtypes work": so do categories, short numbers, truth values."""
    games = {"white": ["A"], "black": ["B"], "result": ["1-0"]}
    found = rate_period(KEPT[kind](), games, "fide@2025-10-01")
    assert list(found["new"].to_pylist() if kind == "something twice" else found["new"]) == [
        2007, 1893,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "part", "value"),
    [("games", "white", ["A"]), ("games", "result", {}), ("games", "event", ["x"]),
     ("players", "id", ["1"]), ("players", "sex", ["m"])],
)  # fmt: skip
def test_a_list_is_no_cell(table: str, part: str, value: Any) -> None:
    """Promise: a clear error with the row, no traceback of another package."""
    players = {"name": ["A", "B"], "rating": [2000, 1900]}
    games = {"white": ["A"], "black": ["B"], "result": ["1-0"]}
    given = {"players": pd.DataFrame(players), "games": pd.DataFrame(games)}
    given[table][part] = [value] * len(given[table])
    with pytest.raises(RatingError, match=f"{table}, row 1: .* is a (list|dict); a single value"):
        rate_period(given["players"], given["games"], "cxa-rapid@2021", day="2025-11-02")


@pytest.mark.parametrize("rated", BOTH)
def test_years_of_birth_are_dates_of_birth(rated: Any, tmp_path: Path) -> None:
    """`born` has the heading birth_date, too: dates and texts of them are years, as in lists."""
    games = {**GAME, "date": ["2025-11-02"]}
    players = pd.DataFrame({"name": ["Ann", "Bob"], "rating": [2700, 2000]})
    expected = rated(players.assign(born=[2012, 1980]), games, "fide")["k"].tolist()
    assert expected == [10, 20]
    for born in (["2012-05-01", "1.5.1980"], pd.to_datetime(["2012-05-01", "1980-05-01"]),
                 [20120501, 19800501]):  # fmt: skip
        ours = rated(players.assign(birth_date=born), games, "fide")
        assert ours["k"].tolist() == expected
    # As FIDE's list writes an unknown one.
    assert rated(players.assign(born=[2012, 0]), games, "fide")["k"].tolist() == expected
    with pytest.raises(RatingError, match=r"players, row 2: .*a year of four digits is expected"):
        rated(players.assign(born=["2012", "12.5.80"]), games, "fide")


@pytest.mark.parametrize("said", ["2025-09-30 18:30:00", "30.09.2025 18:30", 20250930,
                                  "2025-09-30T23:59:59.5+08:00", "2025-09-30"])  # fmt: skip
@pytest.mark.parametrize("rated", BOTH)
def test_the_day_of_a_game_may_have_a_time(rated: Any, said: object, tmp_path: Path) -> None:
    """Promise: frames and files read a day alike, also as databases write it; it picks the edition."""
    players = pd.DataFrame(PEOPLE)
    games = pd.DataFrame({**GAME, "date": [said]})
    players.to_csv(tmp_path / "players.csv", index=False)
    games.to_csv(tmp_path / "games.csv", index=False)
    event = read_alone(tmp_path / "games.csv", tmp_path / "players.csv")
    assert str(event.start) == str(event.end) == "2025-09-30"
    expected = rated(players, games.assign(date="2025-09-30"), "fide")["new"].tolist()
    assert rated(players, games, "fide")["new"].tolist() == expected
    assert expected != rated(players, games.assign(date="2025-10-01"), "fide")["new"].tolist()
    with pytest.raises(RatingError, match="could be two different dates"):
        rated(players, games.assign(date="10/12/2025 18:30:00.000"), "fide")


@pytest.mark.parametrize("rated", BOTH)
def test_ratings_at_the_pace_of_the_rules_stand_in_the_column_rating(rated: Any) -> None:
    """Promise: with those of another pace beside them, none is taken in silence; `rate` uses its own."""
    players = {**PEOPLE, "rapid_rating": [2500, 2400]}
    for pace in ("standard", "blitz"):
        rated(players, GAME, f"fide@2025-10-01:list={pace}")
    with pytest.raises(RatingError, match="ask for the ratings in rapid_rating; call that column"):
        rated(players, GAME, "fide@2025-10-01:list=rapid")


def test_days_that_nobody_knows() -> None:
    """ "`day` is that of all events where the games have no dates": a blank column has none."""
    games = {**GAME, "date": [None]}
    for day in (None, "2024-03-01"):
        ours = rate_period(PEOPLE, games, "fide", day=day)
        assert ours.equals(rate_period(PEOPLE, GAME, "fide", day=day))


def test_a_frame_as_pandas_makes_a_dictionary_of_it() -> None:
    """Promise: values are never taken from an index."""
    players = pd.DataFrame({"name": ["Ann", "Bob"], "rating": [2700.0, 2000.0]}, index=[7, 8])
    event = Event.from_frames(players.to_dict(), GAME)
    assert [player.name for player in event.players] == ["Ann", "Bob"]
    assert [player.rating for player in event.players] == [Decimal(2700), Decimal(2000)]


def test_a_bonus_counts_once_whatever_names_the_event() -> None:
    """Malaysia 5: one event without rounds is one event, named or not, however long it is."""
    players = pd.DataFrame({"name": list("ABCD"), "rating": [2400, 2300, 2200, 2100],
                            "bonus_place": [1, None, None, None]})  # fmt: skip
    games = pd.DataFrame({"white": list("ACAB"), "black": list("BDCD"), "result": ["1-0"] * 4})
    bare = rate_period(players, games, "malaysia")["change"].tolist()
    assert rate_period(players, games.assign(event="X"), "malaysia")["change"].tolist() == bare
    long = pd.DataFrame({"white": ["A"] * 600, "black": ["B"] * 600, "result": ["½-½"] * 600})
    with_bonus, without = (
        rate_period(one, long, "malaysia")["change"][0]
        for one in (players, players.drop(columns="bonus_place"))
    )
    assert round(with_bonus - without, 6) == 30


@pytest.mark.in_turn
def test_marks_are_refused_in_parts_too() -> None:
    """Promise: Dask gives what one frame gives, the refusals, too; a blank event is one event."""
    import dask.dataframe as dd

    players = pd.DataFrame({"name": list("ABCD"), "rating": [2400, 2300, 2200, 2100]})
    games = pd.DataFrame({"event": list("XXYY"), "white": list("ACAB"), "black": list("BDCD"),
                          "result": ["1-0"] * 4})  # fmt: skip
    parts: Any = dd.from_pandas
    champion = players.assign(champion=["yes", "", "", ""])
    with pytest.raises(RatingError, match="champion is said of one event, and the games are of 2"):
        rate_period(champion, parts(games, npartitions=2), "cxa-rapid")
    blank = games.assign(event=pd.Series([None] * 4, dtype="str"))
    whole = rate_period(players, blank, "fide")
    pd.testing.assert_frame_equal(rate_period(players, parts(blank, npartitions=2), "fide"), whole)
    with pytest.raises(RatingError, match="this game names no event, but others do"):
        rate_period(players, parts(games.replace("Y", None), npartitions=2), "fide")


def test_what_was_found_of_others_is_refused() -> None:
    """Promise: no rating goes to another person, where the rows stand in another order."""
    players = pd.DataFrame({"id": list("abc"), "name": ["Ann", "Bob", "Cid"], "rating": [2000] * 3})
    games = {"white": ["a"], "black": ["b"], "result": ["1-0"]}
    found = rate_period(players, games, "elo")
    with pytest.raises(RatingError, match="players, row 1: id is 'b' in found, 'a' in players"):
        next_players(players, found.sort_values("new"), "elo")
    assert next_players(players, dict(found), "elo").equals(next_players(players, found, "elo"))


@pytest.mark.parametrize("name", ["peek", "games_played", "Old rating"])
def test_a_column_that_may_matter_is_refused(name: str) -> None:
    """Promise: frames follow the rule of files: what is not read and may matter stops."""
    players = pd.DataFrame({"name": ["A", "B"], "rating": [2410, 1800], name: [2450, 1900]})
    games = pd.DataFrame({"white": ["A"], "black": ["B"], "result": ["1-0"], "round": [1]})
    for take in (
        lambda: rate_period(players, games, "fide"),
        lambda: read_list(players),
        lambda: Event.from_frames(players, games),
    ):
        with pytest.raises(RatingError, match=f"column {name}: xlrating does not know this column"):
            take()
