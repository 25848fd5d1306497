"""What crosstables and wallcharts print of a game: ``1``, ``½``, ``+``; in a Swiss ``12w1``."""

from __future__ import annotations

from ...engine.columns import side, side_key
from ...engine.lines import GameLine
from ...engine.results import RESULT_BY_CODE, Kind
from ...engine.rounding import HALF, ONE, ZERO
from ..builder import Builder
from ..formulas.values import AuditRows
from ..plan import Plan
from ..table import Column, hidden

SYMBOLS = {ONE: "1", HALF: "½", ZERO: "0"}


def shown_in_crosstable(game: GameLine, plan: Plan) -> str:
    """One game as crosstables print it: ``1``, ``½``, ``+``; in a Swiss ``12w1``, ``-½``."""
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        return "-" + SYMBOLS[game.points or ZERO]
    symbol = "" if game.points is None else SYMBOLS[game.points]
    if kind is Kind.FORFEIT:
        symbol = "+" if game.points == ONE else "-"
    if plan.is_round_robin:
        return symbol
    letter = side(game.colour, plan.rules, plan.language)
    return f"{game.opponent.no if game.opponent else ''}{letter}{symbol}"


#: What crosstables print behind opponent and colour, in the order of its numbers.
_SHOWN = ("", "0", "½", "1", "-", "+", "-", "-0", "-½", "-1")


def _symbol(game: GameLine | None) -> int:
    """The number of what a crosstable prints of a game; 0 for nothing."""
    if not game:
        return 0
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.FORFEIT:
        return 6 if game.points == ONE else 5
    if game.points is None:
        return 5 if kind is Kind.BYE else 1
    return int(2 * game.points) + (8 if kind is Kind.BYE else 2)


def _symbol_formula() -> str:
    scored = 'IF([score]="",{},2*[score]+{})'
    bye, played = scored.format(5, 8), scored.format(1, 2)
    others = f'IF([kind]="bye",{bye},{played})'
    return f'IF([line]=0,0,IF([kind]="forfeit",IF([score]=1,6,5),{others}))'


def letters(builder: Builder) -> str:
    """The words for the two sides, for a formula that chooses one."""
    return ",".join(builder.say(side_key(colour, builder.plan.rules)) for colour in "wb")


def columns(rows: AuditRows) -> list[Column]:
    """Hidden columns of Rounds: the number, which rows share their formula for; the text."""
    plan = rows.plan

    def shown(index: int) -> str:
        found = rows.game(index)
        return shown_in_crosstable(found, plan) if found else ""

    # Who meets nobody has neither opponent nor colour.
    beside = f'IF([opponent_at]=0," ",[opponent]&IF([as_white]>0,{letters(rows.builder)}))&'
    beside = "" if plan.is_round_robin else beside
    # Of a game without result a crosstable of all against all has nothing to show.
    none = "[symbol]<2" if plan.is_round_robin else "[symbol]=0"
    symbols = ",".join(f'"{symbol or " "}"' for symbol in _SHOWN)
    text = f'IF({none},"",TRIM({beside}CHOOSE([symbol],{symbols})))'
    return [
        hidden("symbol", lambda index: _symbol(rows.game(index)), _symbol_formula()),
        Column("shown", shown, text, hidden=True),
    ]
