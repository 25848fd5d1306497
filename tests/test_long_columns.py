"""Long columns of numbers: every cell is what the function gives for its one number."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from bulk.federations import references
from needs import EVERY

import xlrating
from xlrating.engine.errors import ArgumentError, MissingError, RatingError
from xlrating.engine.frames import cells
from xlrating.engine.rules.ruleset import available, load
from xlrating.functions import all_functions, columns, packages
from xlrating.functions.columns import pairs_of
from xlrating.functions.packages import LONG
from xlrating.functions.steps import pairing_bounds

RULES = references() if EVERY else [name for name in available() if load(name)]
#: The functions that have a result for each number of one column.
FUNCTIONS = [one for one in all_functions().values() if one.each and not one.row and not one.rows]
#: What else is given, where the function asks for it.
OTHERS = {
    "opponent": 2000, "score": 1, "rd": 50, "opponent_rd": 80, "periods": 2, "to": "elo",
    "colour": "w", "title": "FM", "points": 40, "place": 1, "rating": 2350, "peak": 2350,
}  # fmt: skip


def edges(name: str, seed: str) -> list[float]:
    """Numbers where a table or a rounding may change, and those next to them; any others."""
    dice = random.Random(seed)
    if name == "share":
        found: list[float] = [number / 200 for number in range(201)]
        found += [dice.random() for _ in range(100)]
    else:
        bounds: list[float] = [
            0,
            3,
            4,
            10,
            91,
            92,
            350,
            391,
            392,
            400,
            401,
            735,
            736,
            100,
            1000,
            1299,
            1300,
        ]
        bounds += [1400, 1799, 1800, 2000, 2100, 2200, 2300, 2350, 2400, 2500, 2650, 2700, 2820]
        found = [2000 - one for one in bounds] + [2000 + one for one in bounds] + bounds
        found += [-one for one in bounds] + [one / 10 for one in bounds] + [1, 2, 8, 30, 6, 18, 20]
        found += [dice.choice([-1, 1]) * 10 ** dice.uniform(-9, 9) for _ in range(60)]
        found += [dice.gauss(2000, 400) for _ in range(60)] + [
            dice.gauss(0, 400) for _ in range(60)
        ]
    near: list[float] = []
    for one in found:
        near += [math.nextafter(one, -9e99), math.nextafter(one, 9e99)]
        near += [one * (1 - 1e-15), one * (1 + 4e-15), one - 1e-10, one + 1e-7, one + 0.5]
    values = [*map(float, found), *near]
    return [*(values if EVERY else dice.sample(values, 400)), 0.0, -0.0, float("nan")]


def one_by_one(function: Any, name: str, values: list[Any], others: dict[str, Any]) -> list[Any]:
    """What cells with these numbers show."""
    found: list[Any] = []
    for value in values:
        if value is None or value != value:
            found.append(None)
            continue
        try:
            found.append(function(**{name: value}, **others))
        except MissingError:
            found.append(None)
        except RatingError as error:
            found.append(error.cell_error)
    return found


def given(function: Any, name: str, rules: str, least: bool) -> dict[str, Any]:
    """The other arguments: those that must be given, or all that there are."""
    needed = {one.name for one in function.parameters if not one.optional}
    found = {key: OTHERS[key] for key in OTHERS if key in function.each and key in needed}
    if not least and function.name in ("K_FACTOR", "BONUS"):
        found |= {
            key: OTHERS[key] for key in ("opponent", "score", "rating") if key in function.each
        }
    return {**{key: value for key, value in found.items() if key != name}, "ruleset": rules}


@pytest.mark.in_turn
@pytest.mark.parametrize("rules", RULES)
def test_a_cell_is_what_the_function_gives(rules: str) -> None:
    """Every function of one number, at every edge of every regulation, in every package."""
    asked = 0
    for function in FUNCTIONS:
        for name in function.each[:1] if not EVERY else function.each:
            if name in ("title", "sex", "colour"):
                continue
            for least in (True, False) if function.name in ("K_FACTOR", "BONUS") else (True,):
                others = given(function, name, rules, least)
                values = edges(name, f"{function.name}{rules}")
                expected = one_by_one(function, name, values, others)
                if set(expected) <= {"#N/A", "#VALUE!", None}:
                    continue
                asked += 1
                few = [*expected[:1], *expected[:1]] * LONG
                for column, wanted in (
                    (np.array(values), expected),
                    # A column of one number over and over.
                    (np.full(2 * LONG, values[0]), few),
                ):
                    try:
                        found = function(**{name: column}, **others)
                    except RatingError as error:
                        assert {*wanted} == {error.cell_error}
                        continue
                    same(cells(found), wanted, column.tolist(), function.name)
    assert asked or load(rules).method == "none"


def same(found: list[Any], expected: list[Any], values: list[Any], what: str) -> None:
    """Equal in every cell, and as it is kept in a column."""
    for one, other, value in zip(found, expected, values, strict=True):
        assert one == other, (what, value, one, other)


@pytest.mark.parametrize("kind", ["int64", "uint8", "float32", "float64", "Int64", "Float64"])
def test_however_a_column_is_kept(kind: str) -> None:
    """pandas, polars and pyarrow, with gaps or without: the same numbers, index and name kept."""
    whole = [3, 10, 11, 91, 92, 200, 250] * LONG
    for values in (whole, [*whole[:-1], None]):
        if None in values and kind in ("int64", "uint8", "float32"):
            continue
        column = pd.Series(values, dtype=kind, index=range(7, 7 + len(values)), name="mine")
        expected = one_by_one(xlrating.WE_TABLE, "difference", values, {"ruleset": "fide"})
        found = xlrating.WE_TABLE(column, "fide")
        assert found.index.equals(column.index) and found.name == "WE_TABLE"
        assert cells(found) == expected
        short = xlrating.WE_TABLE(column[-9:], "fide")
        assert short.dtype == found.dtype
        assert cells(short) == expected[-9:]
        parts = [values[:9], values[9:]]
        for other in (pl.Series("mine", values), pa.array(values), pa.chunked_array(parts)):
            found = xlrating.WE_TABLE(other, "fide")
            assert type(found).__module__ == type(other).__module__
            assert hasattr(found, "chunks") == hasattr(other, "chunks")
            assert cells(found) == expected


@pytest.mark.parametrize("rules", RULES)
def test_pairs_of_ratings(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two long columns give what each of their rows gives: at caps, bounds and limits of gaps, with
    blanks and ratings that nobody has.
    """
    dice = np.random.default_rng(1)
    own = dice.integers(1500, 2800, 300).astype(float)
    other = own + dice.choice([-736, -401, -400, -399, -0.5, 0, 3, 91, 92, 400, 401, 735], 300)
    own[:8] = [np.nan, 0, 99999, -5, 2650, 2649, 2400, np.nan]
    other[3:10] = [np.nan, 0, 2650, 2649.5, np.nan, 5000, 2000]
    pair = np.tile(own, 3), np.tile(other, 3)
    ask: Any = xlrating.EXPECTED_SCORE
    found = [cells(ask(*map(kind, pair), rules)) for kind in (np.array, pd.Series)]
    monkeypatch.setattr(packages, "LONG", 10**9)
    expected = [cells(ask(*map(kind, pair), rules)) for kind in (np.array, pd.Series)]
    assert found == expected


