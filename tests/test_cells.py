"""The border to spreadsheet programs: what a cell holds never ends in an exception."""

from __future__ import annotations

import logging
import math
import os
import time
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlrating.engine.errors import ArgumentError, MissingError, NotKnownError, NumberError
from xlrating.engine.event import Player
from xlrating.engine.rounding import exact
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.rules.sections import Initial
from xlrating.functions import K_FACTOR, NEW_RATING, PERF_RATING, POOLED_RATING, all_functions
from xlrating.functions.cells import ERRORS, call
from xlrating.functions.registry import registered
from xlrating.functions.steps import dp_steps, we_steps

CELL = st.one_of(
    st.none(), st.booleans(), st.integers(-3000, 3000), st.floats(-1e6, 1e6),
    st.sampled_from([0, 1e-200, 1e300, "", "x", "fide", "glicko2", "nevzorov", "w", "b", "1e-999",
                     "2400", "1,5", "-", "é" * 300, "no.toml", "swiss", "zh", *ERRORS]),
)  # fmt: skip
AREA = st.one_of(
    st.none(), CELL.map(lambda cell: [[cell]]), st.lists(st.lists(CELL, max_size=3), max_size=3)
)


@given(st.sampled_from(sorted(all_functions())), st.lists(AREA, min_size=1, max_size=6))
@settings(max_examples=400, deadline=None)
def test_nothing_escapes(name: str, arguments: list[Any]) -> None:
    """Promise: any junk in any cell gives a value or an error text, never an exception."""
    for row in call(name, arguments[: len(all_functions()[name].parameters)]):
        for cell in row:
            assert cell is None or isinstance(cell, (str, int, float, bool)), cell


class Hostile:
    """An object that can be neither compared nor shown."""

    def __eq__(self, other: object) -> bool:
        raise KeyError

    def __hash__(self) -> int:
        raise KeyError

    def __repr__(self) -> str:
        raise OSError


_DEEP: list[Any] = []
for _ in range(5000):
    _DEEP = [_DEEP]

#: Arguments that no spreadsheet gives, and numbers that no rating is.
_WILD = [
    1e11, 9e11, 1e-300, math.nan, math.inf, -math.inf, 10**400, 10**5000, 1j,
    "9" * 5000, "1e5000", "[" * 50000, "\ud800", "fide@0000", "fide@9999", "dwz", "\0.toml",
    _DEEP, {}, {1: 2}, b"x", object(), Hostile(), date(2020, 1, 1), [[[[1]]]],
]  # fmt: skip
# By their places, for some of them cannot be shown.
WILD = st.one_of(CELL, st.integers(0, len(_WILD) - 1).map(_WILD.__getitem__))
WILD_AREA = st.one_of(WILD, WILD.map(lambda x: [[x]]), st.lists(st.lists(WILD, max_size=3)))


@given(st.sampled_from(sorted(all_functions())), st.lists(WILD_AREA, max_size=14))
@settings(max_examples=400, deadline=None)
def test_nothing_escapes_from_any_argument(name: str, arguments: list[Any]) -> None:
    """Promise: "never an exception", and no number that is none; not one fault is hidden by it."""
    for row in call(name, arguments):
        for cell in row:
            assert cell is None or isinstance(cell, (str, int, float, bool)), name
            assert not isinstance(cell, float) or math.isfinite(cell), name


def test_arguments_that_are_no_cells_are_errors() -> None:
    """An object, a list in a cell, a number of thousands of digits: each the error of its kind."""
    for wrong, cell in (
        (_DEEP, "#VALUE!"),
        (Hostile(), "#VALUE!"),
        ([[{}]], "#VALUE!"),
        ([[1, [2]]], "#VALUE!"),
        (10**5000, "#NUM!"),
        (math.nan, "#NUM!"),
        (math.inf, "#NUM!"),
        ("9" * 5000, "#NUM!"),
        ("[" * 50000, "#VALUE!"),
    ):
        assert call("WE_TABLE", [wrong]) == [[cell]]
    assert call("WE_TABLE", [200, "fide@0000"]) == [["#REF!"]]
    assert call("K_FACTOR", [1e11, "dwz"]) == [["#NUM!"]]
    with pytest.raises(NumberError, match="a rating of dwz from 100 to 4000 is expected"):
        K_FACTOR(1e11, "dwz")
    assert K_FACTOR([1e11, 1500], "dwz", age=30) == ["#NUM!", 20]


