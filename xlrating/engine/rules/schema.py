"""From a table in a file to a frozen value: every key known and typed, or named in an error."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Dict, Mapping, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from ..errors import SHOWN
from ..languages import ENGLISH, LANGUAGES, in_each
from ..problem import Problem
from ..vocabulary.letters import CONTROL
from .frozen import Frozen, Limit, parts
from .kept import kept
from .sections.base import Section
from .wrong import other_than, sentence, wrong_key

Kind = TypeVar("Kind", bound=Frozen)

#: The text keys of the type names.
_NAMES: Mapping[object, str] = {
    Decimal: "a_number",
    str: "a_text",
    int: "a_whole",
    bool: "a_bool",
    date: "a_day",
}

#: Limits beyond any number in a regulation, and any useful number of decimals.
_LARGEST, _SMALLEST = Decimal(100_000_000), Decimal("1e-12")


def build(kind: Type[Kind], raw: Mapping[str, Any], file: str, key: str = "") -> Kind:
    """A frozen value built from a table.

    Raises `RuleSetError` naming the file and the key that is unknown, missing, of the wrong type,
    out of bounds, or inconsistent with others.
    """
    hints = hints_of(kind)
    for name in raw:
        if name not in parts(kind):
            raise wrong_key(file, key + name, unknown(name, parts(kind)))
    for name in parts(kind):
        default = kind._defaults.get(name, ...)
        if default is ... and name not in raw:
            raise wrong_key(file, key + name, sentence("missing"))
    made = kind(
        **{
            name: _value(hints[name], value, file, key + name, kind._limits.get(name))
            for name, value in raw.items()
        }
    )
    if isinstance(made, Section):
        for name, what in made.wrong():
            raise wrong_key(file, key + name, what)
    return made


@kept(256)
def hints_of(kind: Type[Frozen]) -> Dict[str, Any]:
    """The field types of a class, read once."""
    return get_type_hints(kind)


def unknown(name: str, known: Any) -> Problem:
    """The message for an unknown name, with the one probably meant, or all that exist."""
    from difflib import get_close_matches

    # Names of thousands of letters are not compared.
    close = get_close_matches(name[:SHOWN], known, 1)
    if close:
        return sentence("near", near=close[0])
    return sentence("unknown", known=", ".join(known))


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
    expected = sentence(_NAMES.get(kind, "a_list" if origin is tuple else "a_table"))
    if limit is not None and kind in _NAMES:
        expected = limit.expected
    raise wrong_key(file, key, other_than(expected, value))


def _table(inner: Any, value: Dict[str, Any], file: str, key: str, limit: Any) -> Dict[str, Any]:
    """A table of named values; a plain text also counts as a table of languages."""
    if inner is str and limit is None and key != "chosen":
        for name in value:
            if name not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                raise wrong_key(file, f"{key}.{name}", sentence("no_language", known=known))
        if key.rpartition(".")[2] == "names" and not value.get("en"):
            raise wrong_key(file, f"{key}.en", sentence("missing"))
        # A language without a text has the English one.
        value = in_each(value) if ENGLISH in value else value
    return {name: _value(inner, item, file, f"{key}.{name}", limit) for name, item in value.items()}


def _number(value: Union[int, str, Decimal]) -> Any:
    """The number of a key, which may be a fraction as text; None if it is not a number."""
    if isinstance(value, int) and value.bit_length() > 64:
        return None
    top, _, bottom = str(value).partition("/")
    try:
        number = Decimal(top) / Decimal(bottom) if bottom else Decimal(top)
    except ArithmeticError:
        return None
    return number if number.is_finite() else None


def _limited(value: Any, file: str, key: str, limit: Any) -> Any:
    """The value, if it is within its limits and can be displayed and printed."""
    if isinstance(value, (int, Decimal)):
        # bool is an int: True would be 1.
        if value and not _SMALLEST <= abs(Decimal(value)) <= _LARGEST:
            expected = sentence("a_size", low=_SMALLEST, high=_LARGEST)
            raise wrong_key(file, key, other_than(expected, value))
    elif isinstance(value, str) and CONTROL.search(value):
        raise wrong_key(file, key, other_than(sentence("a_plain_text"), value))
    if isinstance(limit, Limit) and not limit.allows(value):
        raise wrong_key(file, key, other_than(limit.expected, value))
    return value