@pytest.mark.parametrize("rules", [*RULES, "elo:model=logistic", "elo:model=normal200r2"])
def test_pairs_hardly_two_of_which_are_alike(rules: str) -> None:
    """Two long columns of ratings as programs calculate them, or one beside a number, have the
    digits that each pairing has alone: next to caps, too, and with ratings that nobody has."""
    dice, (low, high) = random.Random(rules), map(float, load(rules).bounds)
    middle = min(max(2000.0, low + 500), high - 500)
    own = [dice.gauss(middle, 200) for _ in range(600)] + [
        dice.uniform(low, high) for _ in range(200)
    ]
    caps = [-735.0, -400.0, 0.0, 350.0, 400.0]
    other = [min(max(one + dice.gauss(0, 400), low), high) for one in own]
    for at, cap in enumerate(caps * 20):
        own[at] = float(dice.randint(round(middle) - 300, round(middle) + 300)) + dice.random()
        other[at] = dice.choice(
            [own[at] + cap, math.nextafter(own[at] + cap, dice.choice([0, 1e9]))]
        )
    ask, frame = xlrating.EXPECTED_SCORE, {"ruleset": rules}
    for second, beside in ((other, pd.Series(other)), ([middle] * len(own), middle)):
        expected = [
            one_by_one(ask, "rating", [mine], {"opponent": theirs, **frame})[0]
            for mine, theirs in zip(own, second, strict=True)
        ]
        for column in (np.array(own), pd.Series(own)):
            same(cells(ask(column, beside, rules)), expected, own, rules)
        blank = cells(ask(pd.Series([None, *own[1:]]), beside, rules))
        same(blank, [None, *expected[1:]], own, rules)


