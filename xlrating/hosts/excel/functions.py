"""The worksheet functions for xlwings, generated from the registry for its decorators."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from inspect import Parameter, Signature
from typing import Any

from ...functions import all_functions
from ...functions.cells import call
from ...functions.help import argument_help, function_help, words
from ...functions.registry import WorksheetFunction

#: The error numbers that xlwings does not turn into text.
_NUMBERED = range(-2146828288 + 2000, -2146828288 + 2100)  # COM's 0x800A0000 + Excel's xlErr…

#: VBA keywords among the arguments' names.
_RESERVED = ("to",)

_DAY_0 = datetime(1899, 12, 30)


def udfs(func: Callable[..., Any], arg: Callable[..., Any]) -> dict[str, Any]:
    """Every worksheet function with xlwings' decorators `func` and `arg` applied."""
    made = {}
    for name, function in all_functions().items():
        called = _called(function)
        for parameter in function.parameters:
            called = arg(
                argument_name(parameter.name),
                ndim=2,
                err_to_str=True,
                dates=_serial,
                doc=argument_help(name, parameter.name),
            )(called)
        made[name] = func(category=words("category")["en"])(called)
    return made


def argument_name(name: str) -> str:
    """The name of an argument in VBA, where a few words are reserved.

    >>> argument_name("rating"), argument_name("to")
    ('rating', 'to_')
    """
    return f"{name}_" if name in _RESERVED else name


def _called(function: WorksheetFunction) -> Callable[..., Any]:
    """A function with the signature that xlwings reads: no type hints, None if omitted."""

    def called(*values):  # type: ignore[no-untyped-def]
        given = [value and [[_cell(cell) for cell in row] for row in value] for value in values]
        return call(function.name, given)

    called.__name__ = called.__qualname__ = function.name
    called.__doc__ = function_help(function.name)
    # Not by their own defaults: an omitted argument is the same as an empty cell.
    called.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                argument_name(parameter.name),
                Parameter.POSITIONAL_OR_KEYWORD,
                default=None if parameter.optional else Parameter.empty,
            )
            for parameter in function.parameters
        ]
    )
    return called


def _cell(value: Any) -> Any:
    """A value as other spreadsheet programs pass it: TRUE is 1, an error is its text.

    A cell formatted as currency comes as a decimal with at most four places.
    """
    if isinstance(value, (bool, Decimal)):
        return float(value)
    return "#VALUE!" if isinstance(value, int) and value in _NUMBERED else value


def _serial(**parts: Any) -> float:
    """A date as the serial number in its cell."""
    return (datetime(**parts) - _DAY_0) / timedelta(days=1)
