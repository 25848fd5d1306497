"""What is measured: each job with the code beside it, on data made for it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet

import xlrating
from xlrating.bulk import next_players, rate_period
from xlrating.bulk.kernels import KERNELS
from xlrating.cli import main
from xlrating.engine.rules.ruleset import available, load
from xlrating.study import study

from . import by_hand, others, pipeline
from .made import ACTIVITIES, KEYS, in_arrow, in_files, in_polars, made, named

FIDE, DAY = "fide@2025-10-01", date(2025, 11, 1)

Run = Callable[[], object]


class Size(NamedTuple):
    """How much is measured: people and games of a month, the seed, and a folder for files."""

    people: int
    games: int
    seed: int
    folder: Path


class Job(NamedTuple):
    """A job, as the product does it, and others by what they are called; None is not installed.

    `times` says how often each side does the job at each run: what is printed is for one. The others
    do a part, which is scaled up by `scale`. `target` is the ratio that is asked for.
    """

    name: str
    ours: Run
    others: Mapping[str, Run | None]
    target: float | None = None
    times: int = 1
    scale: float = 1


def _sides(games: Any) -> tuple[Any, Any, Any]:
    return games["white"], games["black"], games["white_score"]


def arrays(size: Size) -> Iterator[Job]:
    """A month, `fide`, from arrays."""
    for activity in ACTIVITIES:
        players, games = made(size.people, size.games, activity, size.seed)
        yield Job(
            activity,
            lambda players=players, games=games: rate_period(players, games, FIDE, day=DAY),  # type: ignore[misc]
            {"numpy": lambda players=players, games=games: by_hand.fide(players, *_sides(games))},  # type: ignore[misc]
            2.5,
        )


def frames(size: Size) -> Iterator[Job]:
    """A month, `fide`, from frames and files, with IDs of each kind; activity is lognormal."""
    month = made(size.people, size.games, "lognormal", size.seed)
    for keys in KEYS:
        people, played = named(month, keys, size.seed)
        of_polars, of_arrow = in_polars(people, played), in_arrow(people, played)
        files = [size.folder / f"{keys}-{name}.parquet" for name in ("people", "games")]
        for path, table in zip(files, of_arrow, strict=True):
            pyarrow.parquet.write_table(table, path)

        def ours(first: Any, second: Any) -> Run:
            return lambda: rate_period(first, second, FIDE, day=DAY)

        def polars(first: Any, second: Any) -> Run:
            return lambda: by_hand.fide_of_polars(first, second)

        yield Job(f"pandas, {keys}", ours(people, played), {
            "pandas": lambda people=people, played=played: by_hand.fide_of_pandas(people, played),  # type: ignore[misc]
            "DuckDB SQL": others.duckdb_sql(people, played),
        }, 2)  # fmt: skip
        yield Job(f"polars, {keys}", ours(*of_polars), {"polars": polars(*of_polars)},
                  1.2 if keys == "strings" else 2)  # fmt: skip
        yield Job(f"pyarrow, {keys}", ours(*of_arrow), {
            "polars": lambda tables=of_arrow: by_hand.fide_of_polars(*map(pl.from_arrow, tables))  # type: ignore[misc]
        })  # fmt: skip
        yield Job(f"Parquet, {keys}", ours(*map(str, files)), {
            "polars": lambda files=files: by_hand.fide_of_polars(*map(pl.read_parquet, files))  # type: ignore[misc]
        })  # fmt: skip


def game_by_game(size: Size) -> Iterator[Job]:
    """Each game rated at once, `malaysia`; the loop gives ratings, highest ratings and games."""
    for people, number, target in ((40, size.games // 50, 3), (size.people, size.games, 1)):
        for activity in ACTIVITIES:
            players, games = made(people, number, activity, size.seed, 1600)
            yield Job(
                f"{number:,} games of {people:,}, {activity}",
                lambda players=players, games=games: rate_period(players, games, "malaysia"),  # type: ignore[misc]
                {
                    "a loop": lambda players=players, games=games: by_hand.malaysia(  # type: ignore[misc]
                        players, *_sides(games)
                    ),
                    "elote": others.elote_loop(players, *_sides(games)),
                },
                target,
            )


def methods(size: Size) -> Iterator[Job]:
    """A month by methods that calculate more, next to `glicko2` by columns in the same run."""
    players, games = made(size.people, size.games, "lognormal", size.seed, 1000)
    players["rd"] = np.random.default_rng(size.seed).integers(40, 350, size.people)

    def rated(rules: str) -> Run:
        return lambda: rate_period(players, games, rules, day=DAY)

    yield Job("glicko2", rated("glicko2"),
              {"glicko2": others.glicko2_periods(players, *_sides(games))})  # fmt: skip
    for rules in ("dwz", "uscf"):
        yield Job(rules, rated(rules), {"glicko2 by columns": rated("glicko2")}, 1.5)


def rules(size: Size) -> Iterator[Job]:
    """A month by every rule set, from arrays (all play equally often), next to the engine, scaled up."""
    few = max(2, size.people // 100)
    for name in available():
        if (rule := load(name)).method not in KERNELS:
            continue
        low = max(int(rule.bounds[0]), 100)
        players, games = made(size.people, size.games, "uniform", size.seed, low)
        some, event = made(few, size.games // 100, "uniform", size.seed, low)
        for listed in (players, some):
            highest = min(int(rule.bounds[1]), 2500)
            listed |= {part: np.minimum(listed[part], highest) for part in ("rating", "peak")}
            if rule.coefficient is not None and not (
                rule.coefficient.over or rule.coefficient.rows
            ):
                # Left to whoever uses the rules.
                listed["k"] = np.full(len(listed["no"]), 20)
        alone = xlrating.Event.from_frames(
            pd.DataFrame({**some, "no": some["no"] + 1}),
            pd.DataFrame({
                **event, "white": event["white"] + 1, "black": event["black"] + 1,
                "round": _rounds(event["white"].tolist(), event["black"].tolist()),
            }),
            start=DAY, end=DAY,
        )  # fmt: skip
        yield Job(
            name,
            lambda players=players, games=games, name=name: rate_period(  # type: ignore[misc]
                players, games, name, day=DAY
            ),
            {"the engine": lambda alone=alone, name=name: xlrating.rate(alone, name)},  # type: ignore[misc]
            scale=size.games / max(1, size.games // 100),
        )


def _rounds(white: list[int], black: list[int]) -> list[int]:
    """Rounds in which nobody plays twice."""
    last: dict[int, int] = {}
    found = []
    for pair in zip(white, black, strict=True):
        found.append(1 + max(last.get(one, 0) for one in pair))
        last.update(dict.fromkeys(pair, found[-1]))
    return found


def sizes(size: Size) -> Iterator[Job]:
    """`fide`: one event, and ten years of months, each from the list before; arrays."""
    people = min(200, size.people)
    event = made(people, min(900, size.games), "uniform", size.seed)
    yield Job(
        f"an event: {len(event.games['white']):,} games of {people:,}",
        lambda: rate_period(*event, FIDE, day=DAY),
        {"numpy": lambda: by_hand.fide(event.players, *_sides(event.games))},
    )
    months = [
        made(size.people, size.games // 12, "lognormal", size.seed + month) for month in range(120)
    ]

    def ours() -> Any:
        now: Any = months[0].players
        for month in months:
            now = next_players(now, rate_period(now, month.games, FIDE, day=DAY), FIDE)
        return now

    def theirs() -> Any:
        now = dict(months[0].players)
        for month in months:
            white, black, _ = _sides(month.games)
            new = by_hand.fide(now, *_sides(month.games)).astype(np.int64)
            n = np.bincount(white, minlength=len(new)) + np.bincount(black, minlength=len(new))
            now |= {"rating": new, "games": now["games"] + n, "peak": np.maximum(now["peak"], new)}
        return now

    yield Job(f"ten years: 120 × {size.games // 12:,} games", ours, {"numpy": theirs})


def functions(size: Size) -> Iterator[Job]:
    """Worksheet functions, called from Python: whole columns, and values not cached."""
    dice = np.random.default_rng(size.seed)
    whole = dice.integers(-800, 800, size.games)
    parts = itertools.count(1)

    def fresh() -> Any:
        # Other fractions at every run.
        return whole + next(parts) / 997

    yield Job("WE_TABLE, whole numbers", lambda: xlrating.WE_TABLE(whole, FIDE),
              {"numpy": lambda: by_hand.we_table(whole)}, 12)  # fmt: skip
    floats = dice.normal(0, 300, size.games)
    for name, column in (("seen", lambda: floats), ("unseen", lambda: floats + next(parts) / 997)):
        yield Job(f"WE_TABLE, floats, {name}", lambda column=column: xlrating.WE_TABLE(column(), FIDE),  # type: ignore[misc]
                  {"numpy": lambda column=column: by_hand.we_table(column())}, 12)  # type: ignore[misc]  # fmt: skip
    yield Job("WE_TABLE, a logistic curve", lambda: xlrating.WE_TABLE(fresh(), "elo:model=logistic"),
              {"numpy": lambda: by_hand.logistic(fresh())}, 12)  # fmt: skip
    other = dice.normal(2000, 300, size.games)
    yield Job("EXPECTED_SCORE, floats, a logistic curve", lambda: xlrating.EXPECTED_SCORE(2000 + fresh(), other, "elo:model=logistic"),
              {"numpy": lambda: by_hand.logistic(2000 + fresh() - other)}, 12)  # fmt: skip
    yield Job("WE_TABLE of one value, unseen", lambda: [xlrating.WE_TABLE(next(parts) / 1009, FIDE) for _ in range(1000)],
              {"numpy": lambda: [by_hand.we_table(next(parts) / 1009) for _ in range(1000)]}, times=1000)  # fmt: skip

    def new_ratings() -> None:
        for _ in range(200):
            own = 1500 + next(parts) % 1000
            xlrating.NEW_RATING(own, [own + 7 * i - 30 for i in range(9)], [1, 0, 0.5] * 3, FIDE)

    met = np.arange(9), np.full(9, 9), np.array([1, 0, 0.5] * 3)

    def by_numpy() -> None:
        for _ in range(200):
            rating = np.append(1500 + 7 * np.arange(9) - 30, 1500 + next(parts) % 1000)
            facts = {name: np.full(10, 0) for name in ("games", "born", "peak")}
            by_hand.fide({"rating": rating, **facts}, met[1], met[0], met[2])

    yield Job("NEW_RATING of one player with nine games", new_ratings,
              {"numpy": by_numpy}, times=200)  # fmt: skip


def studies(size: Size) -> Iterator[Job]:
    """Three rule sets compared on the same games, by months, next to rating them alone; all play
    equally often, as ratings without a bound on K × games run away where somebody plays a lot."""
    compared = ["fide", "elo:model=logistic", "glicko2"]
    number = size.games // 6
    players, games = named(made(size.people // 10, number, "uniform", size.seed), "strings", 1)
    month = np.arange(number) * 12 // number
    games["date"] = np.array([f"2025-{1 + one:02d}-15" for one in range(12)])[month]

    def rating() -> None:
        for one in compared:
            now: Any = players
            for number in range(12):
                found = rate_period(
                    now, games[month == number], one, day=date(2025, 1 + number, 15)
                )
                now = next_players(now, found, one, day=date(2025, 1 + number, 15))

    yield Job(f"{len(month):,} games, 12 months, 3 rule sets",
              lambda: study(players, games, compared, period="month"),
              {"rating them": rating}, 3)  # fmt: skip


def federation(size: Size) -> Iterator[Job]:
    """`xlrating federation`: from a list and opens to the next list."""
    files = in_files(size.folder, size.people, size.games, size.seed)
    for ending, target in (("csv", 2.0), ("parquet", 1.5)):
        made_, by = (size.folder / f"{name}.{ending}" for name in ("next", "by-hand"))
        listed, played = files[ending]
        words = [
            "federation",
            str(listed),
            str(played),
            "--rules",
            FIDE,
            "-o",
            str(made_),
            "--force",
        ]

        def ours(words: list[str] = words) -> None:
            if main(words):
                raise RuntimeError("no list was written")

        def theirs(listed: Path = listed, played: Path = played, by: Path = by) -> object:
            return pipeline.next_list(listed, played, by)

        yield Job(
            f"{ending} → {ending}, {size.games:,} games", ours, {"the pipeline": theirs}, target
        )


def reading(size: Size) -> Iterator[Job]:
    """Ten times the month from a Parquet file, `fide`, next to reading it."""
    players, games = made(size.people, 10 * size.games, "lognormal", size.seed)
    listed, played = (size.folder / f"ten-{name}.parquet" for name in ("people", "games"))
    for path, columns in ((listed, players), (played, games)):
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
    yield Job(
        f"{10 * size.games:,} games",
        lambda: rate_period(listed, played, FIDE, day=DAY),
        {"reading it": lambda: pyarrow.parquet.read_table(played)},
        4,
    )


#: Each group by what it is called on the command line.
GROUPS: dict[str, Callable[[Size], Iterator[Job]]] = {
    "arrays": arrays, "frames": frames, "game-by-game": game_by_game, "methods": methods,
    "rules": rules, "sizes": sizes, "functions": functions, "study": studies, "federation": federation,
    "reading": reading,
}  # fmt: skip
