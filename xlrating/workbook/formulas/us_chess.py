"""The terms of US Chess as formulas: effective games, the special average, bonus and floor."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import BonusThreshold, Coefficient, PeakFloor, Special
from . import arithmetic as formulas
from .watch import NoFormulaError


def weight_of_rating(rules: RuleSet, age: formulas.Age = formulas.AGE) -> str:
    """The formula of N', the games that the rating before weighs; unknown games count as enough."""
    rule = rules.need(Coefficient).effective
    if rule is None:
        return formulas.k_table(rules, age=age)
    spread = "[Rules.eff_base]+[Rules.eff_slope]*([Rules.eff_centre]-[rating])^2"
    # With no more digits than a file keeps, as nothing typed later recalculates it.
    root = f"ROUND([Rules.eff_most]/SQRT({spread}),{formulas.CLEAN})"
    most = f"IF([rating]<=[Rules.eff_flat_above],{root},[Rules.eff_most])"
    return f"IF(ISNUMBER([Players.games#]),MIN({most},[Players.games#]),{most})"


def special(games: str) -> str:
    """The average over all games, as a formula: (N R + opponents + (wins - losses) 400)/(N + m)."""
    won_more = "(2*[score]-[n])*[Rules.special_per_win]"
    return f"(({games}*[rating]+[opponents_sum]+{won_more})/({games}+[n]))"


def bonus(rules: RuleSet) -> str:
    """The formula of the bonus: how far a change exceeds B x sqrt(games); 0 if it does not."""
    rules.need(BonusThreshold)
    threshold = "[Rules.bonus_factor]*SQRT(MAX([n],[Rules.bonus_least_root]))"
    return f"IF([n]<[Rules.bonus_least_games],0,MAX(0,[change]-{threshold}))"


def absolute_floor(rules: RuleSet, facts: str = "") -> str:
    """The formula of everybody's floor; `facts` formats the cells of wins, draws and events."""
    rule, earned = rules.need(PeakFloor), "[Rules.peak_absolute]"
    for key in ("win", "draw", "event") if facts else ():
        if getattr(rule, f"per_{key}"):
            earned += f"+[Rules.peak_per_{key}]*N({facts.format(f'{key}s')})"
    return f"MIN({earned},[Rules.peak_absolute_most])"


def floor(rules: RuleSet, peak: str, facts: str = "") -> str:
    """The formula of the floor that a highest rating earns, at least the absolute one."""
    rule, absolute = rules.need(PeakFloor), absolute_floor(rules, facts)
    if not rule.step:
        raise NoFormulaError("peak_floor.step")
    own = f"(INT(({peak}-[Rules.peak_below])/[Rules.peak_step])*[Rules.peak_step])"
    games = "[Players.games#]"
    new = f"IF(ISNUMBER({games}),{games}<[Rules.peak_established],FALSE)"
    none = f"OR({own}<[Rules.peak_least],{new})"
    return f"MAX({absolute},IF({none},-{FAR},MIN({own},[Rules.peak_most])))"


# --- the special rating, solved -----------------------------------------------------------------

#: Further from 0 than any rating: the placeholder for none.
FAR = 100_000
#: Decimals of the ratings and shares that the equation is solved with.
PLACES = 9
REACH = "[Rules.special_per_win]"


def share(ahead: str) -> str:
    """PWe so many points ahead, as a formula: 0 and 1 from the reach on, linear in between.

    Without a function: inside one, IronCalc takes a single cell of a range that is next to a name.
    """
    ahead = f"({ahead})"
    between = f"({ahead}>-{REACH})*({ahead}<={REACH})*(0.5+{ahead}/(2*{REACH}))"
    return f"(({ahead}>{REACH})+{between})"


def own_share(ahead: str) -> str:
    """The formula of PWe, the expected score, where `ahead` is a single difference in points."""
    return f"MAX(0,MIN(1,0.5+({ahead})/(2*{REACH})))"


#: The rating that expects the score: the zero between two knots, or on a flat stretch at zero the
#: point nearest to `average`; if nobody is near that, the point nearest to `start`.
SOLVED = (
    f"IF([flat_from]<{FAR},"
    f"IF(AND([right]<{FAR},[average]>=[flat_to]),[flat_to],"
    f"IF(AND([left]>-{FAR},[average]<=[flat_from]),[flat_from],"
    "IF([near],[average],MAX([below],MIN([above],[start]))))),"
    "[left]+([right]-[left])*[more]/([more]-[less]))"
)


def most(rules: RuleSet, value: str) -> str:
    """The formula of a special rating, limited to the rules' maximum if they have one."""
    return value if rules.need(Special).most is None else f"MIN([Rules.special_most],{value})"
