"""Functions of the Glicko systems: ratings with a deviation."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Dict, List

from ..engine.errors import ArgumentError, NotKnownError, NumberError
from ..engine.problem import make_error
from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet, load
from ..engine.rules.sections import Deviation
from ..engine.terms.deviation import Strength, aged, interval, predicted
from .arguments import CODE_OF, is_blank, is_unrated, number_or_none, rating_needed
from .registry import worksheet

if TYPE_CHECKING:
    from ..engine.event import Player


@worksheet(
    each=("rating", "rd", "volatility"), rows=("opponents", "rds", "scores"), row=2
)  # fmt: skip
def GLICKO_RATING(
    rating: Any,
    rd: Any,
    opponents: Any,
    rds: Any,
    scores: Any,
    ruleset: str = "glicko",
    volatility: Any = None,
) -> List[List[object]]:
    """The rating after the games of a period, its deviation, and in Glicko-2 its volatility.

    Arguments: rd, the deviation at the start of the period; opponents, rds and scores, with
    rating, deviation and 1, 0.5 or 0 for each game; a game with a blank among them does not
    count. Returns one row per player. r' = r + q RD'^2 x sum of g (s - E).

    >>> met = [1400, 1550, 1700], [30, 100, 300], [1, 0, 0]
    >>> [round(x, 1) for x in GLICKO_RATING(1500, 200, *met)[0]]
    [1464.1, 151.4]
    >>> [round(x, 5) for x in GLICKO_RATING(1500, 200, *met, "glicko2", 0.06)[0]]
    [1464.05067, 151.51652, 0.06]
    """
    from ..engine.event import Event, Game
    from ..engine.rating import rate
    from ..engine.results import RESULT_BY_CODE

    rules = load(ruleset)
    rules.need(Deviation)
    if not len(opponents) == len(rds) == len(scores):
        sizes = {"opponents": len(opponents), "rds": len(rds), "scores": len(scores)}
        raise make_error(ArgumentError, "fn_deviations", **sizes)
    own = _strength(1, rating, rd, rules, volatility)
    players, played = [own], []
    for other, deviation, score in zip(opponents, rds, scores):
        if is_unrated(other, rules) or is_blank(deviation) or is_blank(score):
            continue
        number = len(players) + 1
        value = exact(score, "score")
        if value not in CODE_OF:
            raise make_error(NumberError, "score_of_game", what="score", value=str(score))
        players.append(_strength(number, other, deviation, rules))
        played.append(Game(number - 1, 1, number, RESULT_BY_CODE[CODE_OF[value]]))
    line = rate(Event(tuple(players), tuple(played)), rules, only="1").lines[0]
    found = [line.new, line.facts["rd"]]
    return [[*found, line.facts["volatility"]] if "volatility" in line.facts else found]


@worksheet(each=("rating", "rd", "opponent", "opponent_rd"))
def GLICKO_EXPECTED(
    rating: Any, rd: Any, opponent: Any, opponent_rd: Any, ruleset: str = "glicko"
) -> Decimal:
    """Expected score of a future game between two players with these deviations.

    1 / (1 + 10^(-g(sqrt(RDi^2 + RDj^2)) (ri - rj)/400)): the less is known, the closer it is
    to one half.

    >>> round(GLICKO_EXPECTED(1400, 80, 1500, 150), 3)
    0.376
    """
    rules = load(ruleset)
    own = Strength(rating_needed(rating, "rating", rules), exact(rd, "rd"))
    other = rating_needed(opponent, "opponent", rules)
    return predicted(own, Strength(other, exact(opponent_rd, "opponent_rd")), rules)


@worksheet(each=("rd", "periods", "volatility"))
def RATING_DEVIATION(
    rd: Any, periods: Any, ruleset: str = "glicko", volatility: Any = None
) -> Decimal:
    """The deviation after this many periods without games: a rating grows less certain with time.

    Arguments: rd, the deviation now; volatility, for Glicko-2 only (if omitted, that of a new
    player). RD' = min(sqrt(RD^2 + c^2 t), 350).

    >>> round(RATING_DEVIATION(50, 1), 2), RATING_DEVIATION(340, 30)
    (80.59, 350)
    """
    rules = load(ruleset)
    rule = rules.need(Deviation)
    spread = number_or_none(volatility, "volatility") if rule.volatility is not None else None
    known = Strength(rule.rating, exact(rd, "rd"), rule.volatility if spread is None else spread)
    return aged(known, exact(periods, "periods"), rules)


@worksheet(each=("rating", "rd"), row=2)
def RATING_INTERVAL(rating: Any, rd: Any, ruleset: str = "glicko") -> List[List[object]]:
    """The range that contains the strength in 95 of 100 cases: a row with its two ends.

    >>> RATING_INTERVAL(1500, 30)
    [[1441.2, 1558.8]]
    """
    rules = load(ruleset)
    known = Strength(rating_needed(rating, "rating", rules), exact(rd, "rd"))
    return [list(interval(known, rules))]


def _strength(no: int, rating: Any, rd: Any, rules: RuleSet, volatility: Any = None) -> Player:
    """A player with a deviation, that of the start of the period."""
    from ..engine.event import Player

    facts: Dict[str, object] = {"rd": exact(rd, "rd")}
    if not is_blank(volatility):
        if rules.need(Deviation).volatility is None:
            raise make_error(NotKnownError, "fn_volatility", rules=rules.id)
        facts["volatility"] = exact(volatility, "volatility")
    return Player(no, str(no), rating_needed(rating, "rating", rules), facts=facts)
