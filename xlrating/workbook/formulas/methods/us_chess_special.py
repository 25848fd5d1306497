"""The special rating of US Chess, solved pass by pass: the columns of Rounds and Ratings for it."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter

from ...file.grid import Value
from ...table import FIRST_ROW, SheetColumn, hidden
from .. import us_chess
from ..passes import Passed, PassedPlayer, asked
from ..slots import with_parameters
from ..us_chess import FAR, REACH
from ..values import AuditRows, Of, RatingsRows


def met(number: int) -> str:
    """The key of the column of the opponents' ratings in a pass."""
    return f"met{number}"


def passed(number: int) -> str:
    """The key of the column of the ratings before a pass."""
    return f"passed{number - 1}" if number else "begun"


def _own(number: int, of: Callable[[str], str]) -> tuple[str, str]:
    """The formulas of the rating that represents earlier games, and of its weight."""
    centre = f"ROUND({of('begun')},{us_chess.PLACES})"
    if number == 0:
        return centre, "[Rules.pass_weight]"
    return f"({centre}-{REACH}*{of('history')})", of("weight")


def _lacking(knot: str, number: int, of: Callable[[str], str], block: str) -> str:
    """The total score minus the score expected at a knot, as a formula."""
    centre, weight = _own(number, of)
    more = f"*(1+{of('history')})" if number else ""
    total = f"{of('score')}+{weight}{more}/2"
    games = us_chess.share(f"{knot}-{block.format(met(number))}")
    own = us_chess.own_share(f"{knot}-{centre}")
    shares = f"{weight}*{own}+SUMPRODUCT({block.format('counted')}*{games})"
    return f"({total}-({shares}))"


def _at_knot(lacking: str) -> str:
    """The sign of a missing score, all that matters at a knot; 0 despite floating-point noise."""
    return f"SIGN(ROUND({lacking},{us_chess.PLACES}))"


def own(rows: AuditRows, event: Passed) -> list[SheetColumn]:
    """Hidden columns of values that all rounds of a player need from Ratings, looked up once."""
    return [
        hidden(f"own_{key}", event.each(attrgetter(key), rows.rounds), f"N({rows.ratings(key)})", once=True)
        for key in ("begun", "score", "weight", "history", "newcomer", "special")
    ]  # fmt: skip


def _of_block(key: str) -> str:
    """One of the values of `own`, for the row of a round."""
    return f"[own_{key}@1]"


def _of_player(key: str) -> str:
    """One of the values of `own`, for a cell that a player has once."""
    return f"[own_{key}]"


