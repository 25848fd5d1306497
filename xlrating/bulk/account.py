"""How the columns of players and games are used, in the same form as for files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..engine.account import Account
from ..engine.framed import account_of_tables
from ..engine.frames import names_of
from .tables import opened, read


def account_of(players: Any, games: Any) -> Account:
    """Tell how `rate_period` uses these players and games, and which columns it does not use.

    Takes the same arguments as `rate_period`, and raises its errors for columns that it does not
    understand and that could change a number.

    >>> people = {"name": ["A", "B"], "rating": [2400, 2000], "club": ["X", "Y"]}
    >>> cup = {"white": ["A"], "black": ["B"], "result": ["0-1"], "hall": [1]}
    >>> found = account_of(people, cup)
    >>> found.players, found.games, found.unused
    (2, 1, ('hall', 'club'))
    """
    tables = [_computed(read(players)), _computed(read(games, True))]
    listed, played = opened(tables[0]), opened(tables[1], True)
    byes = _blank(played["black"])
    scores = [played[part] for part in ("result", "white_score") if part in played]
    pending = pd.concat([pd.Series(_blank(one)) for one in scores], axis=1).all(axis=1)
    sizes = [len(next(iter(columns.values()), ())) for columns in (listed, played)]
    return account_of_tables(
        [list(map(str, names_of(table))) for table in tables],
        sizes,
        int(byes.sum()),
        int((pending & ~byes).sum()),
    )


def _computed(table: Any) -> Any:
    is_dask = type(table).__module__.startswith("dask.") and not isinstance(table, Mapping)
    return table.compute() if is_dask else table


def _blank(column: Any) -> Any:
    """Which cells are empty."""
    found = pd.Series(column).reset_index(drop=True)
    return found.isna() | (found.astype(str).str.strip() == "")
