"""Frames at both ends: what people hold in pandas, numpy, polars and pyarrow goes in and comes out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import narwhals
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import xlrating
from xlrating.bulk import rate_period
from xlrating.engine.errors import ArgumentError, FileError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.frames import cell, cells, columns_of, dimensions, package_of
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.exchange.players import read_list
from xlrating.federation.next_list import next_list
from xlrating.federation.submissions import Submission
from xlrating.functions import all_functions
from xlrating.functions.help import example
from xlrating.functions.ranges import is_range

EVENTS = Path(__file__).parent / "events"

#: A column of plain cells in each package, and a frame of rows.
COLUMNS: dict[str, Callable[[list[Any]], Any]] = {
    "numpy": lambda cells: np.array(cells, dtype=object if _is_mixed(cells) else None),
    "pandas": lambda cells: pd.Series(cells, index=range(7, 7 + len(cells)), name="mine"),
    "pandas nullable": lambda cells: pd.Series(cells, dtype=object).convert_dtypes(),
    "pandas of arrow": lambda cells: pd.Series(cells, dtype=object).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "polars": lambda cells: pl.Series("mine", cells, strict=False),
    "pyarrow": lambda cells: pa.array(_one_kind(cells)),
    "pyarrow in chunks": lambda cells: pa.chunked_array([_one_kind(cells)]),
}
FRAMES: dict[str, Callable[[list[list[Any]]], Any]] = {
    "numpy": lambda rows: np.array(rows, dtype=object),
    "pandas": lambda rows: pd.DataFrame(rows),
    "polars": lambda rows: pl.DataFrame(rows, orient="row", strict=False),
    "pyarrow": lambda rows: pa.Table.from_pandas(pd.DataFrame(rows)),
}


def _is_mixed(cells: list[Any]) -> bool:
    return len({type(cell) for cell in cells} - {int, float}) > 0


def _one_kind(cells: list[Any]) -> list[Any]:
    floats = any(isinstance(cell, float) for cell in cells)
    return [float(cell) if floats and isinstance(cell, int) else cell for cell in cells]


def plain(value: Any) -> Any:
    """A result as plain cells, whatever it came in."""
    if not dimensions(value):
        return value
    if isinstance(value, np.ndarray):
        return [[cell(one) for one in row] for row in value] if value.ndim > 1 else cells(value)
    if dimensions(value) == 2:
        named = {str(at): column for at, column in enumerate(columns_of(value).values())}
        return [list(row) for row in zip(*named.values(), strict=True)]
    return cells(value)


@pytest.mark.parametrize("package", COLUMNS)
@pytest.mark.parametrize("name", all_functions())
def test_columns_in_columns_out(name: str, package: str) -> None:
    """ "pandas, numpy, polars, pyarrow in, the same kind out, for every function of the registry"."""
    function = all_functions()[name]
    given = example(name)
    column = COLUMNS[package]
    as_lists, as_columns, whose = dict(given), dict(given), ""
    for part, value in given.items():
        if part in function.each:
            as_lists[part] = [value, value, None]
            as_columns[part] = column(as_lists[part])
            whose = whose or part
    for part, value in given.items():
        if part in function.rows and is_range(value):
            own = [None if cell == "" else cell for cell in value]
            as_lists[part] = [own] * 3 if whose else own
            # A column of lists, where each cell has its own; else the games of one player.
            as_columns[part] = pl_lists(column, own) if whose else column(own)
        elif part in function.rows:
            as_lists[part] = [value, value]
            as_columns[part] = column([value, value])
        elif part in function.blocks:
            as_columns[part] = FRAMES[package.split()[0]]([list(row) for row in value])
            if package.split()[0] != "numpy":
                as_columns[part] = _headed(as_columns[part], part)
    expected = function(**as_lists)
    found = function(**as_columns)
    if function.blocks and package.split()[0] != "numpy":
        # Its headings are those of the frame.
        assert list(columns_of(found)) == [str(heading) for heading in expected[0]]
        expected = expected[1:]
    assert plain(found) == expected
    model = as_columns[whose] if whose else None
    if model is not None and function.row:
        # A row for each cell: a frame.
        assert (package_of(found), dimensions(found)) == (package_of(model), 2)
        if isinstance(found, pd.DataFrame):
            assert found.index.equals(model.index)
    elif model is not None:
        # Each kind of numbers has an Array of its own.
        assert type(found) is type(model) or isinstance(model, pa.Array) is isinstance(
            found, pa.Array
        )
        if isinstance(found, pd.Series):
            assert found.name == name
            assert found.index.equals(model.index)


@pytest.mark.parametrize("package", FRAMES)
@pytest.mark.parametrize("name", [name for name, one in all_functions().items() if one.each])
def test_without_rows_the_kind_stays(name: str, package: str) -> None:
    """ "The same kind out": a filter that leaves nobody gives a column or a frame of nobody.

    A column of a function that gives rows is a frame, whoever is left: also of blanks alone.
    """
    given = example(name)
    part = next(one for one in all_functions()[name].each if one in given)
    row = all_functions()[name].row
    for model in (COLUMNS[package]([given[part]])[:0], FRAMES[package]([[given[part]] * 2])[:0]):
        found = all_functions()[name](**{**given, part: model})
        assert len(found) == 0
        if row:
            assert dimensions(found) == 2 and package_of(found) == package_of(model)
            assert found.shape[1] == 2
            continue
        assert type(found) is type(model) or isinstance(model, pa.Array)
        assert dimensions(found) == dimensions(model)
    if row:
        blank = {one: pd.Series([np.nan] * 2) for one in all_functions()[name].each if one in given}
        others = {
            one: given[one] for one in given if one not in (*blank, "opponents", "rds", "scores")
        }
        met = {one: pd.Series([[1], [1]]) for one in ("opponents", "rds", "scores") if one in given}
        assert all_functions()[name](**blank, **met, **others).shape == (2, 2)


def pl_lists(column: Callable[[list[Any]], Any], own: list[Any]) -> Any:
    """A column of lists, as each package has it."""
    made = column([1])
    if isinstance(made, np.ndarray):
        return np.array([own] * 3, dtype=float)
    if isinstance(made, pd.Series):
        return pd.Series([own] * 3, index=column([1] * 3).index)
    return column([_one_kind(own)] * 3)


def _headed(frame: Any, part: str) -> Any:
    heads = ["no", "name", "rating"] if part == "players" else ["round", "white", "black", "result"]
    if isinstance(frame, pd.DataFrame):
        return frame.set_axis(heads, axis=1)
    return (
        frame.rename_columns(heads)
        if isinstance(frame, pa.Table)
        else frame.rename(dict(zip(frame.columns, heads, strict=True)))
    )


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, np.nan, pd.NaT])
def test_whatever_is_missing_is_a_blank(missing: object) -> None:
    """ "NaN, pd.NA, None are blanks"."""
    found = xlrating.WE_TABLE(pd.Series([200, missing], dtype=object))
    assert found.isna().tolist() == [False, True]
    assert (
        xlrating.NEW_RATING(2000, pd.Series([2100, missing], dtype=object), [1, 1], "fide") == 2013
    )


def test_single_values_of_packages() -> None:
    """ "0-d and object arrays, booleans, nullable and Arrow-backed dtypes work"."""
    for value in (
        np.array(200),
        np.int64(200),
        np.float32(200),
        pa.scalar(200),
        np.array([200])[0],
    ):
        assert xlrating.WE_TABLE(value, "fide") == 0.76
    assert xlrating.WE_TABLE(np.array([200], dtype=object)).tolist() == [0.76]
    assert xlrating.WE_TABLE(np.array([[200, -200]])).tolist() == [[0.76, 0.24]]
    assert xlrating.WE_TABLE(np.array([[200]])).tolist() == [[0.76]]
    won = np.array([True, False, True])
    assert xlrating.PERF_RATING(np.array([1800, 1900, 2000]), won) == xlrating.PERF_RATING(
        [1800, 1900, 2000], [1, 0, 1]
    )
    assert xlrating.RATE_EVENT(
        [[1, "A", 2000], [2, "B", 2000]], [[1, 1, 2, "1-0"]], "fide", day=pd.Timestamp("2020-01-01")
    )


def test_a_row_for_each_player() -> None:
    """ "a two-dimensional array or a column of lists for opponents and scores"."""
    people = pd.DataFrame(
        {"rating": [2000, 2100], "met": [[2000, 2100], [1900]], "scored": [[1, 0], [0.5]]},
        index=["ann", "bob"],
    )
    expected = [2003, 2095]
    found = xlrating.NEW_RATING(people.rating, people.met, people.scored, "fide")
    assert found.to_dict() == {"ann": 2003, "bob": 2095}
    met, scored = np.array([[2000, 2100], [1900, np.nan]]), np.array([[1, 0], [0.5, np.nan]])
    assert xlrating.NEW_RATING(people.rating, met, scored, "fide").tolist() == expected
    table = pd.DataFrame(met, people.index), pd.DataFrame(scored, people.index)
    assert xlrating.NEW_RATING(people.rating, *table, "fide").tolist() == expected
    performed = xlrating.PERF_RATING(people.met, people.scored, "fide")
    assert performed.to_dict() == {"ann": 2050, "bob": 1900}


def test_columns_without_values_are_numbers() -> None:
    """A column of blanks, or without rows, is one of numbers in every package."""
    for blanks in ([], [None, None]):
        column = pl.Series("d", blanks, dtype=pl.Int64)
        assert xlrating.WE_TABLE(column, "fide").dtype == pl.Float64
        assert xlrating.WE_TABLE(pa.array(blanks, pa.int64()), "fide").type == pa.float64()
        assert xlrating.WE_TABLE(pd.Series(blanks, dtype=float), "fide").dtype == "float64"
    table = pl.DataFrame(
        {"a": [200, -200], "b": [None, None]}, schema={"a": pl.Int64, "b": pl.Int64}
    )
    assert xlrating.WE_TABLE(table, "fide").schema == {"a": pl.Float64, "b": pl.Float64}


def test_errors_stay_errors() -> None:
    """ "unequal lengths are the named error they are now"; no error becomes a number or a blank."""
    with pytest.raises(ArgumentError, match="ranges of unequal size"):
        xlrating.EXPECTED_SCORE(pd.Series([2000, 2100]), np.array([2000, 2100, 2200]))
    with pytest.raises(ArgumentError, match="ranges of unequal size"):
        xlrating.EXPECTED_SCORE(pd.Series([], dtype=float), np.array([2000, 2100, 2200]))
    with pytest.raises(ArgumentError, match="3 dimensions"):
        xlrating.WE_TABLE(np.zeros((2, 2, 2)))
    assert xlrating.DP_TABLE(pd.Series([0.75, 2])).tolist() == [193, "#NUM!"]
    assert xlrating.DP_TABLE(pd.Series([2])).tolist() == ["#NUM!"]
    with pytest.raises(ArgumentError, match="row 2 is #NUM!"):
        xlrating.DP_TABLE(pl.Series([0.75, 2]))
    assert len(xlrating.DP_TABLE(pd.Series([], dtype=float))) == 0


def championship() -> Event:
    """A real event."""
    return xlrating.read(EVENTS / "us-championship-2025" / "games.csv")


def test_event_there_and_back() -> None:
    """`Event.to_frames` loses nothing that `Event.from_frames` needs, in any package."""
    event = championship()
    for pack in (
        lambda frame: frame,
        pl.DataFrame,
        pa.Table.from_pandas,
        lambda frame: frame.convert_dtypes(),
        lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
        lambda frame: frame.to_dict("list"),
    ):
        players, games = map(pack, event.to_frames())
        again = Event.from_frames(players, games)
        assert (again.players, again.games) == (event.players, event.games)


def test_facts_there_and_back() -> None:
    """What single regulations ask for comes back, too."""
    people = (
        Player(3, "A", Decimal(2000), "17", "GM", "f", "CHN", 1990, 12, Decimal(2100), Decimal(20),
               {"rd": 50.5, "champion": "x", "pool": ((Decimal(2000), Decimal(1), None),)}),
        Player(1, "B"),
    )  # fmt: skip
    event = Event(people, (Game(1, 3, 1, read_result("1-0"), board=2, moves=30),
                           Game(2, 3, None, read_result("BYE 1"))))  # fmt: skip
    again = Event.from_frames(*event.to_frames())
    assert (again.players, again.games) == (event.players, event.games)


def test_games_name_players_by_number_id_or_name() -> None:
    """As in a CSV: in one way throughout, headings in any language."""
    players = {"ID": [102, 101], "姓名": ["A", "B"], "Elo": [2000, float("nan")]}
    for white, black in ((102, 101), ("A", "B"), (1, 2)):
        games = {"Round": [1], "White": [white], "Black": [black], "white_score": [0.5]}
        event = Event.from_frames(pd.DataFrame(players), pd.DataFrame(games))
        assert (event.games[0].white, event.games[0].black) == (1, 2)
        assert event.games[0].result.code == "½-½"
        assert [player.id for player in event.players] == ["102", "101"]
    with pytest.raises(ArgumentError, match="games, row 1: white 'C' is none of the players"):
        Event.from_frames(players, {**games, "White": ["C"]})
    with pytest.raises(ArgumentError, match="games has no column result; it has Round, White, Bl"):
        Event.from_frames(players, {k: v for k, v in games.items() if k != "white_score"})
    with pytest.raises(ArgumentError, match="columns rating / Elo mean the same"):
        Event.from_frames({**players, "rating": [1, 2]}, games)


def test_frames_have_an_account() -> None:
    """What was made of two frames says how each column was used, as a file does."""
    games, players = (
        pd.read_csv(EVENTS / "us-championship-2025" / f"{name}.csv")
        for name in ("games", "players")
    )
    players = players.assign(Club="Reds").drop(columns=["Rc", "score_w", "games_n"])
    account = Event.from_frames(players, games.assign(hall="x")).account
    assert account is not None and account.unused == ("hall", "Club")
    assert [one.number for one in account.columns] == [*range(1, len(games.columns) + 2)]
    assert (account.players, account.games, account.byes, account.pending) == (12, 66, 0, 0)
    own = championship().account
    assert own is not None
    used = [(one.heading, one.meaning) for one in own.columns if one.use == "used"]
    assert used == [(one.heading, one.meaning) for one in account.columns if one.use == "used"]
    (listed,) = account.parts
    assert [(one.kind, one.first, one.last) for one in listed.lines] == [("player", 1, 12)]


def test_report_as_frames() -> None:
    """A row a player, a game, a step: the numbers of the JSON, with the dtypes promised."""
    report = rate(championship(), "fide@2025-10-01")
    told = report.to_dict()["players"]
    lines = report.to_frame()
    for own, name in (("new", "new_rating"), ("change", "change"), ("k", "k"), ("n", "counted_games"),
                      ("performance", "performance"), ("listed", "listed"), ("id", "id")):  # fmt: skip
        assert lines[own].tolist() == [line[name] for line in told], own
    games = report.games_frame()
    assert games["gain"].tolist() == [
        game["score_minus_expected"] for line in told for game in line["games"]
    ]
    steps = report.steps_frame("zh")
    assert steps["clause"].tolist() == [step["clause"] for line in told for step in line["steps"]]
    assert str(lines.dtypes[["no", "rating", "listed"]].tolist()) == str(
        [np.dtype("int64"), np.dtype("float64"), np.dtype("bool")]
    )
    assert len(games) == 132
    assert set(games["opponent"]) == set(lines["id"])


def test_frames_of_nothing() -> None:
    """An event without games has frames without rows, with the same columns."""
    event = Event((Player(1, "A", Decimal(2000)),))
    report = rate(event, "fide")
    full = rate(championship(), "fide")
    assert list(report.games_frame().columns) == list(full.games_frame().columns)
    assert (report.games_frame().dtypes == full.games_frame().dtypes).all()
    assert Event.from_frames(*event.to_frames()) == event


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pandas, or narwhals, the error says what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ArgumentError, match=r"pip install pandas \(the extra pandas brings it\)"):
        championship().to_frames()
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(ArgumentError, match="narwhals"):
        xlrating.WE_TABLE(pl.Series([200]))
    assert narwhals.__version__


def test_a_list_there_and_back() -> None:
    """`NextList.to_frame` is the list that `read_list` takes the next time."""
    event = championship()
    found = next_list(list(event.players), [Submission("cup.csv", event)], "fide@2025-10-01")
    frame = found.to_frame()
    assert frame["rounded"].tolist() == [float(entry.change or 0) for entry in found.entries]
    assert frame["n"].tolist() == [entry.n for entry in found.entries]
    again, unknown = read_list(frame.assign(club="X"))
    assert unknown == ("club",)
    assert again == tuple(entry.player for entry in found.entries)
    with pytest.raises(FileError, match="no column of ratings, only place, id"):
        read_list(frame.drop(columns="rating"))
    with pytest.raises(
        ArgumentError, match="players, row 12: the line has neither a name nor an ID"
    ):
        read_list(frame.assign(id="", name=[*frame["name"][:-1], ""]))


def test_frames_that_are_only_planned_are_calculated() -> None:
    """A LazyFrame of polars is a frame, in functions and events; an expression is no number."""
    players = {"no": [1, 2], "name": ["A", "B"], "rating": [1500, 1600]}
    games = {"round": [1], "white": [1], "black": [2], "result": ["1-0"]}
    planned = pl.LazyFrame(players), pl.LazyFrame(games)
    found = xlrating.RATE_EVENT(*planned, "fide")
    assert found.equals(xlrating.RATE_EVENT(pl.DataFrame(players), pl.DataFrame(games), "fide"))
    assert xlrating.Event.from_frames(*planned) == xlrating.Event.from_frames(players, games)
    assert read_list(planned[0]) == read_list(pl.DataFrame(players))
    with pytest.raises(ArgumentError, match="a number is expected"):
        xlrating.WE_TABLE(pl.col("rating"), "fide")  # type: ignore[call-overload]
    with pytest.raises(ArgumentError, match="a column is a SeriesGroupBy; values are expected"):
        xlrating.WE_TABLE(pd.Series([1, 2]).groupby([1, 2]), "fide")


@pytest.mark.parametrize(("players", "words"), [
    ({"name": ["A", "B"], "rating": [1500]}, "column name has 2 rows, column rating 1; columns"),
    (pd.DataFrame([["A", 1500, 1600]], columns=["name", "rating", "rating"]),
     "the columns rating / rating mean the same"),
    ({"name": ["A"], "Rating": [1500], "rating": [1600]}, "the columns Rating / rating mean the same"),
])  # fmt: skip
def test_what_a_frame_says_twice_or_for_some_only(players: Any, words: str) -> None:
    """No player is lost, and no number taken, because columns do not fit."""
    games = {"round": [1], "white": ["A"], "black": [None], "result": ["BYE 1"]}
    with pytest.raises(ArgumentError, match=f"^{words}"):
        xlrating.Event.from_frames(players, games)
    if isinstance(players, pd.DataFrame):
        with pytest.raises(ArgumentError, match=f"^{words}"):
            read_list(players)


@pytest.mark.parametrize("said", [
    "2024-02-20", "20.02.2024", pd.Timestamp("2024-02-20 09:30"), datetime(2024, 2, 20, 9),
    np.datetime64("2024-02-20"), 45342,
])  # fmt: skip
def test_days_as_people_hold_them(said: Any) -> None:
    """A day is a text or a timestamp in Python as in a sheet; it picks the edition of the rules."""
    day = date(2024, 2, 20)
    players = {"name": ["A", "B"], "rating": [1500, 1300]}
    games = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"]}
    assert xlrating.Event.from_frames(players, games, start=said, end=said).start == day
    assert load("fide", said) is load("fide", day) is not load("fide")
    found = rate_period(players, games, "fide", day=said)
    assert found.equals(rate_period(players, games, "fide", day=day))


@pytest.mark.parametrize(("said", "words"), [
    ("soon", "'soon' is not a date; write it like"), ("10/12/2025", "'10/12/2025' could be two different dates"),
])  # fmt: skip
def test_what_is_no_day(said: str, words: str) -> None:
    """What is given for a day and is none is told by the name of the argument."""
    players = {"name": ["A"], "rating": [1500]}
    games: dict[str, list[Any]] = {"white": [], "black": [], "result": []}
    with pytest.raises(ArgumentError, match=f"^start: {words}"):
        xlrating.Event.from_frames(players, {"round": [], **games}, start=said)
    with pytest.raises(ArgumentError, match=f"^day: {words}"):
        rate_period(players, games, "fide", day=said)


@pytest.mark.parametrize(
    ("opponents", "scores"),
    [
        ([[2000, 2100], [2400, 2300]], [[1], [0, 1]]),
        ([[2000, 2100], [2400, 2300, 2200]], [[1, 1, 0], [0, 1, 1]]),
    ],
)
def test_rows_of_unequal_length(opponents: list[list[int]], scores: list[list[int]]) -> None:
    """ "Unequal lengths are the named error": no row is filled up or cut to the others' length."""
    own, met, scored = map(pd.Series, ([2400, 2000], opponents, scores))
    with pytest.raises(ArgumentError, match="unequal size in row 1"):
        xlrating.NEW_RATING(own, met, scored, "fide")
    with pytest.raises(ArgumentError, match="unequal size in row 1"):
        xlrating.PERF_RATING(met, scored, "fide")


