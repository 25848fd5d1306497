"""Unplayed rounds as FIDE counted them before 2023: a virtual opponent, and draws for others.

FIDE Handbook C.02, 13.15 (80th FIDE Congress, 2009), still used by programs after C.07
of 2023: "13.15.1 For tie-break purposes all unplayed games in which players are indirectly
involved (results by forfeit of opponents) are considered to have been drawn. 13.15.2 For
tie-break purposes a player who has no opponent will be considered as having played against a
virtual opponent who has the same number of points at the beginning of the round and who draws in
all the following rounds. For the round itself the result by forfeit will be considered as a
normal result. This gives the formula: Svon = SPR + (1 - SfPR) + 0.5 * (n - R)".
"""

from __future__ import annotations

from decimal import Decimal
from typing import List

from ..rounding import ZERO
from .scores import Contribution, PlayerRound, Scores


def drawn(scores: Scores, no: int) -> Decimal:
    """13.15.1: a player's points as used in the opponents' tie-breaks."""
    undecided = (scores.scoring.draw - r.points for r in scores.rounds[no] if not r.met)
    return scores.points[no] + sum(undecided, ZERO)


def before(scores: Scores, no: int, number: int) -> Decimal:
    """SPR: a player's points at the beginning of a round."""
    return sum((r.points for r in scores.scored[no] if r.number < number), ZERO)


def score_against(scores: Scores, no: int, played: PlayerRound) -> Decimal:
    """The opponent's score in a round over the board, otherwise the virtual opponent's."""
    if played.met and played.opponent is not None:
        return drawn(scores, played.opponent) if played.opponent in scores.rounds else ZERO
    start = before(scores, no, played.number)
    win, draw = scores.scoring.win, scores.scoring.draw
    return start + (win - played.points) + draw * (scores.last - played.number)


def _contributions(scores: Scores, no: int) -> List[Contribution]:
    return [Contribution(score_against(scores, no, r), r) for r in scores.rounds[no]]


def buchholz(scores: Scores, no: int) -> Decimal:
    """The sum of the opponents' scores, including virtual opponents."""
    return sum((each.value for each in _contributions(scores, no)), ZERO)


def buchholz_cut(scores: Scores, no: int) -> Decimal:
    """Buchholz without the lowest opponent's score, whatever round it comes from."""
    values = [each.value for each in _contributions(scores, no)]
    return sum(values, ZERO) - min(values, default=ZERO)


def berger(scores: Scores, no: int) -> Decimal:
    """The opponents' scores, each multiplied by the points scored against them."""
    return sum((each.value * each.round.points for each in _contributions(scores, no)), ZERO)
