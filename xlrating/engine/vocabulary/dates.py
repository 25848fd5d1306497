"""Dates in the spellings of tournament files, and as spreadsheet cells contain them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Optional

from ..errors import ArgumentError, shown
from ..problem import make_error

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_SPELLINGS = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})[-/.](?P<m>\d{1,2})[-/.](?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})\.? +(?P<m>[A-Za-z]{3,9})\.?,? +(?P<y>\d{4})"),
    re.compile(r"(?P<m>[A-Za-z]{3,9})\.? +(?P<d>\d{1,2}),? +(?P<y>\d{4})"),
)

#: Signs that separate or follow the numbers of a date, and their replacements, in this
#: order; a workbook's formulas do the same with SUBSTITUTE.
REPLACED = (
    (" ", ""), ("\u00a0", ""), ("\u3000", ""),
    ("года", ""), ("г.", ""), ("г", ""), ("日", ""), ("号", ""),
    ("年", "-"), ("月", "-"), ("/", "-"), ("／", "-"), (".", "-"), ("．", "-"), ("－", "-"),
    *zip("０１２３４５６７８９", "0123456789"),
)  # fmt: skip

#: Day and month could be swapped: 10/12/2025. With dots the day always comes first.
_EITHER_WAY = re.compile(r"(?!(\d+)\D\1\D)(0?[1-9]|1[0-2])-(0?[1-9]|1[0-2])-\d{4}")

#: A date whose first number cannot be the month.
_DAY_FIRST = re.compile(r"(1[3-9]|2\d|3[01])-\d{1,2}-\d{4}")

#: A year, and two numbers for day and month.
_YEAR, _DAYS = re.compile(r"(?<!\d)\d{4}(?!\d)"), re.compile(r"(?<!\d)\d{1,2}(?!\d)")

#: A date followed by a time, and the range of numbers that are year, month and day: 20251012.
_TIMED = re.compile(
    r"(.*\d)(?:T|\s+)\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[AP]M)?\s?(?:Z|[+-]\d\d:?\d\d)?", re.I
)
_IN_ROW = 1900_01_01, 2100_12_31

#: The spreadsheet's day 0, and the range of numbers accepted as days of an event: from 1910,
#: because 2025 would be a day in 1905, to 2100.
_DAY_0, FIRST_DAY, LAST_DAY = date(1899, 12, 30), 3654, 73415
#: The latest day accepted: 2205-10-12 is a typing error.
_LAST = _DAY_0 + timedelta(days=LAST_DAY)


def read_date(text: str) -> date | None:
    """The date in a text; None if there is none, or its year is after 2100.

    Of two numbers before a year the first is the day.

    >>> read_date("May 29, 2020"), read_date("24/09/2010"), read_date("2025年11月15日")
    (datetime.date(2020, 5, 29), datetime.date(2010, 9, 24), datetime.date(2025, 11, 15))
    >>> read_date("2205-10-12")
    """
    plain = plain_date(text)
    for spelling in _SPELLINGS:
        found = spelling.fullmatch(plain) or spelling.fullmatch(text.strip())
        if found:
            month = _month(found["m"])
            try:
                day = date(int(found["y"]), month, int(found["d"]))
            except ValueError:
                return None
            return day if day <= _LAST else None
    return None


def printed_date(text: str, beside: str = "") -> date | None:
    """The date that a file prints; None if it prints none, such as ``withheld``.

    `beside` is another date in the file: if its first number must be the day, so must this one's.
    Raises `ArgumentError` for figures that are not a date or are ambiguous: the date determines the
    edition of the rules, so an unreadable one must not count as missing.

    >>> printed_date("28. 07. 2005"), printed_date("withheld")
    (datetime.date(2005, 7, 28), None)
    >>> printed_date("02/10/2010", beside="24/09/2010")
    datetime.date(2010, 10, 2)
    """
    found = read_date(text)
    if may_be_two(text) and not (
        _DAY_FIRST.fullmatch(plain_date(beside.strip())) and read_date(beside)
    ):
        raise _two_dates(text)
    if found is None and any(map(str.isdigit, text)):
        raise make_error(ArgumentError, "word_no_date", found=shown(text))
    return found


def plain_date(text: str) -> str:
    """A date in figures with ``-`` between its numbers; other texts merely lose their blanks.

    >>> plain_date("15. 11. 2025 г."), plain_date("20251115")
    ('15-11-2025', '2025-11-15')
    """
    for found, meant in REPLACED:
        text = text.replace(found, meant)
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if re.fullmatch(r"\d{8}", text) else text


def serial(day: date) -> int:
    """A day as a spreadsheet's serial number.

    >>> serial(date(2025, 10, 12))
    45942
    """
    return (day - _DAY_0).days


def day_of(value: object, where: str = "") -> date | None:
    """The day in a cell: a date, its serial number, or text; None for an empty cell, NaT or 0.

    `where` is the place that errors name.

    >>> day_of(45942), day_of("2025-10-12"), day_of(0)
    (datetime.date(2025, 10, 12), datetime.date(2025, 10, 12), None)
    """
    if value is None or value == "" or value == 0 or value != value:
        return None
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date) and value <= _LAST:
        return value
    if isinstance(value, (int, float)) and FIRST_DAY <= value < LAST_DAY + 1:
        return _DAY_0 + timedelta(days=int(value))
    if isinstance(value, (int, float)):
        number = f"{value:.15g}" if abs(value) < 10**15 else shown(value)
        raise make_error(ArgumentError, "word_no_date", where, found=number)
    text = str(value).strip()
    if may_be_two(text):
        raise _two_dates(text, where)
    found = read_date(text)
    if found is None:
        raise make_error(ArgumentError, "word_no_date", where, found=shown(text))
    return found


def day_of_game(value: object, where: str = "") -> date | None:
    """The day in a cell of a list of games: as `day_of`, without the time that programs append.

    >>> day_of_game("2025-10-12 18:30:00"), day_of_game(20251012)
    (datetime.date(2025, 10, 12), datetime.date(2025, 10, 12))
    """
    if isinstance(value, (int, float)) and _IN_ROW[0] <= value <= _IN_ROW[1]:
        value = f"{value:.0f}"
    if isinstance(value, str) and (timed := _TIMED.fullmatch(value.strip())):
        value = timed[1]
    return day_of(value, where)


def year_of(value: object) -> Optional[int]:
    """The year in a cell that contains a year or a date; None if it is blank.

    >>> [year_of(one) for one in ("1990-05-01", date(1990, 5, 1), 1990.0, 19900501, "")]
    [1990, 1990, 1990, 1990, None]
    >>> year_of(0) is year_of("0000") is None  # as lists write an unknown one
    True
    """
    if isinstance(value, date):
        return value.year
    if isinstance(value, (int, float)) and value == int(value):
        is_day = _IN_ROW[0] <= value <= _IN_ROW[1]
        return birth_year(f"{value:.0f}") if is_day else int(value) or None
    return birth_year("" if value is None else str(value))


def birth_year(text: str, column: str = "year of birth") -> Optional[int]:
    """The year in a text that is a year or a date; None if it is blank or all zeros.

    An unknown day or month may be 0. Raises `ArgumentError`, which names the
    `column`, for a text without a year and for a day that its month does not have.

    >>> [birth_year(text) for text in ("1990/00/00", "05.1990", "2/13/1990", "00.00.0000")]
    [1990, 1990, 1990, None]
    """
    text = text.strip()
    # Speed: in long lists many are blank.
    if not text:
        return None
    if re.fullmatch(r"\d{8}", text):
        text = plain_date(text)
    found = _YEAR.search(text)
    if found is None and text.strip("0/.- "):
        raise make_error(ArgumentError, "read_year", column=column, found=shown(text))
    known = re.sub(r"(?<!\d)0+(?!\d)", "1", text)
    either = (known, re.sub(r"^(\d+)(\D+)(\d+)(?=\D)", r"\3\2\1", known))
    if read_date(_DAYS.sub("1", text)) and not any(map(read_date, either)):
        raise make_error(ArgumentError, "word_no_date", found=shown(text))
    return int(found[0]) or None if found else None


def may_be_two(value: object) -> bool:
    """Whether a text is a date in which day and month could be swapped.

    >>> [may_be_two(text) for text in ("10/12/2025", "10.12.2025", "15/12/2025", 45942)]
    [True, False, False, False]
    """
    if not isinstance(value, str) or re.search("[.．]", value):
        return False
    return _EITHER_WAY.fullmatch(plain_date(value.strip())) is not None


def _two_dates(text: str, where: str = "") -> ArgumentError:
    """The error for a date whose day and month could be swapped, naming both dates."""
    one, other, year = (int(part) for part in plain_date(text.strip()).split("-"))
    days = {"first": date(year, other, one), "second": date(year, one, other)}
    return make_error(ArgumentError, "word_two_dates", where, found=shown(text), **days)


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    # Our own month names: those of `strptime` depend on the computer's locale.
    short = text[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


#: Leagues and correspondence events last some years; dates further apart have been misread.
_LONGEST = 5 * 366


def is_span(first: date, last: date) -> bool:
    """Whether an event can last from one day to another: a few years, but not twenty.

    >>> is_span(date(2024, 5, 1), date(2025, 4, 30)), is_span(date(2004, 5, 1), date(2024, 5, 1))
    (True, False)
    """
    return abs((last - first).days) <= _LONGEST