_PEOPLE = {"id": ["001", "02", "3"], "name": ["Ann", "Bob", "Cai"], "rating": [2400, 2000, 1900]}
_PLAYED = {"round": [1, 2], "white": ["001", "02"], "black": ["02", "3"], "result": ["0-1", "1-0"]}


@pytest.mark.parametrize(
    ("people", "games", "told"),
    [
        (
            {"born": [1980, 2012, None]},
            {},
            "row 2: the year of birth is 2012, and K depends on age",
        ),
        ({"born": [19800, 1980, None]}, {}, "players, row 1: year of birth is 19800"),
        ({}, {"round": [1, 10**12]}, "games, row 2: 1000000000000 is not a round number"),
        ({}, {"round": [1, 1.5]}, "games, row 2"),
        ({}, {"round": [1, None]}, "games, row 2: the round is missing"),
        ({}, {"white": ["001", None]}, "games, row 2"),
        ({}, {"white_score": [1, 1]}, "games, row 1: the result 0-1 and White's score 1"),
    ],
)
@pytest.mark.parametrize("by_columns", [False, True])
def test_what_the_engine_refuses(
    people: dict[str, Any], games: dict[str, Any], told: str, by_columns: bool
) -> None:
    """ "What is not there is the same error as the engine's, with the row.\""""
    players, played = pd.DataFrame(_PEOPLE | people), pd.DataFrame(_PLAYED | games)
    with pytest.raises(RatingError) as refused:
        if by_columns:
            rate_period(players, played, "fide")
        else:
            rate(Event.from_frames(players, played), "fide")
    assert told in str(refused.value)


