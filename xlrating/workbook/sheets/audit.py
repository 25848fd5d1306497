"""The Audit sheet: the rounds of one player, as federations publish a calculation.

The player is chosen in a yellow cell; the sheet is printed on one page. Everything that is the same
for all players is on the hidden sheet Rounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from ...engine.rounding import plain
from ...engine.texts import between, is_text, say
from ...engine.tournament.tie_breaks import CHOSEN, chosen
from ...engine.vocabulary.headings import on_ladder
from ...exchange.addresses import address
from ..builder import Builder, joint
from ..file.grid import Cell, ConditionalStyle, Validation, Value
from ..formulas.methods.common import filled
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable, hidden
from . import asking, explained, lean, player_checks, rounds

SHEET = "Audit"
#: The cell that asks for a player.
ASKED = "audit_asked"
#: The single cell with the place of the player on Players, above a hidden column.
_PLACE, _CELL_ROW = "[Rules.audit_place]", 2
#: Additional values from Rounds used in the rows of the sheet.
_NEEDED = ("line", "counted")
#: The maximum length of a name in the title: with the number it must fit in a cell.
_LETTERS = 200
#: Columns of Ratings that are left out: who it is, and the engine's values of the day.
_NOT_SUMMED = ("no", "name", "engine_change", "engine_new", "agrees")
_OWN = re.compile(r"\[(\w+)\]")


def add_audit(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    made = builder.add(SHEET, _columns(builder), plan.all_rounds)
    sheet = made.sheet
    sheet.print_left = 1
    builder.name("audit_place", SHEET, _CELL_ROW, made.col("at"))
    asking.name_cell(builder, SHEET, ASKED, made.col("at"))

    def fill() -> None:
        builder.fill(SHEET)
        _ask(builder, made)
        sheet.freeze = (FIRST_ROW, 1)
        sheet.print_rows = _sum_up(builder, made)
        sheet.one_page = True
        top, left, bottom, last = FIRST_ROW, 1, FIRST_ROW + made.rows - 1, made.col("note")
        line, number, counted = (
            address(top, made.col(key), "c") for key in ("line", "round", "counted")
        )
        if plan.playoffs:
            # Rows for a play-off are hidden if nobody plays one.
            unused = f"=AND({number}>{plan.rounds},{line}=0)"
            sheet.marks.append(ConditionalStyle((top, left, bottom, last), unused, "unseen"))
        # LibreOffice shows only the first style whose test holds: the grey goes before the line.
        sheet.marks.append(
            ConditionalStyle((top, left, bottom, last), f"=OR({counted}=0,{line}=0)", "faint")
        )
        sheet.marks.append(ConditionalStyle((top, left, bottom, last), "=TRUE", "line"))

    return fill


def _place(plan: Plan) -> int:
    """The index of the requested player, from 0; the first if there is none."""
    return _found(plan) or 0


def _found(plan: Plan) -> int | None:
    """The place of the player chosen by number or by name; None if there is none."""
    asked = plan.player_asked
    if asked in plan.numbers:
        return plan.numbers.index(asked)
    names = (plan.player(index) for index in range(len(plan.numbers)))
    return next(
        (
            at
            for at, one in enumerate(names)
            if one and asked and one.name.lower() == str(asked).lower()
        ),
        None,
    )


def _columns(builder: Builder) -> list[SheetColumn]:
    """The visible columns of a round, and the hidden ones from which they are calculated."""
    plan, known = builder.plan, rounds.columns(builder)
    first = _place(plan) * plan.all_rounds
    told = [column for column in known if rounds.is_told(column)]
    kept = {column.key: column for column in lean.lean(c for c in known if c not in told)}
    texts = (c.formula(0) if callable(c.formula) else c.formula for c in told)
    asked = {*_NEEDED, *explained.asked(plan)}
    asked |= {key for text in texts for key in _OWN.findall(text)}
    found = [
        SheetColumn("panel", lambda _: "", width=16, heading="-"),
        hidden("at", lambda i: first + i + 1, f"({_PLACE}-1)*{plan.all_rounds}+ROW()-{FIRST_ROW}"),
    ]
    for column in known:
        if column.hidden and column.key not in asked:
            continue
        # A hidden column has no heading: it is not part of the table that people read.
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
    of = {column.key: column.value for column in found}
    ties = explained.ExplainedTies(builder, of.__getitem__).columns()
    note = next(at for at, column in enumerate(found) if column.key == "note")
    found[note:note] = ties
    return sorted(found, key=lambda column: column.hidden)


def _moved(column: SheetColumn, first: int) -> Callable[[int], Value]:
    """The values of a column of Rounds for the player who is shown, from the row `first` on."""
    return lambda index: column.value(first + index)


def _ask(builder: Builder, made: SheetTable) -> None:
    """Put the cell that asks for a player, the title with the name, and the note."""
    sheet, plan = made.sheet, builder.plan
    # A name is accepted, too.
    allowed = Validation(asking.AREA, "list", "=players_no", strict=False)
    asking.ask(builder, sheet, ASKED, plan.player_asked, allowed, made.col("at"))
    by_name = f"MATCH({player_checks.sought(ASKED)},[Players.name],0)"
    found = f"IFERROR(MATCH({ASKED},[Players.no],0),{by_name})"
    place = Cell(
        _place(plan) + 1, "=" + builder.render(f'IF({ASKED}="",1,IFERROR({found},1))'), "helper"
    )
    sheet.put(_CELL_ROW, made.col("at"), place)
    name, no = (f"INDEX([Players.{key}],{_PLACE})" for key in ("name", "no"))
    named = f'""{joint(":")}{no}&" "&LEFT({name},{_LETTERS})'
    title = f'{builder.say("sheet_audit")}&IF({name}="","",{named})'
    player = plan.player(_place(plan))
    colon = between(plan.language, ":")
    who = f"{colon}{player.no} {player.name[:_LETTERS]}" if player and player.name else ""
    text = say(plan.language, "sheet_audit") + who
    sheet.put(TITLE_ROW, 1, Cell(text, "=" + builder.render(title), "title"))
    is_unknown = plan.player_asked != "" and _found(plan) is None
    unknown = "=" + builder.render(f'IF({ASKED}="",0,IF(ISNUMBER({found}),0,1))')
    col = made.col("tie_said")
    sheet.put(_CELL_ROW, col, Cell(int(is_unknown), unknown, "helper"))
    at = address(_CELL_ROW, col, "rc")
    known, none = builder.say("sheet_audit_note"), builder.say("audit_unknown", {"asked": ASKED})
    told = say(plan.language, "sheet_audit_note")
    if is_unknown:
        asked = plan.player_asked
        shown_asked = plain(asked) if isinstance(asked, (int, float, Decimal)) else asked
        told = say(plan.language, "audit_unknown", asked=shown_asked)
    sheet.put(NOTE_ROW, 1, Cell(told, f"=IF({at}=1,{none},{known})", "note"))
    shown = (NOTE_ROW, 0, NOTE_ROW, made.col("note"))
    sheet.marks.append(ConditionalStyle(shown, f"={at}=1", "bad"))


def _sum_up(builder: Builder, made: SheetTable) -> int:
    """Put the player's values below the rounds, one per row; returns the row after the last."""
    sheet, plan = made.sheet, builder.plan
    label, value = made.col("opponent_name"), made.col("result")
    top = FIRST_ROW + made.rows + 1
    rows = [*_of_ratings(builder), *explained.first_rows(builder, _place(plan), _PLACE)]
    rows += _of_table(builder)
    for at, row in enumerate(rows, top):
        sheet.put(at, label, Cell(row.said, f"={builder.render(row.label)}", "label"))
        sheet.joined[at, label] = value - 1
        sheet.put(at, value, Cell(row.value, f"={builder.render(row.formula)}", row.style))
        if row.style == "note_shrunk":
            sheet.joined[at, value] = made.col("note")
    # Right of the sum, below its note.
    ties = explained.ExplainedTies(builder, {c.key: c.value for c in made.columns}.__getitem__)
    for number in range(1, plan.rounds + 1):
        told, formula = ties.line(number)
        cell = Cell(told, f"={builder.render(formula)}", "note")
        sheet.put(top + number, value + 1, cell)
    return top + max(len(rows), plan.rounds + 1)


