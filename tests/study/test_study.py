"""The same games under several regulations: each measure by an independent calculation."""

from __future__ import annotations

import csv
import io
import json
import math
import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from statistics import NormalDist, mean, median, stdev
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest
from workbooks import EVENTS

from xlrating import EXPECTED_SCORE, GLICKO_EXPECTED, WIN_DRAW_LOSS
from xlrating.bulk import predict
from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rating import rate
from xlrating.reading import read
from xlrating.study import Study, study
from xlrating.study.book import study_xlsx
from xlrating.study.compared import comparisons
from xlrating.study.measures import point
from xlrating.study.words import WORDS

CHAMPIONSHIP = EVENTS / "us-championship-2025" / "games.csv"
SCORES = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}


def near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


# --- a real event --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def championship() -> tuple[Event, Study]:
    """A real event of 66 games under four rule sets."""
    event = read(CHAMPIONSHIP)
    players, games = event.to_frames()
    return event, study(players, games, ["fide", "elo:model=logistic", "nevzorov", "glicko"])


def pairings(event: Event) -> list[tuple[float, float, float]]:
    """Ratings of White and Black, and White's score, of each game played."""
    rating = {player.no: float(player.rating or 0) for player in event.players}
    return [
        (rating[game.white], rating[game.black or 0], SCORES[game.result.code])
        for game in event.games
    ]


def foretold(rules: str, white: float, black: float) -> float:
    """The expected score of White, by the worksheet function."""
    if rules == "glicko":
        # Nobody's deviation is known: that of a new player.
        return float(GLICKO_EXPECTED(white, 350, black, 350))
    return float(EXPECTED_SCORE(white, black, rules, "w" if rules == "nevzorov" else None))


@pytest.mark.parametrize("rules", ["fide", "elo:model=logistic", "nevzorov", "glicko"])
def test_measures_of_a_real_event(championship: tuple[Event, Study], rules: str) -> None:
    """Log loss, Brier score and bias, written out from the definitions, of a real event."""
    event, found = championship
    row = found.measures.set_index("rules").loc[rules]
    told = [(foretold(rules, white, black), score) for white, black, score in pairings(event)]
    assert row["games"] == len(told) == 66
    assert near(row["brier"], sum((s - e) ** 2 for e, s in told) / 66)
    assert near(row["bias"], sum(e - s for e, s in told) / 66)
    clipped = [(min(max(e, 0.01), 0.99), s) for e, s in told]
    losses = [-(s * math.log(e) + (1 - s) * math.log(1 - e)) for e, s in clipped]
    assert near(row["log_loss"], sum(losses) / 66)


def test_measures_of_three_results(championship: tuple[Event, Study]) -> None:
    """Where the rules have a draw model, win, draw and loss are measured, elsewhere nothing is."""
    event, found = championship
    losses, squares, draws = [], [], []
    for white, black, score in pairings(event):
        win, draw, loss = map(float, WIN_DRAW_LOSS([white], [black])[0])
        came = [score == 1, score == 0.5, score == 0]
        shares = [win, draw, loss]
        losses.append(-math.log(max(0.01, shares[came.index(True)])))
        squares.append(sum((p - o) ** 2 for p, o in zip(shares, came, strict=True)))
        draws.append(draw)
    row = found.measures.set_index("rules").loc["nevzorov"]
    assert near(row["log_loss_wdl"], mean(losses)) and near(row["brier_wdl"], mean(squares))
    assert near(row["expected_draws"], mean(draws))
    others = found.measures[found.measures["rules"] != "nevzorov"]
    assert others[["log_loss_wdl", "brier_wdl", "expected_draws"]].isna().all(axis=None)