def test_the_index_of_the_players_comes_back() -> None:
    """Promise: a result fits the frame that it was made from."""
    people = pd.DataFrame(_PEOPLE).set_axis([2, 0, 1])
    people["new"] = rate_period(people, pd.DataFrame(_PLAYED), "fide")["new"]
    assert people["new"].tolist() == [2391, 2026, 1893]


#: The functions that pair columns: at least two of their arguments may be one.
PAIRING = [name for name, one in all_functions().items() if len(one.each + one.rows) > 1]


@pytest.mark.parametrize("name", PAIRING)
def test_rows_with_labels_are_paired_by_them(name: str) -> None:
    """Who works with pandas means the row of the same label, wherever it stands.

    Equal indexes stay as they are, equal labels are put in one order, other ones are refused.
    """
    function, given = all_functions()[name], example(name)
    columns = {}
    for part in (*function.each, *function.rows):
        if part in given:
            own = given[part] if is_range(given[part]) else [given[part]]
            if function.each:
                # A row for each player: what is given, and blanks.
                own = [own, [None] * len(own)] if part in function.rows else [own[0], None]
            columns[part] = pd.Series([*own, None][: max(2, len(own))], dtype=object)
    columns = {part: one.set_axis([*"xyzuvw"[: len(one)]]) for part, one in columns.items()}
    _, *others = columns
    expected = plain(function(**given | columns))
    for other in others:
        column = columns[other]
        assert plain(function(**given | columns | {other: column[::-1]})) == expected, other
        with pytest.raises(ArgumentError, match=f"labelled x, {other} has none"):
            function(**given | columns | {other: column.set_axis([*"?yzuvw"[: len(column)]])})
        twice = {part: one.set_axis(["x"] * len(one)) for part, one in columns.items()}
        assert plain(function(**given | twice)) == expected
        nobody = column.to_numpy() if other in function.each else column.tolist()
        assert plain(function(**given | columns | {other: nobody})) == expected


