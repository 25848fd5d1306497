"""First ratings over the events of a period, by columns as by the engine: FIDE 7.1.4."""

from __future__ import annotations

from typing import Any

import pytest
from pandas.testing import assert_frame_equal

from bulk.test_against_engine import by_engine
from xlrating.bulk import rate_period
from xlrating.engine.rules.frozen import changed
from xlrating.engine.rules.ruleset import load

RULES = "fide@2024-03-01"
RATED = [1800, 1810, 1820, 1830, 1840, 1850]


def period(*games: tuple[str, str, int, int, str], pool: str = "") -> Any:
    """Someone without rating, `N`, in games of an event: its name, day, round, whom, result."""
    players = {
        "name": ["N", *(f"R{no}" for no in range(len(RATED)))],
        "rating": [None, *RATED],
        "pool": [pool, *[""] * len(RATED)],
    }
    event, day, round_, met, result = zip(*games, strict=True)
    played = {
        "event": event, "date": day, "round": round_, "white": ["N"] * len(games),
        "black": [f"R{no}" for no in met], "result": result,
    }  # fmt: skip
    # Others are there, too: an event of two would be a match.
    others = {one: at for at, one in enumerate(event) if not one.startswith("match")}
    for name, at in others.items():
        more = (name, day[at], 99, "R4", "R5", "½-½")
        played = {
            key: [*column, one] for (key, column), one in zip(played.items(), more, strict=True)
        }
    return players, played


#: What stands in the way of adding everything up, and what is left of it.
CASES = {
    # "not more than 26 months" between the first event and the last.
    "too old": (
        period(("a", "2025-10-05", 1, 0, "1-0"), pool="2100:1@2023-06-01"),
        "1800:1@2025-10-05",
    ),
    "old enough": (
        period(("a", "2025-07-05", 1, 0, "1-0"), pool="2100:1@2023-06-01"),
        "2100:1@2023-06-01; 1800:1@2025-07-05",
    ),
    # "If an unrated player scores zero in his first event": there is one first event.
    "twice for nothing": (
        period(("a", "2025-10-05", 1, 0, "0-1"), ("b", "2025-10-12", 1, 1, "0-1")),
        "1810:0@2025-10-12",
    ),
    "nothing, then a point": (
        period(("a", "2025-10-05", 1, 0, "0-1"), ("b", "2025-10-12", 1, 1, "1-0")),
        "1810:1@2025-10-12",
    ),
    "a first event before": (
        period(("a", "2025-10-05", 1, 0, "0-1"), pool="0@2025-03-01"),
        "1800:0@2025-10-05",
    ),
    # 6.1: a match in which one has no rating is not rated.
    "a match": (
        period(("match", "2025-10-05", 1, 0, "1-0"), ("b", "2025-10-12", 1, 1, "1-0")),
        "1810:1@2025-10-12",
    ),
    "rounds out of order": (
        period(("a", "2025-10-05", 2, 1, "0-1"), ("a", "2025-10-05", 1, 0, "1-0")),
        "1800:1@2025-10-05; 1810:0@2025-10-05",
    ),
    "enough": (
        period(
            *(("a", "2025-10-05", no, no, "1-0") for no in (1, 2)),
            *(("b", "2025-10-12", no, no, "0-1") for no in (1, 2, 3)),
        ),
        "",
    ),
}


#: What columns leave to the engine: results that are dropped, and matches.
BY_ENGINE = {"too old", "a match"}


@pytest.mark.parametrize("case", CASES)
def test_results_of_several_events(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """7.1.4.1: "unrated players … results … pooled": what waits is what the engine keeps."""
    (players, games), pool = CASES[case]
    expected = by_engine(players, games, RULES, None)
    assert expected["pool"][0] == pool
    assert expected["new"].notna()[0] == (case == "enough")
    assert_frame_equal(rate_period(players, games, RULES), expected, check_exact=True)
    # Nothing but these is the engine's: compared with itself it could not differ.
    monkeypatch.setattr("xlrating.bulk.kernels.lines_of", None)
    if case in BY_ENGINE:
        with pytest.raises(TypeError):
            rate_period(players, games, RULES)
    else:
        assert_frame_equal(rate_period(players, games, RULES), expected, check_exact=True)


def test_a_first_event_for_nothing_keeps_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where later events can be too small, too, the day that is left is that of the first one."""
    rules = load(RULES)
    rules = changed(rules, initial=changed(rules.initial, event_games=3))
    players, games = period(*((f"e{no}", f"2025-0{no}-05", 1, 0, "1-0") for no in (1, 2, 3)))
    with monkeypatch.context() as patched:
        patched.setattr("bulk.test_against_engine.load", lambda *_: rules)
        expected = by_engine(players, games, RULES, None)
    assert expected["pool"][0] == "0@2025-01-05"
    monkeypatch.setattr("xlrating.bulk.kernels.lines_of", None)
    assert_frame_equal(rate_period(players, games, rules), expected, check_exact=True)


@pytest.mark.parametrize("size", [3, 40])
def test_columns_ask_the_engine_for_none_of_them(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A month in which a tenth has no rating takes no longer than one where all have."""
    cases = [("a", "2025-10-05", 1, 0, "1-0"), ("b", "2025-10-12", 1, 1, "½-½")]
    players, games = period(*cases, pool="2100:1@2025-06-01")
    players = {key: [*column, *column[:1] * size] for key, column in players.items()}
    players["name"] = [*players["name"][:-size], *(f"N{no}" for no in range(size))]
    for key, column in games.items():
        more = {"white": [f"N{no}" for no in range(size)], "black": ["R3"] * size}
        games[key] = [*column, *more.get(key, column[:1] * size)]
    games["round"] = list(range(1, 1 + len(games["round"])))
    expected = by_engine(players, games, RULES, None)
    monkeypatch.setattr("xlrating.bulk.kernels.lines_of", None)
    assert_frame_equal(rate_period(players, games, RULES), expected, check_exact=True)
