"""What every section of a rule file has, and the lists of names they share."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Iterator, Mapping, Tuple

from ...problem import Problem
from ...rounding import ROUNDINGS
from ..frozen import Frozen, between, one_of
from ..wrong import sentence

MODELS = ("table", "logistic", "normal", "linear")

#: The empty default of parts that are tables.
NOTHING: Mapping[str, Any] = MappingProxyType({})


def rounding_of(default: str) -> Any:
    """A part that names one of the roundings."""
    return one_of(default, *ROUNDINGS)


def rating_of(default: Any) -> Any:
    """A part that is a rating, or a difference of two."""
    return between(default, 0, 9999)


def places_of(default: Any) -> Any:
    """A part that is a number of decimals."""
    return between(default, 0, 6)


#: A key of a section, and what is wrong with its value beside the others.
Wrong = Tuple[str, Problem]


class Section(Frozen):
    """What every section has: where it stands and in which words."""

    clause: str = ""
    """Where it stands in the regulation, as it is numbered or headed there."""
    quote: str = ""
    """The words of the original, in its language."""
    summary: Mapping[str, str] = NOTHING
    """One sentence in en, zh, ru for the rules page and the Rules sheet."""
    reading: Mapping[str, str] = NOTHING
    """Where the text is silent: the choice made, and why."""

    def wrong(self) -> Iterator[Wrong]:
        """What is wrong with the keys together; each key by itself is right."""
        return iter(())

    def idle(self) -> Tuple[str, ...]:
        """The keys that have no effect as the others are."""
        return ()

    def only_with(self, key: str, *others: str) -> Iterator[Wrong]:
        """Keys that mean nothing without another one, which is left out."""
        for other in others:
            if not getattr(self, key) and getattr(self, other) != self._defaults[other]:
                yield other, sentence("only_with", other=key)
