"""Glicko's terms as texts: how sure a rating is, and what that does to a result.

One natural unit of the scale is `unit` points, so that both systems share every text but the
volatility. Their shares have no decimals to be cleaned.
"""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Deviation


def unit(rules: RuleSet) -> str:
    """One natural unit, in points."""
    given = rules.need(Deviation).unit is not None
    return "[Rules.rd_unit]" if given else "([Rules.scale]/LN(10))"


def weight(deviation: str) -> str:
    """g(RD): how much a result against this deviation tells."""
    return f"(1/SQRT(1+3*({deviation}/[unit]/PI())^2))"


def share(difference: str, weight: str) -> str:
    """Expected score of the side so many points higher; each side from its own end of the curve."""
    odds = f"EXP(-ABS({weight}*({difference})/[unit]))"
    return f"(IF({difference}>=0,1,{odds})/(1+{odds}))"


def told(difference: str, weight: str) -> str:
    """What a game tells, g^2 E (1 - E)."""
    odds = f"EXP(-ABS({weight}*({difference})/[unit]))"
    return f"({weight}^2*{odds}/(1+{odds})^2)"


def bounded(rules: RuleSet, deviation: str) -> str:
    """A deviation within its bounds."""
    least = f"MAX([Rules.rd_least],{deviation})"
    return least if rules.need(Deviation).most is None else f"MIN([Rules.rd_most],{least})"


def growth(rules: RuleSet, volatility: str) -> str:
    """How much a deviation grows from one period to the next, in points."""
    grows = rules.need(Deviation).volatility is None
    return "[Rules.rd_growth]" if grows else f"({volatility}*[unit])"


def aged(rules: RuleSet, deviation: str, periods: str, volatility: str) -> str:
    """A deviation after so many periods without games."""
    grown = f"SQRT({deviation}^2+{growth(rules, volatility)}^2*{periods})"
    return bounded(rules, f"IF({periods}=0,{deviation},{grown})")


def slope(x: str) -> str:
    """f(x) of step 5 of Glicko-2, whose root is the logarithm of the new variance."""
    power = f"EXP({x})"
    pull = f"({x}-[from])/[Rules.rd_tau]^2"
    return f"{power}*([surplus]-{power})/(2*([square]+{power})^2)-{pull}"
