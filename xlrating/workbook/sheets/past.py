"""A player's history before a round, as Games needs it: colours in a row, points without a game.

If each formula of Games read all rounds of all players, every change would notify all of them,
which took longer than the calculation. So one cell has a player's rounds: a digit for each.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.tournament.pairings import FREE, MOST
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn, hidden

#: What stands for no game in a row with one colour, and the factor of points.
_NONE, _UNIT = 50, 100
#: How many rounds a number has digits for.
_DIGITS = 15
#: The digit after a round: enough games in a row with White, with Black; and what points without a
#: game add to it.
_WHITE, _BLACK, _FREE = 1, 2, 3


def columns(plan: Plan) -> list[SheetColumn]:
    """Hidden columns of Rounds: points without a game, then games in a row with one colour, Black's
    below 50; and the values that Games needs, once for each player and fifteen rounds.
    """

    def past(index: int) -> tuple[int, int]:
        no, until = plan.numbers[index // plan.all_rounds], index % plan.all_rounds + 1
        return plan.pairings.points_until(no, until), plan.pairings.running(no, until)

    def value(index: int) -> Value:
        points, running = past(index)
        return points * _UNIT + _NONE + running

    def digit(index: int) -> int:
        points, running = past(index)
        colour = _WHITE if running >= MOST else _BLACK if running <= -MOST else 0
        return colour + (_FREE if points else 0)

    before = f"IF([round]=1,{_NONE},[past-])"
    running = f"MOD({before},{_UNIT})"
    free = ",".join(f'[kind]="{kind.value}"' for kind in FREE)
    point = f"IF([score]=1,{_UNIT},0)"
    played = f"IF([as_white]>0,MAX({running},{_NONE})+1,MIN({running},{_NONE})-1)-{running}"
    own = f'IF(OR({free}),{point},IF([kind]="none",0,{played}))'
    return [
        hidden("past", value, f"{before}+{own}"),
        *(_asked(plan, first, digit) for first in range(0, plan.all_rounds, _DIGITS)),
    ]


def _asked(plan: Plan, first: int, digit: Callable[[int], int]) -> SheetColumn:
    """The digits after the rounds from `first` on, counted from 0."""
    count = min(_DIGITS, plan.all_rounds - first)

    def value(index: int) -> Value:
        rounds = range(index + first, index + first + count)
        return int("".join(str(digit(at)) for at in rounds).ljust(_DIGITS, "0"))

    running = f"[past@]-{_UNIT}*INT([past@]/{_UNIT})"
    colour = f"{_WHITE}*({running}>={_NONE + MOST})+{_BLACK}*({running}<={_NONE - MOST})"
    digits = f"({colour}+{_FREE}*([past@]>={_UNIT}))*10^({_DIGITS + first}-[round@])"
    if plan.all_rounds > _DIGITS:
        digits += f"*([round@]>{first})*([round@]<={first + count})"
    return hidden(f"asked{first}", value, f"SUMPRODUCT({digits})", once=True)


def _before(plan: Plan, side: str) -> str:
    """The digit of a side before the round of a line; an error without a player, and in round 1."""
    text = ""
    for first in reversed(range(0, plan.all_rounds, _DIGITS)):
        found = f"INDEX([Rounds.asked{first}],([at_{side}]-1)*{plan.all_rounds}+1)"
        after = f"INT({found}/10^({_DIGITS + first + 1}-[round]))"
        each = f"({after}-10*INT({found}/10^({_DIGITS + first + 2}-[round])))"
        text = f"IF([round]<={first + _DIGITS + 1},{each},{text})" if text else each
    return text


def running(plan: Plan, side: str) -> str:
    """A formula of Games: whether a side had enough games running with its colour."""
    colour = {"white": _WHITE, "black": _BLACK}[side]
    return f"MOD({_before(plan, side)},{_FREE})={colour}"


def free_points(plan: Plan, side: str) -> str:
    """A formula of Games: whether a side had a point without a game before this round."""
    return f"{_before(plan, side)}>={_FREE}"
