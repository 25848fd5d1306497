"""Caches for what is derived from rule sets: loaded once, they rate many events."""

from __future__ import annotations

from functools import wraps
from typing import Callable, Dict, Tuple, TypeVar

Of = TypeVar("Of")
Made = TypeVar("Made")


def kept(most: int) -> Callable[[Callable[[Of], Made]], Callable[[Of], Made]]:
    """Decorate a function to cache its results; beyond `most` arguments, the cache is emptied.

    Arguments are compared by identity, which costs nothing; an equal one counts as different.

    >>> lists = kept(10)(list)
    >>> word = "ab"
    >>> lists(word) is lists(word)
    True
    """

    def keeping(make: Callable[[Of], Made]) -> Callable[[Of], Made]:
        # The argument is kept alive with the result, so that its identity is not reused.
        known: Dict[int, Tuple[Of, Made]] = {}

        @wraps(make)
        def made(of: Of) -> Made:
            found = known.get(id(of))
            if found is None or found[0] is not of:
                if len(known) >= most:
                    # Speed: dropping one at a time takes longer; and memory is freed.
                    known.clear()
                found = known[id(of)] = (of, make(of))
            return found[1]

        return made

    return keeping


#: How many results one `Remembered` holds at most.
MOST_REMEMBERED = 8192


class Remembered(Dict[Of, Made]):
    """A function's results by its argument. For numbers it is their text: hashing a `Decimal` takes
    five times as long.

    >>> from decimal import Decimal
    >>> halves = Remembered(lambda text: Decimal(text) / 2)
    >>> halves["5"], halves["5.0"]
    (Decimal('2.5'), Decimal('2.5'))
    """

    def __init__(self, of: Callable[[Of], Made]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, of: Of) -> Made:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        made = self[of] = self._of(of)
        return made
