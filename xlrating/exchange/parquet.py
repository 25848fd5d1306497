"""Parquet tables: their headings and rows, with numbers as numbers; read with pandas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from ..engine.errors import FileError
from ..engine.frames import columns_of, names_of, pandas, text_of
from ..engine.problem import make_error
from .decimals import DecimalFormat
from .files import AnyPath, existing
from .shape import headings_of

PARQUET = ".parquet"


def is_parquet(path: AnyPath) -> bool:
    """Whether a file is a Parquet table, by the extension of its name.

    >>> is_parquet("lists/2025-11.Parquet"), is_parquet("list.csv")
    (True, False)
    """
    return Path(path).suffix.lower() == PARQUET


def parquet_frame(path: AnyPath) -> Any:
    """The frame in a file.

    Raises `FileError` if it is missing or damaged; `ArgumentError` without pandas.
    """
    file, package = existing(path), pandas()
    try:
        return package.read_parquet(file)
    except ImportError:
        raise make_error(FileError, "opt_no_parquet", file.name) from None
    except OSError as error:
        raise make_error(FileError, "file_not_read", file.name, why=_why(error)) from None
    except Exception as error:
        # Readers raise errors of various kinds for bytes that are not Parquet.
        raise make_error(FileError, "file_broken", file.name, why=_why(error)) from None


def _why(error: Exception) -> str:
    return str(error).strip() or type(error).__name__


def cells_of(frame: Any) -> dict[str, list[object]]:
    """The cells of each column, '' for missing ones."""
    return {name: [_cell(value) for value in column] for name, column in columns_of(frame).items()}


#: The cells of a row, its place, the places of its cells, and the number format.
Cells = tuple[tuple[object, ...], str, Callable[[int], str], DecimalFormat]


def parquet_rows(path: AnyPath) -> tuple[tuple[str, ...], tuple[str, ...], list[Cells]]:
    """The headings of a table, in compared and original form, and its rows."""
    name, frame = Path(path).name, parquet_frame(path)
    written = tuple(names_of(frame))
    headings = headings_of(written, name)
    columns = [*cells_of(frame).values()]
    numbers = DecimalFormat(cell for column in columns for cell in column)
    rows: list[Cells] = []
    for number, cells in enumerate(zip(*columns), 1):
        if any(not isinstance(cell, str) or cell.strip() for cell in cells):
            place = f"{name}, row {number}"
            rows.append((cells, place, partial(_in_column, place, headings), numbers))
    return headings, written, rows


def _in_column(place: str, headings: Sequence[str], at: int) -> str:
    return f"{place}, column {headings[at]}"


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, (int, float, str)):
        return value
    return str(value) if isinstance(value, Decimal) else text_of(value)
