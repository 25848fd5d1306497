"""How many games running a player has had one colour: byes and forfeits between do not count.

FIDE C.04.1 looks at games, not at rounds: who has White, a bye and White has had it twice.
"""

from __future__ import annotations

from ...engine.results import RESULT_BY_CODE, Kind
from ..plan import Plan

#: After so many a further one is told of.
MOST = 2


def running(plan: Plan, no: int, until: int) -> int:
    """The games running with one colour after a round, below 0 those with Black."""
    found = 0
    for number in range(1, until + 1):
        game = plan.rounds_of.get((no, number))
        if game is None or RESULT_BY_CODE[game.result].kind in (Kind.BYE, Kind.FORFEIT):
            continue
        found = max(found, 0) + 1 if game.colour == "w" else min(found, 0) - 1
    return found
