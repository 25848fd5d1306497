"""Play-offs on the Rounds sheet: the games of two players count as one, in the row of the last.

The mirror of `xlrating.engine.methods.playoff`.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ....engine.results import RESULT_BY_CODE
from ....engine.rounding import HALF
from ....exchange.addresses import span
from ...file.grid import Value
from ...table import FIRST_ROW, SheetColumn, hidden
from ..values import AuditRows
from .common import score as plain_score
from .common import scores
from .notes import REASONS


def score(rows: AuditRows) -> SheetColumn:
    """The column of the points of the round; in the last row of a play-off the winner's point."""
    plain = plain_score(rows)
    formula = (
        f"IF(AND([round]>{rows.plan.rounds},[counted]=1),MOD([decided],{DRAWN}),{plain.formula})"
    )
    return replace(plain, formula=formula)


def columns(rows: AuditRows) -> list[SheetColumn]:
    """Hidden columns: each game's lead, and what only play-off rows look up in their own block.

    They are separate so that all rows share the formulas that read them.
    """
    return [_lead(rows), _decided(rows), _later(rows)]


#: The text about a play-off that a drawn game leaves level.
BY_BLACK = "playoff_by_black"
#: Added to the point of a play-off that a drawn game leaves level.
DRAWN = 10
#: The formula of the player's lead over the opponent in the games of a play-off.
_TOTAL = "SUMIF([Rounds.opponent_at@],[opponent_at],[Rounds.lead@])"


def _is_playoff(rows: AuditRows, index: int) -> bool:
    return index % rows.rounds >= rows.plan.rounds


def is_by_black(rows: AuditRows, index: int) -> bool:
    """Whether the last game of a play-off, a draw, leaves it level: Black has won it."""
    lead, game, number = _lead(rows).value, rows.game(index), index % rows.rounds
    if not game or not _is_playoff(rows, index) or not game.counted:
        return False
    own = range(index - number + rows.plan.rounds, index - number + rows.rounds)
    met = [i for i in own if (one := rows.game(i)) and one.opponent == game.opponent]
    ahead = sum(Decimal(str(lead(i))) for i in met)
    return ahead == 0 and RESULT_BY_CODE[game.result].white == HALF


def _decided(rows: AuditRows) -> SheetColumn:
    """The hidden column of a play-off's winner's point, plus `DRAWN` if Black has it for a draw."""
    level = f"IF({scores('white', 'black')}=0.5,{DRAWN}+IF([as_white]=0,1,0),0.5)"
    one = f"IF({_TOTAL}>0,1,IF({_TOTAL}<0,0,{level}))"

    def value(index: int) -> Value:
        game = rows.game(index)
        if not _is_playoff(rows, index) or not game or not game.counted or game.points is None:
            return 0
        return game.points + (DRAWN if is_by_black(rows, index) else 0)

    none = f"OR([round]<={rows.plan.rounds},[counted]=0)"
    return hidden("decided", value, f"IF({none},0,{one})")


def _lead(rows: AuditRows) -> SheetColumn:
    """The hidden column of what a play-off game adds to the player's lead; 0 if it is not rated."""

    def value(index: int) -> Value:
        game = rows.game(index)
        if not game or not _is_playoff(rows, index) or game.reason not in ("", "not_playoff"):
            return 0
        result = RESULT_BY_CODE[game.result]
        assert result.white is not None and result.black is not None
        ahead = result.white - result.black
        return ahead if game.colour == "w" else -ahead

    rated = f"OR([why]=0,[why]={REASONS.index('not_playoff') + 1})"
    ahead = f"{scores('white', 'black')}-{scores('black', 'white')}"
    formula = f"IF(OR([round]<={rows.plan.rounds},[line]=0),0,IF({rated},{ahead},0))"
    return hidden("lead", value, formula)


def _later(rows: AuditRows) -> SheetColumn:
    """The hidden column with 1 for a play-off game followed by another with the same player."""

    def after(index: int) -> range:
        number = index % rows.rounds
        return range(index + 1, index - number + rows.rounds if _is_playoff(rows, index) else 0)

    def value(index: int) -> Value:
        game = rows.game(index)
        later = [rows.game(other) for other in after(index)]
        if game is None or game.opponent is None:
            return 0
        same = [one for one in later if one and one.counted and one.opponent == game.opponent]
        return int(bool(same))

    def formula(index: int) -> str:
        found = after(index)
        if not found:
            return "0"
        made = rows.builder.tables["Rounds"]

        def later(key: str) -> str:
            return span(FIRST_ROW + found[0], made.col(key), FIRST_ROW + found[-1])

        test = f"COUNTIFS({later('opponent_at')},[opponent_at],{later('counted')},1)>0"
        return f"IF([opponent_at]=0,0,IF({test},1,0))"

    return hidden("later", value, formula)
