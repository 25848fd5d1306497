"""One expected score per event, against the average of the opponents or of a whole round robin."""

from __future__ import annotations

from functools import partial

from ....engine.lines import GameLine
from ....engine.rounding import ZERO
from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Average
from ...file.grid import Value
from ...table import SheetColumn, hidden
from .. import arithmetic as formulas
from .. import opening
from ..field import IN_FIELD, PLAYERS, differences, field_rated, is_estimated
from ..values import AuditRows, MethodColumns, Note, RatingsRows
from ..watch import NoFormulaError
from .common import PLAYED, RATED, gain, if_k, opponent_rating, own_rating, score
from .notes import capped, capped_words


def audit(rows: AuditRows) -> MethodColumns:
    """Each game with the difference to the opponent as it enters the average."""
    _expect_known(rows.rules)
    counts, in_field = '[opponent_rating]<>""', ""
    if field_rated(rows.plan):
        counts, in_field = f"OR({counts},{IN_FIELD})", f",{IN_FIELD}"

    def met(index: int) -> Value:
        found = rows.game(index)
        return int(found is not None and _is_met(found))

    difference = f'IF([real]="","",{formulas.counted_difference(rows.rules)})'
    nothing = f'OR([met]=0,[own_rating]="",[opponent_rating]=""{in_field})'
    taken_text = 'IF([difference]="",N([opponent_rating]),[own_rating]-[difference])'
    difference_column = rows.column("difference", difference)
    shown = [own_rating(rows), opponent_rating(rows), difference_column, score(rows)]
    helping = [
        hidden("met", met, f'IF(AND([kind]="played",{counts}),1,0)'),
        SheetColumn(
            "real", rows.real, f'IF({nothing},"",[own_rating]-[opponent_rating])', hidden=True
        ),
        hidden("taken", rows.taken(_is_met), f"IF([met]=0,0,{taken_text})"),
    ]

    none = f'AND([own_rating]="",{rows.ratings("first")}="")'
    found = f"IF({none},{rows.builder.say('not_performed')},{capped_words(rows.builder)})"
    note = f'IF([line]=0,"",{found})'
    counted = f"IF({none},0,[met])"
    noted = partial(capped, rows)
    return MethodColumns(shown, helping, note=note, counted=counted, noted=noted)


def _expect_known(rules: RuleSet) -> None:
    """Refuse what these formulas do not have."""
    formulas.only_cap(rules)
    if rules.need(Average).round_robin == "opponents":
        raise NoFormulaError("average.round_robin")
    if rules.need(Average).round_robin and rules.performance is not None:
        raise NoFormulaError("performance")  # among opponents without rating
    if rules.pooled is not None and rules.pooled.least_games > 1:
        raise NoFormulaError("pooled.least_games")


def _is_met(game: GameLine) -> bool:
    """Whether a game belongs to the event's average, even if no performance came of it."""
    return game.counted or game.reason == "not_performed"


def ratings(rows: RatingsRows) -> MethodColumns:
    """Average, share and expected score; for a player without rating the performance."""
    plan, rules = rows.plan, rows.rules
    by_no = differences(plan)
    text = _formulas(rows)

    def average(index: int) -> Value:
        line = rows.line(index)
        if line is None or line.player.rating is not None:
            return rows.played("average")(index)
        return rows.step("step_average", "step_event_average")(index)

    def met(index: int) -> list[GameLine]:
        line = rows.line(index)
        return [game for game in line.games if _is_met(game)] if line else []

    def met_score(index: int) -> Value:
        return sum((game.points or ZERO for game in met(index)), ZERO)

    def opponents_sum(index: int) -> Value:
        return sum((game.opponent_rating or ZERO for game in met(index)), ZERO)

    def first(index: int) -> Value:
        line = rows.line(index)
        return rows.of_line("new")(index) if line and line.first else ""

    none = 'AND([rating]="",[first]="")'
    difference = rows.step("step_average_difference", "step_initial_difference")
    k_table = rows.step("step_k", "step_k_given")
    shown = [
        rows.column("average", text["average"], average, heading="average_rating"),
        rows.column("n", f"IF({none},0,[met])"),
        rows.column("score", f"IF({none},0,[met_score])"),
        SheetColumn("difference", difference, text["difference"], "points", 10),
        SheetColumn("expected_share", rows.step("step_share"), text["expected_share"], "share", 10),
        rows.column("expected", text["expected"]),
        rows.column("gain", text["gain"]),
        rows.column("k", RATED.format("[k_table]")),
        rows.column("change", text["change"]),
        rows.column("rounded", text["rounded"]),
        rows.column("new", text["new"]),
        rows.column("performance", text["performance"]),
    ]
    all_met = "SUMIF([Rounds.met@],1,[Rounds.opponent_rating@])"
    helping = [
        SheetColumn("opponents_sum", opponents_sum, all_met, hidden=True),
        SheetColumn("k_table", k_table, RATED.format(formulas.coefficient(rules)), hidden=True),
        hidden("met", lambda i: len(met(i)), "SUM([Rounds.met@])"),
        hidden("met_score", met_score, "SUMIF([Rounds.met@],1,[Rounds.score@])"),
        hidden("exact", rows.step("step_performance"), text["exact"]),
        SheetColumn("first", first, text["first"], hidden=True),
    ]
    if field_rated(plan):
        share = formulas.difference_for("([met_score]/[met])", rules)
        when = f'[rating]<>"",{IN_FIELD},{is_estimated(plan)}'
        dp = f'IF(AND({when}),IFERROR({share},""),"")'
        helping.append(hidden("dp", lambda i: by_no.get(plan.numbers[i], ""), dp))
    return MethodColumns(shown, helping, _notes(rows))


