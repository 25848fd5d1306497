"""What was made of the last rule sets: they are loaded once and rate many events."""

from __future__ import annotations

from functools import wraps
from typing import Callable, Dict, Tuple, TypeVar

Of = TypeVar("Of")
Made = TypeVar("Made")


def kept(most: int) -> Callable[[Callable[[Of], Made]], Callable[[Of], Made]]:
    """The function runs once for each of the last `most` values that it is given.

    A value is known by its identity, which takes no time; an equal one is another one.

    >>> lists = kept(10)(list)
    >>> word = "ab"
    >>> lists(word) is lists(word)
    True
    """

    def keeping(make: Callable[[Of], Made]) -> Callable[[Of], Made]:
        # The value stays alive beside what was made, so that no other one has its identity.
        known: Dict[int, Tuple[Of, Made]] = {}

        @wraps(make)
        def made(of: Of) -> Made:
            found = known.get(id(of))
            if found is None or found[0] is not of:
                if len(known) >= most:
                    # Speed: memory is freed.
                    known.clear()
                found = known[id(of)] = (of, make(of))
            return found[1]

        return made

    return keeping
