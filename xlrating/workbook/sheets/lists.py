"""The Lists sheet: the standings after the chosen round, and the board of each player."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...engine.columns import begins
from ...engine.texts import say
from ..builder import Builder
from ..file.grid import Cell, Value
from ..file.paper import fill_wall
from ..table import NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable, hidden
from . import table_titles
from .one_round import OneRound
from .round_columns import ROW, SHOWN, black_name, looked_up, named, of_place, person

SHEET = "Lists"


def add_lists(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    shown = OneRound(builder.plan)
    made = builder.add(SHEET, _columns(builder, shown), len(builder.plan.numbers))

    def fill() -> None:
        builder.fill(SHEET)
        _tell(builder, made, shown)
        made.sheet.freeze = (made.sheet.freeze or (0, 0))[0], 0
        made.sheet.tab = "blue"
        made.sheet.hangs = True
        fill_wall(made.sheet, (made.col("name"), made.col("list_name")), 18)

    return fill


def _columns(builder: Builder, shown: OneRound) -> list[SheetColumn]:
    plan, at, named = builder.plan, shown.standing_at, shown.name_at

    def board(row: int) -> Value:
        found = of_place(shown.row, named)(row)
        return shown.board(found - 1) if isinstance(found, int) else ""

    def colour(row: int) -> Value:
        place = named(row)
        if not isinstance(place, int):
            return ""
        if shown.opponent(place - 1):
            side = begins(plan.rules) if shown.white_line(place - 1) else "black"
            return say(plan.language, f"col_{side}")
        found = shown.row(place - 1)
        return black_name(shown, found - 1) if isinstance(found, int) else ""

    own = "INDEX([Round.row],[list_at])"
    sides = f"IF(INDEX([Round.is_white],[list_at])>0,{builder.say(f'col_{begins(plan.rules)}')},{builder.say('col_black')})"
    alone = f'IF({own}="","",INDEX([Round.black_name],{own}))'
    equal = "RANK(INDEX([Round.after],[standing_at]),[Round.after])"
    ranked = f'IFERROR(MATCH({ROW},[Round.{{}}],0),"")'
    last = f"IF([Rules.round_last]=1,INDEX([Crosstable.at],{ROW}),{ranked.format('order')})"
    return [
        SheetColumn("place", shown.place, f'IF([standing_at]="","",IF([Rules.round_last]=1,INDEX([Crosstable.place],{ROW}),{equal}))', "int", 7),
        SheetColumn("no", person(plan, "no", at), looked_up("Players.no", "standing_at"), "int", 5),
        SheetColumn("name", person(plan, "name", at), looked_up("Players.name", "standing_at", '&""'), "name", 27),
        SheetColumn("points", of_place(shown.after, at), looked_up("Round.after", "standing_at"), plan.points_style, 8),
        SheetColumn("gap", lambda _: "", width=3, heading="-"),
        SheetColumn("list_name", person(plan, "name", named), looked_up("Players.name", "list_at", '&""'), "name", 27, heading="name"),
        SheetColumn("list_no", person(plan, "no", named), looked_up("Players.no", "list_at"), "int", 5, heading="no"),
        SheetColumn("list_board", board, f'IF([list_at]="","",IF({own}="","",INDEX([Round.board],{own})))', "int", 7, heading="board"),
        SheetColumn("list_colour", colour, f'IF([list_at]="","",IF(INDEX([Round.opponent],[list_at])>0,{sides},{alone}))', "center", 21, heading="colour"),
        hidden("standing_at", at, last),
        hidden("list_at", named, ranked.format("alphabetical")),
    ]  # fmt: skip


def _tell(builder: Builder, made: SheetTable, shown: OneRound) -> None:
    """Put the title above each list, and the note on the order of the standings."""
    plan, sheet = builder.plan, made.sheet
    after = table_titles.after_round(builder, shown.number, SHOWN)
    title, formula = named(builder, "round_names", shown.number)
    names = Cell(title, f"={builder.render(formula)}")
    # Each title is as wide as its list.
    for cell, first, last in ((after, "place", "points"), (names, "list_name", "list_colour")):
        sheet.put(TITLE_ROW, made.col(first), replace(cell, style="title_shrunk"))
        sheet.joined[TITLE_ROW, made.col(first)] = made.col(last)
    last, then = (builder.say(key) for key in ("round_order_last", "round_order_then"))
    formula = "=" + builder.render(f"IF([Rules.round_last]=1,{last},{then})")
    told = say(plan.language, "round_order_last" if shown.is_last else "round_order_then")
    sheet.put(NOTE_ROW, made.col("place"), Cell(told, formula, "note"))
