"""How many games running a player has had one colour: byes and forfeits between do not count.

FIDE C.04.1 looks at games, not at rounds: who has White, a bye and White has had it twice.
"""

from __future__ import annotations

from ...engine.results import RESULT_BY_CODE, Kind
from ..file.grid import Value
from ..plan import Plan
from ..table import Column, hidden

#: After so many a further one is told of.
MOST = 2


def column(plan: Plan) -> Column:
    """A hidden column of Rounds: the games running after a round, below 0 those with Black."""

    def value(index: int) -> Value:
        return running(plan, plan.numbers[index // plan.all_rounds], index % plan.all_rounds + 1)

    before = "IF([round]=1,0,[running-])"
    unplayed = ",".join(f'[kind]="{kind}"' for kind in ("none", "bye", "forfeit"))
    played = f"IF([as_white]>0,MAX({before},0)+1,MIN({before},0)-1)"
    return hidden("running", value, f"IF(OR({unplayed}),{before},{played})")


def running(plan: Plan, no: int, until: int) -> int:
    """The games running with one colour after a round, below 0 those with Black."""
    found = 0
    for number in range(1, until + 1):
        game = plan.rounds_of.get((no, number))
        if game is None or RESULT_BY_CODE[game.result].kind in (Kind.BYE, Kind.FORFEIT):
            continue
        found = max(found, 0) + 1 if game.colour == "w" else min(found, 0) - 1
    return found
