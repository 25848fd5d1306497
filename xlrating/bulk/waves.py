"""Games one after another, in as few waves as there can be: nobody has an earlier game open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def waves(white: Any, black: Any, order: Any, size: int) -> Iterator[Any]:
    """The games of each wave; `order` says which come first, in one round at the same time.

    In a wave every player has one game at most.

    >>> white, black = np.array([0, 2, 0, 1]), np.array([1, 3, 2, 3])
    >>> [one.tolist() for one in waves(white, black, np.arange(4), 4)]
    [[0, 1], [2, 3]]
    """
    count = len(white)
    after = np.full((2, count), -1)
    whose = np.concatenate([white, black])
    sides = np.argsort(whose * (int(order.max(initial=0)) + 1) + np.tile(order, 2))
    games, sorted_ = sides % max(count, 1), whose[sides]
    follows = sorted_[1:] == sorted_[:-1]
    before, then = sides[:-1][follows], games[1:][follows]
    after.reshape(-1)[before] = then
    open_ = np.bincount(then, minlength=count)
    ready = np.flatnonzero(open_ == 0)
    while len(ready):
        yield ready
        following = after[:, ready].reshape(-1)
        kinds, done = np.unique(following[following >= 0], return_counts=True)
        open_[kinds] -= done
        ready = kinds[open_[kinds] == 0]
