"""The terms of US Chess as texts: effective games, the special average, bonus and floor."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import BonusThreshold, Coefficient, PeakFloor
from . import arithmetic as formulas
from .watch import NoFormulaError


def weight_of_rating(rules: RuleSet, age: formulas.Age = formulas.AGE) -> str:
    """How many games the rating before the event weighs, N'; unknown games count as enough."""
    rule = rules.need(Coefficient).effective
    if rule is None:
        return formulas.k_table(rules, age=age)
    spread = "[Rules.eff_base]+[Rules.eff_slope]*([Rules.eff_centre]-[rating])^2"
    most = f"IF([rating]<=[Rules.eff_flat_above],[Rules.eff_most]/SQRT({spread}),[Rules.eff_most])"
    return f"IF(ISNUMBER([Players.games#]),MIN({most},[Players.games#]),{most})"


def special(games: str) -> str:
    """The rating as the average over all games: (N R + opponents + (wins - losses) 400)/(N + m)."""
    won_more = "(2*[score]-[n])*[Rules.special_per_win]"
    return f"(({games}*[rating]+[opponents_sum]+{won_more})/({games}+[n]))"


def bonus(rules: RuleSet) -> str:
    """What a change exceeds B x sqrt(games) by."""
    rules.need(BonusThreshold)
    threshold = "[Rules.bonus_factor]*SQRT(MAX([n],[Rules.bonus_least_root]))"
    return f"IF([n]<[Rules.bonus_least_games],0,MAX(0,[change]-{threshold}))"


def absolute_floor() -> str:
    """The floor under everybody, where nothing is known of earlier wins, draws and events."""
    return "MIN([Rules.peak_absolute],[Rules.peak_absolute_most])"


def floor(rules: RuleSet, peak: str) -> str:
    """The floor that a highest rating earns, or the absolute one."""
    rule = rules.need(PeakFloor)
    if not rule.step:
        raise NoFormulaError("peak_floor.step")
    own = f"(INT(({peak}-[Rules.peak_below])/[Rules.peak_step])*[Rules.peak_step])"
    games = "[Players.games#]"
    new = f"IF(ISNUMBER({games}),{games}<[Rules.peak_established],FALSE)"
    none = f"OR({own}<[Rules.peak_least],{new})"
    earned = f"MAX({absolute_floor()},MIN({own},[Rules.peak_most]))"
    return f"IF({none},{absolute_floor()},{earned})"
