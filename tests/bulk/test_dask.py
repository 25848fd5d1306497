"""Games on several machines: the same bytes as from one frame of pandas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from bulk.federations import federation
from bulk.test_against_engine import outcome
from xlrating.bulk import rate_period
from xlrating.bulk.kernels import BY_OWN_GAMES
from xlrating.engine.errors import RatingError
from xlrating.engine.rules.ruleset import available, load


def in_parts(*args: Any, **named: Any) -> Any:
    """A frame of Dask; what only collects these tests does not load it."""
    import dask.dataframe as dd

    made: Any = dd.from_pandas
    return made(*args, **named)


def in_one_thread() -> Any:
    """Everything where it is asked for."""
    import dask

    return dask.config.set(scheduler="synchronous")


APART = [name for name in available() if load(name).method in BY_OWN_GAMES]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made,
        Client(made) as client,
    ):
        yield client


@pytest.mark.in_turn
def test_two_workers_find_the_same_bytes(cluster: Any) -> None:
    """ "A local cluster of two workers … gets the same bytes as pandas", however games are parted."""
    found = set()
    for name in APART:
        rules = load(name)
        players, games, day = (
            pd.DataFrame(one) if isinstance(one, dict) else one
            for one in federation(5, rules, 40)
        )  # fmt: skip
        expected = outcome(partial(rate_period, day=day), players, games, name)
        parted = in_parts(games, npartitions=3)
        made = outcome(partial(rate_period, day=day), players, parted, name)
        if isinstance(expected, str):
            assert made == expected, name
            continue
        assert_frame_equal(made, expected, check_exact=True, obj=name)
        for column in expected.select_dtypes("number"):
            assert made[column].to_numpy().tobytes() == expected[column].to_numpy().tobytes()
        found.add(name)
    assert len(found) > 8
    assert len(cluster.scheduler_info()["workers"]) == 2
    # What is wrong comes back from a worker as it is.
    wrong = in_parts(pd.DataFrame({**GAMES, "white": ["A", "B", "X"]}), npartitions=2)
    with pytest.raises(RatingError, match=r"^games, part 2, row 1: white 'X'"):
        rate_period(pd.DataFrame(PLAYERS), wrong, "fide")


@pytest.mark.in_turn
@pytest.mark.parametrize("name", APART)
def test_how_games_are_parted_does_not_matter(name: str) -> None:
    """ "Exact whole-number sums do not depend on the partition": from one part to one a game."""
    rules = load(name)
    with in_one_thread():
        for seed in range(2):
            players, games, day = federation(seed, rules)
            expected = outcome(partial(rate_period, day=day), players, games, name)
            parted = in_parts(pd.DataFrame(games), npartitions=1 + 6 * seed, sort=False)
            made = outcome(partial(rate_period, day=day), pd.DataFrame(players), parted, name)
            if isinstance(expected, str):
                assert made == expected
            else:
                assert_frame_equal(made, expected, check_exact=True, obj=f"seed {seed}")


PLAYERS = {"name": ["A", "B", "C"], "rating": [2000, 2100, 2200]}
GAMES = {"round": [1, 2, 3], "white": ["A", "B", "C"], "black": ["B", "C", "A"],
         "result": ["1-0", "½-½", "0-1"]}  # fmt: skip

WRONG: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"white": ["A", "B", "X"]}, "fide", "games, part 2, row 1: white 'X' is none of the players"),
    ({"result": ["1-0", "2-0", ""]}, "fide", "games, part 1, row 2: result '2-0' is unknown"),
    ({"round": [1, 2, 1]}, "fide", "games: "),
    ({}, "malaysia", "malaysia rates by the method game by game: no player can be rated apart"),
)


@pytest.mark.parametrize(("games", "name", "words"), WRONG, ids=[one[2] for one in WRONG])
def test_what_is_wrong_is_named_with_its_part(games: Any, name: str, words: str) -> None:
    """The error of one frame, with part and row; what cannot be parted is no number."""
    parted = in_parts(pd.DataFrame({**GAMES, **games}), npartitions=2)
    with in_one_thread(), pytest.raises(RatingError) as error:
        rate_period(pd.DataFrame(PLAYERS), parted, name)
    assert str(error.value).startswith(words)


def test_juniors_without_a_day_are_refused_as_in_one_frame() -> None:
    """Whose K follows from the age gets none in silence, and the first one is named."""
    players = pd.DataFrame({**PLAYERS, "born": [1970, 2012, 2013]})
    games = pd.DataFrame(GAMES)
    parted = in_parts(games, npartitions=3)
    told = []
    with in_one_thread():
        for table in (games, parted):
            with pytest.raises(RatingError, match=r"^players, row 2: ") as error:
                rate_period(players, table, "fide")
            told.append(str(error.value))
        # Whoever does not play needs none.
        alone = {"white": ["A"], "black": ["B"], "result": ["1-0"]}
        players["born"] = [1970, 1971, 2013]
        one = rate_period(players, in_parts(pd.DataFrame(alone), npartitions=1), "fide")
    assert told[0] == told[1]
    assert_frame_equal(one, rate_period(players, alone, "fide"), check_exact=True)


@pytest.mark.in_turn
@pytest.mark.parametrize("dated", [False, True])
def test_an_event_is_no_match_of_the_two_who_are_rated_apart(dated: bool) -> None:
    """FIDE 6.1: results of a match with a rated player count for no first rating; of an event, yes.

    Of each of five events a group of players sees two people only, Una and her opponent.
    """
    names = ["Una", *(f"P{no}" for no in range(1, 12))]
    players = pd.DataFrame({"name": names, "rating": [None, *[1800] * 11]})
    lines = [
        (f"E{4 - event}", 1, white, black, "1-0", f"2025-11-{event + 1:02d}")
        for event in range(5)
        for white, black in (("Una", f"P{2 * event + 1}"), (f"P{2 * event + 2}", "P11"))
    ]
    games = pd.DataFrame(lines, columns=["event", "round", "white", "black", "result", "date"])
    # One of them is a match.
    games = games[(games["event"] != "E0") | (games["white"] == "Una")]
    games = games if dated else games.drop(columns="date")
    whole = rate_period(players, games, "fide@2025-10-01")
    assert whole.loc[0, "n"] == 4
    for parts in (2, 4, 8):
        found = rate_period(players, in_parts(games, npartitions=parts), "fide@2025-10-01")
        assert_frame_equal(found, whole, check_exact=True)
