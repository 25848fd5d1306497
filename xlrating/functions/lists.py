"""Functions about rating lists: start ratings, bonuses, floors, classes, scales."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List

from ..engine.errors import ArgumentError, NotKnownError, NumberError
from ..engine.languages import LANGUAGES
from ..engine.problem import make_error
from ..engine.rounding import exact
from ..engine.rules.ruleset import available, load
from ..engine.terms.bonus import absence_penalty, bonus
from ..engine.terms.coefficient import k_factor
from ..engine.terms.floor import rating_floor
from ..engine.terms.ladder import ladder_points, rank_of
from ..engine.terms.start import start_rating
from ..engine.vocabulary.sex import read_sex
from .arguments import is_blank, needed, number_or_none, rating_needed, rating_of, whole_number
from .registry import worksheet
from .steps import class_steps, floor_steps


@worksheet(each=("title", "sex"))
def START_RATING(title: Any, ruleset: str = "malaysia", sex: Any = None) -> Decimal:
    """The rating with which a player of this title starts.

    Arguments: title, as printed in the regulation or in English; of several titles,
    separated by /, the highest counts; sex, f or m, if women have separate values (m if
    omitted). #N/A for a title that the regulation does not list.

    >>> START_RATING("国际大师"), START_RATING("国家大师", "cxa-rapid", "F")
    (2250, 2250)
    """
    needed(title, "title")
    return start_rating(str(title), load(ruleset), "" if is_blank(sex) else read_sex(sex))


@worksheet(each=("place", "rating", "k"))
def BONUS(place: Any, ruleset: str = "malaysia", rating: Any = None, k: Any = None) -> Decimal:
    """The bonus for a final place, in an event that carries one, in addition to the games.

    Arguments: place, a whole number from 1; rating, the player's rating before the event, if
    the bonus depends on it; k, if given, then replaces the regulation's table.

    >>> BONUS(1), BONUS(9), BONUS(1, "cxa-rapid", 2450.3)
    (30, 0, 36.75)
    """
    rules, coefficient = load(ruleset), number_or_none(k, "k")
    own = rating_of(rating, "rating", rules)
    if rules.champion is not None and own is not None and coefficient is None:
        coefficient = k_factor({"rating": own}, rules).value
    return bonus(exact(needed(place, "place"), "place"), rules, own, coefficient)


@worksheet(each=("rating",))
def ABSENCE_PENALTY(rating: Any, ruleset: str = "malaysia") -> Decimal:
    """The points deducted from a player who missed all compulsory events.

    >>> ABSENCE_PENALTY([2350, 2150])
    [71, 65]
    """
    rules = load(ruleset)
    return absence_penalty(rating_needed(rating, "rating", rules), rules)


@worksheet(each=("points", "score", "moves"))
def LADDER_POINTS(
    points: Any, score: Any, moves: Any = None, ruleset: str = "rank-ladder"
) -> Decimal:
    """The points of a ladder of ranks after a game; RATING_CLASS names the rank.

    Arguments: points before the game; score, 1, 0.5 or 0; moves, how many the game had
    (if omitted, it was not a short game). Unlike NEW_RATING, it has no opponents and gives no
    rating: the points depend only on the player's own result.

    >>> LADDER_POINTS(49, 1, 30), LADDER_POINTS(49, 1, 10), LADDER_POINTS(0, 0)
    (50, 49, 0)
    """
    number = exact(points, "points")
    if number != int(number):
        raise make_error(NumberError, "fn_whole_points", what="points", points=str(points))
    return ladder_points(number, exact(score, "score"), load(ruleset), whole_number(moves, "moves"))


@worksheet(each=("peak", "games"), steps=floor_steps)
def RATING_FLOOR(peak: Any, ruleset: str = "uscf", games: Any = None) -> Decimal:
    """The rating below which a player whose highest rating is `peak` does not fall.

    Arguments: games, rated games so far, because too few earn no floor. The floor is 200
    points below the peak, rounded down to a full hundred.

    >>> RATING_FLOOR([1799, 1800, 1941]), RATING_FLOOR(2450, "uscf:max_floor=2200")
    ([1500, 1600, 1700], 2200)
    """
    rules = load(ruleset)
    return rating_floor(rating_needed(peak, "peak", rules), whole_number(games, "games"), rules)


@worksheet(each=("rating",), steps=class_steps)
def RATING_CLASS(rating: Any, ruleset: str = "elo", language: str = "en") -> str:
    """The name of the class, title or rank that a rating belongs to.

    >>> RATING_CLASS(1950)
    'Amateur, class A'
    """
    rules = load(ruleset)
    rules.given(rules.classes, "classes")
    value = rating_needed(rating, "rating", rules)
    found = rank_of(value, rules)
    if found is None:
        raise make_error(NotKnownError, "fn_class", rules=rules.id, value=str(value))
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise make_error(ArgumentError, "fn_language", found=repr(language), known=known)
    return str(found.names.get(str(language)) or found.names["en"])


@worksheet(each=("rating",))
def CONVERT_RATING(rating: Any, ruleset: str = "ingo", to: str = "elo") -> Decimal:
    """A rating of one rule set on the scale of another.

    Arguments: ruleset, where the rating comes from; to, the rule set to whose scale it is
    converted. #N/A if neither of the two says how. Elo = 2840 - 8 x Ingo.

    >>> CONVERT_RATING(80), CONVERT_RATING(2780, "elo", "ingo")
    (2200, 7.5)
    """
    source, target = load(ruleset), load(to)
    value = rating_needed(rating, "rating", source)
    for way in source.conversions:
        if way.to == target.id:
            return way.base + way.factor * value
    for way in target.conversions:
        if way.to == source.id:
            return (value - way.base) / way.factor
        if way.of == source.id and (way.above is None or value > way.above):
            return way.base + way.factor * value
    raise make_error(NotKnownError, "fn_conversion", source=source.id, target=target.id)


@worksheet()
def RULE_SETS() -> List[List[object]]:
    """All rule sets: id, name and source, one row each.

    >>> ["elo", "Classic Elo"] in [row[:2] for row in RULE_SETS()]
    True
    """
    found = [load(name) for name in available()]
    return [[rules.id, rules.names["en"], rules.source] for rules in found]
