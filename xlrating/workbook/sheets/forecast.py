"""The Forecast sheet: the chances of win, draw and loss in each pairing, where rules give them."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.columns import begins
from ...engine.rounding import HALF
from ...engine.terms.expectancy import WinDrawLoss, win_draw_loss
from ..builder import Builder
from ..file.grid import Value
from ..formulas.arithmetic import outcome_chances
from ..table import NOTE_ROW, TITLE_ROW, SheetColumn
from .lean import MARK, NOTHING, shared

SHEET = "Forecast"


def add_forecast(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out if the rules give chances; the returned function fills it."""
    plan, rules = builder.plan, builder.plan.rules
    if rules.outcomes is None or not builder.plan.native:
        return lambda: None

    def chances(index: int) -> WinDrawLoss | None:
        game = plan.lines[index] if index < len(plan.lines) else None
        if game is None or game.black is None:
            return None
        sides = [plan.event.by_no.get(no) for no in (game.white, game.black)]
        white, black = (None if player is None else player.rating for player in sides)
        return None if white is None or black is None else win_draw_loss(white - black, rules)

    def of(name: str) -> Callable[[int], Value]:
        return lambda index: getattr(found, name) if (found := chances(index)) else ""

    def expected(index: int) -> Value:
        found = chances(index)
        return found.win + found.draw * HALF if found else ""

    def line(name: str) -> Callable[[int], Value]:
        games = builder.tables["Games"].columns[builder.tables["Games"].col(name)]
        return lambda index: "" if games.value(index) == NOTHING else games.value(index)

    def same(name: str, style: str, width: float, heading: str) -> SheetColumn:
        place = f"[Games.{name}#]"
        text = shared(f'IF(OR({place}="",{place}={MARK}),"",{place})')
        return SheetColumn(name, line(name), text, style, width, heading=heading)

    def round_of(index: int) -> Value:
        game = plan.lines[index] if index < len(plan.lines) else None
        return game.round if game else ""

    red = begins(rules)
    win, loss = outcome_chances("[difference]")
    known = 'IF([difference]="","",{})'
    difference = 'IF(OR([white_rating]="",[black_rating]=""),"",[white_rating]-[black_rating])'
    columns = [
        SheetColumn("round", round_of, _ROUND, "int", 7),
        same("board", "int", 7, "board"),
        same("white_name", "text", 26, red),
        same("white_rating", "rating", 9, "rating"),
        SheetColumn("win", of("win"), known.format(win), "percent", 9, heading=f"win_{red}"),
        SheetColumn("draw", of("draw"), known.format("MAX(0,1-[win]-[loss])"), "percent", 9),
        SheetColumn("loss", of("loss"), known.format(loss), "percent", 9, heading="win_black"),
        same("black_rating", "rating", 9, "rating"),
        same("black_name", "text", 26, "black"),
        SheetColumn("expected", expected, known.format("[win]+[draw]/2"), "share", 10, heading=f"expected_{red}"),
        SheetColumn("difference", lambda i: _difference(line, i), difference, hidden=True),
    ]  # fmt: skip
    made = builder.add(SHEET, columns, plan.game_rows)

    def fill() -> None:
        builder.fill(SHEET)
        made.sheet.put(TITLE_ROW, 0, builder.heading("sheet_forecast", "title"))
        made.sheet.put(NOTE_ROW, 0, builder.heading("sheet_forecast_note", "note"))

    return fill


#: A free line of Games has the round of the line above it.
_NONE = ",".join(f"[Games.{key}#]={MARK}" for key in ("white", "result", "black"))
_ROUND = shared(f'IF(AND({_NONE}),"",IF([Games.round#]="","",[Games.round#]))')


def _difference(line: Callable[[str], Callable[[int], Value]], index: int) -> Value:
    white, black = line("white_rating")(index), line("black_rating")(index)
    return "" if white == "" or black == "" else white - black  # type: ignore[operator]
