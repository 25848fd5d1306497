"""The worksheet functions, each written once.

Their help sentences, in three languages, are the texts ``fn_NAME`` and ``arg_NAME``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List, Optional, Sequence, Tuple

from .coefficient import k_factor
from .errors import ArgumentError, NotKnownError, NumberError
from .event import RESULT_BY_CODE, Event, Game, Player
from .expectancy import counted_differences, expected_score, is_rateable_gap, rating_difference
from .performance import initial_rating, performance
from .rating import rate
from .registry import worksheet
from .report import Line
from .rounding import HALF, ONE, ZERO, exact
from .ruleset import RuleSet, available, load

_CODE_OF = {ONE: "1-0", HALF: "½-½", ZERO: "0-1"}


@worksheet(each=("difference",))
def WE_TABLE(difference: Any, ruleset: str = "elo") -> Decimal:
    """Expected score of the player who is `difference` points higher (negative: lower).

    Arguments: difference, a number of points, scalar or range; ruleset, a reference.
    The value of the regulation's own table or formula, without its cap (see
    EXPECTED_SCORE). We(-D) = 1 - We(D).

    >>> WE_TABLE(200), WE_TABLE([200, -200]), WE_TABLE(250, "elo:model=normal200r2")
    (0.76, [0.76, 0.24], 0.811620441094209)
    """
    return expected_score(exact(difference, "difference"), load(ruleset))


@worksheet(each=("share",))
def DP_TABLE(share: Any, ruleset: str = "elo") -> Decimal:
    """Rating difference that a share of points, from 0 to 1, stands for.

    #N/A for 1 and 0 where the regulation prints no number.

    >>> DP_TABLE(0.75), DP_TABLE(1, "fide")
    (193, 800)
    """
    return rating_difference(exact(share, "share"), load(ruleset))


@worksheet(each=("rating", "opponent"))
def EXPECTED_SCORE(rating: Any, opponent: Any, ruleset: str = "elo") -> Decimal:
    """Expected score of a pairing, with the regulation's cap on the difference.

    #N/A for a pairing that the regulation does not rate.

    >>> EXPECTED_SCORE(2813, 2400, "fide"), EXPECTED_SCORE(2400, 2813, "fide")
    (0.93, 0.08)
    """
    rules = load(ruleset)
    own, other = exact(rating, "rating"), exact(opponent, "opponent")
    if not is_rateable_gap(own, other, rules):
        raise NotKnownError(f"{rules.id} does not rate a game of {own} against {other}")
    return expected_score(counted_differences(own, [other], rules)[0], rules)


@worksheet(each=("rating", "games", "age", "peak"))
def K_FACTOR(
    rating: Any, ruleset: str = "elo", games: Any = None, age: Any = None, peak: Any = None
) -> Decimal:
    """The coefficient K of a player with this rating.

    Arguments: games, rated games so far; age, list year minus year of birth; peak, the
    highest rating ever published. What is left out counts as unknown: an established
    adult whose rating was never higher.

    >>> K_FACTOR(2200), K_FACTOR(2250, "fide"), K_FACTOR(2250, "fide", 12)
    (20, 20, 40)
    """
    facts = {
        "rating": exact(rating, "rating"),
        "games": _count(games, "games"),
        "age": _count(age, "age"),
        "peak": _optional(peak, "peak"),
    }
    return k_factor(facts, load(ruleset)).value


@worksheet(each=("rating", "k", "games", "age", "peak"), rows=("opponents", "scores"))
def NEW_RATING(
    rating: Any,
    opponents: Any,
    scores: Any,
    ruleset: str = "elo",
    k: Any = None,
    games: Any = None,
    age: Any = None,
    peak: Any = None,
) -> Decimal:
    """The rating after these games, rounded as the regulation rounds.

    Arguments: opponents, their ratings; scores, 1, 0.5 or 0 for each, or one number,
    their sum. An opponent without rating or a game without score (blank) is not
    counted. k, if given, replaces the regulation's table. With a column of ratings,
    each row of opponents and scores belongs to one of them.

    >>> NEW_RATING(1650, [1270, 1550, 2050], [1, 1, 0.5], "elo:model=normal200r2", 10)
    1659
    """
    line = _line(rating, opponents, scores, ruleset, k, games, age, peak)
    assert line.new is not None
    return line.new


@worksheet(each=("rating", "k", "games", "age", "peak"), rows=("opponents", "scores"))
def RATING_CHANGE(
    rating: Any,
    opponents: Any,
    scores: Any,
    ruleset: str = "elo",
    k: Any = None,
    games: Any = None,
    age: Any = None,
    peak: Any = None,
) -> Decimal:
    """The exact change of these games, before any rounding. Arguments as NEW_RATING.

    >>> RATING_CHANGE(2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide")
    -2.5
    """
    line = _line(rating, opponents, scores, ruleset, k, games, age, peak)
    assert line.change is not None
    return line.change


@worksheet(rows=("opponents", "scores"))
def PERF_RATING(opponents: Any, scores: Any, ruleset: str = "elo") -> Decimal:
    """Performance rating: average opponent plus the difference for the share of points.

    Rp = Rc + D(P). #N/A for 100 % or 0 % where the regulation prints no difference.

    >>> PERF_RATING([1675, 1890], [1, 0.5]), PERF_RATING([1675, 1890], 1.5, "elo:model=logistic")
    (1976, 1974)
    """
    ratings, score = _results(opponents, scores)
    return performance(ratings, score, load(ruleset)).rating


@worksheet(rows=("opponents", "scores"))
def INITIAL_RATING(opponents: Any, scores: Any, ruleset: str = "elo") -> Decimal:
    """The first rating of a player without one, from results against rated opponents.

    #N/A when the regulation gives none yet: too few games, too few points, too low.

    >>> INITIAL_RATING([1902, 1877, 1884, 2012, 1832], [1, 1, 1, 0, 0], "fide")
    1922
    """
    rules = load(ruleset)
    ratings, score = _results(opponents, scores)
    first = initial_rating(ratings, score, rules)
    if first.rating is None:
        from .texts import say

        words = dict(vars(rules.need("initial")), exact=first.exact, games=first.games)
        raise NotKnownError(say("en", first.reason, score=first.score, **words))
    return first.rating


@worksheet(each=("rating",))
def RATING_CLASS(rating: Any, ruleset: str = "elo", language: str = "en") -> str:
    """The name of the class, title or rank that a rating belongs to.

    >>> RATING_CLASS(1950)
    'Amateur, class A'
    """
    value = exact(rating, "rating")
    rules = load(ruleset)
    for found in sorted(rules.need("classes"), key=lambda c: -c.least):
        if value >= found.least:
            return str(found.names.get(language) or found.names["en"])
    raise NotKnownError(f"{rules.id} has no class for a rating of {value}")


@worksheet(each=(), rows=("opponents", "scores"))
def EXPLAIN_RATING(
    rating: Any,
    opponents: Any,
    scores: Any,
    ruleset: str = "elo",
    k: Any = None,
    games: Any = None,
    age: Any = None,
    peak: Any = None,
    language: str = "en",
) -> List[List[object]]:
    """The steps of NEW_RATING in words: one row each with text, value and clause.

    >>> EXPLAIN_RATING(2000, [2000], [1], "fide")[-1][1:]
    [2010, '8.3.4']
    """
    from .explain import sentences

    line = _line(rating, opponents, scores, ruleset, k, games, age, peak)
    return [[item.text, item.value, item.clause] for item in sentences(line, language)]


@worksheet()
def RULE_SETS() -> List[List[object]]:
    """The rule sets there are: id, name and source, one row each.

    >>> ["elo", "Classic Elo"] in [row[:2] for row in RULE_SETS()]
    True
    """
    found = [load(name) for name in available()]
    return [[rules.id, rules.names["en"], rules.source] for rules in found]


def _line(
    rating: Any,
    opponents: Sequence[Any],
    scores: Sequence[Any],
    ruleset: str,
    k: Any,
    games: Any,
    age: Any,
    peak: Any,
) -> Line:
    """The engine's own line for one player: the games become an event of their own."""
    rules: RuleSet = load(ruleset)
    count = _count(games, "games")
    me = Player(
        1,
        "1",
        exact(rating, "rating"),
        games=None if count is None else int(count),
        peak=_optional(peak, "peak"),
        k=_optional(k, "k"),
        facts={"age": _count(age, "age")},
    )
    players, played = [me], []
    for number, (other, score) in enumerate(_pairs(opponents, scores), 2):
        players.append(Player(number, str(number), other))
        played.append(Game(number - 1, 1, number, RESULT_BY_CODE[_CODE_OF[score]]))
    return rate(Event(tuple(players), tuple(played)), rules, only="1").lines[0]


def _results(opponents: Sequence[Any], scores: Sequence[Any]) -> Tuple[List[Decimal], Decimal]:
    pairs = _pairs(opponents, scores)
    if not pairs:
        raise NumberError("there is no game against a rated opponent; at least one is needed")
    return [rating for rating, _ in pairs], sum((score for _, score in pairs), ZERO)


def _pairs(opponents: Sequence[Any], scores: Sequence[Any]) -> List[Tuple[Decimal, Decimal]]:
    """Opponents' ratings with the score against each; blanks on either side drop out."""
    if len(scores) == 1 and len(opponents) != 1:
        rated = [exact(rating, "opponent") for rating in opponents if not _blank(rating)]
        return list(zip(rated, _spread(exact(scores[0], "scores"), len(rated))))
    if len(opponents) != len(scores):
        raise ArgumentError(
            f"{len(opponents)} opponents but {len(scores)} scores; give one score for each opponent"
        )
    found = []
    for rating, score in zip(opponents, scores):
        if _blank(rating) or _blank(score):
            continue
        value = exact(score, "score")
        if value not in _CODE_OF:
            raise NumberError(f"score is {score}; 1, 0.5 or 0 is expected")
        found.append((exact(rating, "opponent"), value))
    return found


def _spread(total: Decimal, games: int) -> List[Decimal]:
    """Single scores that make this total: for rules that look at the sum only."""
    if not ZERO <= total <= games or total * 2 != int(total * 2):
        raise NumberError(
            f"scores sum to {total} in {games} games; 0 to {games} in half points is expected"
        )
    wins, half = int(total), total - int(total)
    return [ONE] * wins + [HALF] * bool(half) + [ZERO] * (games - wins - bool(half))


def _blank(value: object) -> bool:
    return value is None or value == ""


def _optional(value: Any, what: str) -> Optional[Decimal]:
    return None if _blank(value) else exact(value, what)


def _count(value: Any, what: str) -> Optional[Decimal]:
    number = _optional(value, what)
    if number is not None and (number < 0 or number != int(number)):
        raise NumberError(f"{what} is {value}; a whole number from 0 is expected")
    return number
