"""How grave a line of Check is."""

from __future__ import annotations

from enum import IntEnum


class Gravity(IntEnum):
    """What a line of Check is about, the gravest first; each is of one sheet.

    What is wrong stops. What is doubtful, two who meet again (or a round before which one has no
    game) and a game without result may make other ratings; a round without a line and the colours
    make none.
    """

    PLAYER_WRONG = 1
    GAME_WRONG = 2
    START_DOUBT = 3
    PLAYER_DOUBT = 4
    MET_AGAIN = 5
    OPEN = 6
    ROUND_MISSING = 7
    SIDES = 8
