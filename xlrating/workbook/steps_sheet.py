"""The hidden sheet Steps: a performance found step by step, a block of rows for each player.

Only for regulations whose performance is the rating that expects the real score.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache

from ..performance import Approximation, approximations
from ..rounding import ONE, ZERO, half_away
from ..ruleset import RuleSet
from . import formulas
from .grid import Value, address
from .native import is_native
from .rows import AuditRows
from .table import FIRST_ROW, Builder, Column

#: Steps that are kept; real fields need up to 25, the widest random ones up to 49.
STEPS = 64
#: Decimals of what is lacking.
PLACES = 9
#: Whether the steps did not suffice: then no performance is shown rather than a wrong one.
UNFINISHED = f"(COUNT([Steps.rating@])={STEPS})"
#: The last rating of a player's block; '' where there is none.
LAST_STEP = (
    f'IF(OR(COUNT([Steps.rating@])=0,{UNFINISHED}),"",'
    "INDEX([Steps.rating@],COUNT([Steps.rating@])))"
)


def is_iterated(rules: RuleSet) -> bool:
    """Whether the rules need this sheet."""
    return bool(rules.performance and rules.performance.iterated and is_native(rules))


def met_rating(rows: AuditRows) -> Column:
    """The opponent's rating in a counted game, else 0: a number in every row."""

    def value(index: int) -> Value:
        found = rows.game(index)
        return (found.opponent_rating or ZERO) if found and found.counted else 0

    formula = "IF([counted]=0,0,[opponent_rating])"
    return Column("met_rating", value, formula, hidden=True, heading="-")


def add_steps(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out where it is needed; the returned function fills it."""
    plan, rules = builder.plan, builder.plan.rules
    if not is_iterated(rules):
        return lambda: None

    @cache
    def steps(place: int) -> tuple[Approximation, ...]:
        line = plan.line_of.get(plan.numbers[place])
        counted = [game for game in line.games if game.counted] if line else []
        met = [game.opponent_rating or ZERO for game in counted]
        if line is None or not met or line.score in (ZERO, len(met) * ONE):
            return ()
        return tuple(approximations(met, line.score, rules))

    def value(name: str) -> Callable[[int], Value]:
        def found(index: int) -> Value:
            place, step = divmod(index, STEPS)
            made = steps(place)
            if step >= len(made):
                return ""
            # As many places as the formula keeps: equal lacks must be found equal.
            got: Decimal = getattr(made[step], name)
            return half_away(got, PLACES) if name == "lacking" else got

        return found

    def rating(index: int) -> str:
        place, step = divmod(index, STEPS)
        n, score, average = (
            builder.cell("Ratings", key, place) for key in ("n", "score", "average")
        )
        rounding = rules.need("performance").rounding
        if step == 0:
            share = formulas.rounded(f"({score}/{n})", "half up", 3)
            first = formulas.rounded(formulas.difference_for(share, rules), rounding)
            return f'IF(OR({n}=0,{score}=0,{score}={n}),"",{average}+{first})'
        ended = "OR([share-]=0,[share-]=0.5,[share-]=1)"
        if step > 1:
            top, last = FIRST_ROW + place * STEPS, FIRST_ROW + index - 2
            earlier = f"{address(top, 1, 'rc')}:{address(last, 1, 'rc')}"
            seen = f"COUNTIF({earlier},[lacking-])+COUNTIF({earlier},-[lacking-])>0"
            ended = f"IF({ended},TRUE,{seen})"
        more = formulas.rounded(formulas.difference_for("[share-]", rules), rounding)
        return f'IF([rating-]="","",IF({ended},"",[rating-]+{more}))'

    def lacking(index: int) -> str:
        place = index // STEPS
        met = builder.block_of("Audit", "met_rating", place)
        counted = builder.block_of("Audit", "counted", place)
        expected = formulas.expected_of_many(rules, f"([rating]-{met})", counted)
        score = builder.cell("Ratings", "score", place)
        return f'IF([rating]="","",ROUND({score}-{expected},{PLACES}))'

    def share(index: int) -> str:
        n = builder.cell("Ratings", "n", index // STEPS)
        return f'IF([rating]="","",{formulas.rounded(f"([lacking]/{n}+0.5)", "half up", 3)})'

    columns = [
        Column("rating", value("rating"), rating),
        Column("lacking", value("lacking"), lacking, heading="-"),
        Column("share", value("share"), share, heading="-"),
    ]
    made = builder.add("Steps", columns, len(plan.numbers) * STEPS, STEPS)
    made.sheet.hidden = True
    return lambda: builder.fill("Steps")
