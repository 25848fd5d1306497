"""How certain a rating is: Glicko's rating deviation, and its effect on a result.

Glickman's q = ln 10 / 400 and the Glicko-2 scale 173.7178 are the same here: `unit`
points are one natural unit, so that both systems share every formula but the volatility.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..errors import NumberError
from ..problem import make_error
from ..rounding import ONE, ZERO, exact
from ..rules.ruleset import RuleSet
from ..rules.sections import Deviation, Expectancy
from .volatility import new_volatility


class Strength(NamedTuple):
    """What is known about a player's strength: rating, deviation and, in Glicko-2, volatility."""

    rating: Decimal
    deviation: Decimal
    volatility: Optional[Decimal] = None


class WeighedGame(NamedTuple):
    """One game as counted: the weight g from the opponent's deviation, and the expected score E."""

    weight: Decimal
    expected: Decimal


class Updated(NamedTuple):
    """A player after a period.

    `spread` is the deviation that the games alone would give (d in Glicko, sqrt v in
    Glicko-2, in points), None without games; `factor` x weight x (score - expected) is
    the change of a game.
    """

    strength: Strength
    change: Decimal
    spread: Optional[Decimal]
    factor: Decimal
    games: Tuple[WeighedGame, ...]


def unit_of(rules: RuleSet) -> float:
    """One natural unit of the scale, in points."""
    rule = rules.need(Deviation)
    if rule.unit is not None:
        return float(rule.unit)
    return float(rules.need(Expectancy).scale) / math.log(10)


def _known(value: Decimal, what: str) -> Decimal:
    if value <= 0:
        raise make_error(NumberError, f"{what}_least", value=str(value))
    return value


def _weight(deviation: Decimal, unit: float) -> float:
    return 1 / math.sqrt(1 + 3 * (float(deviation) / unit / math.pi) ** 2)


def _shares(difference: Decimal, weight: float, unit: float) -> Tuple[float, float]:
    """Expected score of the side `difference` points higher, and of the other side."""
    odds = math.exp(-abs(weight * float(difference) / unit))
    low, high = odds / (1 + odds), 1 / (1 + odds)
    return (high, low) if difference >= 0 else (low, high)


def weight(deviation: Decimal, rules: RuleSet) -> Decimal:
    """g(RD) = 1 / sqrt(1 + 3 q^2 RD^2 / pi^2): how much a result against this deviation counts.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [round(weight(Decimal(rd), load("glicko")), 4) for rd in (30, 100, 300)]
    [Decimal('0.9955'), Decimal('0.9531'), Decimal('0.7242')]
    """
    return exact(_weight(_known(deviation, "deviation"), unit_of(rules)))


def weighed(rating: Decimal, opponent: Strength, rules: RuleSet) -> WeighedGame:
    """One game's weight g(RDj) and expected score E = 1 / (1 + 10^(-g(RDj) (r - rj) / 400)).

    >>> from xlrating.engine.rules.ruleset import load
    >>> opponent = Strength(Decimal(1400), Decimal(30))
    >>> round(weighed(Decimal(1500), opponent, load("glicko")).expected, 3)
    Decimal('0.639')
    """
    unit = unit_of(rules)
    factor = _weight(_known(opponent.deviation, "other_deviation"), unit)
    mine, _ = _shares(rating - opponent.rating, factor, unit)
    return WeighedGame(exact(factor), exact(mine))


def predicted(own: Strength, opponent: Strength, rules: RuleSet) -> Decimal:
    """Expected score of a future game, from both deviations: g(sqrt(RDi^2 + RDj^2)).

    >>> from xlrating.engine.rules.ruleset import load
    >>> weak, strong = Strength(Decimal(1400), Decimal(80)), Strength(Decimal(1500), Decimal(150))
    >>> round(predicted(weak, strong, load("glicko")), 3)
    Decimal('0.376')
    """
    squares = _known(own.deviation, "deviation") ** 2
    squares += _known(opponent.deviation, "other_deviation") ** 2
    unit = unit_of(rules)
    mine, theirs = _shares(own.rating - opponent.rating, _weight(squares.sqrt(), unit), unit)
    # The lower side gets the rest, so that both sides sum to 1.
    return exact(mine) if mine >= theirs else 1 - exact(theirs)


def predictions(
    strengths: Mapping[int, Strength], pairs: Iterable[Tuple[int, int]], rules: RuleSet
) -> List[float]:
    """`predicted` for many games between these players: the first one's expected score in each.

    >>> from xlrating.engine.rules.ruleset import load
    >>> both = {7: Strength(Decimal(1400), Decimal(80)), 8: Strength(Decimal(1500), Decimal(150))}
    >>> [round(score, 3) for score in predictions(both, [(7, 8), (8, 7)], load("glicko"))]
    [0.376, 0.624]
    """
    unit = unit_of(rules)
    squares = {at: _known(one.deviation, "deviation") ** 2 for at, one in strengths.items()}
    ratings = {at: one.rating for at, one in strengths.items()}
    found = []
    for own, other in pairs:
        difference = ratings[own] - ratings[other]
        spread = (squares[own] + squares[other]).sqrt()
        high = max(_shares(difference, _weight(spread, unit), unit))
        # Equal to `exact`: from a half to 1, 15 digits are 15 decimals, and a half is rounded up.
        whole = (int(high * 2**53) * 10**15 + 2**52) >> 53
        found.append((whole if difference >= 0 else 10**15 - whole) / 10**15)
    return found


