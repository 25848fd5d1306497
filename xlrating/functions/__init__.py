"""The worksheet functions, each written once, in modules by topic.

Their help texts, in three languages, are in `help.toml`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Mapping

from .registry import WorksheetFunction, registered

#: The modules, in the order of the function list; the most used come first.
_MODULES = ("expectation", "ratings", "performances", "events", "lists", "deviations")


def find(name: str) -> WorksheetFunction | None:
    """The function of that name; only the modules up to its own are imported."""
    # Speed: it has been used before.
    if name in registered():
        return registered()[name]
    for module in _MODULES:
        import_module(f"{__name__}.{module}")
        if name in registered():
            return registered()[name]
    return None


def all_functions() -> Mapping[str, WorksheetFunction]:
    """Every worksheet function by name, in fixed order, whichever was loaded first."""
    find("")
    places = [f"{__name__}.{module}" for module in _MODULES]
    found = sorted(registered().items(), key=lambda item: places.index(item[1].__module__))
    return dict(found)


def __getattr__(name: str) -> Any:
    found = find(name) if name.isupper() else None
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
