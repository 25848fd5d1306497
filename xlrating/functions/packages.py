"""Worksheet functions for columns of numpy, pandas, polars and pyarrow: same kind in and out.

The only adapter in front of the registry: a column becomes a range with blanks for missing values,
and a range of results becomes a column again, with index and name.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Container, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple

from ..engine.errors import ArgumentError, MissingError, RatingError
from ..engine.frames import calculated, cell, cells, columns_of, dimensions, package_of, rows_of
from ..engine.labels import aligned
from ..engine.problem import make_error
from ..engine.rules.ruleset import RuleSet
from .arguments import is_blank, is_lasting
from .kinds import Model, like
from .ranges import Range, in_rows, is_range

#: Shorter columns are as fast cell by cell.
LONG = 200

#: Packages whose frames have column names; numpy's arrays have none.
_NAMED = ("pandas", "polars", "pyarrow")


class PackagedFunction(Protocol):
    """What the adapter needs to know of a worksheet function."""

    name: str
    each: Tuple[str, ...]
    rows: Tuple[str, ...]
    blocks: Tuple[str, ...]
    row: int
    is_share: bool
    parameters: Tuple[Any, ...]

    def of_cells(self, args: Sequence[object], named: Dict[str, object]) -> Any:
        """The result for cells and ranges of them."""

    def steps_of(self, name: str, others: Mapping[str, Any]) -> int:
        """How many bounds there are per 1 of an argument."""

    def bounds_of_pairs(
        self, names: Sequence[str], others: Mapping[str, Any]
    ) -> Optional[Sequence[Decimal]]:
        """The bounds between which only the difference of two arguments matters."""

    def rules_of_curve(self, names: Sequence[str], others: Mapping[str, Any]) -> Optional[RuleSet]:
        """The rules on whose curve arguments are looked up; None if there is no curve."""


def called(function: PackagedFunction, args: Sequence[object], named: Dict[str, object]) -> Any:
    """The result for arguments some of which are columns or frames of other packages.

    A column of lists, or a frame, has the opponents and scores of each row. An error in a cell
    of a range becomes a value of the column, too: ``#N/A`` among numbers.
    """
    # Speed: cells alone need nothing of what follows.
    if not any(map(package_of, (*args, *named.values()))):
        return function.of_cells(args, named)
    args = tuple(map(calculated, args))
    named = {name: calculated(value) for name, value in named.items()}
    names = [parameter.name for parameter in function.parameters]
    args, named = _aligned(function, names, args, named)
    values = [*zip([*names, *[""] * len(args)], args), *named.items()]
    models = [Model(*one) for one in values if package_of(one[1]) and dimensions(one[1])]
    each = [model for model in models if model.name in function.each]
    model = next(iter([*each, *models]), None)
    if (found := _by_kinds(function, values, models)) is not None:
        return found
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
    return like(model, _found(function, model, given, bool(each)), function)


def _by_kinds(
    function: PackagedFunction, values: Sequence[Tuple[str, Any]], models: Sequence[Model]
) -> Any:
    """The result for a long column, or for two as pairs, along with single values, by calling once
    per kind of cell.
    """
    names, column = [one.name for one in models], models[0].value if models else None
    if len(names) not in (1, 2) or not {*names} <= {*function.each} or function.row:
        return None
    others = {one: value for one, value in values if one not in names}
    if models[0].high < LONG or "" in others or not is_lasting((*others.values(),)):
        return None
    from .columns import kinds_of, pairs_of, spread
    from .on_curves import on_curve

    given: Dict[str, Any]
    if len(names) == 2:
        bounds = function.bounds_of_pairs(names, others)
        pairs = None if bounds is None else pairs_of(column, models[1].value, bounds)
        if pairs is None:
            return on_curve(function, models, others)
        *sides, of = pairs
        given = {name: [*map(cell, own), None] for name, own in zip(names, sides)}
    else:
        kinds = kinds_of(column, function.steps_of(names[0], others))
        if kinds is None:
            return on_curve(function, models, others)
        # A single cell would not be a column.
        given, of = {names[0]: [*kinds.numbers, kinds.numbers[0]]}, kinds.of
    found = function.of_cells((), {**others, **given})
    is_told = any(isinstance(one, str) for one in found)
    is_number = any(isinstance(one, (int, float)) for one in found)
    if is_told and (package_of(column) in ("polars", "pyarrow") or not is_number):
        return None  # errors are reported with their row; errors alone are not numeric
    return spread(like(Model(names[0], column), found, function), of, column)


def _aligned(
    function: PackagedFunction, names: Sequence[str], args: Tuple[Any, ...], named: Dict[str, Any]
) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
    """The arguments with labelled rows in one order: that of the first column.

    Tables passed to a function that takes whole tables are independent, and stay as they are.
    """
    given = dict((*zip(names, args), *named.items()))
    paired = {name: given[name] for name in (*function.each, *function.rows) if name in given}
    own = aligned(paired, function.name)
    return (
        tuple(own.get(name, value) for name, value in zip(names, args)) + args[len(names) :],
        {name: own.get(name, value) for name, value in named.items()},
    )


def _found(function: PackagedFunction, model: Model, given: Any, is_each: bool) -> Any:
    """The result; for a column of one value it is also a column."""
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
    if function.row:
        return in_rows([found], function.row)
    return [[found]] if is_range(value[0]) else [found]


def _argument(function: PackagedFunction, name: str, given: Any) -> Any:
    args, named = given
    if name in named:
        return named[name]
    return args[[parameter.name for parameter in function.parameters].index(name)]


def _is_single(value: Range) -> bool:
    return len(value) == 1 and (not is_range(value[0]) or len(value[0]) == 1)


def _empty(function: PackagedFunction, each: Sequence[Model], model: Model) -> Any:
    others = [f"{one.name} {one.high}" for one in each if one.high]
    if others:
        sizes = ", ".join([f"{model.name} 0", *others])
        raise make_error(ArgumentError, "fn_unequal", function=function.name, sizes=sizes)
    if dimensions(model.value) == 2:
        return model.value[:0]
    if function.row:
        # Calling with a blank row shows which columns there would be.
        return like(model, [[None] * function.row], function)[:0]
    return like(model, [], function)


def _by_rows(function: PackagedFunction, model: Model, given: Any, columns: Container[str]) -> Any:
    """One result per row for a column of lists or a frame, along with any ordinary columns.

    Without any of these, ranges are the games of a single player.
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
        return like(model, function.of_cells(args, named), function)
    nested.update({name: value for name, value in values.items() if name in columns})
    lengths = {name: len(value) for name, value in nested.items()} | {model.name: model.high}
    if len({*lengths.values()}) != 1:
        sizes = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise make_error(ArgumentError, "fn_unequal", function=function.name, sizes=sizes)
    found: List[object] = []
    for at in range(model.high):
        one = {name: value[at] if name in nested else value for name, value in values.items()}
        try:
            found.append(function.of_cells((), one))
        except RatingError as error:
            found.append(error.cell_error)
    # A function that returns a row returns one per player.
    if all(is_range(one) and len(one) == 1 for one in found):  # type: ignore[arg-type]
        found = [one[0] for one in found]  # type: ignore[index]
    return like(model, found, function)


