"""The worksheet functions for columns of numpy, pandas, polars and pyarrow: same kind in and out.

The one adapter in front of the registry: a column is a range, what is missing in it is a blank,
and a range of results becomes a column again, with index and name.
"""

from __future__ import annotations

from typing import Any, Container, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple

from ..engine.errors import ArgumentError, MissingError, RatingError
from ..engine.frames import (
    calculated,
    cell,
    cells,
    columns_of,
    dimensions,
    package_of,
    pandas,
    rows_of,
)
from .arguments import is_blank
from .ranges import Range, is_range

#: Frames whose columns have names of their own; those of numpy have none.
_NAMED = ("pandas", "polars", "pyarrow")


class Function(Protocol):
    """What is asked here of a worksheet function."""

    name: str
    each: Tuple[str, ...]
    rows: Tuple[str, ...]
    blocks: Tuple[str, ...]
    parameters: Tuple[Any, ...]

    def of_cells(self, args: Sequence[object], named: Dict[str, object]) -> Any:
        """The result for cells and ranges of them."""


class _Model(NamedTuple):
    """The column or frame that the result looks like, and the argument that it is."""

    name: str
    value: Any

    @property
    def high(self) -> int:
        """How many rows it has."""
        return len(self.value)


def called(function: Function, args: Sequence[object], named: Dict[str, object]) -> Any:
    """The result for arguments of which some are columns or frames of other packages.

    A column of lists, or a frame, has the opponents and scores of each row. Where a range would
    show an error in a cell, a column has it, too: ``#N/A`` among numbers.
    """
    if not any(map(package_of, (*args, *named.values()))):
        return function.of_cells(args, named)
    args = tuple(map(calculated, args))
    named = {name: calculated(value) for name, value in named.items()}
    names = [parameter.name for parameter in function.parameters]
    values = [*zip([*names, *[""] * len(args)], args), *named.items()]
    models = [_Model(*one) for one in values if package_of(one[1]) and dimensions(one[1])]
    each = [model for model in models if model.name in function.each]
    model = next(iter([*each, *models]), None)
    _refuse_uneven_rows(function, values)
    plain = [_range(function, name, value) for name, value in values]
    given = plain[: len(args)], dict(zip(named, plain[len(args) :]))
    if model is None:
        return function.of_cells(*given)
    if not each and not function.blocks:
        columns = {one.name for one in models if dimensions(one.value) == 1}
        return _by_rows(function, model, given, columns)
    if each and not model.high:
        return _empty(function, each, model)
    return _like(model, _found(function, model, given, bool(each)), function)


def _found(function: Function, model: _Model, given: Any, is_each: bool) -> Any:
    """The result; that of a column of one value is a column, too."""
    value = _argument(function, model.name, given)
    if not is_each or not _is_single(value):
        return function.of_cells(*given)
    only = value[0][0] if is_range(value[0]) else value[0]
    if is_blank(only):
        found: Any = None
    else:
        try:
            found = function.of_cells(*given)
            if is_range(found):
                return found
        except MissingError:
            found = None
        except RatingError as error:
            found = error.cell_error
    return [[found]] if is_range(value[0]) else [found]


def _argument(function: Function, name: str, given: Any) -> Any:
    args, named = given
    if name in named:
        return named[name]
    return args[[parameter.name for parameter in function.parameters].index(name)]


def _is_single(value: Range) -> bool:
    return len(value) == 1 and (not is_range(value[0]) or len(value[0]) == 1)


def _empty(function: Function, each: Sequence[_Model], model: _Model) -> Any:
    others = [f"{one.name} {one.high}" for one in each if one.high]
    if others:
        raise ArgumentError(
            f"{function.name}: ranges of unequal size ({model.name} 0, {', '.join(others)})"
        )
    if dimensions(model.value) == 2:
        return model.value[:0]
    return _like(model, [], function)


def _by_rows(function: Function, model: _Model, given: Any, columns: Container[str]) -> Any:
    """A column of lists, or a frame, gives a result for each row, beside whatever is a column.

    Without any of these, ranges are the games of one player.
    """
    args, named = given
    names = [parameter.name for parameter in function.parameters]
    values = {**dict(zip(names, args)), **named}
    nested = {
        name: value
        for name, value in values.items()
        if name in function.rows and is_range(value) and value and is_range(value[0])
    }
    if not nested:
        return _like(model, function.of_cells(args, named), function)
    nested.update({name: value for name, value in values.items() if name in columns})
    lengths = {name: len(value) for name, value in nested.items()} | {model.name: model.high}
    if len({*lengths.values()}) != 1:
        sizes = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise ArgumentError(f"{function.name}: ranges of unequal size ({sizes})")
    found: List[object] = []
    for at in range(model.high):
        one = {name: value[at] if name in nested else value for name, value in values.items()}
        try:
            found.append(function.of_cells((), one))
        except RatingError as error:
            found.append(error.cell_error)
    # A function that gives a row gives one for each.
    if all(is_range(one) and len(one) == 1 for one in found):  # type: ignore[arg-type]
        found = [one[0] for one in found]  # type: ignore[index]
    return _like(model, found, function)


# --- in -----------------------------------------------------------------------------------------


