"""The Cards sheet of a Swiss: the wallchart, a card per player with games and points so far."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ..builder import Builder
from ..file.grid import Cell, Value
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn
from .lean import MARK
from .printed_games import shown_in_crosstable
from .round_columns import ROW, person

SHEET = "Cards"
#: The heading of the points after each round.
_SUM = "Σ"


def add_cards(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan = builder.plan
    if plan.is_round_robin:
        return lambda: None  # there the Crosstable hangs on the wall
    made = builder.add(SHEET, _columns(builder), len(plan.numbers))

    def fill() -> None:
        builder.fill(SHEET)
        sheet = made.sheet
        for number in range(1, plan.rounds + 1):
            for key, label in ((f"game{number}", str(number)), (f"sum{number}", _SUM)):
                sheet.put(HEAD_ROW, made.col(key), Cell(label, style="head_center"))
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_cards", "title"))
        note = "sheet_cards_note_xiangqi" if plan.rules.game == "xiangqi" else "sheet_cards_note"
        sheet.put(NOTE_ROW, 0, builder.heading(note, "note"))
        sheet.freeze = (FIRST_ROW, 2)
        sheet.hangs = True
        sheet.tab = "blue"

    return fill


def _columns(builder: Builder) -> list[SheetColumn]:
    plan = builder.plan

    def at(index: int) -> Value:
        return 0 if plan.number_at(index) is None else index + 1

    def game(number: int) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            found = plan.rounds_of.get((plan.numbers[index], number)) if at(index) else None
            return shown_in_crosstable(found, plan) if found else ""

        return value

    def points(number: int) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            if not at(index) or number > plan.scores.last:
                return ""
            return plan.points_after(plan.numbers[index], number)

        return value

    def of_audit(key: str, number: int) -> str:
        # The single cell: a range would make LibreOffice recalculate it after every other round.
        return f"[Rounds.{key}@{number}]"

    def running(number: int) -> str:
        before = f"N([sum{number - 1}])+" if number > 1 else ""
        gained = plan.times(f"N({of_audit(plan.points_column, number)})")
        return f'IF(OR([no]="",[Rules.rounds_played]<{number}),"",{before}{gained})'

    rounds, look = [], "running_whole" if plan.win > 1 else "running"
    for number in range(1, plan.rounds + 1):
        shown = f'IF([no]="","",SUBSTITUTE({of_audit("shown", number)},{MARK},""))'
        rounds.append(SheetColumn(f"game{number}", game(number), shown, "cross", 7, heading="-"))
        rounds.append(
            SheetColumn(f"sum{number}", points(number), running(number), look, 5, heading="-")
        )
    return [
        SheetColumn("no", person(plan, "no", at), f"INDEX([Players.filled],{ROW})", "int", 5),
        SheetColumn("name", person(plan, "name", at), f'IF([no]="","",INDEX([Players.name],{ROW})&"")', "name", 25),
        SheetColumn("rating", person(plan, "rating", at), f'IF([no]="","",INDEX([Ratings.rating],{ROW}))', "rating", 9),
        *rounds,
    ]  # fmt: skip
