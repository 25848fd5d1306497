"""What a player had before a round, as Games asks: one colour in a row, points without a game.

Both in one number: each formula of Games that looks through all rounds of all players is told of
every change in them, and telling took longer than calculating.
"""

from __future__ import annotations

from ...engine.tournament.pairings import FREE
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn, hidden

#: No game with one colour, and more than there are of either.
_NONE, _UNIT = 50, 100


def column(plan: Plan) -> SheetColumn:
    """A hidden column of Rounds: points without a game, then games running, Black's below 50."""

    def value(index: int) -> Value:
        no, until = plan.numbers[index // plan.all_rounds], index % plan.all_rounds + 1
        points = plan.pairings.points_until(no, until)
        return points * _UNIT + _NONE + plan.pairings.running(no, until)

    before = f"IF([round]=1,{_NONE},[past-])"
    running = f"MOD({before},{_UNIT})"
    free = ",".join(f'[kind]="{kind.value}"' for kind in FREE)
    point = f"IF([score]=1,{_UNIT},0)"
    played = f"IF([as_white]>0,MAX({running},{_NONE})+1,MIN({running},{_NONE})-1)-{running}"
    own = f'IF(OR({free}),{point},IF([kind]="none",0,{played}))'
    return hidden("past", value, f"{before}+{own}")


def _before(plan: Plan, side: str) -> str:
    return f"INDEX([Rounds.past],([at_{side}]-1)*{plan.all_rounds}+[round]-1)"


def running(plan: Plan, side: str) -> str:
    """A formula of Games: the games of a side running before the round, below 0 with Black."""
    return f"(MOD({_before(plan, side)},{_UNIT})-{_NONE})"


def free_points(plan: Plan, side: str) -> str:
    """A formula of Games: in how many rounds before this one a side had a point without a game."""
    return f"INT({_before(plan, side)}/{_UNIT})"
