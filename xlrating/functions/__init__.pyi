# Written by `python -m xlrating.functions.stubs` from the registry; change the functions, not this.

from collections.abc import Mapping
from typing import Any, TypeVar, overload

from .registry import WorksheetFunction
from .shapes import Cell, Column, Kept, Range

_C = TypeVar("_C", bound=Kept)

def find(name: str) -> WorksheetFunction | None: ...
def all_functions() -> Mapping[str, WorksheetFunction]: ...
@overload
def WE_TABLE(
    difference: Cell,
    ruleset: str | None = "elo",
) -> float:
    """Expected score of the player who is `difference` points higher (negative: lower).

    Arguments: difference, in points, a number or a range; ruleset, the name of a rule set.
    Returns the value of the regulation's own table or formula, without its cap (for that
    see EXPECTED_SCORE). We(-D) = 1 - We(D).

    >>> WE_TABLE(200), WE_TABLE([200, -200]), WE_TABLE(250, "elo:model=normal200r2")
    (0.76, [0.76, 0.24], 0.811620441094209)
    """

@overload
def WE_TABLE(
    difference: Range,
    ruleset: str | None = "elo",
) -> list[Any]: ...
@overload
def WE_TABLE(
    difference: _C,
    ruleset: str | None = "elo",
) -> _C: ...
@overload
def DP_TABLE(
    share: Cell,
    ruleset: str | None = "elo",
) -> float:
    """Rating difference that corresponds to a share of points, from 0 to 1.

    #N/A for 1 and 0 where the regulation prints no number.

    >>> DP_TABLE(0.75), DP_TABLE(1, "fide")
    (193, 800)
    """

@overload
def DP_TABLE(
    share: Range,
    ruleset: str | None = "elo",
) -> list[Any]: ...
@overload
def DP_TABLE(
    share: _C,
    ruleset: str | None = "elo",
) -> _C: ...
@overload
def EXPECTED_SCORE(
    rating: Cell,
    opponent: Cell,
    ruleset: str | None = "elo",
    colour: Cell = None,
) -> float:
    """Expected score of a pairing, with the regulation's cap on the difference.

    Arguments: colour, w for the side that moves first or b for the other, if the
    regulation distinguishes the colours. #N/A for a pairing that the regulation does not
    rate, and for a colour that it does not use.

    >>> EXPECTED_SCORE(2813, 2400, "fide"), EXPECTED_SCORE(2400, 2813, "fide")
    (0.93, 0.08)
    """

@overload
def EXPECTED_SCORE(
    rating: Range,
    opponent: Cell,
    ruleset: str | None = "elo",
    colour: Cell = None,
) -> list[Any]: ...
@overload
def EXPECTED_SCORE(
    rating: _C,
    opponent: Cell,
    ruleset: str | None = "elo",
    colour: Cell = None,
) -> _C: ...
@overload
def EXPECTED_SCORE(
    rating: Cell | Range | Column,
    opponent: Cell | Range | Column,
    ruleset: str | None = "elo",
    colour: Cell | Range | Column = None,
) -> Any: ...
@overload
def WIN_DRAW_LOSS(
    white: Cell | Range,
    black: Cell | Range,
    ruleset: str | None = "nevzorov",
) -> list[list[Any]]:
    """Probabilities that White wins, draws and loses: one row of three per pairing.

    Arguments: white, black, the ratings of the side that moves first and of the other: one
    number or one column each. If either is blank, the row of the result is blank.
    W = F((Rw - Rb - d + a)/s), L = F((Rb - Rw - d - a)/s); the rest are draws.

    >>> [round(p, 2) for p in WIN_DRAW_LOSS(2560, 2600)[0]]
    [0.24, 0.52, 0.24]
    """

