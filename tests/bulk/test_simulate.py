"""The odds of places, held against every way in which the remaining games can end."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from xlrating import EXPECTED_SCORE, WIN_DRAW_LOSS, Event, Game, Player
from xlrating.bulk import simulate
from xlrating.cli import main
from xlrating.engine.errors import ArgumentError
from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.tournament.prizes import Category
from xlrating.engine.tournament.standings import standings
from xlrating.reading import read

RATINGS = {1: 2300, 2: 2200, 3: 2150, 4: 1900}
PLAYERS = [
    Player(no, f"P{no}", rating=rating, born=2010 if no > 2 else 1980, sex="f" if no == 4 else "m")
    for no, rating in RATINGS.items()
]
GAMES = [
    Game(1, 1, 4, "½-½"), Game(1, 2, 3, "0-1"),
    Game(2, 4, 3, ""), Game(2, 1, 2, ""), Game(3, 2, 4, ""), Game(3, 3, 1, ""),
]  # fmt: skip
EVENT = Event(tuple(PLAYERS), tuple(GAMES), rules="fide", tie_breaks=("SB", "DE"))
N = 4000


def by_hand(rules: str, draws: float) -> tuple[dict[int, list[float]], dict[int, float]]:
    """The share of each place of each player, and the mean points: all 81 ways weighed."""
    chances = []
    for game in GAMES[2:]:
        own, other = RATINGS[game.white], RATINGS[game.black or 0]
        if rules == "nevzorov":
            chances.append([float(one) for one in WIN_DRAW_LOSS([own], [other])[0]])
        else:
            expected = float(EXPECTED_SCORE(own, other, rules))
            drawn = min(draws, 2 * expected, 2 * (1 - expected))
            chances.append([expected - drawn / 2, drawn, 1 - expected - drawn / 2])
    places = {no: [0.0] * 4 for no in RATINGS}
    points = dict.fromkeys(RATINGS, 0.0)
    for ends in product(range(3), repeat=4):
        share = 1.0
        games = list(GAMES[:2])
        for game, end, chance in zip(GAMES[2:], ends, chances, strict=True):
            share *= chance[end]
            games.append(replace(game, result=RESULT_BY_CODE[("1-0", "½-½", "0-1")[end]]))
        for one in standings(replace(EVENT, games=tuple(games))):
            places[one.no][one.place - 1] += share
            points[one.no] += share * float(one.points)
    return places, points


@pytest.mark.parametrize("rules", ["fide", "nevzorov"])
def test_the_odds_of_places(rules: str) -> None:
    """Promise: each share is that of all ways in which the games can end, as nearly as so many
    drawings tell (four standard errors); places are those of the standings, tie-breaks and all."""
    found = simulate(EVENT, N, 3, rules=rules, draws=0.5).set_index("no")
    places, points = by_hand(rules, 0.5)
    for no, own in places.items():
        for at, share in enumerate(own, 1):
            near = 4 * (share * (1 - share) / N) ** 0.5
            assert abs(found.loc[no, f"place_{at}"] - share) <= near + 1e-9, (no, at)
        assert abs(found.loc[no, "points"] - points[no]) < 4 * 0.8 / N**0.5
    assert found.loc[1, "points"] > found.loc[4, "points"]


def test_prizes() -> None:
    """Promise: a prize of a category is the first place among those who fit it."""
    prizes = {"juniors": Category(born_from=2000), "women": Category(sex="f")}
    found = simulate(EVENT, 300, 1, draws=0.5, prizes=prizes).set_index("no")
    assert found["women"].tolist() == [0, 0, 0, 1] and found["juniors"].tolist()[:2] == [0, 0]
    assert found.loc[3, "juniors"] > 0.8 and found["juniors"].sum() >= 1


def test_the_same_seed_gives_the_same_odds() -> None:
    """Promise: the same seed gives the same frame, on every machine; another one another frame."""
    found = simulate(EVENT, 200, 5, draws=0.5)
    assert found.equals(simulate(EVENT, 200, 5, draws=0.5))
    assert not found.equals(simulate(EVENT, 200, 6, draws=0.5))
    assert found["place_1"].tolist() == [0.465, 0.005, 0.635, 0.005]


def test_an_event_that_is_over() -> None:
    """Promise: without a game to play the odds are the standings."""
    games = [game for game in GAMES if game.result.code]
    found = simulate(replace(EVENT, games=tuple(games)), 10)
    expected = {one.no: one for one in standings(replace(EVENT, games=tuple(games)))}
    assert found["place"].tolist() == [expected[no].place for no in RATINGS]
    assert found["points"].tolist() == [float(expected[no].points) for no in RATINGS]


def test_what_nobody_can_foretell() -> None:
    """Bad input: nothing is guessed: draws that no rule defines, players without a rating."""
    with pytest.raises(ArgumentError, match="fide does not say how often games are drawn"):
        simulate(EVENT, 10)
    with pytest.raises(ArgumentError, match="from 0 to 1"):
        simulate(EVENT, 10, draws=2)
    with pytest.raises(ArgumentError, match="0 is not a number of drawings"):
        simulate(EVENT, 0)
    with pytest.raises(ArgumentError, match="does not name its rules"):
        simulate(replace(EVENT, rules=""), 10)
    unknown = replace(EVENT, players=(*PLAYERS[:3], replace(PLAYERS[3], rating=None)))
    with pytest.raises(ArgumentError, match="round 2, P4 – P3: fide cannot predict this game"):
        simulate(unknown, 10, draws=0.5)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the command prints the same odds, in three languages and as JSON."""
    cup = tmp_path / "cup.csv"
    cup.write_text(
        "round,white,white rating,black,black rating,result\n"
        "1,Ann,2200,Bob,2000,½-½\n2,Bob,2000,Ann,2200,\n", "utf-8",
    )  # fmt: skip
    words = ["simulate", str(cup), "--rules", "fide", "--draws", "0.4", "-n", "500", "--seed", "2"]
    for language, head in (("en", "Mean place"), ("zh", "平均名次"), ("ru", "Среднее место")):
        assert main([*words, "--language", language]) == 0
        assert head in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    odds = simulate(read(cup), 500, 2, rules="fide", draws=0.4)
    assert (found["n"], found["seed"], found["games"]) == (500, 2, 1)
    for row, one in zip(found["players"], odds.itertuples(), strict=True):
        assert (row["name"], row["points"]) == (one.name, one.points)
        assert row["places"] == [one.place_1, one.place_2]
    assert [row[1] for row in found["tables"][0]["rows"]] == ["Ann", "Bob"]
    assert main(words[:4]) == 2
    assert "--draws 0.4" in capsys.readouterr().err
