"""The formulas of each method for users' own tables, as in the templates, without addresses.

`[key]` is a cell of the same player or game, `[key@]` all games of the player, `[key^]` the games
up to this one, `[opponent.key]` a cell of the opponent; `[Rules.key]` a number or table of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Average, Coefficient, Performance, Weighting
from ..workbook.formulas import approach, entry_rating
from ..workbook.formulas import arithmetic as formulas
from ..workbook.formulas.development import developed
from ..workbook.formulas.field import PLAYERS
from ..workbook.formulas.methods import event_average, ingo
from ..workbook.formulas.watch import NoFormulaError
from .glicko import glicko
from .method_texts import COUNTED, MET, MET_SUM, PLAYED, RATED, REAL, SUMS, Shape, Texts


def _guard(rules: RuleSet, text: str) -> str:
    return text if formulas.always_has_k(rules) else f'IF([k]="","",{text})'


def _k(rules: RuleSet) -> dict[str, str]:
    over = rules.coefficient is not None and rules.coefficient.over is not None
    if not over:
        return {"k_table": RATED.format(formulas.coefficient(rules)),
                "k": RATED.format(formulas.limited(rules))}  # fmt: skip
    k = "[Rules.over]/([development]+[n])"
    k = k if formulas.always_has_k(rules) else f'IF([development]="","",{k})'
    return {"development": RATED.format(developed(rules)), "k": RATED.format(k)}


def _performance(rules: RuleSet, average: str) -> dict[str, str]:
    """The formulas of the performance and of the steps to it, by key; empty if there are none."""
    if rules.performance is None:
        return {}
    try:
        if not approach.is_iterated(rules):
            text = f'IFERROR({formulas.performance(rules, average)},"")'
            return {"performance": PLAYED.format(text)}
        steps = approach.all_steps(rules)
    except NoFormulaError:
        return {}
    steps = {key: text.replace("[met_rating@]", "[taken@]") for key, text in steps.items()}
    return {**steps, "performance": PLAYED.format(approach.LAST)}


def _difference(rules: RuleSet) -> dict[str, str]:
    """The formulas of a game's difference as it counts, and of the opponent's rating by it."""
    taken = 'IF([difference]="",[opponent_rating],[rating]-[difference])'
    return {
        "real": REAL.format("[rating]"),
        "difference": f'IF([counted]=0,"",{formulas.counted_difference(rules)})',
        "taken": f"IF([counted]=0,0,{taken})",
    }


def _sum_over_games(rules: RuleSet, _: Shape) -> Texts:
    share = formulas.expected(rules)
    if rules.outcomes is not None:
        share = formulas.expected_by_colour("[difference]", "[white]>0")
    game = {
        **COUNTED,
        **MET,
        "real": REAL.format("[rating]"),
        "difference": f'IF([counted]=0,"",{formulas.counted_difference(rules)})',
        "expected": f'IF([counted]=0,"",{share})',
        "gain": f'IF([counted]=0,"",{formulas.clean("[score]-[expected]", rules)})',
    }
    rule = rules.performance
    average = formulas.rounded("([opponents_sum]/[n])", rule.average_rounding if rule else "none")
    player = {
        **SUMS,
        **MET_SUM,
        "average": PLAYED.format(average) if rule else '""',
        "expected": RATED.format(formulas.clean("SUM([expected@])", rules)),
        "gain": RATED.format(formulas.clean("SUM([gain@])", rules)),
        **_k(rules),
        "change": RATED.format(_guard(rules, formulas.clean(formulas.multiplied(rules), rules))),
        "rounded": RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": RATED.format(_guard(rules, entry_rating.floored("[rating]+[rounded]", rules))),
    }
    return Texts(game, player | _performance(rules, "[average]"))


def _average_opponent(rules: RuleSet, _: Shape) -> Texts:
    rule = rules.need(Average)
    mean = formulas.rounded("([opponents_sum]/[n])", rule.rounding, rule.places)
    clean = formulas.clean
    player = {
        **SUMS,
        **MET_SUM,
        "average": PLAYED.format(mean),
        "difference": PLAYED.format(clean("[rating]-[average]", rules)),
        "share": PLAYED.format(formulas.expected(rules)),
        "expected": RATED.format(clean("N([share])*[n]", rules)),
        "gain": RATED.format(clean("[score]-[expected]", rules)),
        **_k(rules),
        "change": RATED.format(_guard(rules, clean("[k]*[gain]", rules))),
        "rounded": RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": RATED.format(_guard(rules, entry_rating.on_the_list("[rating]+[rounded]", rules))),
    }
    return Texts({**COUNTED, **MET}, player)


def _event_average(rules: RuleSet, shape: Shape) -> Texts:
    """By the average of the opponents; by that of the field, if everyone met everyone.

    Raises `NoFormulaError` for a field without a formula, such as one with an unrated player.
    """
    formulas.only_cap(rules)
    rule = rules.need(Average)
    in_field = bool(shape.cycles and rule.round_robin)
    of_field = {}
    if in_field:
        if rule.round_robin == "opponents" or rule.all_rated != "mean" or not shape.all_rated:
            raise NoFormulaError("average.round_robin")
        once = f"{PLAYERS}*({PLAYERS}-1)"
        whole = f"AND(COUNT([Players.rating])={PLAYERS}," \
                f"SUM([Players.n])={shape.cycles}*{once})"  # fmt: skip
        of_field = {
            "field": f"IF({whole},{shape.cycles},0)",
            "field_average": formulas.rounded("AVERAGE([Players.rating])", rule.rounding),
        }
    text = event_average.texts(rules, in_field, "[share]", "[taken@]")
    performed = rules.performance.average_rounding if rules.performance else "none"
    player = {
        **SUMS,
        "opponents_sum": "SUM([met_rating@])",
        "met": "[n]",
        "average": 'IF([n]=0,"",' + text["average"] + ")",
        "difference": 'IF([average]="","",' + text["difference"] + ")",
        "share": PLAYED.format(formulas.expected(rules)),
        "expected": RATED.format(f"IF([n]=0,0,{text['expected']})"),
        "gain": RATED.format(formulas.clean("[score]-[expected]", rules)),
        "k": RATED.format(formulas.coefficient(rules)),
        "change": RATED.format(_guard(rules, formulas.clean(text["change"], rules))),
        "rounded": RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": RATED.format(_guard(rules, entry_rating.floored("[rating]+[rounded]", rules))),
    }
    player |= _performance(rules, formulas.rounded("([opponents_sum]/[n])", performed))
    game = {**COUNTED, "met_rating": MET["taken"], **_difference(rules)}
    return Texts(game, player, of_rules=of_field)


def _ingo(rules: RuleSet, _: Shape) -> Texts:
    formulas.only_cap(rules)
    rule, performed = rules.need(Weighting), rules.need(Performance)
    average = formulas.rounded("(SUM([taken@])/[n])", performed.average_rounding)
    bounded = "[mixed]" if rule.most is None else "MIN([Rules.weight_most],[mixed])"
    rounded = formulas.as_published("[change]", rules)
    if rules.change.of == "rating":
        rounded = f"{formulas.as_published(bounded, rules)}-[rating]"
    there = RATED.format("IF([n]=0,0,{})")
    k = {"k": PLAYED.format(formulas.coefficient(rules))} if rule.parts == "games" else {}
    player = {
        **SUMS,
        "average": PLAYED.format(average),
        "performance": PLAYED.format(formulas.performance(rules)),
        **k,
        "mixed": PLAYED.format(ingo.weighed(rules)),
        "change": there.format(f"{bounded}-[rating]"),
        "rounded": there.format(rounded),
        "new": RATED.format(
            f"IF([n]=0,[rating],{entry_rating.floored('[rating]+[rounded]', rules)})"
        ),
    }
    return Texts({**COUNTED, **_difference(rules)}, player)


def _game_by_game(rules: RuleSet, shape: Shape) -> Texts:
    """Every game starts from the ratings before its round, or before the event by some rules."""
    formulas.only_cap(rules)
    table = rules.need(Coefficient)
    frozen = rules.change.ratings == "before the event"
    by = "[own_rating]"
    if table.of == "result":
        by = formulas.deciding("(1-[score])")
    k = formulas.k_of_game(rules, "[by]")
    final, least, more = table.final_rounds, table.final_least, table.final_more
    if final and more and shape.rounds >= (least or 0):
        k = f"{k}+IF([round]>{shape.rounds}-[Rules.final_rounds],[Rules.final_more],0)"
    given = f"IF(ISNUMBER([Players.k#]),[Players.k#],{k})"
    here = 'IF([counted]=0,"",{})'
    game = {
        **COUNTED,
        "own_rating": RATED.format("[before{slot}]"),
        "real": REAL.format("[own_rating]"),
        "difference": here.format(formulas.counted_difference(rules)),
        "expected": here.format(formulas.expected(rules)),
        "gain": here.format(formulas.clean("[score]-[expected]", rules)),
        "by": here.format(by),
        "k": here.format(given),
        "change": here.format(formulas.clean("[k]*[gain]", rules)),
        "rounded": here.format(formulas.as_published("[change]", rules)),
    }
    before = {"before1": "[rating]"}
    for number in range(2, shape.games + 1):
        last = f"[before{number - 1}]+N([rounded{number - 1}])"
        before[f"before{number}"] = "[rating]" if frozen else RATED.format(last)
    player = {
        **before,
        **SUMS,
        "expected": RATED.format(formulas.clean("SUM([expected@])", rules)),
        "gain": RATED.format(formulas.clean("SUM([gain@])", rules)),
        "k": PLAYED.format('IF(MAX([k@])=MIN([k@]),MAX([k@]),"")'),
        "change": RATED.format(formulas.clean("SUM([change@])", rules)),
        "rounded": RATED.format("SUM([rounded@])"),
        "new": RATED.format(entry_rating.on_the_list("[rating]+[rounded]", rules)),
    }
    return Texts(game, player, met="before{slot}", by_round=True)


METHODS: Mapping[str, Callable[[RuleSet, Shape], Texts]] = {
    "sum over games": _sum_over_games,
    "average opponent": _average_opponent,
    "event average": _event_average,
    "ingo": _ingo,
    "game by game": _game_by_game,
    "glicko": glicko,
}