def test_a_rule_set_without_end_is_refused_at_once() -> None:
    """A cell full of blanks is no rule set, and none that is searched for seconds."""
    start = time.process_time()
    for text in (" " * 32_766 + "x", "x" + " " * 32_765 + "x", ".toml" + " " * 32_761 + "x"):
        assert call("WE_TABLE", [200, text]) == [["#REF!"]]
    assert time.process_time() - start < 5
    assert call("WE_TABLE", [206, " " * 4000 + "fide"]) == [[0.76]]


@pytest.mark.parametrize("fault", [KeyError("x"), RecursionError(), MemoryError(), ValueError()])
def test_a_fault_of_the_program_is_an_error_and_logged(
    fault: Exception,
    faults: logging.Handler,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sheet stays usable where the program is wrong, and somebody can see that it is."""

    def wrong(*_: object) -> object:
        raise fault

    monkeypatch.setattr(registered()["WE_TABLE"], "function", wrong)
    with pytest.raises(type(fault)):
        call("WE_TABLE", [200])
    logging.getLogger("xlrating").removeHandler(faults)
    try:
        assert call("WE_TABLE", [200]) == [["#VALUE!"]]
    finally:
        logging.getLogger("xlrating").addHandler(faults)
    record = caplog.records[-1]
    assert record.exc_info is not None
    assert record.exc_info[1] is fault


@pytest.mark.parametrize(
    ("name", "arguments", "cell"),
    [
        ("WE_TABLE", [[[True]]], 0.5),  # as 1
        ("WE_TABLE", [[[200]], [["a" * 300]]], "#REF!"),
        ("NEW_RATING", [[[2000]], [[1900]], [[1]], [["fide"]], [[0]]], 2007),  # 0: an empty cell
        ("K_FACTOR", [[[2250]], [["fide"]], [[0]]], 40),  # no games yet is a fact
        ("K_FACTOR", [[[0]]], "#VALUE!"),  # no rating is 0: an empty cell
        ("EXPECTED_SCORE", [[[2000]], [[0]]], "#VALUE!"),
        ("PERF_RATING", [[[0]], [[0]]], "#NUM!"),
        ("NEW_RATING", [[[2000]], [[0]], [[0]], [["fide"]]], 2000),
        ("CONVERT_RATING", [[[0]]], 2840),  # an Ingo number may be 0
        ("RATING_CLASS", [[[0]], [["rank-ladder"]]], "Commoner"),
        ("NEW_RATING", [[[2000]], [[None]], [[None]], [["fide"]]], 2000),
        ("DP_TABLE", [[["1e-999"]], [["elo-normal"]]], "#N/A"),
        ("GLICKO_RATING", [[[1500]], [[1e-200]], [[1500]], [[30]], [[1]]], "#NUM!"),
        ("WE_TABLE", [[[]]], "#VALUE!"),
        ("EXPLAIN_RATING", [[[""]], [[1900]], [[1]]], "EXPLAIN_RATING: rating is missing"),
        ("EXPLAIN_RATING", [None, [[1900]], [[1]]], "EXPLAIN_RATING: rating is missing"),
    ],
)
def test_cells_of_every_program(name: str, arguments: list[Any], cell: object) -> None:
    """One meaning in all of them: truth values, one empty cell, numbers too small to be any."""
    assert call(name, arguments)[0][0] == cell


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("PERF_RATING", [[2000, 0], [0.5, 0]], 2000),
        ("PERF_RATING", [[2000, "0"], 0.5], 2000),
        ("INITIAL_RATING", [[1902, 0, 1877, 1884, 2012, 1832], [1, 1, 1, 1, 0, 0], "fide"], 1922),
        ("EVENT_AVERAGE", [[2600, 2500, 0, 2400], [2, 2, 1, 1]], 2469),
        ("POOLED_RATING", [[2280, 2400, 2000, 0], [5, 10, 5, 5]], 2270),
        ("NEW_RATING", [2000, [2000, 0], [1, 1], "fide", 20], 2010),
        ("NEW_RATING", [[2000, 0], [[2000], [1900]], [[1], [1]], "fide", 20], [2010, None]),
        ("K_FACTOR", [[0, 2250]], [None, 17.5]),
        ("K_FACTOR", [2250, "fide", None, None, [0, 2400]], [20, 10]),
        ("EXPECTED_SCORE", [[2000, 0, 2100], [2000, 2000, 0]], [0.5, None, None]),
        ("WIN_DRAW_LOSS", [[0], [2600]], [[None] * 3]),
        ("ABSENCE_PENALTY", [[2350, 0]], [71, None]),
        ("RATING_FLOOR", [[0, 1800]], [None, 1600]),
        ("GLICKO_EXPECTED", [[0, 1500], 30, 1500, 30], [None, 0.5]),
        # Scales that hold a 0.
        ("NEW_RATING", [100, [0, 0], [0, 0], "ingo"], 50),
        ("LADDER_POINTS", [[0, 49], 1, 30], [1, 50]),
    ],
)
def test_no_rating_is_0(name: str, arguments: list[Any], result: object) -> None:
    """README: a rating of 0 counts as missing, in a range as in a cell: a link to an empty one."""
    found = all_functions()[name](*arguments)
    assert found == result
    columns = [np.array(one) if isinstance(one, list) else one for one in arguments]
    if name in ("K_FACTOR", "EXPECTED_SCORE") and len(arguments) < 3:
        found = list(all_functions()[name](*columns))
        assert [None if value != value else value for value in found] == result


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        # FIDE 8.3.3: 40 is the K of juniors and newcomers, and nobody is 0 years old.
        ("K_FACTOR", [[2200, 2200], "fide", 100, [0, 15]], [20, 40]),
        ("K_FACTOR", [[2200, 2200], "fide", [0, 99]], [40, 20]),  # no games yet is a fact
        ("NEW_RATING", [[2200, 2200], [2200, 2200], [1, 1], "fide", [0, 40], 99], [2210, 2220]),
        ("NEW_RATING", [2200, [2200, 2200], [1, 0], "fide", 20, None, None, None, [0, 0]], 2200),
        ("BONUS", [[1, 0, 3]], [30, None, 20]),
        ("BONUS", [[1, 1], "cxa-rapid", [2500, 2500], [0, 20]], [25, 50]),
        ("START_RATING", [["国际大师", 0]], [2250, None]),
        ("START_RATING", [["国家大师"] * 2, "cxa-rapid", [0, "f"]], [2450, 2250]),
        ("RATING_CLASS", [[1950, 0]], ["Amateur, class A", None]),
        ("CONVERT_RATING", [[2780, 0], "elo", "ingo"], [7.5, None]),
        ("CONVERT_RATING", [[80, 0], "ingo", "elo"], [2200, 2840]),  # an Ingo number may be 0
        # The average of the opponents + (50 - per cent).
        ("PERF_RATING", [[0, 0], [0, 0], "ingo"], 50),
    ],
)
def test_a_link_to_an_empty_cell_in_a_range(
    name: str, arguments: list[Any], result: object
) -> None:
    """README: what a single 0 means, a 0 in a range of a cell's arguments means."""
    columns = [[[one] for one in arg] if isinstance(arg, list) else arg for arg in arguments]
    wanted = [[one] for one in result] if isinstance(result, list) else [[result]]
    assert call(name, columns) == wanted


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("BONUS", [0]), ("START_RATING", [0]), ("RATING_CLASS", [0]), ("CONVERT_RATING", [0, "elo", "ingo"])],
)  # fmt: skip
def test_a_single_0_where_something_is_asked_for(name: str, arguments: list[Any]) -> None:
    """It is missing: #VALUE!, as an empty cell is."""
    with pytest.raises(MissingError, match=r"is 0, which is n"):
        all_functions()[name](*arguments)
    assert call(name, arguments) == [["#VALUE!"]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("EXPECTED_SCORE", [0, 100, "ingo"]), ("NEW_RATING", [0, [[100]], [[1]], "ingo"])],
)
def test_a_single_0_where_two_are_rated(name: str, arguments: list[Any]) -> None:
    """Promise: it is an empty cell even on a scale with a 0: what nobody typed is nobody's rating."""
    assert call(name, arguments) == [["#VALUE!"]]
    assert call(name, [50, *arguments[1:]]) != [["#VALUE!"]]


