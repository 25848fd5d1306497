"""The columns and the engine: every column of every player the same, nothing near it."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import pytest
from needs import EVERY
from pandas.testing import assert_frame_equal

from bulk.federations import federation, references
from xlrating.bulk import rate_period
from xlrating.bulk.by_engine import all_lines
from xlrating.bulk.games import games as read_games
from xlrating.bulk.people import people
from xlrating.bulk.period import KERNELS
from xlrating.bulk.rated import Rated
from xlrating.engine.errors import RatingError
from xlrating.engine.rules.ruleset import load

#: Federations of each rule set, edition and choice.
FEDERATIONS = 500 if EVERY else 3


def by_engine(players: Any, games: Any, reference: str, day: date | None) -> Any:
    """The same frame from the engine's own lines."""
    rules = load(reference, day)
    who = people(players, rules, day)
    rated = Rated(who, rules, day)
    rated.put_lines(range(who.size), all_lines(who, read_games(games, who), rules, day, "swiss"))
    return rated.frame()


def outcome(function: Any, *args: Any) -> Any:
    """The frame, or the error in words."""
    try:
        return function(*args)
    except RatingError as error:
        return type(error).__name__


@pytest.mark.parametrize("reference", [r for r in references() if load(r).method in KERNELS])
def test_every_column_of_every_player(reference: str) -> None:
    """ "500 random federations for every rule set and edition that rates events: 0 differences"."""
    rules = load(reference)
    for seed in range(FEDERATIONS):
        players, games, day = federation(seed, rules)
        found = outcome(partial(rate_period, day=day), players, games, reference)
        expected = outcome(by_engine, players, games, reference, day)
        assert type(found) is type(expected), (seed, found, expected)
        if isinstance(found, str):
            assert found == expected, seed
        else:
            assert_frame_equal(found, expected, check_exact=True, obj=f"seed {seed}")
