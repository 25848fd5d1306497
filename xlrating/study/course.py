"""A federation under one regulation: a list per period, and the predictions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from ..bulk import rate_period
from ..bulk.next_period import after, between
from ..bulk.people import people
from ..bulk.predict import forecast
from ..engine.report import OF_PERIOD
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import are_rated_together


@dataclass(frozen=True)
class Course:
    """The result of one regulation for all games.

    `expected` is White's predicted score in each game, `wins` and `draws` the predicted
    probabilities of a win and a draw, if the rules have a draw model; NaN if one of the two
    was unrated. `difference` is that of their ratings. `lists` are everyone's ratings
    before the first period and after each, `editions` the references that rated each.
    """

    rules: RuleSet
    expected: Any
    wins: Any
    draws: Any
    difference: Any
    lists: tuple[Any, ...]
    editions: tuple[str, ...]


def course(players: Any, games: Any, reference: str, periods: Any, days: Any) -> Course:
    """Rate the games period by period, each starting from the previous period's list.

    `periods` has the number of each game's period; `days` are the last days of each, or None. If a
    regulation rates events one after another, so does this function, in row order.
    Predictions use the ratings with which the game was rated.
    """
    size = len(games)
    found = {name: np.full(size, np.nan) for name in ("expected", "wins", "draws", "difference")}
    white, black = (games[side].fillna(-1).to_numpy(dtype=np.int64) for side in ("white", "black"))
    now = players.copy()
    lists, editions = [_ratings(now)], []
    rules = load(reference, days[0] if days else None)
    for period, day in enumerate(days):
        rules = load(reference, day)
        editions.append(rules.reference)
        marks = now[[name for name in OF_PERIOD if name in now.columns]]
        is_once = marks.empty or are_rated_together(rules)
        if not is_once:
            now = now.drop(columns=marks.columns)
        for rows in _parts(games, np.flatnonzero(periods == period), rules):
            played = games.iloc[rows]
            told = forecast(people(now, rules, None), white[rows], black[rows], rules)
            difference = np.round(told.white_rating - told.black_rating, 9)
            for name, values in zip(
                found, (told.expected, told.win, told.draw, difference), strict=True
            ):
                found[name][rows] = values
            now = after(now, rate_period(now, played, rules, day=day), rules)
        if not is_once:
            # Facts about a period are counted once, after all of its events.
            marked = now.assign(**marks)
            now = after(now, rate_period(marked, games.iloc[:0], rules, day=day), rules)
        now = between(now, marks)
        lists.append(_ratings(now))
    return Course(
        rules, found["expected"], found["wins"], found["draws"], found["difference"], tuple(lists),
        tuple(editions),
    )  # fmt: skip


def _parts(games: Any, rows: Any, rules: RuleSet) -> Iterator[Any]:
    """The rows that are rated together: a whole period, or one event after another."""
    if are_rated_together(rules) or "event" not in games.columns:
        yield rows
        return
    events = games["event"].iloc[rows].to_numpy()
    for event in dict.fromkeys(events.tolist()):
        yield rows[events == event]


def _ratings(players: Any) -> Any:
    return pd.to_numeric(players["rating"], errors="coerce").to_numpy(dtype=float)


def days_of(games: Any, periods: Any, number: int) -> list[date | None]:
    """The last day of each period; None if the games have no days."""
    if "date" not in games.columns:
        return [None] * number
    last = games["date"].groupby(periods).max()
    return [None if pd.isna(day) else day.date() for day in last.reindex(range(number))]
