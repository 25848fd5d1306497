"""Many games at a time: however many these are, the numbers are the same."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from bulk.federations import federation
from xlrating.bulk import blocks, fixed, rate_period, sum_over_games, volatility, waves
from xlrating.bulk.by_engine import rounds_in_order
from xlrating.bulk.games import Games
from xlrating.bulk.games import games as read_games
from xlrating.bulk.glicko import CLOSE
from xlrating.bulk.people import people
from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "reference", ["fide", "dwz", "glicko2", "malaysia", "malaysia:ever2400=on"]
)
def test_few_games_at_a_time(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Sums do not depend on the partition": blocks of three games, waves looked for among four."""
    rules = load(reference)
    periods = [federation(seed, rules, 20) for seed in range(6)]
    whole = [rate_period(players, games, rules, day=day) for players, games, day in periods]
    monkeypatch.setattr(fixed, "_BLOCK", 3)
    monkeypatch.setattr(waves, "_MOST", 4)
    monkeypatch.setattr(waves, "_LEAST", 1)
    for expected, (players, games, day) in zip(whole, periods, strict=True):
        found = rate_period(players, games, rules, day=day)
        assert_frame_equal(found, expected, check_exact=True)
        # Nobody changes one column, or what came in, by another.
        of_numbers = [
            column.to_numpy() for frame in (found, pd.DataFrame(players, copy=False))
            for _, column in frame.items() if column.dtype.kind in "biuf"
        ]  # fmt: skip
        assert not any(np.may_share_memory(*two) for two in combinations(of_numbers, 2))


def test_who_is_exempt_from_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    """One, both and none of two far apart: the same as game by game, and at both ends of a table."""
    rating = np.array([2700, 3150, 2200, 2249, 2649, 2650, 2651])
    white, black = (side.ravel() for side in np.meshgrid(np.arange(7), np.arange(7)))
    apart = white != black
    for some in (rating, rating[:2], rating[2:5]):
        kept = apart & (white < len(some)) & (black < len(some))
        games = {"white": white[kept], "black": black[kept], "result": ["½-½"] * int(kept.sum())}
        players = {"no": np.arange(len(some)), "rating": some}
        rules = load("fide@2025-10-01")
        found = rate_period(players, games, rules)
        with monkeypatch.context() as other:
            other.setattr(sum_over_games, "counted_in_blocks", lambda *_: None)
            assert_frame_equal(found, rate_period(players, games, rules), check_exact=True)


