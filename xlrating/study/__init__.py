"""Several regulations applied to the same games: how well each predicts, how their lists differ.

>>> from xlrating.study import study
>>> players = {"name": ["A", "B"], "rating": [2400, 2000]}
>>> games = {"white": ["A", "B"], "black": ["B", "A"], "result": ["1-0", "½-½"]}
>>> found = study(players, games, ["fide", "elo:model=logistic"])
>>> found.measures[["rules", "games", "brier"]].round(4)
                rules  games   brier
0                fide      2  0.0914
1  elo:model=logistic      2  0.0878
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compare import Study as Study
    from .compare import study as study

__all__ = ["Study", "study"]


def __getattr__(name: str) -> Any:
    """Load `study` and `Study`, with pandas, on first use."""
    if name not in __all__:
        raise AttributeError(name)
    from ..engine.frames import pandas

    pandas()
    from . import compare

    return getattr(compare, name)
