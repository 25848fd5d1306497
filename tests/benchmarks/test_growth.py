"""Nothing grows faster than files, people and games: the next list, twice as much of one of them.

Printed, not asserted: how long it takes depends on the machine. As many as in the promise:
XLRATING_GROWTH=1, some minutes.
"""

from __future__ import annotations

import csv
import os
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import read_result
from xlrating.federation.differences import differences
from xlrating.federation.ledger import LedgerEntry, as_held
from xlrating.federation.ledger_files import Ledger
from xlrating.federation.listed import read_listed
from xlrating.federation.next_list import next_list
from xlrating.federation.people import ListPeople
from xlrating.federation.rating_list import RatingList
from xlrating.federation.submissions import Submission

ALL = bool(os.environ.get("XLRATING_GROWTH"))
LISTED, NEW = (100_000, 1_000) if ALL else (5_000, 50)
FILES = 2_000 if ALL else 100
PEOPLE = 400

_LETTERS = "aaaeeeeiiinnnrrrssstttlloouudmhkgbvpzcyw"


def names(number: int, seed: int) -> list[str]:
    """So many names, as different as those of people."""
    chance = random.Random(seed)

    def words(many: int, most: int) -> list[str]:
        return [
            "".join(chance.choices(_LETTERS, k=chance.randint(3, most))).title()
            for _ in range(many)
        ]

    first, last = words(400, 8), words(max(100, number // 5), 10)
    return [f"{chance.choice(last)}, {chance.choice(first)}" for _ in range(number)]


def people(number: int, seed: int = 1) -> list[Player]:
    """People of a list."""
    chance = random.Random(seed)
    return [
        Player(no, name, Decimal(chance.randint(1400, 2700)), id=str(100_000 + no), games=50)
        for no, name in enumerate(names(number, seed), 1)
    ]


def event(here: Sequence[Player], number: int, rounds: int = 7) -> Submission:
    """An event of these people, one of many of a year."""
    chance = random.Random(number)
    numbered = tuple(replace(player, no=no) for no, player in enumerate(here, 1))
    made = []
    for round_ in range(1, rounds + 1):
        order = [player.no for player in numbered]
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = read_result(chance.choice(("1-0", "½-½", "0-1")))
            made.append(Game(round_, white, black, result))
    day = date(2025, 11, 1) + timedelta(number % 28)
    return Submission(f"{number}.csv", Event(numbered, tuple(made), end=day), f"Event {number}")


def seconds(listed: Sequence[Player], events: Sequence[Submission], rules: str = "fide") -> float:
    """How long the next list takes, of this process alone."""
    start = time.process_time()
    next_list(listed, events, rules)
    return time.process_time() - start


def test_newcomers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: 1,000 newcomers on a list of 100,000 take at most twice as long as none."""
    listed = people(LISTED)
    new = [Player(0, name, id=f"new {no}") for no, name in enumerate(names(NEW, 2))]
    path = tmp_path / "list.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = [(p.id, p.name, p.rating, p.games) for p in listed]
        csv.writer(file).writerows([("id", "name", "rating", "games"), *rows])
    start = time.process_time()
    read = list(read_listed(path).players)
    reading = time.process_time() - start
    none = reading + seconds(read, [event(listed[:NEW], 1)])
    some = reading + seconds(read, [event([*listed[: NEW // 2], *new[: NEW - NEW // 2]], 1)])
    all_ = reading + seconds(read, [event(new, 1)])
    with capsys.disabled():
        print(f"\n{LISTED} people on the list, no newcomer: {none:.1f} s; {NEW // 2}: "
              f"{some / none:.2f} times; {NEW}: {all_ / none:.2f} times")  # fmt: skip


@pytest.mark.parametrize("rules", ["fide", "elo"])
def test_files(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: twice as many files in at most 2.2 times, those who are alike included."""
    listed = people(PEOPLE)
    chance = random.Random(3)
    events = [event(chance.sample(listed, 20), number) for number in range(FILES)]
    half, whole = (seconds(listed, events[:n], rules) for n in (FILES // 2, FILES))
    club = [event(listed[:20], number) for number in range(FILES)]
    some, more = (seconds(listed, club[:n], rules) for n in (FILES // 2, FILES))
    with capsys.disabled():
        print(f"\n{rules}: {FILES} events: {whole:.1f} s, {whole / half:.2f} times half of them; "
              f"of the same 20 people: {more:.1f} s, {more / some:.2f} times")  # fmt: skip


def held(listed: Sequence[Player], number: int, corrected: bool) -> LedgerEntry:
    """An event of 20 people on a list: as it was, or with another result in each game."""
    sent = event(listed[number % 20 :: 20][:20], number).event
    turned = {"1-0": "0-1", "0-1": "½-½", "½-½": "1-0"}
    games = [replace(g, result=read_result(turned[g.result.code])) if corrected else g
             for g in sent.games]  # fmt: skip
    played = replace(sent, games=tuple(games))
    return as_held(
        f"{number}.csv", f"Event {number}", played, {p.no: f"#{p.id}" for p in sent.players}
    )


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: lists that differ in twice as many events are compared in twice the time."""
    players = ListPeople.of(people(PEOPLE))
    moved = ListPeople.of(replace(p, rating=p.rating and p.rating + 1) for p in players)
    taken = []
    for number in (FILES // 2, FILES):
        lists = [
            RatingList(
                Path("a"), p, Ledger(tuple(held(players, n, turned) for n in range(number))), ()
            )
            for p, turned in ((players, False), (moved, True))
        ]
        start = time.process_time()
        differences(*lists)
        taken.append(time.process_time() - start)
    with capsys.disabled():
        print(f"\n{PEOPLE} people in {FILES} corrected events: {taken[1]:.2f} s, "
              f"{taken[1] / taken[0]:.2f} times half of them")  # fmt: skip
