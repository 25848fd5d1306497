"""Binding a call's arguments to parameters, with defaults."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Protocol, Sequence, Tuple

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from .arguments import is_empty
from .parameters import Parameter
from .ranges import as_rows, is_range


class Takes(Protocol):
    """What binding needs to know of a worksheet function."""

    name: str
    names: Tuple[str, ...]
    each: Tuple[str, ...]
    rows: Tuple[str, ...]
    blocks: Tuple[str, ...]
    parameters: Tuple[Parameter, ...]


def bound(function: Takes, args: Sequence[object], named: Mapping[str, object]) -> Dict[str, Any]:
    """A function's arguments by name; surplus, unknown and missing arguments are rejected."""
    names = function.names
    if len(args) > len(names):
        known = ", ".join(names)
        raise make_error(
            ArgumentError, "fn_many", function=function.name, most=len(names), names=known
        )
    given: Dict[str, Any] = dict(zip(names, args))
    for name, value in named.items():
        if name not in names or name in given:
            raise make_error(ArgumentError, "fn_unexpected", function=function.name, argument=name)
        given[name] = value
    for parameter in function.parameters:
        name = parameter.name
        value = given.get(name)
        # Speed: most optional arguments are omitted.
        if value is None and parameter.optional:
            given[name] = parameter.default
            continue
        if is_range(value):
            value = given[name] = _range(function, parameter, value)
        if not is_empty(value):
            continue
        if name in given and not parameter.optional and name in function.rows:
            # Some programs pass a single empty cell like this; it is a range without games.
            given[name] = [[None]]
            continue
        if not parameter.optional:
            raise make_error(ArgumentError, "fn_missing", function=function.name, argument=name)
        given[name] = parameter.default
    return given


def _range(function: Takes, parameter: Parameter, value: Any) -> Any:
    """A range as an argument; a single cell becomes its value if one cell is expected."""
    single, cell = False, None
    if len(value) == 1:
        block = as_rows(value)
        single = len(block[0]) == 1
        cell = block[0][0] if single else None
    if parameter.name in function.rows + function.blocks:
        return None if single and parameter.optional and cell in (None, "") else value
    if not single and parameter.name not in function.each:
        raise make_error(ArgumentError, "fn_range", function=function.name, argument=parameter.name)
    return cell if single else value
