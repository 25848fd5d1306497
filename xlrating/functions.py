"""The worksheet functions, each written once.

Their help sentences, in three languages, are the texts ``fn_NAME`` and ``arg_NAME``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .average import event_average
from .bonus import absence_penalty, bonus
from .coefficient import k_factor, k_of_game
from .deviation import Strength, aged, interval, predicted
from .errors import ArgumentError, NotKnownError, NumberError
from .event import RESULT_BY_CODE, Event, Game, Player, read_sex
from .expectancy import (
    counted_differences,
    expected_score,
    first_move,
    is_rateable_gap,
    rating_difference,
    win_draw_loss,
)
from .floor import rating_floor
from .ladder import ladder_points
from .performance import initial_rating, performance, pooled
from .rating import rate
from .registry import worksheet
from .report import Line
from .rounding import HALF, ONE, ROUNDINGS, ZERO, exact
from .ruleset import RuleSet, available, load
from .sections import Coefficient
from .start import start_rating

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


@worksheet(each=("rating", "opponent", "colour"))
def EXPECTED_SCORE(
    rating: Any, opponent: Any, ruleset: str = "elo", colour: Any = None
) -> Decimal:
    """Expected score of a pairing, with the regulation's cap on the difference.

    Arguments: colour, w for the side that moves first or b, where the regulation tells
    the colours apart. #N/A for a pairing that the regulation does not rate, and for a
    colour that it does not ask for.

    >>> EXPECTED_SCORE(2813, 2400, "fide"), EXPECTED_SCORE(2400, 2813, "fide")
    (0.93, 0.08)
    """
    rules = load(ruleset)
    own, other = exact(rating, "rating"), exact(opponent, "opponent")
    if not is_rateable_gap(own, other, rules):
        raise NotKnownError(f"{rules.id} does not rate a game of {own} against {other}")
    side = _colour(colour)
    if side:
        rules.need("outcomes")
    return expected_score(counted_differences(own, [other], rules)[0], rules, side)


@worksheet(rows=("white", "black"))
def WIN_DRAW_LOSS(white: Any, black: Any, ruleset: str = "nevzorov") -> List[List[object]]:
    """Probabilities that White wins, draws and loses: a row of three for each pairing.

    Arguments: white, black, ratings of the side that moves first and of the other, one
    each or a column of each; a blank on either side leaves its row blank.
    W = F((Rw - Rb - d + a)/s), L = F((Rb - Rw - d - a)/s), the rest is drawn.

    >>> [round(p, 2) for p in WIN_DRAW_LOSS(2560, 2600)[0]]
    [0.24, 0.52, 0.24]
    """
    rules = load(ruleset)
    rules.need("outcomes")
    if len(white) != len(black):
        raise ArgumentError(f"{len(white)} ratings of white but {len(black)} of black")
    found: List[List[object]] = []
    for first, second in zip(white, black):
        if _blank(first) or _blank(second):
            found.append([None, None, None])
            continue
        difference = exact(first, "white") - exact(second, "black")
        found.append(list(win_draw_loss(difference, rules)))
    return found


@worksheet()
def CALIBRATE(
    games: Any, white_wins: Any, black_wins: Any, ruleset: str = "nevzorov"
) -> List[List[object]]:
    """The worth of the first move and the winning margin, in points, from counted results.

    Arguments: games between equally rated players, how many of them White won, how many
    Black won. Gives a row of two: a = s (z1 - z2)/2 and d = -s (z1 + z2)/2, z the normal
    quantiles of the two shares.

    >>> [round(x) for x in CALIBRATE(8421, 2461, 1696)[0]]
    [41, 196]
    """
    played = int(_count(games, "games") or 0)
    white = int(_count(white_wins, "white_wins") or 0)
    black = int(_count(black_wins, "black_wins") or 0)
    return [list(first_move(played, white, black, load(ruleset)))]


@worksheet(rows=("ratings", "scores"))
def EVENT_AVERAGE(ratings: Any, scores: Any, ruleset: str = "china-pro") -> Decimal:
    """The average rating of a round robin, players without rating included.

    Arguments: ratings of all players, blank for one without rating; scores, the points of
    each against all the others. R(a) = R(ar) - d(Pa) n/(n + 1).

    >>> EVENT_AVERAGE([2600, 2500, "", 2400], [2, 2, 1, 1])
    2469
    """
    if any(_blank(score) for score in scores):
        raise ArgumentError("a player has no score; give the points of each player")
    known = [_optional(rating, "rating") for rating in ratings]
    points = [exact(score, "score") for score in scores]
    return event_average(known, points, load(ruleset)).average


@worksheet(rows=("ratings", "games"))
def POOLED_RATING(ratings: Any, games: Any, ruleset: str = "china-pro") -> Decimal:
    """The first published rating from performances in several events.

    Arguments: ratings, the performance in each event in their order; games, how many
    games each was. R(n) = sum(R(u) x games)/sum(games), rounded as it is published; a
    first performance that the regulation voids is left out.

    >>> POOLED_RATING([2280, 2400, 2000], [5, 10, 5])
    2270
    """
    rules = load(ruleset)
    rule = rules.need("initial")
    least = rules.need("pooled").least_games
    if len(ratings) != len(games):
        raise ArgumentError(f"{len(ratings)} ratings but {len(games)} numbers of games")
    results: List[Tuple[Decimal, int]] = []
    for rating, number in zip(ratings, games):
        count = _count(number, "games")
        if _blank(rating) or not count:
            continue
        value = exact(rating, "rating")
        if results or rule.void_below is None or value >= rule.void_below:
            results.append((value, int(count)))
    if not results or sum(count for _, count in results) < least:
        raise NotKnownError(f"{rules.id} gives no first rating from these ({rule.clause})")
    return ROUNDINGS[rule.rounding](pooled(results)[0], 0)


@worksheet(each=("rating",))
def CONVERT_RATING(rating: Any, ruleset: str = "ingo", to: str = "elo") -> Decimal:
    """A rating of one rule set on the scale of another.

    Arguments: ruleset, where the rating comes from; to, the rule set whose scale is
    wanted. #N/A where neither of the two tells how. Elo = 2840 - 8 x Ingo.

    >>> CONVERT_RATING(80), CONVERT_RATING(2780, "elo", "ingo")
    (2200, 7.5)
    """
    value = exact(rating, "rating")
    source, target = load(ruleset), load(to)
    for way in source.conversions:
        if way.to == target.id:
            return way.base + way.factor * value
    for way in target.conversions:
        if way.to == source.id:
            return (value - way.base) / way.factor
        if way.of == source.id and (way.above is None or value > way.above):
            return way.base + way.factor * value
    raise NotKnownError(f"there is no conversion from {source.id} to {target.id}")


@worksheet(each=("rating", "games", "age", "peak", "opponent", "score", "final_rounds", "index"))
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

    Arguments: games, rated games so far; age, list year minus year of birth; peak, the
    highest rating ever published; opponent and score (1, 0.5, 0), those of the game where
    K depends on it; final_rounds, true or 1 when it is played in the last rounds, where
    they have a K of their own. What is left out counts as unknown: an established adult
    whose rating was never higher, K of the player's own rating.
    index, how many events were rated so far. Where K = 800/(c + games of the event), it is
    c: the development coefficient E of dwz, the effective games N' of uscf.

    >>> K_FACTOR(2200), K_FACTOR(2250, "fide"), K_FACTOR(2250, "fide", 12)
    (20, 20, 40)
    >>> K_FACTOR(2250, "malaysia", opponent=2050, score=0.5, final_rounds=True)
    40
    """
    rules = load(ruleset)
    facts = {
        "rating": exact(rating, "rating"),
        "games": _count(games, "games"),
        "age": _count(age, "age"),
        "peak": _optional(peak, "peak"),
        "index": _count(index, "index"),
    }
    final = bool(_final_rounds(final_rounds, 2, rules))
    if _blank(opponent):
        points, other = ONE, facts
    elif _blank(score):
        raise ArgumentError("K_FACTOR: score is missing; give the score against the opponent")
    else:
        points = exact(score, "score")
        if points not in _CODE_OF:
            raise NumberError(f"score is {score}; 1, 0.5 or 0 is expected")
        other = {"rating": exact(opponent, "opponent")}
    return k_of_game(facts, other, (points, ONE - points), rules, final).value


