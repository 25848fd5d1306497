"""Federations of any kind: lists of players and the games of a period, from a seed."""

from __future__ import annotations

import random
from datetime import date, timedelta
from functools import cache
from typing import Any

import pandas as pd

from xlrating.engine.errors import RuleSetError
from xlrating.engine.results import RESULTS, Kind
from xlrating.engine.rules.options import each_choice
from xlrating.engine.rules.rulefile import contents, find, stamp_of
from xlrating.engine.rules.ruleset import RuleSet, available, editions, load
from xlrating.engine.rules.sections import Coefficient
from xlrating.engine.tables import SIDES

PLAYED = [one.code for one in RESULTS if one.kind is Kind.PLAYED][:3]
OTHERS = [one.code for one in RESULTS]

Columns = dict[str, list[Any]]


@cache
def references() -> tuple[str, ...]:
    """Every rule set that rates events, in every edition, with every choice by itself."""
    found = []
    for name in available():
        days = [None, *editions(name)]
        raw = contents(find(name), stamp_of(name))
        for day in days:
            for choice in ["", *each_choice(raw)]:
                named = name + (f"@{day}" if day else "") + (f":{choice}" if choice else "")
                try:
                    rules = load(named)
                except RuleSetError:
                    continue
                if rules.method != "none" and named not in found:
                    found.append(named)
    return tuple(found)


def federation(
    seed: int, rules: RuleSet, most: int = 12, rounds: int = 7
) -> tuple[Columns, Columns, date | None]:
    """Players and games as columns, with gaps where lists have them, and the day or none."""
    dice = random.Random(seed)
    size = dice.randint(2, most)
    low, high = (int(bound) for bound in rules.bounds)
    low, high = max(low, 0), min(high, 3000)
    if rules.ladder is None:
        low = max(low, 1)
    middle = dice.randint(low, high)
    width = dice.choice([30, 200, 800, 3000])
    decimals = dice.choice([0, 0, 0, 1, 2])

    def rating() -> float | None:
        if dice.random() < 0.15:
            return None
        value = min(high, max(low, round(dice.gauss(middle, width), decimals)))
        return value if decimals else int(value)

    def maybe(value: Any, chance: float = 0.7) -> Any:
        return value if dice.random() < chance else None

    ratings = [rating() for _ in range(size)]
    if rules.scale.whole:
        ratings = [None if one is None else round(one) for one in ratings]
    # Where the rules leave K to their user, most lists have it.
    is_free = rules.coefficient is not None and rules.need(Coefficient).over is None
    is_free = is_free and not rules.need(Coefficient).rows and dice.random() < 0.9
    day = dice.choice([None, date(2025, 11, 2)])
    players: Columns = {
        "id": [str(1000 + no) for no in range(size)],
        "name": [f"Player {no}" for no in range(size)],
        "rating": ratings,
        "games": [maybe(dice.choice([0, 3, 8, 29, 30, 400])) for _ in range(size)],
        "peak": [
            maybe(min(high, round((r or middle) + dice.choice([0, 50, 300]), 2))) for r in ratings
        ],
        "k": [maybe(dice.choice([10, 15.5, 20, 40]), 1 if is_free else 0.1) for _ in range(size)],
        "sex": [maybe(dice.choice("fm")) for _ in range(size)],
    }
    if day is None:
        players["age"] = [maybe(dice.choice([8, 14, 18, 19, 20, 21, 26, 60])) for _ in range(size)]
    else:
        players["born"] = [maybe(dice.randint(1940, 2018)) for _ in range(size)]
    if dice.random() < 0.5:
        players["index"] = [maybe(dice.choice([0, 1, 5, 6, 40])) for _ in range(size)]
    if rules.deviation is not None:
        players["rd"] = [maybe(dice.choice([30.5, 50, 120, 350])) for _ in range(size)]
        players["periods"] = [maybe(dice.choice([0, 1, 2, 7])) for _ in range(size)]
        if rules.deviation.volatility is not None:
            players["volatility"] = [maybe(dice.choice([0.05, 0.06, 0.0612])) for _ in range(size)]
    if rules.start is not None:
        titles = [row.titles[0] for row in rules.start.rows]
        players["title"] = [maybe(dice.choice(titles), 0.4) or "" for _ in range(size)]
    if rules.method == "us chess":
        for fact in ("wins", "draws", "events"):
            players[fact] = [maybe(dice.randint(0, 3)) for _ in range(size)]
    games: Columns = {"event": [], "round": [], "white": [], "black": [], "result": []}
    several = dice.random() < 0.4
    codes = PLAYED if dice.random() < 0.5 else [*PLAYED * 4, *OTHERS]
    for event in range(dice.randint(2, 5) if several else 1):
        for round_ in range(1, dice.randint(1, rounds) + 1):
            order = dice.sample(range(size), size)
            for white, black in zip(order[::2], order[1::2], strict=False):
                if dice.random() < 0.15:
                    continue
                code = dice.choice(codes)
                alone = code.startswith("BYE")
                games["event"].append(f"event {event}")
                games["round"].append(round_)
                games["white"].append(players["id"][white])
                games["black"].append(None if alone else players["id"][black])
                games["result"].append(code)
    if not several:
        del games["event"]
    if dice.random() < 0.2:
        del games["round"]
    if dice.random() < 0.3:
        days = {one: date(2025, dice.choice([6, 11, 12]), dice.randint(1, 30)) for one in
                games.get("event", [""])}  # fmt: skip
        days = {one: found.replace(year=dice.choice([2025, 2026])) for one, found in days.items()}
        games["date"] = [
            days[one] - timedelta(dice.randint(0, 3))
            for one in games.get("event", [""] * len(games["white"]))
        ]
    if dice.random() < 0.3:
        of_event = {
            one: maybe(dice.choice(["rapid", "blitz", "классика"]))
            for one in games.get("event", [""])
        }
        games["pace"] = [of_event[one] for one in games.get("event", [""] * len(games["white"]))]
    if dice.random() < 0.3:
        # Of some who have a rating, too: it is of no use any more.
        players["pool"] = [maybe(waiting(dice, middle, decimals), 0.4) or "" for _ in range(size)]
    if rules.ladder is not None:
        games["moves"] = [maybe(dice.choice([5, 10, 11, 60])) for _ in games["white"]]
    return players, games, day


