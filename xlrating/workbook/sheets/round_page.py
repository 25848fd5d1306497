"""The Round sheet: the pairings of a round to hang up, and the choice of the round.

Hidden columns, a row for each place of the Players sheet, sort them and the contents of the sheets
Lists and Slips; the values are in `one_round`.
"""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.texts import say
from ...exchange.addresses import address
from .. import texts_columns
from ..builder import Builder
from ..file.grid import Cell, Validation, Value
from ..file.paper import fill_wall
from ..formulas.pairs import UNIT
from ..plan import Plan
from ..table import FIRST_ROW, NOTE_ROW, TITLE_ROW, SheetTable
from . import asking, one_round
from .one_round import OneRound
from .round_columns import SHOWN, columns
from .round_columns import named as named_round

SHEET = "Round"
#: The height of a row in points, with room to write results by hand.
_HEIGHT = 18.0
#: The least width of names on the wall, in characters.
_LEAST = 18
#: The cell that asks for a round.
ASKED = "round_asked"
#: The row of the single cells, each above a hidden column.
_CELL_ROW = 2
_SINGLE = {"round_shown": "key", "round_paired": "slot", "round_last": "order"}
#: The position of the table of letters on the hidden sheet Texts.
_LETTERS = (FIRST_ROW, texts_columns.LETTERS)


def add_round(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan, shown = builder.plan, OneRound(builder.plan)
    made = builder.add(SHEET, columns(builder, shown), len(plan.numbers))
    made.sheet.print_left = made.col("board")
    for key, column in _SINGLE.items():
        builder.name(key, SHEET, _CELL_ROW, made.col(column))
    asking.name_cell(builder, SHEET, ASKED, made.col("key"))
    builder.beside[_LETTERS] = Cell(one_round.LETTERS, style="helper")
    builder.cells["letters"] = "round_letters_known"
    builder.book.names["round_letters_known"] = builder.at("Texts", address(*_LETTERS, "rc"))

    def fill() -> None:
        builder.fill(SHEET)
        _tell(builder, made, shown)
        sheet = made.sheet
        allowed = Validation(asking.AREA, "whole", "", 1, plan.all_rounds, "bad_round")
        asking.ask(builder, sheet, ASKED, plan.round_asked, allowed, made.col("key"))
        for key, (value, formula) in _cells(plan, shown).items():
            cell = Cell(value, "=" + builder.render(formula, made), "helper")
            sheet.put(_CELL_ROW, made.col(_SINGLE[key]), cell)
        sheet.freeze = (FIRST_ROW, 1)
        sheet.hangs = True
        # A board takes two players; rows below are filled where most have no game.
        sheet.print_rows = FIRST_ROW + _printed(plan)
        sheet.heights |= dict.fromkeys(range(FIRST_ROW, sheet.print_rows), _HEIGHT)
        fill_wall(sheet, (made.col("white_name"), made.col("black_name")), _LEAST)
        sheet.tab = "blue"

    return fill


def _printed(plan: Plan) -> int:
    """The rows that are printed: every board, and a sixth of the players without a game."""
    places = len(plan.numbers)
    return min(places, places // 2 + max(4, places // 6))


def _cells(plan: Plan, shown: OneRound) -> dict[str, tuple[Value, str]]:
    """The single cells: the round, whether it is paired, whether no later one has begun."""
    asked = ASKED
    # Nested, as AND evaluates all its parts.
    is_round = f"IF(ISNUMBER({asked}),AND({asked}>=1,{asked}<={plan.all_rounds},{asked}=INT({asked})),FALSE)"
    keys = f'[Games.key_white],">="&{SHOWN}*{UNIT},[Games.key_white],"<"&({SHOWN}+1)*{UNIT}'
    return {
        "round_shown": (shown.number, f"IF({is_round},{asked},[Rules.round_now])"),
        "round_paired": (int(shown.is_paired), f"IF(COUNTIFS({keys})>0,1,0)"),
        "round_last": (int(shown.is_last), f"IF({SHOWN}<[Rules.rounds_played],0,1)"),
    }


def _tell(builder: Builder, made: SheetTable, shown: OneRound) -> None:
    """Put above the pairings which round it is, and whether there are any."""
    plan, sheet, col = builder.plan, made.sheet, made.col("board")
    title, formula = named_round(builder, "round_pairings", shown.number)
    sheet.put(TITLE_ROW, col, Cell(title, f"={builder.render(formula)}", "title"))
    # A round robin is paired beforehand: only players can be missing.
    nothing = "round_players" if plan.is_round_robin else "round_unpaired"
    none = builder.say(nothing, {"round": SHOWN})
    rest = f"(COUNT([Round.slot])-{_printed(plan)})"
    more = f'IF({rest}>0,{builder.say("round_more", {"n": rest})},"")'
    formula = "=" + builder.render(f"IF([Rules.round_paired]=1,{more},{none})")
    left = len(shown.keys) - _printed(plan)
    told = say(plan.language, "round_more", n=left) if left > 0 else ""
    if not shown.is_paired:
        told = say(plan.language, nothing, round=shown.number)
    sheet.put(NOTE_ROW, col, Cell(told, formula, "note"))