def test_columns_of_a_mapping_are_paired_by_their_labels() -> None:
    """The same holds where columns of pandas make a table: for the engine, and for columns."""
    people, played = pd.DataFrame(_PEOPLE).set_axis([2, 0, 1]), pd.DataFrame(_PLAYED)
    turned = dict(people.items()) | {"rating": people.rating[::-1]}
    for rated in (
        lambda table: sorted(rate_period(table, played, "fide")["new"]),
        lambda table: sorted(
            one.new or 0 for one in rate(Event.from_frames(table, played), "fide").lines
        ),
    ):
        assert rated(turned) == rated(people)
        with pytest.raises(ArgumentError, match="a row labelled 1, rating has none"):
            rated(turned | {"rating": people.rating.set_axis([2, 0, 3])})


def test_frames_have_their_columns_in_one_order() -> None:
    """Scores by round in another order of rounds belong to the opponents of their round."""
    met = pd.DataFrame({"r1": [2100], "r2": [1900]})
    scored = pd.DataFrame({"r2": [1], "r1": [0]})
    own = pd.Series([2000])
    expected = xlrating.NEW_RATING(own, met, scored[["r1", "r2"]], "fide").tolist()
    assert xlrating.NEW_RATING(own, met, scored, "fide").tolist() == expected == [2000]
    assert xlrating.RATING_CHANGE(own, met, scored, "fide")[0] == 0


