"""Functions about performances and first ratings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List, Sequence, Tuple

from ..engine.errors import ArgumentError, NotKnownError
from ..engine.problem import make_error
from ..engine.rounding import ROUNDINGS, ZERO, exact
from ..engine.rules.ruleset import RuleSet, load
from ..engine.rules.sections import Initial, Pooled
from ..engine.terms.average import event_average
from ..engine.terms.performance import initial_rating, performance, pooled
from .arguments import is_blank, paired, rating_of, whole_number
from .registry import worksheet


@worksheet(rows=("opponents", "scores"))
def PERF_RATING(opponents: Any, scores: Any, ruleset: str = "elo", rating: Any = None) -> Decimal:
    """Performance rating: average opponent plus the difference for the share of points.

    Arguments: rating, the player's own, for rules that add a draw against the player's own rating.
    Rp = Rc + D(P). #N/A for 100 % or 0 % where the regulation prints no difference.

    >>> PERF_RATING([1675, 1890], [1, 0.5]), PERF_RATING([1675, 1890], 1.5, "elo:model=logistic")
    (1976, 1974)
    """
    rules = load(ruleset)
    ratings, score = _results(opponents, scores, rules)
    return performance(ratings, score, rules, rating_of(rating, "rating", rules)).rating


@worksheet(rows=("opponents", "scores"))
def INITIAL_RATING(opponents: Any, scores: Any, ruleset: str = "elo") -> Decimal:
    """The first rating of a player without one, from results against rated opponents.

    #N/A if the regulation gives none yet: too few games, too few points, or too low.

    >>> INITIAL_RATING([1902, 1877, 1884, 2012, 1832], [1, 1, 1, 0, 0], "fide")
    1922
    """
    rules = load(ruleset)
    ratings, score = _results(opponents, scores, rules)
    first = initial_rating(ratings, score, rules)
    if first.rating is None:
        words = dict(vars(rules.need(Initial)), exact=first.exact, games=first.games)
        raise make_error(NotKnownError, first.reason, score=first.score, **words)
    return first.rating


@worksheet(rows=("ratings", "scores"))
def EVENT_AVERAGE(ratings: Any, scores: Any, ruleset: str = "china-pro") -> Decimal:
    """The average rating of a round robin, unrated players included.

    Arguments: ratings of all players, blank for an unrated one; scores, each player's points
    against all the others. R(a) = R(ar) - d(Pa) n/(n + 1), or the mean of the ratings if
    everyone has one and the rules say so.

    >>> EVENT_AVERAGE([2600, 2500, "", 2400], [2, 2, 1, 1])
    2469
    """
    if len(ratings) == len(scores):
        both = [pair for pair in zip(ratings, scores) if not all(map(is_blank, pair))]
        ratings, scores = ([pair[at] for pair in both] for at in (0, 1))
    if any(is_blank(score) for score in scores):
        raise make_error(ArgumentError, "fn_points")
    rules = load(ruleset)
    known = [rating_of(rating, "rating", rules) for rating in ratings]
    points = [exact(score, "score") for score in scores]
    return event_average(known, points, rules).average


@worksheet(rows=("ratings", "games"))
def POOLED_RATING(ratings: Any, games: Any, ruleset: str = "china-pro") -> Decimal:
    """The first published rating from performances in several events.

    Arguments: ratings, the performance in each event, in order; games, the number of games
    in each. R(n) = sum(R(u) x games)/sum(games), rounded as published; a first performance
    that the regulation voids is left out.

    >>> POOLED_RATING([2280, 2400, 2000], [5, 10, 5])
    2270
    """
    rules = load(ruleset)
    rule = rules.need(Initial)
    least = rules.need(Pooled).least_games
    if len(ratings) != len(games):
        raise make_error(ArgumentError, "fn_counts", ratings=len(ratings), games=len(games))
    results: List[Tuple[Decimal, int]] = []
    for rating, number in zip(ratings, games):
        count = whole_number(number, "games")
        value = rating_of(rating, "rating", rules) if count else None
        if value is None or not count:
            continue
        if results or rule.void_below is None or value >= rule.void_below:
            results.append((value, int(count)))
    if not results or sum(count for _, count in results) < least:
        raise make_error(NotKnownError, "fn_first", rules=rules.id, clause=rule.clause)
    return ROUNDINGS[rule.rounding](pooled(results)[0], 0)


def _results(
    opponents: Sequence[Any], scores: Sequence[Any], rules: RuleSet
) -> Tuple[List[Decimal], Decimal]:
    pairs = paired(opponents, scores, rules)
    return [rating for rating, _ in pairs], sum((score for _, score in pairs), ZERO)
