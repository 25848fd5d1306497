"""The Ratings sheet, a row per player: what was counted, K, the change, the new rating."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ...engine.rounding import ZERO
from ...engine.texts import table
from ...engine.words.headings import on_ladder
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Mark, Value
from ..formulas import field, methods
from ..formulas.field import field_rated
from ..formulas.values import Note, Of, RatingsRows, short
from ..formulas.variants import merged
from ..formulas.watch import NoFormulaError
from ..plan import Plan
from ..table import NOTE_ROW, TITLE_ROW, Column, hidden
from .engine import engine_columns, state_cell


def add_ratings(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan, native = builder.plan, builder.plan.native
    size = len(plan.numbers)
    made = builder.add("Ratings", merged(builder, "Ratings", _columns, size), size)
    if field_rated(plan) and native:
        field.place(builder, made)

    def fill() -> None:
        builder.fill("Ratings")
        if field_rated(plan) and native:
            field.fill(builder, made)
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_ratings", "title"))
        noted = on_ladder("sheet_ratings_note", plan.rules.ladder is not None)
        title = noted if native else "sheet_engine_note"
        sheet.put(NOTE_ROW, 0, builder.heading(title, "note"))
        if plan.functions:
            sheet.put(NOTE_ROW, 0, state_cell(builder))
        # Free places of the Players sheet are not to be seen.
        top, _, bottom, _ = made.area("no")
        free = '=AND({}="",{}="")'.format(
            *(address(top, made.col(key), "c") for key in ("name", "rating"))
        )
        sheet.marks.append(Mark((top, 0, bottom, made.col("note")), free, "unseen"))
        if plan.engine:
            top, col, bottom, _ = made.area("agrees")
            cell = address(top, col)
            sheet.marks.append(Mark((top, col, bottom, col), f'={cell}="≠"', "bad"))

    return fill


def _columns(builder: Builder) -> list[Column]:
    rows = RatingsRows(builder)
    plan, rules = rows.plan, rows.rules
    parts = methods.of(rows.plan).ratings(rows)
    native = rows.plan.native
    keys = [key for key, _, _ in parts.notes]

    def noted(index: int) -> Value:
        return parts.first_note(index) or rows.note(index, keys)

    # LibreOffice draws what does not fit into a hidden column over an empty cell before it.
    note = _note(builder, parts.notes) if native else lambda i: "" if noted(i) else '""'
    columns = [
        Column("no", lambda i: plan.numbers[i], "[Players.no#]", "int", 6),
        Column("name", rows.person("name"), '[Players.name#]&""', "name", 22),
        Column("rating", _brought(rows), _BROUGHT[native and bool(rules.start or rules.ladder)], "rating", 9),
        *parts.shown,
        *(engine_columns(rows) if plan.engine else ()),
        Column("note", noted, note, "note_shrunk", 32),
        Column("points", lambda i: plan.scores.points.get(plan.numbers[i], 0), f"SUM([Rounds.{plan.points_column}@])", "score", hidden=True),
        *([hidden("playoff", lambda i: _of_playoffs(plan, i), _PLAYOFF)] if plan.playoffs else ()),
        *parts.hidden,
    ]  # fmt: skip
    if native and rules.start is not None and "opening" not in [one.key for one in columns]:
        raise NoFormulaError("start")
    return columns


#: The points of play-off games, '' where there are none.
_PLAYOFF = 'IF(COUNTIF([Rounds.playoff_score@],">=0")=0,"",SUMIF([Rounds.playoff_score@],">=0"))'


def _of_playoffs(plan: Plan, index: int) -> Value:
    found = plan.scores.playoff_points.get(plan.numbers[index])
    return sum(found, ZERO) if found else ""


#: The rating before the games: as typed, or that of the title where titles have one.
_BROUGHT = {False: 'IF([Players.rating#]="","",[Players.rating#])', True: "[opening]"}


def _brought(rows: RatingsRows) -> Of:
    def value(index: int) -> Value:
        player = rows.plan.player(index)
        return rows.plan.opening(player) if player else ""

    return value


def _note(builder: Builder, notes: list[Note]) -> str:
    """The first of the notes that holds; of a player there is, else none."""
    text = f'IF(AND([Players.rating#]="",[new]<>""),{builder.say("note_first")},"")'
    for key, test, words in reversed(notes):
        shown = table()[short(key)]["en"]
        used = {name: word for name, word in words.items() if f"{{{name}}}" in shown}
        text = f"IF({test},{builder.say(short(key), used)},{text})"
    return f'IF([Players.filled#]="","",{text})'
