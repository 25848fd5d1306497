"""study(players, games, rules) -> frames: the results of several regulations for the same games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ..bulk.days import EPOCH
from ..bulk.days import days as read_days
from ..bulk.games import games as read_games
from ..bulk.people import People, people
from ..bulk.tables import opened
from ..engine.errors import ArgumentError
from ..engine.frames import package_of
from ..engine.problem import make_error
from ..engine.results import RESULTS, Kind
from ..engine.rules.ruleset import load
from ..engine.terms.periods import is_lowest_first
from . import measures
from .compared import comparisons, standard_error
from .course import Course, course, days_of
from .sweep import sweep

#: The percentiles of a list that show inflation, counted from the top.
PERCENT = (1, 2, 3)


@dataclass(frozen=True)
class Study:
    """The results, as pandas frames.

    `measures` has one row per rule set, with standard errors; `comparisons` one row per measure and
    rule set other than the first, with the interval of a paired bootstrap (as
    `compared.comparisons` explains); `calibration` one row per rule set and bin of differences;
    `sweep` one per rule set and K, the rules' own (NaN) first; `percentiles` per period and rule
    set with the edition that rated it, including the list before the first one; `ratings` one per
    player, with a column per rule set; `differences` one per rule set, comparing its last list with
    the first rule set's.
    """

    measures: Any
    comparisons: Any
    calibration: Any
    sweep: Any
    percentiles: Any
    ratings: Any
    differences: Any


def study(
    players: Any,
    games: Any,
    rules: Sequence[str],
    *,
    period: str | None = None,
    width: float = 100,
    k: Sequence[float] = (),
    resamples: int = 1000,
    seed: int = 1,
) -> Study:
    """Rate the same games under several rule sets, and measure each.

    `players` and `games` are frames or mappings of columns, as for `rate_period`. Games may have a
    column `period` (in its order), or `date`, with `period` "month", "quarter" or "year"; without
    either, all games are one period. Only games that all rule sets can predict are compared: played
    games of two people who had a rating under each rule set before the game was rated. `width` is
    the width of the bins of rating differences, in points. Facts about one event or one period (a
    place that earns a bonus, absence, a new title) belong to the first period.

    `k` are values of K: each rule set that has a K is also rated with everyone at each of these.
    The comparisons resample the games `resamples` times, identically for the same `seed`.

    Raises a `RatingError` as `rate_period` does.
    """
    if not rules or len(set(rules)) < len(rules):
        raise make_error(ArgumentError, "opt_rules_once", "rules")
    if not 0 < width < math.inf:
        raise make_error(ArgumentError, "opt_bins", "width", width=f"{width:g}")
    who = pd.DataFrame(opened(players))
    first = people(who, load(rules[0]), None)
    table, result = _by_rows(_as_pandas(games), first)
    # From here on players are identified by row, however the games refer to them.
    who = who.drop(columns=["id", "name"], errors="ignore").assign(no=np.arange(len(who)))
    periods, names = _periods(table, period)
    table, order = _in_order(table, periods)
    periods = periods[order]
    days = days_of(table, periods, len(names))
    table = table.drop(columns=["period"], errors="ignore")
    found = [course(who, table, one, periods, days) for one in rules]
    score, played = _scores(result[order])

    def at_k(reference: str, value: float) -> Course:
        return course(who.assign(k=float(value)), table, reference, periods, days)

    swept = sweep(rules, found, score, played, k, at_k)
    common = played & np.all([~np.isnan(one.expected) for one in found], axis=0)
    return Study(
        _measures(rules, found, score, common, width),
        comparisons(rules, _losses(found, score, common), resamples, seed),
        _calibration(rules, found, score, common, width),
        swept,
        _percentiles(rules, found, names),
        _ratings(rules, found, who, first),
        _differences(rules, found, first),
    )


def _by_rows(frame: Any, first: People) -> tuple[Any, Any]:
    """The games with their players as rows of `first`, their days, and the results."""
    given = pd.DataFrame(opened(frame, True))
    located = read_games(given, first)
    black = pd.Series(located.black)
    if (black < 0).any():
        black = black.astype("Int64").mask(black < 0)
    table = given.assign(white=located.white, black=black.array)
    for name in {"period", "date"} & set(frame.columns):
        table[name] = frame[name].to_numpy()
    if "date" in table.columns:
        # Read once, like everywhere: with dots the day comes first.
        table["date"] = (read_days(table["date"]) - EPOCH).astype("datetime64[D]")
    return table, located.result


def _as_pandas(games: Any) -> Any:
    """The games as a pandas frame, including the columns that say when they were played."""
    if isinstance(games, Mapping):
        return pd.DataFrame({str(name): pd.Series(column) for name, column in games.items()})
    if package_of(games) in ("polars", "pyarrow"):
        import narwhals

        return narwhals.from_native(games).to_pandas()
    if not isinstance(games, pd.DataFrame):
        raise ArgumentError(f"games is a {type(games).__name__}; a frame is expected")
    return games.reset_index(drop=True)


def _periods(table: Any, period: str | None) -> tuple[Any, list[str]]:
    """The number of each game's period, and the names of the periods in order."""
    frequencies = {"month": "M", "quarter": "Q", "year": "Y"}
    if "period" in table.columns:
        if table["period"].isna().any():
            row = int(table["period"].isna().to_numpy().argmax()) + 1
            raise ArgumentError("the game has no period; give every game one", f"games, row {row}")
        numbers, names = pd.factorize(table["period"], sort=True)
        return np.asarray(numbers), [str(name) for name in names]
    if period is None or "date" not in table.columns:
        if period is not None:
            raise ArgumentError("the games have no column date; give them one, or no period")
        return np.zeros(len(table), dtype=np.int64), ["1"] if len(table) else []
    if period not in frequencies:
        raise ArgumentError(f"period is {period!r}; month, quarter or year is expected")
    numbers, names = pd.factorize(table["date"].dt.to_period(frequencies[period]), sort=True)
    return np.asarray(numbers), [str(name) for name in names]


