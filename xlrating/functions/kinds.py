"""Results in the same kind of column or frame as the input: numpy, pandas, polars, pyarrow."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Protocol, Sequence, Tuple

from ..engine.errors import ArgumentError
from ..engine.frames import columns_of, dimensions, narwhals, package_of, pandas
from ..engine.problem import make_error
from .ranges import Range, is_range


class ColumnFunction(Protocol):
    """What converting results needs to know of a worksheet function."""

    name: str
    blocks: Tuple[str, ...]


class Model(NamedTuple):
    """The column or frame that determines the form of the result, and the argument it is."""

    name: str
    value: Any

    @property
    def high(self) -> int:
        """The number of rows."""
        return len(self.value)


def like(model: Model, found: Any, function: ColumnFunction) -> Any:
    """A range of results in the model's kind of column or frame; a single value unchanged."""
    if not is_range(found):
        return found
    package = package_of(model.value)
    if found and is_range(found[0]):
        return _frame(model, package, found, function)
    if package == "numpy":
        return _array(found)
    if package == "pandas":
        return _of_pandas(found, _index_of(model, found), function.name)
    return _as_kept(_series(function.name, found, function, package).to_native(), model)


def of_numbers(model: Model, found: Any, name: str) -> Any:
    """An array with a number per row, NaN for none, as the model's kind of column."""
    package = package_of(model.value)
    if package == "numpy":
        return found
    if package == "pandas":
        return pandas().Series(found, index=model.value.index, name=name)
    is_none = found != found
    if is_none.any():
        found = found.astype(object)
        found[is_none] = None
        found = found.tolist()
    nw = narwhals()
    return _as_kept(nw.new_series(name, found, nw.Float64, backend=package).to_native(), model)


def _as_kept(series: Any, model: Model) -> Any:
    """The column, not chunked if the model is a pyarrow Array."""
    is_chunked = hasattr(model.value, "chunks") or not hasattr(series, "combine_chunks")
    return series if is_chunked else series.combine_chunks()


def _index_of(model: Model, found: Range) -> Any:
    """The pandas index of the model, if it has a row for each result."""
    index = getattr(model.value, "index", None)
    return index if index is not None and len(index) == len(found) else None


def _frame(model: Model, package: str, found: Range, function: ColumnFunction) -> Any:
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
    return narwhals().from_dict(data, backend=package).to_native()


def _of_pandas(values: Sequence[object], index: Any, name: Optional[str] = None) -> Any:
    return pandas().Series(values, index=index, name=name, dtype=_kind(values))


def _series(name: str, values: Sequence[object], function: ColumnFunction, package: str) -> Any:
    """A polars or pyarrow column; if it has no values it is numeric, as in pandas."""
    nw, kind = narwhals(), _kind(values)
    kept_as = nw.Float64 if kind == "float64" else None
    return nw.new_series(name, _of_one_kind(values, function), kept_as, backend=package)


def _array(found: Any) -> Any:
    import numpy as np

    flat = [one for row in found for one in (row if is_range(row) else [row])]
    kind = _kind(flat)
    if kind != "float64":
        return np.array(found, dtype=kind)
    # Blanks are not numbers.
    return np.array(found, dtype=object).astype(kind)


def _kind(values: Sequence[object]) -> str:
    """The type of a column of these values: integer, float with blanks, text, or object."""
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return "int64"
    return "float64" if kinds <= {int, float, type(None)} else "object"


def _of_one_kind(values: Sequence[object], function: ColumnFunction) -> List[object]:
    """A function's results for columns of a single type: errors cannot appear among numbers."""
    are_numbers = any(isinstance(value, (int, float)) for value in values)
    for row, value in enumerate(values, 1):
        if are_numbers and isinstance(value, str):
            words = {"function": function.name, "row": row, "value": value}
            raise make_error(ArgumentError, "fn_numbers_only", **words)
    return list(values)
