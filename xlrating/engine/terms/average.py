"""The average rating in an event: of the opponents met, and of a whole round robin."""

from __future__ import annotations

from decimal import Decimal
from typing import List, NamedTuple, Optional, Sequence, Tuple

from ..errors import ArgumentError, NotKnownError, NumberError
from ..problem import make_error
from ..rounding import ROUNDINGS, ZERO, mean
from ..rules.ruleset import RuleSet
from ..rules.sections import Average
from .expectancy import counted_differences, rating_difference
from .performance import first_rating_against


class EventAverage(NamedTuple):
    """The average of a round robin with its parts.

    `rated`: average of the rated players, R(ar). `differences`: the difference for each
    rated player's share of points, d(P), in order; `difference`: their average, d(Pa).
    `average`: Ra, of all players, rounded as the regulation rounds it. A plain mean of
    rated players has no differences.
    """

    rated: Decimal
    differences: Tuple[Decimal, ...]
    difference: Optional[Decimal]
    average: Decimal


def opponents_average(
    own: Optional[Decimal], opponents: Sequence[Decimal], rules: RuleSet
) -> Decimal:
    """The average rating of the opponents met, each counted at most the cap away.

    An unrated player (`own` None) has no difference to cap.

    >>> from xlrating.engine.rules.ruleset import load
    >>> opponents_average(Decimal(2400), [Decimal(2300), Decimal(1800)], load("china-pro"))
    Decimal('2175')
    """
    rule = rules.need(Average)
    counted = list(opponents)
    if own is not None:
        counted = [own - difference for difference in counted_differences(own, opponents, rules)]
    return ROUNDINGS[rule.rounding](mean(counted), rule.places)


def event_average(
    ratings: Sequence[Optional[Decimal]], scores: Sequence[Decimal], rules: RuleSet, cycles: int = 1
) -> EventAverage:
    """The average rating of a round robin, unrated players (None) included.

    R(a) = R(ar) - d(Pa) n / (n + 1), n being the number of opponents; only the rated players'
    ratings and shares of points are known, and a share shows how far a player is
    from the average of a field that includes the player. `cycles` is how often everyone meets
    everyone. If everyone is rated it is the plain mean, if the rules say so.

    >>> from xlrating.engine.rules.ruleset import load
    >>> event_average([Decimal(2400), None], [Decimal("0.5")] * 2, load("china-pro")).average
    Decimal('2400')
    """
    rule = rules.need(Average)
    if not rule.round_robin:
        rules.given(None, "round_robin")
    if len(ratings) != len(scores):
        sizes = {"ratings": len(ratings), "scores": len(scores)}
        raise make_error(ArgumentError, "average_unequal", **sizes)
    met = len(ratings) - 1
    if met < 1:
        raise make_error(NumberError, "average_two")
    for score in scores:
        if not ZERO <= score <= met * cycles:
            raise make_error(NumberError, "average_score", score=str(score), most=met * cycles)
    rated = [(r, score) for r, score in zip(ratings, scores) if r is not None]
    if not rated:
        raise make_error(NotKnownError, "average_unrated", rules=rules.id, clause=rule.clause)
    if len(rated) == len(ratings) and rule.all_rated == "mean":
        average = mean(rating for rating, _ in rated)
        return EventAverage(average, (), None, ROUNDINGS[rule.rounding](average, 0))
    differences = tuple(rating_difference(score / (met * cycles), rules) for _, score in rated)
    total = sum((rating for rating, _ in rated), ZERO)
    apart = sum(differences, ZERO)
    # One division at the end, so that a half is exactly a half when it is rounded.
    exact = (total * (met + 1) - apart * met) / (len(rated) * (met + 1))
    return EventAverage(
        mean(rating for rating, _ in rated),
        differences,
        mean(differences),
        ROUNDINGS[rule.rounding](exact, 0),
    )


def averages_met(
    ratings: Sequence[Optional[Decimal]], scores: Sequence[Decimal], rules: RuleSet, cycles: int = 1
) -> Tuple[Decimal, ...]:
    """Each player's average opponent in a round robin, each counted at most the cap away.

    FIDE, November 2003: the average of a rated player's opponents is ((n + 1) Ra - R) / n,
    of any other player's Ra; against it the others perform R(u); then every opponent,
    with R(u) for a rating, is counted within the cap: Rc + sum(counted - real) / n.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rules = load("china-pro:round_robin=2003")
    >>> [int(r) for r in averages_met([Decimal(2400), None], [Decimal("0.5")] * 2, rules)]
    [2400, 2400]
    """
    rule = rules.need(Average)
    whole = ROUNDINGS[rule.rounding]
    met = len(ratings) - 1
    field = event_average(ratings, scores, rules, cycles).average
    first: List[Decimal] = []
    known: List[Decimal] = []
    for rating, score in zip(ratings, scores):
        if rating is None:
            first.append(field)
            found = first_rating_against(field, met * cycles, score, rules, met)
            assert found.exact is not None
            known.append(whole(found.exact, 0))
        else:
            first.append(whole((field * (met + 1) - rating) / met, 0))
            known.append(rating)
    averages = []
    for place, (average, own) in enumerate(zip(first, known)):
        others = known[:place] + known[place + 1 :]
        counted = [own - difference for difference in counted_differences(own, others, rules)]
        shift = sum(counted, ZERO) - sum(others, ZERO)
        averages.append(whole((average * met + shift) / met, 0))
    return tuple(averages)
