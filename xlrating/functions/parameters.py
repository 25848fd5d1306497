"""The parameters of a worksheet function, as its Python function declares them."""

from __future__ import annotations

from types import FunctionType
from typing import Any, Callable, NamedTuple, Tuple


class Parameter(NamedTuple):
    """One parameter: its name, whether it is optional, its default, its annotation."""

    name: str
    optional: bool
    default: object
    type: str = ""


def parameters_of(function: FunctionType) -> Tuple[Parameter, ...]:
    """The parameters in order, read from the code object because `inspect` is slow to import."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    required = len(names) - len(defaults)
    types = function.__annotations__
    return tuple(
        Parameter(
            name,
            i >= required,
            defaults[i - required] if i >= required else None,
            types.get(name, ""),
        )
        for i, name in enumerate(names)
    )


def in_turn(first: FunctionType, then: Callable[..., object]) -> Callable[..., object]:
    """Both functions in sequence: the second gets the first one's result and other arguments."""
    number = first.__code__.co_argcount

    def both(*arguments: object) -> object:
        return then(first(*arguments[:number]), *arguments[number:])

    return both


def signature_of(parameters: Tuple[Parameter, ...]) -> Any:
    """The parameters as `help` and `inspect` show them."""
    from inspect import Parameter as Shown
    from inspect import Signature

    def shown(own: Parameter) -> Shown:
        default = own.default if own.optional else Shown.empty
        return Shown(own.name, Shown.POSITIONAL_OR_KEYWORD, default=default)

    return Signature(list(map(shown, parameters)))
