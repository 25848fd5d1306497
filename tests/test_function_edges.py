"""What the worksheet functions give at the edges of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from test_selected import TABLE

from xlrating.engine.errors import ArgumentError, RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.problem import make_error
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Expectancy
from xlrating.engine.terms.curve_columns import shares_of
from xlrating.functions import (
    EXPECTED_SCORE,
    EXPLAIN_RATING,
    NEW_RATING,
    RATE_EVENT,
    RATING_CLASS,
    RATING_DEVIATION,
    RATING_INTERVAL,
    WE_TABLE,
    WIN_DRAW_LOSS,
    all_functions,
    cells,
    columns,
    steps,
)
from xlrating.functions.arguments import is_lasting
from xlrating.functions.entered import games_in
from xlrating.functions.help import in_words
from xlrating.functions.ratings import _rounds_of_games
from xlrating.functions.selected import with_rounds

#: Higher than what a program leaves blank at the end of a range that somebody selects.
HEIGHT = cells.OPEN_END + 3


def _steps(function: Callable[..., int], reference: str, **values: object) -> int:
    return function(load(reference), values)


def _shares(**parts: object) -> Any:
    """The shares on the logistic curve with some keys of its section changed."""
    rule = load("elo:model=logistic").need(Expectancy)
    return shares_of(np.array([200.0]), changed(rule, **parts), float)


def _filled(*rows: int) -> list[object]:
    """What a tall column gives of which only these rows are filled: how high it is."""
    column: list[tuple[object]] = [("",)] * HEIGHT
    for row in rows:
        column[row] = (200,)
    return [len(cells.call("WE_TABLE", [tuple(column)]))]


def _refusal(name: str, *arguments: object) -> str:
    """The key of the reason why a function gives nothing."""
    with pytest.raises(RatingError) as caught:
        cells._called(name, arguments)
    return caught.value.problem.key if caught.value.problem else ""


def _message(ask: Callable[[], object]) -> str:
    with pytest.raises(RatingError) as caught:
        ask()
    return str(caught.value)


def _k_of(day: str) -> list[object]:
    return [row[6] for row in RATE_EVENT(TABLE, None, "fide", day=day)[1:]]


def _helped(heading: str) -> tuple[Game, ...]:
    """The games of a template with one more column behind its messages."""
    heads = ["round", "white", "black", "result", "Problem", heading]
    game = [1, 1, 2, "1-0", "", "0-1"]
    return games_in([heads, game], [Player(1, "A"), Player(2, "B")], 1, "en", ())


def _few(rounds: int) -> object:
    """The rounds of an event with games of two, or the key of the reason."""
    people = (Player(1, "A"), Player(2, "B"))
    try:
        return with_rounds(
            Event(people, (Game(1, 1, 2, "1-0"), Game(2, 2, 1, "1-0"))), rounds
        ).rounds
    except ArgumentError as error:
        return error.problem.key


#: What is promised, what is asked, and the answer.
EDGES: dict[str, tuple[Callable[[], object], object]] = {
    "whole points are steps of a table beside a whole opponent only": (
        lambda: [_steps(steps.pairing_steps, "fide", opponent=one) for one in (1800, 1800.5)],
        [1, 0],
    ),
    "with colours, each point has its own expectation": (
        lambda: _steps(steps.pairing_steps, "nevzorov", opponent=1800), 0,
    ),
    "K has steps where a table of whole points gives it": (
        lambda: [_steps(steps.k_steps, name, opponent=None) for name in ("fide", "dwz", "uscf")],
        [1, 0, 0],
    ),
    "the day of a selected crosstable picks the edition": (
        lambda: [_k_of(day) for day in ("2012-01-01", "2025-01-01")], [[15] * 3, [20] * 3],
    ),
    "one round is not enough for games of two": (
        lambda: [_few(rounds) for rounds in (0, 1, 2, 3)], [0, "read_few_rounds", 2, 3],
    ),
    "a range of two blank cells has nobody in it": (
        lambda: [len(RATE_EVENT([[None, ""]], [[None, ""]], "fide"))], [2],
    ),
    "the index counts in a range as in a file: with one event E is at most 5, else 25 here": (
        lambda: [
            RATE_EVENT(
                [["Name", "Rating", "Index", "Year of birth"], ["A", 1800, index, 1990],
                 ["B", 1800, 30, 1990]],
                [[1, 1, 2, "1-0"]], "dwz", day="2025-01-01",
            )[1][6] for index in (1, 20)
        ],
        [800 / 6, 800 / 26],
    ),
    "a column whose last cell is filled is as high as it was given": (
        lambda: [_filled(0, HEIGHT - 1), _filled(0, HEIGHT - 2), _filled(0)],
        [[HEIGHT], [HEIGHT], [2]],
    ),
    "a column ends with its last cell where more rows than these are blank": (
        lambda: [
            len(cells.call("WE_TABLE", [((200,), (100,), *[("",)] * blank)]))
            for blank in (cells.OPEN_END, cells.OPEN_END + 1)
        ],
        [cells.OPEN_END + 2, 2],
    ),
    "blanks of every kind end a column": (
        lambda: len(cells.call("WE_TABLE", [((200,), *[(None,)] * 5, *[("",)] * HEIGHT)])), 2,
    ),
    "two tables of unequal height end each with its own last row": (
        lambda: len(
            cells.call(
                "RATE_EVENT",
                [
                    (("1", "A", 2000), ("2", "B", 2000), *[("", "", "")] * HEIGHT),
                    ((1, 1, 2, "1-0"), *[("",) * 4] * (HEIGHT + 9)), "fide",
                ],
            )
        ),
        3,
    ),
    "a single 0 is a number where one may be, and nobody's rating": (
        lambda: [
            cells.call("WE_TABLE", [0]), cells.call("NEW_RATING", [0, [[2000]], [[1]], "fide"]),
            cells.call("LADDER_POINTS", [49, 0, 30]),
        ],
        [[[0.5]], [["#VALUE!"]], [[48]]],
    ),
    "a score of 0 in a range is one": (
        lambda: cells.call("NEW_RATING", [2000, [[2000], [2000]], [[1], [0]], "fide", 20]), [[2000]],
    ),
    "numbers of cells have 64 bits, those of regulations fewer": (
        lambda: [_refusal("WE_TABLE", 2**bits) for bits in (63, 64)], ["number_large", "fn_digits"],
    ),
    "a rule file of a network is not asked for": (
        lambda: [_refusal("WE_TABLE", 200, name) for name in (r"\\host\own.toml", " //host/own.toml")],
        ["fn_share"] * 2,
    ),
    "a column on a curve is read at once where its scale is a whole number above 0": (
        lambda: [
            _shares(**one) is None
            for one in ({}, {"scale": 0}, {"scale": 400.5}, {"scale": 10**9}, {"model": "table"})
        ],
        [False, True, True, True, True],
    ),
    "a game to come says how many rounds there are, if both players are known": (
        lambda: [
            RATE_EVENT(
                [["Name", "Rating"], ["A", 2200], ["B", 2250]],
                [[1, 1, 2, "1-0"], [9, 1, other, ""]], "malaysia",
            )[1][7]
            for other in (2, 3)
        ],
        [5.7, 14.25],
    ),
    "the games of a template name each player twice, by number and by name": (
        lambda: RATE_EVENT(
            [["No", "Name", "Rating"], [1, "A", 2000], [2, "B", 2000]],
            [["Round", "White no.", "White", "Black no.", "Black", "Result"], [1, 1, "A", 2, "B", "1-0"]],
            "elo",
        )[1][7:9],
        [15, 2015],
    ),
    "games after the last round are play-offs": (
        lambda: [
            (game.playoff, game.result.code) for game in games_in(
                [[1, 1, 2, "1-0"], [1, 1, 2, None], [2, 1, 2, "1-0"]],
                [Player(1, "A"), Player(2, "B")], 1, "en", (),
            )
        ],
        [(False, "1-0"), (False, ""), (True, "1-0")],
    ),
    "behind the messages of a template a column is passed over only if it has no heading": (
        lambda: [len(_helped("")), _message(lambda: _helped("time control")).partition(",")[0]],
        [1, "games: xlrating does not know the column time control"],
    ),
    "the game that lacks a colour is named": (
        lambda: _message(lambda: NEW_RATING(2000, [2000] * 2, [1, 1], "nevzorov", 20, colours=["w", ""])),
        "game 2 has no colour; give w or b",
    ),
    "a reason without a text of its own is told as it is": (
        lambda: in_words(RatingError("odd"), "zh"), "odd",
    ),
    "shares that are not rounded half up are left to the engine": (
        lambda: [
            _shares(places=3, rounding=rounding) is None for rounding in ("half up", "floor")
        ],
        [False, True],
    ),
    "of nine games two are the last ones, and no round is to come": (
        lambda: _rounds_of_games([2000] * 9, [1] * 9, 2, load("malaysia")), ([*range(1, 10)], 9),
    ),
    "rules without probabilities of results are refused, whatever the cells hold": (
        lambda: [_refusal("WIN_DRAW_LOSS", [[one]], [[one]], "elo") for one in (2000, None)],
        ["rules_lack"] * 2,
    ),
    "columns of opponents and scores are of one length": (
        lambda: _message(lambda: NEW_RATING(2000, pd.Series([[2000]] * 2), pd.Series([[1]] * 3), "fide", 20)),
        "NEW_RATING: ranges of unequal size (opponents 2, scores 3)",
    ),
    "rows of a range are counted with its headings": (
        lambda: [
            _message(partial(RATE_EVENT, rows, [[1, 1, 2, "1-0"]], "elo")).partition(": ")[0]
            for rows in ([["Name", "Rating"], ["A", 2000], ["B", "x"]], [[1, "A", 2000], [2, "B", "x"]])
        ],
        ["players, row 3, column 2", "players, row 2, column 3"],
    ),
    "arguments are called as the program shows them": (
        lambda: [
            in_words(make_error(ArgumentError, "number_expected", what=what, found="x"), "zh")
            for what in ("rating", "peek")
        ],
        ["等级分为 x；应为数字", "peek 为 x；应为数字"],
    ),
    "Glicko-2, step 6: sqrt(phi^2 + sigma^2) of 50 / 173.7178 and 0.1, or 0.06 of a new player": (
        lambda: [
            round(float(RATING_DEVIATION(50, 1, "glicko2", own)), 2) for own in (0.1, None)
        ],
        [52.93, 51.07],
    ),
    "the average of a round robin needs the points of everybody who is there": (
        lambda: _refusal("EVENT_AVERAGE", [[2600], [2500]], [[2], [None]]), "fn_points",
    ),
    "a column has steps for its own argument alone, and none under rules that there are not": (
        lambda: [
            all_functions()["WE_TABLE"].steps_of(name, {"ruleset": rules})
            for name, rules in (("difference", "fide"), ("ruleset", "fide"), ("difference", "none"))
        ],
        [1, 0, 0],
    ),
    "a performance needs a game": (lambda: _refusal("PERF_RATING", [[None]], [[None]], "fide"), "fn_no_game"),
    "two games without a point are 2 x 0.5 less than expected, times K": (
        lambda: cells.call("NEW_RATING", [2000, [[2000], [2000]], 0, "fide", 20]), [[1980]],
    ),
    "K of a game needs its result": (
        lambda: [
            _refusal("K_FACTOR", 2250, "malaysia", *[None] * 3, 2050, score) for score in (None, "", 0.7)
        ],
        ["fn_missing", "fn_missing", "score_of_game"],
    ),
    "eight games are no nine": (
        lambda: _refusal("POOLED_RATING", [[2400]], [[8]], "china-pro:publication=9 games"), "fn_first",
    ),
    "nine are": (
        lambda: cells.call("POOLED_RATING", [[[2400]], [[9]], "china-pro:publication=9 games"]), [[2400]],
    ),
    "so does a first rating": (lambda: _refusal("INITIAL_RATING", [[None]], [[None]], "fide"), "fn_no_game"),
    "two columns hang on their difference alone where the rules say so, and no others": (
        lambda: [
            all_functions()[name].bounds_of_pairs(columns, {"ruleset": "fide"}) is None
            for name, columns in (("EXPECTED_SCORE", ("rating", "opponent")), ("K_FACTOR", ("rating", "games")))
        ],
        [False, True],
    ),
    "rows without cells have no results": (lambda: WE_TABLE([[], []]), [[], []]),
    "help shows what may be left out, and what stands for it": (
        lambda: str(signature(WE_TABLE)), "(difference, ruleset='elo')",
    ),
    "what always gives the same": (
        lambda: [is_lasting(one) for one in ((1, "fide"), ([1],), ("own.toml",), ())],
        [True, False, False, True],
    ),
    "games that are a link to an empty cell are not given": (
        lambda: [RATE_EVENT(TABLE, empty, "fide") == RATE_EVENT(TABLE, None, "fide")
                 for empty in ([[None]], [[""]])],
        [True, True],
    ),
    "an interval has two ends, of nobody, too": (
        lambda: RATING_INTERVAL(pd.Series([], dtype=float), pd.Series([], dtype=float)).shape, (0, 2),
    ),
    "a name that is a number has no decimals": (
        lambda: RATE_EVENT(
            [["No", "Name", "Rating"], [1, 5.0, 1500], [2, 6.5, 1900]],
            [["Round", "White", "Black", "Result"], [1, 1, 2, "1-0"]], "elo",
        )[1][1], "5",
    ),
    "a column of one value beside two others has two results": (
        lambda: EXPECTED_SCORE(np.array([2000]), [1900, 2000]).tolist(), [0.64, 0.5],
    ),
    "a long column on a curve keeps its labels": (
        lambda: WE_TABLE(pd.Series(np.arange(3000) * 0.37, range(7, 3007)), "elo:model=logistic").index[0], 7,
    ),
    "a game in each row has the three results in each": (
        lambda: WIN_DRAW_LOSS(pl.Series([[1500], [1600]]), pl.Series([[1400], [1600]])).shape, (2, 3),
    ),
    "without last rounds the first game is that of round 1": (
        lambda: EXPLAIN_RATING(2000, [2100], [1], "malaysia")[0][0].partition(",")[0], "Round 1",
    ),
    "a blank among texts is a blank": (
        lambda: RATING_CLASS(pd.Series([2400.0, None]), "rank-ladder").tolist(),
        ["Palace attendant", None],
    ),
}  # fmt: skip


def _kinds(values: Any, step: int = 0) -> Any:
    """The numbers of the kinds, and the kind of each cell; None where each cell is asked for."""
    found = columns.kinds_of(values, step)
    return None if found is None else ([*found.numbers], [*found.of])


def _pairs(one: list[Any], other: list[Any], *bounds: int) -> object:
    """The kind of each row of two columns."""
    found = columns.pairs_of(np.array(one), np.array(other), [*map(Decimal, bounds)])
    return None if found is None else [*found[2]]


NAN = float("nan")
FEW = np.arange(columns._FEW) * 10

#: Columns, whole or in steps of a table, with their kinds.
KINDS: dict[str, tuple[Callable[[], object], object]] = {
    "a table is no column": (lambda: _kinds(np.array([[1]])), None),
    "truth values are no numbers": (lambda: _kinds(np.array([True, False])), None),
    "numbers of more digits than are calculated with": (
        lambda: _kinds(np.array([1, 2], dtype=np.longdouble)),
        None,
    ),
    "whole numbers up to the largest": (
        lambda: _kinds(np.array([2**63 - 1, 0, 0])),
        ([0, 2**63 - 1], [1, 0, 0]),
    ),
    "one that is larger": (lambda: _kinds(np.array([2**63], dtype=np.uint64)), None),
    "nothing": (lambda: _kinds(np.array([], dtype=np.int64)), ([], [])),
    "larger than any number of a regulation": (lambda: _kinds(np.array([1e12])), None),
    "not so large": (
        lambda: _kinds(np.array([1e12 - 1, -1e12 + 1])),
        ([1 - 1e12, 1e12 - 1], [1, 0]),
    ),
    "infinity": (lambda: _kinds(np.array([1, np.inf])), None),
    "blanks are a kind of their own": (
        lambda: _kinds(np.array([NAN, 1, NAN])),
        ([1, None], [1, 0, 1]),
    ),
    "blanks of pandas": (
        lambda: _kinds(pd.Series([None, 2, 1], dtype="Int64")),
        ([1, 2, None], [2, 1, 0]),
    ),
    "four decimals": (
        lambda: _kinds(np.array([1.0001, 1.0002, 1.0001])),
        ([1.0001, 1.0002], [0, 1, 0]),
    ),
    "five decimals": (lambda: _kinds(np.array([1.00001, 1.00001])), None),
    "decimals that come late": (
        lambda: _kinds(np.array([*[2.0] * columns._FEW, 2.25]))[0],
        [2, 2.25],
    ),
    "far apart": (
        lambda: _kinds(np.array([-(2**22), 2**22, 0, 2**22])),
        ([-(2**22), 0, 2**22], [0, 2, 1, 2]),
    ),
    "a thousand kinds": (lambda: _kinds(FEW), ([*FEW], [*range(columns._FEW)])),
    "a thousand and one": (lambda: _kinds(np.append(FEW, 5)), None),
    "one in five of a long column": (lambda: _kinds(np.repeat(np.append(FEW, 5), 5))[1][-1], 1),
    "between two bounds": (
        lambda: _kinds(np.array([0.2, 0.9, 1, 1.1, -0.5]), 1)[1],
        [1, 1, 2, 3, 0],
    ),
    "as near to a bound as makes no difference": (
        lambda: len(_kinds(np.array([1 + 1e-12, 1 - 1e-12, 1, 0.5]), 1)[0]),
        4,
    ),
    "pairs as far apart": (lambda: _pairs([5, 6, 7], [3, 4, 4]), [0, 0, 1]),
    "pairs on either side of a bound, and on it": (
        lambda: _pairs([9, 10, 11, 12], [8, 9, 10, 11], 10),
        [0, 1, 2, 3],
    ),
    "pairs of which one is blank": (lambda: _pairs([NAN, 5, 5, 5], [3, NAN, 3, 3]), [2, 0, 1, 1]),
    "pairs of a thousand and one kinds": (
        lambda: _pairs([*np.append(FEW, 5)], [0] * (columns._FEW + 1)),
        None,
    ),
    "columns of unequal length": (lambda: _pairs([5, 6], [5]), None),
    "a number larger than ratings are": (lambda: _pairs([1e6], [5.0]), None),
    "pairs with decimals": (lambda: _pairs([5.5, 6.25], [4.5, 5.25]), [0, 0]),
    "pairs with more decimals than ratings have": (lambda: _pairs([5.00001], [4.5]), None),
}


@pytest.mark.parametrize("what", KINDS)
def test_kinds_of_cells(what: str) -> None:
    """Promise: of a long column a function is asked once for each kind of cell, and cells that may
    differ are never of one kind."""
    asked, expected = KINDS[what]
    assert asked() == expected


@pytest.mark.parametrize("promise", EDGES)
def test_edges(promise: str) -> None:
    """Promise: what each line of the table says."""
    asked, expected = EDGES[promise]
    assert asked() == expected


@pytest.mark.parametrize("rounds", [1, 2])
def test_fewer_rounds_than_the_table_has(rounds: int) -> None:
    """Promise: a crosstable of three rounds is that of no shorter event."""
    with pytest.raises(RatingError, match=f"{rounds}"):
        RATE_EVENT(TABLE, None, "fide", rounds=rounds)


def _asked(*arguments: Any, **named: Any) -> object:
    """What NEW_RATING gives, or the key of the reason why it gives nothing."""
    try:
        return NEW_RATING(*arguments, **named)
    except RatingError as error:
        return error.problem.key if error.problem else str(error)


@pytest.mark.parametrize(
    ("arguments", "named", "found"),
    [
        ((2000, [2000], [1], "fide", 20), {}, 2010),
        ((2000, [2000], [1]), {"ruleset": "fide", "k": 20}, 2010),
        ((2000, [2000], [1], None, 20), {}, 2010),
        ((2000, [2000], [1], "", 20), {}, 2010),
        ((2000, [[2000]], [[1]], [["fide"]], [[20]]), {}, 2010),
        (([[2000]], [2000], [1], "fide", 20), {}, 2010),
        ((2000, [[None]], [[None]], [[None]], [[""]]), {}, 2000),
        ((2000, [2000], [1], "fide", *[None] * 40), {}, "fn_many"),
        ((2000, [2000], [1]), {"rules": "fide"}, "fn_unexpected"),
        ((2000, [2000], [1]), {"rating": 2100}, "fn_unexpected"),
        ((2000, [2000]), {}, "fn_missing"),
        ((2000, [2000, 1900], [1, 1, 1]), {}, "fn_scores"),
        ((2000, [2000, 2000], [1]), {}, 2000),
        ((2000, [2000, 1900], [1, None], "fide", 20), {}, 2010),
        ((2000, [2000, 2000], [1, 1, 1], "nevzorov", 20), {"colours": ["w", "b"]}, "fn_scores"),
        ((2000, [2000] * 3, [1, 1], "nevzorov", 20), {"colours": ["w", "b", "w"]}, "fn_scores"),
        ((2000, [2000, 2000], [1], "nevzorov", 20), {"colours": ["w", "b"]}, 2000),
        ((2000, [2000, 2000], [3]), {}, "fn_total"),
        ((2000, [2000, 2000], [0.25]), {}, "fn_total"),
        ((2000, [2000, 2000], [0.7, 1]), {}, "score_of_game"),
        ((2000, [2000, 10_000], [1, 1]), {}, "fn_rating"),
        ((None, [2000], [1]), {}, "fn_missing"),
        ((2000, [2000], [1], ["fide", "elo"]), {}, "fn_range"),
    ],
)
def test_arguments(arguments: tuple[Any, ...], named: dict[str, Any], found: object) -> None:
    """Promise: arguments are known by place or name, one cell is its value, and what is left out,
    too much or unknown is said."""
    assert _asked(*arguments, **named) == found


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [
        ("WE_TABLE", [(("Difference",), (200,))], [[None], [0.76]]),
        ("WE_TABLE", [(("Difference", 200),)], [[None, 0.76]]),
        ("WE_TABLE", [(("?",), (200,))], [["#VALUE!"], [0.76]]),
        ("WE_TABLE", [(("A1",), (200,))], [["#VALUE!"], [0.76]]),
        ("WE_TABLE", [(("差",), (200,))], [[None], [0.76]]),
        ("EXPECTED_SCORE", [(("A",), (2000,)), (("B",), (2000,))], [[None], [0.5]]),
        ("EXPECTED_SCORE", [(("A",), (2000,)), ((2000,), (2000,))], [["#VALUE!"], [0.5]]),
        ("NEW_RATING", [2000, (("Opp.",), (2000,)), (("Score",), (1,)), "fide", 20], [[2010]]),
        ("START_RATING", [(("Title",), ("国际大师",))], [["#N/A"], [2250]]),
    ],
)
def test_a_heading_above_a_column(name: str, arguments: list[Any], found: object) -> None:
    """Promise: columns that are selected with their headings are calculated without them."""
    assert cells.call(name, arguments) == found
