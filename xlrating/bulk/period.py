"""rate_period(players, games, rules) -> a frame: a row a player, by columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from ..engine.errors import NotKnownError
from ..engine.formats import read_format
from ..engine.frames import MAYBE_WHOLE, package_of
from ..engine.rules.requirements import seen_by_method
from ..engine.rules.ruleset import RuleSet, load
from . import averages, game_by_game, glicko, ladder, sum_over_games, weighting
from .by_engine import all_lines, lines_of
from .games import Games
from .games import games as read_games
from .people import people
from .rated import Rated

#: Rates what it can of a period, and gives which rows are left to the engine, one by one; None
#: where the rule set has something that it does not know.
Kernel = Callable[[Rated, Games, RuleSet, str], Any]

#: Of the methods of the engine those that rate columns; all others are rated by the engine.
KERNELS: Mapping[str, Kernel] = {
    "average opponent": averages.against_opponents,
    "event average": averages.against_event,
    "game by game": game_by_game.rate,
    "glicko": glicko.rate,
    "ingo": weighting.rate,
    "ladder": ladder.rate,
    "sum over games": sum_over_games.rate,
}


def rate_period(
    players: Any,
    games: Any,
    rules: RuleSet | str,
    *,
    day: date | None = None,
    format: str = "swiss",
) -> Any:
    """Rate a period: a DataFrame with a row a player, in their order.

    `players` and `games` are DataFrames of pandas or polars, tables of pyarrow, mappings of
    columns, or paths of Parquet or CSV files. Players have id or name, rating and, as far as
    known, games, peak, born or age, k and the facts of lists; games have white, black (numbers,
    IDs or names) and result or white_score, and may have event, round, moves, playoff. Without
    `event` all games are one event; without `round` they count in the order of their rows.
    `day` is the day of all events, for ages and the edition; `format` what events are.

    The columns of the result are those of `Report.to_frame`, then what the next period takes
    along: games, peak, and the facts that the rules change.

    Sums are exact, of whole numbers: of hundredths where a regulation prints its table, else of
    the engine's own expected scores with all their digits, asked for once for each difference
    that occurs. No rounding is decided by a floating-point number. Only Glicko is calculated in
    these: its columns agree with the engine's to 8 digits, and whoever comes nearer than 0.0001
    points to a rounding edge, thousands of times what the order of a sum moves, is rated by the
    engine itself. So is, player by player, what columns do not decide (first ratings of several
    events, new titles), and as a whole, at the engine's speed, a method without columns ("us
    chess") and a round robin that is rated as one.

    Raises a `RatingError` as the engine does, with the row.
    """
    chosen = rules if isinstance(rules, RuleSet) else load(rules, day)
    if chosen.method == "none":
        raise NotKnownError(
            f"{chosen.id} has no rule for rating events, only functions; see: xlrating call --help"
        )
    who = people(players, chosen, day)
    played = read_games(games, who)
    rated = Rated(who, chosen, day)
    kernel = KERNELS.get(chosen.method)
    named = read_format(format)
    left = kernel(rated, played, seen_by_method(chosen), named) if kernel is not None else None
    if left is None:
        lines = all_lines(who, played, chosen, day, named)
        rated.put_lines(range(who.size), lines)
    elif len(left):
        rated.put_lines(left.tolist(), lines_of(left, who, played, chosen, day))
    return _as_given(rated.frame(), players)


def _as_given(frame: Any, players: Any) -> Any:
    """The frame as the package of the players has it."""
    package = package_of(players)
    if package not in ("polars", "pyarrow"):
        return frame
    import narwhals

    # Whole numbers with gaps are objects to numpy.
    columns = {
        name: frame[name].astype(object).where(frame[name].notna(), None).tolist()
        if frame[name].dtype == MAYBE_WHOLE
        else frame[name].to_numpy()
        for name in frame.columns
    }
    frame_of: Any = narwhals.from_dict
    return frame_of(columns, backend=package).to_native()
