"""The special (provisional) rating of US Chess: for few games so far, or all won, or all lost.

It is the rating at which the provisional expectancies sum to the score.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, NamedTuple, Optional, Sequence, Tuple

from ..errors import NumberError
from ..problem import make_error
from ..rounding import HALF, ONE, ZERO, half_away
from ..rules.ruleset import RuleSet
from ..rules.sections import Passes, Special

#: The number of decimals of the ratings between which an equation is solved.
PLACES = 9
#: A rating and how many games it is worth.
WeighedRating = Tuple[Decimal, Decimal]


def special_rating(
    rating: Decimal, games: Decimal, opponents: Sequence[Decimal], score: Decimal, per_win: Decimal
) -> Decimal:
    """The approximated special rating of US Chess, unrounded: an average over all games.

    (N R + sum of opponents + (wins - losses) x 400) / (N + m); N games before the event.

    >>> from decimal import Decimal as D
    >>> round(special_rating(D(1500), D(6), [D(1400), D(1550), D(1650)], D("1.5"), D(400)), 3)
    Decimal('1511.111')
    """
    played = len(opponents)
    if games + played <= 0:
        raise make_error(NumberError, "fn_no_game")
    won_more = 2 * score - played
    return (games * rating + sum(opponents, ZERO) + won_more * per_win) / (games + played)


def special_by(
    rating: Decimal,
    games: Decimal,
    opponents: Sequence[Decimal],
    score: Decimal,
    rules: RuleSet,
    history: int = 0,
) -> Decimal:
    """The special rating as the rules define it: solved, or approximated by the average.

    `games` is how many games the rating before the event is worth, `history` is as in `solved`.
    """
    rule = rules.need(Special)
    if rule.solved:
        return solved(equation(rating, games, opponents, score, rules, history), rating, rules)
    return special_rating(rating, games, opponents, score, rule.per_win)


def solved(asked: SpecialEquation, rating: Decimal, rules: RuleSet) -> Decimal:
    """The rating R at which N' PWe(R, R0') + sum of PWe(R, Ri) = S', not rounded.

    PWe is 0 up to 400 points below the opponent, 1 from 400 above, linear between. R0' =
    R0 and S' = S + N'/2, but R0 - 400 and S + N' after nothing but wins (`history` 1), R0 +
    400 and S after nothing but losses (-1). If an interval of ratings fits, the result is
    the one nearest to the average, or to R0 if there are no opponents nearby.

    >>> from xlrating.engine.rules.ruleset import load
    >>> met, rating, rules = [Decimal(r) for r in (1400, 1550, 1650)], Decimal(1500), load("uscf")
    >>> asked = equation(rating, Decimal(6), met, Decimal("1.5"), rules)
    >>> round(solved(asked, rating, rules), 3)
    Decimal('1511.111')
    """
    most, reach, average = rules.need(Special).most, asked.reach, asked.average
    low, high = _fitting(asked)
    if high is not None and average >= high:
        found = high
    elif low is not None and average <= low:
        found = low
    elif any(abs(average - other) <= reach for other, _ in asked.weighed):
        found = average
    else:
        knots = [other + side for other in (*asked.met, asked.centre) for side in (-reach, reach)]
        below = max((knot for knot in knots if knot < average), default=rating)
        above = min((knot for knot in knots if knot > average), default=rating)
        found = max(below, min(above, rating))
    return found if most is None else min(most, found)


class SpecialEquation(NamedTuple):
    """N' PWe(R, R0') + the sum of PWe(R, Ri) = S', which a special rating R solves.

    `weighed` are the ratings with their weights, including opponents `met` and the `centre` R0'.
    R is searched near the `average` over all games.
    """

    met: Sequence[Decimal]
    centre: Decimal
    weighed: Sequence[WeighedRating]
    total: Decimal
    average: Decimal
    reach: Decimal

    @property
    def knots(self) -> List[Decimal]:
        """The ratings at which the slope of the expected score changes, in order."""
        sides = (-self.reach, self.reach)
        return sorted({rating + side for rating, _ in self.weighed for side in sides})

    def lacking(self, at: Decimal) -> Decimal:
        """By how much the expected score at a rating falls short of the total.

        >>> from decimal import Decimal as D
        >>> weighed = [(D(1500), D(4)), (D(1900), D(1))]
        >>> SpecialEquation([D(1900)], D(1500), weighed, D(3), D(0), D(400)).lacking(D(1500))
        Decimal('1.0')
        """
        shares = (weight * _expectancy(at - r, self.reach) for r, weight in self.weighed)
        return self.total - sum(shares, ZERO)


def equation(
    rating: Decimal,
    games: Decimal,
    opponents: Sequence[Decimal],
    score: Decimal,
    rules: RuleSet,
    history: int = 0,
) -> SpecialEquation:
    """The equation whose solution is the special rating."""
    reach = rules.need(Special).per_win
    # Ratings of a pass have full precision; the root must be exact.
    met = [half_away(opponent, PLACES) for opponent in opponents]
    centre = half_away(rating, PLACES) - reach * history
    weighed = [(opponent, ONE) for opponent in met]
    if games:
        weighed.append((centre, games))
    total = score + games * (1 + history) / 2
    average = special_rating(centre, games, met, score, reach)
    return SpecialEquation(met, centre, weighed, total, average, reach)


def _fitting(asked: SpecialEquation) -> Tuple[Optional[Decimal], Optional[Decimal]]:
    """The lowest and the highest rating that solve the equation; None for an open end."""
    knots = asked.knots
    lacks = [asked.lacking(knot) for knot in knots]
    low: Optional[Decimal] = None
    high: Optional[Decimal] = None
    for left, right, more, less in zip(knots, knots[1:], lacks, lacks[1:]):
        # The missing score decreases, linearly between the knots.
        if more > 0 >= less:
            low = left + (right - left) * more / (more - less)
        if more >= 0 > less:
            high = left + (right - left) * more / (more - less)
    return low, high


def _expectancy(difference: Decimal, reach: Decimal) -> Decimal:
    return min(ONE, max(ZERO, HALF + difference / (2 * reach)))


def temporary_rating(age: Optional[Decimal], rule: Passes) -> Decimal:
    """The temporary rating of an unrated player, by age.

    >>> from xlrating.engine.rules.ruleset import load
    >>> ages = [Decimal(1), Decimal(10), Decimal(40), None]
    >>> [int(temporary_rating(age, load("uscf").passes)) for age in ages]
    [100, 500, 1300, 750]
    """
    if age is None:
        return rule.most if rule.unknown is None else rule.unknown
    return max(rule.least, min(rule.most, rule.per_year * age))


def starts_by_age(youngest: int, rules: RuleSet) -> bool:
    """Whether a newcomer of the `youngest` age gets another temporary rating than an adult.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [starts_by_age(age, load("uscf")) for age in (10, 26)]
    [True, False]
    """
    rule = rules.passes
    if rule is None:
        return False
    return temporary_rating(Decimal(youngest), rule) != rule.most


def first_special(opponents: Sequence[Decimal], score: Decimal, rules: RuleSet) -> Decimal:
    """The special rating of an unrated player of unknown age: no earlier games count."""
    rule: Optional[Passes] = rules.passes
    start = ZERO if rule is None else temporary_rating(None, rule)
    return special_by(start, ZERO, opponents, score, rules)
