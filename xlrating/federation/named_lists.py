"""Lists as an officer names them: by the day in the name of a file, with a path, as a folder."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ..exchange.files import CSV, SHEETS, AnyPath

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})=(.+)", re.DOTALL)
#: A file or folder may have its day, or the month of it, at the beginning of its name.
_DAY = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)")


class NamedDay(NamedTuple):
    """A day that a name says; of a month its first, and then it is not `exact`."""

    day: date
    exact: bool


def day_in_name(name: str) -> NamedDay | None:
    """The day at the beginning of a name; None where it has none.

    >>> day_in_name("2025-11-01 list.csv").day, day_in_name("2025-11.xlsx").exact
    (datetime.date(2025, 11, 1), False)
    >>> day_in_name("list.csv"), day_in_name("2025-13.csv")
    (None, None)
    """
    found = _DAY.match(name)
    try:
        return found and NamedDay(
            date(int(found[1]), int(found[2]), int(found[3] or 1)), bool(found[3])
        )
    except ValueError:
        return None


def day_in_path(file: str) -> date | None:
    """The day at the beginning of a file's name, or of that of the nearest folder around it.

    >>> day_in_path("2025-01-09 Club night/pairings.txt"), day_in_path("2025-01/a.csv")
    (datetime.date(2025, 1, 9), None)
    """
    named = map(day_in_name, reversed(file.split("/")))
    return next((one.day for one in named if one and one.exact), None)


def dated(text: str) -> tuple[str, str]:
    """The day of a list as it was given, '' for none, and the path.

    >>> dated("2025-10-01=a.csv"), dated("a=b.csv")
    (('2025-10-01', 'a.csv'), ('', 'a=b.csv'))
    """
    found = _DATED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def lists_in(folder: AnyPath, before: date | None = None) -> list[tuple[date, Path]]:
    """The lists of a folder whose names begin with their days, the oldest first.

    Where a list was saved as a workbook and as CSV it is the workbook. With `before` those of
    before that day only.
    """
    found: dict[date, Path] = {}
    for ending in (*CSV, *SHEETS):
        for path in sorted(Path(folder).iterdir()):
            named = day_in_name(path.name)
            if named and path.suffix.lower() == ending and (before is None or named.day < before):
                found[named.day] = path
    return sorted(found.items())
