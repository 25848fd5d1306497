"""Play-offs on the Audit sheet: the games of two players count as one, in the row of the last.

The mirror of `xlrating.methods.playoff`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...event import RESULT_BY_CODE
from ..grid import Value, address
from ..rows import AuditRows
from ..table import FIRST_ROW, Column, hidden
from .common import score as plain_score
from .common import scores


def score(rows: AuditRows) -> Column:
    """The points of the round; in the last row of a play-off the winner's point."""
    plain = plain_score(rows)
    total = "SUMIF([Audit.opponent@],[opponent],[Audit.lead@])"
    # A last drawn game that leaves it level is won by Black.
    level = f"IF({scores('white', 'black')}=0.5,IF([as_white]=0,1,0),0.5)"
    one = f"IF({total}>0,1,IF({total}<0,0,{level}))"
    formula = f"IF(AND([round]>{rows.plan.rounds},[counted]=1),{one},{plain.formula})"
    return Column(plain.key, plain.value, formula, plain.style, plain.width)


def lead(rows: AuditRows) -> Column:
    """What a play-off game adds to the player's lead; 0 for one that is not rated."""

    def value(index: int) -> Value:
        game = rows.game(index)
        is_playoff = index % rows.rounds >= rows.plan.rounds
        if not game or not is_playoff or game.reason not in ("", "not_playoff"):
            return 0
        result = RESULT_BY_CODE[game.result]
        assert result.white is not None and result.black is not None
        ahead = result.white - result.black
        return ahead if game.colour == "w" else -ahead

    rated = f'OR([note]="",[note]={rows.builder.say("not_playoff")})'
    ahead = f"{scores('white', 'black')}-{scores('black', 'white')}"
    formula = f"IF(OR([round]<={rows.plan.rounds},[line]=0),0,IF({rated},{ahead},0))"
    return hidden("lead", value, formula)


def reason(rows: AuditRows) -> Callable[[int], str]:
    """The note of all games of a play-off but the last."""

    def of(index: int) -> str:
        number = index % rows.rounds
        if number < rows.plan.rounds or number == rows.rounds - 1:
            return '""'
        made = rows.builder.tables["Audit"]
        first = FIRST_ROW + index + 1
        last = FIRST_ROW + index - number + rows.rounds - 1

        def later(key: str) -> str:
            col = made.col(key)
            return f"{address(first, col, 'rc')}:{address(last, col, 'rc')}"

        test = f"COUNTIFS({later('opponent')},[opponent],{later('counted')},1)>0"
        return f'IF([opponent]="","",IF({test},{rows.builder.say("not_playoff")},""))'

    return of
