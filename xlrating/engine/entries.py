"""The parts of players and games: whole numbers, and ratings as a cell shows them."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional

from .errors import ArgumentError, shown
from .problem import make_error
from .rounding import Number, exact

#: Sets a field of any value, a frozen one included. Field by field: instances of a class then share
#: their keys, which halves their memory.
set_field = object.__setattr__


def set_frozen_fields(value: object, **parts: object) -> None:
    """Set the fields of a frozen value while it is being constructed."""
    for name, part in parts.items():
        set_field(value, name, part)


def number(value: Optional[Number], what: str, no: int) -> Optional[Decimal]:
    """A rating or K as an exact number; errors name it as `what` of player `no`."""
    if value is None or isinstance(value, Decimal):
        return value
    return exact(value, f"{what} of player {no}")


def expect_whole(where: str, **parts: object) -> None:
    """Raise `ArgumentError` for parts that are not whole numbers from 0; None means unknown.

    >>> expect_whole("line 2", round=7, moves=None)
    """
    for what, value in parts.items():
        if value is not None and (type(value) is not int or value < 0):
            raise make_error(
                ArgumentError, "read_whole_from_0", where, column=what, found=shown(value)
            )
