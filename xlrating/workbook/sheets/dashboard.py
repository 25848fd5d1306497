"""The state of the event, at the top of Start: the light, the next step, round, leader, gain."""

from __future__ import annotations

from ...engine.rounding import ZERO
from ...engine.terms.periods import is_lowest_first
from ...engine.texts import say
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from . import level
from .start_columns import HINT

#: The row of the light; below it what to do next, and the lines of numbers.
LIGHT_ROW = 9
_NEXT_ROW, _ROUND_ROW, _OPEN_ROW, _LEADER_ROW, _GAIN_ROW = range(LIGHT_ROW + 1, LIGHT_ROW + 6)
#: How many characters of a name are shown here.
_LONGEST = 99
#: The first row after these, with a free one between.
END_ROW = _GAIN_ROW + 2


def fill(builder: Builder, next_cell: Cell) -> None:
    """Put everything but the light; `next_cell` says what to do next, see `next_step`."""
    sheet = builder.book.sheet("Start")
    sheet.put(_NEXT_ROW, 0, builder.heading("dash_next", "label"))
    sheet.put(_NEXT_ROW, 1, next_cell)
    for row, key in (
        (_ROUND_ROW, "dash_round"), (_OPEN_ROW, "dash_open"), (_LEADER_ROW, "dash_leader"),
        (_GAIN_ROW, "dash_gain"),
    ):  # fmt: skip
        sheet.put(row, 0, builder.heading(key, "label"))
    plan, last = builder.plan, builder.render("[Rules.rounds_played]")
    # A play-off does not count as a round of the event.
    now = f"{min(plan.round_now, plan.own_rounds)} / {plan.own_rounds}"
    shown = f"MIN({builder.render('[Rules.round_now]')},file_rounds)"
    sheet.put(_ROUND_ROW, 1, Cell(now, f'={shown}&" / "&file_rounds', "fact"))
    missing = sum(1 for line in plan.lines if line and plan.is_open(line))
    sheet.put(_OPEN_ROW, 1, Cell(missing, "=SUM(games_open)", "fact"))
    _leader(builder, sheet, last)
    _gain(builder, sheet)


def _leader(builder: Builder, sheet: Sheet, last: str) -> None:
    """Put the first of the table with their points, and how many are level with them.

    Tie-breaks decide once all is played: while a round is half typed they mean nothing yet.
    """
    plan = builder.plan
    name, points, place = (
        builder.render(f"[Crosstable.{key}]") for key in ("name", "points", "place")
    )
    first = plan.standings[0] if plan.standings and plan.scores.last else None
    # Being level on points decides nothing where a play-off may come.
    is_open = not plan.event.is_over or level.is_undecided(plan)
    shared = level.count(plan) if is_open else sum(one.place == 1 for one in plan.standings)
    shared -= 1
    is_undecided = builder.render(level.IS_UNDECIDED) if plan.playoffs else "FALSE"
    still = f"IF({builder.render('[Rules.is_over]')}=0,TRUE,{is_undecided})"
    others = f"(IF({still},{builder.render(level.LEVEL)},COUNTIF({place},1))-1)"
    one = f"LEFT(INDEX({name},1),{_LONGEST})"
    several = builder.say("dash_shared", {"name": one, "n": others})
    leader = plan.event.by_no[first.no].name[:_LONGEST] if first else ""
    shown = say(plan.language, "dash_shared", name=leader, n=shared) if first and shared else leader
    text = f'=IF({last}=0,"",IF({others}>0,{several},{one}))'
    sheet.put(_LEADER_ROW, 1, Cell(shown, text, "fact"))
    value: Value = plan.win * first.points if first else ""
    sheet.put(_LEADER_ROW, HINT, Cell(value, f'=IF({last}=0,"",INDEX({points},1))', "left_score"))


def _gain(builder: Builder, sheet: Sheet) -> None:
    """Put who gains most rating, or loses most where a lower number is better."""
    plan, columns = builder.plan, {col.key: col for col in builder.tables["Ratings"].columns}
    changes = [columns["rounded"].value(index) for index in range(len(plan.numbers))]
    falls = is_lowest_first(plan.rules)
    known = [
        change
        for change in changes
        if isinstance(change, (int, float)) or hasattr(change, "as_tuple")
    ]
    most: Value = (min if falls else max)(known, default=ZERO)  # type: ignore[type-var]
    is_gain = bool(known) and (most < 0 if falls else most > 0)  # type: ignore[operator]
    area, names = (builder.render(f"[Ratings.{key}]") for key in ("rounded", "name"))
    best = f"{'MIN' if falls else 'MAX'}({area})"
    test = f"{best}{'<' if falls else '>'}0"
    found = str(columns["name"].value(changes.index(most)))[:_LONGEST] if is_gain else ""
    text = f'=IF({test},LEFT(INDEX({names},MATCH({best},{area},0)),{_LONGEST}),"")'
    sheet.put(_GAIN_ROW, 1, Cell(found, text, "fact"))
    most = most if is_gain else ""
    sheet.put(_GAIN_ROW, HINT, Cell(most, f'=IF({test},{best},"")', "signed_left"))
