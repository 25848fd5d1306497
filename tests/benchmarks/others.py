"""The same jobs by programs of others, as their documents use them; None for what is not installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from .by_hand import CAP, UPPER

#: What the rows are called by, with the package each needs.
OTHERS = {"elote": "elote", "DuckDB SQL": "duckdb", "glicko2": "glicko2"}


def version_of(package: str) -> str:
    """The version installed, or '' for none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def elote_loop(players: Any, white: Any, black: Any, score: Any) -> Callable[[], object] | None:
    """Each game by elote's own Elo: its curve, one K, floating-point ratings."""
    if not version_of("elote"):
        return None
    elo = import_module("elote").EloCompetitor

    def loop() -> Any:
        people = [elo(initial_rating=one) for one in players["rating"].tolist()]
        for one, other, points in zip(white.tolist(), black.tolist(), score.tolist(), strict=True):
            if points == 1:
                people[one].beat(people[other])
            elif points:
                people[one].tied(people[other])
            else:
                people[one].lost_to(people[other])
        return people

    return loop


def glicko2_periods(players: Any, white: Any, black: Any, score: Any) -> Callable[[], Any] | None:
    """A period of Glicko-2 by the package of that name; the new ratings."""
    if not version_of("glicko2"):
        return None
    player = import_module("glicko2").Player

    def periods() -> Any:
        rating, rd = players["rating"].tolist(), players["rd"].tolist()
        met: list[tuple[list[float], list[float], list[float]]] = [([], [], []) for _ in rating]
        for one, other, points in zip(white.tolist(), black.tolist(), score.tolist(), strict=True):
            for own, opponent, got in ((one, other, points), (other, one, 1 - points)):
                for column, value in zip(
                    met[own], (rating[opponent], rd[opponent], got), strict=True
                ):
                    column.append(value)
        found = []
        for own, deviation, games in zip(rating, rd, met, strict=True):
            somebody = player(rating=own, rd=deviation)
            if games[0]:
                somebody.update_player(*games)
            found.append(somebody.getRating())
        return np.array(found)

    return periods


#: FIDE B02 of 1 October 2025 where nobody has 2650: the same numbers as `by_hand.fide`.
_SQL = f"""
WITH sides AS (
    SELECT white AS own, black AS other, (white_score * 100)::INT AS points FROM games
    UNION ALL
    SELECT black, white, 100 - (white_score * 100)::INT FROM games
), gains AS (
    SELECT me.id, points, greatest(-{CAP}, least({CAP}, me.rating - them.rating))::INT AS apart
    FROM sides JOIN players me ON own = me.id JOIN players them ON other = them.id
), sums AS (
    SELECT id, count(*) AS n, sum(points - CASE
        WHEN apart >= 0 THEN 50 + shares[apart + 1] ELSE 50 - shares[1 - apart] END) AS gain
    FROM gains, (SELECT {[sum(one < d for one in UPPER) for d in range(CAP + 1)]} AS shares)
    GROUP BY id
), k AS (
    SELECT players.*, n, gain, CASE WHEN peak >= 2400 THEN 10
        WHEN games < 30 OR (2025 - born <= 18 AND peak < 2300) THEN 40 ELSE 20 END AS k
    FROM players LEFT JOIN sums USING (id)
)
SELECT id, rating + coalesce(round(
    CASE WHEN k * n > 700 THEN 700 // n ELSE k END * gain::DECIMAL(18, 0) / 100), 0) AS new
FROM k
"""


def duckdb_sql(players: Any, games: Any) -> Callable[[], Any] | None:
    """The new rating of each ID, by one query on frames of pandas."""
    if not version_of("duckdb"):
        return None
    database = import_module("duckdb").connect()
    database.register("players", players)
    database.register("games", games)
    return lambda: database.execute(_SQL).df()
