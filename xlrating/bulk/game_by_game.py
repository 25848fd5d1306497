"""Each game changes both ratings at once, rounded and added: one wave of games after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.results import Kind
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Coefficient
from ..engine.terms.start import start_of
from .first import CountedGames, first_ratings
from .fixed import places_of, scaled
from .games import Games
from .people import People
from .performance import performed
from .rated import Rated
from .run import Run, fits
from .sides import against_rated
from .sum_over_games import are_counted, table_points
from .tables import DecimalColumn


def rate(rated: Rated, games: Games, rules: RuleSet, format: str) -> Any:
    """Rate all players in waves; returns the rows left to the engine, None for all of them."""
    who = rated.who
    change = rules.change
    asked = any(who.has(name).any() for name in ("bonus_place", "absent", "new_title"))
    if asked or change.rounding == "none" or change.ratings != "before the game":
        return None
    if rules.outcomes is not None or change.weights is not None or change.weight != 1:
        return None
    if games.playoff is not None and games.playoff.any():
        return None
    if rules.difference.unrated_gap is not None or rules.difference.favours_once:
        return None
    if rules.need(Coefficient).rows == ():
        return None
    start, known = entry_rating(who, rules)
    apart = games.event is not None or games.round is None
    apart |= rules.start is not None
    if not known.all() and rules.initial is not None and apart:
        return None
    if not fits(start, rules):
        return None
    run = Run(who, start, known, rules)
    taken, final = games, _are_final(games, rules)
    if games.kinds - {Kind.PLAYED}:
        counted = are_counted(games, rules)
        taken, final = games.having(counted), final[counted]
    played = taken
    if not known.all():
        both = known[taken.white] & known[taken.black]
        played, final = taken.having(both), final[both]
    run.go(played, _order(played), final)
    if run.left:
        return None
    met = np.bincount(run.sides.ravel(), minlength=who.size) > 0
    known = are_rated(who, known, met, rules)
    points = run.twice if played is games else table_points(games, who.size)
    rows = np.flatnonzero(known)
    rated.put(slice(None), points=points / 2)
    run.put(rated, rows)
    return _newcomers(rated, games, taken, start, known, rules)


def entry_rating(who: People, rules: RuleSet) -> tuple[DecimalColumn, Any]:
    """Each player's rating, or the starting rating of their title."""
    rating = who.rating
    if rules.start is None or rating.known.all():
        return rating, rating.known
    rows = np.flatnonzero(~rating.known)
    found = [start_of(player, rules) for player in who.players(rows)]
    places = max(rating.places, places_of(*found))
    values, known = rating.at(places).copy(), rating.known.copy()
    for row, value in zip(rows.tolist(), found, strict=True):
        if value is not None:
            values[row], known[row] = scaled(value, places), True
    return DecimalColumn(values, known, places), known


def are_rated(who: People, known: Any, met: Any, rules: RuleSet) -> Any:
    """Of those with a rating to start from, who has one now: see `terms.start.waits_for_game`."""
    if rules.start is None or rules.start.given == "at once":
        return known
    return known & (who.rating.known | met)


def _are_final(games: Games, rules: RuleSet) -> Any:
    """Which games are in the last rounds of their event: see `terms.coefficient.is_final`."""
    table = rules.need(Coefficient)
    size = len(games.white)
    if games.round is None or not table.final_rounds or not size:
        return np.zeros(size, dtype=bool)
    event = np.zeros(size, dtype=np.int64) if games.event is None else games.event
    last = np.zeros(int(event.max()) + 1, dtype=np.int64)
    np.maximum.at(last, event, games.round)
    rounds = last[event]
    return (rounds >= table.final_least) & (games.round > rounds - table.final_rounds)


def _order(games: Games) -> Any:
    """The position of each game: by event and round; otherwise in row order."""
    if games.round is None:
        return np.arange(len(games.white))
    if games.event is None or not len(games.round):
        return games.round
    return games.event * (int(games.round.max()) + 1) + games.round


def _newcomers(
    rated: Rated, games: Games, taken: Games, start: DecimalColumn, known: Any, rules: RuleSet
) -> Any:
    """Rate players with neither rating nor starting rating; returns no rows, or None if the engine
    has to rate all players.
    """
    who = rated.who
    rows = np.flatnonzero(~known)
    if not len(rows) or (rules.initial is None and rules.start is not None):
        # None of their games count.
        rated.put(
            rows,
            games=np.maximum(who.games[rows], 0),
            peak=who.peak.floats()[rows],
        )
        return rows[:0]
    sides = against_rated(taken, known)
    n = np.zeros(who.size, dtype=np.int64)
    score, met = n.copy(), n.copy()
    for one in sides:
        np.add.at(n, one.rows, 1)
        np.add.at(score, one.rows, one.score)
        np.add.at(met, one.rows, start.values[one.others])
    average, performance = performed(n[rows], score[rows], met[rows], start.places, rules)
    rated.put(rows, n=n[rows], score=score[rows] / 2, average=average, performance=performance)
    left = first_ratings(rated, CountedGames(taken, sides, n), rows, rules)
    # In such a period no player can be rated alone.
    return None if len(left) else left
