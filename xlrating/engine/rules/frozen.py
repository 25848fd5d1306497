"""Frozen values with typed fields: the form in which rule files are kept.

Type checkers see dataclasses. Those of the standard library compile three methods for each
class, which for all sections together would take longer than the rest of a call.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Dict, NamedTuple, Optional, Tuple, Union

from ..problem import Problem
from .wrong import sentence

if TYPE_CHECKING:
    from typing import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Any:
        """A decorator that leaves classes as they are: only type checkers need the real one."""
        return lambda kind: kind


class Limit(NamedTuple):
    """Which values a field accepts: a closed list, a pattern, or a range of numbers.

    With `above` the lower bound itself is excluded. `form` is a regular expression for the whole
    text, `example` a text that matches it.
    """

    low: Optional[Decimal] = None
    high: Optional[Decimal] = None
    above: bool = False
    form: str = ""
    example: str = ""
    choices: Tuple[str, ...] = ()

    @property
    def expected(self) -> Problem:
        """The accepted values, in words."""
        if self.choices:
            return sentence("one_of", known=", ".join(self.choices))
        if self.form:
            return sentence("a_form", example=self.example)
        if self.low is None:
            return sentence("up_to", high=self.high)
        key = "above" if self.above else "from"
        if self.high is None:
            return sentence(key, low=self.low)
        return sentence(f"{key}_to", low=self.low, high=self.high)

    def allows(self, value: Any) -> bool:
        """Whether a value is accepted.

        >>> Limit(Decimal(0), Decimal(6)).allows(7), Limit(form="[A-Z]{3}").allows("CHN")
        (False, True)
        """
        if self.choices:
            return value in self.choices
        if self.form:
            return re.fullmatch(self.form, value) is not None
        low = self.low is None or (value > self.low if self.above else value >= self.low)
        return low and (self.high is None or value <= self.high)


class Limited(NamedTuple):
    """The limits of a field as a class body states them; `Frozen` separates them from its type."""

    default: Any
    limit: Limit


def one_of(default: Any, *choices: str) -> Any:
    """A text field with a closed list of values; with ``...`` as default it is required."""
    return Limited(default, Limit(choices=choices))


Bound = Union[int, str, None]


def between(default: Any, low: Bound = None, high: Bound = None, above: bool = False) -> Any:
    """A numeric field with bounds, for each item if it is a list; default ``...``: required."""
    least, most = (None if bound is None else Decimal(bound) for bound in (low, high))
    return Limited(default, Limit(least, most, above))


def written(default: Any, form: str, example: str) -> Any:
    """A text field with a pattern, for each item if it is a list; default ``...``: required."""
    return Limited(default, Limit(form=form, example=example))


def parts(value: Any) -> Tuple[str, ...]:
    """The field names of a frozen value or of its class."""
    names: Tuple[str, ...] = value._parts
    return names


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """A value with the fields that its class annotates; those with a default are optional.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int = 0
    >>> Point(x=1).y
    0
    """

    #: The names of all fields, those of the base class first.
    _parts: ClassVar[Tuple[str, ...]] = ()
    _defaults: ClassVar[Dict[str, Any]] = {}
    #: The limits of fields, beyond their types.
    _limits: ClassVar[Dict[str, Limit]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the fields of a new class."""
        # Only the class's own annotations; reading them through `inspect` would import it.
        own = [n for n in cls.__dict__.get("__annotations__", {}) if not n.startswith("_")]
        cls._parts = cls._parts + tuple(name for name in own if name not in cls._parts)
        limited = {n: g for n in own if isinstance(g := cls.__dict__.get(n), Limited)}
        cls._limits = {**cls._limits, **{name: given.limit for name, given in limited.items()}}
        for name, given in limited.items():
            if given.default is ...:
                delattr(cls, name)
            else:
                setattr(cls, name, given.default)
        cls._defaults = {**cls._defaults, **{n: cls.__dict__[n] for n in own if n in cls.__dict__}}

    def __init__(self, **given: Any) -> None:
        values = self.__dict__
        values.update(self._defaults)
        values.update(given)
        if values.keys() != set(self._parts):
            wrong = values.keys() ^ set(self._parts)
            raise TypeError(f"{type(self).__name__}: {', '.join(sorted(wrong))}")

    def __setattr__(self, name: str, value: object) -> None:
        """Raise an error: the value is frozen."""
        raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        """Whether class and fields are equal."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), tuple(map(str, vars(self).values()))))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({parts})"


def changed(value: Any, **given: Any) -> Any:
    """A copy of a frozen value with the given fields replaced."""
    return type(value)(**{**vars(value), **given})
