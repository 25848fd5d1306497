"""Tables as columns of numbers: which column means what, and the exact decimals in its cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError, EventError, FileError, NumberError, RatingError, shown
from ..engine.frames import (
    INEXACT,
    calculated,
    cell,
    dimensions,
    names_of,
    narwhals,
    package_of,
    refuse_uneven,
)
from ..engine.labels import aligned
from ..engine.problem import make_error
from ..engine.problems import Problem, error_of
from ..engine.rounding import exact
from ..engine.tables import NUMBER_PARTS, SIDES, known_columns, refuse_result
from ..engine.vocabulary.booleans import refuse_truth_value
from ..engine.vocabulary.likeness import refuse_unread
from ..exchange.files import head_of, in_utf8, lines_of
from ..exchange.table import HEAD_BYTES, has_title, is_in_letters
from . import parquet
from .digits import numbers_written
from .fixed import places_of, product, scaled
from .shape import head_of_csv, uneven_lines

Columns = Mapping[str, Any]

#: Numbers with more decimals than this are not converted directly from floats.
_PLACES = 4
#: How many cells of a column are examined to find its type.
_TOLD_BY = 200


def opened(table: Any, games: bool = False, results: bool = True) -> dict[str, Any]:
    """The known columns of a table, or of a file if given its path, by part.

    Games need `results`, unless they are only predicted.
    """
    table, what = read(table, games), "games" if games else "players"
    if isinstance(table, Mapping):
        table = aligned(table, what)
        named = {str(name): pd.Series(column, name=str(name), copy=False)
                 for name, column in table.items()}  # fmt: skip
        refuse_uneven({name: len(column) for name, column in named.items()}, what)
        heads = list(named)
    else:
        table = in_pandas(table)
        if not isinstance(table, pd.DataFrame):
            raise ArgumentError(f"{what} is a {type(table).__name__}; a frame is expected")
        heads = names_of(table)
        named = {name: table.iloc[:, at] for at, name in enumerate(heads)}
    parts = known_columns(heads, games)
    found = {part: named[name] for part, name in parts.items()}
    if not games:
        refuse_result(named, found)
    others = {name: named[name].iloc[:_TOLD_BY] for name in {*heads} - {*parts.values()}}
    refuse_unread(heads, parts, others, games)
    needed = (*SIDES, *(["result"] if results else [])) if games else ("id", "rating")
    other = {"result": {"white_score"}, "id": {"name", "no"}}
    for part in needed:
        if not ({part} | other.get(part, set())) & found.keys():
            raise ArgumentError(f"{what} has no column {part}; it has {', '.join(named)}")
    return found


def in_pandas(table: Any) -> Any:
    """A frame of another package as a pandas frame; anything else unchanged."""
    if package_of(table) not in ("polars", "pyarrow"):
        return table
    if package_of(table) == "pyarrow":
        # An unknown column may occur twice.
        return (
            table.to_pandas(split_blocks=True)
            if hasattr(table, "column_names") and hasattr(table, "combine_chunks")
            else table
        )
    nw = narwhals()
    frame = nw.from_native(calculated(table), pass_through=True)
    return frame.to_pandas() if isinstance(frame, nw.DataFrame) else table


def read(table: Any, games: bool = False) -> Any:
    """The contents of a file, if given its path; any other table unchanged."""
    return _read(Path(table), games) if isinstance(table, (str, Path)) else table


def _read(path: Path, games: bool) -> Any:
    if not path.is_file():
        raise FileError("there is no such file; check the name", str(path))
    suffix = path.suffix.lower()
    try:
        if suffix == ".parquet":
            return parquet.frame_of(path)
        if suffix in (".csv", ".tsv"):
            if has_title(path):
                # The title may contain the date of the games, which would be lost.
                first = lines_of(head_of(path, HEAD_BYTES).decode("utf-8-sig", "replace"))[0]
                raise _no_headings(first, path)
            head = head_of_csv(path)
            words: dict[str, Any] = {
                "sep": head.separator, "skiprows": head.above, "index_col": False,
            }  # fmt: skip
            parts = known_columns(pd.read_csv(path, nrows=0, **words).columns, games)
            if not parts:
                raise _no_headings(head.line.decode("utf-8-sig"), path)
            lines = uneven_lines(path, head)
            # An ID of digits would lose its leading zeros.
            texts_in = {name: str for part, name in parts.items() if part not in NUMBER_PARTS}
            # A player may be called None.
            words |= {"keep_default_na": False, "na_values": [""]}
            if lines is not None:
                # Line by line, because a columnar parser would shift their cells.
                even = io.StringIO()
                csv.writer(even, delimiter=head.separator).writerows([lines.headings, *lines.rows])
                even.seek(0)
                return pd.read_csv(even, dtype=texts_in, **(words | {"skiprows": 0}))
            return pd.read_csv(path, dtype=texts_in, **words)
    except RatingError:
        raise
    except UnicodeDecodeError:
        with in_utf8(path, is_in_letters) as copy:
            return _read(copy, games)
    except ImportError:
        raise make_error(FileError, "opt_no_parquet", path.name) from None
    except (ValueError, OSError) as error:
        raise FileError(f"the file cannot be read: {error}", path.name) from None
    raise FileError("a .parquet or .csv file is expected", path.name)


def _no_headings(first: str, path: Path) -> ArgumentError:
    return ArgumentError(
        f"the first line, {shown(first.strip())}, has no heading that is known; leave out what "
        "stands above the headings, and give the day of the games as day",
        path.name,
    )


@dataclass(frozen=True)
class DecimalColumn:
    """A column of decimals: integers in units of 10^-places, and which of them are known."""

    values: Any
    known: Any
    places: int = 0

    def at(self, places: int) -> Any:
        """The values in units of 10^-places, with at least as many places as its own."""
        return product(self.values, 10 ** (places - self.places))

    def decimal(self, row: int) -> Decimal | None:
        """The number in a row; None if it is missing."""
        if not self.known[row]:
            return None
        return Decimal(int(self.values[row])).scaleb(-self.places)

    def floats(self) -> Any:
        """Floats, with NaN for missing numbers."""
        return np.where(self.known, self.values / 10**self.places, np.nan)


def numbers(column: Any, size: int, what: str, table: str = "players") -> DecimalColumn:
    """A column of a table as exact decimals, the numbers that its cells show."""
    if column is None:
        return DecimalColumn(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool))
    if column.dtype.kind in "iu" and isinstance(column.dtype, np.dtype):
        return DecimalColumn(column.to_numpy(dtype=np.int64), np.ones(size, dtype=bool))
    if column.dtype.kind in "fiu":
        floats = column.to_numpy(dtype=np.float64, na_value=np.nan)
        known = ~np.isnan(floats)
        filled = np.where(known, floats, 0.0)
        if np.isfinite(filled).all() and abs(filled).max(initial=0) < 1e9:
            for places in range(_PLACES + 1):
                whole = np.rint(filled * 10**places)
                # The nearest float to such a decimal is unique to it.
                if (whole / 10**places == filled).all():
                    return DecimalColumn(whole.astype(np.int64), known, places)
    return _one_by_one(column, what, table)


def whole_numbers(column: Any) -> DecimalColumn | None:
    """A column of whole numbers, possibly with gaps; None if it contains anything else.

    Texts of digits are also such numbers.

    >>> whole_numbers(pd.Series([7.0, None])).known.tolist()
    [True, False]
    """
    if isinstance(column.dtype, pd.StringDtype):
        written = numbers_written(column)
        return written and DecimalColumn(*written)
    if column.dtype.kind not in "iuf":
        return None
    known = column.notna().to_numpy(dtype=bool)
    if column.dtype.kind == "f":
        floats = column.to_numpy(dtype=np.float64, na_value=0.0)
        floats = np.where(known, floats, 0.0)
        are_whole = (floats == np.rint(floats)) & (abs(floats) < INEXACT)
        return DecimalColumn(floats.astype(np.int64), known) if are_whole.all() else None
    if column.dtype.kind == "u" and column[known].max() > np.iinfo(np.int64).max:
        return None
    own = isinstance(column.dtype, np.dtype)
    values = column.to_numpy(dtype=np.int64) if own else column.to_numpy(dtype=np.int64, na_value=0)
    # A column of a row-major array is strided: taking from it would copy it each time.
    return DecimalColumn(np.ascontiguousarray(values), known)


def plain(column: Any) -> Any:
    """A column with a pyarrow dtype, converted to pandas' own text or categorical dtype."""
    is_arrow = isinstance(column.dtype, pd.ArrowDtype) and column.dtype.kind not in "biufM"
    return column.array.__arrow_array__().to_pandas() if is_arrow else column


