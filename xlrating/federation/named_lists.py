"""Lists as an officer names them: a path, or the day and the path."""

from __future__ import annotations

import re

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})=(.+)", re.DOTALL)


def dated(text: str) -> tuple[str, str]:
    """The day of a list as it was given, '' for none, and the path.

    >>> dated("2025-10-01=a.csv"), dated("a=b.csv")
    (('2025-10-01', 'a.csv'), ('', 'a=b.csv'))
    """
    found = _DATED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)
