"""The worksheet functions, each written once, in modules by what they are about.

Their help sentences, in three languages, stand in `help.toml`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Mapping

from .registry import WorksheetFunction, registered

if TYPE_CHECKING:
    from .deviations import GLICKO_EXPECTED, GLICKO_RATING, RATING_DEVIATION, RATING_INTERVAL
    from .events import RATE_EVENT
    from .expectation import CALIBRATE, DP_TABLE, EXPECTED_SCORE, WE_TABLE, WIN_DRAW_LOSS
    from .lists import (
        ABSENCE_PENALTY,
        BONUS,
        CONVERT_RATING,
        LADDER_POINTS,
        RATING_CLASS,
        RATING_FLOOR,
        RULE_SETS,
        START_RATING,
    )
    from .performances import EVENT_AVERAGE, INITIAL_RATING, PERF_RATING, POOLED_RATING
    from .ratings import EXPLAIN_RATING, K_FACTOR, NEW_RATING, RATING_CHANGE

#: The modules, in the order of the function list; those asked for most stand first.
_MODULES = ("expectation", "ratings", "performances", "events", "lists", "deviations")


def find(name: str) -> WorksheetFunction | None:
    """The function of that name; only the modules up to its own are loaded."""
    if name in registered():
        return registered()[name]
    for module in _MODULES:
        import_module(f"{__name__}.{module}")
        if name in registered():
            return registered()[name]
    return None


def all_functions() -> Mapping[str, WorksheetFunction]:
    """Every worksheet function by its name, in order, whichever was loaded first."""
    find("")
    places = [f"{__name__}.{module}" for module in _MODULES]
    found = sorted(registered().items(), key=lambda item: places.index(item[1].__module__))
    return dict(found)


def __getattr__(name: str) -> Any:
    found = find(name) if name.isupper() else None
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


__all__ = [
    "ABSENCE_PENALTY",
    "BONUS",
    "CALIBRATE",
    "CONVERT_RATING",
    "DP_TABLE",
    "EVENT_AVERAGE",
    "EXPECTED_SCORE",
    "EXPLAIN_RATING",
    "GLICKO_EXPECTED",
    "GLICKO_RATING",
    "INITIAL_RATING",
    "K_FACTOR",
    "LADDER_POINTS",
    "NEW_RATING",
    "PERF_RATING",
    "POOLED_RATING",
    "RATE_EVENT",
    "RATING_CHANGE",
    "RATING_CLASS",
    "RATING_DEVIATION",
    "RATING_FLOOR",
    "RATING_INTERVAL",
    "RULE_SETS",
    "START_RATING",
    "WE_TABLE",
    "WIN_DRAW_LOSS",
]
