"""Events and workbooks that several tests use."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

from xlrating.event import RESULT_BY_CODE, Event, Game, Player
from xlrating.ruleset import load
from xlrating.workbook.book import build
from xlrating.workbook.plan import Plan, filled
from xlrating.workbook.writer import to_bytes

EVENTS = Path(__file__).parent / "events"


def write(plan: Plan, path: Path) -> Path:
    """Write a plan as a workbook file."""
    path.write_bytes(to_bytes(build(plan), plan.language))
    return path


def random_event(seed: int, players: int, rounds: int, format: str = "swiss") -> Event:
    """A seeded event with byes, forfeits, unrated players, withdrawals and open games."""
    chance = random.Random(seed)
    people = tuple(
        Player(
            no,
            f"Player {no}",
            None if chance.random() < 0.15 else Decimal(chance.randint(1000, 2800)),
            id=str(1000 + no),
            born=chance.choice([None, 1950, 1990, 2009, 2012]),
            games=chance.choice([None, 0, 12, 29, 30, 400]),
            peak=chance.choice([None, None, Decimal(2401), Decimal(2310)]),
            k=chance.choice([None, None, None, Decimal(15)]),
        )
        for no in range(1, players + 1)
    )
    codes = ["1-0"] * 6 + ["½-½"] * 6 + ["0-1"] * 5 + [
        "1-0 F", "0-1 F", "0-0 F", "POSTPONED", "", "½-0", "0-0", "1-0 U", "½-½ U",
    ]  # fmt: skip
    games = []
    here = list(range(1, players + 1))
    for number in range(1, rounds + 1):
        if len(here) > 4 and chance.random() < 0.3:
            here.remove(chance.choice(here))  # a withdrawal
        order = here[:]
        chance.shuffle(order)
        while order and chance.random() < 0.4:
            bye = RESULT_BY_CODE[chance.choice(["BYE 1", "BYE ½", "BYE 0"])]
            games.append(Game(number, order.pop(), None, bye))
        for white, black in zip(order[::2], order[1::2], strict=False):
            games.append(Game(number, white, black, RESULT_BY_CODE[chance.choice(codes)]))
    return Event(people, tuple(games), f"Random {seed}", format, rounds)


def plan_of(event: Event, rules: str, language: str = "en", engine: bool = True) -> Plan:
    """The workbook plan of an event under a rule set."""
    return filled(event, load(rules), language=language, engine=engine)
