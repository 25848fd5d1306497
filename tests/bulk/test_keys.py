"""What games call their players: any kind of column, the same players; what is none is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from needs import EVERY
from pandas.testing import assert_frame_equal

from xlrating import Event, rate
from xlrating.bulk import rate_period
from xlrating.engine.errors import ArgumentError, FileError, RatingError

RULES = "fide@2025-10-01"
SIZE, GAMES = 60, 400
#: IDs that lie side by side, or anywhere.
NUMBERS = {
    "side by side": np.arange(500, 500 + SIZE),
    "backwards": np.arange(500 + SIZE, 500, -1),
    "anywhere": np.random.default_rng(1).permutation(SIZE) * 10**9 - 7 * 10**9 + 3,
}


def _known(column: Any) -> Any:
    """The column as categories, among them one that nobody has."""
    kinds = pd.unique(column.dropna())
    other = kinds[:1] + "x" if isinstance(kinds[0], str) else kinds.max() + 1
    return column.astype(pd.CategoricalDtype([*kinds[::-1], *np.atleast_1d(other)]))


#: What a column of whole numbers may be kept as, with gaps.
KINDS: dict[str, Callable[[Any], Any]] = {
    "whole numbers, or floats for their gaps": lambda column: column.astype("float64")
    if column.isna().any() else column.astype("int64"),
    "nullable": lambda column: column,
    "nullable of arrow": lambda column: column.astype(pd.ArrowDtype(pa.int64())),
    "categories of numbers": _known,
    "texts": lambda column: column.astype("str"),
    "texts of Python": lambda column: column.astype("str").astype(pd.StringDtype("python")),
    "texts with blanks": lambda column: " " + column.astype("str") + " ",
    "objects": lambda column: column.astype(object),
    "numbers and texts": lambda column: pd.Series(
        [str(one) if at % 2 and one is not pd.NA else one for at, one in enumerate(column)],
        dtype=object),
    "categories of texts": lambda column: _known(column.astype("str")),
    "a dictionary of arrow": lambda column: column.astype("str").astype(
        pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))),
}  # fmt: skip


def period(numbers: Any, has_byes: bool) -> tuple[Any, Any]:
    """Players with these IDs and their games, where a blank is the opponent of a bye."""
    dice = np.random.default_rng(5)
    white = dice.integers(0, SIZE, GAMES)
    black = (white + dice.integers(1, SIZE, GAMES)) % SIZE
    bye = (np.arange(GAMES) % 7 == 0) & has_byes
    players = pd.DataFrame({"id": numbers, "rating": dice.integers(1500, 2600, SIZE)})
    opponents = pd.Series(numbers[black], dtype="Int64").mask(bye)
    result = np.where(bye, "BYE 1", np.where(dice.random(GAMES) < 0.5, "1-0", "½-½"))
    white_ids = pd.Series(numbers[white], dtype="Int64")
    return players, pd.DataFrame({"white": white_ids, "black": opponents, "result": result})


@pytest.mark.in_turn
@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("of_games", KINDS)
def test_keys_of_any_kind(of_games: str, numbers: str) -> None:
    """However a column keeps IDs, they are the same players."""
    for has_byes in (False, True):
        players, games = period(NUMBERS[numbers], has_byes)
        as_texts = {name: games[name].astype("str") for name in ("white", "black")}
        expected = rate_period(players.astype({"id": "str"}), games.assign(**as_texts), RULES)
        assert expected["n"].gt(0).all()
        kept = {name: KINDS[of_games](games[name]) for name in ("white", "black")}
        for of_players in KINDS if EVERY else [of_games, "texts" if has_byes else "nullable"]:
            own = KINDS[of_players](players["id"].astype("Int64"))
            found = rate_period(players.assign(id=own), games.assign(**kept), RULES)
            assert_frame_equal(found, expected, check_exact=True, obj=of_players)


PACKAGES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "polars": (pl.from_pandas, lambda column: column),
    "polars, texts": (pl.from_pandas, lambda column: column.cast(pl.String)),
    "polars, categories": (pl.from_pandas, lambda column: column.cast(pl.String).cast(pl.Categorical)),
    "polars, an enumeration": (
        pl.from_pandas,
        lambda column: column.cast(pl.String).cast(pl.Enum(sorted({*map(str, NUMBERS["anywhere"])}))),
    ),
    "pyarrow": (pa.Table.from_pandas, lambda column: column),
    "pyarrow, texts": (pa.Table.from_pandas, lambda column: column.cast(pa.string())),
    "pyarrow, a dictionary": (
        pa.Table.from_pandas, lambda column: column.cast(pa.string()).dictionary_encode()
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", PACKAGES)
def test_keys_of_other_packages(kind: str) -> None:
    """Integers, texts and categories of polars and pyarrow are those of pandas."""
    players, games = period(NUMBERS["anywhere"], True)
    expected = rate_period(players, games, RULES)
    pack, keep = PACKAGES[kind]
    packed = pack(games)
    if kind.startswith("polars"):
        packed = packed.with_columns(*(keep(packed[name]) for name in ("white", "black")))
    else:
        for at, name in enumerate(("white", "black")):
            packed = packed.set_column(at, name, keep(packed[name]))
        packed = packed.replace_schema_metadata(None)  # it says what they were in pandas
    found = rate_period(pack(players), packed, RULES).to_pandas()
    assert found["new"].tolist() == expected["new"].tolist()
    assert found["id"].tolist() == expected["id"].tolist()


BIG = 2**53
WRONG: dict[str, tuple[Any, Any, str]] = {
    "a gap": ([11, 12], [11, np.nan], "games, row 2: White is missing"),
    "a half": ([11, 12], [11, 11.5], "games, row 2: white '11.5' is none of the players"),
    "below zero": ([11, 12], [11, -12], "games, row 2: white '-12' is none of the players"),
    "beyond all": ([11, 12], [11, 2**40], "games, row 2: white '1099511627776' is none of the"),
    "a truth value": ([1, 2], [True, True], "games, row 1: white 'True' is none of the players"),
    "mixed": ([11, 12], [11, "Bob"], "games, row 2: white 'Bob' is none of the players"),
    "a list": ([11, 12], [11, [12]], "games, row 2: a player is a list"),
    "a zero": (
        [11, 0], [11, 0],
        "games, row 2: white '0' is none of the players: an ID of 0 means no ID; number the players",
    ),
    "zeros lost": (["011", "012"], [11, 12], "11 is none of the players, 011 is; keep IDs as text"),
    "digits lost": (
        [BIG, 12], [12, float(BIG + 1)],
        "games, row 2: a player is 9007199254740992.0, a floating-point number whose last digits",
    ),
    "digits lost in the list": (
        [12.0, float(BIG)], [12, 12],
        "players, row 2: id is 9007199254740992.0, a floating-point number whose last digits",
    ),
    "the same twice": ([11, 11], [11, 11], "players, row 2: players 1 and 2 have the same ID 11"),
    "a category of nobody": (
        [11, 12], pd.Categorical([11, 13], [11, 12, 13, 14]),
        "games, row 2: white '13' is none of the players",
    ),
    "no category": ([11, 12], pd.Categorical([11, None]), "games, row 2: White is missing"),
    "digits lost in a category": (
        [BIG, 12], pd.Categorical([12.0, float(BIG)]),
        "games, row 2: a player is 9007199254740992.0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_player_is_named_with_its_row(wrong: str) -> None:
    """A key that means nobody for certain is an error with its row, never somebody else."""
    ids, white, words = WRONG[wrong]
    players = {"id": ids, "rating": [2000, 2100]}
    games = {"white": white, "black": [12, 11], "result": ["1-0", "1-0"]}
    with pytest.raises(RatingError) as error:
        rate_period(players, games, RULES)
    assert str(error.value).startswith(words)


def test_categories_that_no_game_has() -> None:
    """A category of nobody, or one that could not be read, is nothing where no game has it."""
    white = pd.Categorical([11.0, 12.0], [float(BIG), 11.0, 12.0, 99.5])
    games = {"white": white, "black": [12, 11], "result": ["1-0", "1-0"]}
    found = rate_period({"id": [11, 12], "rating": [2000, 2100]}, games, RULES)
    assert found["n"].tolist() == [2, 2]


@pytest.mark.parametrize(
    "text", ["007", "0x00007", "0xFFFFFF", "+7", "7.0", "99999999999999999999"]
)
def test_texts_that_only_look_like_a_number(text: str) -> None:
    """A number written otherwise is another ID: 007 is not player 7, nor is 0xFFFFFF 16777215."""
    players = {"id": pd.Series(["7", "16777215", "8"], dtype="str"), "rating": [2000, 2100, 2200]}
    games = {
        "white": pd.Series([text, "8"], dtype="str"),
        "black": ["8", "7"],
        "result": ["1-0"] * 2,
    }
    with pytest.raises(ArgumentError, match="none of the players") as refused:
        rate_period(players, games, RULES)
    assert "row 1" in str(refused.value)
    # Where it is on the list, it is that player.
    players["id"] = pd.Series(["7", text, "8"], dtype="str")
    assert rate_period(players, games, RULES)["n"].tolist() == [1, 1, 2]


def test_a_blank_is_nobody() -> None:
    """An empty cell is not the one player without an ID, by columns as by the engine."""
    players = {"id": ["1", ""], "name": ["A", "B"], "rating": [2000, 2100]}
    games = {"round": [1], "white": ["1"], "black": [""], "result": ["1-0"]}
    words = "games, row 1: result 1-0 needs two players"
    with pytest.raises(RatingError, match=words):
        rate_period(players, games, RULES)
    with pytest.raises(RatingError, match=words):
        rate(Event.from_frames(players, games), RULES)
    # Of texts that are all missing, too.
    byes = {"white": ["1"], "black": pd.Series([None], dtype="str"), "result": ["BYE 1"]}
    numbered = {"id": pd.Series(["1", "2"], dtype="str"), "rating": [2000, 2100]}
    assert rate_period(numbered, byes, RULES)["points"].tolist() == [1, 0]


def test_digits_that_an_event_would_lose() -> None:
    """`Event.from_frames` refuses them, too."""
    players = {"id": [12, float(BIG)], "rating": [2000, 2100]}
    games = {"round": [1], "white": [12], "black": [12], "result": ["1-0"]}
    with pytest.raises(RatingError, match=r"players, row 2: id is 9007199254740992\.0"):
        Event.from_frames(players, games)
    players["id"] = [12, 13]
    with pytest.raises(RatingError, match=r"games, row 1: black is 9007199254740992\.0"):
        Event.from_frames(players, {**games, "black": [float(BIG)]})


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a package that a table needs the error names the extra."""
    players = {"id": [11, 12], "rating": [2000, 2100]}
    games = {"white": [11], "black": [12], "result": ["1-0"]}
    path = tmp_path / "games.parquet"
    pd.DataFrame(games).to_parquet(path)
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(
        ArgumentError, match=r"pip install narwhals \(the extras polars and parquet"
    ):
        rate_period(pl.DataFrame(players), pl.DataFrame(games), RULES)
    for name in ("pyarrow", "pyarrow.parquet", "pandas.io.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(FileError, match=r"games\.parquet: .*pip install .*\(the extra parquet\)"):
        rate_period(players, path, RULES)
    for name in [name for name in sys.modules if name.startswith("xlrating.bulk")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ArgumentError, match=r"pip install pandas \(the extra pandas brings it\)"):
        __import__("xlrating.bulk")
