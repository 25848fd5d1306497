"""The formulas of each method for people's own tables, as templates have them, without addresses.

`[key]` is a cell of the same player or game, `[key@]` all games of the player, `[key^]` those up
to this one, `[opponent.key]` a cell of the opponent; `[Rules.key]` a number or table of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Average, Coefficient, Deviation, Performance, Weighting
from ..workbook.formulas import arithmetic as formulas
from ..workbook.formulas import deviation, opening
from ..workbook.formulas.development import developed
from ..workbook.formulas.field import PLAYERS
from ..workbook.formulas.methods import event_average
from ..workbook.formulas.watch import NoFormulaError


class Texts(NamedTuple):
    """The formulas of a game and of a player, by their keys, in the order of the columns.

    `shown` are those that stand in people's own tables; where it has none, these show what the
    formulas of the player give. `met` is the column of a player with the rating that opponents
    meet, `{slot}` the number of the game; with `by_round` the games of all are in order of rounds.
    `of_rules` are numbers of the rules sheet that follow from all players; `is_array` says that
    no range in them means its cell of the same row.
    """

    game: Mapping[str, str]
    player: Mapping[str, str]
    shown: Mapping[str, str] = MappingProxyType({})
    met: str = "rating"
    by_round: bool = False
    of_rules: Mapping[str, str] = MappingProxyType({})
    is_array: bool = False


class Shape(NamedTuple):
    """What a table is like: so many games in a row, and rounds; how often all met all, or 0."""

    games: int
    rounds: int
    cycles: int
    all_rated: bool


_RATED = 'IF([rating]="","",{})'
_PLAYED = 'IF(OR([rating]="",[n]=0),"",{})'
#: What all methods have of a game, and of a player.
_COUNTED = {
    "counted": 'IF(OR([rating]="",[opponent_rating]="",[score]=""),0,1)',
    "points": "IF([counted]=1,[score],0)",
}
_SUMS = {
    "n": "SUM([counted@])",
    "score": "SUM([points@])",
}
_MET = {"taken": "IF([counted]=1,[opponent_rating],0)"}
_MET_SUM = {"opponents_sum": "SUM([taken@])"}
_REAL = "IF([counted]=0,0,{}-[opponent_rating])"


def _guard(rules: RuleSet, text: str) -> str:
    return text if formulas.always_has_k(rules) else f'IF([k]="","",{text})'


def _k(rules: RuleSet) -> dict[str, str]:
    over = rules.coefficient is not None and rules.coefficient.over is not None
    if not over:
        return {"k_table": _RATED.format(formulas.coefficient(rules)),
                "k": _RATED.format(formulas.limited(rules))}  # fmt: skip
    k = "[Rules.over]/([development]+[n])"
    k = k if formulas.always_has_k(rules) else f'IF([development]="","",{k})'
    return {"development": _RATED.format(developed(rules)), "k": _RATED.format(k)}


def _difference(rules: RuleSet) -> dict[str, str]:
    """The difference of a game as it counts, and what it makes of the opponent's rating."""
    taken = 'IF([difference]="",[opponent_rating],[rating]-[difference])'
    return {
        "real": _REAL.format("[rating]"),
        "difference": f'IF([counted]=0,"",{formulas.counted_difference(rules)})',
        "taken": f"IF([counted]=0,0,{taken})",
    }


def _sum_over_games(rules: RuleSet, _: Shape) -> Texts:
    share = formulas.expected(rules)
    if rules.outcomes is not None:
        share = formulas.expected_by_colour("[difference]", "[white]>0")
    game = {
        **_COUNTED,
        **_MET,
        "real": _REAL.format("[rating]"),
        "difference": f'IF([counted]=0,"",{formulas.counted_difference(rules)})',
        "expected": f'IF([counted]=0,"",{share})',
        "gain": f'IF([counted]=0,"",{formulas.clean("[score]-[expected]", rules)})',
    }
    rule = rules.performance
    average = formulas.rounded("([opponents_sum]/[n])", rule.average_rounding if rule else "none")
    player = {
        **_SUMS,
        **_MET_SUM,
        "average": _PLAYED.format(average) if rule else '""',
        "expected": _RATED.format(formulas.clean("SUM([expected@])", rules)),
        "gain": _RATED.format(formulas.clean("SUM([gain@])", rules)),
        **_k(rules),
        "change": _RATED.format(_guard(rules, formulas.clean(formulas.multiplied(rules), rules))),
        "rounded": _RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": _RATED.format(_guard(rules, opening.floored("[rating]+[rounded]", rules))),
    }
    if rule and not (rule.solved or rule.iterated):  # else its column keeps values
        player["performance"] = _PLAYED.format(f'IFERROR({formulas.performance(rules)},"")')
    return Texts(game, player)