def test_texts_of_files_and_blanks_around_them(tmp_path: Path) -> None:
    """IDs keep their zeros on both sides; a blank behind one, or no opponent, is understood."""
    for name, table in (("p", _PEOPLE), ("g", _PLAYED)):
        pd.DataFrame(table).to_csv(tmp_path / f"{name}.csv", index=False)
    expected = rate_period(pd.DataFrame(_PEOPLE), pd.DataFrame(_PLAYED), "fide")
    found = rate_period(tmp_path / "p.csv", tmp_path / "g.csv", "fide")
    pd.testing.assert_frame_equal(found, expected)
    blank = _PLAYED | {"white": ["001 ", "02"], "black": ["02", ""], "result": ["0-1", "BYE 1"]}
    assert rate_period(pd.DataFrame(_PEOPLE), pd.DataFrame(blank), "fide").n.tolist() == [1, 1, 0]


def test_a_result_is_the_next_period() -> None:
    """What waits for a first rating goes on, by the engine as by columns."""
    people = pd.DataFrame(_PEOPLE | {"rating": [2400, 2000, None]})
    games = pd.DataFrame(_PLAYED | {"result": ["0-1", "½-½"]})
    after = rate_period(people, games, "fide")[["id", "name", "new", "games", "peak", "pool"]]
    after = after.rename(columns={"new": "rating"})
    assert after["pool"][2] == "2000:0.5"
    again = pd.concat([games, games.assign(round=[3, 4], result=["1-0", "0-1"])])
    found = rate(Event.from_frames(after, again), "fide").to_frame()
    expected = rate_period(after, again, "fide")
    assert found["new"].fillna(0).tolist() == expected["new"].fillna(0).tolist()
    for rated in (
        lambda one: rate(Event.from_frames(one, games), "fide"),
        lambda one: rate_period(one, games, "fide"),
    ):
        with pytest.raises(
            ArgumentError, match="players, row 3: xlrating does not understand 'abc' here"
        ):
            rated(after.assign(pool=["", "", "abc"]))


