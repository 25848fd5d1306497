"""What a player or a game is made of: whole numbers, and ratings as a cell shows them."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional

from .errors import ArgumentError, shown
from .problem import make_error
from .rounding import Number, exact


def set_frozen_fields(value: object, **parts: object) -> None:
    """Give a frozen value its parts, while it is made."""
    # Part by part: values of one kind then share the names of their parts, half of what each takes.
    for name, part in parts.items():
        object.__setattr__(value, name, part)


def number(value: Optional[Number], what: str, no: int) -> Optional[Decimal]:
    """The exact number of a player's rating or K."""
    if value is None or isinstance(value, Decimal):
        return value
    return exact(value, f"{what} of player {no}")


def expect_whole(where: str, **parts: object) -> None:
    """Raise `ArgumentError` for what is no whole number from 0; None is not known.

    >>> expect_whole("line 2", round=7, moves=None)
    """
    for what, value in parts.items():
        if value is not None and (type(value) is not int or value < 0):
            raise make_error(
                ArgumentError, "read_whole_from_0", where, column=what, found=shown(value)
            )
