"""TOML files with exact decimals, also where Python has no TOML reader of its own.

Spreadsheet programs bring their own Python, down to 3.8; `tomllib` came with 3.11. An
add-in therefore carries each of its files as JSON too, beside the TOML: `NAME.toml.json`.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict, cast

try:
    import tomllib
except ModuleNotFoundError:
    tomllib = None  # type: ignore[assignment]

from .errors import RuleSetError, shown


def _package() -> Path:
    folder = Path(__file__).parents[1]
    if folder.is_dir():
        return folder
    # Python runs it out of an archive, in which files are opened in the same words.
    from importlib.resources import files

    return cast(Path, files(__name__.partition(".")[0]))


#: The folder of the package, in which its own tables stand.
PACKAGE = _package()

#: The largest file that is read, in bytes: many times the longest regulation here.
_LARGEST = 1_000_000

#: Keys of so many names and brackets in brackets, which take minutes to be read. A name is looked
#: at from its beginning only: from each of its letters it would be as often as it is long.
_DEEP = re.compile(rb"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){32}|(?:[\[{]\s*){32}")

#: How JSON says that a text is a date.
_DATE = "$date"


def read(path: Path) -> Dict[str, Any]:
    """The tables of a TOML file; its numbers with a point are `Decimal`.

    Raises `RuleSetError` when the file cannot be opened or is not valid TOML.
    """
    try:
        if tomllib is None:
            return _read_json(path)
        return _read_toml(path)
    except RecursionError:
        raise RuleSetError("tables and lists are nested too deeply", path.name) from None
    except ValueError as error:
        # Python's own sentence on a number of thousands of digits is for programmers.
        is_long = "int_max_str_digits" in str(error)
        reason = "a number has thousands of digits" if is_long else error
        raise RuleSetError(f"the file is not valid TOML: {reason}", path.name) from None
    except OSError as error:
        raise RuleSetError(f"the file cannot be read ({error.strerror})", path.name) from None


def _read_toml(path: Path) -> Dict[str, Any]:
    with path.open("rb") as file:
        raw = file.read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise RuleSetError(f"the file is larger than {_LARGEST} bytes; no rule set is", path.name)
    if _DEEP.search(raw):
        raise RecursionError
    # Editors of Windows begin a file with a mark of its code, and end lines in two letters.
    text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    return tomllib.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{shown(text)} is too large or too small for a number") from None


def to_json(tables: Dict[str, Any]) -> str:
    """The same tables as JSON, exactly, for a Python without TOML reader.

    >>> to_json({"since": date(2024, 3, 1), "k": Decimal("0.10")})
    '{"since":{"$date":"2024-03-01"},"k":0.1}'
    """
    import json

    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"), default=_as_json)


def from_json(text: str) -> Dict[str, Any]:
    """The tables that `to_json` wrote.

    >>> from_json('{"since":{"$date":"2024-03-01"},"k":0.1}')
    {'since': datetime.date(2024, 3, 1), 'k': Decimal('0.1')}
    """
    import json

    found: Dict[str, Any] = json.loads(text, parse_float=Decimal, object_hook=_as_date)
    return found


def _read_json(path: Path) -> Dict[str, Any]:
    beside = path.with_name(path.name + ".json")
    if path.is_file() and not beside.is_file():
        raise RuleSetError(
            f"Python {sys.version_info[0]}.{sys.version_info[1]} cannot read TOML; "
            "use a rule set that comes with the program, or Python 3.11 or newer",
            path.name,
        )
    return from_json(beside.read_text("utf-8"))


def _as_json(value: Any) -> object:
    if isinstance(value, date):
        return {_DATE: value.isoformat()}
    # Up to 15 significant digits a float prints the decimal it was made from.
    if isinstance(value, Decimal) and Decimal(repr(float(value))) == value:
        return float(value)
    raise TypeError(f"{value!r} has no exact JSON form")


def _as_date(table: Dict[str, Any]) -> object:
    return date.fromisoformat(table[_DATE]) if _DATE in table else table