@worksheet(
    each=("rating", "k", "games", "age", "peak", "final_rounds", "sex", "index"),
    rows=("opponents", "scores", "colours"),
)
def NEW_RATING(
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
) -> Decimal:
    """The rating after these games, rounded as the regulation rounds.

    Arguments: opponents, their ratings; scores, 1, 0.5 or 0 for each, or one number,
    their sum. An opponent without rating or a game without score (blank) is not
    counted. k, if given, replaces what K_FACTOR gives. colours, w (moves first) or b
    for each game, are needed where the regulation tells them apart. final_rounds: how many
    of the games, the last ones, belong to the last rounds of the event, where these have
    a K of their own. sex, f or m, where women have a floor of their own. With a column of
    ratings, each row of opponents, scores and colours belongs to one of them.

    >>> NEW_RATING(1650, [1270, 1550, 2050], [1, 1, 0.5], "elo:model=normal200r2", 10)
    1659
    >>> NEW_RATING(2250, [2050], [0.5], "malaysia", final_rounds=1)
    2240
    """
    line = _line(
        rating, opponents, scores, ruleset, k, games, age, peak, colours, final_rounds, sex, index
    )
    assert line.new is not None
    return line.new


@worksheet(
    each=("rating", "k", "games", "age", "peak", "final_rounds", "sex", "index"),
    rows=("opponents", "scores", "colours"),
)
def RATING_CHANGE(
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
) -> Decimal:
    """The exact change of these games, before any rounding. Arguments as NEW_RATING.

    >>> RATING_CHANGE(2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide")
    -2.5
    """
    line = _line(
        rating, opponents, scores, ruleset, k, games, age, peak, colours, final_rounds, sex, index
    )
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