def _average_opponent(rules: RuleSet, _: Shape) -> Texts:
    rule = rules.need(Average)
    mean = formulas.rounded("([opponents_sum]/[n])", rule.rounding, rule.places)
    clean = formulas.clean
    player = {
        **_SUMS,
        **_MET_SUM,
        "average": _PLAYED.format(mean),
        "difference": _PLAYED.format(clean("[rating]-[average]", rules)),
        "share": _PLAYED.format(formulas.expected(rules)),
        "expected": _RATED.format(clean("N([share])*[n]", rules)),
        "gain": _RATED.format(clean("[score]-[expected]", rules)),
        **_k(rules),
        "change": _RATED.format(_guard(rules, clean("[k]*[gain]", rules))),
        "rounded": _RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": _RATED.format(_guard(rules, opening.on_the_list("[rating]+[rounded]", rules))),
    }
    return Texts({**_COUNTED, **_MET}, player)


def _event_average(rules: RuleSet, shape: Shape) -> Texts:
    """Where all met all the average of the field; who has no rating is in no such field here."""
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
    player = {
        **_SUMS,
        "met": "[n]",
        "average": 'IF([n]=0,"",' + text["average"] + ")",
        "difference": 'IF([average]="","",' + text["difference"] + ")",
        "share": _PLAYED.format(formulas.expected(rules)),
        "expected": _RATED.format(f"IF([n]=0,0,{text['expected']})"),
        "gain": _RATED.format(formulas.clean("[score]-[expected]", rules)),
        "k": _RATED.format(formulas.coefficient(rules)),
        "change": _RATED.format(_guard(rules, formulas.clean(text["change"], rules))),
        "rounded": _RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": _RATED.format(_guard(rules, opening.floored("[rating]+[rounded]", rules))),
    }
    return Texts({**_COUNTED, **_difference(rules)}, player, of_rules=of_field)


def _ingo(rules: RuleSet, _: Shape) -> Texts:
    formulas.only_cap(rules)
    rule, performed = rules.need(Weighting), rules.need(Performance)
    average = formulas.rounded("(SUM([taken@])/[n])", performed.average_rounding)
    mixed = "[performance]"
    if rule.parts == "games":
        mixed = "([rating]*[k]+[performance]*[n])/([k]+[n])"
    elif rule.old:
        parts = "[rating]*[Rules.weight_old]+[performance]*[Rules.weight_new]"
        mixed = f"({parts})/([Rules.weight_old]+[Rules.weight_new])"
    bounded = "[mixed]" if rule.most is None else "MIN([Rules.weight_most],[mixed])"
    rounded = formulas.rounded("[change]", rules.change.rounding, rules.change.places)
    if rules.change.of == "rating":
        rounded = formulas.rounded(bounded, rules.change.rounding, rules.change.places)
        rounded = f"{rounded}-[rating]"
    there = _RATED.format("IF([n]=0,0,{})")
    k = {"k": _PLAYED.format(formulas.coefficient(rules))} if rule.parts == "games" else {}
    player = {
        **_SUMS,
        "average": _PLAYED.format(average),
        "performance": _PLAYED.format(formulas.performance(rules)),
        **k,
        "mixed": _PLAYED.format(mixed),
        "change": there.format(f"{bounded}-[rating]"),
        "rounded": there.format(rounded),
        "new": _RATED.format(f"IF([n]=0,[rating],{opening.floored('[rating]+[rounded]', rules)})"),
    }
    return Texts({**_COUNTED, **_difference(rules)}, player)


