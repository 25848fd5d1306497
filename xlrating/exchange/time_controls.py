"""Time controls as tournament files write them."""

from __future__ import annotations

import re
from decimal import Decimal

_NUMBER = r"(\d{1,4}(?:\.\d)?)"
_MINUTES = r"\s*(?:m|min|mins|minutes?|мин|分钟?|'|′|’)\.?"
_SECONDS = r"\s*(?:s|sec|secs|seconds?|с|сек|秒|\"|″|''|”)\.?"
_EACH = r"(?:\s*(?:/|per|a|each|за)\s*(?:move|ход).*|\s*(?:increment|each move|from move 1).*)?"

#: One time for all moves, in minutes or, as FIDE's report file encodes it, in seconds.
_WORDS = re.compile(
    rf"(?:G/)?{_NUMBER}{_MINUTES}(?:\s*(?:\+|and|и|plus|;)?\s*{_NUMBER}{_SECONDS}{_EACH})?",
    re.IGNORECASE,
)
_SHORT = re.compile(rf"(?:G/)?{_NUMBER}\s*(?:\+|;\s*(?:d|\+|inc/?)?)\s*{_NUMBER}", re.IGNORECASE)
_SECONDS_ONLY = 180


def read_time(text: str) -> tuple[Decimal, Decimal] | None:
    """Minutes per player for all moves, and seconds per move; None if not stated like that.

    A time control with several stages is no single number, and is left out.

    >>> read_time("15 min + 10 sec"), read_time("90+30"), read_time("5400+30")
    ((Decimal('15'), Decimal('10')), (Decimal('90'), Decimal('30')), (Decimal('90'), Decimal('30')))
    >>> read_time("40 moves in 90 min, 30 min to the end") is None
    True
    """
    plain = " ".join(text.split())
    found = _WORDS.fullmatch(plain)
    if found:
        return Decimal(found[1]), Decimal(found[2] or 0)
    found = _SHORT.fullmatch(plain)
    if not found:
        return None
    first = Decimal(found[1])
    # No game has that many minutes: it is a number of seconds.
    return (first / 60 if first > _SECONDS_ONLY else first), Decimal(found[2])