def skewed(games: Columns, seed: int) -> Columns:
    """Of every other federation the games of a few people, and of the others hardly any."""
    if seed % 2 or not games["white"]:
        return games
    dice = random.Random(f"skewed {seed}")
    names = sorted({*games["white"], *filter(None, games["black"])})
    active = {name: dice.paretovariate(0.6) for name in names}
    most = sorted(active.values())[len(active) // 2] ** 2
    kept = [
        at
        for at, (white, black) in enumerate(zip(games["white"], games["black"], strict=True))
        if dice.random() * most < active[white] * active.get(black, 1)
    ]
    return {name: [column[at] for at in kept] for name, column in games.items()}


def keyed(players: Columns, games: Columns, seed: int) -> tuple[Any, Any]:
    """The same with IDs as texts, whole numbers or categories, by turns."""
    if seed % 3 == 0:
        return players, games
    whole = {
        name: [None if one is None else int(one) for one in column]
        for name, column in (("id", players["id"]), *((side, games[side]) for side in SIDES))
    }
    own, *sides = map(pd.Series, whole.values())
    if seed % 3 == 1:
        return {**players, "id": own}, {**games, **dict(zip(SIDES, sides, strict=True))}
    kinds = pd.CategoricalDtype([*own[::-1], 7])
    sides = [side.astype("Int64").astype(kinds) for side in sides]
    return {**players, "id": own.astype(kinds)}, {**games, **dict(zip(SIDES, sides, strict=True))}


def waiting(dice: random.Random, middle: int, decimals: int) -> str:
    """Results that wait for a first rating: some, too many, old ones, or that there was an event."""
    day = dice.choice(["", "@2022-11-30", "@2023-10-01", "@2025-03-09"])
    if dice.random() < 0.3:
        return f"0{day}"
    results = dice.randint(1, 6)
    return "; ".join(
        f"{max(1, round(dice.gauss(middle, 100), decimals))}:{dice.choice(['1', '0.5', '0'])}{day}"
        for _ in range(results)
    )


def far_inside(players: Columns, rules: RuleSet) -> None:
    """Move ratings from where a period could carry them out of what the rules take for one."""
    low, high = map(int, rules.bounds)
    apart = (high - low) // 5
    for name in ("rating", "peak"):
        players[name] = [
            one and min(high - apart, max(low + (0 if rules.floor else apart), one))
            for one in players[name]
        ]
