"""Games one after another, many at a time: nobody has an earlier game open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

#: So many games are looked at for a wave, at least and at most, and so many for each that was
#: played in the one before: where few can be played at once, looking at many takes longer.
_LEAST, _MOST, _AHEAD = 256, 2**15, 3


def waves(white: Any, black: Any, order: Any, size: int) -> Iterator[Any]:
    """The games of each wave; `order` says which come first, in one round at the same time.

    In a wave every player has one game at most, and after it those of later ones.

    >>> white, black = np.array([0, 2, 0, 1]), np.array([1, 3, 2, 3])
    >>> [one.tolist() for one in waves(white, black, np.arange(4), 4)]
    [[0, 1], [2, 3]]
    """
    count, taken, ahead = len(white), 0, _MOST
    is_sorted = count < 2 or bool((order[1:] >= order[:-1]).all())
    queue = None if is_sorted else np.argsort(order, kind="stable")
    waiting = np.zeros(0, dtype=np.int64)
    first = np.full(size, count)
    while taken < count or len(waiting):
        more = min(count, taken + max(ahead - len(waiting), 0))
        new = np.arange(taken, more) if queue is None else queue[taken:more]
        games, taken = np.concatenate([waiting, new]), more
        rest, games = games[ahead:], games[:ahead]
        sides = white.take(games), black.take(games)
        places = np.arange(len(games))
        for side in sides:
            np.minimum.at(first, side, places)
        is_free = (first.take(sides[0]) == places) & (first.take(sides[1]) == places)
        for side in sides:
            first[side] = count
        yield games[is_free]
        waiting = np.concatenate([games[~is_free], rest])
        played = len(games) - (len(waiting) - len(rest))
        ahead = min(max(_AHEAD * played, _LEAST), _MOST)