def _one_by_one(column: Any, what: str, table: str) -> DecimalColumn:
    found: list[Decimal | None] = []
    for row, value in enumerate(column.tolist(), 1):
        try:
            value = cell(value)
            refuse_truth_value(value, what)
            found.append(None if value is None or value == "" else exact(value, what))
        except RatingError as error:
            raise error.at(f"{table}, row {row}") from None
    places = places_of(*found)
    values = [0 if value is None else scaled(value, places) for value in found]
    known = np.array([value is not None for value in found], dtype=bool)
    fits = max(map(abs, values), default=0) < 2**62
    return DecimalColumn(np.array(values, dtype=np.int64 if fits else object), known, places)


def whole(column: Any, size: int, what: str, table: str = "players") -> Any:
    """A column of whole numbers from 0, -1 if missing."""
    if column is None:
        return np.full(size, -1)
    found = numbers(column, size, what, table)
    unit = 10**found.places
    wrong = found.known & (found.values < 0)
    if unit > 1:
        wrong |= found.known & (found.values % unit != 0)
    if wrong.any():
        row = int(wrong.argmax())
        value = cell(column.iloc[row])
        raise NumberError(
            f"{what} is {shown(value)}; a whole number from 0 is expected",
            f"{table}, row {row + 1}",
        )
    return np.where(found.known, found.values // unit if unit > 1 else found.values, -1)


def kinds_in(column: Any, what: str, table: str) -> tuple[Any, Any]:
    """For each row the index of its value, -1 for a missing one; and the distinct values.

    Raises `ArgumentError` with the row for a list, or anything that is not a single value.
    """
    try:
        codes, kinds = pd.factorize(column, use_na_sentinel=True)
    except TypeError:
        refuse_lists(column, what, table)
        raise
    return codes, kinds


def refuse_lists(column: Any, what: str, table: str) -> None:
    """Reject a list, or anything that is not a single value, in a column of objects."""
    if column.dtype.kind != "O" or isinstance(column.dtype, pd.CategoricalDtype):
        return
    for row, value in enumerate(column.tolist(), 1):
        if isinstance(value, (list, tuple, dict, set)) or dimensions(value):
            raise ArgumentError(
                f"{what} is a {type(value).__name__}; a single value is expected",
                f"{table}, row {row}",
            )


def raise_problem(key: str, words: Mapping[str, object], where: str) -> None:
    """Raise the error that the engine raises for this problem of an event."""
    raise error_of(Problem(key, words, where), EventError)


def sequence(values: Sequence[object]) -> Any:
    """The values as an array of Python objects."""
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