def test_a_truth_value_is_no_rating() -> None:
    """In Python neither True nor False; in cells programs count them as 1 and 0."""
    for value in (True, False):
        with pytest.raises(ArgumentError, match=f"opponent is {value}; a number is expected"):
            PERF_RATING([2000, value], [1, 0])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("RATING_CLASS", [20000]), ("CONVERT_RATING", [20000, "elo", "ingo"]),
        ("PERF_RATING", [[20000], [0.5]]), ("PERF_RATING", [[2000], [0.5], "fide", 20000]),
        ("INITIAL_RATING", [[99], [1], "fide"]), ("EVENT_AVERAGE", [[2600, -5], [1, 0]]),
        ("POOLED_RATING", [[9999], [5]]), ("K_FACTOR", [99999]), ("K_FACTOR", [-5]),
        ("NEW_RATING", [2000, [99999], [1]]), ("NEW_RATING", [99999, [2000], [1]]),
        ("EXPECTED_SCORE", [2000, 99999]), ("WIN_DRAW_LOSS", [[2000], [99999]]),
        ("RATING_FLOOR", [99999]), ("ABSENCE_PENALTY", [99999]),
        ("GLICKO_RATING", [1500, 50, [99999], [50], [1]]),
        ("GLICKO_EXPECTED", [1500, 30, 99999, 30]), ("RATING_INTERVAL", [99999, 30]),
        ("NEW_RATING", [501, [100], [1], "ingo"]),
    ],
)  # fmt: skip
def test_a_rating_that_nobody_can_have(name: str, arguments: list[Any]) -> None:
    """A typing error gives an error, as it does in an event, and no number."""
    with pytest.raises(NumberError, match=r"; a rating of [\w-]+ from -?[\d.]+ to \d+ is expected"):
        all_functions()[name](*arguments)
    assert call(name, arguments) == [["#NUM!"]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("PERF_RATING", [["1,900", "2,100"], [1, 0]]),
        ("K_FACTOR", ["2,345"]),
        ("NEW_RATING", [2000, [2000], [1], "fide", "+1,000"]),
    ],
)
def test_a_comma_that_may_part_thousands_is_no_decimal(name: str, arguments: list[Any]) -> None:
    """Exact or not at all: 2,345 may be 2345 or 2.345, in a cell as in a file."""
    with pytest.raises(ArgumentError, match=r"which may be .* write it without separators"):
        all_functions()[name](*arguments)
    assert call(name, arguments) == [["#VALUE!"]]