@overload
def WIN_DRAW_LOSS(
    white: Cell | Range | Column,
    black: Cell | Range | Column,
    ruleset: str | None = "nevzorov",
) -> Any: ...
@overload
def CALIBRATE(
    games: Cell,
    white_wins: Cell,
    black_wins: Cell,
    ruleset: str | None = "nevzorov",
) -> list[list[Any]]:
    """The value of the first move and the winning margin, in points, from counted results.

    Arguments: games, how many games between equally rated players; white_wins and
    black_wins, how many of them each side won (if games is 1, their shares). Returns a row of
    two: a = s (z1 - z2)/2 and d = -s (z1 + z2)/2, where z are the normal quantiles of the two
    shares. Use them as in ``nevzorov:first_move=41,margin=197``.

    >>> [round(x) for x in CALIBRATE(8421, 2461, 1696)[0]]
    [41, 196]
    >>> [round(x, 2) for x in CALIBRATE(1, 0.292, 0.201)[0]]
    [41.08, 195.95]
    """

@overload
def CALIBRATE(
    games: Range,
    white_wins: Cell,
    black_wins: Cell,
    ruleset: str | None = "nevzorov",
) -> list[Any]: ...
@overload
def CALIBRATE(
    games: Column,
    white_wins: Cell,
    black_wins: Cell,
    ruleset: str | None = "nevzorov",
) -> Any: ...
@overload
def CALIBRATE(
    games: Cell | Range | Column,
    white_wins: Cell | Range | Column,
    black_wins: Cell | Range | Column,
    ruleset: str | None = "nevzorov",
) -> Any: ...
@overload
def K_FACTOR(
    rating: Cell,
    ruleset: str | None = "elo",
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    opponent: Cell = None,
    score: Cell = None,
    final_rounds: Cell = None,
    index: Cell = None,
) -> float:
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