def _refuse_uneven_rows(function: PackagedFunction, values: Sequence[Tuple[str, Any]]) -> None:
    """Check that each row has as many scores as opponents; here a single number is no total."""
    lengths = {}
    for name, value in values:
        if name in function.rows and package_of(value) and dimensions(value) == 1:
            lengths[name] = [len(one) if isinstance(one, list) else 1 for one in cells(value)]
    lengths = {name: own for name, own in lengths.items() if max(own, default=0) > 1}
    for at, row in enumerate(zip(*lengths.values()), 1):
        if len({*row}) > 1:
            sizes = ", ".join(map("{} {}".format, lengths, row))
            words = {"function": function.name, "row": at, "sizes": sizes}
            raise make_error(ArgumentError, "fn_unequal_row", **words)


def _range(function: PackagedFunction, name: str, value: Any) -> Any:
    """A value as a cell or range of cells."""
    if isinstance(value, (list, tuple)):
        return [cell(one) if package_of(one) else one for one in value]
    # Speed: most arguments are plain values.
    if not package_of(value):
        return value
    high = dimensions(value)
    if high > 2:
        words = {"function": function.name, "name": name, "found": high}
        raise make_error(ArgumentError, "fn_dimensions", **words)
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
    """Rows padded with blanks to equal length."""
    wide = max(map(len, rows))
    return [[*map(_counted, row), *[None] * (wide - len(row))] for row in rows]


def _counted(value: Any) -> Any:
    """A truth value in a column, as 1 or 0, like one in a cell."""
    return float(value) if isinstance(value, bool) else value
