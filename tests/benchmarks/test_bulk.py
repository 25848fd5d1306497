"""Periods by columns, each beside what its users have: all sides in one run, medians, ratios."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import elote
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import xlrating
from xlrating.bulk import rate_period
from xlrating.bulk.kernels import KERNELS
from xlrating.cli import main
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.terms.expectancy import expected_score

PLAYERS, GAMES = 100_000, 1_000_000
DAY = date(2025, 11, 1)
RULES = "fide@2025-10-01"

BY_COLUMNS = tuple(KERNELS)

Columns = dict[str, Any]


def medians(*sides: Callable[[], object]) -> list[float]:
    """The median seconds of each side, five times in turn, after a run that is not counted."""
    times: list[list[float]] = [[] for _ in sides]
    for run in range(6):
        for own, side in zip(times, sides, strict=True):
            start = time.perf_counter()
            side()
            if run:
                own.append(time.perf_counter() - start)
    return [statistics.median(own) for own in times]


def told(what: str, ours: float, theirs: float, target: float) -> None:
    """The ratio, for people to read."""
    print(f"\n{what}: {ours:.3g} s, beside {theirs:.3g} s: {ours / theirs:.3g} (target {target:g})")
    assert ours > 0 and theirs > 0


def period(players: int = PLAYERS, games: int = GAMES, low: int = 1400, high: int = 2800) -> Any:
    """Players with all facts and games between them, as arrays."""
    dice = np.random.default_rng(7)
    rating = np.clip(dice.normal((low + high) / 2, (high - low) / 5, players), low, high)
    white = dice.integers(0, players, games)
    listed = {
        "no": np.arange(players),
        "rating": rating.round().astype(np.int64),
        "games": dice.integers(0, 400, players),
        "born": dice.integers(1940, 2016, players),
        "peak": np.minimum(rating.round() + dice.integers(0, 100, players), high).astype(np.int64),
    }
    played = {
        "white": white,
        "black": (white + dice.integers(1, players, games)) % players,
        "white_score": dice.choice([1, 0.5, 0], games),
    }
    return listed, played


def test_period_from_arrays() -> None:
    """`fide`, all facts, beside a hand-tuned loop of the bare formula."""
    players, games = period()
    rules = load(RULES)
    table = np.array([int(expected_score(Decimal(d), rules) * 100) for d in range(-400, 401)])
    rating, score = players["rating"], (games["white_score"] * 100).astype(np.int64)
    white, black = games["white"], games["black"]

    def bare() -> Any:
        difference = rating[white] - rating[black]
        np.clip(difference, -400, 400, out=difference)
        gain = score - table[difference + 400]
        sums = np.bincount(white, weights=gain, minlength=PLAYERS)
        sums -= np.bincount(black, weights=gain, minlength=PLAYERS)
        change = 20 * sums
        return rating + np.copysign(np.floor(abs(change) / 100 + 0.5), change)

    ours, theirs = medians(lambda: rate_period(players, games, rules, day=DAY), bare)
    told("fide from arrays / the bare formula", ours, theirs, 4)


def test_period_from_a_frame() -> None:
    """The same from frames with IDs that are texts, beside factorizing the two columns of them."""
    players, games = period()
    ids = np.array([f"{number:08d}" for number in range(PLAYERS)])
    people = pd.DataFrame({**players, "id": ids}).drop(columns="no")
    played = pd.DataFrame({**games, "white": ids[games["white"]], "black": ids[games["black"]]})
    ours, theirs = medians(
        lambda: rate_period(people, played, RULES, day=DAY),
        lambda: (pd.factorize(played["white"]), pd.factorize(played["black"])),
    )
    told("fide from a frame / factorizing two columns", ours, theirs, 3)


def test_games_one_after_another() -> None:
    """`malaysia`, and `fide`, beside elote's own loop, which is timed on a tenth of the games."""
    players, games = period(low=1600, high=2500)
    part = GAMES // 10

    def loop() -> None:
        people = [elote.EloCompetitor(initial_rating=one) for one in players["rating"]]
        sides = zip(*(games[name][:part].tolist() for name in games), strict=True)
        for white, black, score in sides:
            if score == 1:
                people[white].beat(people[black])
            elif score:
                people[white].tied(people[black])
            else:
                people[white].lost_to(people[black])

    ours, fide, theirs = medians(
        lambda: rate_period(players, games, "malaysia"),
        lambda: rate_period(players, games, RULES, day=DAY),
        loop,
    )
    told("malaysia / elote", ours, theirs * 10, 1 / 20)
    told("fide / elote", fide, theirs * 10, 1 / 20)


