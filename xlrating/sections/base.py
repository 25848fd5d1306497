"""What every section of a rule file has, and the lists of names they share."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Mapping

from ..frozen import Frozen, one_of
from ..rounding import ROUNDINGS

MODELS = ("table", "logistic", "normal", "linear")

#: The empty default of parts that are tables.
NOTHING: Mapping[str, Any] = MappingProxyType({})


def rounding_of(default: str) -> Any:
    """A part that names one of the roundings."""
    return one_of(default, *ROUNDINGS)


class Section(Frozen):
    """What every section has: where it stands and in which words."""

    clause: str = ""
    quote: str = ""
    summary: Mapping[str, str] = NOTHING
    reading: str = ""