@worksheet(each=("title", "sex"))
def START_RATING(title: Any, ruleset: str = "malaysia", sex: Any = None) -> Decimal:
    """The rating with which a player of this title starts.

    Arguments: title, as the regulation prints it or in English; of several titles with /
    between them the highest counts; sex, f or m, where women have values of their own;
    left out it counts as m. #N/A for a title that the regulation does not list.

    >>> START_RATING("国际大师"), START_RATING("国家大师", "cxa-rapid", "F")
    (2250, 2250)
    """
    return start_rating(str(title), load(ruleset), "" if _blank(sex) else read_sex(sex))


@worksheet(each=("place", "rating", "k"))
def BONUS(place: Any, ruleset: str = "malaysia", rating: Any = None, k: Any = None) -> Decimal:
    """The points for a final place in an event that carries a bonus, besides the games.

    Arguments: place, a whole number from 1; rating, that of the player before the event,
    where the bonus depends on it; k, if given, replaces the regulation's table then.

    >>> BONUS(1), BONUS(9), BONUS(1, "cxa-rapid", 2450.3)
    (30, 0, 36.75)
    """
    rules, own, given = load(ruleset), _optional(rating, "rating"), _optional(k, "k")
    if rules.champion is not None and own is not None and given is None:
        given = k_factor({"rating": own}, rules).value
    return bonus(exact(place, "place"), rules, own, given)


@worksheet(each=("rating",))
def ABSENCE_PENALTY(rating: Any, ruleset: str = "malaysia") -> Decimal:
    """The points taken from a player who missed all events that must be played.

    >>> ABSENCE_PENALTY([2350, 2150])
    [71, 65]
    """
    return absence_penalty(exact(rating, "rating"), load(ruleset))


@worksheet(each=("points", "score", "moves"))
def LADDER_POINTS(
    points: Any, score: Any, moves: Any = None, ruleset: str = "rank-ladder"
) -> Decimal:
    """The points of a ladder of ranks after a game; RATING_CLASS names the rank.

    Arguments: points before the game; score, 1, 0.5 or 0; moves, how many the game had
    (left out: not a short game).

    >>> LADDER_POINTS(49, 1, 30), LADDER_POINTS(49, 1, 10), LADDER_POINTS(0, 0)
    (50, 49, 0)
    """
    number = exact(points, "points")
    if number != int(number):
        raise NumberError(f"points is {points}; a whole number is expected")
    return ladder_points(number, exact(score, "score"), load(ruleset), _count(moves, "moves"))


