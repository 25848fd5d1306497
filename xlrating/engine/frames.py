"""Columns of other packages (pandas, numpy, polars, pyarrow): converted to plain cells and back.

None of them is required, and none is imported until one of its values comes in or pandas is
asked for. Everything else here uses plain cells: numbers, texts, None for a blank.
"""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple

from .errors import ArgumentError
from .labels import aligned
from .problem import make_error
from .rounding import plain
from .vocabulary.letters import letters

#: A column of a frame: its name and its pandas dtype.
Typed = Tuple[str, str]

#: The pandas dtype for each kind of value. Whole numbers that may be missing are nullable; texts
#: are pandas' own strings; values of any type are objects.
WHOLE, MAYBE_WHOLE, NUMBER, TEXT, FLAG, ANY = "int64", "Int64", "float64", "str", "bool", "object"

_WHOLE = re.compile(r"\s*\d+(?:\.0+)?\s*")

#: The types of values that are cells already.
_PLAIN = (int, str, bool, type(None))


def pandas() -> Any:
    """The package pandas; raises `ArgumentError` with the install command if it is missing."""
    try:
        import pandas
    except ImportError:
        raise make_error(ArgumentError, "needs_pandas") from None
    return pandas


def narwhals() -> Any:
    """The package narwhals; raises `ArgumentError` with the install command if it is missing."""
    try:
        import narwhals
    except ImportError:
        raise make_error(ArgumentError, "needs_narwhals") from None
    return narwhals


def frame(columns: Sequence[Typed], rows: Iterable[Sequence[object]]) -> Any:
    """A pandas DataFrame of these columns; decimals become the numbers a cell would hold."""
    pd = pandas()
    values: List[Sequence[object]] = list(zip(*rows)) or [()] * len(columns)
    made = {
        name: pd.Series([_made(value, kind) for value in column], dtype=kind)
        for (name, kind), column in zip(columns, values)
    }
    return pd.DataFrame(made)


def _made(value: object, kind: str) -> object:
    if isinstance(value, Decimal):
        return plain(value)
    if value is None and kind == TEXT:
        return ""
    return value


# --- in -----------------------------------------------------------------------------------------


def package_of(value: object) -> str:
    """The package that a value belongs to: numpy, pandas, polars or pyarrow; '' for any other.

    >>> package_of(1.5), package_of([1.5])
    ('', '')
    """
    name = type(value).__module__.partition(".")[0]
    return name if name in ("numpy", "pandas", "polars", "pyarrow") else ""


def dimensions(value: Any) -> int:
    """0 for a single value, 1 for a column, 2 for a table."""
    own = getattr(value, "ndim", None)
    if isinstance(own, int):
        return own
    # A Table of pyarrow, a DataFrame of polars; a column of either.
    if hasattr(value, "column_names") or hasattr(value, "get_columns"):
        return 2
    return 1 if hasattr(value, "to_pylist") or hasattr(value, "to_list") else 0


def calculated(value: Any) -> Any:
    """A lazy polars frame, collected; anything else unchanged."""
    is_plan = package_of(value) == "polars" and hasattr(value, "collect")
    return value.collect() if is_plan else value


def names_of(table: Any) -> List[str]:
    """The column names of a frame, table or mapping, duplicates included."""
    if isinstance(table, Mapping):
        return list(map(str, table))
    names = getattr(table, "column_names", None)  # pyarrow
    names = getattr(table, "columns", None) if names is None else names
    if names is None or dimensions(table) != 2:
        raise make_error(ArgumentError, "frame_expected", found=type(table).__name__)
    return list(map(str, names))


def columns_of(table: Any) -> Dict[str, List[Any]]:
    """The columns of a frame, table or mapping, by name, as plain cells.

    >>> columns_of({"rating": [2000, float("nan")]})
    {'rating': [2000, None]}
    """
    if isinstance(table, Mapping):
        found = {str(name): cells(column) for name, column in aligned(table).items()}
        refuse_uneven({name: len(column) for name, column in found.items()})
        return found
    return dict(zip(names_of(table), map(cells, _by_columns(table))))


