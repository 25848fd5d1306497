"""The hidden sheet Steps: what is found step by step, a block of rows for each player.

Only for regulations whose performance is the rating that expects the real score, or with a
volatility. Every cell is a number, and names its player by the row: so rows share their formulas,
and a file stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache, partial

from ...engine.rounding import ONE, ZERO, half_away
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Expectancy, Performance
from ...engine.terms.performance import Approximation, approximations
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Form, Strip, Value
from ..formulas import arithmetic as formulas
from ..formulas.period import ROUNDS
from ..formulas.values import AuditRows
from ..formulas.variants import merged
from ..formulas.watch import NoFormulaError
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, Column
from . import volatility

#: Steps that are kept; real fields need up to 31, the widest random ones more than a
#: hundred, which spreadsheet programs do not follow.
STEPS = 40
#: Decimals of an expected score with which so many steps are enough.
_PLACES = 3
#: Beside the steps, by column: the opponents of all rounds, and which of these games count.
_MET = {4: "met_rating", 5: "counted"}
#: Decimals of what is lacking.
PLACES = 9
#: In place of a correction where a step asks for a share of points that there is not, and in place
#: of a rating where no step is.
NONE = 10**9
#: How many steps a player has, and whether they did not suffice: then no performance is shown
#: rather than a wrong one.
_TAKEN = f'COUNTIF([Steps.rating@],"<{NONE}")'
UNFINISHED = f"({_TAKEN}={STEPS})"
#: The last rating of a player's block; '' where there is none.
LAST_STEP = (
    f'IF(OR({_TAKEN}=0,{UNFINISHED},COUNTIF([Steps.correction@],{NONE})>0),"",'
    f"INDEX([Steps.rating@],{_TAKEN}))"
)


def is_unfinished(plan: Plan, place: int) -> bool:
    """Whether the steps kept do not suffice for the player in a place."""
    return plan.native and is_iterated(plan.rules) and len(_steps(plan, place)) >= STEPS


def _steps(plan: Plan, place: int) -> tuple[Approximation, ...]:
    """The steps of the player in a place; none where there is no performance to find."""
    line = plan.line_of.get(plan.numbers[place])
    counted = [game for game in line.games if game.counted] if line else []
    met = [game.opponent_rating or ZERO for game in counted]
    if line is None or not met or line.score in (ZERO, len(met) * ONE):
        return ()
    return tuple(approximations(met, line.score, plan.rules))


def is_iterated(rules: RuleSet) -> bool:
    """Whether the rules need this sheet."""
    if not (rules.performance and rules.performance.iterated):
        return False
    if rules.method != "sum over games":
        raise NoFormulaError("performance.iterated")  # no other method's formulas look here
    rule = rules.need(Expectancy)
    if rule.model != "table" and (rule.places is None or rule.places > _PLACES):
        raise NoFormulaError("performance.iterated")  # it can take more than a hundred steps
    if rules.need(Performance).rounding not in ("half up", "half away from zero", "down"):
        raise NoFormulaError("performance.rounding")  # steps that are not whole may never meet
    return True


def met_rating(rows: AuditRows) -> Column:
    """The opponent's rating in a counted game, else 0: a number in every row."""

    def value(index: int) -> Value:
        found = rows.game(index)
        return (found.opponent_rating or ZERO) if found and found.counted else 0

    formula = "IF([counted]=0,0,[opponent_rating])"
    return Column("met_rating", value, formula, hidden=True, heading="-")


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


def _columns(builder: Builder) -> list[Column]:
    plan, rules = builder.plan, builder.plan.rules
    if not is_iterated(rules):
        return []

    @cache
    def steps(place: int) -> tuple[Approximation, ...]:
        return _steps(plan, place)

    def value(name: str, none: int = 0) -> Callable[[int], Value]:
        def found(index: int) -> Value:
            place, step = divmod(index, STEPS)
            made = steps(place)
            if step >= len(made):
                return none
            got: Decimal | None = getattr(made[step], name)
            if got is None:
                return NONE
            return half_away(got, PLACES) if name == "lacking" else got

        return found

    def share(value: str) -> str:
        places = rules.need(Performance).share_places
        return value if places is None else formulas.rounded(f"({value})", "half up", places)

    def whole(value: str) -> str:
        difference = formulas.difference_for(share(value), rules)
        return formulas.rounded(difference, rules.need(Performance).rounding)

    player = f"(INT((ROW()-ROW({address(HEAD_ROW, 0, 'rc')})-1)/{STEPS})+1)"
    n, score, average = (f"INDEX([Ratings.{key}],{player})" for key in ("n", "score", "average"))

    def rounds(place: int) -> Iterator[str]:
        """The player's rounds in the columns beside."""
        top = FIRST_ROW + place * plan.all_rounds
        for col in _MET:
            first, last = (address(row, col, "rc") for row in (top, top + plan.all_rounds - 1))
            yield f"{first}:{last}"

    def rating(index: int) -> str:
        if index % STEPS == 0:
            first = f"{average}+{whole(f'({score}/{n})')}"
            return f"IF(OR({n}=0,{score}=0,{score}={n}),{NONE},{first})"
        is_over = f"OR([rating-]={NONE},[correction-]=0,[correction-]={NONE})"
        return f"IF({is_over},{NONE},[rating-]+[correction-])"

    @cache
    def lacking(place: int) -> str:
        met, counted = rounds(place)
        expected = formulas.expected_of_many(rules, f"([rating]-{met})", counted)
        return f"IF([rating]={NONE},0,ROUND({score}-{expected},{PLACES}))"

    next_share = f"([lacking]/{n}+0.5)"
    found, step = share(next_share), whole(next_share)
    # A rating that was there before is the end.
    step = f"IF(COUNTIF([rating^],[rating]+{step})>0,0,{step})"
    correction = f"IF([rating]={NONE},0,IF(AND({found}>0,{found}<1),{step},{NONE}))"

    return [
        Column("rating", value("rating", NONE), rating),
        Column("lacking", value("lacking"), lambda i: lacking(i // STEPS), heading="-"),
        Column("correction", value("correction"), correction, heading="-"),
    ]
