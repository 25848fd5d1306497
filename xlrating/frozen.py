"""Frozen values with named, typed parts: what a rule file is turned into.

They are dataclasses to a type checker. The standard library's own compile three methods
for every class, which for all sections together takes longer than the rest of a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Dict, Tuple

if TYPE_CHECKING:
    from typing import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Any:
        """Only type checkers look at it."""
        return lambda kind: kind


class Choice(str):
    """A default among a closed list of values; the list is checked when a file is read."""

    choices: Tuple[str, ...]


def one_of(default: str, *choices: str) -> Any:
    """A text part with a closed list of values."""
    found = Choice(default)
    found.choices = choices
    return found


def parts(value: Any) -> Tuple[str, ...]:
    """The names of the parts of a frozen value or of its kind."""
    names: Tuple[str, ...] = value._parts
    return names


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """A value made of the parts its class annotates; those with a default may be left out.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int = 0
    >>> Point(x=1).y
    0
    """

    #: The names of all parts, those of the base first.
    _parts: ClassVar[Tuple[str, ...]] = ()
    _defaults: ClassVar[Dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the parts of a new class."""
        # Only the class's own annotations; reading them through `inspect` would load it.
        own = [n for n in cls.__dict__.get("__annotations__", {}) if not n.startswith("_")]
        cls._parts = cls._parts + tuple(name for name in own if name not in cls._parts)
        cls._defaults = {**cls._defaults, **{n: cls.__dict__[n] for n in own if n in cls.__dict__}}

    def __init__(self, **given: Any) -> None:
        values = self.__dict__
        values.update(self._defaults)
        values.update(given)
        if values.keys() != set(self._parts):
            wrong = values.keys() ^ set(self._parts)
            raise TypeError(f"{type(self).__name__}: {', '.join(sorted(wrong))}")

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: the value is frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        """Equal kind, equal parts."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), tuple(map(str, vars(self).values()))))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({parts})"


def changed(value: Any, **given: Any) -> Any:
    """The same value with some of its parts replaced."""
    return type(value)(**{**vars(value), **given})
