"""Functions that rate one player: K, new rating, change, and why."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List, Optional, Sequence, Tuple

from ..engine.errors import ArgumentError, NumberError
from ..engine.problem import make_error
from ..engine.rounding import ONE, exact
from ..engine.rules.ruleset import RuleSet, load
from ..engine.rules.sections import Coefficient
from ..engine.terms.coefficient import k_of_game
from .arguments import (
    CODE_OF,
    colour_of,
    is_blank,
    is_unrated,
    number_or_none,
    paired,
    rating_needed,
    rating_of,
    whole_number,
)
from .one_player import OnePlayer, rules_of_one
from .registry import worksheet
from .steps import k_steps


@worksheet(
    each=("rating", "games", "age", "peak", "opponent", "score", "final_rounds", "index"),
    steps=k_steps,
)
def K_FACTOR(
    rating: Any,
    ruleset: str = "elo",
    games: Any = None,
    age: Any = None,
    peak: Any = None,
    opponent: Any = None,
    score: Any = None,
    final_rounds: Any = None,
    index: Any = None,
) -> Decimal:
    """The coefficient K of a player with this rating.

    Arguments: games, rated games so far; age, year of the event minus year of birth; peak, the
    highest rating ever published; opponent and score (1, 0.5, 0) of the game, if K depends
    on it; final_rounds, true or 1 for a game in the last rounds, if these have a K of their
    own. An omitted argument counts as unknown: an established adult whose rating was never
    higher, and the K of the player's own rating.
    index, how many of the player's events have been rated so far. If K = 800/(c + games of
    the event), index is c: the development coefficient E of dwz, the effective games N' of uscf.

    >>> K_FACTOR(2200), K_FACTOR(2250, "fide"), K_FACTOR(2250, "fide", 12)
    (20, 20, 40)
    >>> K_FACTOR(2250, "malaysia", opponent=2050, score=0.5, final_rounds=True)
    40
    """
    rules = load(ruleset)
    facts = {
        "rating": rating_needed(rating, "rating", rules),
        "games": whole_number(games, "games"),
        "age": whole_number(age, "age"),
        "peak": rating_of(peak, "peak", rules),
        "index": whole_number(index, "index"),
    }
    final = bool(_final_rounds(final_rounds, rules.need(Coefficient).final_rounds, rules))
    met = rating_of(opponent, "opponent", rules)
    if met is None:
        points, other = ONE, facts
    elif is_blank(score):
        raise make_error(ArgumentError, "fn_missing", function="K_FACTOR", argument="score")
    else:
        points = exact(score, "score")
        if points not in CODE_OF:
            raise make_error(NumberError, "score_of_game", what="score", value=str(score))
        other = {"rating": met}
    return k_of_game(facts, other, (points, ONE - points), rules, final).value


def _asked(
    rating: Any,
    opponents: Any,
    scores: Any,
    ruleset: str = "elo",
    k: Any = None,
    games: Any = None,
    age: Any = None,
    peak: Any = None,
    colours: Any = None,
    final_rounds: Any = None,
    sex: Any = None,
    index: Any = None,
) -> OnePlayer:
    """One player and their games, from the arguments common to all functions that rate a player."""
    rules = rules_of_one(load(ruleset))
    if rules.change.each == "game" and len(scores) == 1 and len(opponents) != 1:
        raise make_error(ArgumentError, "fn_each_game", rules=rules.id)
    opponents = [None if is_unrated(one, rules) else one for one in opponents]
    sides = _sides(opponents, scores, colours, rules)
    facts = {
        "games": whole_number(games, "games"),
        "rating": rating_needed(rating, "rating", rules),
        "peak": rating_of(peak, "peak", rules),
        "k": number_or_none(k, "k"),
    }
    sex = "" if is_blank(sex) else _sex(sex)
    facts.update(age=whole_number(age, "age"), index=whole_number(index, "index"))
    pairs = paired(opponents, scores, rules)
    final = _final_rounds(final_rounds, len(opponents), rules)
    return OnePlayer(
        rules, facts, sex, pairs, sides, *_rounds_of_games(opponents, scores, final, rules)
    )


def _sex(value: Any) -> str:
    from ..engine.vocabulary.sex import read_sex

    return read_sex(value)


_EACH = ("rating", "k", "games", "age", "peak", "final_rounds", "sex", "index")
_ROWS = ("opponents", "scores", "colours")


@worksheet(each=_EACH, rows=_ROWS, of=_asked)
def NEW_RATING(asked: OnePlayer) -> Decimal:
    """The rating after these games, rounded as the regulation says.

    Arguments: opponents, their ratings; scores, 1, 0.5 or 0 for each game, or one number,
    their sum. Unrated opponents and games without a score (blank) do not count. k, if
    given, replaces the K of K_FACTOR. colours, w (moves first) or b for each game, are
    needed if the regulation distinguishes them. final_rounds: how many of the rows, from
    the last one up, belong to the last rounds of the event, if these have a K of their own;
    a blank row is a round not played. sex, f or m, if women have a separate floor. If you
    pass a column of ratings, each row of opponents, scores and colours belongs to one of them.
    games, age, peak and index, on which K depends, are those of K_FACTOR.

    >>> NEW_RATING(1650, [1270, 1550, 2050], [1, 1, 0.5], "elo:model=normal200r2", 10)
    1659
    >>> NEW_RATING(2250, [2050], [0.5], "malaysia", final_rounds=1)
    2240
    """
    return asked.new_rating()


@worksheet(each=_EACH, rows=_ROWS, of=_asked)
def RATING_CHANGE(asked: OnePlayer) -> Decimal:
    """The exact rating change from these games, before any rounding. Arguments as for NEW_RATING.

    >>> RATING_CHANGE(2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide")
    -2.5
    """
    return asked.change()


@worksheet(rows=_ROWS, explains=True, of=_asked)
def EXPLAIN_RATING(asked: OnePlayer, language: str = "en") -> List[List[object]]:
    """The steps of NEW_RATING in words: one row each, with text, value and clause.

    Arguments as for NEW_RATING; language (en, zh or ru) comes last. If NEW_RATING gives an
    error, one row says why: the sentence and the cell error.

    >>> EXPLAIN_RATING(2000, [2000], [1], "fide")[-1][1:]
    [2010, '8.3.4']
    >>> EXPLAIN_RATING("strong", [2000], [1], "fide")
    [["rating is the text 'strong'; a number is expected", '#VALUE!', '']]
    >>> EXPLAIN_RATING("", [2000], [1], "fide")
    [['EXPLAIN_RATING: rating is missing', '#VALUE!', '']]
    """
    from ..engine.sentences import sentences

    report = asked.report()
    found = sentences(report.lines[0], language, report.rules)
    return [[item.text, item.value, item.clause] for item in found]


def _rounds_of_games(
    opponents: Sequence[Any], scores: Sequence[Any], final: int, rules: RuleSet
) -> Tuple[List[int], int]:
    """The rounds of the games, and the number of rounds in the event.

    They are chosen so that exactly the last `final` games are in the last rounds; for
    `malaysia` these are two. With five games of which one is final, one round is still to come.

    >>> _rounds_of_games([2000] * 5, [1] * 5, 2, load("malaysia"))
    ([1, 2, 3, 4, 5], 5)
    >>> _rounds_of_games([2000] * 5, [1] * 5, 1, load("malaysia"))
    ([1, 2, 3, 4, 5], 6)
    """
    rows = _rows(opponents, scores)
    # Blank rows count as rounds if the last rounds are special; otherwise they mean nothing.
    high = len(opponents) if final else len(rows)
    rounds = rows if final else list(range(1, high + 1))
    table = rules.coefficient or Coefficient()
    last = high - final + table.final_rounds
    before = max(0, table.final_least - last) if final else 0
    return [before + number for number in rounds], before + last


#: A value that never counts as blank.
_CELLS = frozenset((int, float))


def _rows(opponents: Sequence[Any], scores: Sequence[Any]) -> List[int]:
    """The rows of the games that `paired` keeps; a blank row is a round, too."""
    if len(scores) == 1 and len(opponents) != 1:
        return list(range(1, len(opponents) + 1))
    if _CELLS.issuperset(map(type, (*opponents, *scores))):
        return list(range(1, min(len(opponents), len(scores)) + 1))
    pairs = zip(opponents, scores)
    return [row for row, (a, b) in enumerate(pairs, 1) if not is_blank(a) and not is_blank(b)]


def _final_rounds(value: Any, games: int, rules: RuleSet) -> int:
    """How many of the games are in the last rounds; true means as many as possible."""
    most = rules.coefficient.final_rounds if rules.coefficient else 0
    if isinstance(value, bool):
        return min(most, games) if value else 0
    number = int(whole_number(value, "final_rounds") or 0)
    if number > min(most, games) and most:
        words = {"number": str(number), "games": games, "rules": rules.id, "most": most}
        raise make_error(NumberError, "fn_last_rounds", what="final_rounds", **words)
    return number if most else 0


def _sides(
    opponents: Sequence[Any],
    scores: Sequence[Any],
    colours: Optional[Sequence[Any]],
    rules: RuleSet,
) -> List[str]:
    """The colours, ``w`` or ``b``, of the games that `paired` keeps; empty if none are given."""
    given = [colour_of(colour) for colour in colours or ()]
    if not any(given):
        if rules.outcomes is not None:
            raise make_error(ArgumentError, "fn_colours", rules=rules.id)
        return []
    if len(given) != len(opponents):
        raise make_error(
            ArgumentError, "fn_colours_many", opponents=len(opponents), colours=len(given)
        )
    total = len(scores) == 1
    if not total and len(scores) != len(opponents):
        raise make_error(ArgumentError, "fn_scores", opponents=len(opponents), scores=len(scores))
    kept = []
    for place, (rating, colour) in enumerate(zip(opponents, given)):
        if not is_blank(rating) and (total or not is_blank(scores[place])):
            if not colour:
                raise make_error(ArgumentError, "fn_no_colour", number=place + 1)
            kept.append(colour)
    return kept
