"""Performance rating, and the first rating of a player without one."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple, Optional, Sequence

from .errors import NumberError
from .expectancy import rating_difference
from .rounding import HALF, ONE, ROUNDINGS, ZERO, mean
from .ruleset import RuleSet
from .sections import Initial, Performance


class Performed(NamedTuple):
    """A performance with its parts: average of the opponents, share, difference, rating."""

    average: Decimal
    share: Decimal
    difference: Decimal
    rating: Decimal


class FirstRating(NamedTuple):
    """A first rating with its parts; `rating` None when `reason` (a text key) stands against it."""

    games: int
    score: Decimal
    average: Optional[Decimal]
    share: Optional[Decimal]
    difference: Optional[Decimal]
    exact: Optional[Decimal]
    rating: Optional[Decimal]
    reason: str


def performance(opponents: Sequence[Decimal], score: Decimal, rules: RuleSet) -> Performed:
    """Performance against rated opponents: their average plus the difference for the share.

    Raises `NotKnownError` for 100 % or 0 % where the regulation gives no difference.

    >>> from xlrating.ruleset import load
    >>> performance([Decimal(1600)] * 5, Decimal("3.5"), load("fide")).rating
    Decimal('1749')
    """
    rule: Performance = rules.need("performance")
    _check_score(score, len(opponents))
    average = ROUNDINGS[rule.average_rounding](mean(opponents), 0)
    share = score / len(opponents)
    difference = rating_difference(share, rules)
    rating = ROUNDINGS[rule.rounding](average + difference, 0)
    return Performed(average, share, difference, rating)


def initial_rating(opponents: Sequence[Decimal], score: Decimal, rules: RuleSet) -> FirstRating:
    """The first rating of a player with this score against these rated opponents.

    >>> from xlrating.ruleset import load
    >>> rated = [Decimal(r) for r in (1902, 1877, 1884, 2012, 1832)]
    >>> initial_rating(rated, Decimal(3), load("fide")).rating
    Decimal('1922')
    """
    rule: Initial = rules.need("initial")
    games = len(opponents)
    _check_score(score, games)
    if games < rule.least_games:
        return FirstRating(games, score, None, None, None, None, None, "initial_games")
    if score < rule.least_score:
        return FirstRating(games, score, None, None, None, None, None, "initial_score")
    average = mean(list(opponents) + [rule.draws_against] * rule.draws)
    share = (score + rule.draws * HALF) / (games + rule.draws)
    if rule.per_half_point and share >= HALF:
        difference = rule.per_half_point * 2 * (score - games * HALF)
    else:
        difference = rating_difference(share, rules)
    exact = average + difference
    rating: Optional[Decimal] = ROUNDINGS[rule.rounding](exact, 0)
    reason = ""
    if rule.most is not None and rating is not None and rating > rule.most:
        rating, reason = rule.most, "initial_most"
    if rule.least is not None and rating is not None and rating < rule.least:
        rating, reason = None, "initial_least"
    return FirstRating(games, score, average, share, difference, exact, rating, reason)


def _check_score(score: Decimal, games: int) -> None:
    if games == 0:
        raise NumberError("there is no rated opponent; at least one is needed")
    if not ZERO <= score <= games * ONE:
        raise NumberError(f"score is {score} in {games} games; it must be from 0 to {games}")