def test_pairs_are_asked_for_once() -> None:
    """A million pairs of ratings are a few hundred questions."""
    dice = np.random.default_rng(2)
    pair = dice.integers(1800, 2300, 50_000), dice.integers(1800, 2300, 50_000)
    kinds = pairs_of(*pair, pairing_bounds(load("fide")))
    assert kinds is not None and len(kinds[0]) < 1_000


def test_an_error_among_numbers_has_its_row() -> None:
    """Where a column can hold no errors, the row of the cell is named, not that of its kind."""
    shares = [0.5, 0.75] * LONG + [1.0]
    with pytest.raises(ArgumentError, match=f"row {2 * LONG + 1} is #N/A"):
        xlrating.DP_TABLE(pl.Series(shares), "china-pro")
    assert cells(xlrating.DP_TABLE(pd.Series(shares), "china-pro"))[-2:] == [193, "#N/A"]


def test_long_columns_ask_for_each_kind_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million cells of a table are a few hundred questions; numbers on a curve are none."""
    asked: list[int] = []
    function: Any = xlrating.WE_TABLE
    whole = type(function).of_cells

    def watched(self: Any, args: Any, named: Any) -> Any:
        asked.append(len(named["difference"]) if named else len(args[0]))
        return whole(self, args, named)

    monkeypatch.setattr(type(function), "of_cells", watched)
    dice = np.random.default_rng(2)
    function(dice.normal(0, 300, 100_000), "fide")
    function(dice.integers(-900, 900, 100_000), "elo:model=logistic")
    function(dice.normal(0, 300, 5_000).round(3), "elo:model=logistic")
    assert asked[0] < 3_000 and asked[1] <= 1_801 and len(asked) == 2


@pytest.mark.parametrize(
    "rules",
    [
        "dwz",
        "uscf",
        "elo:model=logistic",
        "elo:model=normal200r2",
        "glicko",
        "chessmetrics",
        "ingo",
    ],
)
def test_numbers_on_a_curve(rules: str) -> None:
    """Of numbers hardly two of which are alike each has the digits that it has alone, in every
    package, next to bounds of the digits and of roundings, too."""
    dice = random.Random(rules)
    values = [*edges("difference", rules)[:-1], None]
    values += [dice.gauss(0, 400) for _ in range(1500)]
    values += [dice.choice([-1, 1]) * 10.0 ** dice.uniform(-8, 11) for _ in range(300)]
    powers = [10.0**power for power in range(-8, 12)]
    values += [*powers, *(math.nextafter(one, 0) for one in powers), 5e-324, 0.1 + 0.2]
    expected = one_by_one(xlrating.WE_TABLE, "difference", values, {"ruleset": rules})
    assert len({*values}) > columns._FEW
    for column in (
        pd.Series(values, index=range(3, 3 + len(values))),
        pl.Series(values),
        pa.array(values),
    ):
        found = xlrating.WE_TABLE(column, rules)
        assert type(found).__module__ == type(column).__module__
        same(cells(found), expected, values, rules)
    whole = np.arange(10**6, 10**6 + 2 * columns._FEW)
    assert xlrating.WE_TABLE(whole, "elo:model=logistic").dtype == np.int64


@pytest.mark.parametrize("steps", [0, 1, 200])
def test_kinds_are_of_equal_numbers(steps: int) -> None:
    """The number of a kind is one of its cells, and where there are no bounds it is all of them."""
    dice = np.random.default_rng(3)
    for values in (
        dice.integers(-50, 50, 3000), dice.integers(-9, 9, 3000) * 2**50, dice.normal(0, 1, 3000).round(2),
        dice.integers(0, 2**64, 3000, dtype=np.uint64) // 2**54 * 2**50,
    ):  # fmt: skip
        found = columns.kinds_of(values, steps)
        assert found is not None
        numbers = np.array(found.numbers, dtype=values.dtype)[found.of]
        if steps == 0 or values.dtype.kind in "iu":
            assert (numbers == values).all()
        else:
            assert (np.floor(numbers * steps + 1e-9) == np.floor(values * steps + 1e-9)).all()
