"""predict(players, games, rules) -> a frame: one row per game, with what the rules expect."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.curves import curve_of
from ..engine.terms.deviation import at_start, predictions
from ..engine.terms.expectancy import win_draw_loss
from ..engine.vocabulary.dates import day_of
from . import difference
from .edition import last_day, of_last_day
from .expectancy import answers, once, one_by_one, share_of_fractions
from .fixed import quotient
from .games import games as read_games
from .people import People, people
from .period import as_given
from .tables import opened


class Forecast(NamedTuple):
    """For each game both ratings, White's expected score, and the probabilities of the results.

    NaN if a player is unrated or the rules do not rate the game; the probabilities are NaN if
    the rules have no draw model.
    """

    white_rating: Any
    black_rating: Any
    expected: Any
    win: Any
    draw: Any
    loss: Any


def predict(
    players: Any, games: Any, rules: RuleSet | str, *, day: date | str | None = None
) -> Any:
    """Return what the rules expect of games: a frame with one row per game, in the same order.

    `players` and `games` are as for `rate_period`; games need no result, and a result changes
    nothing. `rules` is a rule set or its reference; the dates of the games, or else `day`, decide
    the edition.

    The columns are `white_rating` and `black_rating`, in points; `expected`, White's expected
    score from 0 to 1; and `win`, `draw`, `loss`, the probabilities that White wins, draws and
    loses, if the rules define them (`nevzorov`). Unknown values are NaN, or null in polars and
    pyarrow. With Glicko ratings the deviations count, those of new players if none are given. The
    frame is of the same package as `games`, with their index.

    Every number equals that of the worksheet functions `EXPECTED_SCORE` (with the cap on the
    difference, and by colour if the rules distinguish colours), `WIN_DRAW_LOSS` and
    `GLICKO_EXPECTED`, which state the equations and clauses.

    Raises a `RatingError` as `rate_period` does, with the row.

    >>> from xlrating.bulk import predict
    >>> players = {"name": ["A", "B", "C"], "rating": [2400, 2000, None]}
    >>> games = {"white": ["A", "B", "C"], "black": ["B", "A", "A"]}
    >>> predict(players, games, "fide").iloc[:, :3]
       white_rating  black_rating  expected
    0        2400.0        2000.0      0.92
    1        2000.0        2400.0      0.08
    2           NaN        2400.0       NaN
    """
    day = day_of(day, "day")
    chosen = load(rules, day) if isinstance(rules, str) else rules
    who = people(players, chosen, day)
    parts = opened(games, True, results=False)
    if not {"result", "white_score"} & parts.keys():
        parts["result"] = pd.Series([""]).take(np.zeros(len(parts["white"]), dtype=int))
        parts["result"].index = parts["white"].index
    played = read_games(parts, who)
    last = last_day(played, chosen)
    if last is not None:
        who, chosen = of_last_day(who, players, rules, chosen, day, last)
    frame = pd.DataFrame(forecast(who, played.white, played.black, chosen)._asdict())
    return as_given(frame, games)


def forecast(who: People, white: Any, black: Any, rules: RuleSet) -> Forecast:
    """The predictions for games; `white` and `black` are rows of `who`, -1 for no opponent."""
    known = who.rating.known
    rows = np.flatnonzero(known[white] & known[black] & (black >= 0))
    given = who.rating.floats()
    found = np.full((4, len(white)), np.nan)
    first, second = white[rows], black[rows]
    if rules.deviation is not None:
        found[0, rows] = _by_deviations(who, first, second, rules)
    elif rules.outcomes is not None or rules.expectancy is not None:
        places = max(who.rating.places, difference.places(rules.difference))
        rating = who.rating.at(places)
        own, other = rating[first], rating[second]
        rule = rules.difference
        rated = difference.are_rateable(own, other, places, rule)
        if rated is not True:
            rows, own, other = rows[rated], own[rated], other[rated]
        # Each game alone: a cap that may favour a player once applies here.
        counted = difference.counted(own, other, np.arange(len(own)), places, rule)
        codes, kinds = pd.factorize(counted)
        found[:, rows] = _by_differences(kinds, places, rules)[:, codes]
    return Forecast(
        np.where(white >= 0, given[white], np.nan), np.where(black >= 0, given[black], np.nan),
        *found,
    )  # fmt: skip


def _by_differences(kinds: Any, places: int, rules: RuleSet) -> Any:
    """Expected score, win, draw and loss by difference, in units of 10^-places."""
    found = np.full((4, len(kinds)), np.nan)
    if rules.outcomes is not None:
        score = one_by_one(places, rules, "w")
        known: dict[int, Any] = answers(rules).setdefault((places, "results"), {})
        for at, kind in enumerate(kinds.tolist()):
            told = once(known, kind, partial(win_draw_loss, Decimal(kind).scaleb(-places), rules))
            found[:, at] = [float(one) for one in (score(kind), *told)]
    elif curve_of(rules) is not None and kinds.dtype != object:
        share = share_of_fractions(kinds, np.full(len(kinds), 10**places), rules)
        found[0] = quotient(share.values(), 10**share.decimals)
    else:
        expected: Callable[[int], Decimal] = one_by_one(places, rules)
        found[0] = [float(expected(int(kind))) for kind in kinds]
    return found


def _by_deviations(who: People, white: Any, black: Any, rules: RuleSet) -> list[float]:
    """White's expected scores, with both deviations at the start of the period."""
    rd, periods, volatility = (who.facts(name).decimal for name in ("rd", "periods", "volatility"))
    strengths = {
        row: at_start(who.rating.decimal(row), rd(row), periods(row), volatility(row), rules)
        for row in np.unique(np.concatenate([white, black])).tolist()
    }
    pairs = zip(white.tolist(), black.tolist(), strict=True)
    return predictions(strengths, pairs, rules)
