"""Two numbers as one: a round and a place of Players, or the places of two who meet.

So the program's own search finds them, and all rows have one formula. Places, not the numbers that
players have: a list may number them as it likes.
"""

from __future__ import annotations

from ...engine.event import Game
from ..plan import Plan

#: More than there are places, lines or rounds: a sheet has no rows for so many.
UNIT = 100_000


def both(first: str, second: str) -> str:
    """The formula of the one number that stands for two.

    >>> both("A1", "B1")
    'A1*100000+B1'
    """
    return f"{first}*{UNIT}+{second}"


#: The number of an unordered pair of players, in a line of Games.
MEETING = both("MIN([at_white],[at_black])", "MAX([at_white],[at_black])")


def meeting(plan: Plan, game: Game) -> int:
    """The number of a game's unordered pair of players."""
    assert game.black is not None
    first, second = sorted((plan.place_of[game.white] + 1, plan.place_of[game.black] + 1))
    return first * UNIT + second
