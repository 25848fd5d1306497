"""The hidden sheet Steps: what is found step by step, a block of rows for each player.

Only for regulations whose performance is the rating that expects the real score, or with a
volatility. Every cell is a number, and names its player by the row: so rows share their formulas,
and a file stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

#: Beside the steps, by column: the opponents of all rounds, and which of these games count.
_MET = {4: "met_rating", 5: "counted"}
UNFINISHED = approach.is_unfinished("[Steps.rating@]")
#: The last rating of a player's block; '' where there is none.
LAST_STEP = approach.last("[Steps.rating@]", "[Steps.correction@]")


def is_unfinished(plan: Plan, place: int) -> bool:
    """Whether the steps kept do not suffice for the player in a place."""
    return plan.native and is_iterated(plan.rules) and len(_steps(plan, place)) >= STEPS


def _steps(plan: Plan, place: int) -> tuple[Approximation, ...]:
    """The steps of the player in a place."""
    return approach.of_line(plan.line_of.get(plan.numbers[place]), plan.rules)


def met_rating(rows: AuditRows) -> SheetColumn:
    """The opponent's rating in a counted game, else 0: a number in every row."""

    def value(index: int) -> Value:
        found = rows.game(index)
        return (found.opponent_rating or ZERO) if found and found.counted else 0

    formula = "IF([counted]=0,0,[opponent_rating])"
    return SheetColumn("met_rating", value, formula, hidden=True, heading="-")


def add_steps(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out where it is needed; the returned function fills it."""
    readings = tuple(builder.choices.readings) if builder.plan.native else ()
    for asks, columns, size, beside in (
        (is_iterated, _columns, STEPS, _MET),
        (volatility.is_searched, volatility.columns, ROUNDS, {}),
    ):
        if any(map(asks, readings)):
            rows = len(builder.plan.numbers) * size
            made = builder.add("Steps", merged(builder, "Steps", columns, rows), rows, size)
            made.sheet.hidden = True
            return partial(_fill, builder, beside)
    return lambda: None


def _fill(builder: Builder, beside: Mapping[int, str]) -> None:
    builder.fill("Steps")
    for col, key in beside.items():
        builder.tables["Steps"].sheet.cells.add(_of_rounds(builder, key, col))


def _of_rounds(builder: Builder, key: str, col: int) -> Strip:
    """A column of Rounds once more, from the top down, for formulas that name no other sheet."""
    made = builder.tables["Rounds"]
    own = made.columns[made.col(key)]
    form = Form(builder.render(f"INDEX([Rounds.{key}],ROW()-{FIRST_ROW})"))
    values = [own.value(index) for index in range(made.rows)]
    return Strip(FIRST_ROW, col, 0, form, own.style, False, values)


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
        for col, key in _MET.items():
            first, last = (address(row, col, "rc") for row in (top, top + plan.all_rounds - 1))
            text = text.replace(f"[{key}@]", f"{first}:{last}")
        return text

    block = approach.steps(rules)
    begin, later = of_player(block[0][1]), {key: of_player(text) for key, _, text in block}
    return [
        SheetColumn("rating", value("rating"), lambda i: later["rating"] if i % STEPS else begin),
        SheetColumn("lacking", value("lacking"), lambda i: lacking(i // STEPS), heading="-"),
        SheetColumn("correction", value("correction"), later["correction"], heading="-"),
    ]