def glicko2(own: tuple[float, float, float], met: list[tuple[float, float, float]]) -> Any:
    """A player after a period, as the paper has it, step by step."""
    mu, phi, sigma = (own[0] - 1500) / 173.7178, own[1] / 173.7178, own[2]
    inverse, sums = 0.0, 0.0
    for rating, deviation, score in met:
        mu_j, phi_j = (rating - 1500) / 173.7178, deviation / 173.7178
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - mu_j)))
        inverse += g * g * e * (1 - e)
        sums += g * (score - e)
    if not met:
        return own[0], math.sqrt(phi**2 + sigma**2) * 173.7178, sigma
    v = 1 / inverse
    delta, a, tau = v * sums, math.log(sigma**2), 0.5

    def f(x: float) -> float:
        power = math.exp(x)
        whole = phi**2 + v + power
        return power * (delta**2 - whole) / (2 * whole**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        c = low + (low - high) * f_low / (f_high - f_low)
        f_c = f(c)
        if f_c * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = c, f_c
    sigma = math.exp(low / 2)
    star = math.sqrt(phi**2 + sigma**2)
    phi = 1 / math.sqrt(1 / star**2 + 1 / v)
    return (mu + phi**2 * sums) * 173.7178 + 1500, phi * 173.7178, sigma


def test_glicko2() -> None:
    """A period of Glicko-2 beside the paper in plain Python."""
    players, games = period()
    players["rd"] = np.random.default_rng(8).integers(40, 350, PLAYERS)
    strength = list(zip(players["rating"].tolist(), players["rd"].tolist(), strict=True))

    def paper() -> Any:
        met: list[list[tuple[float, float, float]]] = [[] for _ in strength]
        sides = zip(*(games[name].tolist() for name in games), strict=True)
        for white, black, score in sides:
            met[white].append((*strength[black], score))
            met[black].append((*strength[white], 1 - score))
        return [glicko2((*own, 0.06), one) for own, one in zip(strength, met, strict=True)]

    ours, theirs = medians(lambda: rate_period(players, games, "glicko2"), paper)
    told("glicko2 / the paper in Python", ours, theirs, 1 / 20)
    found = rate_period(players, games, "glicko2")
    assert np.allclose(found["new"], [one[0] for one in paper()], rtol=1e-6)


@pytest.mark.parametrize("name", [n for n in available() if load(n).method in BY_COLUMNS])
def test_every_rule_set(name: str) -> None:
    """A million games beside the engine on ten thousand of them, scaled."""
    rules = load(name)
    low, high = (int(bound) for bound in rules.bounds)
    low, high = max(low, 100), min(high, 2500)
    players, games = period(low=low, high=high)
    if rules.coefficient is not None and rules.coefficient.over is None:
        if not rules.coefficient.rows:
            players["k"] = np.full(PLAYERS, 20)  # left to whoever uses the rules
    size = 1000
    some = {part: column[:size] for part, column in players.items()}
    white = np.random.default_rng(9).integers(0, size, GAMES // 100)
    few = {
        "white": white,
        "black": (white + 1 + np.arange(len(white)) % (size - 1)) % size,
        "white_score": games["white_score"][: len(white)],
    }
    few["round"] = rounds_of(few["white"], few["black"])
    event = xlrating.Event.from_frames(pd.DataFrame({**some, "no": some["no"] + 1}), pd.DataFrame(
        {**few, "white": few["white"] + 1, "black": few["black"] + 1}
    ), start=DAY, end=DAY)  # fmt: skip
    if rules.outcomes is None:
        players["rating"][::50] = 0  # some have none yet
    ours, theirs = medians(
        lambda: rate_period(players, games, rules, day=DAY),
        lambda: xlrating.rate(event, rules),
    )
    told(f"{name} / the engine, scaled", ours, theirs * 100, 1 / 50)


def rounds_of(white: Any, black: Any) -> list[int]:
    """Rounds in which nobody plays twice."""
    last: dict[int, int] = {}
    found = []
    for pair in zip(white.tolist(), black.tolist(), strict=True):
        found.append(1 + max(last.get(one, 0) for one in pair))
        last.update(dict.fromkeys(pair, found[-1]))
    return found


def test_ten_million_games_of_a_file(tmp_path: Path) -> None:
    """`fide` from Parquet beside reading it, in a process of its own for its memory."""
    players, games = period(PLAYERS, 10 * GAMES)
    paths = [tmp_path / "players.parquet", tmp_path / "games.parquet"]
    for path, columns in zip(paths, (players, games), strict=True):
        pq.write_table(pa.table(columns), path)
    program = (
        "import sys, time, resource, datetime, pyarrow.parquet as pq\n"
        "from xlrating.bulk import rate_period\n"
        "start = time.perf_counter(); pq.read_table(sys.argv[2]); read = time.perf_counter()\n"
        f"rate_period(sys.argv[1], sys.argv[2], {RULES!r}, day=datetime.date(2025, 11, 1))\n"
        "rated = time.perf_counter()\n"
        "print(rated - read, read - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    found = []
    for _ in range(5):
        run = subprocess.run(
            [sys.executable, "-c", program, *map(str, paths)], capture_output=True, check=True
        )
        found.append([float(word) for word in run.stdout.split()])
    ours, theirs, memory = (statistics.median(column) for column in zip(*found, strict=True))
    told("10,000,000 games of a Parquet file / reading it", ours, theirs, 5)
    print(f"peak memory {memory / 2**20:.2f} GiB (target 2)")
    assert memory > 0


def test_a_list_of_any_size(tmp_path: Path) -> None:
    """`federation` on a list and games in CSV beside reading both files with pandas."""
    dice = np.random.default_rng(5)
    ids = np.arange(10_000_000, 10_000_000 + PLAYERS)
    listed, played = tmp_path / "list.csv", tmp_path / "games.csv"
    players, _ = period(games=0)
    names = [f"Surname{no % 7919}, Name{no}" for no in range(PLAYERS)]
    people = {"id": ids, "name": names, **players}
    pd.DataFrame(people).drop(columns="no").to_csv(listed, index=False)
    at = np.arange(GAMES)
    # Opens of 200 players and ten rounds.
    met = np.concatenate([
        dice.permuted(np.tile(dice.choice(PLAYERS, 200, replace=False), (10, 1)), axis=1)
        .reshape(10, 2, 100).transpose(0, 2, 1).reshape(-1, 2)
        for _ in range(GAMES // 1000)
    ])  # fmt: skip
    events = at // 1000
    pd.DataFrame({
        "event": [f"Open {one}" for one in events],
        "date": [f"2025-10-{1 + one % 28:02d}" for one in events],
        "round": at % 1000 // 100 + 1, "white": ids[met[:, 0]], "black": ids[met[:, 1]],
        "result": dice.choice(["1-0", "½-½", "0-1"], GAMES),
    }).to_csv(played, index=False)  # fmt: skip
    words = [*map(str, ("federation", listed, played, "--rules", RULES))]
    target = tmp_path / "next.csv"

    def ours() -> None:
        assert main([*words, "-o", str(target), "--force"]) == 0

    ours()
    made = pd.read_csv(target)
    found, theirs, writing = medians(
        ours,
        lambda: (pd.read_csv(listed), pd.read_csv(played)),
        lambda: made.to_csv(tmp_path / "written.csv", index=False),
    )
    # pandas 3.1 reads in several threads, and writes in one as ever: nobody writes the list of
    # the target's five times with it.
    told("a list of 100,000 and 1,000,000 games in CSV / reading both", found, theirs, 5)
    print(f"reading both and writing the list, by pandas: {theirs + writing:.3g} s")


def test_one_value() -> None:
    """`WE_TABLE` of one value, the same and 1,600 different ones, beside elote's expected score."""
    function = xlrating.WE_TABLE
    first, second = (
        elote.EloCompetitor(initial_rating=1800),
        elote.EloCompetitor(initial_rating=1600),
    )
    many = list(range(-800, 800))
    times = range(len(many))

    def same() -> None:
        for _ in times:
            function(200, RULES)

    def different() -> None:
        for one in many:
            function(one, RULES)

    def theirs() -> None:
        for _ in times:
            first.expected_score(second)

    once, each, other = medians(same, different, theirs)
    told("WE_TABLE of one value / elote", once, other, 1)
    told("WE_TABLE of 1,600 values / elote", each, other, 3)


def test_one_player() -> None:
    """`NEW_RATING` of a player with nine games, new each time: no more than 300 microseconds."""
    ratings = iter(range(10**9))

    def new() -> None:
        for _ in range(100):
            own = 1500 + next(ratings) % 1000
            xlrating.NEW_RATING(own, [own + 7 * i - 30 for i in range(9)], [1, 0, 0.5] * 3, RULES)

    (found,) = medians(new)
    print(f"\nNEW_RATING of one player: {found * 10_000:.0f} µs (target 300)")
    assert found > 0
