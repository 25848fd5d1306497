"""Dates in the spellings that tournament files use, and as cells hold them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from .errors import ArgumentError

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_SPELLINGS = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})[-/.] ?(?P<m>\d{1,2})[-/.] ?(?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})\.? +(?P<m>[A-Za-z]{3,9})\.?,? +(?P<y>\d{4})"),
    re.compile(r"(?P<m>[A-Za-z]{3,9})\.? +(?P<d>\d{1,2}),? +(?P<y>\d{4})"),
)

#: Day and month could change places: 10/12/2025.
_EITHER_WAY = re.compile(r"(?!(\d+)\D\1\D)(0?[1-9]|1[0-2])[-/.](0?[1-9]|1[0-2])[-/.]\d{4}")

#: The day that spreadsheets number 0, and the last number that is a day to them.
_DAY_0, _LAST_DAY = date(1899, 12, 30), 2_958_465


def read_date(text: str) -> date | None:
    """The date a text names, or None; of two numbers before a year the first is the day.

    >>> read_date("May 29, 2020"), read_date("24/09/2010")
    (datetime.date(2020, 5, 29), datetime.date(2010, 9, 24))
    """
    for spelling in _SPELLINGS:
        found = spelling.fullmatch(text.strip())
        if found:
            month = _month(found["m"])
            try:
                return date(int(found["y"]), month, int(found["d"]))
            except ValueError:
                return None
    return None


def printed_date(text: str) -> date | None:
    """The date that a file prints, None where it prints none, such as ``withheld``.

    Raises `ArgumentError` for figures that are no date: it picks the edition of the rules, and
    one that cannot be read is no blank.

    >>> printed_date("28. 07. 2005"), printed_date("withheld")
    (datetime.date(2005, 7, 28), None)
    """
    found = read_date(text)
    if found is None and any(map(str.isdigit, text)):
        raise ArgumentError(f"{text!r} is no date; write for example 2025-10-12")
    return found


def day_of(value: object) -> date | None:
    """The day in a cell: a date, its number, or text; None for an empty cell or a 0.

    >>> day_of(45942), day_of("2025-10-12"), day_of(0)
    (datetime.date(2025, 10, 12), datetime.date(2025, 10, 12), None)
    """
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if value is None or value == "" or value == 0:
        return None
    if isinstance(value, (int, float)) and 0 < value <= _LAST_DAY:
        return _DAY_0 + timedelta(days=int(value))
    text = str(value).strip()
    if _EITHER_WAY.fullmatch(text):
        raise ArgumentError(f"{text!r} may be two dates; write it as 2025-10-12")
    found = read_date(text)
    if found is None:
        raise ArgumentError(f"{text!r} is no date; write for example 2025-10-12")
    return found


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    # Own names: those of `strptime` change with the language of the computer.
    short = text[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0
