"""The Round sheet: the pairings of a round to hang up, and which round is asked for.

Hidden columns, a row for each place of the Players sheet, sort them and what the sheets Lists and
Slips show; the values stand in `one_round`.
"""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.texts import say
from ...exchange.addresses import address
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder
from ..file.grid import Cell, Validation, Value
from ..file.page import Page, text_keys
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Table
from . import one_round
from .one_round import OneRound
from .round_columns import SHOWN, columns

SHEET = "Round"
#: Points of a row, to write results in.
_HEIGHT = 18.0
#: The label of the cell that asks for a round, and the cell, below it.
_LABEL, _ASKED = (TITLE_ROW, 0), (NOTE_ROW, 0)
_ASKED_NAME = "round_asked"
#: The row of the single cells, each above a hidden column.
_CELL_ROW = 2
_SINGLE = {"round_shown": "key", "round_paired": "slot", "round_last": "order"}
#: Where the table of letters stands on the hidden sheet Texts.
_LETTERS = (FIRST_ROW, 17)


def asked_in(sheets: Sheets, sheet: str = SHEET, label: str = "round_asked") -> Value:
    """What stands in the cell below a label, of a round; '' where the workbook has none."""
    name = named(sheets.names, sheet)
    if not name:
        return ""
    page = Page(sheets, name)
    for row, cells in enumerate(page.rows[:-1]):
        for col, cell in enumerate(cells):
            if label in text_keys(cell):
                found = page.value((row + 1, col))
                if isinstance(found, (int, float)) and not isinstance(found, bool):
                    return found
                return str(found)
    return ""


def add_round(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan, shown = builder.plan, OneRound(builder.plan)
    made = builder.add(SHEET, columns(builder, shown), len(plan.numbers))
    made.sheet.print_left = made.col("board")
    for key, column in _SINGLE.items():
        builder.name(key, SHEET, _CELL_ROW, made.col(column))
    builder.book.names[_ASKED_NAME] = builder.at(SHEET, address(*_ASKED, "rc"))
    builder.beside[_LETTERS] = Cell(one_round.LETTERS, style="helper")
    builder.cells["letters"] = "round_letters_known"
    builder.book.names["round_letters_known"] = builder.at("Texts", address(*_LETTERS, "rc"))

    def fill() -> None:
        builder.fill(SHEET)
        _tell(builder, made, shown)
        _ask(builder, made)
        sheet = made.sheet
        for key, (value, formula) in _cells(plan, shown).items():
            cell = Cell(value, "=" + builder.render(formula, made), "helper")
            sheet.put(_CELL_ROW, made.col(_SINGLE[key]), cell)
        sheet.freeze = (FIRST_ROW, 1)
        # A board takes two players; rows below are filled where most have no game.
        sheet.print_rows = FIRST_ROW + _printed(plan)
        sheet.heights |= dict.fromkeys(range(FIRST_ROW, sheet.print_rows), _HEIGHT)
        sheet.tab = "blue"

    return fill


def _printed(plan: Plan) -> int:
    """The rows that are printed: every board, and a sixth of the players without a game."""
    places = len(plan.numbers)
    return min(places, places // 2 + max(4, places // 6))


def _cells(plan: Plan, shown: OneRound) -> dict[str, tuple[Value, str]]:
    """The round, whether it is paired, whether no later one has points."""
    asked = _ASKED_NAME
    # Two formulas deep, as AND looks at all its parts.
    is_round = f"IF(ISNUMBER({asked}),AND({asked}>=1,{asked}<={plan.all_rounds},{asked}=INT({asked})),FALSE)"
    if plan.is_round_robin:
        played = "[Rules.rounds_played]"
        is_open = f"COUNTIFS([Games.round],{played},[Games.open],1)>0"
        current = f"IF({is_open},{played},MIN({played}+1,file_rounds))"
    else:
        # Of two players: byes may be known long before their rounds.
        current = "MAX(1,INT(MAX([Games.key_black])/1000))"
    keys = f'[Games.key_white],">="&{SHOWN}*1000,[Games.key_white],"<"&{SHOWN}*1000+1000'
    later = f'COUNTIFS([Rounds.round],">"&{SHOWN},[Rounds.{plan.points_column}],">0")'
    return {
        "round_shown": (shown.number, f"IF({is_round},{asked},{current})"),
        "round_paired": (int(shown.is_paired), f"IF(COUNTIFS({keys})>0,1,0)"),
        "round_last": (
            int(shown.is_last),
            f"IF({SHOWN}<[Rules.rounds_played],0,IF({later}>0,0,1))",
        ),
    }


def _tell(builder: Builder, made: Table, shown: OneRound) -> None:
    """Above the pairings which round it is, and whether there are any."""
    plan, sheet, col = builder.plan, made.sheet, made.col("board")
    words = {"round": SHOWN}
    formula = "=" + builder.render(builder.say("round_pairings", words))
    title = say(plan.language, "round_pairings", round=shown.number)
    sheet.put(TITLE_ROW, col, Cell(title, formula, "title"))
    none = builder.say("round_unpaired", words)
    rest = f"(COUNT([Round.slot])-{_printed(plan)})"
    more = f'IF({rest}>0,{builder.say("round_more", {"n": rest})},"")'
    formula = "=" + builder.render(f"IF([Rules.round_paired]=1,{more},{none})")
    left = len(shown.keys) - _printed(plan)
    told = say(plan.language, "round_more", n=left) if left > 0 else ""
    if not shown.is_paired:
        told = say(plan.language, "round_unpaired", round=shown.number)
    sheet.put(NOTE_ROW, col, Cell(told, formula, "note"))


def _ask(builder: Builder, made: Table) -> None:
    """The cell that asks for a round, its label, and what it is for."""
    sheet, plan = made.sheet, builder.plan
    sheet.put(*_LABEL, builder.heading("round_asked", "section"))
    sheet.put(*_ASKED, Cell(plan.round_asked, style="input_int"))
    sheet.put(HEAD_ROW, 0, builder.heading("round_asked_note", "note_wrapped"))
    area = (*_ASKED, *_ASKED)
    sheet.validations.append(Validation(area, "whole", "", 1, plan.all_rounds, "bad_round"))
