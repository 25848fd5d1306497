"""rate_period(players, games, rules) -> a frame: one row per player, column by column."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd

from ..engine.frames import FLAG, MAYBE_WHOLE, NUMBER, TEXT, WHOLE, narwhals, package_of
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.dates import day_of
from ..engine.vocabulary.formats import read_format
from ..exchange.threads import threads
from .edition import last_day, of_last_day, refuse_undated, who_plays, years_of_players
from .flags import refuse_marks
from .games import games as read_games
from .kernels import rate_columns, rules_of
from .people import in_years, people
from .rated import Rated
from .tables import read


def rate_period(
    players: Any,
    games: Any,
    rules: RuleSet | str,
    *,
    day: date | str | None = None,
    format: str = "swiss",
) -> Any:
    """Rate a period: returns a DataFrame with one row per player, in the players' order and index.

    `players` and `games` are DataFrames of pandas or polars, tables of pyarrow, mappings of
    columns, or paths of Parquet or CSV files. Players have id or name, rating and, as far as known,
    games, peak, born or age, k (dwz: E, uscf: N') and the facts of lists; games have white, black
    (numbers, IDs or names) and result or white_score, and may have event, round, moves, playoff,
    date, pace. Without `event`, all games are one event (one for each pace); without `round`, they
    count in the order of their rows, and none belongs to a last round (malaysia, K). Rules that
    rate each event separately (dwz, uscf, elo) treat all games as one event, as `rate` does: pass
    them event by event, with `next_players`. With `date`, events count in the order of their last
    days, each with the ages of its own year, and the last one decides the edition. `day` is the day
    of all events if the games have no dates; otherwise it only decides the edition: a date, a
    timestamp or a text such as ``2025-10-12``. `format` is the format of the events.

    A game without a result is still to be played. The columns of the result are those of
    `Report.to_frame`, followed by what the next period needs: games, peak, and the facts that the
    rules change; `next_players` turns them into the players of the next period.

    Sums are exact, of whole numbers: of hundredths if a regulation prints its table, otherwise of
    the engine's own expected scores with all their digits, calculated once per difference. No
    rounding is decided by a floating-point number. The exceptions are Glicko and US Chess in
    passes, which are calculated in floating point: their columns agree with the engine's to 8
    digits, and players closer than 0.0001 points (0.0000001 in US Chess) to a rounding edge,
    hundreds of times the effect of summation order, are rated by the engine itself. It also rates
    the players for whom columns do not suffice (first ratings from results that are too old, from
    a match, or from several events in china-pro; new titles), and, at its own speed, everyone in
    US Chess in one pass and in a round robin that is rated as a whole.

    Games may be a Dask DataFrame (`xlrating[dask]`) if only a player's own games count: each group
    of players is rated separately, with the same bytes as from one pandas frame. Measured with up
    to 8,000,000 games (100,000 players, `fide`), two workers took 56 MB of memory and 1.1 s of
    processor time per million games, besides 0.3 GB each; at that rate, a month of 100 million
    games needs 6 GB across all workers and two minutes of their processors.

    Raises a `RatingError` as the engine does, with the row; for a Dask DataFrame with the part.
    """
    day = day_of(day, "day")
    if type(players).__module__.startswith("dask."):
        players = players.compute()
    if type(games).__module__.startswith("dask."):
        from .distributed import rate_apart

        return as_given(rate_apart(players, games, rules, day, format).frame(), players)
    found = _rated(players, games, rules, day, format)
    return as_given(found.frame(), players)


def _rated(players: Any, games: Any, rules: RuleSet | str, day: date | None, format: str) -> Rated:
    with threads(1) as other:
        # In parallel: reading rules and players takes as long as a file of many games.
        table = other.submit(read, games, True)
        chosen = rules_of(rules, day)
        who = people(players, chosen, day)
        played = read_games(table.result(), who)
    refuse_marks(who, played, chosen)
    last = last_day(played, chosen)
    if last is None:
        if day is None and "born" in who.parts:
            refuse_undated(who, who_plays(played, who.size), chosen)
        return rate_columns(who, played, chosen, day, read_format(format))
    who, chosen = of_last_day(who, players, rules, chosen, day, last)
    who = in_years(who, years_of_players(played, chosen, who.size, last.year))
    return rate_columns(who, played, chosen, last, read_format(format))


def as_given(frame: Any, given: Any) -> Any:
    """The frame converted to the package of `given`, with the index of that if it is pandas."""
    package = package_of(given)
    if isinstance(given, pd.DataFrame):
        frame.index = given.index
    if package not in ("polars", "pyarrow"):
        return frame
    nw = narwhals()
    kinds: dict[str, Any] = {
        WHOLE: nw.Int64, MAYBE_WHOLE: nw.Int64, NUMBER: nw.Float64, TEXT: nw.String,
        FLAG: nw.Boolean,
    }  # fmt: skip
    schema = {name: kinds[str(kind)] for name, kind in frame.dtypes.items()}
    # In numpy, integers with gaps are objects.
    columns: dict[str, Any] = {
        name: frame[name].astype(object).where(frame[name].notna(), None).tolist()
        if frame[name].dtype == MAYBE_WHOLE
        else frame[name].to_numpy()
        for name in frame.columns
    }
    frame_of: Any = nw.from_dict
    made = frame_of(columns, schema, backend=package)
    # Missing values are null there; NaN is a number.
    numbers = [name for name, kind in schema.items() if kind == nw.Float64]
    return made.with_columns(nw.col(*numbers).fill_nan(None)).to_native()
