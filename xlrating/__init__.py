"""xlrating: exact chess and xiangqi ratings, met inside the spreadsheet.

>>> import xlrating
>>> xlrating.WE_TABLE(200)
0.76
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.errors import RatingError as RatingError
    from .engine.event import Event as Event
    from .engine.event import Game as Game
    from .engine.event import Player as Player
    from .engine.rating import rate as rate
    from .engine.report import Report as Report
    from .engine.rules.ruleset import RuleSet as RuleSet
    from .engine.rules.ruleset import load as load
    from .reading import read as read

__version__ = "0.1.0"

_ENGINE = {
    "Event": "engine.event",
    "Game": "engine.event",
    "Player": "engine.event",
    "RatingError": "engine.errors",
    "Report": "engine.report",
    "RuleSet": "engine.rules.ruleset",
    "load": "engine.rules.ruleset",
    "rate": "engine.rating",
    "read": "reading",
}


def __getattr__(name: str) -> Any:
    """Names are loaded when they are used, so that importing costs nothing."""
    from importlib import import_module

    if name in _ENGINE:
        return getattr(import_module(f"{__name__}.{_ENGINE[name]}"), name)
    if name == "bulk":
        return import_module(f"{__name__}.bulk")
    if name.isupper():
        from .functions import find

        function = find(name)
        if function is not None:
            globals()[name] = function
            return function
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from .functions import all_functions

    return sorted([*_ENGINE, *all_functions(), "__version__"])
