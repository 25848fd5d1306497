"""Performance rating, including 100 %, and the first rating of an unrated player."""

from __future__ import annotations

from decimal import Decimal
from typing import List, NamedTuple, Optional, Sequence, Tuple

from ..errors import NotKnownError, NumberError
from ..problem import make_error
from ..rounding import HALF, ONE, ROUNDINGS, ZERO, certain, half_up, mean
from ..rules.ruleset import RuleSet
from ..rules.sections import Initial, Performance
from .expectancy import counted_differences, expected_score, rating_difference
from .floor import absolute_floor
from .provisional import first_special, special_rating

#: No performance is further from all opponents than this; bisection stops at this distance.
FAR, CLOSE = Decimal(4000), Decimal("0.000001")
#: The maximum number of steps to a performance; real curves need a few dozen.
MOST_STEPS = 1000


class Performed(NamedTuple):
    """A performance with its parts: average of the opponents, share, difference, rating."""

    average: Decimal
    share: Decimal
    difference: Decimal
    rating: Decimal


class FirstRating(NamedTuple):
    """A first rating with its parts; `rating` is None if `reason` (a text key) rules it out."""

    games: int
    score: Decimal
    average: Optional[Decimal]
    share: Optional[Decimal]
    difference: Optional[Decimal]
    exact: Optional[Decimal]
    rating: Optional[Decimal]
    reason: str


def performance(
    opponents: Sequence[Decimal], score: Decimal, rules: RuleSet, own: Optional[Decimal] = None
) -> Performed:
    """Performance against rated opponents: their average plus the difference for the share.

    `own` is the player's rating, for regulations that add a draw against oneself, or whose
    rating is a performance against opponents as counted for the player.
    Raises `NotKnownError` for 100 % or 0 % if the regulation gives no difference.

    >>> from xlrating.engine.rules.ruleset import load
    >>> performance([Decimal(1600)] * 5, Decimal("3.5"), load("fide")).rating
    Decimal('1749')
    """
    _check_score(score, len(opponents))
    if rules.performance is None and rules.pooled is not None:
        return _as_first(opponents, score, rules)
    rule = rules.need(Performance)
    if own is not None and rules.weighting is not None:
        opponents = [own - one for one in counted_differences(own, opponents, rules)]
    average = ROUNDINGS[rule.average_rounding](mean(opponents), 0)
    share = score / len(opponents)
    if rule.solved:
        rating = ROUNDINGS[rule.rounding](_solved(opponents, score, rules, own), 0)
        return Performed(average, share, rating - average, rating)
    difference = rating_difference(share, rules)
    rating = ROUNDINGS[rule.rounding](certain(average + difference), 0)
    if rule.iterated:
        last = approximations(opponents, score, rules)[-1]
        if last.correction is None:
            raise make_error(NotKnownError, "performance_far", rules=rules.id)
        rating = last.rating
        difference = rating - average
    return Performed(average, share, difference, rating)


def _as_first(opponents: Sequence[Decimal], score: Decimal, rules: RuleSet) -> Performed:
    """R(u), the performance in an event, for rules that build first ratings from several."""
    average = ROUNDINGS[rules.need(Initial).average_rounding](mean(opponents), 0)
    first = first_rating_against(average, len(opponents), score, rules)
    assert first.share is not None and first.difference is not None and first.exact is not None
    return Performed(average, first.share, first.difference, first.exact)


def _solved(
    opponents: Sequence[Decimal], score: Decimal, rules: RuleSet, own: Optional[Decimal]
) -> Decimal:
    """The rating at which the expected score equals the actual one, by bisection."""
    rule = rules.need(Performance)
    met = list(opponents)
    if score in (ZERO, len(met) * ONE):
        if not rule.full_draw or own is None:
            raise _none("performance_own", score, len(met), rules)
        met, score = [*met, own], score + HALF
    low, high = min(met) - FAR, max(met) + FAR
    while high - low > CLOSE:
        middle = (low + high) / 2
        if sum((expected_score(middle - rating, rules) for rating in met), ZERO) < score:
            low = middle
        else:
            high = middle
    return low


class Approximation(NamedTuple):
    """One step towards a performance: the rating tried, the missing score, the next correction.

    The correction is None if the step needs a share of points outside 0 to 1.
    """

    rating: Decimal
    lacking: Decimal
    correction: Optional[Decimal]


def approximations(
    opponents: Sequence[Decimal], score: Decimal, rules: RuleSet
) -> List[Approximation]:
    """The whole ratings on the way to the one at which the expected score equals the actual one.

    Starting from average + D(share), each step adds D(50 % + missing score per game), until
    that is zero or would return to a rating tried before, which is not taken: this is how
    the official calculation A625-E03-VMA ends. Opponents very far apart may require a share
    below 0 or above 1: then there is no correction, nor if the steps do not end.
    """
    rule = rules.need(Performance)
    games = len(opponents)
    first = whole_difference(score / games, rules)
    if first is None:
        raise _none("performance_none", score, games, rules)
    rating = ROUNDINGS[rule.average_rounding](mean(opponents), 0) + first
    found: List[Approximation] = []
    tried: List[Decimal] = []
    while True:
        differences = counted_differences(rating, opponents, rules)
        lacking = score - sum((expected_score(d, rules) for d in differences), ZERO)
        correction = whole_difference(lacking / games + HALF, rules)
        if correction is not None and rating + correction in tried:
            correction = ZERO
        if len(found) == MOST_STEPS:
            correction = None
        tried.append(rating)
        found.append(Approximation(rating, lacking, correction))
        if not correction:
            return found
        rating += correction


