"""Dates in the spellings that tournament files use."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_SPELLINGS = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})[-/.](?P<m>\d{1,2})[-/.](?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})\.? +(?P<m>[A-Za-z]{3,9})\.?,? +(?P<y>\d{4})"),
    re.compile(r"(?P<m>[A-Za-z]{3,9})\.? +(?P<d>\d{1,2}),? +(?P<y>\d{4})"),
)


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


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    # Own names: those of `strptime` change with the language of the computer.
    short = text[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0
