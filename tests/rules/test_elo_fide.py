"""`elo` and `fide` against every published number: articles, calculations, calculator."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from known_numbers import CODE, line_of, vectors

from xlrating.engine.errors import NotKnownError, NumberError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.lines import Line
from xlrating.engine.methods.common import settle
from xlrating.engine.rating import rate
from xlrating.engine.rounding import half_away, half_up
from xlrating.engine.rules.ruleset import load
from xlrating.engine.rules.sections import Expectancy, Percentage
from xlrating.engine.terms.coefficient import k_factor, limited
from xlrating.engine.terms.expectancy import counted_differences, expected_score, rating_difference
from xlrating.engine.terms.ladder import rank_of
from xlrating.engine.terms.performance import performance
from xlrating.engine.terms.periods import are_newcomers_unrated
from xlrating.engine.vocabulary.waiting import TEXTS, WAITING
from xlrating.functions import (
    DP_TABLE,
    EXPLAIN_RATING,
    INITIAL_RATING,
    K_FACTOR,
    NEW_RATING,
    PERF_RATING,
    RATING_CHANGE,
    WE_TABLE,
)
from xlrating.reading import read

TESTS = Path(__file__).parents[1]
VECTORS = vectors("elo_fide.json")

#: The models of the Elo article, by the names the vectors use.
MODELS = {
    "table": "elo:steps=exact",
    "logistic": "elo:model=logistic,steps=exact",
    "normal_200sqrt2": "elo:model=normal200r2,steps=exact",
    "normal_2000/7": "elo:model=normal2000_7,steps=exact",
    "normal 200*sqrt2": "elo:model=normal200r2",
}


def _exercise(v: dict[str, Any]) -> dict[str, Any]:
    rules = MODELS[v["fn"].removeprefix("exercise_")]
    i = v["inputs"]
    scores = [1.0] * i["score"] + [0.0] * (len(i["opps"]) - i["score"])
    line = line_of(i["R"], i["opps"], scores, rules, k=i["K"])
    found = performance([Decimal(r) for r in i["opps"]], Decimal(i["score"]), load(rules))
    expected = sum(Decimal(str(WE_TABLE(i["R"] - r, rules))) for r in i["opps"])
    assert (line.expected, line.performance) == (expected, found.rating)
    assert PERF_RATING(i["opps"], i["score"], rules) == float(found.rating)
    assert line.new is not None
    assert NEW_RATING(i["R"], i["opps"], i["score"], rules, i["K"]) == float(line.new)
    return {
        "Rc": line.average,
        "p": half_up(found.share, 2),
        "Rp": line.performance,
        "We": line.expected,
        "R_new": line.new,
    }


def _totals(v: dict[str, Any]) -> dict[str, Any]:
    """The totals row: the average of the opponents and the counted differences make it up."""
    own, opponents = Decimal(v["inputs"]["R"]), [Decimal(r) for r in v["inputs"]["opps"]]
    line = line_of(v["inputs"]["R"], v["inputs"]["opps"], [0.5] * len(opponents), MODELS["table"])
    assert line.average is not None
    differences = [game.difference for game in line.games]
    assert differences == counted_differences(own, opponents, load("elo"))
    return {
        "sum": round(line.average * line.n, 6),
        "sum_diff": sum((one or Decimal(0) for one in differences), Decimal(0)),
    }


def _elo_new(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    rules = MODELS[i["model"]] if "model" in i else "elo:model=logistic"
    exact = rules if "steps" in rules else (rules + ",steps=exact")
    opponents = i.get("opps") or [i["R_opp"]]
    scores = i.get("scores", i.get("score", i.get("W")))
    new = NEW_RATING(i["R"], opponents, scores, rules if "model" in i else exact, i["K"])
    if not isinstance(v["expected"], dict):
        return new
    return {
        "R_new": new,
        "We": float(sum(Decimal(str(WE_TABLE(i["R"] - r, exact))) for r in opponents)),
    }


def _rp(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    return PERF_RATING(i["opps"], i["score"], f"elo:model={i['dp']}")


def _fide_change(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    scores = i.get("scores", i.get("W"))
    change = RATING_CHANGE(i["R"], i["opps"], scores, "fide@2025-10-01", i["K"])
    names = ("chg", "K_chg") if "W" in i else ("sum_dR", "K_dR")
    return dict(zip(names, (round(change / i["K"], 10), change), strict=True))


def _event_350(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    line = line_of(i["R"], i["opps"], i["scores"], "fide@2008-10-01", k=i["K"])
    return {"K_dR": line.change, "We": line.expected, "Rp": line.performance}


def _initial(v: dict[str, Any]) -> Any:
    i = v["inputs"]
    if "Rc" in i:
        return INITIAL_RATING([i["Rc"]] * i["N"], i["W"], "fide@2022-01-01")
    return INITIAL_RATING(i["opps"], i["score"], "fide@2024-03-01")


def _settled(changes: list[float], rating: float = 2000) -> Line:
    """The line of a period with these changes, as the engine ends it."""
    line = Line(Player(1, rating=Decimal(rating)), (), Decimal(0))
    exact = sum((Decimal(str(change)) for change in changes), Decimal(0))
    return settle(line, exact, load("fide@2024-03-01"))


#: (system, function) -> the call that must give what the vector expects.
CALLS: dict[tuple[str, str], Callable[[dict[str, Any]], Any]] = {
    ("elo_logistic", "P"): lambda v: WE_TABLE(v["inputs"]["D"], "elo:model=logistic"),
    ("elo_logistic", "event"): _elo_new,
    ("elo_logistic", "new_rating"): _elo_new,
    ("elo_logistic", "win_loss_change"): lambda v: {
        "win": RATING_CHANGE(v["inputs"]["R"], [v["inputs"]["R_opp"]], [1], "elo:model=logistic", 32),
        "loss": RATING_CHANGE(v["inputs"]["R"], [v["inputs"]["R_opp"]], [0], "elo:model=logistic", 32),
    },
    ("elo_pe", "K_table"): lambda v: K_FACTOR(v["inputs"]["R"]),
    ("elo_pe", "P_logistic"): lambda v: WE_TABLE(v["inputs"]["D"], "elo:model=logistic"),
    ("elo_pe", "P_normal"): lambda v: [WE_TABLE(d, "elo:model=normal200r2") for d in v["inputs"]["D"]],
    ("elo_pe", "P_table"): lambda v: WE_TABLE(v["inputs"]["D"]),
    ("elo_pe", "Rp"): _rp,
    ("elo_pe", "exercise_logistic"): _exercise,
    ("elo_pe", "exercise_normal_2000/7"): _exercise,
    ("elo_pe", "exercise_normal_200sqrt2"): _exercise,
    ("elo_pe", "exercise_table"): _exercise,
    ("elo_pe", "new_rating"): _elo_new,
    ("elo_pe", "sum_check"): _totals,
    ("fide_2022", "initial_rating"): _initial,
    ("fide_2024", "initial_rating"): _initial,
    ("fide_2024", "K_cap"): lambda v: limited(
        Decimal(v["inputs"]["K"]), v["inputs"]["games"], load("fide@2024-03-01")
    ),
    ("fide_2024", "performance"): lambda v: PERF_RATING(v["inputs"]["opps"], v["inputs"]["scores"], "fide@2024"),
    ("fide_2024", "period_rounding"): lambda v: {
        "R_new": _settled(v["inputs"]["changes"], v["inputs"]["R"]).new
    },
    ("fide_2024", "rating_change"): _fide_change,
    ("fide_2024", "round_change"): lambda v: _settled([v["inputs"]["period_change"]]).rounded,
    ("fide_2024", "round_robin_change"): _fide_change,
    ("fide_350cap", "event"): _event_350,
    ("fide_400cap", "counted_opponent"): lambda v: v["inputs"]["R"] - counted_differences(
        Decimal(v["inputs"]["R"]), [Decimal(v["inputs"]["R_opp"])], load("fide@2024-03-01")
    )[0],
    ("fide_400cap", "single_game_change"): lambda v: RATING_CHANGE(
        v["inputs"]["R"], [v["inputs"]["R_opp"]], [v["inputs"]["score"]], "fide@2024-03-01", v["inputs"]["K"]
    ),
    ("fide_table", "PD_upper_bounds"): lambda v: [
        max(d for d in range(1000) if WE_TABLE(d, "fide") == round(0.5 + i / 100, 2)) for i in range(50)
    ],
    ("fide_table", "dp_all"): lambda v: [DP_TABLE(i / 100, "fide") for i in range(50, 100)],
    ("fide_table", "irregular_D_for_sigma_2000/7"): lambda v: [
        d for d in range(736)
        if round(Decimal(str(WE_TABLE(d, "elo:model=normal2000_7"))), 2) != Decimal(str(WE_TABLE(d)))
    ],
}  # fmt: skip


def _close(found: Any, expected: Any, tolerance: Any) -> bool:
    if isinstance(expected, dict):
        return all(
            _close(found[key], value, tolerance[key] if isinstance(tolerance, dict) else tolerance)
            for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(
            _close(a, b, tolerance) for a, b in zip(found, expected, strict=True)
        )
    return bool(abs(float(found) - float(expected)) <= tolerance)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Every case of the Elo article (表一, 表二, 常态分布函数, 公式(1), 公式(2), K取值参考表) and of FIDE."""
    found = CALLS[vector["system"], vector["fn"]](vector)
    assert _close(found, vector["expected"], vector["tolerance"]), found