def whole_difference(share: Decimal, rules: RuleSet) -> Optional[Decimal]:
    """The whole difference for a share, rounded as the rules say."""
    rule = rules.need(Performance)
    if rule.share_places is not None:
        share = half_up(share, rule.share_places)
    if not ZERO < share < ONE:
        return None
    return ROUNDINGS[rule.rounding](rating_difference(share, rules), 0)


def initial_rating(opponents: Sequence[Decimal], score: Decimal, rules: RuleSet) -> FirstRating:
    """The first rating of a player with this score against these rated opponents.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rated = [Decimal(r) for r in (1902, 1877, 1884, 2012, 1832)]
    >>> initial_rating(rated, Decimal(3), load("fide")).rating
    Decimal('1922')
    """
    rule = rules.need(Initial)
    games = len(opponents)
    _check_score(score, games)
    if games < rule.least_games:
        return FirstRating(games, score, None, None, None, None, None, "initial_games")
    if score < rule.least_score:
        return FirstRating(games, score, None, None, None, None, None, "initial_score")
    if not rule.full and score in (ZERO, games * ONE):
        raise _none("initial_none_of", score, games, rules)
    if rule.performed or rule.per_win is not None:
        return _first_as_performed(opponents, score, rules)
    average = mean(list(opponents) + [rule.draws_against] * rule.draws)
    average = ROUNDINGS[rule.average_rounding](average, 0)
    return first_rating_against(average, games, score, rules)


def _first_as_performed(
    opponents: Sequence[Decimal], score: Decimal, rules: RuleSet
) -> FirstRating:
    """A first rating that is the performance itself, or the average of results per game."""
    rule = rules.need(Initial)
    games, average = len(opponents), mean(opponents)
    if rule.per_win is not None:
        exact = special_rating(ZERO, ZERO, opponents, score, rule.per_win)
        if rules.special is not None and rules.special.solved:
            exact = first_special(opponents, score, rules)
    else:
        exact = performance(opponents, score, rules).rating
    share, difference, reason = score / games, exact - average, ""
    rating = ROUNDINGS[rule.rounding](exact, 0)
    if rule.low is not None and exact <= rule.low:
        rating = ROUNDINGS[rule.rounding](rule.low_base + rule.low_factor * exact, 0)
        reason = "initial_low"
    if rules.peak_floor is not None and rating < (least := absolute_floor(ZERO, ZERO, ZERO, rules)):
        # "an absolute floor" applies to everyone.
        rating, reason = least, "initial_floor"
    return FirstRating(games, score, average, share, difference, exact, rating, reason)


def first_rating_against(
    average: Decimal, games: int, score: Decimal, rules: RuleSet, met: Optional[int] = None
) -> FirstRating:
    """The first rating from a score against an average.

    `met` is the number of opponents in a round robin, None in any other event: below
    50 % some regulations scale the difference to a field that includes the player.

    >>> from xlrating.engine.rules.ruleset import load
    >>> first_rating_against(Decimal(2348), 9, Decimal(2), load("china-pro"), 9).exact
    Decimal('2150')
    """
    rule = rules.need(Initial)
    _check_score(score, games)
    share = (score + rule.draws * HALF) / (games + rule.draws)
    if rule.per_half_point and share >= HALF:
        difference = rule.per_half_point * 2 * (score - games * HALF)
    else:
        difference = rating_difference(share, rules)
        if rule.scaled and met is not None:
            difference = difference * met / (met + 1)
    exact = certain(average + difference)
    if rule.void_below is not None and exact < rule.void_below:
        return FirstRating(games, score, average, share, difference, exact, None, "initial_void")
    rating: Optional[Decimal] = ROUNDINGS[rule.rounding](exact, 0)
    reason = ""
    if rule.most is not None and rating is not None and rating > rule.most:
        rating, reason = rule.most, "initial_most"
    if rule.least is not None and rating is not None and rating < rule.least:
        rating, reason = None, "initial_least"
    return FirstRating(games, score, average, share, difference, exact, rating, reason)


def pooled(results: Sequence[Tuple[Decimal, int]]) -> Tuple[Decimal, int]:
    """The mean of performances weighted by their games, and the number of games.

    R(n) = sum(R(u) x games) / sum(games).

    >>> pooled([(Decimal(2280), 5), (Decimal(2400), 10), (Decimal(2000), 5)])
    (Decimal('2270'), 20)
    """
    games = sum(number for _, number in results)
    return sum((rating * number for rating, number in results), ZERO) / (games * ONE), games


def _none(key: str, score: Decimal, games: int, rules: RuleSet) -> NotKnownError:
    return make_error(NotKnownError, key, rules=rules.id, score=str(score), games=games)


def _check_score(score: Decimal, games: int) -> None:
    if games == 0:
        raise make_error(NumberError, "fn_no_game")
    if not ZERO <= score <= games * ONE:
        raise make_error(NumberError, "score_in_games", score=str(score), games=games)
