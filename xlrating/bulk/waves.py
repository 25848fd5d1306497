"""Games one after another, many at a time: in a wave nobody has an earlier game pending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

#: A wave costs as much as this many single games, plus this much for each game examined.
_WAVE, _LOOK = 180, 1 / 8
#: How many games are examined for a wave, at least and at most, and how many for each game of
#: the previous one: if few can be played at once, examining many takes longer.
_LEAST, _MOST, _AHEAD = 256, 2**15, 3
#: How many games are played singly at a time, at most.
_SINGLY = 2**18


def waves(
    white: Any, black: Any, order: Any, size: int, singly: bool = False
) -> Iterator[tuple[Any, bool]]:
    """The games of each wave, in the given `order`; games with equal values are simultaneous.

    In a wave every player has at most one game, and no earlier one is pending. If few games
    are free at once and games may be played `singly`, they come in order instead, and the
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
        # The first ones show whether the rest can be played at once.
        looked = games[:_MOST]
        sides = white.take(looked), black.take(looked)
        places = np.arange(len(looked))
        for side in sides:
            np.minimum.at(first, side, places)
        is_free = (first.take(sides[0]) == places) & (first.take(sides[1]) == places)
        for side in sides:
            first[side] = count
        played = int(np.count_nonzero(is_free))
        if singly and played < _WAVE + _LOOK * len(looked):
            yield games, True
            ahead, waiting = min(_AHEAD * len(games), _SINGLY), rest
        else:
            yield looked[is_free], False
            waiting = np.concatenate([looked[~is_free], games[len(looked) :], rest])
            ahead = min(max(_AHEAD * played, _LEAST), _MOST)
