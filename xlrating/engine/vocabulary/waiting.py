"""Results kept for a first rating, in the form of a single cell in a list."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ..errors import ArgumentError, shown
from ..problem import make_error
from ..rounding import HALF, ONE, ZERO, exact, tidy
from .dates import day_of
from .headings import OTHER_PACES

_RESULT = re.compile(r"(?:([\d.]+):([\d.]+)|0)(?:@([\d-]+))?")
_EXAMPLE = "2100:0.5@2024-03-01"
_PERFORMANCE = re.compile(r"([\d.]+)x(\d+)")

Results = Sequence[Tuple[Optional[Decimal], Decimal, Optional[date]]]
Performances = Sequence[Tuple[Decimal, int]]


def pool_text(results: Results) -> str:
    """Results as one text: the opponent's rating, points and day of each.

    For a first event that is disregarded, only its day is kept.

    >>> pool_text([(Decimal(2100), Decimal("0.5"), date(2024, 3, 1))])
    '2100:0.5@2024-03-01'
    >>> pool_text([(None, Decimal(0), date(2024, 3, 1))])
    '0@2024-03-01'
    """
    return "; ".join(
        ("0" if rating is None else f"{tidy(rating)}:{tidy(points)}") + (f"@{day}" if day else "")
        for rating, points, day in results
    )


def performances_text(found: Performances) -> str:
    """Performances as one text: the rating and number of games of each.

    >>> performances_text([(Decimal(2280), 5), (Decimal("2400.5"), 10)])
    '2280x5; 2400.5x10'
    """
    return "; ".join(f"{tidy(rating)}x{games}" for rating, games in found)


def read_pool(text: str) -> Results:
    """The results written by `pool_text`.

    >>> read_pool("2100:0.5@2024-03-01")
    ((Decimal('2100'), Decimal('0.5'), datetime.date(2024, 3, 1)),)
    >>> read_pool("0@2024-03-01")
    ((None, Decimal('0'), datetime.date(2024, 3, 1)),)
    """
    results = tuple(
        (
            exact(found[1], "rating") if found[1] else None,
            exact(found[2] or 0, "points"),
            day_of(found[3]),
        )
        for found in _parts(_RESULT, text, _EXAMPLE)
    )
    # Each is a single game.
    if any(points not in (ZERO, HALF, ONE) for _, points, _ in results):
        raise make_error(ArgumentError, "read_waiting", found=shown(text), example=_EXAMPLE)
    return results


def read_performances(text: str) -> Performances:
    """The performances written by `performances_text`.

    >>> read_performances("2280x5")
    ((Decimal('2280'), 5),)
    """
    return tuple(
        (exact(found[1], "rating"), int(found[2]))
        for found in _parts(_PERFORMANCE, text, "2280x5; 2400.5x10")
    )


#: The facts with results kept for a first rating at another pace.
_PACED = tuple(f"{pace}_pool" for pace in OTHER_PACES)

#: For each fact with such results, the function that reads its text.
WAITING: Dict[str, Callable[[str], Sequence[object]]] = {
    "pool": read_pool,
    "performances": read_performances,
    **dict.fromkeys(_PACED, read_pool),
}

#: For each of them, the function that writes it.
TEXTS: Dict[str, Callable[[Any], str]] = {
    "pool": pool_text,
    "performances": performances_text,
    **dict.fromkeys(_PACED, pool_text),
}


def read_waiting(facts: Dict[str, Any]) -> None:
    """Parse those facts of a player that a list stores as text."""
    for name, read in WAITING.items():
        if isinstance(found := facts.get(name), (str, int, float)):
            facts[name] = read(str(found))


def _parts(pattern: re.Pattern[str], text: str, example: str) -> List[re.Match[str]]:
    matches = [pattern.fullmatch(part.strip()) for part in text.split(";") if part.strip()]
    if None in matches:
        raise make_error(ArgumentError, "read_waiting", found=shown(text), example=example)
    return [found for found in matches if found]
