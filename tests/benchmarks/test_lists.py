"""How long the next list takes: a folder of workbooks, and one very large list of games.

Printed, not asserted: how long it takes depends on the machine.
"""

from __future__ import annotations

import csv
import random
import time
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import write

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import read_players
from xlrating.workbook.templates import filled

WORKBOOKS, LARGE = 20, 5_000


def event(people: list[Player], rounds: int, seed: int) -> Event:
    """A Swiss with random pairings and results."""
    chance = random.Random(seed)
    numbered = [replace(player, no=no) for no, player in enumerate(people, 1)]
    made = []
    for round_ in range(1, rounds + 1):
        order = [player.no for player in numbered]
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=False):
            code = chance.choice(("1-0", "½-½", "0-1"))
            made.append(Game(round_, white, black, code))
    day = date(2025, 11, 1) + timedelta(seed)
    return Event(tuple(numbered), tuple(made), f"Event {seed}", start=day, end=day)


def players(number: int) -> list[Player]:
    """Players with ratings, known to be experienced."""
    chance = random.Random(number)
    return [
        Player(
            no, f"Player {no}", Decimal(chance.randint(1400, 2700)), id=str(10_000 + no), games=50
        )
        for no in range(1, number + 1)
    ]


def write_list(people: list[Player], path: Path) -> Path:
    """The list in force."""
    with path.open("w", newline="") as file:
        rows = [(p.no, p.id, p.name, p.rating, p.games) for p in people]
        csv.writer(file).writerows([("no", "id", "name", "rating", "games"), *rows])
    return path


def test_next_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the list is that of the events rated together, from few files or many games."""
    shown = []
    people = players(200)
    chance = random.Random(0)
    small = [event(chance.sample(people, 20), 7, seed) for seed in range(WORKBOOKS)]
    (tmp_path / "small").mkdir()
    for made in small:
        plan = filled(made, load("fide@2025-10-01"))
        write(plan, tmp_path / "small" / f"{made.name}.xlsx")
    everybody = players(LARGE)
    large = event(everybody, 10, 0)
    (tmp_path / "large").mkdir()
    with (tmp_path / "large" / "2025-11-01 games.csv").open("w", newline="") as file:
        rows = [
            (g.round, 10_000 + g.white, 10_000 + (g.black or 0), g.result.code) for g in large.games
        ]
        csv.writer(file).writerows([("round", "white", "black", "result"), *rows])
    for name, listed, events in (("small", people, small), ("large", everybody, [large])):
        source = write_list(listed, tmp_path / f"{name}.csv")
        target = tmp_path / f"{name}-next.csv"
        words = ["federation", str(source), str(tmp_path / name), "--rules", "fide@2025-10-01"]
        start = time.perf_counter()
        assert main([*words, "-o", str(target)]) == 0
        seconds = time.perf_counter() - start
        lines = rate(events, "fide@2025-10-01").lines
        expected = {line.player.id: line.new for line in lines}
        found = {player.id: player.rating for player in read_players(target)}
        assert {key: found[key] for key in expected} == expected
        games = sum(len(made.games) for made in events)
        shown.append(f"{name}: {len(events)} files, {games} games, next list in {seconds:.1f} s")
    capsys.readouterr()
    with capsys.disabled():
        print("", *shown, sep="\n")