def aged(strength: Strength, periods: Decimal, rules: RuleSet) -> Decimal:
    """The deviation after a number of periods without games: RD^2 grows by c^2 per period.

    In Glicko-2 it grows by the volatility.

    >>> from xlrating.engine.rules.ruleset import load
    >>> aged(Strength(Decimal(1500), Decimal(50)), Decimal(30), load("glicko"))
    Decimal('349.753055740761')
    """
    rule = rules.need(Deviation)
    if periods < 0:
        raise make_error(NumberError, "periods_least", value=str(periods))
    growth = float(rule.growth)
    if strength.volatility is not None:
        growth = float(_known(strength.volatility, "volatility")) * unit_of(rules)
    start = float(_known(strength.deviation, "deviation"))
    grown = exact(math.sqrt(start**2 + growth**2 * float(periods))) if periods else None
    return _bounded(strength.deviation if grown is None else grown, rule)


def at_start(
    rating: Optional[Decimal],
    deviation: Optional[Decimal],
    periods: Optional[Decimal],
    volatility: Optional[Decimal],
    rules: RuleSet,
) -> Strength:
    """A strength at the start of a period; unknown parts are those of a new player.

    >>> from xlrating.engine.rules.ruleset import load
    >>> at_start(Decimal(1500), Decimal(50), Decimal(30), None, load("glicko")).deviation
    Decimal('349.753055740761')
    """
    rule = rules.need(Deviation)
    if rule.volatility is None:
        volatility = None
    elif volatility is None:
        volatility = rule.volatility
    if rating is None:
        return Strength(rule.rating, rule.start, volatility)
    known = Strength(rating, rule.start if deviation is None else deviation, volatility)
    periods = periods or ZERO
    if volatility is not None:
        # The update of this period lets the deviation grow once by itself (step 6).
        periods = max(ZERO, periods - ONE)
    return known._replace(deviation=aged(known, periods, rules))


def _bounded(deviation: Decimal, rule: Deviation) -> Decimal:
    bounded = max(rule.least, deviation)
    return bounded if rule.most is None else min(rule.most, bounded)


def interval(strength: Strength, rules: RuleSet) -> Tuple[Decimal, Decimal]:
    """The 95 % interval of a strength: the rating minus and plus 1.96 deviations.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [int(round(end)) for end in interval(Strength(Decimal(1500), Decimal(30)), load("glicko"))]
    [1441, 1559]
    """
    rule = rules.need(Deviation)
    half = rule.interval * _known(strength.deviation, "deviation")
    return strength.rating - half, strength.rating + half


def updated(own: Strength, games: Sequence[Tuple[Strength, Decimal]], rules: RuleSet) -> Updated:
    """A player after the games of one period, each given by an opponent and a score.

    1/RD'^2 = 1/RD^2 + 1/d^2 with 1/d^2 = q^2 sum of g^2 E (1 - E), and
    r' = r + q RD'^2 x sum of g (s - E). Glicko-2 first lets the deviation grow by the new
    volatility; without games nothing else happens.

    >>> from xlrating.engine.rules.ruleset import load
    >>> me = Strength(Decimal(1500), Decimal(200))
    >>> met = [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]
    >>> games = [(Strength(Decimal(r), Decimal(rd)), Decimal(s)) for r, rd, s in met]
    >>> found = updated(me, games, load("glicko"))
    >>> round(found.strength.rating, 1), round(found.strength.deviation, 1)
    (Decimal('1464.1'), Decimal('151.4'))
    """
    rule = rules.need(Deviation)
    unit = unit_of(rules)
    counted: List[WeighedGame] = []
    told, gained = [], []
    for opponent, score in games:
        game = weighed(own.rating, opponent, rules)
        factor = float(game.weight)
        mine, theirs = _shares(own.rating - opponent.rating, factor, unit)
        counted.append(game)
        told.append(factor**2 * mine * theirs)
        gained.append(factor * (float(score) - mine))
    # fsum is exact, so the order of the games does not matter.
    information, gain = math.fsum(told), math.fsum(gained)
    if games and information <= 0:
        raise make_error(NumberError, "ratings_far")
    start = float(_known(own.deviation, "deviation")) / unit
    if not (start**2):
        raise make_error(NumberError, "deviation_least", value=str(own.deviation))
    volatility = own.volatility
    if volatility is not None:
        spread = float(_known(volatility, "volatility"))
        if games:
            spread = new_volatility(start, spread, 1 / information, gain / information, rule)
            volatility = exact(spread)
        start = math.sqrt(start**2 + spread**2)
    end = math.sqrt(1 / (1 / start**2 + information))
    change = exact(unit * end**2 * gain)
    return Updated(
        Strength(own.rating + change, _bounded(exact(unit * end), rule), volatility),
        change,
        exact(unit / math.sqrt(information)) if games else None,
        exact(unit * end**2),
        tuple(counted),
    )
