"""Games one after another, many at a time: nobody has an earlier game open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

#: A wave costs as much as this many games one by one, and so much more for each that is looked at.
_WAVE, _LOOK = 180, 1 / 8
#: So many games are looked at for a wave, at least and at most, and so many for each that was
#: played in the one before: where few can be played at once, looking at many takes longer.
_LEAST, _MOST, _AHEAD = 256, 2**15, 3
#: So many are played singly at a time, at most.
_SINGLY = 2**18


def waves(
    white: Any, black: Any, order: Any, size: int, singly: bool = False
) -> Iterator[tuple[Any, bool]]:
    """The games of each wave; `order` says which come first, in one round at the same time.

    In a wave every player has one game at most, and after it those of later ones. Where few games
    are free at once and games may be played `singly`, they come in their order instead, and the
    second value is true.

    >>> white, black = np.array([0, 2, 0, 1]), np.array([1, 3, 2, 3])
    >>> [(one.tolist(), alone) for one, alone in waves(white, black, np.arange(4), 4)]
    [([0, 1], False), ([2, 3], False)]
    >>> [(one.tolist(), alone) for one, alone in waves(white, black, np.arange(4), 4, singly=True)]
    [([0, 1, 2, 3], True)]
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
        played = int(np.count_nonzero(is_free))
        if singly and played < _WAVE + _LOOK * len(games):
            yield games, True
            ahead, waiting = min(_AHEAD * len(games), _SINGLY), rest
        else:
            yield games[is_free], False
            waiting = np.concatenate([games[~is_free], rest])
            ahead = min(max(_AHEAD * played, _LEAST), _MOST)
