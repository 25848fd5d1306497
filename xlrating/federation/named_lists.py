"""Lists given by an officer: with the date in the file's name, with a path, or as a folder."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ..exchange.files import CSV, SHEETS, AnyPath
from ..exchange.parquet import PARQUET

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})=(.+)", re.DOTALL)
#: A file or folder may begin with a date, or a month.
_DAY = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)")


class NamedDay(NamedTuple):
    """The date in a name; for a month its first day, and then it is not `exact`."""

    day: date
    exact: bool


def day_in_name(name: str) -> NamedDay | None:
    """The date at the beginning of a name; None if there is none.

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
    """The date at the beginning of a file's name, or of the nearest parent folder's.

    >>> day_in_path("2025-01-09 Club night/pairings.txt"), day_in_path("2025-01/a.csv")
    (datetime.date(2025, 1, 9), None)
    """
    named = map(day_in_name, reversed(file.split("/")))
    return next((one.day for one in named if one and one.exact), None)


def dated(text: str) -> tuple[str, str]:
    """The date of a list as given, '' for none, and the path.

    >>> dated("2025-10-01=a.csv"), dated("a=b.csv")
    (('2025-10-01', 'a.csv'), ('', 'a=b.csv'))
    """
    found = _DATED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def lists_in(folder: AnyPath, before: date | None = None) -> list[tuple[date, Path]]:
    """The lists in a folder whose names begin with their dates, the oldest first.

    If a list was saved as a workbook and as CSV, the workbook is used; a file with only a month in
    its name is none if another has the day: it may be the month's games. With `before` only those
    from before that day.
    """
    found: dict[NamedDay, Path] = {}
    for ending in (*CSV, PARQUET, *SHEETS):
        for path in sorted(Path(folder).iterdir()):
            named = day_in_name(path.name)
            if named and path.suffix.lower() == ending and (before is None or named.day < before):
                found[named] = path
    # The exact ones come last and are used.
    return sorted({named.day: path for named, path in sorted(found.items())}.items())
