"""How much of a sheet a screen shows: a small laptop's of 1,366 pixels, a phone's of 412."""

from __future__ import annotations

from collections.abc import Iterable

#: Pixels of a laptop screen used by row numbers and the scroll bar.
WIDE = 1366 - 60
#: Pixels of a phone screen that frozen columns may take, so that others remain visible.
FROZEN = 230
#: The maximum width of a column: Excel repairs a workbook with a wider one.
WIDEST = 255


def pixels(widths: Iterable[float]) -> int:
    """The width of columns in pixels: seven per character, and five per column.

    >>> pixels([10, 8.43])
    139
    """
    return sum(int(wide * 7) + 5 for wide in widths)


def frozen(widths: Iterable[float], most: int) -> int:
    """How many of the first columns stay where they are while the others scroll.

    >>> frozen([5, 24, 9], 2), frozen([5, 40], 2)
    (2, 1)
    """
    listed = list(widths)[:most]
    while pixels(listed) > FROZEN:
        listed.pop()
    return len(listed)


def rest(widths: Iterable[float], least: float, most: float) -> float:
    """The width left on a laptop's screen for one more column, from `least` to `most` characters.

    >>> rest([100], 36, 70)
    70
    """
    left = (WIDE - pixels(widths) - 5) // 7
    return max(least, min(most, left))
