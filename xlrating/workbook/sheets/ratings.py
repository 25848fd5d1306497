"""The Ratings sheet, one row per player: what was counted, K, the change, the new rating."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from ...engine.rounding import ZERO
from ...engine.texts import wording
from ...engine.vocabulary.headings import on_ladder
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import ConditionalStyle, Value
from ..file.paper import leave_out
from ..formulas import field, methods
from ..formulas.field import field_rated
from ..formulas.methods.common import typed_rating
from ..formulas.values import BETWEEN, MethodColumns, Note, Of, RatingsRows, short
from ..formulas.variants import merged
from ..formulas.watch import NoFormulaError
from ..plan import Plan
from ..table import NOTE_ROW, TITLE_ROW, SheetColumn, hidden
from ..words import sentence
from . import ageless, lean
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
        notes: list[tuple[str, dict[str, str]]] = [(title, {})]
        if native and _rounds_ratings(plan):
            notes.append(("ratings_rounded", {}))
        said = sentence(builder, notes, "note")
        sheet.put(NOTE_ROW, 0, ageless.noted(builder, said))
        if plan.functions:
            sheet.put(NOTE_ROW, 0, state_cell(builder))
        # Free places of the Players sheet are hidden.
        top, _, bottom, _ = made.area("no")
        free = '=AND({}="",{}="")'.format(
            *(address(top, made.col(key), "c") for key in ("name", "rating"))
        )
        sheet.marks.append(ConditionalStyle((top, 0, bottom, made.col("note")), free, "unseen"))
        if plan.engine:
            top, col, bottom, _ = made.area("agrees")
            cell = address(top, col)
            sheet.marks.append(ConditionalStyle((top, col, bottom, col), f'={cell}="≠"', "bad"))
        leave_out(sheet, _told_elsewhere([one.key for one in made.columns if not one.hidden]))

    return fill


def _rounds_ratings(plan: Plan) -> bool:
    """Whether the new rating is rounded, and not the change."""
    rule, is_each = plan.rules.change, plan.rules.method in ("game by game", "ladder")
    return rule.of == "rating" and rule.rounding != "none" and not is_each


def _told_elsewhere(shown: list[str]) -> int:
    """How many of the last columns, performance and note, are printed on other sheets, too."""
    return len(list(takewhile({"performance", "note"}.__contains__, reversed(shown))))


def _columns(builder: Builder) -> list[SheetColumn]:
    rows = RatingsRows(builder)
    plan, rules = rows.plan, rows.rules
    parts = methods.of(rows.plan).ratings(rows)
    native = rows.plan.native
    keys, besides = ([key for key, _, _ in part] for part in (parts.notes, parts.besides))

    def noted(index: int) -> Value:
        return parts.first_note(index) or rows.note(index, keys, besides)

    # LibreOffice draws what does not fit into a hidden column over an empty cell before it.
    note = _note(builder, parts) if native else lambda i: "" if noted(i) else '""'
    columns = [
        SheetColumn("no", lambda i: plan.numbers[i], "[Players.no#]", "int", 6),
        SheetColumn("name", rows.person("name"), '[Players.name#]&""', "name", 22),
        SheetColumn("rating", _brought(rows), _BROUGHT[native and bool(rules.start or rules.ladder)], "rating", 9),
        *(_only_read(one) for one in parts.shown),
        *(engine_columns(rows) if plan.engine else ()),
        SheetColumn("note", noted, note, "note_shrunk", 32, long=True),
        SheetColumn("points", lambda i: plan.scores.points.get(plan.numbers[i], 0), _points(plan), "score", hidden=True),
        *([hidden("playoff", lambda i: scored_in_playoffs(plan, plan.numbers[i]), _playoff(plan))] if plan.playoffs else ()),
        *parts.hidden,
    ]  # fmt: skip
    if native and rules.start is not None and "opening" not in [one.key for one in columns]:
        raise NoFormulaError("start")
    return [_shared(one) for one in columns]


def _shared(column: SheetColumn) -> SheetColumn:
    """The column with a formula that rows share, unless SUMPRODUCT would make ROW() an array."""
    text = column.formula
    if not isinstance(text, str) or "SUMPRODUCT" in text:
        return column
    return replace(column, formula=lean.shared(text))


def _points(plan: Plan) -> str:
    """The formula of the points in rounds that have begun: byes may be known before theirs."""
    return f'SUMIF([Rounds.round@],"<="&[Rules.rounds_played],[Rounds.{plan.points_column}@])'


#: Columns that are blank while a number on Players is unreadable: it influences other ratings.
_OUTCOMES = ("change", "rounded", "new", "performance", "rank")


def _only_read(column: SheetColumn) -> SheetColumn:
    """The column, empty while a typed number cannot be read; the note next to it says so."""
    if column.key not in _OUTCOMES or not isinstance(column.formula, str) or not column.formula:
        return column
    return replace(column, formula=f'IF([Rules.unread]>0,"",{column.formula})')


def _playoff(plan: Plan) -> str:
    """The formula of the points of play-off games as tables show them, '' if there are none."""
    scored = plan.times('SUMIF([Rounds.playoff_score@],">=0")')
    return f'IF(COUNTIF([Rounds.playoff_score@],">=0")=0,"",{scored})'


def scored_in_playoffs(plan: Plan, no: int) -> Value:
    """What a player scored in play-offs, as tables show it; '' for a player without any."""
    found = plan.scores.playoff_points.get(no)
    return plan.win * sum(found, ZERO) if found else ""


#: The rating before the games: as typed, or that of the title where titles have one.
_BROUGHT = {False: typed_rating("[Players.rating#]"), True: "[opening]"}


#: The most characters of the notes on a player.
_LONGEST = 500


def _brought(rows: RatingsRows) -> Of:
    def value(index: int) -> Value:
        player = rows.plan.player(index)
        return rows.plan.entry_rating(player) if player else ""

    return value


def _note(builder: Builder, parts: MethodColumns) -> str:
    """The formula of the first note that applies, and all additional ones; '' without a player."""
    before = f'"{BETWEEN}"&' if parts.besides else ""

    def told(note: Note) -> str:
        key, _, words = note
        shown = wording(short(key))["en"]
        used = {name: word for name, word in words.items() if f"{{{name}}}" in shown}
        return before + builder.say(short(key), used)

    is_first = 'AND([Players.rating#]="",[new]<>"")'
    if builder.plan.rules.start is not None:
        # A player who starts from the rating of a title has no first rating.
        is_first = 'AND([Players.rating#]="",[opening]="",[new]<>"")'
    text = f'IF({is_first},{before}{builder.say("note_first")},"")'
    for note in reversed(parts.notes):
        text = f"IF({note[1]},{told(note)},{text})"
    if parts.besides:
        others = "&".join(f'IF({note[1]},{told(note)},"")' for note in parts.besides)
        text = f"MID({text}&{others},{len(BETWEEN) + 1},{_LONGEST})"
    text = f"IF([Rules.unread]>0,{builder.say('note_unread', {'n': '[Rules.unread]'})},{text})"
    return f'IF([Players.filled#]="","",{text})'
