"""The code by hand that `tests/benchmarks` measures next to gives the product's numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.csv
import pytest
from benchmarks import by_hand, others, pipeline
from benchmarks.__main__ import main as measure
from benchmarks.jobs import DAY, FIDE, GROUPS
from benchmarks.made import ACTIVITIES, KEYS, in_arrow, in_files, in_polars, made, named

import xlrating
from xlrating.bulk import rate_period
from xlrating.cli import main

#: Ratings from 2000 up, so that some are beyond the bound from which no cap holds.
SIZE = (90, 700)


@pytest.mark.parametrize("activity", ACTIVITIES)
def test_ratings_by_hand(activity: str) -> None:
    """Promise: what is measured next to the product does the same job: the ratings are the same."""
    players, games = made(*SIZE, activity, 3, 2000)
    sides = (games["white"], games["black"], games["white_score"])
    assert (players["rating"] >= by_hand.EXEMPT).any()
    found = rate_period(players, games, FIDE, day=DAY)["new"].tolist()
    assert by_hand.fide(players, *sides).tolist() == found
    rated = rate_period(players, games, "malaysia")
    for own, name in zip(by_hand.malaysia(players, *sides), ("new", "peak", "games"), strict=True):
        assert own.tolist() == rated[name].tolist(), name


@pytest.mark.parametrize("keys", KEYS)
def test_ratings_by_hand_of_frames(keys: str) -> None:
    """Promise: so do frames of each package, with IDs of each kind, and SQL."""
    month = made(*SIZE, "lognormal", 3, 2000)
    people, games = named(month, keys, 4)
    found = rate_period(month.players, month.games, FIDE, day=DAY)["new"].tolist()
    assert rate_period(people, games, FIDE, day=DAY)["new"].tolist() == found
    assert by_hand.fide_of_pandas(people, games).tolist() == found
    assert by_hand.fide_of_polars(*in_polars(people, games)).tolist() == found
    assert [table.num_rows for table in in_arrow(people, games)] == list(SIZE)
    lower, met = named(made(*SIZE, "lognormal", 3, 1400), keys, 4)
    if query := others.duckdb_sql(lower, met):
        assert lower["rating"].max() < by_hand.EXEMPT
        rated = rate_period(lower, met, FIDE, day=DAY)
        new = dict(zip(rated["id"].astype(str), rated["new"], strict=True))
        assert {str(one.id): one.new for one in query().itertuples()} == new


def test_functions_by_hand() -> None:
    """Promise: so do functions on whole columns."""
    points = np.arange(-900, 900, 7)
    assert np.allclose(by_hand.we_table(points), xlrating.WE_TABLE(points, FIDE))
    assert np.allclose(by_hand.logistic(points), xlrating.WE_TABLE(points, "elo:model=logistic"))


def test_the_next_list_by_hand(tmp_path: Path) -> None:
    """Promise: the pipeline by hand writes the ratings that `xlrating federation` writes."""
    made_, by = tmp_path / "next.csv", tmp_path / "by-hand.csv"
    listed, played = in_files(tmp_path, 60, 900, 3)["csv"]
    assert main(["federation", str(listed), str(played), "--rules", FIDE, "-o", str(made_)]) == 0
    pipeline.next_list(listed, played, by)
    ours, theirs = (
        [list(row.values()) for row in pyarrow.csv.read_csv(one).to_pylist()] for one in (made_, by)
    )
    assert ours == theirs


@pytest.mark.parametrize(
    "groups", [("arrays", "functions", "study"), pytest.param((), marks=pytest.mark.every)]
)
def test_one_command_measures_all(
    groups: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: one command measures each job and writes the page, with machine and versions."""
    page = tmp_path / "README.md"
    few = ["--people", "40", "--games", "240", "--runs", "1", "--seed", "5"]
    assert measure([*few, "-o", str(page), *groups]) == 0
    text = page.read_text("utf-8")
    assert "--people 40 --games 240 --runs 1 --seed 5" in text and " cores, " in text
    for name in groups or GROUPS:
        assert f"\n## {name}\n" in text
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| uniform |")]
    assert len(rows) == 1 and float(rows[0][5]) > 0
    assert f"\n{text.splitlines()[-1]}\n" in capsys.readouterr().out
