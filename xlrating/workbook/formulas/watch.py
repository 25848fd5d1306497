"""A rule set that records which of its keys are read, for code that writes formulas from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ...engine.rules.frozen import Frozen

#: The attributes of a watched value: itself, its place in the rule set, the set of keys read, and
#: its parts that are watched already.
_OF, _PATH, _SEEN, _KEPT = "_of", "_path", "_seen", "_kept"


class NoFormulaError(Exception):
    """Raised for a key of the rules that formulas cannot follow."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class KeyWatch(set[str]):
    """The keys that were looked at, noted only while it is `open`."""

    open = True

    def add(self, key: str) -> None:
        """Note a key."""
        if self.open:
            super().add(key)

    @contextmanager
    def while_open(self, is_open: bool) -> Iterator[None]:
        """Note keys, or note none, within a `with` block."""
        before, self.open = self.open, is_open
        yield
        self.open = before


def watched(value: Any, seen: KeyWatch, path: str = "") -> Any:
    """A stand-in for a value that adds each key read from it to `seen`: ``coefficient.most``.

    >>> from xlrating.engine.rules.ruleset import load
    >>> seen = KeyWatch()
    >>> watched(load("fide"), seen).difference.cap, sorted(seen)
    (Decimal('400'), ['difference', 'difference.cap'])
    """
    if isinstance(value, tuple):
        return tuple(watched(item, seen, path) for item in value)
    if not isinstance(value, Frozen):
        return value
    kind: Any = type(value)
    found = object.__new__(_watching(kind))
    vars(found).update({**vars(value), _OF: value, _PATH: path, _SEEN: seen, _KEPT: {}})
    return found


def is_watched(value: object) -> bool:
    """Whether reads of a value are recorded."""
    return _OF in vars(value)


def unwatched(value: Any) -> Any:
    """The value itself, for code other than formulas."""
    return vars(value).get(_OF, value)


@cache
def _watching(kind: Any) -> type[Frozen]:
    def read(self: Frozen, name: str) -> Any:
        found = object.__getattribute__(self, name)
        if name not in kind._parts:
            return found
        own = object.__getattribute__(self, "__dict__")
        path = f"{own[_PATH]}.{name}" if own[_PATH] else name
        own[_SEEN].add(path)
        if not isinstance(found, (Frozen, tuple)):
            return found
        if name not in own[_KEPT]:
            own[_KEPT][name] = watched(found, own[_SEEN], path)
        return own[_KEPT][name]

    return type(kind.__name__, (kind,), {"__getattribute__": read})
