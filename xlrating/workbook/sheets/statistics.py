"""The event in numbers, next to the prizes: who won how often, forfeits and byes, the field."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.columns import begins
from ...engine.results import RESULTS, Kind, Result
from ...engine.rounding import HALF, ONE, ZERO
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..formulas import results

_REAL = (Kind.PLAYED, Kind.UNRATED)
#: The lines, with the results that each counts; shares are of the first.
_COUNTED: dict[str, Callable[[Result], bool]] = {
    "played": lambda one: one.kind in _REAL,
    "first": lambda one: one.kind in _REAL and (one.white, one.black) == (ONE, ZERO),
    "drawn": lambda one: one.kind in _REAL and one.white == one.black == HALF,
    "second": lambda one: one.kind in _REAL and (one.white, one.black) == (ZERO, ONE),
    "forfeits": lambda one: one.kind is Kind.FORFEIT,
    "byes": lambda one: one.kind is Kind.BYE,
}
_SHARED = ("first", "drawn", "second")
#: The rows that the statistics take, the heading included.
ROWS = len(_COUNTED) + 3


def put(builder: Builder, sheet: Sheet, top: int, col: int) -> None:
    """Put the heading and its lines: a label, a number, and for wins and draws their share."""
    plan = builder.plan
    words = {"first": f"stat_{begins(plan.rules)}", "second": "stat_black"}
    if plan.playoffs:
        words["played"] = "stat_played_playoffs"
    codes = [line.result.code for line in plan.lines if line]
    sheet.put(top, col, builder.heading("stat_title", "section"))
    first, played = address(top + 1, col + 1, "rc"), 0
    for row, (key, counts) in enumerate(_COUNTED.items(), top + 1):
        own = [one.code for one in RESULTS if one.code and counts(one)]
        found = sum(code in own for code in codes)
        played = found if key == "played" else played
        numbers = [results.CODES.index(code) + 1 for code in own]
        formula = "+".join(f"COUNTIF(games_result_row,{number})" for number in numbers)
        sheet.put(row, col, builder.heading(words.get(key, f"stat_{key}"), "label"))
        sheet.put(row, col + 1, Cell(found, f"={formula}", "int"))
        if key in _SHARED:
            share: Value = found / played if played else ""
            text = f'=IF({first}=0,"",{address(row, col + 1, "rc")}/{first})'
            sheet.put(row, col + 2, Cell(share, text, "percent"))
    _field(builder, sheet, top + len(_COUNTED) + 1, col)


def _field(builder: Builder, sheet: Sheet, row: int, col: int) -> None:
    """Put how many players have a rating, and their average."""
    ratings = [one.rating for one in builder.plan.event.players if one.rating is not None]
    area = builder.render("[Players.rating]")
    mean: Value = sum(ratings, ZERO) / len(ratings) if ratings else ""
    for key, value, formula, style in (
        ("rated", len(ratings), f"=COUNT({area})", "int"),
        ("average", mean, f'=IF(COUNT({area})=0,"",AVERAGE({area}))', "score"),
    ):
        sheet.put(row, col, builder.heading(f"stat_{key}", "label"))
        sheet.put(row, col + 1, Cell(value, formula, style))
        row += 1
