"""What a worksheet function takes from Python, as type checkers are told."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Protocol, Union


class Shaped(Protocol):
    """A column or frame of numpy, pandas or polars, a table of pyarrow."""

    @property
    def shape(self) -> Any:
        """How many rows and columns it has."""


class Arrow(Protocol):
    """A column of pyarrow."""

    def to_pylist(self) -> list[Any]:
        """Its values."""


class Planned(Protocol):
    """A frame of polars that is not calculated yet."""

    def collect(self) -> Any:
        """The frame."""


#: What a cell holds.
Cell = Union[float, Decimal, date, str, None]
#: A range of cells: a list of them, or of rows.
Range = Union[list[Any], tuple[Any, ...]]
#: A column or a frame of another package, and one whose kind the result has.
Column = Union[Shaped, Arrow, Planned]
Kept = Union[Shaped, Arrow]
