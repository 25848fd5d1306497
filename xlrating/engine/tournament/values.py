"""The values of tie-breaks (FIDE C.07), such as Buchholz, for one player; see `tie_breaks`.

Buchholz (BH), Sonneborn-Berger (SB) and all others of `VALUES`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Callable, List, Mapping, Optional

from ..rounding import HALF, ONE, ZERO, half_away, mean
from . import ratings_of_opponents as ratings
from .codes import Modified
from .cuts import SumPart, total
from .scores import Scores

#: The precision for comparing averages of opponents, in decimals.
_PLACES = 6


def buchholz(scores: Scores, no: int, code: Modified) -> Decimal:
    """8.1: the sum of the opponents' scores."""
    found = scores.contributions(no, forfeits=code.forfeits)
    return total((SumPart(e.value, e.value, e.round.voluntary) for e in found), code.low, code.high)


def fore_buchholz(scores: Scores, no: int, code: Modified) -> Decimal:
    """8.3: Buchholz "as if all paired games for the final round had ended in draws"."""
    return buchholz(scores.fore, no, code)


def average_buchholz(scores: Scores, no: int, code: Modified) -> Optional[Decimal]:
    """8.2: the average Buchholz of the opponents met over the board."""
    others = ratings.met(scores, no)
    of = fore_buchholz if code.fore else buchholz
    plain = Modified("BH")
    found = [of(scores, other, plain) for other in others]
    return half_away(mean(found), _PLACES) if found else None


def berger(scores: Scores, no: int, code: Modified) -> Decimal:
    """9.1: the opponents' scores, each multiplied by the points scored against them."""
    found = scores.contributions(no, forfeits=code.forfeits)
    parts = (SumPart(e.value, e.value * e.round.points, e.round.voluntary) for e in found)
    return total(parts, code.low, code.high)


def koya(scores: Scores, no: int, code: Modified) -> Decimal:
    """9.2, 14.5: the points against everyone who scored at least half of the maximum."""
    least = HALF * (scores.scoring.win * scores.most_games + code.limit)
    return sum(
        (
            played.points
            for played in scores.rounds[no]
            if played.opponent is not None and scores.points.get(played.opponent, ZERO) >= least
        ),
        ZERO,
    )


def wins(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.1: rounds that brought the points of a win, with or without playing."""
    win = scores.scoring.win
    return Decimal(sum(played.points == win for played in scores.scored[no]))


def games_won(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.2: games won over the board."""
    return Decimal(sum(r.met and r.score == ONE for r in scores.scored[no]))


def games_as_black(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.3: games played over the board with Black."""
    return Decimal(sum(r.met and r.as_black for r in scores.scored[no]))


def wins_as_black(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.4: games won over the board with Black."""
    return Decimal(sum(r.met and r.as_black and r.score == ONE for r in scores.scored[no]))


def progressive(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.5, 14.1.1: the sum of the points after each round, without the first `low` rounds."""
    own = scores.scored[no]
    sums: List[Decimal] = []
    for number in range(1, scores.last + 1):
        sums.append(sum((r.points for r in own if r.number <= number), ZERO))
    return sum(sums[code.low :], ZERO)


def elected(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.6: the rounds without half- or zero-point byes and without forfeit losses."""
    own = scores.rounds[no]
    return Decimal(len(own) - sum(r.voluntary for r in own))


def standard_points(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.7: 1 for more points than the opponent or than a draw without playing, ½ for the same."""
    found = ZERO
    for own in scores.scored[no]:
        against = scores.scoring.draw
        if own.opponent is not None:
            theirs = (r for r in scores.scored.get(own.opponent, ()) if r.number == own.number)
            against = next((r.points for r in theirs if r.opponent == no), ZERO)
        found += ONE if own.points > against else HALF if own.points == against else ZERO
    return found


def pairing_number(scores: Scores, no: int, code: Modified) -> Decimal:
    """7.8: the player's pairing number."""
    return Decimal(no)


def playoff(scores: Scores, no: int) -> Decimal:
    """3: the points from play-off games; the event decides which games these are (3.1)."""
    return sum(scores.playoff_points.get(no, ()), ZERO)


VALUES: Mapping[str, Callable[[Scores, int, Modified], Optional[Decimal]]] = {
    "BH": buchholz,
    "FB": fore_buchholz,
    "AOB": average_buchholz,
    "SB": berger,
    "KS": koya,
    "WIN": wins,
    "WON": games_won,
    "BPG": games_as_black,
    "BWG": wins_as_black,
    "PS": progressive,
    "REP": elected,
    "STD": standard_points,
    "TPN": pairing_number,
    "RTNG": lambda scores, no, code: ratings.own(scores, no),
    "ARO": lambda scores, no, code: ratings.average(scores, no, code.low, code.high),
    "TPR": lambda scores, no, code: ratings.tournament_performance(scores, no),
    "PTP": lambda scores, no, code: ratings.perfect_performance(scores, no),
    "APRO": lambda scores, no, code: ratings.average_performance(scores, no),
    "APPO": lambda scores, no, code: ratings.average_perfect(scores, no),
}
