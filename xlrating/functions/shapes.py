"""The values that worksheet functions accept from Python, for type checkers."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Protocol, Union


class Shaped(Protocol):
    """A column or frame of numpy, pandas or polars, a table of pyarrow."""

    @property
    def shape(self) -> Any:
        """The numbers of rows and columns."""


class Arrow(Protocol):
    """A column of pyarrow."""

    def to_pylist(self) -> list[Any]:
        """The values of the column."""


class Planned(Protocol):
    """A lazy polars frame."""

    def collect(self) -> Any:
        """The calculated frame."""


#: The values of a cell.
Cell = Union[float, Decimal, date, str, None]
#: A range of cells: a list of them, or of rows.
Range = Union[list[Any], tuple[Any, ...]]
#: A column or a frame of another package; the second is one that determines the result's kind.
Column = Union[Shaped, Arrow, Planned]
Kept = Union[Shaped, Arrow]
