"""The formulas for a table: those of its method, if they cover all that the rules require."""

from __future__ import annotations

from ..engine.event import Event
from ..engine.formats import times_met
from ..engine.rules.frozen import changed
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet
from ..workbook.formulas.rule_numbers import keys_read
from ..workbook.formulas.slots import SLOT
from ..workbook.formulas.watch import KeyWatch, NoFormulaError, watched
from ..workbook.native import unread
from .method_texts import Shape, Texts
from .methods import METHODS
from .tables import RatedTable

#: Facts that make a player's rating depend on more than games.
FACTS = ("champion", "bonus_place", "new_title", "absent", "national")
#: Steps that show that a rating depends on more than games.
_MORE = ("step_bonus", "step_champion", "step_champion_together", "step_absence", "step_new_title")


def shape_of(table: RatedTable, games: int) -> Shape:
    """The properties of a table on which formulas depend; `games` is the number in a row."""
    event = table.event
    cycles = times_met(event) if event.is_round_robin else 0
    all_rated = all(player.rating is not None for player in event.players)
    return Shape(games, event.table_rounds, cycles, all_rated)


def texts_of(table: RatedTable, games: int) -> Texts | None:
    """The formulas by which games change the ratings of rated players, `games` in a row.

    None if formulas do not cover all that the rules require for this event.
    """
    event = table.event
    rules = weighed(table.report.rules, event)
    facts = {name for player in event.players for name in player.facts} | event.facts.keys()
    if facts & {*FACTS} or any(game.playoff for game in event.games):
        return None
    if any(step.key in _MORE for line in table.report.lines for step in line.steps):
        return None
    seen = KeyWatch()
    try:
        found = METHODS[rules.method](
            watched(restrict_to_method(rules), seen), shape_of(table, games)
        )
    except (KeyError, NoFormulaError):
        return None
    seen |= keys_read(asked_of_rules(found), rules)
    # A column without formulas keeps its values: the rule keys that only it needs do not matter.
    beside = () if "performance" in found.player else ("performance",)
    return None if unread(rules, seen, ("special", *beside)) else found


def asked_of_rules(texts: Texts) -> set[str]:
    """The numbers and tables of the rules that formulas read."""
    every = (*texts.game.values(), *texts.player.values(), *texts.of_rules.values())
    found = {found[2] for found in SLOT.finditer("".join(every)) if found[1] == "Rules"}
    return found - texts.of_rules.keys()


def weighed(rules: RuleSet, event: Event) -> RuleSet:
    """The rules with the weight of the event's pace as the only one."""
    weights = rules.change.weights
    if weights is None:
        return rules
    own = getattr(weights, event.pace, None) if event.pace else None
    weight = rules.change.weight if own is None else own
    found: RuleSet = changed(rules, change=changed(rules.change, weight=weight, weights=None))
    return found