def test_a_comma_that_parts_decimals() -> None:
    """What cannot be thousands is read as people write it."""
    assert K_FACTOR("2250,5") == K_FACTOR(2250.5)
    assert exact("0,123") == exact("-0,123") * -1 == Decimal("0.123")
    assert exact("12,34") == Decimal("12.34") and exact("2345,678") == Decimal("2345.678")
    with pytest.raises(ArgumentError, match="'1900,2100', which may be two numbers; give a list"):
        exact("1900,2100")
    with pytest.raises(ArgumentError, match="rating of player 1 is '2,345', which may be 2345 or"):
        Player(1, rating="2,345")


def test_a_rule_file_that_changes_is_read_again(tmp_path: Path) -> None:
    """Promise: whoever edits a rule file of their own sees the new number at once."""
    source = Path(__file__).parents[1] / "xlrating" / "rulesets" / "elo.toml"
    own = tmp_path / "own.toml"
    text = source.read_text("utf-8")
    own.write_text(text, "utf-8")
    asked = [[[1500]], [[str(own)]]]
    assert call("K_FACTOR", asked) == [[30]]
    own.write_text(text.replace("\nk = 30\n", "\nk = 33\n", 1), "utf-8")
    os.utime(own, (time.time() + 5, time.time() + 5))
    assert call("K_FACTOR", asked) == [[33]]


