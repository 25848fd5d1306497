"""One expected score per event, against the average of the opponents or of a whole round robin."""

from __future__ import annotations

from functools import partial

from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Average
from ...file.grid import Value
from ...table import SheetColumn, hidden
from .. import arithmetic as formulas
from .. import entry_rating, first_rating
from ..field import IN_FIELD, PLAYERS, differences, field_rated, is_estimated
from ..values import AuditRows, MethodColumns, Note, RatingsRows
from ..watch import NoFormulaError
from . import common
from .common import PLAYED, RATED
from .notes import capped, capped_words


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with the difference as it enters the average."""
    _expect_known(rows.rules)
    counts, in_field = '[opponent_rating]<>""', ""
    if field_rated(rows.plan):
        counts, in_field = f"OR({counts},{IN_FIELD})", f",{IN_FIELD}"

    difference = f'IF([real]="","",{formulas.counted_difference(rows.rules)})'
    nothing = f'OR([met]=0,[own_rating]="",[opponent_rating]=""{in_field})'
    real = "[own_rating]-[opponent_rating]"
    taken_text = 'IF([difference]="",N([opponent_rating]),[own_rating]-[difference])'
    shown = [common.own_rating(rows), common.opponent_rating(rows)]
    shown += [rows.column("difference", difference), common.score(rows)]
    helping = [
        common.met_game(rows, f'AND([kind]="played",{counts})'),
        SheetColumn("real", rows.real, f'IF({nothing},"",{real})', hidden=True),
        hidden("taken", rows.taken(common.is_met), f"IF([met]=0,0,{taken_text})"),
    ]

    none = f'AND([own_rating]="",{rows.ratings("first")}="")'
    found = f"IF({none},{rows.builder.say('not_performed')},{capped_words(rows.builder)})"
    note = f'IF([kind]="none","",{found})'
    counted = f"IF({none},0,[met])"
    noted = partial(capped, rows)
    return MethodColumns(shown, helping, note=note, counted=counted, noted=noted)


def _expect_known(rules: RuleSet) -> None:
    """Raise `NoFormulaError` for rules that these formulas do not cover."""
    formulas.only_cap(rules)
    if rules.need(Average).round_robin == "opponents":
        raise NoFormulaError("average.round_robin")
    if rules.need(Average).round_robin and rules.performance is not None:
        raise NoFormulaError("performance")  # among opponents without rating
    if rules.pooled is not None and rules.pooled.least_games > 1:
        raise NoFormulaError("pooled.least_games")


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: average, share, expected score; for unrated players performance."""
    plan, rules = rows.plan, rows.rules
    by_no = differences(plan)
    text = _formulas(rows)

    def average(index: int) -> Value:
        is_first = (line := rows.line(index)) and line.player.rating is None
        found = rows.step("step_average", "step_event_average") if is_first else None
        return (found or rows.played("average"))(index)

    first = rows.of_player(lambda line: line.new if line.first and line.new is not None else "")
    none = 'AND([rating]="",[first]="")'
    difference = rows.step("step_average_difference", "step_initial_difference")
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
        SheetColumn("opponents_sum", rows.opponents_sum(common.is_met), all_met, hidden=True),
        common.k_table(rows, RATED.format(formulas.coefficient(rules))),
        *common.met_columns(rows),
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
    """The formulas of a rated player's average, difference to it, expected score and change.

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
    rules, guard = rows.rules, common.if_k(rows)
    own = texts(rules, field_rated(rows.plan), "[expected_share]", "[Rounds.taken@]")
    average, away, expected, change = own.values()
    share = formulas.expected(rules)
    listed = f'IF([rounded]="","",{entry_rating.floored("[rating]+[rounded]", rules)})'
    rated_performance = '""'
    if rules.performance:
        mean = formulas.rounded("([opponents_sum]/[n])", rules.performance.average_rounding)
        rated_performance = PLAYED.format(f'IFERROR({formulas.performance(rules, mean)},"")')
    return {
        "average": f'IF([met]=0,"",IF({_not_enough(rows)},"",{average}))',
        "difference": f'IF([average]="","",IF([rating]="",{_first_difference(rows)},{away}))',
        "expected_share": f'IF(OR([rating]="",[average]=""),"",{share})',
        "expected": RATED.format(f'IF([expected_share]="",IF([n]=0,0,""),{expected})'),
        "gain": RATED.format(common.gain(rules)),
        "change": RATED.format(guard(f'IF([gain]="","",{formulas.clean(change, rules)})')),
        "rounded": RATED.format(guard(f'IF([change]="","",{formulas.new_rating(rules)})')),
        "new": f'IF([rating]="",[first],{guard(listed)})',
        "performance": f'IF([rating]="",IF([first]="","",[exact]),{rated_performance})',
        "exact": 'IF(OR([rating]<>"",[average]=""),"",IFERROR([average]+[difference],""))',
        "first": f'IF(OR([rating]<>"",[exact]=""),"",{_first(rows)})',
    }


def _not_enough(rows: RatingsRows) -> str:
    """The test that an unrated player has too little for a performance."""
    if rows.rules.initial is None:
        return '[rating]=""'
    few = "[met]<[Rules.least_games]"
    if field_rated(rows.plan):
        few = f"AND({IN_FIELD}=FALSE,{few})"
    return f'AND([rating]="",OR({few},[met_score]<[Rules.least_score]))'


def _first_difference(rows: RatingsRows) -> str:
    """The formula of how far a first performance is above the average."""
    rule = rows.rules.initial
    if rule is None:
        return '""'
    is_scaled = rule.scaled and field_rated(rows.plan)
    scale = f"*IF({IN_FIELD},({PLAYERS}-1)/{PLAYERS},1)" if is_scaled else ""
    share = "([met_score]/[met])"
    text = first_rating.difference(rows.rules, share, "[met]", "[met_score]", scale)
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
        alone = f",{IN_FIELD}=FALSE" if field_rated(rows.plan) else ""
        notes += common.first_notes("[met]", "[met_score]", "[exact]", "initial_games_met", alone)
        if rule.void_below is not None:
            words = {"exact": "ROUND([exact],4)", "void_below": "[Rules.void_below]"}
            notes.append(("initial_void", 'AND([rating]="",[first]="")', words))
    if field_rated(rows.plan):
        unknown = f'AND({IN_FIELD},{is_estimated(rows.plan)},[rating]<>"",[dp]="")'
        notes.append(("field_full", unknown, {"score": "[met_score]", "games": "[met]"}))
        notes.append(("step_not_round_robin", f'AND({IN_FIELD}=FALSE,[average]<>"")', {}))
    notes += entry_rating.floor_notes("[rating]+N([rounded])", rows.rules, none=common.NOT_NEW)
    return notes
