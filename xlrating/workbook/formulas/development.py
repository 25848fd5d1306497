"""The coefficient E of the German rating, which develops with the rating, as formulas."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Coefficient
from .arithmetic import AGE, CLEAN, Age, coefficient, if_known, k_table, rounded


def developed(rules: RuleSet, age: Age = AGE) -> str:
    """The formula of the coefficient used with `over`: E if it is computed, or as typed."""
    rule = rules.need(Coefficient).development
    if rule is None:
        return coefficient(rules, age=age)
    base, braked = k_table(rules, age=age), brake(rules, age)
    factor = "1"
    if rule.young is not None:
        fits = _is_aged("[Rules.dev_young]", age)
        if rule.spur_for == "gain":
            fits = f"AND({fits},ROUND([gain],{CLEAN})>=0)"
        spur = "MIN(1,MAX([Rules.dev_spur_least],[rating]/[Rules.dev_spur]))"
        factor = f"IF({fits},{spur},1)"
    exact = f"(([rating]/[Rules.dev_unit])^[Rules.dev_power]+{base})*{factor}+{braked}"
    most = "[Rules.dev_most]"
    if rule.per_index is not None:
        known = f"MIN({most},[Rules.dev_per_index]*[Players.index#])"
        most = f"IF(ISNUMBER([Players.index#]),{known},{most})"
    most = f"IF({braked}=0,{most},[Rules.dev_most_braked])"
    value = f"MAX([Rules.dev_least],MIN({most},{rounded(f'({exact})', rule.rounding)}))"
    return f"IF(ISNUMBER([Players.k#]),[Players.k#],{value})"


def _is_aged(most: str, age: Age) -> str:
    """The test that the player is known to be of this age at most."""
    return if_known(age.known, f"{age.years}<={most}")


def brake(rules: RuleSet, age: Age = AGE) -> str:
    """The formula of what a poor score adds to E; "0" if the rules add nothing."""
    rule = rules.given(rules.need(Coefficient).development, "development")
    if rule.brake_below is None:
        return "0"
    worse = "<" if rule.brake_when == "below" else "<="
    tests = ["[rating]<[Rules.dev_brake_below]", "[n]>0", f"ROUND([gain],{CLEAN}){worse}0"]
    if rule.brake_age:
        tests.append(_is_aged("[Rules.dev_brake_age]", age))
    value = "EXP(([Rules.dev_brake_below]-[rating])/[Rules.dev_brake_unit])-1"
    return f"IF(AND({','.join(tests)}),{value},0)"