def _in_order(table: Any, periods: Any) -> tuple[Any, Any]:
    """The games by period and day; without days in row order."""
    keys = [np.arange(len(table))]
    if "date" in table.columns:
        keys.append(table["date"].to_numpy())
    order = np.lexsort((*keys, periods))
    return table.iloc[order].reset_index(drop=True), order


def _scores(places: Any) -> tuple[Any, Any]:
    """White's score in each game, and which games were played over the board with 1, ½ or 0."""
    scores = np.array([float(one.white) if one.white is not None else np.nan for one in RESULTS])
    whole = np.array(
        [
            one.kind is Kind.PLAYED and one.white is not None and one.white + (one.black or 0) == 1
            for one in RESULTS
        ]
    )
    return scores[places], whole[places]


def _losses(found: Sequence[Course], score: Any, common: Any) -> dict[str, list[Any]]:
    """The loss of each rule set for each game, by measure."""
    return {
        name: [of(score[common], one.expected[common]) for one in found]
        for name, of in (("log_loss", measures.log_losses), ("brier", measures.squares))
    }


def _measures(
    rules: Sequence[str], found: Sequence[Course], score: Any, common: Any, width: float
) -> Any:
    rows = []
    s = score[common]
    for reference, one in zip(rules, found, strict=True):
        expected, wins, draws = (
            getattr(one, name)[common] for name in ("expected", "wins", "draws")
        )
        bins = measures.calibration(s, expected, one.difference[common], draws, width)
        has_model = bool(len(s)) and not np.isnan(draws).any()
        rows.append({
            "rules": reference, "edition": one.rules.reference, "games": len(s),
            "own_games": int((~np.isnan(one.expected)).sum()),
            "score": float(np.mean(s)) if len(s) else np.nan,
            "expected": float(np.mean(expected)) if len(s) else np.nan,
            "bias": measures.bias(s, expected), "bias_error": standard_error(expected - s),
            "log_loss": measures.log_loss(s, expected),
            "log_loss_error": standard_error(measures.log_losses(s, expected)),
            "brier": measures.brier(s, expected),
            "brier_error": standard_error(measures.squares(s, expected)),
            "reliability": measures.reliability(bins),
            "draws": float(np.mean(s == 0.5)) if len(s) else np.nan,
            "expected_draws": float(np.mean(draws)) if has_model else np.nan,
            "log_loss_wdl": measures.log_loss_of_results(s, wins, draws) if has_model else np.nan,
            "brier_wdl": measures.brier_of_results(s, wins, draws) if has_model else np.nan,
        })  # fmt: skip
    return pd.DataFrame(rows)


