"""From a table of a file to a frozen value: every key known, typed, and named when wrong."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any, Dict, Mapping, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import RuleSetError
from .frozen import Choice, Frozen, parts

Kind = TypeVar("Kind", bound=Frozen)

_HINTS: Dict[type, Dict[str, Any]] = {}

#: How the types of keys are called in messages.
_NAMES = {Decimal: "a number", str: "a text", int: "a whole number", bool: "true or false"}


def build(kind: Type[Kind], raw: Mapping[str, Any], file: str, key: str = "") -> Kind:
    """A frozen value from a table.

    Raises `RuleSetError` naming the file and the key that is unknown, missing or ill-typed.
    """
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    hints = _HINTS[kind]
    for name in raw:
        if name not in parts(kind):
            raise RuleSetError(
                f"key {key + name} is not known here{_near(name, parts(kind))}", file
            )
    for name in parts(kind):
        default = kind._defaults.get(name, ...)
        if default is ... and name not in raw:
            raise RuleSetError(f"key {key + name} is missing; it is required", file)
        if isinstance(default, Choice) and raw.get(name, default) not in default.choices:
            listed = ", ".join(default.choices)
            raise RuleSetError(f"key {key + name} is {raw[name]!r}; choose from {listed}", file)
    return kind(
        **{name: _value(hints[name], value, file, key + name) for name, value in raw.items()}
    )


def _near(name: str, known: Any) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(known)}"


def _value(kind: Any, value: Any, file: str, key: str) -> Any:
    origin = get_origin(kind)
    if origin is Union:
        return _value(get_args(kind)[0], value, file, key)
    if origin is tuple and isinstance(value, list):
        inner = get_args(kind)[0]
        return tuple(_value(inner, item, file, f"{key}[{i}]") for i, item in enumerate(value, 1))
    if origin is not None and origin is not tuple and isinstance(value, dict):
        inner = get_args(kind)[1]
        return {name: _value(inner, item, file, f"{key}.{name}") for name, item in value.items()}
    if isinstance(kind, type) and issubclass(kind, Frozen) and isinstance(value, dict):
        return build(kind, value, file, key + ".")
    if kind is Decimal and isinstance(value, (int, str, Decimal)) and not isinstance(value, bool):
        try:
            top, _, bottom = str(value).partition("/")
            number = Decimal(top) / Decimal(bottom) if bottom else Decimal(top)
            if number.is_finite():
                return number
        except (InvalidOperation, ZeroDivisionError):
            pass
    elif kind in (Any, object) or (isinstance(kind, type) and type(value) is kind):
        return value
    expected = _NAMES.get(kind, "a list" if origin is tuple else "a table")
    raise RuleSetError(f"key {key} is {value!r}; {expected} is expected", file)
