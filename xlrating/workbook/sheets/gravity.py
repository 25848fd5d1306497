"""How grave a line of Check is."""

from __future__ import annotations

from enum import IntEnum


class Gravity(IntEnum):
    """What a line of Check is about, the gravest first; each concerns one sheet.

    Errors stop. Doubts, repeated pairings (or a skipped round) and missing
    results may change ratings; a round without a line and colours
    do not.
    """

    PLAYER_WRONG = 1
    GAME_WRONG = 2
    START_DOUBT = 3
    PLAYER_DOUBT = 4
    MET_AGAIN = 5
    OPEN = 6
    ROUND_MISSING = 7
    SIDES = 8