def _of_ratings(builder: Builder) -> list[explained.ExplainedRow]:
    """The player's values on Ratings, the note first."""
    plan, ratings, place = builder.plan, builder.tables["Ratings"], _place(builder.plan)
    found = []
    for column in sorted(ratings.columns, key=lambda column: column.key != "note"):
        if column.hidden or column.live or column.key in _NOT_SUMMED:
            continue
        heading = f"col_{column.heading or column.key}"
        heading = on_ladder(heading, plan.rules.ladder is not None)
        if not is_text(heading):
            continue
        cell = f"INDEX([Ratings.{column.key}],{_PLACE})"
        text = cell if column.formula else filled(cell)
        said = say(plan.language, heading)
        label, value = builder.say(heading), column.value(place)
        if column.key == "note":
            said, label = said if value else "", f'IF({text}="","",{label})'
        found.append(explained.ExplainedRow(said, label, value, text, column.style))
    return found


def _of_table(builder: Builder) -> list[explained.ExplainedRow]:
    """The player's points in the table, and the tie-breaks that Crosstable shows."""
    plan, crosstable = builder.plan, builder.tables["Crosstable"]
    player = plan.player(_place(plan))
    row = next((i for i, one in enumerate(plan.standings) if player and one.no == player.no), None)
    there = builder.at("Crosstable", "")
    codes, found = chosen(plan.event), []
    for number, key in enumerate(("points", *(f"tie{n}" for n in range(1, CHOSEN + 1)))):
        column = next(column for column in crosstable.columns if column.key == key)
        said = say(plan.language, "audit_points") if number == 0 else ""
        if 0 < number <= len(codes):
            said = say(plan.language, f"tie_{codes[number - 1]}")
        heading = (
            builder.say("audit_points")
            if number == 0
            else f'{there}{address(HEAD_ROW, crosstable.col(key), "rc")}&""'
        )
        value = column.value(row) if row is not None else ""
        text = f'IFERROR(INDEX([Crosstable.{key}],MATCH({_PLACE},[Crosstable.at],0)),"")'
        found.append(explained.ExplainedRow(said, heading, value, text, column.style))
    return found