def _calibration(
    rules: Sequence[str], found: Sequence[Course], score: Any, common: Any, width: float
) -> Any:
    rows = [
        {"rules": reference, **bin_._asdict()}
        for reference, one in zip(rules, found, strict=True)
        for bin_ in measures.calibration(
            score[common], one.expected[common], one.difference[common], one.draws[common], width
        )
    ]
    return pd.DataFrame(rows, columns=["rules", *measures.Bin._fields])


def _percentiles(rules: Sequence[str], found: Sequence[Course], names: Sequence[str]) -> Any:
    rows = []
    for at, name in enumerate(["", *names]):
        for reference, one in zip(rules, found, strict=True):
            ratings = one.lists[at]
            known = ratings[~np.isnan(ratings)]
            lowest = is_lowest_first(one.rules)
            edition = one.editions[at - 1] if at else ""
            row: dict[str, object] = {
                "period": name, "rules": reference, "edition": edition, "rated": len(known)
            }  # fmt: skip
            row |= {f"p{p}": measures.point(known, p, lowest) for p in PERCENT}
            row["median"] = float(np.median(known)) if len(known) else np.nan
            row["mean"] = float(np.mean(known)) if len(known) else np.nan
            rows.append(row)
    return pd.DataFrame(rows)


def _ratings(rules: Sequence[str], found: Sequence[Course], who: Any, first: Any) -> Any:
    columns: dict[str, Any] = {"id": first.ids, "name": first.names, "start": found[0].lists[0]}
    for reference, one in zip(rules, found, strict=True):
        columns[reference] = one.lists[-1]
    return pd.DataFrame(columns)


def _differences(rules: Sequence[str], found: Sequence[Course], first: Any) -> Any:
    """How the last list of each rule set differs from the first rule set's."""
    base, rows = found[0].lists[-1], []
    for reference, one in list(zip(rules, found, strict=True))[1:]:
        last = one.lists[-1]
        both = ~np.isnan(base) & ~np.isnan(last)
        difference = last[both] - base[both]
        at = int(np.argmax(np.abs(difference))) if len(difference) else -1
        ranks = [pd.Series(x[both]).rank() for x in (base, last)]
        constant = len(difference) < 2 or any(r.nunique() < 2 for r in ranks)
        rows.append({
            "rules": reference, "against": rules[0], "players": int(both.sum()),
            "mean": float(np.mean(difference)) if at >= 0 else np.nan,
            "mean_absolute": float(np.mean(np.abs(difference))) if at >= 0 else np.nan,
            "largest": float(difference[at]) if at >= 0 else np.nan,
            "largest_of": str(first.names[both][at]) if at >= 0 else "",
            "rank_correlation": np.nan if constant else float(ranks[0].corr(ranks[1])),
        })  # fmt: skip
    return pd.DataFrame(rows, columns=[
        "rules", "against", "players", "mean", "mean_absolute", "largest", "largest_of",
        "rank_correlation",
    ])  # fmt: skip
