"""Changes of a rating that do not come from games, as formulas."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Absence, Champion
from .arithmetic import rounded


def champion_bonus(rules: RuleSet, k: str = "[k]") -> str:
    """The formula of the bonus of an event's champion, on top of the change."""
    rule = rules.need(Champion)
    return rounded(f"([opening]*[Rules.champion_share]*{k})", rule.rounding, rule.places)


def absence(rules: RuleSet, rating: str) -> str:
    """The formula of what absence takes off a rating, as a change below zero."""
    rule = rules.need(Absence)
    if rule.of == "rating":
        left = rounded(f"({rating}*(1-[Rules.absence_share]))", rule.rounding)
        return f"{left}-{rating}"
    return f"-{rounded(f'({rating}*[Rules.absence_share])', rule.rounding)}"