def test_a_table_that_an_own_rule_file_includes_is_read_again(tmp_path: Path) -> None:
    """Promise: the same for the table beside it, in a folder whose name is like a file's."""
    folder = tmp_path / "fed.toml.d"
    folder.mkdir()
    rules = Path(__file__).parents[1] / "xlrating" / "rulesets"
    text = (rules / "elo.toml").read_text("utf-8")
    include = 'include = "tables/percentage_expectancy.toml"'
    assert include in text
    (folder / "own.toml").write_text(text.replace(include, 'include = "mine.toml"'), "utf-8")
    table = (rules / "tables" / "percentage_expectancy.toml").read_text("utf-8")
    (folder / "mine.toml").write_text(table, "utf-8")
    asked = [[[206]], [[str(folder / "own.toml")]]]
    assert call("WE_TABLE", asked) == [[0.76]]
    (folder / "mine.toml").write_text(table.replace("206", "205", 1), "utf-8")
    os.utime(folder / "mine.toml", (time.time() + 5, time.time() + 5))
    assert call("WE_TABLE", asked) == [[0.77]]
    own = (folder / "own.toml").read_text("utf-8")
    (folder / "own.toml").write_text(own.replace("\nk = 30\n", "\nk = 33\n", 1), "utf-8")
    os.utime(folder / "own.toml", (time.time() + 9, time.time() + 9))
    assert call("K_FACTOR", [[[1500]], asked[1]]) == [[33]]


@pytest.mark.parametrize("place", [1, 2])
def test_an_error_in_a_range_is_named(place: int) -> None:
    """Functions that answer in words name the cell that shows an error; others are an error."""
    table = [["No", "Name", "Rating", 1, 2], [1, "A", 2000, "*", 1], [2, "B", 1900, 0, "*"]]
    table[2][place], error = "#DIV/0!", "the cell shows the error #DIV/0!"
    ((said,),) = call("RATE_EVENT", [table, None, [["fide"]]])
    assert said.startswith(f"selected range, row 3, column {place + 1}: {error}")
    people, played = [row[:3] for row in table], [[1, 1, 2, "1-0"]]
    ((said,),) = call("RATE_EVENT", [people, played, [["fide"]]])
    assert said.startswith(f"players, row 3, column {place + 1}: {error}")
    people[2][place] = 1900
    ((said,),) = call("RATE_EVENT", [people, [[1, 1, 2, "#N/A"]], [["fide"]], None, [["ru"]]])
    assert said.startswith("партии, строка 1, столбец 4: в ячейке ошибка #N/A")
    games = [[2000], [1900]], [[1], ["#N/A"]]
    (((said, shown, _)),) = call("EXPLAIN_RATING", [[[2000]], *games, [["fide"]]])
    assert "'#N/A'" in said and shown == "#VALUE!"
    blank = [None] * 8
    (((said, *_),)) = call("EXPLAIN_RATING", [[[2000]], *games, [["nope"]], *blank, [["zh"]]])
    assert said.startswith("没有名为 'nope' 的规则")
    assert call("NEW_RATING", [[[2000]], *games, [["fide"]]]) == [["#VALUE!"]]


def test_format_and_play_offs_of_an_event() -> None:
    """RATE_EVENT: a format that is none is named, and 0 or no marks no play-off."""
    people = [[1, "A", 2400], [2, "B", 2300]]
    played = [[1, 1, 2, "½-½"]]
    for wrong in ("round robbin", 1):
        ((said,),) = call("RATE_EVENT", [people, played, [["fide"]], [[wrong]]])
        assert str(wrong) in said and "round-robin" in said
    head = ["round", "white", "black", "result", "playoff"]
    rated = [
        call("RATE_EVENT", [people, [head, [1, 1, 2, "1-0", mark]], [["cxa-rapid"]]])
        for mark in (None, 0, "no", False, "нет")
    ]
    assert all(table == rated[0] for table in rated)
    assert len(rated[0]) == 3


