"""What is expected of games by columns, held against the functions of a single pairing."""

from __future__ import annotations

import math
from datetime import date
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from needs import EVERY

from bulk.federations import Columns, federation, references
from xlrating import EXPECTED_SCORE, WIN_DRAW_LOSS
from xlrating.bulk import predict
from xlrating.engine.errors import NotKnownError, RatingError
from xlrating.engine.event import Player
from xlrating.engine.methods.glicko import starting
from xlrating.engine.rounding import exact
from xlrating.engine.rules.ruleset import RuleSet, available, load
from xlrating.engine.terms.deviation import predicted

COLUMNS = ["white_rating", "black_rating", "expected", "win", "draw", "loss"]
REFERENCES = references() if EVERY else [*available()]


def by_functions(players: Columns, games: Columns, rules: RuleSet) -> list[list[float | None]]:
    """The same, game by game."""
    rows = {name: at for at, name in enumerate(players["id"])}
    return [
        _of_game(rows.get(white), rows.get(black), players, rules)
        for white, black in zip(games["white"], games["black"], strict=True)
    ]


def _of_game(white: Any, black: Any, players: Columns, rules: RuleSet) -> list[float | None]:
    own, other = (None if row is None else players["rating"][row] or None for row in (white, black))
    told: list[float | None] = [own, other, None, None, None, None]
    if own is None or other is None:
        return told
    try:
        if rules.deviation is not None:
            pair = [starting(_player(row, players), rules) for row in (white, black)]
            told[2] = float(predicted(pair[0], pair[1], rules))
            return told
        colour = "w" if rules.outcomes is not None else None
        told[2] = float(EXPECTED_SCORE(own, other, rules.reference, colour))
        if colour:
            told[3:] = map(float, WIN_DRAW_LOSS([own], [other], rules.reference)[0])
    except NotKnownError:
        pass
    return told


def _player(row: int, players: Columns) -> Player:
    facts: dict[str, object] = {
        name: exact(players[name][row]) for name in ("rd", "periods", "volatility")
        if name in players and players[name][row] is not None
    }  # fmt: skip
    return Player(1, "A", rating=players["rating"][row], facts=facts)


def rows_of(frame: Any) -> list[list[float | None]]:
    """The rows of a frame of any package; None for what is missing."""
    columns = nw.from_native(frame, eager_only=True)
    assert columns.columns == COLUMNS
    return [
        [None if one is None or math.isnan(one) else one for one in row]
        for row in columns.iter_rows()
    ]


@pytest.mark.parametrize("reference", REFERENCES)
def test_every_rule_set(reference: str) -> None:
    """Promise: each number is that of the function of a single pairing, to the last bit."""
    seen = 0
    for seed in range(10 if EVERY else 3):
        players, games, day = federation(seed, load(reference))
        try:
            found = predict(players, games, reference, day=day)
        except RatingError:
            continue
        last = max(games["date"], default=day) if "date" in games else day
        expected = by_functions(players, games, load(reference, last))
        assert rows_of(found) == expected, (reference, seed)
        seen += len(expected)
    assert seen


@pytest.mark.parametrize("reference", ["fide", "nevzorov", "glicko"])
def test_every_kind_of_table(reference: str) -> None:
    """Promise: pandas, polars, pyarrow and arrays give the same, each in its own kind and order."""
    players = {"id": ["7", "8", "9"], "rating": np.array([2655.0, 2100, np.nan])}
    games = {"white": ["7", "8", "9", "7"], "black": ["8", "7", "7", "9"]}
    arrays = {name: np.array(column) for name, column in games.items()}
    expected = rows_of(predict(players, games, reference))
    assert None in expected[2] and expected[0][2] is not None
    frame = pd.DataFrame(games, index=[4, 3, 2, 1])
    found = predict(pd.DataFrame(players), frame, reference)
    assert list(found.index) == [4, 3, 2, 1] and rows_of(found) == expected
    assert rows_of(predict(players, arrays, reference)) == expected
    of_polars = predict(pl.DataFrame(players), pl.DataFrame(games), reference)
    assert isinstance(of_polars, pl.DataFrame) and rows_of(of_polars) == expected
    of_arrow = predict(players, pa.table(games), reference)
    assert isinstance(of_arrow, pa.Table) and rows_of(of_arrow) == expected
    # A result changes nothing, and games still to be played may have none.
    assert (
        rows_of(predict(players, {**games, "result": ["1-0", "", "", "½-½"]}, reference))
        == expected
    )


def test_the_day_picks_the_edition() -> None:
    """FIDE B02 8.3.1: from 1 October 2025 the difference of a player rated 2650 is not capped."""
    players, games = {"name": ["A", "B"], "rating": [2700, 2100]}, {"white": ["A"], "black": ["B"]}
    for day, share in ((date(2025, 9, 30), 0.92), (date(2025, 10, 1), 0.98)):
        assert predict(players, games, "fide", day=day)["expected"].tolist() == [share]
        assert predict(players, {**games, "date": [day]}, "fide")["expected"].tolist() == [share]
    share = predict(players, {"white": ["B"], "black": ["A"]}, "fide@2025-10-01")["expected"][0]
    assert Decimal(str(share)) == Decimal("0.08")


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ({"white": ["A"], "black": ["C"]}, "games, row 1: black 'C' is none of the players"),
        ({"white": ["A"], "black": ["A"]}, "games, row 1"),
        ({"white": ["A"]}, "games has no column black"),
    ],
)
def test_games_that_are_none(games: Any, message: str) -> None:
    """Bad input: the row is named, nothing is guessed."""
    with pytest.raises(RatingError, match=message):
        predict({"name": ["A", "B"], "rating": [2000, 2100]}, games, "fide")