def against(rows: AuditRows, event: Passed, value: Callable[[PassedPlayer, str], Value]) -> Of:
    """What follows from the player and the opponent's key in a counted game; 0 for other rows."""

    def found(index: int) -> Value:
        game, player = rows.game(index), event.of(index // rows.rounds)
        if not game or not player or not game.counted or game.opponent is None:
            return 0
        return value(player, game.opponent.key)

    return found


def of_games(rows: AuditRows, event: Passed, number: int) -> list[SheetColumn]:
    """Hidden columns: the opponents' ratings in a pass, the missing points at knots on both sides.

    Both signs are in one number: three times the sign at the lower knot plus that at the upper.
    """

    def lack(player: PassedPlayer, key: str) -> Value:
        if not event.is_asked(number, player):
            return 0
        met = event.opponent(number, key)
        low, high = (event.lack(number, player, met + side * event.reach) for side in (-1, 1))
        return 3 * low + high

    rating = f"ROUND({rows.ratings(passed(number), 'opponent_at')},{us_chess.PLACES})"
    none = f"OR([counted]=0,{_of_block(asked(number))}=0)"
    low, high = (
        _at_knot(_lacking(f"([{met(number)}]{sign}{REACH})", number, _of_block, "[{}@]"))
        for sign in "-+"
    )
    return [
        hidden(met(number), against(rows, event, lambda _, key: event.opponent(number, key)), f"IF([counted]=0,0,{rating})"),
        hidden(f"lack{number}", against(rows, event, lack), f"IF({none},0,3*{low}+{high})"),
    ]  # fmt: skip


def _signs(lack: str, test: str) -> list[str]:
    """Whether the missing points pass a test at the lower and at the upper knot of each game.

    `lack` has both signs in one number, three times the lower one plus the upper one. They are
    compared one by one: IronCalc has no MOD for arrays.
    """
    sign, others = {">0": 1, "=0": 0, "<0": -1}[test], (-1, 0, 1)
    both = [3 * sign + other for other in others], [3 * other + sign for other in others]
    return ["(" + "+".join(f"({lack}={one})" for one in codes) + ")" for codes in both]


def of_players(rows: AuditRows, event: Passed, number: int) -> list[SheetColumn]:
    """Hidden columns that find the special rating of a pass, with one cell per player."""
    begun = _of_player("begun")
    centre, weight = _own(number, _of_player)
    if_asked = f"IF({_of_player(asked(number))}=0,0,{{}})"
    put = partial(with_parameters, of_rules="[Rules.{}]".format)

    def value(key: str) -> Of:
        return event.each(lambda one: getattr(event.solution(number, one), key), rows.rounds)

    def lacking(knot: str) -> str:
        return _lacking(knot, number, _of_player, "[{}@]")

    def end(test: str, is_last: bool = True) -> str:
        """The last or the first knot at which the missing score passes a test; far away if none."""
        of_games = _signs(f"[lack{number}@]", test)
        own = (f"([own_{side}{number}]{test})" for side in ("low", "high"))
        tests = list(zip(of_games, own, strict=True))
        return _end(tests, number, f"({weight}>0)", centre, is_last)

    def beside(sign: str, is_last: bool) -> str:
        """The last knot below the average, or the first above it, even if it weighs nothing.

        If none is below, the rating at the start; if none is above, a number beyond any rating.
        """
        tests = [
            (f"([{met(number)}@]{side}{REACH}{sign}[average{number}])", f"({centre}{side}{REACH}{sign}[average{number}])")
            for side in "-+"
        ]  # fmt: skip
        found = _end(tests, number, "1", centre, is_last)
        return f"IF({found}=-{FAR},{begun},{found})" if is_last else found

    given = {
        "rating": centre, "weight": weight, "score": _of_player("score"), "n": rows.ratings("n"),
        "opponents_sum": f"SUMPRODUCT([counted@]*[{met(number)}@])",
    }  # fmt: skip
    near = f"(ABS([average{number}]-{{}})<={REACH})"
    far = f"SUMPRODUCT([counted@]*{near.format(f'[{met(number)}@]')})+({weight}>0)*{near.format(centre)}>0"
    places = {
        **{key: f"[{key}{number}]" for key in ("left", "right", "flat_from", "flat_to", "average")},
        "more": lacking(f"[left{number}]"), "less": lacking(f"[right{number}]"), "near": far,
        "below": beside("<", True), "above": beside(">", False), "start": begun,
    }  # fmt: skip
    own = f"IF({weight}=0,0,{{}})"
    texts = {
        "own_low": own.format(_at_knot(lacking(f"({centre}-{REACH})"))),
        "own_high": own.format(_at_knot(lacking(f"({centre}+{REACH})"))),
        "left": end(">0"), "right": end("<0", False),
        "flat_from": end("=0", False), "flat_to": end("=0"),
        "average": put(us_chess.special("[weight]"), given),
        "solved": put(us_chess.most(rows.rules, us_chess.SOLVED), places),
    }  # fmt: skip
    return [
        hidden(f"{key}{number}", value(key), if_asked.format(text), once=True)
        for key, text in texts.items()
    ]


def solved(rows: RatingsRows, event: Passed, number: int) -> SheetColumn:
    """The hidden column of the special rating of a pass."""
    value = event.each(lambda one: event.solution(number, one).solved)
    found = f"INDEX([Rounds.solved{number}],(ROW()-{FIRST_ROW + 1})*{rows.plan.all_rounds}+1)"
    return hidden(f"solved{number}", value, found)


def _end(tests: list[tuple[str, str]], number: int, weighs: str, centre: str, is_last: bool) -> str:
    """The last or the first of the knots, of the opponents and of oneself, that pass a test.

    Knots are measured from `FAR`, so that a failed test, times the distance, is the least.
    """
    opponents = f"[{met(number)}@]"
    parts = []
    for (of_games, own), side in zip(tests, "-+", strict=True):
        knots = [f"({rating}{side}{REACH})" for rating in (opponents, centre)]
        theirs, mine = (f"({FAR}{'+' if is_last else '-'}{knot})" for knot in knots)
        parts.append(f"SUMPRODUCT(MAX([counted@]*{of_games}*{theirs}))")
        parts.append(f"{weighs}*{own}*{mine}")
    found = f"MAX({','.join(parts)})"
    return f"({found}-{FAR})" if is_last else f"({FAR}-{found})"