@pytest.mark.in_turn
@pytest.mark.parametrize("games", [1311, 70_000, 2**18 - 1, 2**18, 2**19 + 7])
def test_more_games_than_a_number_has_room_for(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums that share a number are taken where they fit; else they are counted by themselves."""
    # The first wins them all, expected to lose all but a hundredth, or loses them, expected to win.
    rules, at = load("fide@2025-10-01"), np.arange(games)
    for weak, strong in ((0, 1), (1, 0)):
        players = {"no": np.arange(9), "rating": np.array([1400, 2100] + 7 * [1800])}
        played = {"white": np.full(games, weak), "black": np.full(games, strong),
                  "result": np.where(at % 3 > 0, "1-0", "½-½")}  # fmt: skip
        who = people(players, rules, None)
        counted = blocks.counted_in_blocks(read_games(played, who), who, rules)
        assert (counted is not None) == (games < 2**18)
        found = rate_period(players, played, rules)
        with monkeypatch.context() as other:
            other.setattr(sum_over_games, "counted_in_blocks", lambda *_: None)
            assert_frame_equal(found, rate_period(players, played, rules), check_exact=True)


def test_volatilities_that_the_engine_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever's iteration hangs on a last digit has the engine's volatility; here all of them."""
    rules = load("glicko2")
    for seed in range(6):
        players, games, day = federation(seed, rules, 20)
        expected = rate_period(players, games, rules, day=day)
        with monkeypatch.context() as other:
            other.setattr(volatility, "_NOISE", np.inf)
            found = rate_period(players, games, rules, day=day)
        assert_frame_equal(found, expected, check_exact=False, rtol=CLOSE)


@pytest.mark.parametrize(("most", "least"), [(2**15, 256), (8, 2), (1, 1)])
@pytest.mark.parametrize("rounds", [0, 12])
@pytest.mark.parametrize("one_wave", [None, 1, 5, 10**6])
def test_waves(
    most: int, least: int, rounds: int, one_wave: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game once, nobody twice in a wave, and everybody's games in their order."""
    monkeypatch.setattr(waves, "_WAVE", one_wave)
    monkeypatch.setattr(waves, "_MOST", most)
    monkeypatch.setattr(waves, "_LEAST", least)
    dice = np.random.default_rng(3)
    white = dice.integers(0, 15, 200)
    black = (white + dice.integers(1, 15, 200)) % 15
    order = np.arange(200)
    if rounds:
        # In no order of the rows; nobody has two games in a round.
        order = dice.permutation(rounds_in_order(Games(white, black, order)) * 7)
        kept = np.unique(
            np.concatenate([order * 15 + white, order * 15 + black]), return_index=True
        )
        single = np.bincount(kept[1] % 200, minlength=200) == 2
        white, black, order = white[single], black[single], order[single]
    last = dict.fromkeys(range(15), -1)
    seen: list[int] = []
    for wave, alone in waves.waves(white, black, order, 15, singly=one_wave is not None):
        people = [*white[wave].tolist(), *black[wave].tolist()]
        assert alone or len(people) == len(set(people)) > 0
        for at in wave.tolist():
            for one in (int(white[at]), int(black[at])):
                assert last[one] < order[at]
                last[one] = int(order[at])
        seen += wave.tolist()
    assert sorted(seen) == list(range(len(white)))


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "rules",
    [
        "malaysia",
        "malaysia:ever2400=on",
        "elo:rated=each game",
        "elo:rated=each game,model=logistic",
    ],
)
@pytest.mark.parametrize("people", [3, 40, 400])
def test_one_by_one_is_what_waves_are(
    rules: str, people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where few play a lot their games are played one after another: the same in every column."""
    dice = np.random.default_rng(people)
    weight = dice.pareto(1.2, people) + 0.01
    chosen = dice.choice(people, (2, 3000), p=weight / weight.sum())
    white, black = chosen[:, chosen[0] != chosen[1]]
    players = {
        "no": np.arange(people),
        "rating": dice.integers(1200, 2700, people),
        # Nobody of the others has a K of their own.
        "k": [13.5 if one % 7 == 0 and people == 40 else None for one in range(people)],
    }
    games = {
        "white": white,
        "black": black,
        "white_score": dice.choice([0, 0.5, 1], len(white)),
        "event": np.arange(len(white)) // 7,
        "round": np.arange(len(white)) % 7 + 1,
    }
    monkeypatch.setattr(waves, "_WAVE", -(10**9))
    expected = rate_period(players, games, rules)
    monkeypatch.setattr(waves, "_WAVE", 10**9)
    assert_frame_equal(rate_period(players, games, rules), expected, check_exact=True)
    monkeypatch.undo()
    assert_frame_equal(rate_period(players, games, rules), expected, check_exact=True)


@pytest.mark.parametrize("rules", ["malaysia", "elo:rated=each game"])
def test_one_by_one_below_all_ratings(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever loses again and again falls below 0, where no table has a place: the engine rates."""
    monkeypatch.setattr(waves, "_WAVE", 10**9)
    n, codes = 120, ["1-0"] * 119 + ["½-½"]  # the lower one's K decides where nobody wins
    played = {"white": [0] * n, "black": [1] * n, "result": codes, "round": range(1, n + 1)}
    for rating in (load(rules).bounds[0], 2000):
        players = {"no": [0, 1], "rating": [int(rating)] * 2}
        found = rate_period(players, played, rules)
        people = (Player(no + 1, str(no), rating) for no in (0, 1))
        games = (Game(one, 1, 2, code) for one, code in enumerate(codes, 1))
        report = rate(Event(tuple(people), tuple(games)), rules)
        assert found["new"].tolist() == [float(line.new or 0) for line in report.lines]


def test_a_cap_where_players_have_a_k_of_their_own(tmp_path: Path) -> None:
    """Differences beyond the cap count as it, game by game, for the stronger and the weaker."""
    path = tmp_path / "club.toml"
    path.write_text(
        'extends = "malaysia"\nid = "club"\nnames.en = "Club"\nnames.zh = "C"\nnames.ru = "C"\n'
        'source = "Statutes"\n[difference]\ncap = 400\n',
        "utf-8",
    )
    players = {"no": [1, 2], "rating": [2600, 1600], "k": [13, 25]}
    games = {"white": [1, 2], "black": [2, 1], "result": ["1-0", "1-0"], "round": [1, 2]}
    found = rate_period(players, games, str(path))
    people = (Player(1, "A", 2600, k=13), Player(2, "B", 1600, k=25))
    report = rate(Event(people, (Game(1, 1, 2, "1-0"), Game(2, 2, 1, "1-0"))), str(path))
    assert found["new"].tolist() == [float(line.new or 0) for line in report.lines]


def test_more_games_than_an_event_has_rounds() -> None:
    """A period without rounds has as many games of a player as there are: by colour, too."""
    n, rules = 1400, load("nevzorov")
    white, black = [one % 2 for one in range(n)], [1 + one % 2 for one in range(n)]
    scores = [(1, 0.5, 0)[one % 3] for one in range(n)]
    players = {"no": [0, 1, 2], "rating": [2500, 2450, 2300], "k": [10] * 3}
    found = rate_period(players, {"white": white, "black": black, "white_score": scores}, rules)
    codes = {1: "1-0", 0.5: "½-½", 0: "0-1"}
    people = tuple(Player(no + 1, str(no), r, k=10) for no, r in enumerate(players["rating"]))
    games = [
        Game(at % 700 + 1, one + 1, other + 1, codes[score])
        for at, (one, other, score) in enumerate(zip(white, black, scores, strict=True))
    ]
    report = rate([Event(people, tuple(games[:700])), Event(people, tuple(games[700:]))], rules)
    assert found["new"].tolist() == [float(line.new or 0) for line in report.lines]
    assert found["n"].tolist() == [line.n for line in report.lines]


def test_rounds_where_none_are_said() -> None:
    """A round later than the last one of both in the event; whoever plays nobody is alone."""
    white, black = np.array([0, 2, 0, 1, 3, 3]), np.array([1, 3, 2, 3, -1, -1])
    event = np.array([0, 0, 0, 0, 0, 1])
    found = rounds_in_order(Games(white, black, event, event))
    assert found.tolist() == [1, 1, 2, 2, 3, 1]


@pytest.mark.parametrize("storage", ["pyarrow", "python"])
def test_texts_however_pandas_keeps_them(storage: str) -> None:
    """An ID is found, a blank is nobody, and an unknown one is named with its row."""
    kept = pd.StringDtype(storage, na_value=np.nan)
    people = pd.DataFrame(
        {"id": ["b", "a", None], "name": list("BAC"), "rating": [2000, 2100, 1900]}
    )
    people["id"] = people["id"].astype(kept)
    white, black = pd.Series(["a", "b"], dtype=kept), pd.Series(["b", None], dtype=kept)
    games = pd.DataFrame({"white": white, "black": black, "result": ["1-0", "BYE 1"]})
    assert rate_period(people, games, "fide")["points"].tolist() == [1, 1, 0]
    games["white"] = pd.Series(["a", "x"], dtype=kept)
    with pytest.raises(ArgumentError, match="games, row 2: white 'x' is none of the players"):
        rate_period(people, games, "fide")


@pytest.mark.parametrize("kept", ["string", "object"])
def test_letters_written_in_two_ways(kept: str) -> None:
    """A letter with its accent apart, and a blank that breaks no line, are those of files."""
    players = {
        "name": pd.Series(["Jose\u0301", "Ann\u00a0Lee"], dtype=kept),
        "rating": [2000, 2100],
    }
    games = {"white": ["Jos\u00e9"], "black": ["Ann Lee"], "result": ["1-0"]}
    assert rate_period(players, games, "fide")["new"].tolist() == [2013, 2087]
