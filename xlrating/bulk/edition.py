"""Which edition rates a period, and how old its players are: by the days of its events."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.words.pace import PACES
from .days import EPOCH
from .games import Games


def pace_of(games: Games, at: int) -> str:
    """The pace of a game as events have it."""
    return "" if games.pace is None else (*PACES, "")[games.pace[at]]


def _counting(games: Games, rules: RuleSet) -> Any:
    """The day of each game's event that picks edition and ages."""
    return games.end if rules.dated_by == "end" else games.start


def last_day(games: Games, rules: RuleSet) -> date | None:
    """The day that picks the edition: that of the last event."""
    if games.start is None or not len(games.start):
        return None
    at = 0 if games.event is None else int(games.event.argmax())
    return date.fromordinal(int(_counting(games, rules)[at]))


def years_of_players(games: Games, rules: RuleSet, size: int, year: int) -> Any:
    """The year by which each player's age counts, that of their last event; else the one given."""
    counting = _counting(games, rules)
    if not len(counting):
        return year
    first = date.fromordinal(int(counting.min())).year
    if first == date.fromordinal(int(counting.max())).year:
        return np.where(_is_there(games, size), first, year)
    days = (counting - EPOCH).astype("datetime64[D]")
    years = days.astype("datetime64[Y]").astype(np.int64) + 1970
    last = np.full(size, -1)
    for side in (games.white, games.black):
        met = side >= 0
        np.maximum.at(last, side[met], games.event[met] * 10_000 + years[met])
    return np.where(last >= 0, last % 10_000, year)


def _is_there(games: Games, size: int) -> Any:
    """Which players have a game."""
    met = np.bincount(games.white, minlength=size)
    return (met + np.bincount(games.black[games.black >= 0], minlength=size)) > 0
