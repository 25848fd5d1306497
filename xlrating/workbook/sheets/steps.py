"""The hidden sheet Steps: intermediate results, one row for each player.

Only for regulations whose performance is the rating that expects the real score, or with a
volatility. Each row begins with the data of its player and refers to no other sheet: so rows share
their formulas, the file stays small, and a typed result recalculates no other player's steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from ...engine.rounding import ZERO
from ...engine.terms.performance import Approximation
from ..builder import Builder
from ..file.grid import Value
from ..formulas import approach
from ..formulas.approach import NONE, STEPS, is_iterated
from ..formulas.values import AuditRows, RatingsRows
from ..formulas.variants import merged
from ..plan import Plan
from ..table import SheetColumn, hidden
from . import volatility
from .lean import shared

UNFINISHED = "[Steps.unfinished#]"
#: The last rating that is tried; '' where there is none.
LAST_STEP = "[Steps.last#]"


def is_unfinished(plan: Plan, place: int) -> bool:
    """Whether the steps kept do not suffice for the player in a place."""
    return plan.native and is_iterated(plan.rules) and len(_steps(plan, place)) >= STEPS


def _steps(plan: Plan, place: int) -> tuple[Approximation, ...]:
    """The steps of the player in a place."""
    return approach.of_line(plan.line_of.get(plan.numbers[place]), plan.rules)


def add_steps(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out where it is needed; the returned function fills it."""
    readings = tuple(builder.choices.readings) if builder.plan.native else ()
    size = len(builder.plan.numbers)
    for asks, columns in ((is_iterated, _columns), (volatility.is_searched, volatility.columns)):
        if any(map(asks, readings)):
            made = builder.add("Steps", merged(builder, "Steps", columns, size), size)
            made.sheet.hidden = True
            return partial(builder.fill, "Steps")
    return lambda: None


def _columns(builder: Builder) -> list[SheetColumn]:
    plan, rows = builder.plan, RatingsRows(builder)
    if not is_iterated(plan.rules):
        return []

    @cache
    def values(place: int) -> dict[str, Value]:
        return approach.values(_steps(plan, place))

    def last(place: int) -> Value:
        made = _steps(plan, place)
        is_found = made and len(made) < STEPS and made[-1].correction is not None
        return made[-1].rating if is_found else ""

    def column(key: str, text: str) -> SheetColumn:
        for name, cells in written.items():
            text = text.replace(name, cells)
        made = hidden(key, lambda place: values(place)[key], text)
        return replace(made, across=approach.is_later(key))

    rounds = range(1, plan.all_rounds + 1)
    met = f"[met{rounds[0]}]:[met{rounds[-1]}]"
    written = {"[average]": shared("[Ratings.average#]"), "[met_rating@]": met,
               "[counted@]": f"({met}<{NONE})"}  # fmt: skip
    return [
        *(
            SheetColumn(key, rows.number(key), shared(f"[Ratings.{key}#]"))
            for key in ("n", "score")
        ),
        hidden("last", last, approach.LAST),
        hidden("unfinished", partial(is_unfinished, plan), approach.UNFINISHED),
        *(_met(builder, number) for number in rounds),
        *(column(key, text) for key, text in approach.all_steps(plan.rules).items()),
    ]


def _met(builder: Builder, number: int) -> SheetColumn:
    """The column of the opponent's rating in a round, if it counts; else `NONE`."""
    rows = AuditRows(builder)

    def value(place: int) -> Value:
        found = rows.game(place * rows.rounds + number - 1)
        return (found.opponent_rating or ZERO) if found and found.counted else NONE

    counted, rating = (f"[Rounds.{key}@{number}]" for key in ("counted", "opponent_rating"))
    return hidden(f"met{number}", value, f"IF({counted}=0,{NONE},{rating})")
