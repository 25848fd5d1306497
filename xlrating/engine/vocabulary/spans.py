"""The days of an event as people write them: ``1–3 October 2026``, ``2026年10月1日至3日``."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Any, Iterator, Mapping

from ..tomlfile import PACKAGE, read
from .dates import may_be_two, printed_date, read_date

#: Days without a year, or without month and year, which the other end of the span gives.
_DAY = re.compile(r"(\d{1,2})(?:\.|日|号)?")
_DAY_MONTH = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.?")
_MONTH_DAY = re.compile(r"(\d{1,2})月(\d{1,2})(?:日|号)?")
#: ``12 de mayo de 2026``
_OF = re.compile(r"(?<=[\da-z])\s(?:de|del)\s(?=[A-Z\d])")
#: A whole day within a text, with months in English.
_WHOLE = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d\s?([-./年])\s?\d{1,2}\s?(?:\1|月)\s?\d{1,2}(?!\d)|"
    r"\d{1,2}\s?([./-])\s?\d{1,2}\s?\2\s?(?:19|20)\d\d(?!\d)|"
    r"\d{1,2}\.?(?:st|nd|rd|th)?\s(?:MONTH)[a-z]*\.?,?\s(?:19|20)\d\d(?!\d))|"
    r"\b(?:MONTH)[a-z]*\.?\s\d{1,2}(?:\s?[-–]\s?\d{1,2})?,?\s(?:19|20)\d\d(?!\d)".replace(
        "MONTH", "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    )
)
#: ``2026 г.``
_YEAR_WORD = re.compile(r"(?<=\d) ?(?:г\.?|года)$")
#: ``October 1-3, 2026``: the year follows both days.
_DAY_YEAR = re.compile(r"(\d{1,2}),? (\d{4})")


def days_in(text: str) -> tuple[date | None, date | None]:
    """The first and the last day: ``2025/04/30``, or ``2025/05/02 to 2025/05/04``.

    Raises `ArgumentError` for figures that are not a date or are ambiguous.

    >>> days_in("02.05.2025 bis 04.05.2025")[1]
    datetime.date(2025, 5, 4)
    >>> {days_in(text) == (date(2026, 10, 1), date(2026, 10, 3)) for text in (
    ...     "2026年10月1日至3日", "1-3 October 2026", "October 1–3, 2026", "01.10.–03.10.2026",
    ...     "1–3 октября 2026 г.")}
    {True}
    """
    # Runs of blanks are reduced to one: matching would otherwise start at each of them.
    text = " ".join(text.split())
    text = _in_english(_YEAR_WORD.sub("", text))
    if read_date(text) is None and not may_be_two(text):
        found = {span for parts in _parted(text) if (span := _span(*parts))}
        if len(found) == 1:
            return found.pop()
    day = printed_date(text)
    return day, day


def day_within(text: str) -> str:
    """The first date in a text that also says other things, months in English; '' for none.

    >>> day_within("Чемпионат клуба, 10–12 мая 2025 г."), day_within("Open 2025, group 3")
    ('12 May 2025', '')
    """
    found = _WHOLE.search(_in_english(" ".join(text.split())))
    return found[0] if found else ""


def _in_english(text: str) -> str:
    months, english = _months()
    return _OF.sub(" ", months.sub(lambda found: english[found[0].lower()], text))


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """The texts before and after each word or sign that may separate two days."""
    for found in _until().finditer(text):
        yield text[: found.start()].strip(), text[found.end() :].strip()


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Any]:
    return read(PACKAGE / "engine" / "vocabulary" / "spans.toml")


@lru_cache(maxsize=1)
def _until() -> re.Pattern[str]:
    signs = "|".join(map(re.escape, _words()["until_signs"]))
    return re.compile(rf"{signs}|(?<=\s)(?:{'|'.join(_words()['until'])})(?=\s)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _months() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The names of months in other languages, and each in English."""
    english = {name: month for month, names in _words()["months"].items() for name in names}
    return re.compile(rf"\b(?:{'|'.join(english)})\b", re.IGNORECASE), english


def _span(one: str, other: str) -> tuple[date, date] | None:
    """First and last day, where one may leave out what the other gives; None for other texts."""
    first, last = read_date(one), read_date(other)
    if first and last:
        # Their order is checked later, as it is for every event.
        return printed_date(one, beside=other) or first, printed_date(other, beside=one) or last
    if last and not may_be_two(other):
        first = _completed(one, last)
    elif first and not may_be_two(one):
        last = _completed(other, first)
    else:
        first, last = _in_one_month(one, other)
    return (first, last) if first and last and first <= last else None


def _completed(text: str, beside: date) -> date | None:
    """The day in a text without year, or without month and year, taken from `beside`."""
    month = str(beside.month)
    if found := _DAY.fullmatch(text):
        day = found[1]
    elif found := _DAY_MONTH.fullmatch(text):
        day, month = found[1], found[2]
    elif found := _MONTH_DAY.fullmatch(text):
        month, day = found[1], found[2]
    else:
        return read_date(f"{text} {beside.year}")
    return read_date(f"{beside.year}-{month}-{day}")


def _in_one_month(one: str, other: str) -> tuple[date | None, date | None]:
    found = _DAY_YEAR.fullmatch(other)
    if not found:
        return None, None
    first = read_date(f"{one}, {found[2]}")
    return first, first and _completed(found[1], first)
