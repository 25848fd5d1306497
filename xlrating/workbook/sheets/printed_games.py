"""What crosstables and wallcharts print of a game: ``1``, ``½``, ``+``; in a Swiss ``12 w 1``.

In xiangqi, where a win has 2 points, ``12 r 2``, so that a row adds up to its points. Without
blanks ``12б1`` reads as 1261.
"""

from __future__ import annotations

from decimal import Decimal

from ...engine.columns import side, side_key
from ...engine.lines import GameLine
from ...engine.results import RESULT_BY_CODE, Kind
from ...engine.rounding import ONE
from ...engine.texts import say
from ..builder import Builder
from ..formulas.values import AuditRows
from ..plan import Plan
from ..table import SheetColumn, hidden

#: The points of a loss, a draw and a win, by the points of a win.
_POINTS = {1: ("0", "½", "1"), 2: ("0", "1", "2")}


def _points(points: Decimal, plan: Plan) -> str:
    return _POINTS[plan.win][int(2 * points)]


def shown_in_crosstable(game: GameLine, plan: Plan) -> str:
    """One game as crosstables print it: ``1``, ``½``, ``+``; in a Swiss ``12 w 1``, ``bye ½``."""
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        if game.points is None:
            return "-"
        return say(plan.language, "cross_bye", points=_points(game.points, plan))
    symbol = "" if game.points is None else _points(game.points, plan)
    if kind is Kind.FORFEIT:
        symbol = "+" if game.points == ONE else "-"
    if plan.is_round_robin:
        return symbol
    letter = side(game.colour, plan.rules, plan.language)
    return f"{game.opponent.no if game.opponent else ''} {letter} {symbol}".strip()


#: The numbers of what crosstables print: games with their points, forfeits, byes with theirs.
_NONE, _PLAYED, _LOST, _WON, _BYE = 1, 2, 5, 6, 7


def _symbol(game: GameLine | None) -> int:
    """The number of what a crosstable prints of a game; 0 for nothing."""
    if not game:
        return 0
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.FORFEIT:
        return _WON if game.points == ONE else _LOST
    if game.points is None:
        return _LOST if kind is Kind.BYE else _NONE
    return int(2 * game.points) + (_BYE if kind is Kind.BYE else _PLAYED)


def _symbol_formula() -> str:
    scored = 'IF([score]="",{},2*[score]+{})'
    bye, played = scored.format(_LOST, _BYE), scored.format(_NONE, _PLAYED)
    others = f'IF([kind]="bye",{bye},{played})'
    return f'IF([kind]="none",0,IF([kind]="forfeit",IF([score]=1,{_WON},{_LOST}),{others}))'


def letters(builder: Builder) -> str:
    """The words for the two sides, for a formula that chooses one."""
    return ",".join(builder.say(side_key(colour, builder.plan.rules)) for colour in "wb")


def columns(rows: AuditRows) -> list[SheetColumn]:
    """Hidden columns of Rounds: the number, which rows share their formula for; the text."""
    plan = rows.plan

    def shown(index: int) -> str:
        found = rows.game(index)
        return shown_in_crosstable(found, plan) if found else ""

    # Who meets nobody has neither opponent nor colour.
    letter = f"IF([as_white]>0,{letters(rows.builder)})"
    beside = f'IF([opponent_at]=0," ",[opponent]&" "&{letter}&" ")&'
    beside = "" if plan.is_round_robin else beside
    # Of a game without result a crosstable of all against all has nothing to show.
    none = "[symbol]<2" if plan.is_round_robin else "[symbol]=0"
    points = ",".join(f'"{each}"' for each in _POINTS[plan.win])
    played = f'TRIM({beside}CHOOSE([symbol]," ",{points},"-","+"))'
    bye = rows.builder.say("cross_bye", {"points": f"CHOOSE([symbol]-{_BYE - 1},{points})"})
    text = f'IF({none},"",IF([symbol]<{_BYE},{played},{bye}))'
    return [
        hidden("symbol", lambda index: _symbol(rows.game(index)), _symbol_formula()),
        SheetColumn("shown", shown, text, hidden=True),
    ]