def refuse_uneven(rows: Mapping[str, int], where: str = "") -> None:
    """Raise `ArgumentError` if columns have different numbers of rows.

    >>> refuse_uneven({"name": 2, "rating": 2})
    """
    first = next(iter(rows), "")
    for name, number in rows.items():
        if number != rows[first]:
            words = {"first": first, "rows": rows[first], "name": name, "found": number}
            raise make_error(ArgumentError, "frame_uneven", where, **words)


def _by_columns(table: Any) -> List[Any]:
    if hasattr(table, "iloc"):
        return [table.iloc[:, at] for at in range(table.shape[1])]
    if hasattr(table, "get_columns"):  # polars
        return list(table.get_columns())
    if hasattr(table, "column_names"):
        return list(table.columns)
    return list(table.T)


def rows_of(table: Any) -> List[List[Any]]:
    """The rows of a two-dimensional value, without its headings."""
    return [list(row) for row in zip(*map(cells, _by_columns(table)))]


def cells(column: Any) -> List[Any]:
    """The values of a column as plain cells; missing values of every kind become None."""
    if hasattr(column, "to_pylist"):  # pyarrow
        return [cell(value) for value in column.to_pylist()]
    if hasattr(column, "to_list"):  # pandas, polars
        return [cell(value) for value in column.to_list()]
    if hasattr(column, "tolist"):  # numpy, and pandas' own arrays
        return [cell(value) for value in column.tolist()]
    if isinstance(column, Mapping):
        # As pandas turns a frame into a dictionary: keyed by its index.
        column = column.values()
    if package_of(column):
        raise make_error(ArgumentError, "frame_values", found=type(column).__name__)
    return [cell(value) for value in column]


def cell(value: Any) -> Any:
    """One value as a plain cell.

    >>> cell(float("nan")), cell(None), cell(2.5)
    (None, None, 2.5)
    """
    # Speed: most values are cells already.
    if type(value) in _PLAIN:
        return value
    if isinstance(value, float):
        return float(value) if value == value else None
    if type(value) in (list, tuple):
        return [cell(one) for one in value]
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if package_of(value):
        if dimensions(value):
            return cells(value)
        for name in ("as_py", "to_pydatetime", "item"):
            if hasattr(value, name):
                made = getattr(value, name)()
                # A polars expression contains only expressions.
                return value if type(made) is type(value) else cell(made)
    return value.date() if isinstance(value, datetime) else value


def whole_of(value: Any) -> Any:
    """The whole number behind a float: a column with gaps holds its integers as floats."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def whole_number(value: Any) -> Any:
    """The whole number behind a float, a decimal or a text; anything else unchanged.

    >>> whole_number(3.0), whole_number("30"), whole_number(Decimal("2.0")), whole_number("30.5")
    (3, 30, 2, '30.5')
    """
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        value = Decimal(value)
    is_whole = isinstance(value, Decimal) and value.is_finite() and value == int(value)
    return int(value) if is_whole else whole_of(value)


#: From here on a floating-point number represents several whole numbers.
INEXACT = 2.0**53


def key_of(value: Any, what: str) -> str:
    """A player's key as text; rejects a float that may have lost its last digits.

    >>> key_of(12.0, "id")
    '12'
    >>> key_of(9007199254740993.0, "id")
    Traceback (most recent call last):
    xlrating.engine.errors.ArgumentError: id is 9007199254740992.0, a floating-point number whose \
last digits may be lost; keep IDs as text or as whole numbers
    """
    if isinstance(value, float) and value.is_integer() and abs(value) >= INEXACT:
        raise make_error(ArgumentError, "frame_inexact", what=what, found=repr(value))
    return text_of(value)


def text_of(value: Any) -> str:
    """A name or number as text; 12.0, from a column with gaps, becomes 12."""
    return letters(str(whole_of(value))).strip()
