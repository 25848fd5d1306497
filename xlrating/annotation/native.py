"""The formulas of a rated player and of their games, as templates have them, without addresses.

`[key]` is a cell of the same player or game, `[key@]` all games of the player, `[key^]` those up
to this one; `[Rules.key]` is a number or a table of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..engine.event import Event
from ..engine.rules.frozen import changed
from ..engine.rules.requirements import seen_by_method
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Average
from ..workbook.formulas import arithmetic as formulas
from ..workbook.formulas import opening
from ..workbook.formulas.development import developed
from ..workbook.formulas.rule_numbers import LISTS, sections
from ..workbook.formulas.slots import SLOT
from ..workbook.formulas.watch import NoFormulaError, Seen, watched
from ..workbook.native import missed_of
from .tables import Table

#: Sections about what a table without it does not have: players without rating, who stay values;
#: titles, champions and bonuses; games without play; and what lists make of ratings.
_ELSEWHERE = ("game", "initial", "percentage", "performance", "start", "champion", "bonus",
              "absence", "published", "counted", "classes", "calendar", "event", "adjustment",
              "average",
              "special", "conversions", "pooled", "scale", "dated_by", "change.each")  # fmt: skip
#: Facts that make a player's rating follow from more than games.
FACTS = ("champion", "bonus_place", "new_title", "absent", "national")


class Texts(NamedTuple):
    """The formulas of a game and of a player, by their keys, in the order of the columns.

    `shown` are those that stand in people's own tables; where it has none, these show what the
    formulas of the player give.
    """

    game: Mapping[str, str]
    player: Mapping[str, str]
    shown: Mapping[str, str] = MappingProxyType({})


def texts_of(table: Table) -> Texts | None:
    """The formulas by which the games of rated players change their ratings.

    None where no formulas have all that the rules ask for in this event.
    """
    event = table.event
    rules = weighed(table.report.rules, event)
    facts = {name for player in event.players for name in player.facts} | event.facts.keys()
    if facts & {*FACTS} or any(game.playoff for game in event.games):
        return None
    seen = Seen()
    try:
        found = _METHODS[rules.method](watched(seen_by_method(rules), seen))
    except (KeyError, NoFormulaError):
        return None
    seen |= _read_by(found, rules)
    return None if _left(missed_of(seen_by_method(rules), seen)) else found


def asked_of_rules(texts: Texts) -> set[str]:
    """The numbers and tables of the rules that formulas read."""
    own = "".join((*texts.game.values(), *texts.player.values()))
    return {found[2] for found in SLOT.finditer(own) if found[1] == "Rules"}


def _read_by(texts: Texts, rules: RuleSet) -> set[str]:
    """The keys of a rule set whose numbers or tables formulas read."""
    asked = asked_of_rules(texts)
    found = {number.key for _, _, of in sections(rules, frozenset(asked)) for number in of}
    return found | {key for name in asked for key in LISTS.get(name, ())}


def _left(missed: Iterable[str]) -> list[str]:
    return [key for key in missed
            if not any(f"{key}.".startswith(f"{one}.") for one in _ELSEWHERE)]  # fmt: skip


def weighed(rules: RuleSet, event: Event) -> RuleSet:
    """The rules with the weight of the event's pace as the only one."""
    weights = rules.change.weights
    if weights is None:
        return rules
    own = getattr(weights, event.pace, None) if event.pace else None
    weight = rules.change.weight if own is None else own
    found: RuleSet = changed(rules, change=changed(rules.change, weight=weight, weights=None))
    return found


_RATED = 'IF([rating]="","",{})'
_PLAYED = 'IF(OR([rating]="",[n]=0),"",{})'
#: What all methods have of a game, and of a player.
_COUNTED = {
    "counted": 'IF(OR([rating]="",[opponent_rating]="",[score]=""),0,1)',
    "taken": "IF([counted]=1,[opponent_rating],0)",
    "points": "IF([counted]=1,[score],0)",
}
_SUMS = {
    "n": "SUM([counted@])",
    "score": "SUM([points@])",
    "opponents_sum": "SUM([taken@])",
}


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


def _sum_over_games(rules: RuleSet) -> Texts:
    share = formulas.expected(rules)
    if rules.outcomes is not None:
        share = formulas.expected_by_colour("[difference]", "[white]>0")
    game = {
        **_COUNTED,
        "real": "IF([counted]=0,0,[rating]-[opponent_rating])",
        "difference": f'IF([counted]=0,"",{formulas.counted_difference(rules)})',
        "expected": f'IF([counted]=0,"",{share})',
        "gain": f'IF([counted]=0,"",{formulas.clean("[score]-[expected]", rules)})',
    }
    new = opening.floored("[rating]+[rounded]", rules)
    rule = rules.performance
    average = formulas.rounded("([opponents_sum]/[n])", rule.average_rounding if rule else "none")
    player = {
        **_SUMS,
        "average": _PLAYED.format(average) if rule else '""',
        "expected": _RATED.format(formulas.clean("SUM([expected@])", rules)),
        "gain": _RATED.format(formulas.clean("SUM([gain@])", rules)),
        **_k(rules),
        "change": _RATED.format(_guard(rules, formulas.clean(formulas.multiplied(rules), rules))),
        "rounded": _RATED.format(_guard(rules, formulas.new_rating(rules))),
        "new": _RATED.format(_guard(rules, new)),
    }
    return Texts(game, player)


def _average_opponent(rules: RuleSet) -> Texts:
    rule = rules.need(Average)
    mean = formulas.rounded("([opponents_sum]/[n])", rule.rounding, rule.places)
    clean = formulas.clean
    player = {
        **_SUMS,
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
    return Texts(_COUNTED, player)


_METHODS = {"sum over games": _sum_over_games, "average opponent": _average_opponent}