@pytest.mark.parametrize("name", ["PERF_RATING", "INITIAL_RATING", "NEW_RATING"])
def test_totals_beside_rows(name: str) -> None:
    """ "A column of lists … has the opponents of each row": a column beside it has one cell each."""
    function, first = getattr(xlrating, name), () if name != "NEW_RATING" else (1900,)
    opponents = [[2000, 1900, 1950, 1800, 2050], [1900, 1800, 1700, 1650, 1600]]
    totals = [2, 3.5]
    expected = [function(*first, *pair, "fide") for pair in zip(opponents, totals, strict=True)]
    own = [pd.Series([1900, 1900])] if first else []
    found = function(*own, pd.Series(opponents), pd.Series(totals), "fide")
    assert found.tolist() == expected


@pytest.mark.parametrize("package", ["numpy", "pandas", "polars", "pyarrow"])
def test_a_frame_has_the_games_of_each_row(package: str) -> None:
    """ "A two-dimensional array": a result for each row, never one for everybody."""
    opponents, scores = [[2000, 1900], [2100, 2300]], [[1, 0.5], [0.5, 0]]
    expected = [xlrating.PERF_RATING(*pair) for pair in zip(opponents, scores, strict=True)]
    frames = [pd.DataFrame(one, columns=["a", "b"]) for one in (opponents, scores)]
    of = {
        "numpy": lambda frame: frame.to_numpy(), "pandas": lambda frame: frame,
        "polars": pl.from_pandas, "pyarrow": pa.Table.from_pandas,
    }[package]  # fmt: skip
    found = xlrating.PERF_RATING(*map(of, frames))
    assert cells(found) == expected


def test_short_rows_are_not_filled_up_with_players() -> None:
    """Promise: what fills a short row up is no player; tuples are lists."""
    ratings = [[2000, 1900, 2000], [2100, 2000, 2000, 2000]]
    scores = [[1, 1, 1], [1, 1, 1, 3]]
    expected = [xlrating.EVENT_AVERAGE(*pair) for pair in zip(ratings, scores, strict=True)]
    for kind in (list, tuple):
        columns = [pd.Series(list(map(kind, one))) for one in (ratings, scores)]
        assert xlrating.EVENT_AVERAGE(*columns).tolist() == expected
    own, met, won = pd.Series([2000, 2100]), pd.Series([(2000, 2100), (2000,)]), [(1, 0), (1,)]
    assert xlrating.NEW_RATING(own, met, pd.Series(won), k=20).tolist() == [2003, 2107]