def test_calibration_by_difference(championship: tuple[Event, Study]) -> None:
    """Games fall into bins of 100 points around 0; scores, errors and the reliability by hand."""
    event, found = championship
    bins: dict[int, list[tuple[float, float]]] = {}
    for white, black, score in pairings(event):
        number = math.floor((white - black + 50) / 100)
        bins.setdefault(number, []).append((score, foretold("fide", white, black)))
    rows = found.calibration[found.calibration["rules"] == "fide"]
    assert [int((low + 50) // 100) for low in rows["low"]] == sorted(bins)
    for row, number in zip(rows.itertuples(), sorted(bins), strict=True):
        scores = [s for s, _ in bins[number]]
        assert row.n == len(scores) and near(row.score, mean(scores))
        assert near(row.expected, mean(e for _, e in bins[number]))
        if len(scores) > 1:
            variance = sum((s - mean(scores)) ** 2 for s in scores) / (len(scores) - 1)
            assert near(row.error, math.sqrt(variance / len(scores)))
    parts = [len(b) * (mean(s for s, _ in b) - mean(e for _, e in b)) ** 2 for b in bins.values()]
    assert near(found.measures["reliability"][0], sum(parts) / 66)


def test_lists_are_those_of_the_engine(championship: tuple[Event, Study]) -> None:
    """The last list of each rule set is what the engine makes of the event, and so they differ."""
    event, found = championship
    for rules in ("fide", "elo:model=logistic"):
        made = [float(line.new or 0) for line in rate(event, rules).lines]
        assert found.ratings[rules].tolist() == made
    row = found.differences.set_index("rules").loc["elo:model=logistic"]
    gaps = found.ratings["elo:model=logistic"] - found.ratings["fide"]
    assert (row["players"], row["against"]) == (12, "fide")
    assert near(row["mean"], sum(gaps) / 12) and near(
        row["mean_absolute"], sum(map(abs, gaps)) / 12
    )
    assert abs(row["largest"]) == max(map(abs, gaps))
    one, two = (found.ratings[name].rank().tolist() for name in ("fide", "elo:model=logistic"))
    middle = 6.5
    top = sum((a - middle) * (b - middle) for a, b in zip(one, two, strict=True))
    below = math.sqrt(sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in two))
    assert near(row["rank_correlation"], top / below)


# --- periods -------------------------------------------------------------------------------------

PLAYERS = {"id": ["2", "3", "1"], "name": ["Ann", "Bob", "Cai"], "rating": [2000, 1900, None],
           "games": [50, 50, 0]}  # fmt: skip


def test_a_period_starts_from_the_list_of_the_one_before() -> None:
    """Games are foretold from the ratings of the list before; IDs are no numbers of rows."""
    games = {
        "white": ["2", "3", "2"], "black": ["3", "2", "3"], "result": ["0-1", "½-½", "1-0"],
        "date": ["2025-11-20", "2025-10-05", "2025-12-01"],
    }  # fmt: skip
    found = study(PLAYERS, games, ["elo:model=logistic,rated=each game", "elo"], period="month")
    ann, bob, losses = 2000.0, 1900.0, []
    lists = [(ann, bob)]
    for score in (0.5, 0.0, 1.0):
        one = Event((Player(1, "A", Decimal(ann), games=50), Player(2, "B", Decimal(bob), games=50)),
                    (Game(1, 1, 2, {0.5: "½-½", 0.0: "0-1", 1.0: "1-0"}[score]),))  # fmt: skip
        losses.append((score - float(EXPECTED_SCORE(ann, bob, "elo"))) ** 2)
        ann, bob = (float(line.new or 0) for line in rate(one, "elo").lines)
        lists.append((ann, bob))
    row = found.measures.set_index("rules").loc["elo"]
    assert near(row["brier"], mean(losses))
    of = found.percentiles[found.percentiles["rules"] == "elo"]
    assert of["period"].tolist() == ["", "2025-10", "2025-11", "2025-12"]
    assert of["p1"].tolist() == [max(pair) for pair in lists]
    assert of["mean"].tolist() == [mean(pair) for pair in lists]
    assert of["median"].tolist() == [median(pair) for pair in lists]
    assert of["rated"].tolist() == [2, 2, 2, 2]
    assert found.ratings["elo"].tolist()[:2] == [ann, bob]


def test_days_are_read_as_everywhere() -> None:
    """With dots the day comes first: 05.11. is in November, and played after 20.10."""
    games = {
        "white": ["2", "3"], "black": ["3", "2"], "result": ["1-0", "1-0"],
        "date": ["05.11.2025", "20.10.2025"],
    }  # fmt: skip
    found = study(PLAYERS, games, ["elo"], period="month")
    assert found.percentiles["period"].tolist() == ["", "2025-10", "2025-11"]
    by_iso = study(
        PLAYERS, {**games, "date": ["2025-11-05", "2025-10-20"]}, ["elo"], period="month"
    )
    pd.testing.assert_frame_equal(found.percentiles, by_iso.percentiles)


def test_who_falls_off_a_list_is_unrated() -> None:
    """FIDE B02 7.2.1: below 1400 a player is unrated, here as on the list of a federation."""
    players = {"id": ["1", "2"], "name": ["A", "B"], "rating": [1405, 1400], "games": [50, 50]}
    games = {"white": ["1"], "black": ["2"], "result": ["0-1"]}
    found = study(players, games, ["fide", "elo"])
    assert math.isnan(found.ratings["fide"][0]) and found.ratings["elo"][0] < 1400
    assert found.percentiles["rated"].tolist() == [2, 2, 1, 2]


@pytest.mark.parametrize("events", [{}, {"event": ["A", "B", "C", "D"], "round": [1] * 4}])
def test_what_is_said_of_one_period_counts_once(events: dict[str, Any]) -> None:
    """Absence in a year takes 3 % once: not at each event, and not in the years after."""
    players = {
        "id": ["1", "2", "3"], "name": ["A", "B", "C"], "rating": [1950, 2000, 2000],
        "absent": ["x", "", ""], "new_title": ["", "大师", ""],
    }  # fmt: skip
    games = {
        "white": ["2", "3", "2", "2"], "black": ["3", "2", "3", "3"],
        "result": ["1-0", "½-½", "0-1", "1-0"], "round": [1, 2, 3, 4], "period": [1, 1, 2, 3],
    }  # fmt: skip
    rules = "malaysia:absence=rating"
    found = study(players, {**games, **events}, [rules])
    assert found.ratings[rules][0] == round(1950 * 0.97)


def test_bins_have_a_width(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No figures from bins of nothing."""
    words = ["study", str(CHAMPIONSHIP), "--rules", "fide", "--rules", "elo", "--width"]
    for width in ("0", "-5", "nan", "inf"):
        assert main([*words, width]) == 2
        assert "it must be above 0" in capsys.readouterr().err


def test_only_what_all_foretell_is_compared() -> None:
    """Games of somebody without rating, byes and forfeits are in no measure."""
    games = {
        "white": ["2", "2", "3", "2"], "black": ["1", "3", "2", None],
        "result": ["1-0", "1-0 F", "1-0", "BYE 1"], "round": [1, 2, 3, 4],
    }  # fmt: skip
    found = study(PLAYERS, games, ["fide", "glicko"])
    assert found.measures["games"].tolist() == [1, 1]
    assert near(found.measures["brier"][0], (1 - 0.36) ** 2)


def test_frames_of_other_packages() -> None:
    """polars gives what pandas gives."""
    games = {"white": ["2", "3"], "black": ["3", "2"], "result": ["1-0", "½-½"], "period": [2, 1]}
    one = study(pd.DataFrame(PLAYERS), pd.DataFrame(games), ["fide", "elo"])
    two = study(pl.DataFrame(PLAYERS), pl.DataFrame(games), ["fide", "elo"])
    for name in ("measures", "calibration", "percentiles", "ratings", "differences"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(two, name))


@pytest.mark.parametrize(
    ("change", "words_of_it"),
    [
        (lambda g: g.update(period=["1", None]), "row 2: the game has no period"),
        (lambda g: g.update(date=["2025-11-01", "soon"]), "row 2: 'soon' is not a date"),
        (lambda g: g.update(date=["2025-11-01", None]), "row 2: the game has no date"),
        (lambda g: g.update(white=["2", "nobody"]), "row 2: white 'nobody' is none of the players"),
    ],
)
def test_bad_games_are_named(change: Callable[[dict[str, object]], None], words_of_it: str) -> None:
    """What cannot be placed is told with its row."""
    games: dict[str, object] = {"white": ["2", "3"], "black": ["3", "2"], "result": ["1-0", "½-½"]}
    change(games)
    with pytest.raises(RatingError) as caught:
        study(PLAYERS, games, ["fide", "elo"], period="month")
    assert words_of_it in f"{caught.value.where}: {caught.value.message}"


# --- inflation -----------------------------------------------------------------------------------


def test_points_of_the_article() -> None:
    """Nevzorov 2004: the 1 % point is place 50 of 5,000, 70 of 7,000, 120 of 12,000."""
    for size, place in ((5000, 50), (7000, 70), (12000, 120)):
        ratings = random.Random(size).sample(range(100_000), size)
        assert point(ratings, 1) == sorted(ratings, reverse=True)[place - 1]
        assert point(ratings, 2) == sorted(ratings, reverse=True)[2 * place - 1]
        assert point(ratings, 1, lowest_first=True) == sorted(ratings)[place - 1]
    # 1 % of 150 is 1.5: place 2.
    assert point(range(1, 151), 1) == 149 and math.isnan(point([], 1))


# --- a federation whose truth is known -----------------------------------------------------------


def simulated(seed: int, size: int = 60, n: int = 6000) -> tuple[dict[str, Any], dict[str, Any]]:
    """Players of known strength; White has 40 points more, 200 ahead win: the rest is drawn."""
    dice, curve = random.Random(seed), NormalDist(0, 200 * math.sqrt(2))
    strength = [dice.gauss(2100, 200) for _ in range(size)]
    white, black, results = [], [], []
    for _ in range(n):
        one, other = dice.sample(range(size), 2)
        ahead, luck = strength[one] - strength[other], dice.random()
        win, loss = curve.cdf(ahead + 40 - 200), curve.cdf(-ahead - 40 - 200)
        white.append(one + 1)
        black.append(other + 1)
        results.append("1-0" if luck < win else "0-1" if luck > 1 - loss else "½-½")
    players = {"no": list(range(1, size + 1)), "name": [f"P{no}" for no in range(size)],
               "rating": [round(s) for s in strength], "k": [1] * size}  # fmt: skip
    return players, {"white": white, "black": black, "result": results}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_better_model_wins(seed: int) -> None:
    """Games made by colour: the rules that tell colours apart foretell them better, by any measure."""
    players, games = simulated(seed)
    found = study(players, games, ["elo:model=normal200r2", "nevzorov", "nevzorov:first_move=0"])
    rows = found.measures.set_index("rules")
    for key in ("log_loss", "brier", "reliability"):
        assert rows[key].idxmin() == "nevzorov"
    assert rows["log_loss_wdl"].idxmin() == "nevzorov"
    assert abs(rows.loc["nevzorov", "bias"]) < 0.015 < -rows.loc["elo:model=normal200r2", "bias"]
    assert abs(rows.loc["nevzorov", "expected_draws"] - rows.loc["nevzorov", "draws"]) < 0.02


# --- the command ---------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An event in a file: measures on the screen, in three languages a workbook with its charts."""
    for language in LANGUAGES:
        target = tmp_path / f"{language}.xlsx"
        command = ["study", str(CHAMPIONSHIP), "--rules", "fide", "--rules", "nevzorov"]
        assert main([*command, "-o", str(target), "--language", language]) == 0
        book = openpyxl.load_workbook(target)
        assert book.sheetnames == [
            WORDS.table[f"sheet_{name}"][language]
            for name in ("measures", "comparisons", "calibration", "percentiles", "differences",
                         "ratings", "definitions")
        ]  # fmt: skip
        assert [len(sheet._charts) for sheet in book.worksheets] == [0, 0, 1, 3, 0, 0, 0]
    said = capsys.readouterr()
    assert "Brier score: 0.0769" in said.out and "Оценка Брайера: 0.0751" in said.out
    assert "not every game has a date" in said.err
    found = study(*read(CHAMPIONSHIP).to_frames(), ["fide", "nevzorov"])
    sheet = openpyxl.load_workbook(tmp_path / "en.xlsx")["Measures"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    column = rows[0].index("Brier score")
    assert [row[column] for row in rows[1:]] == found.measures["brier"].round(6).tolist()


def test_the_command_on_a_folder_and_on_games_by_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Events of a folder, found on a list, and the same games by day in one CSV: the same numbers."""
    (tmp_path / "events").mkdir()
    days = {"2025-10-05": ("1-0", "½-½"), "2025-11-02": ("0-1", "½-½")}
    with (tmp_path / "list.csv").open("w") as file:
        csv.writer(file).writerows(
            [
                ["id", "name", "rating", "games"],
                [7, "Ann", 2000, 40],
                [8, "Bob", 1900, 40],
                [9, "Cai", 1950, 40],
            ]
        )
    rows = []
    for day, results in days.items():
        lines = [(1, "Ann", "Bob", results[0]), (2, "Bob", "Cai", results[1])]
        with (tmp_path / "events" / f"{day}-games.csv").open("w") as file:
            csv.writer(file).writerows([("round", "white", "black", "result"), *lines])
        rows += [(day, *line[1:], f"{day}-games.csv") for line in lines]
    with (tmp_path / "all.csv").open("w") as file:
        csv.writer(file).writerows([("date", "white", "black", "result", "event"), *rows])
    said = []
    for source in ("events", "all.csv"):
        command = ["study", str(tmp_path / source), "--players", str(tmp_path / "list.csv")]
        assert main([*command, "--rules", "fide", "--rules", "elo"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and "Games compared: 4" in said[0]
    command = ["study", str(tmp_path / "events"), "--rules", "fide", "--rules", "elo"]
    assert main([*command, "-o", str(tmp_path / "events" / "study.xlsx")]) == 2
    assert main(["study", str(CHAMPIONSHIP), "--rules", "fide"]) == 2
    # A folder without an event is said to be one, and what is no event beside others is told.
    (tmp_path / "empty").mkdir()
    (tmp_path / "events" / "notes.docx").write_text("?")
    for folder, code, told in (("empty", 2, "there are no events in"), ("events", 0, "notes.docx")):
        assert main(["study", str(tmp_path / folder), *command[2:]]) == code
        assert told in capsys.readouterr().err


def test_every_word_is_in_three_languages() -> None:
    """No word lacks a language, and all languages fill in the same parts."""
    for key, texts in WORDS.table.items():
        assert set(texts) == set(LANGUAGES), key
        assert len({text.count("{") for text in texts.values()}) == 1, key


def test_a_list_with_results_that_wait(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a list that was written here is read here, results that wait (FIDE 7.1.4) too."""
    listed, sent = tmp_path / "list.csv", tmp_path / "games.csv"
    listed.write_text("id,name,rating,games\n1,Ann,2000,40\n2,Bob,1900,40\n3,Cai,,\n")
    games = "date,round,white,black,result\n2025-10-02,1,1,2,1-0\n2025-10-02,2,3,1,½-½\n"
    sent.write_text(games)
    made = tmp_path / "next.csv"
    assert main(["federation", str(listed), str(sent), "--rules", "fide", "-o", str(made)]) == 0
    assert "2000:0.5@2025-10-02" in made.read_text("utf-8")
    words = ["study", str(sent), "--players", str(made), "--rules", "fide", "--rules", "elo"]
    assert main(words) == 0, capsys.readouterr().err


# --- how sure a comparison is --------------------------------------------------------------------


def test_errors_and_intervals_of_a_comparison() -> None:
    """Promise: standard errors are s/√N; the interval is that of means of games drawn again, the same
    ones for both rule sets; the same seed gives the same interval, another one hardly another."""
    players, games = simulated(3, n=300)
    rules = ["elo:model=normal200r2", "nevzorov"]
    found = study(players, games, rules)
    losses = []
    for one in rules:
        # Nobody's rating changes within the one period.
        told = predict(players, games, one)["expected"]
        scores = [SCORES[code] for code in games["result"]]
        losses.append([(s - e) ** 2 for s, e in zip(scores, told, strict=True)])
    for row, own in zip(found.measures.itertuples(), losses, strict=True):
        assert near(row.brier_error, stdev(own) / math.sqrt(300))
    (row,) = found.comparisons[found.comparisons["measure"] == "brier"].itertuples()
    apart = [second - first for first, second in zip(*losses, strict=True)]
    assert (row.rules, row.against, row.games) == (rules[1], rules[0], 300)
    assert near(row.difference, mean(apart)) and near(row.error, stdev(apart) / math.sqrt(300))
    dice = random.Random(1)
    drawn = sorted(mean(dice.choices(apart, k=300)) for _ in range(4000))
    # The ends of both hang on chance: a tenth of a standard error or two.
    assert abs(row.low - drawn[100]) < 0.25 * row.error
    assert abs(row.high - drawn[3900]) < 0.25 * row.error
    assert abs(row.better - sum(one < 0 for one in drawn) / 4000) < 0.05
    pd.testing.assert_frame_equal(found.comparisons, study(players, games, rules).comparisons)
    other = study(players, games, rules, seed=2).comparisons
    assert (other["difference"] == found.comparisons["difference"]).all()
    assert (other["low"] != found.comparisons["low"]).all()


def test_the_same_seed_draws_the_same_everywhere() -> None:
    """Promise: with the same seed the interval is the same on every machine, and in every version."""
    losses = {"brier": [np.array([0.0, 0, 0, 0, 0]), np.array([0.4, -0.1, 0.2, -0.3, 0.1])]}
    found = comparisons(["a", "b"], losses, 200, 7).iloc[0]
    assert [found["low"], found["high"], found["better"]] == [-0.1, 0.26, 0.235]


def test_a_sweep_over_k() -> None:
    """Promise: each K of a sweep is that of a list that gives everybody this K, on the same games."""
    players, games = simulated(4, n=200)
    games["period"] = [at // 50 for at in range(200)]
    people = {name: column for name, column in players.items() if name != "k"}
    found = study(people, games, ["elo:model=logistic", "glicko"], k=[5, 80]).sweep
    assert found["rules"].unique().tolist() == ["elo:model=logistic"]
    assert math.isnan(found["k"][0]) and found["k"].tolist()[1:] == [5, 80]
    for value, own in zip((5, 80), found.to_dict("records")[1:], strict=True):
        given = study({**people, "k": [value] * 60}, games, ["elo:model=logistic"]).measures.iloc[0]
        for measure in ("games", "log_loss", "log_loss_error", "brier", "bias"):
            assert near(own[measure], given[measure])
    assert found["log_loss"].nunique() == 3


def test_the_edition_of_each_period() -> None:
    """Promise: a study says by which edition each period was rated."""
    games = {"white": ["2", "3"], "black": ["3", "2"], "result": ["1-0", "½-½"],
             "date": ["2025-09-30", "2025-10-01"]}  # fmt: skip
    found = study(PLAYERS, games, ["fide"], period="month").percentiles
    assert found["edition"].tolist() == ["", "fide@2024-03-01", "fide@2025-10-01"]


def test_what_the_terminal_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: errors, comparison, K and calibration are on the terminal, in JSON and in the file."""
    output = tmp_path / "s.xlsx"
    words = ["study", str(CHAMPIONSHIP), "--rules", "fide", "--rules", "glicko", "--k", "10..30:10"]
    assert main([*words, "-o", str(output)]) == 0
    told = capsys.readouterr()
    assert "Brier score: 0.0769 ± 0.0140" in told.out
    assert "glicko against fide, Log loss: " in told.out and "(95 %: " in told.out
    assert "Edition: fide@2025-10-01 (1 …)" in told.out and "fide: Calibration" in told.out
    assert "glicko: these rules do not accept another K" in told.err
    book = openpyxl.load_workbook(output)
    assert [row[1].value for row in book["K"].iter_rows(min_row=4)] == [None, 10, 20, 30]
    assert book["Comparisons"]["C4"].value == "Log loss"
    assert main([*words, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["studies"]
    assert [row["k"] for row in found["sweep"]] == [None, 10, 20, 30]
    assert {row["measure"] for row in found["comparisons"]} == {"log_loss", "brier"}
    # One rule set is enough where its K is asked about; what is no K is refused.
    assert main([*words[:4], "--k", "20"]) == 0
    for wrong in ("x", "40..10", "1..9999", "10..20:0"):
        assert main([*words[:4], "--k", wrong]) == 2
        assert f"K is {wrong}" in capsys.readouterr().err


# --- several paces -------------------------------------------------------------------------------


def three_paces(folder: Path, n: int = 800) -> tuple[str, str]:
    """A list and games of a federation of three paces, in which everybody is another player at each."""
    columns: dict[str, list[Any]] = {"no": list(range(1, 61))}
    rows = []
    for seed, pace in enumerate(("", "rapid_", "blitz_")):
        players, games = simulated(seed, n=n)
        columns["name"] = players["name"]
        columns |= {f"{pace}{part}": players[part] for part in ("rating", "k")}
        said = pace.strip("_") or "standard"
        pairs = zip(games["white"], games["black"], games["result"], strict=True)
        rows += [(f"2025-01-{1 + at % 28:02}", said, *one) for at, one in enumerate(pairs)]
    listed, played = folder / "list.csv", folder / "games.csv"
    pd.DataFrame(columns).to_csv(listed, index=False)
    heads = ["date", "pace", "white", "black", "result"]
    pd.DataFrame(rows, columns=heads).to_csv(played, index=False)
    return str(listed), str(played)


def measured(told: str) -> dict[str, dict[str, dict[str, float]]]:
    """What the command prints: pace, rules, measure."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    pace = rules = ""
    in_table = False
    for line in told.splitlines():
        if not line:
            in_table = True
        if line.endswith(":"):
            in_table = False
        if in_table or "95 %" in line or "Edition" in line:
            continue
        if line.endswith(":") and not line.startswith(" "):
            pace = line.rstrip(":")
        elif not line.startswith(" "):
            rules = line
        else:
            name, _, value = line.strip().rpartition(": ")
            own = found.setdefault(pace, {}).setdefault(rules, {})
            own[name] = float(value.partition(" ± ")[0])
    return found


def test_paces_are_compared_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: each pace has its own ratings: the better model wins at each, and nothing is mixed."""
    listed, played = three_paces(tmp_path)
    better, other = "nevzorov", "elo:model=normal200r2"
    words = ["study", played, "--players", listed, "--rules", other, "--rules", better]
    assert main(words) == 0
    found = measured(capsys.readouterr().out)
    assert list(found) == ["classical", "rapid", "blitz"]
    for seed, rules in enumerate(found.values()):
        assert rules[better]["Games compared"] == 800
        assert rules[better]["Log loss"] < rules[other]["Log loss"]
        assert abs(rules[better]["Bias"]) < 0.04
        # The same as the games of that pace alone.
        players, games = simulated(seed, n=800)
        games["date"] = [f"2025-01-{1 + at % 28:02}" for at in range(800)]
        alone = study(players, games, [other, better], period="month").measures
        assert rules[better]["Log loss"] == pytest.approx(alone["log_loss"][1], abs=5e-5)
    # Mixed, as if all were of one pace, the ratings foretell the games of the others far worse.
    frame = pd.read_csv(played)
    frame.drop(columns="pace").to_csv(tmp_path / "mixed.csv", index=False)
    assert main([*words[:1], str(tmp_path / "mixed.csv"), *words[2:]]) == 0
    mixed = measured(capsys.readouterr().out)[""][better]["Log loss"]
    assert mixed > max(rules[better]["Log loss"] for rules in found.values()) + 0.05


def test_events_of_several_paces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: an event is of the pace that it, its rules or an option says; rules of one list rate it."""
    sent = tmp_path / "sent"
    sent.mkdir()
    pairs = "round,white,black,result\n1,Ann,Bob,1-0\n2,Bob,Ann,0-1\n"
    for name, said in (
        ("a", "event: A\n"), ("b", "event: B\npace: rapid\n"),
        ("c", "event: C\nrules: fide:list=blitz\n"), ("d", "event: D\n"),
    ):  # fmt: skip
        (sent / f"2025-10-0{len(said) % 9 + 1} {name}.csv").write_text(
            said + pairs.replace("\n2,Bob,Ann,0-1", ""), "utf-8"
        )
    (tmp_path / "list.csv").write_text("no,name,rating,games\n1,Ann,2000,50\n2,Bob,1900,50\n")
    words = ["study", str(sent), "--players", str(tmp_path / "list.csv"), "--blitz", "* d.csv"]
    output = tmp_path / "s.xlsx"
    rules = ["--rules", "fide", "--rules", "elo", "--rules", "glicko"]
    assert main([*words, *rules, "-o", str(output)]) == 0
    found = measured(capsys.readouterr().out.rpartition("written")[0])
    games = {pace: {r: m["Games compared"] for r, m in one.items()} for pace, one in found.items()}
    assert games == {
        "classical": {"fide": 1, "elo": 1, "glicko": 1},
        "rapid": {"fide:list=rapid": 1, "elo": 1, "glicko": 1},
        "blitz": {"fide:list=blitz": 2, "elo": 2, "glicko": 2},
    }
    names = openpyxl.load_workbook(output).sheetnames
    assert names[0] == "Measures, classical" and "Measures, blitz" in names
    assert names[-1] == "Definitions" and len(names) == len(set(names))
    # Rules that name a list are for that pace only.
    rules = ["--rules", "fide:list=rapid", "--rules", "fide:list=blitz"]
    assert main([*words, *rules]) == 0
    told = capsys.readouterr()
    assert list(measured(told.out)) == ["rapid", "blitz"]
    assert "classical: none of the rules apply to this pace" in told.err


def test_a_pace_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input: a game without pace among others with one is told with its row."""
    listed, played = three_paces(tmp_path, 2)
    frame = pd.read_csv(played)
    frame.loc[1, "pace"] = ""
    frame.to_csv(played, index=False)
    words = ["study", played, "--players", listed, "--rules", "nevzorov", "--rules", "elo"]
    assert main(words) == 2
    assert "games.csv, games, row 2: the game has no pace" in capsys.readouterr().err


def test_headings_of_long_names_are_readable() -> None:
    """Promise: a heading that names its rule set has as many lines as it needs."""
    players = {"name": ["A", "B"], "rating": [2000, 1900]}
    games = {"white": ["A", "B"], "black": ["B", "A"], "result": ["1-0", "½-½"]}
    data = study_xlsx(study(players, games, ["fide", "elo:model=logistic"]))
    sheet = openpyxl.load_workbook(io.BytesIO(data))["Calibration"]
    longest = max(len(str(cell.value)) for cell in sheet[3])
    assert longest > 40 and sheet.row_dimensions[3].height >= 15 * longest / 12


def test_hidden_rows_of_the_players_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: rows of a list that are hidden, or struck out, are read like all others, and told."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (("id", "name", "rating"), (1, "Ann", 2000), (2, "Bob", 1900), (3, "Cid", 1800)):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet["B4"].font = openpyxl.styles.Font(strike=True)
    book.save(tmp_path / "list.xlsx")
    games = ["date,round,white,black,result", "2025-05-01,1,1,2,1-0", "2025-05-01,2,2,3,1-0"]
    (tmp_path / "games.csv").write_text("\n".join(games), "utf-8")
    words = ["study", str(tmp_path / "games.csv"), "--players", str(tmp_path / "list.xlsx")]
    assert main([*words, "--rules", "elo", "--rules", "fide", "--language", "en"]) == 0
    told = capsys.readouterr().err
    assert "hidden rows are read, too: 3" in told
    assert "struck-through cells are read like all others: B4" in told
