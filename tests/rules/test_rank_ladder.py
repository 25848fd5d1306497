"""`rank-ladder` against the lines after clause 1.46 of the Chinese professional rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_numbers import vectors

from xlrating.cli.tables import csv_text, terminal_table
from xlrating.engine.errors import NotKnownError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.sentences import sentences
from xlrating.federation.list_table import list_table
from xlrating.federation.next_list import next_list
from xlrating.federation.submissions import Submission
from xlrating.functions import (
    BONUS,
    K_FACTOR,
    LADDER_POINTS,
    NEW_RATING,
    RATING_CLASS,
    START_RATING,
    cells,
)

RULES = "rank-ladder"
VECTORS = vectors("rank_ladder.json")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["inputs"]["rank"])
def test_vector(vector: dict[str, Any]) -> None:
    """草民=0 ... 王=50000: each rank begins at its number and not one point before."""
    rank, least = vector["inputs"]["rank"], vector["expected"]
    assert vector["tolerance"] == 0
    assert [int(c.least) for c in load(RULES).classes if c.names["zh"] == rank] == [least]
    assert RATING_CLASS(least, RULES, "zh") == rank
    if least:
        assert RATING_CLASS(least - 1, RULES, "zh") != rank


def test_thirteen_ranks_in_three_languages() -> None:
    """The list is complete, and every rank has a name of its own in each language."""
    classes = load(RULES).classes
    assert len(classes) == 13
    for language in ("en", "zh", "ru"):
        assert len({c.names[language] for c in classes}) == 13


@pytest.mark.parametrize(
    ("score", "moves", "gain"),
    [(1, 11, 1), (1, None, 1), (1, 10, 0), (1, 0, 0), (0, 11, -1), (0, 10, -1), (0.5, 5, 0)],
)
def test_points(score: float, moves: int | None, gain: int) -> None:
    """赢方得1分,输方得-1分。10步内结束,赢方不得分; a draw, not mentioned, gives nothing."""
    assert LADDER_POINTS(100, score, moves) == 100 + gain


def test_options() -> None:
    """The readings that can be chosen: loser of a short game, what 10步内 is, below 0."""
    assert LADDER_POINTS(100, 0, 10, RULES + ":short_loss=keeps") == 100
    assert LADDER_POINTS(100, 1, 10, RULES + ":within=9") == 101
    assert LADDER_POINTS(100, 1, 9, RULES + ":within=9") == 100
    assert LADDER_POINTS(0, 0) == 0
    assert LADDER_POINTS(0, 0, None, RULES + ":floor=none") == -1
    with pytest.raises(NotKnownError):
        RATING_CLASS(-1, RULES + ":floor=none")


def test_columns() -> None:
    """A column of points, scores and moves gives a column."""
    assert LADDER_POINTS([49, 49, 1], [1, 1, 0], [40, 8, 8]) == [50, 49, 0]


def test_event_in_order_of_rounds() -> None:
    """计分方法 over an event: +1, -1, no point for a short win, never below 草民=0."""
    players = (Player(1, "A", Decimal(49)), Player(2, "B", Decimal(1)), Player(3, "C"))
    lines = [
        (1, 1, 2, "1-0", 30),  # A 50, B 0
        (2, 2, 1, "1-0", 10),  # short: B stays at 0, A 49
        (3, 1, 3, "1-0", None),  # A 50; C, new, begins and stays at 0
        (4, 2, 3, "0-1", 50),  # C 1, B stays at 0
        (5, 1, 2, "½-½", 12),  # nothing
        (6, 2, 3, "1-0 F", None),  # no game
    ]
    games = tuple(Game(r, w, b, read_result(x), moves=m) for r, w, b, x, m in reversed(lines))
    event = Event(players, games)
    report = rate(event, RULES)
    assert [line.n for line in report.lines] == [4, 4, 2]
    assert [line.change for line in report.lines] == [1, -1, 1]
    assert [line.new for line in report.lines] == [50, 0, 1]
    assert [game.change for game in report.lines[0].games] == [1, -1, 1, 0]
    told = [(item.text, item.clause) for item in sentences(report.lines[0], "zh")]
    assert told[0] == ("第 1 轮，1-0，30 步：1 分，49 变为 50", "计分方法")
    assert told[-1] == ("50 分，官阶：县丞", "县丞=50")
    assert "step_floor" in [step.key for step in report.lines[1].steps]
    kept = rate(event, RULES + ":short_loss=keeps,floor=none")
    assert [line.new for line in kept.lines] == [51, -1, 0]


def test_a_game_of_no_moves_is_short() -> None:
    """10步内结束: 0 moves are within 10; a game of nobody knows how many is not."""
    event = Event((Player(1, "A", Decimal(5)), Player(2, "B", Decimal(5))), ())
    for moves, points, key in ((0, 5, "step_ladder_moves"), (None, 6, "step_ladder")):
        played = replace(event, games=(Game(1, 1, 2, read_result("1-0"), moves=moves),))
        line = rate(played, RULES).lines[0]
        assert line.new == points and line.steps[0].key == key
    # The same from the cells of a spreadsheet, where 0 often stands for an empty cell.
    assert cells.call("LADDER_POINTS", [[[5]], [[1]], [[0]]]) == [[5]]
    people = [[1, "A", 5], [2, "B", 5]]
    for moves, points in ((0, 5), (None, 6)):
        games = [["Round", "White", "Black", "Result", "Moves"], [1, 1, 2, "1-0", moves]]
        head, first, _ = cells.call("RATE_EVENT", [people, games, [[RULES]]])
        assert first[head.index("New points")] == points


def test_rank_and_points_in_every_table() -> None:
    """大将军=40000: points before and after, and the rank, on screen, in CSV and in the list."""
    event = Event(
        (Player(1, "A", Decimal(39999)), Player(2, "B")), (Game(1, 1, 2, read_result("1-0")),)
    )
    report = rate(event, RULES)
    assert csv_text(report, "zh").splitlines()[1].endswith(",40000,,大将军")
    head, first = terminal_table(report, "zh").splitlines()[2:4]
    assert "官阶" in head and "积分" in head and "等级分" not in head and "大将军" in first
    other = replace(event, players=(Player(1, "A", Decimal(1999)), Player(2, "B")))
    assert csv_text(rate(other, "elo")).splitlines()[0].endswith("Performance")
    assert report.to_dict()["players"][0]["rank"] == {
        "en": "General-in-chief", "zh": "大将军", "ru": "главнокомандующий",
    }  # fmt: skip
    found = next_list(
        (Player(1, "A", Decimal(39999), id="1"), Player(2, "B", id="2")),
        [Submission("cup.csv", event)],
        RULES,
    )
    keys, heads, rows = list_table(found, "zh")
    assert heads[keys.index("rating")] == "积分" and heads[keys.index("rank")] == "官阶"
    assert rows[0][keys.index("rating")] == 40000 and rows[0][keys.index("rank")] == "大将军"


def test_season() -> None:
    """The points go on from event to event, as one period or one after the other."""
    win = (Game(1, 1, 2, read_result("1-0")),)
    first = Event((Player(1, "A", Decimal(39999)), Player(2, "B", Decimal(1))), win)
    alone = rate(first, RULES).players()
    assert [player.rating for player in alone] == [40000, 0]
    after = rate(Event(alone, win), RULES)
    assert [line.new for line in after.lines] == [40001, 0]
    assert [line.new for line in rate([first, Event(alone, win)], RULES).lines] == [40001, 0]


def test_no_rating() -> None:
    """The ladder has no K, start rating or bonus, and no opponents' ratings; others no ladder."""
    calls: list[Callable[[], object]] = [
        lambda: NEW_RATING(100, [100], [1], RULES),
        lambda: K_FACTOR(100, RULES),
        lambda: START_RATING("王", RULES),
        lambda: BONUS(1, RULES),
        lambda: LADDER_POINTS(100, 1, 20, "fide"),
    ]
    for call in calls:
        with pytest.raises(NotKnownError):
            call()
    with pytest.raises(NotKnownError, match="LADDER_POINTS"):
        NEW_RATING(100, [100], [1], RULES)


@given(st.integers(0, 60000), st.one_of(st.none(), st.integers(0, 200)))
def test_properties(points: int, moves: int | None) -> None:
    """Points never fall when the result improves, never below 0, and change by at most 1."""
    found = [LADDER_POINTS(points, score, moves) for score in (0, 0.5, 1)]
    assert found == sorted(found)
    assert min(found) >= 0
    assert all(abs(after - points) <= 1 for after in found)


def test_the_floor_is_named_where_it_held_something() -> None:
    """A loss below 0 is named, a whole one or half of it; a short loss that costs nothing is not."""
    for points, moves, rules, named in (
        (0, 10, RULES + ":short_loss=keeps", False),
        (0, 30, RULES + ":short_loss=keeps", True),
        (0, 10, RULES, True),
        ("0.5", 30, RULES, True),
        (1, 30, RULES, False),
        (0, 30, RULES + ":floor=none", False),
    ):
        players = (Player(1, "A", Decimal(5)), Player(2, "B", Decimal(points)))
        event = Event(players, (Game(1, 1, 2, read_result("1-0"), moves=moves),))
        steps = [step.key for step in rate(event, rules).lines[1].steps]
        assert ("step_floor" in steps) is named, (points, moves, rules)