def _refuse_uneven_rows(function: Function, values: Sequence[Tuple[str, Any]]) -> None:
    """A row has as many scores as opponents: beside longer rows one number is no total."""
    lengths = {}
    for name, value in values:
        if name in function.rows and package_of(value) and dimensions(value) == 1:
            lengths[name] = [len(one) if isinstance(one, list) else 1 for one in cells(value)]
    lengths = {name: own for name, own in lengths.items() if max(own, default=0) > 1}
    for at, row in enumerate(zip(*lengths.values()), 1):
        if len({*row}) > 1:
            sizes = ", ".join(map("{} {}".format, lengths, row))
            raise ArgumentError(f"{function.name}: ranges of unequal size in row {at} ({sizes})")


def _range(function: Function, name: str, value: Any) -> Any:
    """A value as a cell or range of cells."""
    if isinstance(value, (list, tuple)):
        return [cell(one) if package_of(one) else one for one in value]
    if not package_of(value):
        return value
    high = dimensions(value)
    if high > 2:
        raise ArgumentError(f"{function.name}: {name} has {high} dimensions; two are expected")
    if high == 0:
        return cell(value)
    if high == 2:
        rows = [[_counted(one) for one in row] for row in rows_of(value)]
        if name in function.blocks and package_of(value) in _NAMED:
            return [[str(column) for column in columns_of(value)], *rows]
        return rows
    found = cells(value)
    if name in function.rows and any(isinstance(one, list) for one in found):
        return _squared([one if isinstance(one, list) else [one] for one in found])
    return [_counted(one) for one in found]


def _squared(rows: List[List[Any]]) -> List[List[Any]]:
    """Rows of equal length: blanks where a row ends before the others."""
    wide = max(map(len, rows))
    return [[*map(_counted, row), *[None] * (wide - len(row))] for row in rows]


def _counted(value: Any) -> Any:
    """A truth value of a column counts as 1 or 0, as one of a cell does."""
    return float(value) if isinstance(value, bool) else value


# --- out ----------------------------------------------------------------------------------------


def _like(model: _Model, found: Any, function: Function) -> Any:
    """A range of results as the kind of column or frame that the model is; a value as it is."""
    if not is_range(found):
        return found
    package = package_of(model.value)
    if found and is_range(found[0]):
        return _frame(model, package, found, function)
    if package == "numpy":
        return _array(found)
    if package == "pandas":
        return _of_pandas(found, _index_of(model, found), function.name)
    series = _series(function.name, found, function, package).to_native()
    # An Array of pyarrow is none in chunks.
    is_chunked = hasattr(model.value, "chunks") or not hasattr(series, "combine_chunks")
    return series if is_chunked else series.combine_chunks()


def _index_of(model: _Model, found: Range) -> Any:
    """The index of a column or frame of pandas that has a row for each result."""
    index = getattr(model.value, "index", None)
    return index if index is not None and len(index) == len(found) else None


def _frame(model: _Model, package: str, found: Range, function: Function) -> Any:
    if package == "numpy":
        return _array(found)
    own = list(columns_of(model.value)) if dimensions(model.value) == 2 else []
    headings: Optional[List[Any]] = None
    if function.blocks:
        headings, found = list(found[0]), found[1:]
    elif len(own) == len(found[0]):
        headings = own
    columns = [list(column) for column in zip(*found)] or [[] for _ in headings or ()]
    if package == "pandas":
        index = _index_of(model, found)
        made = {at: _of_pandas(column, index) for at, column in enumerate(columns)}
        frame = pandas().DataFrame(made)
        return frame if headings is None else frame.set_axis(headings, axis=1)
    names = map(str, headings or range(len(columns)))
    data = {name: _series(name, own, function, package) for name, own in zip(names, columns)}
    return _narwhals().from_dict(data, backend=package).to_native()


def _of_pandas(values: Sequence[object], index: Any, name: Optional[str] = None) -> Any:
    kind = _kind(values)
    if kind == "float64":
        values = [float("nan") if value is None else value for value in values]
    return pandas().Series(values, index=index, name=name, dtype=kind)


def _series(name: str, values: Sequence[object], function: Function, package: str) -> Any:
    """A column of polars or pyarrow; without any value it is one of numbers, as in pandas."""
    nw, kind = _narwhals(), _kind(values)
    kept_as = nw.Float64 if kind == "float64" else None
    return nw.new_series(name, _of_one_kind(values, function), kept_as, backend=package)


def _array(found: Any) -> Any:
    import numpy as np

    flat = [one for row in found for one in (row if is_range(row) else [row])]
    kind = _kind(flat)
    if kind != "float64":
        return np.array(found, dtype=kind)
    # A blank is no number.
    return np.array(found, dtype=object).astype(kind)


def _kind(values: Sequence[object]) -> str:
    """What a column of these is kept as: whole numbers, numbers with blanks, texts, or anything."""
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return "int64"
    return "float64" if kinds <= {int, float, type(None)} else "object"


def _of_one_kind(values: Sequence[object], function: Function) -> List[object]:
    """The same, where columns are of one kind: no error of a cell can stand among numbers."""
    are_numbers = any(isinstance(value, (int, float)) for value in values)
    for row, value in enumerate(values, 1):
        if are_numbers and isinstance(value, str):
            raise ArgumentError(
                f"{function.name}: row {row} is {value}, and these columns hold numbers only; "
                "correct the row, leave it out, or use pandas"
            )
    return list(values)


def _narwhals() -> Any:
    try:
        import narwhals
    except ImportError:
        raise ArgumentError(
            "columns of this kind need narwhals, which is not installed; pip install narwhals"
        ) from None
    return narwhals