def column(cells: list[Any], height: int = 1_048_576) -> tuple[tuple[Any, ...], ...]:
    """A column of a sheet to its end."""
    return (*((cell,) for cell in cells), *[("",)] * (height - len(cells)))


def test_whole_columns_end_with_their_last_cell() -> None:
    """Promise: the blank end of whole columns is neither read nor answered."""
    ratings, scores = column([1900, "", 2100]), column([1, 1, 0.5])
    assert call("NEW_RATING", [2000, ratings, scores, "fide"]) == [[2010]]
    assert call("WE_TABLE", [column([200, "", -200])]) == [[0.76], [None], [0.24]]
    assert call("EXPECTED_SCORE", [column([2000]), column([2000, 2100, 2200])]) == [
        [0.5], [None], [None],
    ]  # fmt: skip
    # A program repeats a single row in all others, where it would be the value of nobody.
    assert call("WE_TABLE", [column([200])]) == [[0.76], [None]]
    assert call("WE_TABLE", [column([])]) == [[None], [None]]
    players = tuple((*row, "", "") for row in column([1, 2]))
    players = ((1, "A", 2000), (2, "B", 2000), *players[2:])
    games = ((1, 1, 2, "1-0"), *(("", "", "", ""),) * 1_048_575)
    table = call("RATE_EVENT", [players, games, "fide"])
    assert [row[1] for row in table[1:]] == ["A", "B"]


def test_columns_that_are_not_whole_keep_their_height() -> None:
    """A result stands beside its arguments; columns of unequal height are refused as ever."""
    for height in (2, 9, 10_000):
        assert len(call("WE_TABLE", [column([200], height)])) == height
    assert call("NEW_RATING", [2000, column([1900]), column([1], 100), "fide"]) == [["#VALUE!"]]


def test_blanks_among_thousands_of_rows_are_no_rounds() -> None:
    """Promise: games stand anywhere in a long column; only they count."""
    cells = [1900 if row % 4000 == 0 else "" for row in range(100_000)]
    scores = [1 if cell else "" for cell in cells]
    near = [[cell] for cell in cells if cell]
    for name, own in (("NEW_RATING", [2000]), ("PERF_RATING", [])):
        expected = call(name, [*own, near, [[1]] * len(near), "fide"])
        assert call(name, [*own, column(cells), column(scores), "fide"]) == expected
    rds, near_rds = column([50 if cell else "" for cell in cells]), [[50]] * len(near)
    expected = call("GLICKO_RATING", [1500, 30, near, near_rds, [[1]] * len(near)])
    assert call("GLICKO_RATING", [1500, 30, column(cells), rds, column(scores)]) == expected


def test_only_tables_are_read_in_steps() -> None:
    """Promise: numbers that lie close together are taken for one only where a printed table does."""
    models = {name: load(name).percentage for name in available()}
    for name, rule in models.items():
        if rule is not None:
            assert dp_steps(load(name), {}) == (200 if rule.model == "table" else 0)
    for name in ("fide", "elo-normal"):
        assert we_steps(load(name), {}) == (name == "fide")


@pytest.mark.parametrize(
    "opponents", [[[1500]], [[1500], [1600], [1700]]], ids=["too few", "too many"]
)
def test_a_row_of_opponents_for_each_rating(opponents: list[list[int]]) -> None:
    """Promise: rows that do not fit the ratings are refused with both numbers, none is left out."""
    scores = [[1] for _ in opponents]
    with pytest.raises(ArgumentError, match=f"has {len(opponents)} rows; 2 are expected"):
        NEW_RATING([1500, 1600], opponents, scores)


def test_the_bound_of_a_first_performance_counts() -> None:
    """China Pro: a first performance below the bound is void, the bound itself is not."""
    bound = load("china-pro").need(Initial).void_below
    assert bound is not None
    assert POOLED_RATING([bound], [30], "china-pro") == bound
    with pytest.raises(NotKnownError):
        POOLED_RATING([bound - 1], [30], "china-pro")
