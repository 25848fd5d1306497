"""From a table of a file to a frozen value: every key known, typed, and named when wrong."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Dict, Mapping, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from ..errors import SHOWN, RuleSetError, shown
from ..languages import ENGLISH, LANGUAGES, in_each
from ..vocabulary.letters import CONTROL
from .frozen import Frozen, Limit, parts
from .sections.base import Section

Kind = TypeVar("Kind", bound=Frozen)

_HINTS: Dict[type, Dict[str, Any]] = {}

#: How the types of keys are called in messages.
_NAMES: Mapping[object, str] = {
    Decimal: "a number",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    date: "a day such as 2024-03-01, without quotes",
}

#: No number of any regulation comes near, and none has more decimals that tell.
_LARGEST, _SMALLEST = Decimal(100_000_000), Decimal("1e-12")


def build(kind: Type[Kind], raw: Mapping[str, Any], file: str, key: str = "") -> Kind:
    """A frozen value from a table.

    Raises `RuleSetError` naming the file and the key that is unknown, missing, ill-typed, out
    of its bounds, or wrong beside the others.
    """
    hints = hints_of(kind)
    for name in raw:
        if name not in parts(kind):
            raise RuleSetError(f"key {key + name} is not known here{near(name, parts(kind))}", file)
    for name in parts(kind):
        default = kind._defaults.get(name, ...)
        if default is ... and name not in raw:
            raise RuleSetError(f"key {key + name} is missing; it is required", file)
    made = kind(
        **{
            name: _value(hints[name], value, file, key + name, kind._limits.get(name))
            for name, value in raw.items()
        }
    )
    if isinstance(made, Section):
        for name, sentence in made.wrong():
            raise RuleSetError(f"key {key + name} {sentence}", file)
    return made


def hints_of(kind: Type[Frozen]) -> Dict[str, Any]:
    """The types of the parts of a kind, read once."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def near(name: str, known: Any) -> str:
    """The known name that a wrong one may stand for, or all of them."""
    from difflib import get_close_matches

    # A name of thousands of letters is compared with nothing.
    close = get_close_matches(name[:SHOWN], known, 1)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(known)}"


def _value(kind: Any, value: Any, file: str, key: str, limit: Any = None) -> Any:
    origin = get_origin(kind)
    if origin is Union:
        return _value(get_args(kind)[0], value, file, key, limit)
    if origin is tuple and isinstance(value, list):
        inner = get_args(kind)[0]
        return tuple(
            _value(inner, item, file, f"{key}[{i}]", limit) for i, item in enumerate(value, 1)
        )
    if key.rpartition(".")[2] == "reading" and isinstance(value, str):
        value = {"en": value} if value else {}
    if origin is not None and origin is not tuple and isinstance(value, dict):
        return _table(get_args(kind)[1], value, file, key, limit)
    if isinstance(kind, type) and issubclass(kind, Frozen) and isinstance(value, dict):
        return build(kind, value, file, key + ".")
    if kind is Decimal and isinstance(value, (int, str, Decimal)) and not isinstance(value, bool):
        number = _number(value)
        if number is not None:
            return _limited(number, file, key, limit)
    elif kind in (Any, object):
        return value
    elif isinstance(kind, type) and type(value) is kind:
        return _limited(value, file, key, limit)
    expected = _NAMES.get(kind, "a list" if origin is tuple else "a table")
    if limit is not None and kind in _NAMES:
        expected = limit.expected
    raise RuleSetError(f"key {key} is {shown(value)}; {expected} is expected", file)


def _table(inner: Any, value: Dict[str, Any], file: str, key: str, limit: Any) -> Dict[str, Any]:
    """A table of named values; texts without a form of their own are one thing in languages."""
    if inner is str and limit is None and key != "chosen":
        for name in value:
            if name not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                raise RuleSetError(f"key {key}.{name} is no language known here: {known}", file)
        if key.rpartition(".")[2] == "names" and not value.get("en"):
            raise RuleSetError(f"key {key}.en is missing; it is required", file)
        # Also where a language is new.
        value = in_each(value) if ENGLISH in value else value
    return {name: _value(inner, item, file, f"{key}.{name}", limit) for name, item in value.items()}


def _number(value: Union[int, str, Decimal]) -> Any:
    """The number of a key, also from a fraction as text; None where it is no number."""
    if isinstance(value, int) and value.bit_length() > 64:
        return None
    top, _, bottom = str(value).partition("/")
    try:
        number = Decimal(top) / Decimal(bottom) if bottom else Decimal(top)
    except ArithmeticError:
        return None
    return number if number.is_finite() else None


def _limited(value: Any, file: str, key: str, limit: Any) -> Any:
    """The value, where it keeps its bounds and can be shown and printed."""
    if isinstance(value, (int, Decimal)):
        # True is 1.
        if value and not _SMALLEST <= abs(Decimal(value)) <= _LARGEST:
            expected = f"a number of a size from {_SMALLEST} to {_LARGEST}"
            raise RuleSetError(f"key {key} is {shown(value)}; {expected} is expected", file)
    elif isinstance(value, str) and CONTROL.search(value):
        raise RuleSetError(
            f"key {key} is {shown(value)}; a text without control characters is expected", file
        )
    if isinstance(limit, Limit) and not limit.allows(value):
        raise RuleSetError(f"key {key} is {shown(value)}; {limit.expected} is expected", file)
    return value
