"""The Audit sheet: the rounds of one player, as federations publish a calculation.

A yellow cell asks for the player; the sheet is printed on one page. What is the same for everybody
stands on the hidden sheet Rounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ...engine.texts import say, table
from ...engine.words.headings import on_ladder
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Mark, Validation, Value
from ..formulas.methods.common import filled
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Column, Table, hidden
from . import lean, rounds

SHEET = "Audit"
#: The label of the cell that asks for a player, and the cell, below it.
_LABEL, _ASKED = (TITLE_ROW, 0), (NOTE_ROW, 0)
_ASKED_NAME = "audit_asked"
#: The single cell with the place of the player on Players, above a hidden column.
_PLACE, _CELL_ROW = "[Rules.audit_place]", 2
#: Those of Rounds that say who it is, as the title does.
_TITLED = ("no",)
#: So much of a name stands in the title: with its number it must not be more than a cell holds.
_LETTERS = 200
#: Those of Ratings that say who it is, and what the engine gave when the file was made.
_NOT_SUMMED = ("no", "name", "engine_change", "engine_new", "agrees")
_OWN = re.compile(r"\[(\w+)\]")


def add_audit(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    made = builder.add(SHEET, _columns(builder), plan.all_rounds)
    sheet = made.sheet
    sheet.print_left = 1
    builder.name("audit_place", SHEET, _CELL_ROW, made.col("at"))
    builder.book.names[_ASKED_NAME] = builder.at(SHEET, address(*_ASKED, "rc"))

    def fill() -> None:
        builder.fill(SHEET)
        _ask(builder, made)
        sheet.freeze = (FIRST_ROW, 1)
        sheet.print_rows = _sum_up(builder, made)
        sheet.one_page = True
        top, left, bottom, last = FIRST_ROW, 1, FIRST_ROW + made.rows - 1, made.col("note")
        note, line, number = (address(top, made.col(key), "c") for key in ("note", "line", "round"))
        if plan.playoffs:
            # Room for a play-off that nobody plays is not to be seen.
            unused = f"=AND({number}>{plan.rounds},{line}=0)"
            sheet.marks.append(Mark((top, left, bottom, last), unused, "unseen"))
        # LibreOffice shows the first mark that holds only: the grey goes before the line.
        sheet.marks.append(Mark((top, left, bottom, last), f'=OR({note}<>"",{line}=0)', "faint"))
        sheet.marks.append(Mark((top, left, bottom, last), "=TRUE", "line"))

    return fill


def _place(plan: Plan) -> int:
    """The place of the player asked for, counted from 0; the first where nobody is."""
    asked = plan.player_asked
    return plan.numbers.index(asked) if asked in plan.numbers else 0


def _columns(builder: Builder) -> list[Column]:
    """What can be read of a round, and hidden what that is worked out from."""
    plan, known = builder.plan, rounds.columns(builder)
    first = _place(plan) * plan.all_rounds
    told = [column for column in known if rounds.is_told(column)]
    kept = {column.key: column for column in lean.lean(c for c in known if c not in told)}
    texts = (c.formula(0) if callable(c.formula) else c.formula for c in told)
    asked = {"line", *(key for text in texts for key in _OWN.findall(text))}
    found = [
        Column("panel", lambda _: "", width=16, heading="-"),
        hidden("at", lambda i: first + i + 1, f"({_PLACE}-1)*{plan.all_rounds}+ROW()-{FIRST_ROW}"),
    ]
    for column in known:
        if column.key in _TITLED or (column.hidden and column.key not in asked):
            continue
        # A hidden one is no part of the table that people read.
        shows = replace(column, value=_moved(column, first))
        shows = replace(shows, heading="-") if column.hidden else shows
        if column in told:
            found.append(shows)
            continue
        cell = f"INDEX([Rounds.{column.key}],[at])"
        if lean.is_lean(kept[column.key]):
            cell = lean.shown(cell)
        elif not column.formula:
            cell = filled(cell)
        found.append(replace(shows, formula=cell))
    return sorted(found, key=lambda column: column.hidden)


def _moved(column: Column, first: int) -> Callable[[int], Value]:
    """The values of the player who is shown."""
    return lambda index: column.value(first + index)


def _ask(builder: Builder, made: Table) -> None:
    """The cell that asks for a player, who it is, and what the sheet shows."""
    sheet, plan = made.sheet, builder.plan
    sheet.put(*_LABEL, builder.heading("audit_asked", "section"))
    sheet.put(*_ASKED, Cell(plan.player_asked, style="input_int"))
    sheet.put(HEAD_ROW, 0, builder.heading("audit_asked_note", "note_wrapped"))
    area = (*_ASKED, *_ASKED)
    sheet.validations.append(Validation(area, "list", "=players_no", message="bad_player"))
    found = f"MATCH({_ASKED_NAME},[Players.no],0)"
    place = Cell(_place(plan) + 1, "=" + builder.render(f"IFERROR({found},1)"), "helper")
    sheet.put(_CELL_ROW, made.col("at"), place)
    name, no = (f"INDEX([Players.{key}],{_PLACE})" for key in ("name", "no"))
    title = f'{builder.say("sheet_audit")}&IF({name}="","",": "&{no}&" "&LEFT({name},{_LETTERS}))'
    player = plan.player(_place(plan))
    who = f": {player.no} {player.name[:_LETTERS]}" if player and player.name else ""
    text = say(plan.language, "sheet_audit") + who
    sheet.put(TITLE_ROW, 1, Cell(text, "=" + builder.render(title), "title"))
    unknown = f'IF({_ASKED_NAME}="",FALSE,ISNA({found}))'
    note = f"IF({unknown},{builder.say('bad_player')},{builder.say('sheet_audit_note')})"
    is_known = plan.player_asked == "" or plan.player_asked in plan.numbers
    told = say(plan.language, "sheet_audit_note" if is_known else "bad_player")
    sheet.put(NOTE_ROW, 1, Cell(told, "=" + builder.render(note), "note"))


def _sum_up(builder: Builder, made: Table) -> int:
    """Below the rounds the player's line of Ratings, a value a row; the row after the last."""
    sheet, plan, ratings = made.sheet, builder.plan, builder.tables["Ratings"]
    label, value = made.col("opponent_name"), made.col("result")
    row, place = FIRST_ROW + made.rows + 1, _place(plan)
    for column in ratings.columns:
        if column.hidden or column.live or column.key in _NOT_SUMMED:
            continue
        heading = f"col_{column.heading or column.key}"
        heading = on_ladder(heading, plan.rules.ladder is not None)
        if heading not in table():
            continue
        cell = f"INDEX([Ratings.{column.key}],{_PLACE})"
        text = builder.render(cell if column.formula else filled(cell))
        sheet.put(row, label, builder.heading(heading, "label"))
        sheet.joined[row, label] = value - 1
        if column.key == "note":
            sheet.joined[row, value] = made.col("note")
        sheet.put(row, value, Cell(column.value(place), f"={text}", column.style))
        row += 1
    return row