def _published() -> list[dict[str, str]]:
    with (TESTS / "vectors" / "fide-published-calculations.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_fide_published_games() -> None:
    """FIDE's own pages, game by game: change and K x change of all 32 games (8.3.1, 8.3.2)."""
    rows = _published()
    assert len(rows) == 32
    for row in rows:
        own, other = float(row["Ro"]), float(row["opponent_rating_used"])
        if row["capped"] == "1":  # the page shows the counted rating; the real one is further
            other += 37 if other > own else -37
        line = line_of(own, [other], [float(row["score"])], "fide@2025-10-01", k=row["K"])
        assert line.gain == Decimal(row["chg"]), row
        assert line.change == Decimal(row["K_chg"]), row


def test_fide_period_is_rounded_once() -> None:
    """8.3.4: the change of a period of three events is rounded once, not per event."""
    events: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in _published():
        if row["case"] == "F-P02":
            events[row["event_id"]].append(row)
    period = []
    for rows in events.values():
        me = Player(1, "me", Decimal(rows[0]["Ro"]), id="9953698", k=Decimal(rows[0]["K"]))
        others = tuple(
            Player(i, str(i), Decimal(row["opponent_rating_used"])) for i, row in enumerate(rows, 2)
        )
        games = tuple(Game(i, 1, i + 1, CODE[float(row["score"])]) for i, row in enumerate(rows, 1))
        period.append(Event((me, *others), games, start=date.fromisoformat(rows[0]["start"])))
    report = rate(period, "fide@2025-10-01", only="9953698")
    line = report.lines[0]
    assert line.change == sum(Decimal(row["K_chg"]) for rows in events.values() for row in rows)
    assert (line.n, line.rounded) == (15, half_away(line.change))


def test_fide_calculator_under_current_rules() -> None:
    """The calculator's cases: its own numbers, which cap everybody, are those of March 2024.

    The other column is of the rules in force, with the exemption from 2650 on.
    """
    with (TESTS / "vectors" / "fide-calculator-rating-change.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    for row in rows:
        for rules, column in (
            ("fide@2024-03-01", "calculator_change"), ("fide", "current_rules_change"),
        ):  # fmt: skip
            found = RATING_CHANGE(
                row["own_rating"], [row["opponent_rating"]], [row["score"]], rules, row["K"]
            )
            assert found == float(row[column]), row


def _us_championship() -> tuple[Event, list[dict[str, str]], list[dict[str, str]]]:
    folder = TESTS / "events" / "us-championship-2025"
    event = read(folder / "games.csv")
    event = replace(event, players=tuple(replace(p, k=None) for p in event.players))
    with (folder / "games.csv").open() as games, (folder / "players.csv").open() as players:
        return event, list(csv.DictReader(games)), list(csv.DictReader(players))


def test_us_championship_every_game_and_player() -> None:
    """FIDE's published change of every game (132 of 132) and every player (12 of 12)."""
    event, games, players = _us_championship()
    report = rate(event, "fide@2025-10-01")
    agreed = 0
    for row in games:
        for side in ("white", "black"):
            line = report.line(row[side])
            game = next(g for g in line.games if g.round == int(row["round"]))
            assert game.gain == Decimal(row[f"{side}_chg"])
            assert game.change == Decimal(row[f"{side}_K_chg"])
            agreed += 1
    assert agreed == 132
    for row in players:
        line = report.line(row["fide_id"])
        assert (line.gain, line.change) == (Decimal(row["chg"]), Decimal(row["K_chg_event"]))
        assert (line.average, line.score, line.n) == (
            Decimal(row["Rc"]), Decimal(row["score_w"]), int(row["games_n"]),
        )  # fmt: skip
        if row["games_period"] == row["games_n"]:
            assert line.new == Decimal(row["list_2025_11"])
    assert len(players) == 12


def test_tec_swiss_average_and_performance() -> None:
    """FIDE's tie-break exercise: average of opponents and performance, 16 of 16 players."""
    folder = TESTS / "events" / "tec-swiss-2023"
    event = read(folder / "crosstable.csv")
    report = rate(event, "fide@2022-01-01")
    with (folder / "crosstable.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert len(rows) == 16
    for row in rows:
        line = report.line(int(row["id"]))
        assert (line.average, line.performance) == (Decimal(row["ARO"]), Decimal(row["TPR"])), row
        assert (line.n, line.score) == (int(row["played_n"]), Decimal(row["played_score"])), row


# --- editions and readings ---------------------------------------------------------------------


#: 8.56 (2014), 8.3.3: who turns 18 in a year is a junior to its end: years of birth are known.
JUNIORS = (
    ({"rating": 2200, "games": 99, "age": 18}, 40),
    ({"rating": 2200, "games": 99, "age": 19}, 20),
    ({"rating": 2299, "games": 99, "age": 18, "peak": 2299}, 40),
    ({"rating": 2299, "games": 99, "age": 18, "peak": 2300}, 20),
    ({"rating": 2410, "games": 12, "age": 15}, 10),
    ({"rating": 2350, "games": 12, "age": 15}, 40),
)


@pytest.mark.parametrize(
    ("day", "facts", "k"),
    [
        ("2009-06-30", {"rating": 2000, "games": 10}, 25),
        ("2009-06-30", {"rating": 2000, "games": 29}, 25),
        ("2009-06-30", {"rating": 2000, "games": 30}, 15),
        ("2009-06-30", {"rating": 2380, "peak": 2399}, 15),
        ("2009-06-30", {"rating": 2380, "peak": 2400}, 10),
        ("2013-01-01", {"rating": 2000, "games": 10}, 30),
        ("2013-01-01", {"rating": 2000, "games": 29}, 30),
        ("2013-01-01", {"rating": 2000, "games": 30}, 15),
        ("2013-01-01", {"rating": 2000}, 15),
        ("2013-01-01", {"rating": 2380, "peak": 2399}, 15),
        ("2013-01-01", {"rating": 2380, "peak": 2400}, 10),
        ("2014-07-01", {"rating": 2380, "peak": 2399}, 20),
        ("2014-07-01", {"rating": 2380, "peak": 2400}, 10),
        ("2014-07-01", {"rating": 2000, "games": 29}, 40),
        ("2014-07-01", {"rating": 2000, "games": 30}, 20),
        *((day, facts, k) for day in ("2014-07-01", "2024-03-01") for facts, k in JUNIORS),
        ("2024-03-01", {"rating": 2000, "games": 29}, 40),
        ("2024-03-01", {"rating": 2000, "games": 30}, 20),
        ("2024-03-01", {"rating": 2380, "peak": 2399}, 20),
        ("2024-03-01", {"rating": 2380, "peak": 2400}, 10),
    ],
)
def test_k_by_edition(day: str, facts: dict[str, int], k: int) -> None:
    """10.54 (2003), 8.56 (2011, 2014), 8.3.3: K 25/15/10, 30/15/10, 40/20/10, the order of the rows."""
    given = {name: Decimal(value) for name, value in facts.items()}
    assert k_factor(given, load(f"fide@{day}")).value == k


def test_rapid_and_blitz() -> None:
    """Rapid and blitz lists (2012): K 20; 7.3.3, 7.3.1, 7.3.4 (2024): K lines, no 2650 exemption."""
    facts = {"rating": Decimal(2000), "games": Decimal(3)}
    assert k_factor(facts, load("fide@2022-06-01:list=blitz")).value == 20
    assert k_factor(facts, load("fide@2024-03-01:list=rapid")).value == 40
    assert RATING_CHANGE(2700, [2200], [1], "fide:list=rapid") == 0.8
    with pytest.raises(NotKnownError, match="does not rate"):
        from xlrating.functions import EXPECTED_SCORE

        EXPECTED_SCORE(2700, 2100, "fide:list=rapid")
    assert RATING_CHANGE(2700, [2100], [1], "fide:list=blitz") == 0


def test_one_upgrade_of_2022() -> None:
    """8.3.1 of 2022: the cap helps the higher-rated player in one game, the widest."""
    rules = load("fide@2022-01-01")
    own = Decimal(2300)
    opponents = [Decimal(r) for r in (1850, 1700, 1700, 2800, 2900)]
    assert counted_differences(own, opponents, rules) == [450, 400, 600, -400, -400]


def test_the_steps_of_a_first_rating_add_up() -> None:
    """8.2.2, 8.2.3: what is averaged and what is scored are the same results, all of them named."""
    pool = ((Decimal(1822), Decimal("0.5"), None), (Decimal(1790), Decimal(0), None))
    opponents = [1900, 1950, 2000]
    event = Event(
        (Player(1, "New", facts={"pool": pool}),
         *(Player(no, f"P{no}", Decimal(rating)) for no, rating in enumerate(opponents, 2))),
        tuple(Game(no - 1, 1, no, "½-½") for no in (2, 3, 4)),
    )  # fmt: skip
    line = rate(event, "fide").line(1)
    steps = {step.key: step for step in line.steps}
    waited = steps["step_initial_waited"].words
    assert (waited["n"], waited["score"]) == (2, Decimal("0.5"))
    assert waited["ratings"] == "1822, 1790"
    average = steps["step_initial_average"]
    results = [1822, 1790, *opponents, 1800, 1800]
    assert average.words == {"games": 7, "score": Decimal(3)}
    assert average.value == sum(map(Decimal, results)) / 7
    share = steps["step_initial_difference"].words["share"]
    assert share == Decimal(3) / 7


def test_floor_and_first_rating() -> None:
    """7.1.4, 7.2.1: five games, a rating of at least 1400; below 1400 unrated."""
    line = line_of(1404, [1400] * 5, [0] * 5, "fide")
    assert (line.new, line.listed) == (Decimal(1353), False)
    with pytest.raises(NotKnownError, match="4 of 5 games"):
        INITIAL_RATING([1800] * 4, 4, "fide")
    with pytest.raises(NotKnownError, match="below 1400"):
        INITIAL_RATING([1400] * 5, 0.5, "fide")


def test_results_wait_for_the_next_event() -> None:
    """7.1.4: results of several events are pooled until there are five games."""
    rated = tuple(Player(i, f"r{i}", Decimal(1800)) for i in (2, 3, 4))
    games = tuple(Game(i - 1, 1, i, "1-0") for i in (2, 3, 4))
    first = rate(Event((Player(1, "new"), *rated), games), "fide")
    assert first.line(1).new is None
    newcomer = first.players()[0]
    second = rate(Event((newcomer, *rated), games), "fide")
    assert second.line(1).new == INITIAL_RATING([1800] * 6, 6, "fide")


def test_edition_follows_the_event_date() -> None:
    """The date of the event picks the edition (8.3.1); a pinned reference goes before it."""
    event = Event((Player(1, "a", Decimal(2700)), Player(2, "b", Decimal(2100))),
                  (Game(1, 1, 2, "1-0"),))  # fmt: skip
    early, late = replace(event, start=date(2024, 5, 1)), replace(event, start=date(2025, 11, 1))
    assert rate(early, "fide").lines[0].change == Decimal("0.80")
    assert rate(late, "fide").lines[0].change == Decimal("0.20")
    assert rate(late, "fide@2024-03-01").lines[0].change == Decimal("0.80")


def test_no_number_for_all_points_in_the_article() -> None:
    """表一 prints * for 1.00 and 0.00: an error there; 8.1.1 has +-800."""
    with pytest.raises(NotKnownError):
        rating_difference(Decimal(1), load("elo"))
    assert rating_difference(Decimal(0), load("fide")) == -800


def test_a_share_that_the_table_reads_as_none_is_none() -> None:
    """8.1.1 is read at whole percents: half a point in 250 games is 0 %, and 0 % is -800."""
    shares = (0.0002, 0.0049, 0.005, 0.995, 0.9951)
    assert [DP_TABLE(share, "fide") for share in shares] == [-800, -800, -677, 800, 800]
    assert [PERF_RATING([2000] * 250, score, "fide") for score in (0.5, 249.5)] == [1200, 2800]


@pytest.mark.parametrize("number", [677, 735, 800])
def test_a_number_for_all_points_can_be_chosen(number: int) -> None:
    """表一, option full_score: a number in the place of *, for performances and first ratings."""
    for model in ("table", "logistic", "normal200r2", "normal2000_7"):
        rules = f"elo:full_score={number},model={model}"
        assert PERF_RATING([1800, 1900], 2, rules) == 1850 + number
        assert INITIAL_RATING([1800, 1900], 0, rules) == 1850 - number
        with pytest.raises(NotKnownError):
            PERF_RATING([1800, 1900], 2, f"elo:model={model}")


def test_tables_are_the_middle_of_their_rows() -> None:
    """Each printed dp is the middle of its row of PD, rounded down (row .50 runs from -3 to 3)."""
    upper = [-4, *load("fide").need(Expectancy).upper]
    middles = [(low + 1 + high) // 2 for low, high in pairwise(upper)]
    assert list(load("fide").need(Percentage).difference) == middles
    assert expected_score(Decimal(736), load("fide")) == 1


@pytest.mark.parametrize(
    ("day", "games", "first"),
    [
        ("2009-06-30", 9, 1925),
        ("2010-01-01", 9, 1925),
        ("2012-01-01", 9, 1930),
        ("2014-07-01", 9, 1940),
        ("2023-01-01", 9, 1940),
        ("2024-03-01", 9, 1947),
    ],
)
def test_first_rating_by_edition(day: str, games: int, first: int) -> None:
    """8.2 (2003), 8.2 (2014), 8.2.3: 12.5, 15, 20 per half point; dp with two draws (7.2.3)."""
    scores = [1] * 5 + [0.5] + [0] * 3  # 5.5 of 9: two half points above 50 %
    assert INITIAL_RATING([1900] * games, scores, f"fide@{day}") == first
    with pytest.raises(NotKnownError, match="games against rated opponents"):
        INITIAL_RATING([1900] * 4, 2, f"fide@{day}")
    few = 5 if day >= "2014-07-01" else 8
    if few == 5:
        assert INITIAL_RATING([1900] * few, 2.5, f"fide@{day}") > 1800
    else:
        with pytest.raises(NotKnownError, match="8 of 9 games"):
            INITIAL_RATING([1900] * few, 4, f"fide@{day}")


@pytest.mark.parametrize(
    ("day", "rating", "listed"),
    [
        ("2009-01-01", 900, True),
        ("2009-07-01", 1199, False),
        ("2009-07-01", 1200, True),
        ("2012-07-01", 999, False),
        ("2012-07-01", 1000, True),
        ("2014-07-01", 1195, True),
        ("2014-07-01", 995, False),
        ("2024-03-01", 1399, False),
        ("2024-03-01", 1400, True),
    ],
)
def test_lowest_published_rating_by_edition(day: str, rating: int, listed: bool) -> None:
    """9.21 (2003) not applied, 0.6 (2009) 1200, 7.1.4 1000, 7.2.1 1400."""
    line = line_of(rating, [rating], [0.5], f"fide@{day}")
    assert (line.new, line.listed) == (Decimal(rating), listed)
    after = rate(
        Event((Player(1, "a", Decimal(rating)), Player(2, "b", Decimal(rating)))), f"fide@{day}"
    ).players()[0]
    assert (after.rating is not None) == listed


def test_cap_by_edition() -> None:
    """10.51 (2003) 350 points, 8.54 (2009) 400 points, 8.3.1 (2025) the own 2650."""
    own, opponents = Decimal(2700), [Decimal(1900)]
    days = {"2009-06-30": 350, "2009-07-01": 400, "2025-09-30": 400, "2025-10-01": 800}
    for day, counted in days.items():
        assert counted_differences(own, opponents, load(f"fide@{day}")) == [counted]
    # "For players rated below 2650": 2650 itself counts the real difference.
    for rating, counted in ((2649, 400), (2650, 650)):
        rules, others = load("fide@2025-10-01"), [Decimal(rating - 650)]
        assert counted_differences(Decimal(rating), others, rules) == [counted]
    # The upgrades of 2022, one a tournament, ended with the rules of March 2024.
    twice = [Decimal(1700), Decimal(1600)]
    assert counted_differences(Decimal(2300), twice, load("fide@2024-03-01")) == [400, 400]


def test_k_times_games() -> None:
    """8.3.3: K is the largest whole number such that K x n does not exceed 700; rapid: no bound."""
    for day in ("2014-07-01", "2024-03-01"):
        rules = load(f"fide@{day}")
        found = {n: limited(Decimal(20), n, rules) for n in (35, 36, 700, 701)}
        assert found == {35: 20, 36: 19, 700: 1, 701: 0}
    assert limited(Decimal(20), 40, load("fide@2013:list=rapid")) == 20


def test_bounds_of_a_first_rating() -> None:
    """8.2.2, 8.2.3: two draws against 1800; "the maximum initial rating is 2200"; from 1400 on."""
    # (9003 + 3600)/7 = 1800.43, (9004 + 3600)/7 = 1800.57, half of the points.
    assert INITIAL_RATING([1800] * 4 + [1803], 2.5, "fide") == 1800
    assert INITIAL_RATING([1800] * 4 + [1804], 2.5, "fide") == 1801
    assert INITIAL_RATING([2700] * 5, 5, "fide") == 2200
    assert INITIAL_RATING([1240] * 5, 2.5, "fide") == 1400  # (6200 + 3600)/7
    with pytest.raises(NotKnownError, match="below 1400"):
        INITIAL_RATING([1238, 1238, 1239, 1239, 1239], 2.5, "fide")


def test_older_first_ratings() -> None:
    """8.2 (2003): a point of nine is needed; since 2011 the average is not rounded by itself."""
    assert INITIAL_RATING([2000] * 9, 1, "fide@2005") < 2000
    assert INITIAL_RATING([2000] * 9, 7.5, "fide@2005") == 2075  # six half points
    with pytest.raises(NotKnownError, match="at least 1"):
        INITIAL_RATING([2000] * 9, 0.5, "fide@2005")
    assert INITIAL_RATING([2001] * 5 + [2000] * 4, 5, "fide@2012") == 2016  # 2000.56 + 15


def test_only_a_first_event_without_a_point_is_disregarded() -> None:
    """8.2.1 (2014): 1 of 3, then 0 of 2 are five games; no event is too short."""
    for year in (2015, 2025):
        events = [
            newcomer_event([1, 0, 0], date(year, 3, 5)),
            newcomer_event([0, 0], date(year, 4, 5)),
        ]
        line = rate(events, f"fide@{year}", only="n").lines[0]
        assert line.new == INITIAL_RATING([1800] * 5, 1, f"fide@{year}")


def test_k_between_its_rows() -> None:
    """K取值参考表: 130 - R/20 from 2000 to 2400, which is 30 and 10 at its ends."""
    k = K_FACTOR([1999.5, 2000, 2000.5, 2200, 2399.5, 2400, 2400.5], "elo")
    assert k == [30, 30, 29.975, 20, 10.025, 10, 10]


def test_a_rating_of_the_article_is_whole() -> None:
    """公式(2): also where somebody brings one with a decimal; 1658.7 is printed as 1659."""
    assert NEW_RATING(1600.4, [1600.4], [0.5], "elo") == 1600
    assert NEW_RATING(1600.4, [1600.4], [0.5], "elo:steps=exact") == 1600.4


def test_classes_of_the_article() -> None:
    """等级量表: nine classes of 200 points, each from its lower bound."""
    from xlrating.functions import RATING_CLASS

    bounds = [2600, 2400, 2200, 2000, 1800, 1600, 1400, 1200]
    names = [RATING_CLASS(bound, "elo", "zh") for bound in bounds]
    assert names[:2] == ["世界冠军竞争者", "特级大师;多数国际大师"]
    # 1200 以下: from 0 on; no rating is below 100.
    assert RATING_CLASS([100, 1199], "elo", "zh") == ["初学者", "初学者"]
    assert [bool(rank_of(Decimal(least), load("elo"))) for least in (0, -1)] == [True, False]
    with pytest.raises(NumberError):
        RATING_CLASS(99, "elo")
    assert len(set(names)) == 8
    for bound, name in zip(bounds, names, strict=True):
        assert (RATING_CLASS(bound + 199, "elo", "zh"), RATING_CLASS(bound - 1, "elo", "zh") != name) == (name, True)  # fmt: skip


def test_the_other_names_of_the_classes() -> None:
    """等级量表 (另一种说法): the second column of names, an option."""
    from xlrating.functions import RATING_CLASS

    names = {
        2600: "世界冠军竞争者", 2400: "国际等级选手", 2200: "国家性冠军决赛选手",
        2000: "地区性冠军决赛选手(A级)", 1800: "俱乐部B级", 1600: "俱乐部C级",
        1400: "俱乐部D级", 1200: "俱乐部E级", 1199: "初学者",
    }  # fmt: skip
    assert {bound: RATING_CLASS(bound, "elo:classes=second", "zh") for bound in names} == names
    assert RATING_CLASS(1950, "elo:classes=second") == "Club, class B"
    # Each begins where the one before ends, the last one at 0.
    for (above, name), (below, other) in pairwise(names.items()):
        if below != 1199:
            assert RATING_CLASS(above - 1, "elo:classes=second", "zh") == other != name
    second = load("elo:classes=second")
    assert [bool(rank_of(Decimal(least), second)) for least in (0, -1)] == [True, False]


@pytest.mark.parametrize("model", ["table", "logistic", "normal200r2", "normal2000_7"])
@pytest.mark.parametrize("steps", ["rounded", "exact"])
def test_a_first_rating_is_the_performance(model: str, steps: str) -> None:
    """公式(1), "决定…初始等级分": the article's 1974, and 100 more, by function and in an event."""
    rules = f"elo:model={model},steps={steps}"
    if (model, steps) == ("logistic", "rounded"):
        assert INITIAL_RATING([1675, 1890], [1, 0.5], rules) == 1974
    for seed in range(100):
        chance = Random(seed)
        opponents = [chance.randint(1000, 2700) for _ in range(chance.randint(2, 9))]
        scores = [1, 0, *(chance.choice((0, 0.5, 1)) for _ in opponents[2:])]
        found = PERF_RATING(opponents, scores, rules)
        assert INITIAL_RATING(opponents, scores, rules) == found
    line = line_of(None, opponents, scores, rules)
    assert line.new == line.performance == pytest.approx(Decimal(found), abs=Decimal("1e-9"))


def test_rated_after_each_game() -> None:
    """当前等级分 "可以每一盘之后随时计算": each game from the ratings that the one before left."""
    each = "elo:rated=each game"
    rating = 1650.0
    for opponent, score in ((1270, 1), (1550, 1), (2050, 0.5)):
        rating = NEW_RATING(rating, [opponent], [score], "elo")
    assert NEW_RATING(1650, [1270, 1550, 2050], [1, 1, 0.5], each) == rating == 1676
    # In an event both sides move on: 2390 has K 10.5, and 10 from the second round on.
    ratings = {1: Decimal(2390), 2: Decimal(2390), 3: Decimal(1995)}
    people = tuple(Player(no, f"p{no}", value) for no, value in ratings.items())
    games = tuple(
        Game(number, white, black, code)
        for number, (white, black, code) in enumerate(
            ((1, 2, "1-0"), (1, 3, "0-1"), (2, 3, "½-½")), 1
        )
    )
    for steps, rounding in (("rounded", half_up), ("exact", lambda value: value)):
        rules = f"elo:rated=each game,steps={steps}"
        now = dict(ratings)
        for game in games:
            assert game.black is not None and game.result.white is not None
            white, black = now[game.white], now[game.black]
            share = Decimal(str(WE_TABLE(white - black, "elo")))
            for no, own, gain in (
                (game.white, white, game.result.white - share),
                (game.black, black, share - game.result.white),
            ):
                k = 30 if own < 2000 else 10 if own > 2400 else 130 - own / 20
                now[no] = rounding(own + k * gain)
        lines = rate(Event(people, games), rules).lines
        assert {line.player.no: line.new for line in lines} == now
    report = rate(Event(people, games), each)
    assert "2390 becomes 2395" in explanation(report, report.lines[0])


def test_explained_with_average_and_performance() -> None:
    """公式(1): the lines for Rc and Rp, in three languages; a full score has Rc alone."""
    opponents = [2500, 2480, 2430, 2400, 2375, 2365, 2335, 2320, 2300, 2280, 2260]
    scores = [1.0] * 5 + [0.0] * 6
    rows = EXPLAIN_RATING(2350, opponents, scores, "elo", 32)
    assert ["Rc, the average rating of the opponents (11): 2368", 2368, "公式(1)"] in rows
    assert ["Rp, the performance with 5 of 11: 2368 + (−36) = 2332", 2332, "公式(1)"] in rows
    for language in ("zh", "ru"):
        found = EXPLAIN_RATING(2350, opponents, scores, "elo", 32, language=language)
        assert [row[1] for row in found] == [row[1] for row in rows]
    full = EXPLAIN_RATING(2350, opponents, [1.0] * 11, "elo", 32)
    assert [row[0][:2] for row in full].count("Rc") == 1
    assert not any(str(row[0]).startswith("Rp") for row in full)


def newcomer_event(scores: list[float], day: date | None = None) -> Event:
    """A player without rating against so many opponents of 1800."""
    people = [Player(1, "new", id="n"), *(Player(i, f"r{i}", Decimal(1800)) for i in range(2, 12))]
    games = [Game(i, 1, i + 1, CODE[s]) for i, s in enumerate(scores, 1)]
    return Event(tuple(people), tuple(games), start=day)


def test_a_first_event_without_a_point_is_disregarded() -> None:
    """8.2.1: it counts neither for the rating nor for the games, rated together or in turn."""
    first, second = newcomer_event([0] * 4), newcomer_event([1, 1, 1, 0, 0, 0])
    together = rate([first, second], "fide", only="n").lines[0]
    afterwards = rate(first, "fide").players()[0]
    # No result of it waits: only that there was a first event.
    assert (afterwards.games, afterwards.facts["pool"]) == (0, ((None, Decimal(0), None),))
    fold = rate(replace(second, players=(afterwards, *second.players[1:])), "fide").line("n")
    assert together.new == fold.new == 1800


def then(scores: list[float], day: date, *before: Event) -> Line:
    """The newcomer's line in an event of that day, after these others, each rated by itself."""
    event = newcomer_event(scores, day)
    for one in before:
        one = replace(one, players=(event.players[0], *one.players[1:]))
        event = replace(event, players=(rate(one, "fide").players()[0], *event.players[1:]))
    return rate(event, "fide").line("n")


@pytest.mark.parametrize(
    ("first", "last"),
    [
        # "consecutive rating periods of not more than 26 months": March 2024 is the first of them.
        ("2024-03-05", "2026-04-30"),
        ("2015-12-31", "2018-01-31"),
        # 24 months of lists each month, and each second month from January on.
        ("2012-05-10", "2014-04-30"),
        ("2010-02-28", "2011-12-31"),
        ("2010-03-01", "2012-02-29"),
        # "the same or next 7 rating periods" (9.14c), which are quarters (9.11).
        ("2005-03-05", "2006-12-31"),
        ("2005-04-01", "2007-03-31"),
    ],
)
def test_pooled_results_expire(first: str, last: str) -> None:
    """7.1.4, 9.14c with 9.11 (2003): results of so many rating periods are pooled, no month more."""
    day, till = date.fromisoformat(first), date.fromisoformat(last)
    before = newcomer_event([1, 0.5, 0], day)
    needed = [1, 0.5, 0, 0, 0, 0] if day.year < 2014 else [1, 0.5]
    assert then(needed, till, before).new is not None
    assert then(needed, till + timedelta(days=1), before).new is None


def test_results_that_expire_within_a_period_do_not_wait() -> None:
    """7.1.4: of events that one period rates together, those too old count for nobody's games."""
    events = [newcomer_event([1, 0.5], date(2022, 5, 1)), newcomer_event([1, 0], date(2025, 5, 1))]
    line = rate(events, "fide@2024-03-01").line("n")
    assert [step.key for step in line.steps] == ["initial_games"]
    assert (line.steps[0].words["games"], line.taken) == (2, 2)


def test_a_second_event_without_a_point_counts() -> None:
    """8.2.1: zero "in their first event … is disregarded. Otherwise … using all their results"."""
    zero = [newcomer_event([0] * 4, date(2025, month, 5)) for month in (1, 2)]
    line = then([1, 1, 0, 0, 0], date(2025, 3, 5), *zero)
    assert line.new == INITIAL_RATING([1800] * 9, 2, "fide@2025-03-05")
    assert then([1, 1, 0, 0, 0], date(2025, 3, 5), zero[0]).new == INITIAL_RATING(
        [1800] * 5, 2, "fide@2025-03-05"
    )
    # In one period as well, and where the first results have expired.
    period = [*zero, newcomer_event([1, 1, 0, 0, 0], date(2025, 3, 5))]
    assert rate(period, "fide@2025-03-05", only="n").lines[0].new == line.new
    old = newcomer_event([1, 0], date(2022, 1, 5))
    assert then([0] * 4, date(2025, 1, 5), old).facts["pool"] == (
        (Decimal(1800), Decimal(0), date(2025, 1, 5)),
    ) * 4  # fmt: skip


@pytest.mark.parametrize(("opponent", "rating"), [(2300, 1848), (1700, 1420)])
def test_only_the_first_zero_is_disregarded(opponent: int, rating: int) -> None:
    """8.2.1: after 0 of 3, 0 of 5 are results: Ra of seven, dp of 1/7, "rounded"."""

    def played(scores: list[float], day: date) -> Event:
        event = newcomer_event(scores, day)
        people = (replace(p, rating=p.rating and Decimal(opponent)) for p in event.players)
        return replace(event, players=tuple(people))

    zero, later = played([0] * 3, date(2025, 1, 5)), played([0] * 5, date(2025, 2, 5))
    line = rate([zero, later], "fide@2024-03-01", only="n").lines[0]
    assert (line.new, line.n, line.taken) == (Decimal(rating), 5, 5)
    assert [game.reason for game in line.games] == ["not_disregarded"] * 3 + [""] * 5
    first = rate(zero, "fide@2024-03-01").line("n")
    assert (first.new, first.n, first.performance) == (None, 0, None)
    (step,) = first.steps
    assert (step.key, step.words) == ("initial_disregarded", {"score": 0})
    # The editions before had no hypothetical opponents: Ra - 800, where that is published.
    for edition in ("fide@2014-07-01", "fide@2022-01-01"):
        old = rate([zero, later], edition, only="n").lines[0]
        assert old.new == (1500 if opponent == 2300 else None)


def test_a_list_keeps_that_there_was_a_first_event() -> None:
    """8.2.1: a list says it with the results that wait, and is read so."""
    player = rate(newcomer_event([0] * 4, date(2025, 1, 5)), "fide").players()[0]
    text = TEXTS["pool"](player.facts["pool"])
    assert (text, WAITING["pool"](text)) == ("0@2025-01-05", player.facts["pool"])


def test_a_match_with_an_unrated_player_is_not_rated() -> None:
    """6.1: "Matches in which one player is unrated shall not be rated": an event of two players."""
    new, rated = Player(1, "new"), Player(2, "r", Decimal(1800), k=Decimal(20))
    games = tuple(Game(no, 1, 2, "1-0") for no in range(1, 7))
    for day in ("2005-01-01", "2012-01-01", "2015-01-01", "2026-01-01"):
        report = rate(Event((new, rated), games), f"fide@{day}")
        line = report.line(1)
        assert (line.n, line.new, line.facts) == (0, None, {})
        assert line.games[0].reason == "not_match"
        assert report.line(2).new == 1800
    # A third player makes it a tournament, and two rated ones a match that is rated.
    more = Event((new, rated, Player(3, "third", Decimal(1800))), games)
    assert rate(more, "fide").line(1).new == INITIAL_RATING([1800] * 6, 6, "fide")
    both = Event((replace(new, rating=Decimal(1800), k=Decimal(20)), rated), games[:1])
    assert rate(both, "fide").line(1).new == 1810


@pytest.mark.parametrize(
    ("scores", "later", "counts"),
    [([1, 0, 0], [0], True), ([0.5, 0, 0], [0], False), ([1, 0], [0], False)],
)
def test_a_single_game_counts_after_a_start(
    scores: list[float], later: list[float], counts: bool
) -> None:
    """8.21 (2011): after a point against three rated opponents an event counts with one of them."""
    for year, single in ((2010, False), (2012, True)):
        first = newcomer_event(scores, date(year, 3, 5))
        waiting: Any = then(later, date(year, 5, 5), first).facts.get("pool", ())
        assert len(waiting) == (len(scores) if counts else 0) + (single and counts)


@pytest.mark.parametrize(
    ("day", "least"), [("2009-07-01", 1200), ("2012-06-30", 1200), ("2012-07-01", 1000),
                       ("2014-07-01", 1000), ("2022-01-01", 1000), ("2024-02-29", 1000)],
)  # fmt: skip
def test_a_first_rating_below_the_floor_is_not_published(day: str, least: int) -> None:
    """0.6 (2009) "the minimum rating to be published", 7.14 (2014) "The rating is at least 1000"."""
    half = [0.5] * 10
    assert INITIAL_RATING([least] * 10, half, f"fide@{day}") == least
    with pytest.raises(NotKnownError, match=f"below {least}"):
        INITIAL_RATING([least - 1] * 10, half, f"fide@{day}")
    low = replace(newcomer_event(half), players=tuple(
        replace(p, rating=p.rating and Decimal(least - 1)) for p in newcomer_event(half).players
    ))  # fmt: skip
    line = rate(low, f"fide@{day}").line("n")
    assert line.new is None and len(line.facts["pool"]) == 10  # type: ignore[arg-type]
    assert INITIAL_RATING([900] * 9, [0.5] * 9, "fide@2009-06-30") == 900


def test_the_order_in_which_events_are_given_changes_nothing() -> None:
    """8.3.4, 7.1.1: a change is added to the last list, with the K of that list."""
    rated = Player(2, "r", Decimal(2400), k=Decimal(10))
    game = (Game(1, 1, 2, "0-1"),)
    early, late = (
        Event((Player(1, "me", Decimal(rating), id="7"), rated), game, start=day)
        for rating, day in ((2395, date(2025, 10, 31)), (2400, date(2025, 11, 7)))
    )
    first, second = (rate(period, "fide") for period in ([early, late], [late, early]))
    assert first.line("7").new == second.line("7").new == 2390
    assert first.events == second.events == (early, late)
    # Newcomers have their results in the order of the days, too.
    none, some = newcomer_event([0] * 3, date(2025, 1, 5)), newcomer_event([1, 0], date(2025, 1, 9))
    for period in ([none, some], [some, none]):
        assert rate(period, "fide", only="n").lines[0].n == 2
        assert len(rate(period, "fide", only="n").lines[0].facts["pool"]) == 2  # type: ignore[arg-type]
    # Of events without a day nobody knows which was the last.
    bare = [replace(late, start=None), replace(early, start=None)]
    assert rate(bare, "fide@2025-10-01").events == tuple(bare)


@pytest.mark.parametrize(
    ("scores", "counts"),
    [([1, 0], False), ([1, 0, 0], True), ([0.5, 0, 0], False), ([0.5, 0.5, 0], True)],
)
def test_old_events_that_are_disregarded(scores: list[float], counts: bool) -> None:
    """6.1, 6.42 (2003): less than a point, or fewer than three rated opponents, is disregarded."""
    player = rate(newcomer_event(scores, date(2005, 3, 5)), "fide").players()[0]
    assert bool(player.facts) == counts
    # 8.2 (2014): any event with half a point waits.
    player = rate(newcomer_event(scores, date(2015, 3, 5)), "fide").players()[0]
    assert player.facts


def test_when_rapid_and_blitz_have_k_20() -> None:
    """Rapid and blitz lists (2012): from 1 January 2012 until the rules of 1 October 2022."""
    facts = {"rating": Decimal(2000), "games": Decimal(3)}
    for kind in ("rapid", "blitz"):
        k = {
            day: k_factor(facts, load(f"fide@{day}:list={kind}")).value
            for day in ("2011-12-31", "2012-01-01", "2022-09-30", "2022-10-01")
        }
        assert list(k.values()) == [30, 20, 20, 40]


def test_rapid_games_that_are_not_rated() -> None:
    """7.3.1 of 1 December 2024: 600 points or more, with a player "rated above 2600"."""

    def change(own: int, other: int, rules: str = "fide:list=rapid") -> Decimal | None:
        return line_of(own, [other], [0], rules, k=10).change

    assert change(2601, 2001) == change(2001, 2601) == 0
    assert change(2601, 2002) != 0 and change(2600, 2000) != 0
    assert change(2601, 2001, "fide:list=blitz") == 0
    for day in ("2024-11-30", "2024-12-01"):
        assert (change(2601, 2001, f"fide@{day}:list=rapid") == 0) == (day == "2024-12-01")


def test_old_first_ratings_round_the_average_first() -> None:
    """8.2 (2003): 2348.45 counts as 2348, the half point is added to that."""
    scores = [1] * 5 + [0] * 4
    assert INITIAL_RATING([2001] * 5 + [2000] * 4, scores, "fide@2005") == 2014


#: Rapid and blitz: rating, games, K in the edition of a day.
RAPID_K = (
    ("2012-01-01", 2450, 100, 20), ("2022-09-30", 1700, 10, 20), ("2022-10-01", 1700, 10, 40),
    ("2022-10-01", 2450, 100, 10), ("2022-10-01", 1700, 30, 20), ("2024-03-01", 1700, 10, 40),
)  # fmt: skip


@pytest.mark.parametrize(("day", "rating", "games", "k"), RAPID_K)
def test_k_of_rapid_and_blitz(day: str, rating: int, games: int, k: int) -> None:
    """Lists of 2012 "in all cases 20"; of 1 October 2022 "the same as the ones used for Standard"."""
    for kind in ("rapid", "blitz"):
        assert K_FACTOR(rating, f"fide@{day}:list={kind}", games) == k


def test_rapid_before_2022_counts_differences_up_to_735() -> None:
    """Second-hand (before 2022): "735, rather than 400"; standard and later editions have 400."""

    def expected(own: int, reference: str) -> Decimal | None:
        return line_of(own, [1700], [1], reference, k=20).expected

    for day in ("2012-01-01", "2021-12-31"):
        assert expected(2200, f"fide@{day}:list=rapid") == Decimal("0.96")
        # 736 counts as 735, which is .99; uncapped it were 1.
        assert expected(2436, f"fide@{day}:list=blitz") == Decimal("0.99")
        assert expected(2200, f"fide@{day}") == Decimal("0.92")
    for day in ("2022-10-01", "2024-03-01"):
        assert expected(2200, f"fide@{day}:list=rapid") == Decimal("0.92")


def test_rapid_before_2022_asks_for_a_point_in_the_first_event() -> None:
    """Second-hand (before 2022): "at least 1 point in your first event"; "only 0.5" in standard."""
    tried: tuple[tuple[list[float], str, int], ...] = (
        ([0.5, 0, 0], "rapid", 5), ([1, 0, 0], "rapid", 8), ([0.5, 0, 0], "standard", 8),
    )  # fmt: skip
    for scores, list_, taken in tried:
        day = date(2021, 3, 5)
        events = [newcomer_event(scores, day), newcomer_event([0.5, 0, 0, 0, 0], date(2021, 4, 5))]
        line = rate(events, f"fide@{day}:list={list_}", only="n").lines[0]
        assert (line.taken, line.n) == (taken, taken)
    # After it any event counts, with half a point, too.
    assert line.new is not None


def test_k_times_games_in_rapid() -> None:
    """700/n "if you play more than 35 games in a period" in rapid before October 2022, too."""
    for day in ("2014-07-01", "2022-09-30", "2022-10-01"):
        assert limited(Decimal(20), 36, load(f"fide@{day}:list=rapid")) == 19
    assert limited(Decimal(20), 40, load("fide@2013:list=rapid")) == 20


#: Rapid and blitz: a day, a part of the source, of the clause of K and of what is said of it.
EDITIONS_OF_RAPID = (
    ("2011-12-31", "FIDE Handbook B.02", "8.56 (2011)", "K 30, 15 or 10"),
    ("2012-01-01", "second-hand, from an arbiter's notes", "lists (2012)", "K is always 20"),
    ("2014-06-30", "second-hand, from an arbiter's notes", "lists (2012)", "K is always 20"),
    ("2014-07-01", "second-hand, from an arbiter's notes", "lists (2012)", "20; K × games"),
    ("2021-12-31", "second-hand, from an arbiter's notes", "lists (2012)", "20; K × games"),
    ("2022-01-01", "effective from 1 January 2022", "lists (2012)", "20; K × games"),
    ("2022-09-30", "effective from 1 January 2022", "lists (2012)", "20; K × games"),
    ("2022-10-01", "effective from 1 October 2022", "K of rapid and blitz (2022)", "K 40, 20"),
    ("2024-02-29", "effective from 1 October 2022", "K of rapid and blitz (2022)", "K 40, 20"),
    ("2024-03-01", "Regulations (1.3.2024)", "7.3.3", "K 40, 20"),
    ("2024-11-30", "Regulations (1.3.2024)", "7.3.3", "K 40, 20"),
    ("2024-12-01", "(1.3.2024, with 1.12.2024)", "7.3.3", "K 40, 20"),
)


@pytest.mark.parametrize(("day", "source", "clause", "summary"), EDITIONS_OF_RAPID)
def test_each_edition_of_rapid_and_blitz_has_its_source(
    day: str, source: str, clause: str, summary: str
) -> None:
    """Rapid and blitz of 2012, 1.1.2022, 1.10.2022, 1.3.2024, 1.12.2024: where they stand."""
    for kind in ("rapid", "blitz"):
        rules = load(f"fide@{day}:list={kind}")
        assert source in rules.source and rules.coefficient is not None
        assert clause in rules.coefficient.clause and summary in rules.coefficient.summary["en"]
        # What the regulations of 2022 say of great differences is not at hand.
        is_read = "2022-01-01" <= day < "2024-03-01"
        assert ("is not in the texts at hand" in rules.difference.reading.get("en", "")) == is_read
        assert (rules.difference.cap == 735) == ("2012-01-01" <= day < "2022-01-01")
    assert "Rapid and blitz" not in load(f"fide@{day}").source


def test_from_when_newcomers_are_unrated_to_their_opponents() -> None:
    """8.2.4 of 1 January 2022 and later, 7.2.5 of 2024."""
    for day in ("2022-01-01", "2024-03-01", "2025-10-01"):
        for kind in ("standard", "rapid", "blitz"):
            assert are_newcomers_unrated(load(f"fide@{day}:list={kind}"))
    assert not are_newcomers_unrated(load("fide@2021-12-31"))
