"""Points won and lost on a ladder of ranks, game after game, for all players at once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Ladder
from ..engine.terms.ladder import rank_of
from .change import peaks
from .fixed import places_of, scaled
from .games import Games
from .rated import Rated
from .sum_over_games import are_counted, table_points


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players by the results of their own games; None leaves them to the engine."""
    who = rated.who
    rule = rules.need(Ladder)
    if rules.difference.unrated_gap is not None:
        return None
    gains = (rule.win, rule.draw, rule.loss, rule.short_win, rule.short_loss, rule.least)
    places = max(who.rating.places, places_of(*gains))
    win, draw, loss, short_win, short_loss, least = (scaled(one, places) for one in gains)
    start = np.where(who.rating.known, who.rating.at(places), least)
    taken = games.having(are_counted(games, rules))
    whose = np.concatenate([taken.white, taken.black])
    score = np.concatenate([taken.points("white"), taken.points("black")])
    moves = np.full(len(taken.white), -1) if taken.moves is None else taken.moves
    is_short = np.tile((moves >= 0) & (moves <= rule.short_moves), 2)
    gain = np.where(
        score == 2,
        np.where(is_short, short_win, win),
        np.where(score == 1, draw, np.where(is_short, short_loss, loss)),
    )
    order = np.lexsort((np.tile(_order(taken), 2), whose))
    points = start.copy()
    n = np.bincount(whose, minlength=who.size)
    rows = np.flatnonzero(n)
    if len(rows):
        points[rows] = _after(start[rows], gain[order], n[rows], least, rule.bounded)
    unit = 10**places
    new, brought = points / unit, who.rating.known
    rated.put(
        slice(None),
        points=table_points(games, who.size) / 2,
        rating=start / unit,
        start_rating=np.where(brought, np.nan, start / unit),
        n=n,
        score=np.bincount(whose, weights=score, minlength=who.size) / 2,
        change=(points - start) / unit,
        rounded=(points - start) / unit,
        new=new,
        games=np.where((who.games >= 0) | ~brought, np.maximum(who.games, 0) + n, -1),
        peak=peaks(who.peak.floats(), who.rating.floats(), new, rated.rules),
        rank=_ranks(points, places, rated.rules),
    )
    return rows[:0]


def _order(games: Games) -> Any:
    """The position of each game among a player's, by event and round."""
    size = len(games.white)
    event = np.zeros(size, dtype=np.int64) if games.event is None else games.event
    round_ = np.zeros(size, dtype=np.int64) if games.round is None else games.round
    place = np.empty(size, dtype=np.int64)
    place[np.lexsort((np.arange(size), round_, event))] = np.arange(size)
    return place


def _after(start: Any, gains: Any, n: Any, least: int, bounded: bool) -> Any:
    """Each player's points after all games; `gains` has those of one player after another's.

    If `bounded`, they are at least `least` after every game, and what falls below it is not lost.
    """
    ends = np.cumsum(n)
    sums = np.cumsum(gains)
    before = np.concatenate([[0], sums[ends[:-1] - 1]])
    so_far = sums - np.repeat(before, n)
    last = so_far[ends - 1]
    if not bounded:
        return start + last
    lowest = np.minimum.reduceat(so_far, ends - n)
    return np.maximum(start + last, least + last - lowest)


def _ranks(points: Any, places: int, rules: RuleSet) -> Any:
    kinds, whose = np.unique(points, return_inverse=True)
    named = []
    for kind in kinds.tolist():
        rank = rank_of(Decimal(kind).scaleb(-places), rules)
        named.append("" if rank is None else rank.names["en"])
    return np.array(named, dtype=object)[whose]
