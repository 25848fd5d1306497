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
from ..table import SheetColumn
from ..words import quoted

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


def letters(builder: Builder) -> str:
    """The words for the two sides, for a formula that chooses one."""
    return ",".join(builder.say(side_key(colour, builder.plan.rules)) for colour in "wb")


def column(rows: AuditRows) -> SheetColumn:
    """A hidden column of Rounds with the text of each game."""
    plan = rows.plan

    def shown(index: int) -> str:
        found = rows.game(index)
        return shown_in_crosstable(found, plan) if found else ""

    # A player without opponent has neither opponent nor colour.
    letter = f"IF([as_white]>0,{letters(rows.builder)})"
    beside = f'IF([opponent_at]=0," ",INDEX([Players.no],[opponent_at])&" "&{letter}&" ")&'
    none = '[kind]="none"'
    if plan.is_round_robin:
        # The crosstable of a round robin shows nothing for a game without result.
        beside, none = "", f'IF({none},TRUE,AND([score]="",[kind]<>"forfeit",[kind]<>"bye"))'
    points = f"CHOOSE(2*[score]+1,{','.join(map(quoted, _POINTS[plan.win]))})"
    scored = f'IF([kind]="forfeit",IF([score]=1,"+","-"),IF([score]=""," ",{points}))'
    bye = rows.builder.say("cross_bye", {"points": points})
    text = f'IF([kind]="bye",IF([score]="","-",{bye}),TRIM({beside}{scored}))'
    return SheetColumn("shown", shown, f'IF({none},"",{text})', hidden=True)
