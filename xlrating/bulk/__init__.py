"""The rule sets on whole columns: a period of a million games at once.

>>> from xlrating.bulk import rate_period
>>> players = {"name": ["A", "B"], "rating": [2400, 2000]}
>>> games = {"white": ["A"], "black": ["B"], "result": ["0-1"]}
>>> rate_period(players, games, "fide@2025-10-01")[["name", "rating", "change", "new"]]
  name  rating  change     new
0    A  2400.0    -9.2  2391.0
1    B  2000.0    18.4  2018.0
"""

from __future__ import annotations

from ..engine.frames import pandas

pandas()  # raises our error with the install command, before an import of pandas fails

from .account import account_of  # noqa: E402
from .next_period import next_players  # noqa: E402
from .period import rate_period  # noqa: E402
from .predict import predict  # noqa: E402
from .simulate import simulate  # noqa: E402

__all__ = ["account_of", "next_players", "predict", "rate_period", "simulate"]