@overload
def K_FACTOR(
    rating: Range,
    ruleset: str | None = "elo",
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    opponent: Cell = None,
    score: Cell = None,
    final_rounds: Cell = None,
    index: Cell = None,
) -> list[Any]: ...
@overload
def K_FACTOR(
    rating: _C,
    ruleset: str | None = "elo",
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    opponent: Cell = None,
    score: Cell = None,
    final_rounds: Cell = None,
    index: Cell = None,
) -> _C: ...
@overload
def K_FACTOR(
    rating: Cell | Range | Column,
    ruleset: str | None = "elo",
    games: Cell | Range | Column = None,
    age: Cell | Range | Column = None,
    peak: Cell | Range | Column = None,
    opponent: Cell | Range | Column = None,
    score: Cell | Range | Column = None,
    final_rounds: Cell | Range | Column = None,
    index: Cell | Range | Column = None,
) -> Any: ...
@overload
def NEW_RATING(
    rating: Cell,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> float:
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

@overload
def NEW_RATING(
    rating: Range,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> list[Any]: ...
@overload
def NEW_RATING(
    rating: _C,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> _C: ...
@overload
def NEW_RATING(
    rating: Cell | Range | Column,
    opponents: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "elo",
    k: Cell | Range | Column = None,
    games: Cell | Range | Column = None,
    age: Cell | Range | Column = None,
    peak: Cell | Range | Column = None,
    colours: Cell | Range | Column = None,
    final_rounds: Cell | Range | Column = None,
    sex: Cell | Range | Column = None,
    index: Cell | Range | Column = None,
) -> Any: ...
@overload
def RATING_CHANGE(
    rating: Cell,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> float:
    """The exact rating change from these games, before any rounding. Arguments as for NEW_RATING.

    >>> RATING_CHANGE(2813, [1787, 2025, 2310, 2400, 2505], [1, 1, 1, 1, 0.5], "fide")
    -2.5
    """

@overload
def RATING_CHANGE(
    rating: Range,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> list[Any]: ...
@overload
def RATING_CHANGE(
    rating: _C,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
) -> _C: ...
@overload
def RATING_CHANGE(
    rating: Cell | Range | Column,
    opponents: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "elo",
    k: Cell | Range | Column = None,
    games: Cell | Range | Column = None,
    age: Cell | Range | Column = None,
    peak: Cell | Range | Column = None,
    colours: Cell | Range | Column = None,
    final_rounds: Cell | Range | Column = None,
    sex: Cell | Range | Column = None,
    index: Cell | Range | Column = None,
) -> Any: ...
@overload
def EXPLAIN_RATING(
    rating: Cell,
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
    language: str | None = "en",
) -> list[list[Any]]:
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

@overload
def EXPLAIN_RATING(
    rating: Cell,
    opponents: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "elo",
    k: Cell = None,
    games: Cell = None,
    age: Cell = None,
    peak: Cell = None,
    colours: Cell | Range | Column = None,
    final_rounds: Cell = None,
    sex: Cell = None,
    index: Cell = None,
    language: str | None = "en",
) -> Any: ...
@overload
def PERF_RATING(
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
    rating: Cell = None,
) -> float:
    """Performance rating: average opponent plus the difference for the share of points.

    Arguments: rating, the player's own, for rules that add a draw against the player's own rating.
    Rp = Rc + D(P). #N/A for 100 % or 0 % where the regulation prints no difference.

    >>> PERF_RATING([1675, 1890], [1, 0.5]), PERF_RATING([1675, 1890], 1.5, "elo:model=logistic")
    (1976, 1974)
    """

@overload
def PERF_RATING(
    opponents: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "elo",
    rating: Cell = None,
) -> Any: ...
@overload
def INITIAL_RATING(
    opponents: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "elo",
) -> float:
    """The first rating of a player without one, from results against rated opponents.

    #N/A if the regulation gives none yet: too few games, too few points, or too low.

    >>> INITIAL_RATING([1902, 1877, 1884, 2012, 1832], [1, 1, 1, 0, 0], "fide")
    1922
    """

@overload
def INITIAL_RATING(
    opponents: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "elo",
) -> Any: ...
@overload
def EVENT_AVERAGE(
    ratings: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "china-pro",
) -> float:
    """The average rating of a round robin, unrated players included.

    Arguments: ratings of all players, blank for an unrated one; scores, each player's points
    against all the others. R(a) = R(ar) - d(Pa) n/(n + 1), or the mean of the ratings if
    everyone has one and the rules say so.

    >>> EVENT_AVERAGE([2600, 2500, "", 2400], [2, 2, 1, 1])
    2469
    """

@overload
def EVENT_AVERAGE(
    ratings: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "china-pro",
) -> Any: ...
@overload
def POOLED_RATING(
    ratings: Cell | Range,
    games: Cell | Range,
    ruleset: str | None = "china-pro",
) -> float:
    """The first published rating from performances in several events.

    Arguments: ratings, the performance in each event, in order; games, the number of games
    in each. R(n) = sum(R(u) x games)/sum(games), rounded as published; a first performance
    that the regulation voids is left out.

    >>> POOLED_RATING([2280, 2400, 2000], [5, 10, 5])
    2270
    """

@overload
def POOLED_RATING(
    ratings: Cell | Range | Column,
    games: Cell | Range | Column,
    ruleset: str | None = "china-pro",
) -> Any: ...
@overload
def RATE_EVENT(
    players: Cell | Range,
    games: Cell | Range | None = None,
    ruleset: str | None = "elo",
    format: str | None = "",
    language: str | None = "en",
    rounds: Cell = None,
    day: Cell = None,
    ignore: str | None = "",
) -> list[list[Any]]:
    """The rating table of a whole event: a row of headings, then one row per row of players.

    Arguments: players, one row each with number, name and rating (blank: unrated); games, one
    row each with round, number of White, number of Black (blank for a bye) and result, as text
    like 1-0, ½-½, 0-1 F, BYE 1, or as White's score. With headings, such as those of a template
    in any language, the columns can be in any order, and everything that a regulation asks
    about a player is read. Without games, players is a crosstable as people have it, with its
    headings. If an event is refused, the cell says why, with the row and column of the range if
    one is wrong. format, swiss or round-robin, if the regulation distinguishes them (if blank,
    swiss, or what the crosstable says); rounds, how many the event has, if the last ones count
    differently or play-offs follow; day, a date, decides the edition and the players' ages;
    ignore, headings of columns that do not matter, separated by commas.

    >>> RATE_EVENT([[1, "A", 2000], [2, "B", 2000]], [[1, 1, 2, "1-0"]], "fide")[1][-2:]
    [2010, 2800]
    >>> RATE_EVENT([["Name", "Rating", "Born"], ["A", 2000, 2012], ["B", 2000, ""]],
    ...            [[1, 1, 2, "1-0"]], "fide", day="2025-10-12")[1][-2:]
    [2020, 2800]
    >>> RATE_EVENT([["No", "Name", "Rating", 1, 2, "Points"], [1, "A", 2000, "*", 1, 1],
    ...             [2, "B", 2000, 0, "*", 0]], ruleset="fide")[1][-2:]
    [2010, 2800]
    """

@overload
def RATE_EVENT(
    players: _C,
    games: _C | None = None,
    ruleset: str | None = "elo",
    format: str | None = "",
    language: str | None = "en",
    rounds: Cell = None,
    day: Cell = None,
    ignore: str | None = "",
) -> _C: ...
@overload
def RATE_EVENT(
    players: Column,
    games: Column | None = None,
    ruleset: str | None = "elo",
    format: str | None = "",
    language: str | None = "en",
    rounds: Cell = None,
    day: Cell = None,
    ignore: str | None = "",
) -> Any: ...
@overload
def START_RATING(
    title: Cell,
    ruleset: str | None = "malaysia",
    sex: Cell = None,
) -> float:
    """The rating with which a player of this title starts.

    Arguments: title, as printed in the regulation or in English; of several titles,
    separated by /, the highest counts; sex, f or m, if women have separate values (m if
    omitted). #N/A for a title that the regulation does not list.

    >>> START_RATING("国际大师"), START_RATING("国家大师", "cxa-rapid", "F")
    (2250, 2250)
    """

@overload
def START_RATING(
    title: Range,
    ruleset: str | None = "malaysia",
    sex: Cell = None,
) -> list[Any]: ...
@overload
def START_RATING(
    title: _C,
    ruleset: str | None = "malaysia",
    sex: Cell = None,
) -> _C: ...
@overload
def START_RATING(
    title: Cell | Range | Column,
    ruleset: str | None = "malaysia",
    sex: Cell | Range | Column = None,
) -> Any: ...
@overload
def BONUS(
    place: Cell,
    ruleset: str | None = "malaysia",
    rating: Cell = None,
    k: Cell = None,
) -> float:
    """The bonus for a final place, in an event that carries one, in addition to the games.

    Arguments: place, a whole number from 1; rating, the player's rating before the event, if
    the bonus depends on it; k, if given, then replaces the regulation's table.

    >>> BONUS(1), BONUS(9), BONUS(1, "cxa-rapid", 2450.3)
    (30, 0, 36.75)
    """

@overload
def BONUS(
    place: Range,
    ruleset: str | None = "malaysia",
    rating: Cell = None,
    k: Cell = None,
) -> list[Any]: ...
@overload
def BONUS(
    place: _C,
    ruleset: str | None = "malaysia",
    rating: Cell = None,
    k: Cell = None,
) -> _C: ...
@overload
def BONUS(
    place: Cell | Range | Column,
    ruleset: str | None = "malaysia",
    rating: Cell | Range | Column = None,
    k: Cell | Range | Column = None,
) -> Any: ...
@overload
def ABSENCE_PENALTY(
    rating: Cell,
    ruleset: str | None = "malaysia",
) -> float:
    """The points deducted from a player who missed all compulsory events.

    >>> ABSENCE_PENALTY([2350, 2150])
    [71, 65]
    """

@overload
def ABSENCE_PENALTY(
    rating: Range,
    ruleset: str | None = "malaysia",
) -> list[Any]: ...
@overload
def ABSENCE_PENALTY(
    rating: _C,
    ruleset: str | None = "malaysia",
) -> _C: ...
@overload
def LADDER_POINTS(
    points: Cell,
    score: Cell,
    moves: Cell = None,
    ruleset: str | None = "rank-ladder",
) -> float:
    """The points of a ladder of ranks after a game; RATING_CLASS names the rank.

    Arguments: points before the game; score, 1, 0.5 or 0; moves, how many the game had
    (if omitted, it was not a short game). Unlike NEW_RATING, it has no opponents and gives no
    rating: the points depend only on the player's own result.

    >>> LADDER_POINTS(49, 1, 30), LADDER_POINTS(49, 1, 10), LADDER_POINTS(0, 0)
    (50, 49, 0)
    """

@overload
def LADDER_POINTS(
    points: Range,
    score: Cell,
    moves: Cell = None,
    ruleset: str | None = "rank-ladder",
) -> list[Any]: ...
@overload
def LADDER_POINTS(
    points: _C,
    score: Cell,
    moves: Cell = None,
    ruleset: str | None = "rank-ladder",
) -> _C: ...
@overload
def LADDER_POINTS(
    points: Cell | Range | Column,
    score: Cell | Range | Column,
    moves: Cell | Range | Column = None,
    ruleset: str | None = "rank-ladder",
) -> Any: ...
@overload
def RATING_FLOOR(
    peak: Cell,
    ruleset: str | None = "uscf",
    games: Cell = None,
) -> float:
    """The rating below which a player whose highest rating is `peak` does not fall.

    Arguments: games, rated games so far, because too few earn no floor. The floor is 200
    points below the peak, rounded down to a full hundred.

    >>> RATING_FLOOR([1799, 1800, 1941]), RATING_FLOOR(2450, "uscf:max_floor=2200")
    ([1500, 1600, 1700], 2200)
    """

@overload
def RATING_FLOOR(
    peak: Range,
    ruleset: str | None = "uscf",
    games: Cell = None,
) -> list[Any]: ...
@overload
def RATING_FLOOR(
    peak: _C,
    ruleset: str | None = "uscf",
    games: Cell = None,
) -> _C: ...
@overload
def RATING_FLOOR(
    peak: Cell | Range | Column,
    ruleset: str | None = "uscf",
    games: Cell | Range | Column = None,
) -> Any: ...
@overload
def RATING_CLASS(
    rating: Cell,
    ruleset: str | None = "elo",
    language: str | None = "en",
) -> str:
    """The name of the class, title or rank that a rating belongs to.

    >>> RATING_CLASS(1950)
    'Amateur, class A'
    """

@overload
def RATING_CLASS(
    rating: Range,
    ruleset: str | None = "elo",
    language: str | None = "en",
) -> list[Any]: ...
@overload
def RATING_CLASS(
    rating: _C,
    ruleset: str | None = "elo",
    language: str | None = "en",
) -> _C: ...
@overload
def CONVERT_RATING(
    rating: Cell,
    ruleset: str | None = "ingo",
    to: str | None = "elo",
) -> float:
    """A rating of one rule set on the scale of another.

    Arguments: ruleset, where the rating comes from; to, the rule set to whose scale it is
    converted. #N/A if neither of the two says how. Elo = 2840 - 8 x Ingo.

    >>> CONVERT_RATING(80), CONVERT_RATING(2780, "elo", "ingo")
    (2200, 7.5)
    """

@overload
def CONVERT_RATING(
    rating: Range,
    ruleset: str | None = "ingo",
    to: str | None = "elo",
) -> list[Any]: ...
@overload
def CONVERT_RATING(
    rating: _C,
    ruleset: str | None = "ingo",
    to: str | None = "elo",
) -> _C: ...
def RULE_SETS() -> list[list[Any]]:
    """All rule sets: id, name and source, one row each.

    >>> ["elo", "Classic Elo"] in [row[:2] for row in RULE_SETS()]
    True
    """

@overload
def GLICKO_RATING(
    rating: Cell,
    rd: Cell,
    opponents: Cell | Range,
    rds: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> list[list[Any]]:
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

@overload
def GLICKO_RATING(
    rating: Range,
    rd: Cell,
    opponents: Cell | Range,
    rds: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> list[Any]: ...
@overload
def GLICKO_RATING(
    rating: Column,
    rd: Cell,
    opponents: Cell | Range,
    rds: Cell | Range,
    scores: Cell | Range,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> Any: ...
@overload
def GLICKO_RATING(
    rating: Cell | Range | Column,
    rd: Cell | Range | Column,
    opponents: Cell | Range | Column,
    rds: Cell | Range | Column,
    scores: Cell | Range | Column,
    ruleset: str | None = "glicko",
    volatility: Cell | Range | Column = None,
) -> Any: ...
@overload
def GLICKO_EXPECTED(
    rating: Cell,
    rd: Cell,
    opponent: Cell,
    opponent_rd: Cell,
    ruleset: str | None = "glicko",
) -> float:
    """Expected score of a future game between two players with these deviations.

    1 / (1 + 10^(-g(sqrt(RDi^2 + RDj^2)) (ri - rj)/400)): the less is known, the closer it is
    to one half.

    >>> round(GLICKO_EXPECTED(1400, 80, 1500, 150), 3)
    0.376
    """

@overload
def GLICKO_EXPECTED(
    rating: Range,
    rd: Cell,
    opponent: Cell,
    opponent_rd: Cell,
    ruleset: str | None = "glicko",
) -> list[Any]: ...
@overload
def GLICKO_EXPECTED(
    rating: _C,
    rd: Cell,
    opponent: Cell,
    opponent_rd: Cell,
    ruleset: str | None = "glicko",
) -> _C: ...
@overload
def GLICKO_EXPECTED(
    rating: Cell | Range | Column,
    rd: Cell | Range | Column,
    opponent: Cell | Range | Column,
    opponent_rd: Cell | Range | Column,
    ruleset: str | None = "glicko",
) -> Any: ...
@overload
def RATING_DEVIATION(
    rd: Cell,
    periods: Cell,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> float:
    """The deviation after this many periods without games: a rating grows less certain with time.

    Arguments: rd, the deviation now; volatility, for Glicko-2 only (if omitted, that of a new
    player). RD' = min(sqrt(RD^2 + c^2 t), 350).

    >>> round(RATING_DEVIATION(50, 1), 2), RATING_DEVIATION(340, 30)
    (80.59, 350)
    """

@overload
def RATING_DEVIATION(
    rd: Range,
    periods: Cell,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> list[Any]: ...
@overload
def RATING_DEVIATION(
    rd: _C,
    periods: Cell,
    ruleset: str | None = "glicko",
    volatility: Cell = None,
) -> _C: ...
@overload
def RATING_DEVIATION(
    rd: Cell | Range | Column,
    periods: Cell | Range | Column,
    ruleset: str | None = "glicko",
    volatility: Cell | Range | Column = None,
) -> Any: ...
@overload
def RATING_INTERVAL(
    rating: Cell,
    rd: Cell,
    ruleset: str | None = "glicko",
) -> list[list[Any]]:
    """The range that contains the strength in 95 of 100 cases: a row with its two ends.

    >>> RATING_INTERVAL(1500, 30)
    [[1441.2, 1558.8]]
    """

@overload
def RATING_INTERVAL(
    rating: Range,
    rd: Cell,
    ruleset: str | None = "glicko",
) -> list[Any]: ...
@overload
def RATING_INTERVAL(
    rating: Column,
    rd: Cell,
    ruleset: str | None = "glicko",
) -> Any: ...
@overload
def RATING_INTERVAL(
    rating: Cell | Range | Column,
    rd: Cell | Range | Column,
    ruleset: str | None = "glicko",
) -> Any: ...