def texts(rules: RuleSet, in_field: bool, share: str, taken: str) -> dict[str, str]:
    """The average, the difference to it, the expected score and the change of a rated player.

    `share` is the expected share, `taken` all ratings that enter the average; `in_field` says
    whether all may have met all.
    """
    rule = rules.need(Average)
    average = formulas.rounded(f"(SUM({taken})/[met])", rule.rounding, rule.places)
    away = "[rating]-[average]"
    expected = formulas.clean(f"{share}*[n]", rules)
    if in_field:
        average = f"IF({IN_FIELD},[Rules.field_average],{average})"
        if rule.capped and rules.difference.cap is not None:
            near = f"MAX(-[Rules.cap],MIN([Rules.cap],{away}))"
            away = f"IF({IN_FIELD},{near},{away})"
        whole = formulas.clean(f"[Rules.field]*({share}*{PLAYERS}-0.5)", rules)
        expected = f"IF({IN_FIELD},{whole},{expected})"
    change = "[k]*[gain]" + ("/MAX(1,[n])" if rules.change.per == "share" else "")
    return {"average": average, "difference": away, "expected": expected, "change": change}


def _formulas(rows: RatingsRows) -> dict[str, str]:
    rules, guard = rows.rules, if_k(rows)
    own = texts(rules, field_rated(rows.plan), "[expected_share]", "[Rounds.taken@]")
    average, away, expected, change = own.values()
    share = formulas.expected(rules)
    listed = f'IF([rounded]="","",{opening.floored("[rating]+[rounded]", rules)})'
    rated_performance = '""'
    if rules.performance:
        mean = formulas.rounded("([opponents_sum]/[n])", rules.performance.average_rounding)
        rated_performance = PLAYED.format(f'IFERROR({formulas.performance(rules, mean)},"")')
    return {
        "average": f'IF([met]=0,"",IF({_not_enough(rows)},"",{average}))',
        "difference": f'IF([average]="","",IF([rating]="",{_first_difference(rows)},{away}))',
        "expected_share": f'IF(OR([rating]="",[average]=""),"",{share})',
        "expected": RATED.format(f'IF([expected_share]="",IF([n]=0,0,""),{expected})'),
        "gain": RATED.format(gain(rules)),
        "change": RATED.format(guard(f'IF([gain]="","",{formulas.clean(change, rules)})')),
        "rounded": RATED.format(guard(f'IF([change]="","",{formulas.new_rating(rules)})')),
        "new": f'IF([rating]="",[first],{guard(listed)})',
        "performance": f'IF([rating]="",IF([first]="","",[exact]),{rated_performance})',
        "exact": 'IF(OR([rating]<>"",[average]=""),"",IFERROR([average]+[difference],""))',
        "first": f'IF(OR([rating]<>"",[exact]=""),"",{_first(rows)})',
    }


def _not_enough(rows: RatingsRows) -> str:
    """Whether an unrated player has too little for a performance."""
    if rows.rules.initial is None:
        return '[rating]=""'
    few = "[met]<[Rules.least_games]"
    if field_rated(rows.plan):
        few = f"AND({IN_FIELD}=FALSE,{few})"
    return f'AND([rating]="",OR({few},[met_score]<[Rules.least_score]))'


def _first_difference(rows: RatingsRows) -> str:
    """What a first performance is above the average."""
    rule = rows.rules.initial
    if rule is None:
        return '""'
    share = "([met_score]/[met])"
    text = formulas.difference_for(share, rows.rules)
    if rule.scaled and field_rated(rows.plan):
        text = f"{text}*IF({IN_FIELD},({PLAYERS}-1)/{PLAYERS},1)"
    if rule.per_half_point:
        above = "[Rules.per_half_point]*2*([met_score]-[met]/2)"
        text = f"IF({share}>=0.5,{above},{text})"
    return f'IFERROR({text},"")'


def _first(rows: RatingsRows) -> str:
    rule = rows.rules.initial
    if rule is None:
        return '""'
    text = formulas.rounded("[exact]", rule.rounding)
    if rule.void_below is None:
        return text
    return f'IF(ROUND([exact],9)<[Rules.void_below],"",{text})'


def _notes(rows: RatingsRows) -> list[Note]:
    rule = rows.rules.initial
    notes: list[Note] = []
    if rule is None:
        notes.append(("step_no_initial", '[rating]=""', {}))
    else:
        games = {"games": "[met]", "least_games": "[Rules.least_games]"}
        points = {"score": "[met_score]", "least_score": "[Rules.least_score]"}
        few = '[rating]="",[met]<[Rules.least_games]'
        if field_rated(rows.plan):
            few += f",{IN_FIELD}=FALSE"
        notes += [
            ("initial_none", 'AND([rating]="",[met]=0)', {}),
            ("initial_games_met", f"AND({few})", games),
            ("initial_score", 'AND([rating]="",[met_score]<[Rules.least_score])', points),
            ("initial_full", 'AND([rating]="",[exact]="")', {**points, **games}),
        ]
        if rule.void_below is not None:
            words = {"exact": "ROUND([exact],4)", "void_below": "[Rules.void_below]"}
            notes.append(("initial_void", 'AND([rating]="",[first]="")', words))
    if field_rated(rows.plan):
        unknown = f'AND({IN_FIELD},{is_estimated(rows.plan)},[rating]<>"",[dp]="")'
        notes.append(("field_full", unknown, {"score": "[met_score]", "games": "[met]"}))
        notes.append(("step_not_round_robin", f'AND({IN_FIELD}=FALSE,[average]<>"")', {}))
    notes += opening.floor_notes("[rating]+N([rounded])", rows.rules)
    return notes
