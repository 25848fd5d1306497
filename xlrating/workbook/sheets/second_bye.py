"""A full-point bye for who had a full point without a game before.

FIDE C.04.1, 4 (from 2025-07-01): "A player who has already received a pairing allocated bye, or has
already scored in one single round, without playing, as many points as rewarded for a win, shall not
receive the pairing allocated bye."
"""

from __future__ import annotations

from ...engine.event import Game
from ...engine.results import RESULT_BY_CODE, Kind
from ...engine.rounding import ONE
from ..formulas import results
from ..plan import Plan

#: The bye of who is left over: a full point.
_FULL = RESULT_BY_CODE["BYE 1"]
KINDS = (Kind.BYE, Kind.FORFEIT)


def is_given_again(plan: Plan, game: Game) -> bool:
    """Whether a game is such a bye, in a Swiss."""
    if plan.is_round_robin or game.result != _FULL or not plan.is_real(game):
        return False
    return points_until(plan, game.white, game.round - 1) > 0


def points_until(plan: Plan, no: int, until: int) -> int:
    """In how many rounds up to one somebody had a full point without a game."""
    own = (plan.rounds_of.get((no, number)) for number in range(1, until + 1))
    kinds = ((RESULT_BY_CODE[one.result].kind, one.points) for one in own if one)
    return sum(kind in KINDS and points == ONE for kind, points in kinds)


def test(free_points: str) -> str:
    """A formula of Games: whether a line is such a bye; an error where it is no line."""
    before = f"IF([round]>1,{free_points}>0,FALSE)"
    is_full = f"[result_row]={results.CODES.index(_FULL.code) + 1}"
    return f"IF(AND({is_full},[key_white]>0),{before},FALSE)"
