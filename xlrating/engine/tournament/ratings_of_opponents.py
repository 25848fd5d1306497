"""Tie-breaks from ratings (FIDE C.07, 10): those of opponents met over the board, and one's own.

"If unrated players are present" they are left out unless the event says how to treat them: then
nobody has a value, and the tie-break decides nothing. Tables are those of the FIDE regulations.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import List, Optional, Sequence

from ..rounding import ZERO, half_up, mean
from ..rules.ruleset import RuleSet, load
from ..terms.expectancy import expected_score
from ..terms.performance import performance
from .scores import PlayerRound, Scores

#: Zero points give a performance this far below the lowest opponent (10.3).
_BELOW = 800


def own(scores: Scores, no: int) -> Optional[Decimal]:
    """10.6: the player's own rating; None if any player of the event is unrated."""
    return scores.event.by_no[no].rating if scores.all_rated else None


def average(scores: Scores, no: int, low: int = 0, high: int = 0) -> Optional[Decimal]:
    """10.1: the average rating of the opponents met, 0.5 rounded up, with cuts (14)."""
    ratings = sorted(_ratings(scores, no))
    left = ratings[low : len(ratings) - high if high else None]
    return half_up(mean(left), 0) if left else None


def tournament_performance(scores: Scores, no: int) -> Optional[Decimal]:
    """10.2: that average plus the difference for the share of points over the board."""
    ratings = _ratings(scores, no)
    return performance(ratings, _score(scores, no), _fide()).rating if ratings else None


def perfect_performance(scores: Scores, no: int) -> Optional[Decimal]:
    """10.3: the lowest whole rating with an expected score of at least the player's points."""
    ratings, score = _ratings(scores, no), _score(scores, no)
    if not ratings:
        return None
    # An expected score is never negative: without a point it is the lowest of these.
    low, high = int(min(ratings)) - _BELOW, int(max(ratings)) + _BELOW
    while low < high:
        middle = (low + high) // 2
        found = sum((expected_score(middle - each, _fide()) for each in ratings), ZERO)
        low, high = (low, middle) if found >= score else (middle + 1, high)
    return Decimal(low)


def average_performance(scores: Scores, no: int) -> Optional[Decimal]:
    """10.4: the average performance of the opponents met, 0.5 rounded up."""
    return _mean([tournament_performance(scores, other) for other in met(scores, no)])


def average_perfect(scores: Scores, no: int) -> Optional[Decimal]:
    """10.5: the average perfect performance of the opponents met, 0.5 rounded up."""
    return _mean([perfect_performance(scores, other) for other in met(scores, no)])


def met(scores: Scores, no: int) -> List[int]:
    """The opponents met over the board, once per game."""
    return [one.opponent for one in _played(scores, no) if one.opponent is not None]


def _played(scores: Scores, no: int) -> Sequence[PlayerRound]:
    return [one for one in scores.rounds[no] if one.met and one.opponent in scores.rounds]


def _ratings(scores: Scores, no: int) -> List[Decimal]:
    """The ratings of the opponents met; empty if a player of the event is unrated."""
    found = (scores.event.by_no[other].rating for other in met(scores, no))
    return [rating for rating in found if rating is not None] if scores.all_rated else []


def _score(scores: Scores, no: int) -> Decimal:
    return sum((one.score for one in _played(scores, no)), ZERO)


def _mean(values: Sequence[Optional[Decimal]]) -> Optional[Decimal]:
    known = [value for value in values if value is not None]
    return half_up(mean(known), 0) if known else None


@lru_cache(maxsize=1)
def _fide() -> RuleSet:
    return load("fide")