@worksheet(rows=("opponents", "rds", "scores"))
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

    Arguments: rd, the deviation at the start of the period; opponents, rds and scores,
    rating, deviation and 1, 0.5 or 0 for each game; a game with a blank among them is not
    counted. Gives one row. r' = r + q RD'^2 x sum of g (s - E).

    >>> met = [1400, 1550, 1700], [30, 100, 300], [1, 0, 0]
    >>> [round(x, 1) for x in GLICKO_RATING(1500, 200, *met)[0]]
    [1464.1, 151.4]
    >>> [round(x, 5) for x in GLICKO_RATING(1500, 200, *met, "glicko2", 0.06)[0]]
    [1464.05067, 151.51652, 0.06]
    """
    rules = load(ruleset)
    rules.need("deviation")
    if not len(opponents) == len(rds) == len(scores):
        raise ArgumentError(
            f"{len(opponents)} opponents, {len(rds)} deviations, {len(scores)} scores; "
            "give one of each for each game"
        )
    own = _strength(1, rating, rd, rules, volatility)
    players, played = [own], []
    for number, (other, deviation, score) in enumerate(zip(opponents, rds, scores), 2):
        if _blank(other) or _blank(deviation) or _blank(score):
            continue
        value = exact(score, "score")
        if value not in _CODE_OF:
            raise NumberError(f"score is {score}; 1, 0.5 or 0 is expected")
        players.append(_strength(number, other, deviation, rules))
        played.append(Game(number - 1, 1, number, RESULT_BY_CODE[_CODE_OF[value]]))
    line = rate(Event(tuple(players), tuple(played)), rules, only="1").lines[0]
    found = [line.new, line.facts["rd"]]
    return [[*found, line.facts["volatility"]] if "volatility" in line.facts else found]


@worksheet(each=("rating", "rd", "opponent", "opponent_rd"))
def GLICKO_EXPECTED(
    rating: Any, rd: Any, opponent: Any, opponent_rd: Any, ruleset: str = "glicko"
) -> Decimal:
    """Expected score of a game to come between two players with these deviations.

    1 / (1 + 10^(-g(sqrt(RDi^2 + RDj^2)) (ri - rj)/400)): the less is known, the nearer
    to one half.

    >>> round(GLICKO_EXPECTED(1400, 80, 1500, 150), 3)
    0.376
    """
    own = Strength(exact(rating, "rating"), exact(rd, "rd"))
    other = Strength(exact(opponent, "opponent"), exact(opponent_rd, "opponent_rd"))
    return predicted(own, other, load(ruleset))


@worksheet(each=("rd", "periods", "volatility"))
def RATING_DEVIATION(
    rd: Any, periods: Any, ruleset: str = "glicko", volatility: Any = None
) -> Decimal:
    """The deviation after so many periods without games: what is known grows old.

    Arguments: rd, the deviation now; volatility for Glicko-2, that of a new player when
    left out. RD' = min(sqrt(RD^2 + c^2 t), 350).

    >>> round(RATING_DEVIATION(50, 1), 2), RATING_DEVIATION(340, 30)
    (80.59, 350)
    """
    rules = load(ruleset)
    rule = rules.need("deviation")
    spread = _optional(volatility, "volatility") if rule.volatility is not None else None
    known = Strength(rule.rating, exact(rd, "rd"), rule.volatility if spread is None else spread)
    return aged(known, exact(periods, "periods"), rules)


@worksheet()
def RATING_INTERVAL(rating: Any, rd: Any, ruleset: str = "glicko") -> List[List[object]]:
    """Where the strength lies in 95 of 100 cases: a row of the lower and the upper end.

    >>> RATING_INTERVAL(1500, 30)
    [[1441.2, 1558.8]]
    """
    known = Strength(exact(rating, "rating"), exact(rd, "rd"))
    return [list(interval(known, load(ruleset)))]


@worksheet(each=("peak", "games"))
def RATING_FLOOR(peak: Any, ruleset: str = "uscf", games: Any = None) -> Decimal:
    """The rating below which a player whose highest rating is `peak` does not fall.

    Arguments: games, rated games so far, where too few earn no floor. 200 points below
    the peak, down to a full hundred.

    >>> RATING_FLOOR([1799, 1800, 1941]), RATING_FLOOR(2450, "uscf:max_floor=2200")
    ([1500, 1600, 1700], 2200)
    """
    rules = load(ruleset)
    return rating_floor(exact(peak, "peak"), _count(games, "games"), rules)


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


@worksheet(each=(), rows=("opponents", "scores", "colours"))
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
    colours: Any = None,
    final_rounds: Any = None,
    sex: Any = None,
    index: Any = None,
) -> List[List[object]]:
    """The steps of NEW_RATING in words: one row each with text, value and clause.

    >>> EXPLAIN_RATING(2000, [2000], [1], "fide")[-1][1:]
    [2010, '8.3.4']
    """
    from .explain import sentences

    line = _line(
        rating, opponents, scores, ruleset, k, games, age, peak, colours, final_rounds, sex, index
    )
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
    colours: Optional[Sequence[Any]],
    final_rounds: Any,
    sex: Any,
    index: Any,
) -> Line:
    """The engine's own line for one player: the games become an event of their own."""
    rules: RuleSet = load(ruleset)
    if rules.deviation is not None:
        raise NotKnownError(f"{rules.id} needs rating deviations; use GLICKO_RATING")
    sides = _sides(opponents, scores, colours, rules)
    count = _count(games, "games")
    me = Player(
        1,
        "1",
        exact(rating, "rating"),
        games=None if count is None else int(count),
        peak=_optional(peak, "peak"),
        k=_optional(k, "k"),
        sex="" if _blank(sex) else read_sex(sex),
        facts={"age": _count(age, "age"), "index": _count(index, "index")},
    )
    rounds = _rounds(opponents, scores, rules)
    final = _final_rounds(final_rounds, len(opponents), rules)
    table = rules.coefficient or Coefficient()
    # As many rounds as leave the last `final` of these games in the last rounds.
    last = len(opponents) - final + table.final_rounds
    before = max(0, table.final_least - last) if final else 0
    rounds = [before + number for number in rounds]
    players, played = [me], []
    for number, (other, score) in enumerate(_pairs(opponents, scores), 2):
        players.append(Player(number, str(number), other))
        if sides and sides[number - 2] == "b":
            result = RESULT_BY_CODE[_CODE_OF[ONE - score]]
            played.append(Game(rounds[number - 2], number, 1, result))
        else:
            played.append(Game(rounds[number - 2], 1, number, RESULT_BY_CODE[_CODE_OF[score]]))
    event = Event(tuple(players), tuple(played), rounds=before + max(last, len(opponents)))
    return rate(event, rules, only="1").lines[0]


