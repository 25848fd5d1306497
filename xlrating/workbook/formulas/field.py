"""A round robin rated as one event: whether everybody met everybody, and its average.

Hidden columns count the pairs on the Games sheet; a line above the Ratings gives the
average of the field and its calculation.
"""

from __future__ import annotations

from ...engine.results import Kind
from ...engine.rounding import ZERO
from ...engine.rules.requirements import restrict_to_method
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Average
from ...engine.terms.average import event_average
from ...engine.texts import say
from ..builder import Builder
from ..file.grid import Cell, Value
from ..plan import Plan
from ..table import SheetColumn, SheetTable, hidden
from . import arithmetic as formulas
from .pairs import MEETING, meeting
from .values import in_cells
from .variants import either
from .watch import unwatched

#: Whether the field is rated as one: how often all met is in this cell, 0 in any other event.
IN_FIELD = "([Rules.field]>0)"
PLAYERS = "COUNT([Players.filled])"
#: Whether everyone has a rating.
_RATED = "COUNT([Ratings.rating])"
ALL_RATED = f"({_RATED}={PLAYERS})"
_ROW = 2


def field_rated(plan: Plan) -> bool:
    """Whether the rules rate a round robin by the average of its field."""
    rule = plan.rules.average
    # A method that does not see the field rates none.
    seen = restrict_to_method(unwatched(plan.rules)).average
    return bool(plan.is_round_robin and rule and rule.round_robin and seen and seen.round_robin)


def is_estimated(plan: Plan) -> str:
    """The test that the average of the field follows from results."""
    rule = plan.rules.need(Average)
    return f"NOT{ALL_RATED}" if rule.all_rated == "mean" else "TRUE"


def pair_columns(plan: Plan) -> list[SheetColumn]:
    """Hidden columns of Games: who met, and how often; x for a line that is no played game."""

    def pair(index: int) -> Value:
        game = plan.lines[index] if index < len(plan.lines) else None
        if not game or not plan.is_real(game) or game.result.kind is Kind.BYE:
            return ""
        return meeting(plan, game) if game.result.kind is Kind.PLAYED else "x"

    def times(index: int) -> Value:
        own = pair(index)
        return pairs.count(own) if isinstance(own, int) else ""

    pairs = [pair(index) for index in range(len(plan.lines))]
    kind = "INDEX([Rules.result_kind],[result_row])"
    played = f'IF({kind}="bye","",IF({kind}="played",{MEETING},"x"))'
    is_pair = f'IF([key_white]=0,"",IF([result_row]=0,"x",{played}))'
    count = 'IF(ISNUMBER([pair]),COUNTIF([Games.pair],[pair]),"")'
    return [hidden("pair", pair, is_pair), hidden("times", times, count)]


def place(builder: Builder, made: SheetTable) -> None:
    """Name the cells of the field, before any formula is rendered."""
    for key, column in (("field", "met"), ("field_average", "exact")):
        builder.name(key, made.sheet.key, _ROW, made.col(column))


def fill(builder: Builder, made: SheetTable) -> None:
    """Put how often each pair met, the average of the field and the text on both in their cells."""
    plan = builder.plan
    field = plan.field
    text, value = "", None
    if field is not None:
        value = field.step.value
        words = in_cells({**field.step.words, "value": value})
        text = say(plan.language, field.step.key, **words)
    cells: dict[str, Value] = {"met": field.cycles if field else 0, "name": text}
    cells["exact"] = "" if value is None else value
    for key, shown in cells.items():
        style = "note" if key == "name" else "unshown"
        formula = either(builder, lambda under: _texts(under)[key])  # noqa: B023
        cell = Cell(shown, "=" + builder.render(formula, made), style)
        made.sheet.put(_ROW, made.col(key), cell)


def of_field(
    rules: RuleSet, ratings: str, differences: str, rated: str, players: str = PLAYERS
) -> str:
    """The formula of the field's average: R(a) = R(ar) - d(Pa) n/(n + 1), divided at the end."""
    total = f"({ratings}*{players}-{differences}*({players}-1))"
    return formulas.rounded(f"({total}/({rated}*{players}))", rules.need(Average).rounding)


def _texts(builder: Builder) -> dict[str, str]:
    """The formulas of the cells of the field, by column."""
    rules = builder.plan.rules
    once = f"{PLAYERS}*({PLAYERS}-1)/2"
    tests = [
        "COUNT([Games.pair])>0", 'COUNTIF([Games.pair],"x")=0',
        "MIN([Games.times])=MAX([Games.times])", f"COUNT([Games.pair])=MAX([Games.times])*{once}",
        f"{_RATED}>0",
    ]  # fmt: skip
    cycles = f"IF(AND({','.join(tests)}),MAX([Games.times]),0)"
    rounded = of_field(rules, "SUM([Ratings.rating])", "SUM([Ratings.dp])", _RATED)
    all_known = f"COUNT([Ratings.dp])={_RATED}"
    estimated = rules.need(Average).all_rated == "estimate"
    if not estimated:
        whole = formulas.rounded("AVERAGE([Ratings.rating])", rules.need(Average).rounding)
        rounded = f"IF({ALL_RATED},{whole},{rounded})"
        all_known = f"OR({ALL_RATED},{all_known})"
    average = f'IF(AND({IN_FIELD},{all_known}),{rounded},"")'
    words = {
        "rated": "ROUND(AVERAGE([Ratings.rating]),4)",
        "difference": "ROUND(AVERAGE([Ratings.dp]),4)",
        "n": f"({PLAYERS}-1)",
        "players": PLAYERS,
        "value": "ROUND([Rules.field_average],4)",
    }
    sentence = builder.say("step_event_average", words)
    if not estimated:
        known = {name: words[name] for name in ("players", "value")}
        sentence = f"IF({ALL_RATED},{builder.say('step_event_mean', known)},{sentence})"
    sentence = f'IF([Rules.field_average]="","",{sentence})'
    return {"met": cycles, "exact": average, "name": sentence}


def differences(plan: Plan) -> dict[int, Value]:
    """d(P) of each rated player, by number."""
    field = plan.field
    if field is None:
        return {}
    lines = [plan.line_of[player.no] for player in plan.event.players]
    ratings = [line.player.rating for line in lines]
    scores = [
        sum((g.points or ZERO for g in line.games if g.reason != "not_bye"), ZERO) for line in lines
    ]
    found = event_average(ratings, scores, plan.rules, field.cycles)
    rated = [line.player.no for line in lines if line.player.rating is not None]
    return dict(zip(rated, found.differences, strict=bool(found.differences)))