def _game_by_game(rules: RuleSet, shape: Shape) -> Texts:
    """Every game starts from the ratings before its round."""
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
        **_COUNTED,
        "own_rating": _RATED.format("[before{slot}]"),
        "real": _REAL.format("[own_rating]"),
        "difference": here.format(formulas.counted_difference(rules)),
        "expected": here.format(formulas.expected(rules)),
        "gain": here.format(formulas.clean("[score]-[expected]", rules)),
        "by": here.format(by),
        "k": here.format(given),
        "change": here.format(formulas.clean("[k]*[gain]", rules)),
        "rounded": here.format(
            formulas.rounded("[change]", rules.change.rounding, rules.change.places)
        ),
    }
    before = {"before1": "[rating]"}
    for number in range(2, shape.games + 1):
        last = f"[before{number - 1}]+N([rounded{number - 1}])"
        before[f"before{number}"] = "[rating]" if frozen else _RATED.format(last)
    player = {
        **before,
        **_SUMS,
        "expected": _RATED.format(formulas.clean("SUM([expected@])", rules)),
        "gain": _RATED.format(formulas.clean("SUM([gain@])", rules)),
        "k": _PLAYED.format('IF(MAX([k@])=MIN([k@]),MAX([k@]),"")'),
        "change": _RATED.format(formulas.clean("SUM([change@])", rules)),
        "rounded": _RATED.format("SUM([rounded@])"),
        "new": _RATED.format(opening.on_the_list("[rating]+[rounded]", rules)),
    }
    return Texts(game, player, met="before{slot}", by_round=True)


def _glicko(rules: RuleSet, _: Shape) -> Texts:
    rule = rules.need(Deviation)
    if rule.volatility is not None:
        raise NoFormulaError("deviation.volatility")  # which is searched for, round by round

    def on(text: str) -> str:
        return text.replace("[unit]", deviation.unit(rules))

    share, tells = (
        on(text("([opening]-[opponent_rating])", "[weight]"))
        for text in (deviation.share, deviation.told)
    )
    typed = "IF(ISNUMBER([Players.{0}#]),[Players.{0}#],[Rules.{1}])"
    aged = deviation.aged(rules, typed.format("rd", "rd_new"), "N([Players.periods#])", "")
    counts = "IF([counted]=0,0,{})"
    game = {
        "counted": 'IF(OR([opponent_rating]="",[score]=""),0,1)',
        "points": _COUNTED["points"],
        **_MET,
        "weight": counts.format(on(deviation.weight("[opponent.rd_start]"))),
        "expected": 'IF([counted]=0,"",' + share + ")",
        "told": counts.format(tells),
        "gained": counts.format("[weight]*([score]-[expected])"),
    }
    factor = on(deviation.factor(rules, ""))
    player = {
        "opening": typed.format("rating", "rd_rating"),
        "rd_start": f'IF([Players.rating#]="",[Rules.rd_new],{on(aged)})',
        **_SUMS,
        **_MET_SUM,
        "average": _PLAYED.format("[opponents_sum]/[n]"),
        "expected": _PLAYED.format("SUM([expected@])"),
        "gain": _PLAYED.format("[score]-[expected]"),
        "info": "SUM([told@])",
        "gained": "SUM([gained@])",
        "factor": f'IF(AND([rating]="",[n]=0),"",{factor})',
        "change": _RATED.format("[factor]*[gained]"),
        "rounded": _RATED.format(formulas.new_rating(rules, "[opening]")),
        "new": _RATED.format(opening.on_the_list("[opening]+[rounded]", rules)),
        "new_rd": _RATED.format(on(deviation.ended(rules))),
    }
    return Texts(game, player, met="opening")


METHODS: Mapping[str, Callable[[RuleSet, Shape], Texts]] = {
    "sum over games": _sum_over_games,
    "average opponent": _average_opponent,
    "event average": _event_average,
    "ingo": _ingo,
    "game by game": _game_by_game,
    "glicko": _glicko,
}
