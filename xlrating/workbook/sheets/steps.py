"""The hidden sheet Steps: what is found step by step, a block of rows for each player.

Only for regulations whose performance is the rating that expects the real score, or with a
volatility. Every cell is a number, and names its player by the row: so rows share their formulas,
and a file stays small.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from ...engine.rounding import ZERO
from ...engine.terms.performance import Approximation
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Form, Strip, Value
from ..formulas import approach
from ..formulas.approach import STEPS, is_iterated
from ..formulas.period import ROUNDS
from ..formulas.values import AuditRows
from ..formulas.variants import merged
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, SheetColumn
from . import volatility

#: Beside the steps, where formulas need name no other sheet: the opponents of all rounds.
_MET = 4
UNFINISHED = approach.is_unfinished("[Steps.rating@]")
#: The last rating of a player's block; '' where there is none.
LAST_STEP = approach.last("[Steps.rating@]", "[Steps.correction@]")


def is_unfinished(plan: Plan, place: int) -> bool:
    """Whether the steps kept do not suffice for the player in a place."""
    return plan.native and is_iterated(plan.rules) and len(_steps(plan, place)) >= STEPS


def _steps(plan: Plan, place: int) -> tuple[Approximation, ...]:
    """The steps of the player in a place."""
    return approach.of_line(plan.line_of.get(plan.numbers[place]), plan.rules)


def add_steps(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out where it is needed; the returned function fills it."""
    readings = tuple(builder.choices.readings) if builder.plan.native else ()
    for asks, columns, size, fill in (
        (is_iterated, _columns, STEPS, _fill),
        (volatility.is_searched, volatility.columns, ROUNDS, partial(Builder.fill, name="Steps")),
    ):
        if any(map(asks, readings)):
            rows = len(builder.plan.numbers) * size
            made = builder.add("Steps", merged(builder, "Steps", columns, rows), rows, size)
            made.sheet.hidden = True
            return partial(fill, builder)
    return lambda: None


def _fill(builder: Builder) -> None:
    """The steps, and beside them the rating met in each counted game, else one that is none."""
    builder.fill("Steps")
    rows, made = AuditRows(builder), builder.tables["Rounds"]

    def met(index: int) -> Value:
        found = rows.game(index)
        return (found.opponent_rating or ZERO) if found and found.counted else approach.NONE

    counted, rating = (
        f"INDEX([Rounds.{key}],ROW()-{FIRST_ROW})" for key in ("counted", "opponent_rating")
    )
    form = Form(builder.render(f"IF({counted}=0,{approach.NONE},{rating})"))
    strip = Strip(FIRST_ROW, _MET, 0, form, "text", False, [*map(met, range(made.rows))])
    builder.tables["Steps"].sheet.cells.add(strip)


def _columns(builder: Builder) -> list[SheetColumn]:
    plan, rules = builder.plan, builder.plan.rules
    if not is_iterated(rules):
        return []

    @cache
    def steps(place: int) -> tuple[Approximation, ...]:
        return _steps(plan, place)

    def value(key: str) -> Callable[[int], Value]:
        return lambda index: approach.value(steps(index // STEPS), key, index % STEPS)

    player = f"(INT((ROW()-ROW({address(HEAD_ROW, 0, 'rc')})-1)/{STEPS})+1)"

    def of_player(text: str) -> str:
        for key in ("n", "score", "average"):
            text = text.replace(f"[{key}]", f"INDEX([Ratings.{key}],{player})")
        return text

    @cache
    def lacking(place: int) -> str:
        """With the player's rounds in the columns beside."""
        text, top = later["lacking"], FIRST_ROW + place * plan.all_rounds
        met = ":".join(address(row, _MET, "rc") for row in (top, top + plan.all_rounds - 1))
        text = text.replace("[counted@]", f"({met}<{approach.NONE})")
        return text.replace("[met_rating@]", met)

    block = approach.steps(rules)
    begin, later = of_player(block[0][1]), {key: of_player(text) for key, _, text in block}
    # Said in one formula, which all rows share.
    rating = f"IF(MOD(ROW()-{FIRST_ROW + 1},{STEPS})=0,{begin},{later['rating']})"
    return [
        SheetColumn("rating", value("rating"), rating),
        SheetColumn("lacking", value("lacking"), lambda i: lacking(i // STEPS), heading="-"),
        SheetColumn("correction", value("correction"), later["correction"], heading="-"),
    ]
