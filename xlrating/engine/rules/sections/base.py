"""The keys common to all sections of a rule file, and lists of names they share."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Iterator, Mapping, Tuple

from ...problem import Problem
from ...rounding import ROUNDINGS
from ..frozen import Frozen, between, one_of
from ..wrong import sentence

MODELS = ("table", "logistic", "normal", "linear")

#: The empty default of table fields.
NOTHING: Mapping[str, Any] = MappingProxyType({})


def rounding_of(default: str) -> Any:
    """A field that names a rounding."""
    return one_of(default, *ROUNDINGS)


def rating_of(default: Any) -> Any:
    """A field that is a rating, or a difference of two."""
    return between(default, 0, 9999)


def places_of(default: Any) -> Any:
    """A field that is a number of decimals."""
    return between(default, 0, 6)


#: A key of a section, and why its value does not go with the others.
Wrong = Tuple[str, Problem]


class Section(Frozen):
    """The keys of every section: its clause, with the wording."""

    clause: str = ""
    """The clause of the regulation, as it is numbered or headed there."""
    quote: str = ""
    """The wording of the original, in its language."""
    summary: Mapping[str, str] = NOTHING
    """One sentence in en, zh, ru for the rules page and the Rules sheet."""
    reading: Mapping[str, str] = NOTHING
    """If the text is silent: the choice made, and the reason."""

    def wrong(self) -> Iterator[Wrong]:
        """Inconsistencies between keys that are each valid by themselves."""
        return iter(())

    def idle(self) -> Tuple[str, ...]:
        """The keys that have no effect, given the others."""
        return ()

    def only_with(self, key: str, *others: str) -> Iterator[Wrong]:
        """An error for each of `others` that is set, if `key`, which gives it a meaning, is not."""
        for other in others:
            if not getattr(self, key) and getattr(self, other) != self._defaults[other]:
                yield other, sentence("only_with", other=key)
