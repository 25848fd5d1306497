"""The edition that rates a period, and its players' ages, from the dates of its events."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from ..engine.event import Event
from ..engine.inspection import hangs_on_day, youngest_since
from ..engine.rules.ruleset import RuleSet, load
from ..engine.vocabulary.pace import PACES
from .coefficient import Facts, ages_asked, hang_on_age
from .days import EPOCH
from .games import Games
from .people import People, people
from .tables import raise_problem


def pace_of(games: Games, at: int) -> str:
    """The pace of the game in row `at`; '' if unknown."""
    return "" if games.pace is None else (*PACES, "")[games.pace[at]]


def _counting(games: Games, rules: RuleSet) -> Any:
    """The day of each game's event that decides edition and ages."""
    return games.end if rules.dated_by == "end" else games.start


def last_day(games: Games, rules: RuleSet) -> date | None:
    """The day that decides the edition: that of the last event; None without dates."""
    if games.start is None or not len(games.start):
        return None
    at = 0 if games.event is None else int(games.event.argmax())
    return date.fromordinal(int(_counting(games, rules)[at]))


def years_of_players(games: Games, rules: RuleSet, size: int, year: int) -> Any:
    """The year in which each player's age counts: that of their last event, or the one given."""
    counting = _counting(games, rules)
    if not len(counting):
        return year
    first = date.fromordinal(int(counting.min())).year
    if first == date.fromordinal(int(counting.max())).year:
        return year if first == year else np.where(who_plays(games, size), first, year)
    days = (counting - EPOCH).astype("datetime64[D]")
    years = days.astype("datetime64[Y]").astype(np.int64) + 1970
    last = np.full(size, -1)
    for side in (games.white, games.black):
        met = side >= 0
        np.maximum.at(last, side[met], games.event[met] * 10_000 + years[met])
    return np.where(last >= 0, last % 10_000, year)


def who_plays(games: Games, size: int) -> Any:
    """Which players have a game."""
    met = np.bincount(games.white, minlength=size)
    return (met + np.bincount(games.black[games.black >= 0], minlength=size)) > 0


def of_last_day(
    who: People, players: Any, rules: RuleSet | str, chosen: RuleSet, day: date | None, last: date
) -> tuple[People, RuleSet]:
    """The players and the rules on the day of the last event, unless the user fixed the edition."""
    if day is None and not isinstance(rules, RuleSet):
        chosen = load(rules, last)
        who = people(players, chosen, last)
    return who, chosen


def refuse_undated(who: People, plays: Any, rules: RuleSet) -> None:
    """Reject undated games if the K of a player in them depends on an unknown age."""
    if rules.coefficient is None or not (ages_asked(rules) or rules.passes):
        return
    born = who.facts("born")
    youngest = np.maximum(youngest_since(rules) - born.values, 0)
    facts = Facts(who.rating.values, who.rating.places, who.peak, who.games, youngest,
                  who.facts("index"))  # fmt: skip
    may_hang = ~who.rating.known | (~who.k.known & hang_on_age(facts, rules))
    rows = np.flatnonzero(plays & born.known & (who.age < 0) & may_hang)
    for row, player in zip(rows.tolist(), who.players(rows), strict=True):
        if key := hangs_on_day(player, Event((player,)), rules):
            raise_problem(key, {"value": player.born}, f"players, row {row + 1}")
