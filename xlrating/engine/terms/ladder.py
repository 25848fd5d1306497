"""Points after each game instead of ratings, for platforms with a ladder of ranks."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional, Union

from ..errors import NumberError
from ..problem import make_error
from ..rounding import HALF, ONE, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Ladder, RatingClass


def ladder_points(
    points: Decimal, score: Decimal, rules: RuleSet, moves: Union[int, Decimal, None] = None
) -> Decimal:
    """The points after a game won (1), drawn (0.5) or lost (0) in this many moves.

    A game with an unknown number of moves is not a short one.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rules = load("rank-ladder")
    >>> [int(ladder_points(Decimal(49), ONE, rules, Decimal(n))) for n in (11, 10)]
    [50, 49]
    """
    rule = rules.need(Ladder)
    if rule.bounded and points < rule.least:
        raise make_error(NumberError, "ladder_least", points=str(points), least=str(rule.least))
    after = points + ladder_gain(score, rules, moves)
    return max(rule.least, after) if rule.bounded else after


def ladder_gain(score: Decimal, rules: RuleSet, moves: Union[int, Decimal, None] = None) -> Decimal:
    """What a game won (1), drawn (0.5) or lost (0) in this many moves adds, before any bound.

    >>> from xlrating.engine.rules.ruleset import load
    >>> int(ladder_gain(ZERO, load("rank-ladder"))), int(ladder_gain(HALF, load("rank-ladder")))
    (-1, 0)
    """
    rule = rules.need(Ladder)
    is_short = moves is not None and moves <= rule.short_moves
    gains = {
        ONE: rule.short_win if is_short else rule.win,
        HALF: rule.draw,
        ZERO: rule.short_loss if is_short else rule.loss,
    }
    if score not in gains:
        raise make_error(NumberError, "score_of_game", what="score", value=str(score))
    return gains[score]


def rank_of(value: Decimal, rules: RuleSet) -> Optional[RatingClass]:
    """The class or rank of a rating; None below the lowest."""
    reached = [found for found in rules.classes if value >= found.least]
    return max(reached, key=lambda found: found.least) if reached else None
