"""Games one after another, in as few waves as there can be: nobody has an earlier game open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def waves(white: Any, black: Any, order: Any, size: int) -> Iterator[Any]:
    """The games of each wave; `order` says which come first, in one round at the same time.

    In a wave every player has one game at most.

    >>> white, black = np.array([0, 2, 0, 1]), np.array([1, 3, 2, 3])
    >>> [sorted(one.tolist()) for one in waves(white, black, np.arange(4), 4)]
    [[0, 1], [2, 3]]
    """
    count = len(white)
    if not count:
        return
    before, then = _following(white, black, order, size)
    after = np.full((2, count), -1)
    after.reshape(-1)[before] = then
    open_ = np.bincount(then, minlength=count)
    place = np.zeros(count, dtype=np.int64)
    ready = np.flatnonzero(open_ == 0)
    while len(ready):
        yield ready
        following = after[:, ready].reshape(-1)
        following = following[following >= 0]
        np.subtract.at(open_, following, 1)
        free = following[open_[following] == 0]
        # A game that waited for two of the wave is there twice.
        own = np.arange(len(free))
        place[free] = own
        ready = free[place[free] == own]


def _following(white: Any, black: Any, order: Any, size: int) -> tuple[Any, Any]:
    """Each side of a game that has a next one of the same player, and that game."""
    count = len(white)
    whose = np.concatenate([white, black])
    place = whose * (int(order.max()) + 1) + np.tile(order, 2)
    if size * (int(order.max()) + 1) < 2**62 // (2 * count):
        # Sorting the numbers themselves is many times as fast as sorting their places.
        sides = np.sort(place * (2 * count) + np.arange(2 * count)) % (2 * count)
    else:
        sides = np.argsort(place)
    sorted_ = whose[sides]
    follows = np.flatnonzero(sorted_[1:] == sorted_[:-1])
    return sides[follows], sides[follows + 1] % count
