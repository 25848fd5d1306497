"""Players and games that are made: how often people play, and what they are called by."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

#: How the games are shared out: most people play equally often, or a few play a lot.
ACTIVITIES = ("uniform", "lognormal", "pareto")
KEYS = ("strings", "integers", "categories")

Columns = dict[str, Any]


class Made(NamedTuple):
    """Players by their rows, and the games between them: `white` and `black` are such rows."""

    players: Columns
    games: Columns


def made(people: int, games: int, activity: str, seed: int, low: int = 1400) -> Made:
    """So many players, all rated, and games between them in the order in which they were played."""
    dice = np.random.default_rng(seed)
    weight = np.ones(people)
    if activity == "lognormal":
        weight = dice.lognormal(0, 1.5, people)
    elif activity == "pareto":
        weight = dice.pareto(1.1, people) + 0.01
    rating = np.clip(dice.normal(low + 500, 280, people), low, 2800).round().astype(np.int64)
    players = {
        "no": np.arange(people),
        "rating": rating,
        "games": dice.integers(0, 400, people),
        "born": dice.integers(1940, 2016, people),
        "peak": np.minimum(rating + dice.integers(0, 100, people), 2850),
    }
    white, black = dice.choice(people, (2, games), p=weight / weight.sum())
    black = np.where(white == black, (black + 1) % people, black)
    score = dice.choice([1, 0.5, 0], games)
    return Made(players, {"white": white, "black": black, "white_score": score})


def named(found: Made, keys: str, seed: int) -> tuple[Any, Any]:
    """The same as frames of pandas, in which people are called by an ID of their own."""
    people = len(found.players["no"])
    numbers = np.random.default_rng(seed).permutation(9 * people)[:people] + 10_000_000
    ids: Any = numbers if keys == "integers" else pd.Series(numbers.astype(str)).astype("str")
    if keys == "categories":
        ids = ids.astype("category")
    named = pd.Series(ids)
    players = pd.DataFrame({"id": named, **found.players}).drop(columns="no")
    if keys == "categories":
        players["id"] = players["id"].astype("str")
    sides = {side: named.take(found.games[side]).array for side in ("white", "black")}
    return players, pd.DataFrame({**found.games, **sides})


def in_polars(players: Any, games: Any) -> tuple[Any, Any]:
    """Frames of polars; the categories of pandas are those of polars."""
    return pl.from_pandas(players), pl.from_pandas(games)


def in_arrow(players: Any, games: Any) -> tuple[Any, Any]:
    """Tables of pyarrow; categories are dictionaries."""
    first, second = (pa.Table.from_pandas(one, preserve_index=False) for one in (players, games))
    return first, second


def in_files(folder: Path, people: int, games: int, seed: int) -> dict[str, tuple[Path, Path]]:
    """A list and games of opens with 200 players and ten rounds, as CSV and Parquet files.

    Some people enter far more of them than others; nobody plays twice in a round.
    """
    dice = np.random.default_rng(seed)
    size = min(200, people // 2 * 2)
    of_event = size // 2 * 10
    events = -(-games // of_event)
    weight = dice.lognormal(0, 1.5, people)
    met = []
    for _ in range(events):
        who = dice.choice(people, size, replace=False, p=weight / weight.sum())
        rounds = dice.permuted(np.tile(who, (10, 1)), axis=1)
        met.append(rounds.reshape(10, 2, size // 2).transpose(0, 2, 1).reshape(-1, 2))
    pairs = np.concatenate(met)[:games]
    at = np.arange(games)
    ids = 10_000_000 + np.arange(people)
    listed, _ = made(people, 1, "uniform", seed)
    listed = {
        "id": ids,
        "name": [f"Surname{no % 7919}, Name{no}" for no in range(people)],
        **{name: column for name, column in listed.items() if name != "no"},
    }
    event = at // of_event
    days = [f"2025-10-{1 + one % 28:02d}" for one in range(events)]
    played = {
        "event": np.array([f"Open {one}" for one in range(events)])[event],
        "date": np.array(days)[event],
        "round": at % of_event // (size // 2) + 1,
        "white": ids[pairs[:, 0]],
        "black": ids[pairs[:, 1]],
        "result": dice.choice(["1-0", "½-½", "0-1"], games),
    }
    files = {}
    for ending, write in (("csv", pyarrow.csv.write_csv), ("parquet", pa.parquet.write_table)):
        files[ending] = folder / f"list.{ending}", folder / f"games.{ending}"
        for path, columns in zip(files[ending], (listed, played), strict=True):
            write(pa.table(columns), path)
    return files
