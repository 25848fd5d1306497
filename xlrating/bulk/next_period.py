"""The players of a period as they enter the next one."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError, shown
from ..engine.frames import cell, narwhals, package_of
from ..engine.report import OF_EVENT, OF_PERIOD
from ..engine.rules.ruleset import RuleSet
from ..engine.tables import known_columns
from ..engine.vocabulary.booleans import is_no
from ..engine.vocabulary.dates import day_of
from .kernels import rules_of
from .people import People, people
from .rated import taken_along
from .tables import in_pandas, read

#: An age belongs to no single event, and could not be derived from anything else.
_OF_EVENT = tuple(name for name in OF_EVENT if name != "age")


def next_players(
    players: Any, found: Any, rules: RuleSet | str, *, day: date | str | None = None
) -> Any:
    """Return the players as they enter the next period, with the results of this one.

    `found` is the result of `rate_period` for `players` under these `rules`. New ratings become
    ratings if the next list shows them, or if the rules keep those that it does not show. Games,
    peak and results waiting for a first rating are carried over, a given K stays, a new title
    becomes the title, and facts about a single event or period are dropped. All other columns stay
    as they are.

    Raises `ArgumentError` if `found` has different rows from `players`.

    >>> from xlrating.bulk import rate_period
    >>> players = pd.DataFrame({"name": ["A", "B"], "Elo": [1405, 1410], "club": ["X", "Y"]})
    >>> games = {"white": ["A", "B"], "black": ["B", "A"], "result": ["0-1", "1-0"]}
    >>> found = rate_period(players, games, "fide@2025-10-01")
    >>> next_players(players, found, "fide@2025-10-01").drop(columns="pool")
      name     Elo club  games    peak
    0    A     NaN    X   <NA>  1405.0
    1    B  1430.0    Y   <NA>  1430.0
    """
    before = read(players)
    package = package_of(before)
    now = in_pandas(before)
    now = now.copy() if isinstance(now, pd.DataFrame) else pd.DataFrame(before)
    rated = in_pandas(found)
    rated = rated if isinstance(rated, pd.DataFrame) else pd.DataFrame(rated)
    heads = known_columns(map(str, now.columns))
    chosen = rules_of(rules, day_of(day, "day"))
    _refuse_others(people(before, chosen, None), rated)
    made = between(after(now, rated, chosen, heads), now, heads)
    if package not in ("polars", "pyarrow"):
        return made
    nw = narwhals()
    frame = nw.from_native(made)
    return frame.to_polars() if package == "polars" else frame.to_arrow()


def _refuse_others(who: People, rated: Any) -> None:
    """Reject results for other players, or in another order."""
    expected = "what rate_period made of these players, in their order, is expected"
    if who.size != len(rated):
        raise ArgumentError(f"found has {len(rated)} rows, players {who.size}; {expected}")
    for name, own in (("id", who.ids), ("name", who.names), ("no", who.no)):
        if name in who.parts or name == "no":
            if name not in rated:
                raise ArgumentError(f"found has no column {name}; {expected}")
            other = own != rated[name].to_numpy()
            if other.any():
                row = int(other.argmax())
                raise ArgumentError(
                    f"{name} is {shown(rated[name].iloc[row])} in found, {shown(own[row])} in "
                    f"players; {expected}",
                    f"players, row {row + 1}",
                )


def after(players: Any, rated: Any, rules: RuleSet, heads: dict[str, str] | None = None) -> Any:
    """The players with new ratings and the facts that a period changes; `heads` names columns."""
    heads = heads or {}
    now = players.copy()
    is_kept = rated["listed"].to_numpy(dtype=bool) | rules.published.keeps
    new = np.where(is_kept, rated["new"].to_numpy(dtype=float), np.nan)
    now[heads.get("rating", "rating")] = new
    for name in ("games", "peak", *taken_along(rules)):
        if name in rated.columns:
            now[heads.get(name, name)] = rated[name].array
    return now


def between(players: Any, marks: Any, heads: dict[str, str] | None = None) -> Any:
    """The players without facts about a single event or period; new titles are from `marks`."""
    heads = heads or {}
    gone = [heads.get(name, name) for name in (*_OF_EVENT, *OF_PERIOD)]
    now = players.drop(columns=gone, errors="ignore")
    new_title, title = (heads.get(name, name) for name in ("new_title", "title"))
    if new_title in marks.columns:
        said = [None if is_no(one := cell(value)) else one for value in marks[new_title]]
        titles = now[title] if title in now.columns else [None] * len(now)
        now[title] = [new or old for new, old in zip(said, titles, strict=True)]
    return now