def _rounds(opponents: Sequence[Any], scores: Sequence[Any], rules: RuleSet) -> List[int]:
    """The rows of the games that `_pairs` keeps, as rounds."""
    if len(scores) == 1 and len(opponents) != 1:
        if rules.change.each == "game":
            raise ArgumentError(f"{rules.id} rates each game; give one score for each opponent")
        return list(range(1, len(opponents) + 1))
    pairs = zip(opponents, scores)
    return [row for row, (a, b) in enumerate(pairs, 1) if not _blank(a) and not _blank(b)]


def _final_rounds(value: Any, games: int, rules: RuleSet) -> int:
    """How many of the games belong to the last rounds; true means as many as there can be."""
    most = rules.coefficient.final_rounds if rules.coefficient else 0
    if isinstance(value, bool):
        return min(most, games) if value else 0
    number = int(_count(value, "final_rounds") or 0)
    if number > min(most, games) and most:
        raise NumberError(
            f"final_rounds is {number} of {games} games; {rules.id} has {most} last rounds"
        )
    return number if most else 0


def _strength(no: int, rating: Any, rd: Any, rules: RuleSet, volatility: Any = None) -> Player:
    """A player with a deviation, which is that of the start of the period."""
    facts: Dict[str, object] = {"rd": exact(rd, "rd")}
    if not _blank(volatility):
        if rules.need("deviation").volatility is None:
            raise NotKnownError(f"{rules.id} knows no volatility; leave it out")
        facts["volatility"] = exact(volatility, "volatility")
    return Player(no, str(no), exact(rating, "rating"), facts=facts)


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


def _sides(
    opponents: Sequence[Any],
    scores: Sequence[Any],
    colours: Optional[Sequence[Any]],
    rules: RuleSet,
) -> List[str]:
    """The colours of the games that `_pairs` keeps; empty where none are given."""
    given = [_colour(colour) for colour in colours or ()]
    if not any(given):
        if rules.outcomes is not None:
            raise ArgumentError(f"{rules.id} tells colours apart; give w or b for each game")
        return []
    if len(given) != len(opponents):
        raise ArgumentError(
            f"{len(opponents)} opponents but {len(given)} colours; give w or b for each game"
        )
    total = len(scores) == 1
    kept = []
    for place, (rating, colour) in enumerate(zip(opponents, given)):
        if not _blank(rating) and (total or not _blank(scores[place])):
            if not colour:
                raise ArgumentError(f"game {place + 1} has no colour; give w or b")
            kept.append(colour)
    return kept


def _colour(value: Any) -> str:
    """w (White, or Red: moves first), b, or nothing."""
    text = "" if value is None else str(value).strip().lower()
    if text not in ("", "w", "r", "b"):
        raise ArgumentError(f"colour is {value!r}; w (moves first) or b is expected")
    return text.replace("r", "w")


def _blank(value: object) -> bool:
    return value is None or value == ""


def _optional(value: Any, what: str) -> Optional[Decimal]:
    return None if _blank(value) else exact(value, what)


def _count(value: Any, what: str) -> Optional[Decimal]:
    number = _optional(value, what)
    if number is not None and (number < 0 or number != int(number)):
        raise NumberError(f"{what} is {value}; a whole number from 0 is expected")
    return number
