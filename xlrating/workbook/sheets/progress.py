"""The progress of an event, in single cells that all sheets read: the engine's, in formulas.

They are on the Crosstable (see `ties`), which every workbook has.
"""

from __future__ import annotations

from ..file.grid import Value
from ..formulas.pairs import UNIT
from ..plan import Plan
from .lean import MARK

#: In place of a round if no game waits to be played.
NO_ROUND = 9999


def cells(plan: Plan) -> dict[str, tuple[Value, str]]:
    """The value and the formula of each cell."""
    event = plan.event
    return {
        "round_waiting": (event.waiting_round or NO_ROUND, _waiting()),
        "rounds_played": (plan.scores.last, _played(plan.points_column)),
        "rounds_paired": (plan.rounds_paired, f"INT(MAX([Games.key_black])/{UNIT})"),
        "round_now": (plan.round_now, _now(plan)),
        "is_over": (int(event.is_over), _over(plan)),
    }


def _waiting() -> str:
    """The formula of the first round with a pending game that was not postponed."""
    waits = "([Games.open]=1)*([Games.result_row]=0)"
    return f"SUMPRODUCT(MIN({NO_ROUND}-{waits}*({NO_ROUND}-INT([Games.key_white]/{UNIT}))))"


def _played(points: str) -> str:
    """The formula of the last round with a result of two players, but not a forfeit in advance."""
    scored = f"([Rounds.{points}]<>{MARK})*([Rounds.opponent_at]>0)"
    beforehand = '([Rounds.round]>=[Rules.round_waiting])*([Rounds.kind]="forfeit")'
    return f"SUMPRODUCT(MAX({scored}*(1-{beforehand})*[Rounds.round]))"


def _now(plan: Plan) -> str:
    """The formula of the round being played, see `Plan.round_now`."""
    other = "MAX(1,[Rules.rounds_paired])"
    if plan.is_round_robin:
        other = "MIN([Rules.rounds_played]+1,file_rounds)"
    return f"IF([Rules.round_waiting]<{NO_ROUND},[Rules.round_waiting],{other})"


def _over(plan: Plan) -> str:
    """The formula for 1 if every game has its result and, in a Swiss, every round games; or 0."""
    last = "1" if plan.is_round_robin else "MAX(1,file_rounds)"
    return f"IF(SUM([Games.open])>0,0,IF([Rules.rounds_played]>={last},1,0))"
