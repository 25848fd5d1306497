"""Difference -> expected score, and share of points -> difference.

Both directions of the rating curve: the printed table, the logistic, the normal and
the linear closed forms; the limit of differences, as FIDE's 400-point rule; and win, draw
and loss by colour.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from decimal import Decimal
from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence

from ..errors import ArgumentError, NotKnownError, NumberError
from ..problem import make_error
from ..rounding import HALF, ONE, ROUNDINGS, ZERO, exact, half_up
from ..rules.kept import Remembered, kept
from ..rules.ruleset import RuleSet
from ..rules.sections import Expectancy, Outcomes, Percentage
from .curves import LOGISTIC, NORMAL

HUNDREDTH = Decimal("0.01")
#: The shares of the table's rows, from .50 up.
_SHARES = tuple(HALF + row * HUNDREDTH for row in range(50))


def _table_share(points: Decimal, rule: Expectancy) -> Decimal:
    # Rows are .50, .51 and so on; a difference between two printed bounds belongs to
    # the row whose upper bound it does not exceed.
    # Speed: integers are compared with integers.
    row = bisect_left(rule.upper, math.ceil(points))
    return _SHARES[row] if row < 50 else ONE


def _logistic_share(points: Decimal, rule: Expectancy) -> Decimal:
    return exact(LOGISTIC.shares([float(points / rule.scale)], rule)[0])


def _normal_share(points: Decimal, rule: Expectancy) -> Decimal:
    return exact(NORMAL.shares([float(points)], rule)[0])


def _linear_share(points: Decimal, rule: Expectancy) -> Decimal:
    return max(ZERO, min(ONE, HALF + points / rule.scale))


_SHARE: Mapping[str, Callable[[Decimal, Expectancy], Decimal]] = {
    "table": _table_share,
    "logistic": _logistic_share,
    "normal": _normal_share,
    "linear": _linear_share,
}


def expected_score(difference: Decimal, rules: RuleSet, colour: str = "") -> Decimal:
    """Expected score, 0 to 1, of the side that is `difference` points higher.

    The lower side gets the rest, so both sides always sum to 1. `colour`, "w" (moves first)
    or "b", only matters under rules that distinguish the colours.

    >>> from xlrating.engine.rules.ruleset import load
    >>> expected_score(Decimal(-200), load("elo"))
    Decimal('0.24')
    """
    if colour and rules.outcomes is not None:
        return _score_by_colour(difference, colour, rules)
    rule = rules.expectancy or rules.need(Expectancy)
    share = _SHARE[rule.model](abs(difference), rule)
    share = share if difference >= ZERO else ONE - share
    return share if rule.places is None else ROUNDINGS[rule.rounding](share, rule.places)


@kept(64)
def _scores(rules: RuleSet) -> Remembered[str, Decimal]:
    """The expected scores of differences, for rules that do not distinguish the colours."""
    return Remembered(lambda text: expected_score(Decimal(text), rules))


def expected_scores(
    differences: Sequence[Decimal], colours: Sequence[str], rules: RuleSet
) -> List[Decimal]:
    """The expected score of each game, as `expected_score` gives it; `colours` as there.

    >>> from xlrating.engine.rules.ruleset import load
    >>> expected_scores([Decimal(-200), Decimal(0)], ["w", "b"], load("elo"))
    [Decimal('0.24'), Decimal('0.50')]
    """
    if rules.outcomes is not None:
        return [expected_score(one, rules, side) for one, side in zip(differences, colours)]
    # Speed: the same differences come again and again.
    return list(map(_scores(rules).__getitem__, map(str, differences)))


def _table_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    # "All percentages are rounded to the nearest whole number. 0.5% is rounded up."
    row = int(half_up(share, 2) * 100)
    if row in (0, 100):
        return None
    return Decimal(rule.difference[row - 50] if row >= 50 else -rule.difference[50 - row])


def _logistic_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    if share in (ZERO, ONE):
        return None
    return rule.scale * exact(math.log10(float(share / (1 - share))))


def _normal_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    if share in (ZERO, ONE):
        return None
    from statistics import NormalDist

    return exact(NormalDist(0, math.sqrt(float(rule.variance))).inv_cdf(float(share)))


def _linear_points(share: Decimal, rule: Percentage) -> Optional[Decimal]:
    return rule.scale * (share - HALF)


_POINTS: Mapping[str, Callable[[Decimal, Percentage], Optional[Decimal]]] = {
    "table": _table_points,
    "logistic": _logistic_points,
    "normal": _normal_points,
    "linear": _linear_points,
}


def rating_difference(share: Decimal, rules: RuleSet) -> Decimal:
    """The rating difference that corresponds to a share of points (0 to 1).

    Raises `NotKnownError` for 100 % and 0 % if the regulation gives no number.

    >>> from xlrating.engine.rules.ruleset import load
    >>> rating_difference(Decimal("0.75"), load("fide"))
    Decimal('193')
    """
    # Speed: the same shares come again and again.
    return _differences(rules)[str(share)]


@kept(64)
def _differences(rules: RuleSet) -> Remembered[str, Decimal]:
    """The rating differences of shares, see `rating_difference`."""
    return Remembered(lambda text: _difference(Decimal(text), rules))


def _difference(share: Decimal, rules: RuleSet) -> Decimal:
    if not ZERO <= share <= ONE:
        raise make_error(NumberError, "share_wrong", share=str(share))
    rule = rules.need(Percentage)
    # A share that a float cannot distinguish from 0 or 1 counts as 0 or 1.
    share = share if 0 < float(share) < 1 else Decimal(round(share))
    points = _POINTS[rule.model](share, rule)
    if points is not None:
        return points
    if rule.full is None:
        words = {"rules": rules.id, "share": f"{share * 100:.0f}", "clause": rule.clause}
        raise make_error(NotKnownError, "difference_none", **words)
    # A table is read at whole percentages, so a small share counts as 0 %.
    return rule.full if share > HALF else -rule.full


def counted_differences(
    own: Decimal, opponents: Sequence[Decimal], rules: RuleSet
) -> List[Decimal]:
    """Own rating minus each opponent's, as the regulation counts it: capped (400-point rule).

    The opponents are those of one event, because an edition may limit how often
    the cap may favour a player in it.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [int(d) for d in counted_differences(Decimal(2100), [Decimal(1500)], load("fide"))]
    [400]
    """
    rule = rules.difference
    real = [own - opponent for opponent in opponents]
    cap = rule.cap
    if cap is None or (rule.exempt_from is not None and own >= rule.exempt_from):
        return real
    least = -cap
    counted = [max(least, min(cap, difference)) for difference in real]
    if rule.favours_once:
        by_size = sorted(range(len(real)), key=lambda i: -real[i])
        for i in by_size[rule.favours_once :]:
            counted[i] = max(-cap, real[i])
    return counted


def is_rateable_gap(own: Decimal, opponent: Decimal, rules: RuleSet) -> bool:
    """Whether the regulation rates games between these two ratings at all."""
    rule = rules.difference
    if rule.unrated_gap is None:
        return True
    assert rule.unrated_above is not None
    return abs(own - opponent) < rule.unrated_gap or max(own, opponent) <= rule.unrated_above


class WinDrawLoss(NamedTuple):
    """Probabilities of the three results of a game, for the side that moves first."""

    win: Decimal
    draw: Decimal
    loss: Decimal


class FirstMove(NamedTuple):
    """The value of the first move, and the margin needed to win, both in points."""

    advantage: Decimal
    margin: Decimal


def win_draw_loss(difference: Decimal, rules: RuleSet) -> WinDrawLoss:
    """Probabilities that White wins, draws, loses, rated `difference` points above Black.

    W = F(D - d + a), B = F(-D - d - a), the rest is drawn; F is the regulation's normal
    distribution, a the value of the first move, d the margin needed to win.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [round(p, 2) for p in win_draw_loss(Decimal(-40), load("nevzorov"))]
    [Decimal('0.24'), Decimal('0.52'), Decimal('0.24')]
    """
    rule = _outcomes(rules)
    deviation = math.sqrt(float(rule.variance))
    win = _normal(float(difference - rule.margin + rule.first_move) / deviation)
    loss = _normal(float(-difference - rule.margin - rule.first_move) / deviation)
    return WinDrawLoss(win, max(ZERO, ONE - win - loss), loss)


def _score_by_colour(difference: Decimal, colour: str, rules: RuleSet) -> Decimal:
    if colour not in ("w", "b"):
        raise make_error(ArgumentError, "fn_colour", what="colour", found=repr(colour))
    # Black's difference is White's with the opposite sign, so both sides sum to 1.
    white = win_draw_loss(difference if colour == "w" else -difference, rules)
    # As precise as the curves: further decimals would be noise from the sum.
    score = half_up(white.win + white.draw * HALF, 15)
    return score if colour == "w" else ONE - score


def first_move(
    games: Decimal, white_wins: Decimal, black_wins: Decimal, rules: RuleSet
) -> FirstMove:
    """The value of the first move and the winning margin that follow from counted results.

    The results are those between equally rated players: the shares won by White and by
    Black are the probabilities of `win_draw_loss` at a difference of 0, solved for both.

    >>> from xlrating.engine.rules.ruleset import load
    >>> counted = [Decimal(number) for number in (8421, 2461, 1696)]
    >>> [round(x, 1) for x in first_move(*counted, load("nevzorov"))]
    [Decimal('41.0'), Decimal('195.7')]
    """
    from statistics import NormalDist

    counts = {"games": games, "white_wins": white_wins, "black_wins": black_wins}
    for what, count in counts.items():
        if count <= 0:
            raise make_error(NumberError, "margin_none", what=what, count=str(count))
    if white_wins + black_wins > games:
        raise make_error(NumberError, "margin_games", **{k: str(v) for k, v in counts.items()})
    shares = (float(white_wins / games), float(black_wins / games))
    if max(shares) >= 1:
        raise make_error(NumberError, "margin_one_side")
    white, black = map(NormalDist().inv_cdf, shares)
    return first_move_of(white, black, rules)


def first_move_of(white: float, black: float, rules: RuleSet) -> FirstMove:
    """Advantage and margin from the normal quantiles of the shares won by White and by Black.

    (a - d)/s = z1 and (-d - a)/s = z2, so a = s (z1 - z2)/2 and d = -s (z1 + z2)/2.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [round(x) for x in first_move_of(-0.55, -0.84, load("nevzorov"))]
    [41, 197]
    """
    deviation = math.sqrt(float(_outcomes(rules).variance))
    if white + black > 1e-9:
        raise make_error(NumberError, "margin_shares")
    advantage, margin = deviation * (white - black) / 2, -deviation * (white + black) / 2
    return FirstMove(exact(advantage), exact(max(0.0, margin)))


def _normal(deviations: float) -> Decimal:
    return exact(math.erfc(-deviations / math.sqrt(2)) / 2)


def _outcomes(rules: RuleSet) -> Outcomes:
    rule = rules.need(Outcomes)
    if rule.variance <= 0 or rule.margin < 0:
        words = {"variance": str(rule.variance), "margin": str(rule.margin)}
        raise make_error(NumberError, "outcomes_wrong", rules=rules.id, **words)
    return rule
