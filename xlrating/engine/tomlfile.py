"""TOML files with exact decimals, even if Python has no TOML reader of its own.

Spreadsheet programs bundle their own Python, some as old as 3.8; `tomllib` came with 3.11. An
add-in therefore carries each of its files as JSON, too, next to the TOML: `NAME.toml.json`.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Dict, cast

try:
    import tomllib
except ModuleNotFoundError:
    tomllib = None  # type: ignore[assignment]

from .errors import RuleSetError, shown


class UnreadableError(RuleSetError):
    """A file that is not valid TOML; the message is given by its text key and words.

    `place` is the position in the file, worded for a message.
    """

    def __init__(self, path: Path, key: str, place: str = "", **words: object) -> None:
        super().__init__(f"{key} {words or ''}".strip(), f"{path.name}{place}")
        self.key, self.place, self.words = key, place, words


#: The text key for a number that is out of range.
_OUTSIDE = "number outside: "
#: How Python's TOML errors begin, and our text for each; others are shown as they are.
_SAID = (
    ("toml_equals", "Expected '=' after a key"),
    ("toml_value", "Invalid value"),
    ("toml_unclosed", "Unclosed"),
    ("toml_text", "Unterminated string", "Illegal character '\\n'", "Expected \"'"),
    ("toml_twice", "Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate"),
    ("toml_line", "Expected newline", "Invalid statement", "Invalid initial", "Expected ']"),
    ("toml_backslash", "Unescaped '\\'", "Invalid hex value"),
    ("toml_digits", "Exceeds the limit"),
    ("toml_letters", "'utf-8' codec"),
    ("toml_outside", _OUTSIDE),
)
_PLACED = re.compile(r"(.*?)(?: \(at (?:line (\d+), column (\d+)|end of document)\))?", re.DOTALL)


def _package() -> Path:
    folder = Path(__file__).parents[1]
    if folder.is_dir():
        return folder
    # When running from an archive, its files are opened through the same interface.
    from importlib.resources import files

    return cast(Path, files(__name__.partition(".")[0]))


#: The package's folder, which contains its own tables.
PACKAGE = _package()

#: The maximum file size in bytes: many times that of the longest rule file in the package.
_LARGEST = 1_000_000

#: Long dotted keys and deeply nested brackets, which would take minutes to parse. The pattern is
#: anchored at the start of a name: starting at each letter would take quadratic time.
_DEEP = re.compile(rb"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){32}|(?:[\[{]\s*){32}")

#: The JSON keys that mark a text as a date, or as a number that no float prints.
_DATE, _NUMBER = "$date", "$number"


def read(path: Path) -> Dict[str, Any]:
    """The tables of a TOML file, with its decimal numbers as `Decimal`.

    Raises `UnreadableError` if the file cannot be opened or is not valid TOML.
    """
    return _told(path, _read_toml if tomllib else _read_json)


def read_carried(path: Path, text: str) -> Dict[str, Any]:
    """The tables of a file that exists only as JSON text in a workbook's cells.

    Raises `UnreadableError`, as `read` does.
    """
    if len(text) > _LARGEST:
        raise _too_large(path)
    return _told(path, lambda _: from_json(text))


def _told(path: Path, tables: Callable[[Path], Dict[str, Any]]) -> Dict[str, Any]:
    try:
        return tables(path)
    except RecursionError:
        raise UnreadableError(path, "toml_deep") from None
    except ValueError as error:
        raise _invalid(path, str(error)) from None
    except OSError as error:
        raise UnreadableError(path, "toml_unread", reason=error.strerror) from None


def _invalid(path: Path, said: str) -> UnreadableError:
    """The error for a message of the TOML reader, with its position."""
    found = _PLACED.fullmatch(said)
    reason, line, column = found.groups() if found else (said, None, None)
    place = f", line {line}, column {column}" if line else ""
    for key, *starts in _SAID:
        if reason.startswith(tuple(starts)):
            return UnreadableError(path, key, place, reason=reason.replace(_OUTSIDE, ""))
    return UnreadableError(path, "toml_invalid", place, reason=reason)


def _read_toml(path: Path) -> Dict[str, Any]:
    with path.open("rb") as file:
        raw = file.read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise _too_large(path)
    if _DEEP.search(raw):
        raise RecursionError
    # Windows editors may write a byte order mark and CRLF line ends.
    text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    return tomllib.loads(text, parse_float=_decimal)


def _too_large(path: Path) -> UnreadableError:
    return UnreadableError(path, "toml_large", bytes=_LARGEST)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{_OUTSIDE}{shown(text)}") from None


def to_json(tables: Dict[str, Any]) -> str:
    """TOML tables as exact JSON, for a Python without TOML reader or for a workbook cell.

    >>> to_json({"since": date(2024, 3, 1), "k": Decimal("0.10")})
    '{"since":{"$date":"2024-03-01"},"k":0.1}'
    """
    import json

    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"), default=_as_json)


def from_json(text: str) -> Dict[str, Any]:
    """The tables written by `to_json`; raises `ValueError` for anything else.

    >>> from_json('{"since":{"$date":"2024-03-01"},"k":0.1}')
    {'since': datetime.date(2024, 3, 1), 'k': Decimal('0.1')}
    """
    import json

    found = json.loads(text, parse_float=_decimal, parse_constant=_no_value, object_hook=_as_read)
    if not isinstance(found, dict):
        raise ValueError("it is no table")
    return found


def _read_json(path: Path) -> Dict[str, Any]:
    beside = path.with_name(path.name + ".json")
    if path.is_file() and not beside.is_file():
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise UnreadableError(path, "toml_python", version=version)
    return from_json(beside.read_text("utf-8"))


def _as_json(value: Any) -> object:
    if isinstance(value, date):
        return {_DATE: value.isoformat()}
    if not isinstance(value, Decimal):
        raise TypeError(f"{value!r} has no exact JSON form")
    # Up to 15 significant digits, a float prints the decimal it was made from.
    number = float(value)
    return number if Decimal(repr(number)) == value else {_NUMBER: str(value)}


def _as_read(table: Dict[str, Any]) -> object:
    if _DATE in table:
        return date.fromisoformat(str(table[_DATE]))
    if _NUMBER in table:
        return _decimal(str(table[_NUMBER]))
    for value in table.values():
        if value is None or (isinstance(value, list) and None in value):
            _no_value("null")
    return table


def _no_value(text: str) -> object:
    """Reject values that exist in JSON but not in TOML."""
    raise ValueError(f"{text} is no value")
