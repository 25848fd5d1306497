"""The yardsticks: each job as one would write it by hand for this job alone, as fast as it gets.

They know one edition of one regulation, trust their data, and say nothing of what they did:
FIDE B02 of 1 October 2025, for players who are all rated, in standard chess; the Malaysian rules
without rounds. `tests/test_benchmarks.py` holds their numbers against the product's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from pyarrow import compute

#: The table of 8.1.2: from which difference on the higher rated one is expected to score
#: .50, .51 … of a point.
UPPER = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
CAP, EXEMPT, FARTHEST = 400, 2650, 2000
_UP = 50 + np.searchsorted(UPPER, np.arange(FARTHEST + 1))
#: Hundredths, by the difference + `FARTHEST`.
TABLE = np.concatenate([100 - _UP[:0:-1], _UP])
_CAPPED = TABLE[np.clip(np.arange(-FARTHEST, FARTHEST + 1), -CAP, CAP) + FARTHEST]


# --- a period of FIDE -----------------------------------------------------------------------------


def fide(players: Any, white: Any, black: Any, score: Any, year: int = 2025) -> Any:
    """The new rating of everybody: numpy, players by their rows, facts as arrays."""
    rating = np.asarray(players["rating"])
    size = len(rating)
    apart = rating.take(white) - rating.take(black) + FARTHEST
    points = (score * 100).astype(np.int64)
    gain = points - _CAPPED.take(apart)
    gains = np.bincount(white, gain, size) - np.bincount(black, gain, size)
    if (rating >= EXEMPT).any():
        # For players of 2650 and more the difference is not capped.
        actual = _CAPPED.take(apart) - TABLE.take(apart)
        for side, sign in ((white, 1), (black, -1)):
            at = np.flatnonzero((actual != 0) & (rating.take(side) >= EXEMPT))
            gains += sign * np.bincount(side[at], actual[at], size)
    n = np.bincount(white, minlength=size) + np.bincount(black, minlength=size)
    return changed(players, n, gains, year)


def changed(players: Any, n: Any, gains: Any, year: int = 2025) -> Any:
    """The new ratings, from the games and the sums of (score - expected) in hundredths."""
    rating, peak, games = (np.asarray(players[name]) for name in ("rating", "peak", "games"))
    junior = (year - np.asarray(players["born"]) <= 18) & (peak < 2300)
    k = np.where(peak >= 2400, 10, np.where(junior | (games < 30), 40, 20))
    k = np.where(k * n > 700, 700 // np.maximum(n, 1), k)
    change = k * gains
    return rating + np.copysign(np.floor(np.abs(change) / 100 + 0.5), change)


def fide_of_pandas(players: Any, games: Any) -> Any:
    """The same of frames of pandas, by the fastest way to find each kind of ID."""
    white, black = (rows_of(games[side], players["id"]) for side in ("white", "black"))
    return fide(players, white, black, games["white_score"].to_numpy())


def rows_of(column: Any, ids: Any) -> Any:
    """The rows of the players whom a column of pandas means."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return rows_of(column.cat.categories, ids)[column.cat.codes.to_numpy()]
    if column.dtype.kind == "i":
        return rows_of_integers(np.asarray(column), np.asarray(ids))
    return compute.index_in(pa.array(column.array), pa.array(ids.array)).to_numpy()


def rows_of_integers(column: Any, ids: Any) -> Any:
    low, high = int(ids.min()), int(ids.max())
    if high - low < 100 * len(ids):
        # Near enough to each other for a place each.
        rows = np.full(high - low + 1, -1)
        rows[ids - low] = np.arange(len(ids))
        return rows.take(column - low)
    return pd.Index(ids).get_indexer(column)


def fide_of_polars(players: Any, games: Any) -> Any:
    """The same of frames of polars, in its own expressions."""
    if games["white"].dtype == pl.Categorical:
        # To the same categories as the list's.
        players = players.with_columns(pl.col("id").cast(pl.Categorical))
    who = players.lazy().select("id", "rating").with_row_index("row")
    table, capped = (pl.lit(pl.Series(one)) for one in (TABLE, _CAPPED))
    apart = (pl.col("rating") - pl.col("rating_black") + FARTHEST).cast(pl.UInt32)
    behind = 2 * FARTHEST - apart
    points = (pl.col("white_score") * 100).cast(pl.Int64)

    def expected(rating: str, difference: Any) -> Any:
        return (
            pl.when(pl.col(rating) >= EXEMPT)
            .then(table.gather(difference))
            .otherwise(capped.gather(difference))
        )

    met = (
        games.lazy()
        .join(who, left_on="white", right_on="id", how="left")
        .join(who, left_on="black", right_on="id", how="left", suffix="_black")
        .select(
            "row", "row_black",
            gain=points - expected("rating", apart),
            gain_black=100 - points - expected("rating_black", behind),
        )
        .collect()
    )  # fmt: skip
    size = len(players)
    white, black = met["row"].to_numpy(), met["row_black"].to_numpy()
    gains = np.bincount(white, met["gain"].to_numpy(), size)
    gains += np.bincount(black, met["gain_black"].to_numpy(), size)
    n = np.bincount(white, minlength=size) + np.bincount(black, minlength=size)
    return changed(players, n, gains)


# --- game by game ---------------------------------------------------------------------------------

#: The Malaysian table ends a point earlier.
MALAYSIA = (50 + np.searchsorted((*UPPER[:-1], 734), np.arange(4000))).tolist()
#: K by the rating that decides.
_K = [55] * 1500 + [40] * 300 + [25] * 300 + [10] * 1900


def malaysia(players: Any, white: Any, black: Any, score: Any) -> tuple[Any, Any, Any]:
    """The ratings after games that are rated one after another, each at once: a plain loop.

    And what else the next period asks for: the highest rating that each had after any game, and
    their games so far.
    """
    now, peak = (np.asarray(players[name]).tolist() for name in ("rating", "peak"))
    games = zip(white.tolist(), black.tolist(), (score * 100).astype(int).tolist(), strict=True)
    for one, other, points in games:
        mine, theirs = now[one], now[other]
        apart = mine - theirs
        if apart >= 0:
            gain = points - MALAYSIA[apart]
            k = _K[mine if points == 100 else theirs]
        else:
            gain = points - 100 + MALAYSIA[-apart]
            k = _K[theirs if points == 0 else mine]
        change = k * gain
        # Hundredths; a half goes away from zero.
        change = (change + 50) // 100 if change >= 0 else -((50 - change) // 100)
        now[one] = mine = mine + change
        now[other] = theirs = theirs - change
        if mine > peak[one]:
            peak[one] = mine
        if theirs > peak[other]:
            peak[other] = theirs
    n = np.bincount(white, minlength=len(now)) + np.bincount(black, minlength=len(now))
    return np.array(now), np.array(peak), np.asarray(players["games"]) + n


# --- functions on columns -------------------------------------------------------------------------


def we_table(differences: Any) -> Any:
    """`WE_TABLE` of a column of FIDE's table: hundredths of the one who is so much higher."""
    share = (50 + np.searchsorted(UPPER, np.abs(differences))) / 100
    return np.where(differences < 0, 1 - share, share)


def logistic(differences: Any) -> Any:
    """The expected score of a logistic curve."""
    return 1 / (1 + 10 ** (-differences / 400))
