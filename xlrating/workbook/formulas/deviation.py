"""Glicko's terms as formulas: how certain a rating is, and how that weighs a result.

One natural unit of the scale is `unit` points, so that both systems share every formula except
that of the volatility. Their expected scores are not rounded, so that they need no `clean`.
"""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Deviation, Expectancy
from .approach import Block
from .watch import NoFormulaError


def unit(rules: RuleSet) -> str:
    """The formula of a natural unit in points: the deviation's own, or that of the curve."""
    if rules.need(Expectancy).model != "logistic":
        raise NoFormulaError("expectancy.model")  # g(RD) is for logistic shares
    given = rules.need(Deviation).unit is not None
    return "[Rules.rd_unit]" if given else "([Rules.scale]/LN(10))"


def weight(deviation: str) -> str:
    """The formula of g(RD): how much a result against this deviation counts."""
    return f"(1/SQRT(1+3*({deviation}/[unit]/PI())^2))"


def share(difference: str, weight: str) -> str:
    """The expected score, as a formula, of the side so many points higher.

    Each side is calculated from its own end of the curve.
    """
    odds = f"EXP(-ABS({weight}*({difference})/[unit]))"
    return f"(IF({difference}>=0,1,{odds})/(1+{odds}))"


def told(difference: str, weight: str) -> str:
    """The formula of the information from a game, g^2 E (1 - E)."""
    odds = f"EXP(-ABS({weight}*({difference})/[unit]))"
    return f"({weight}^2*{odds}/(1+{odds})^2)"


def bounded(rules: RuleSet, deviation: str) -> str:
    """The formula of a deviation within its bounds."""
    least = f"MAX([Rules.rd_least],{deviation})"
    return least if rules.need(Deviation).most is None else f"MIN([Rules.rd_most],{least})"


def growth(rules: RuleSet, volatility: str) -> str:
    """The formula of how much a deviation grows from one period to the next, in points."""
    grows = rules.need(Deviation).volatility is None
    return "[Rules.rd_growth]" if grows else f"({volatility}*[unit])"


def aged(rules: RuleSet, deviation: str, periods: str, volatility: str) -> str:
    """The formula of a deviation after so many periods without games."""
    grown = f"SQRT({deviation}^2+{growth(rules, volatility)}^2*{periods})"
    return bounded(rules, f"IF({periods}=0,{deviation},{grown})")


def factor(rules: RuleSet, volatility: str) -> str:
    """The formula of the change per sum of weight x (score - expected score): unit x phi'^2."""
    grown = "([rd_start]/[unit])^2"
    if rules.need(Deviation).volatility is not None:
        grown = f"({grown}+{volatility}^2)"
    return f"([unit]/(1/{grown}+[info]))"


def ended(rules: RuleSet) -> str:
    """The formula of the deviation after the period, from `[factor]`."""
    return bounded(rules, "SQRT([factor]*[unit])")


# --- the volatility -----------------------------------------------------------------------------

#: phi^2 + v, what Delta^2 exceeds it by, and the logarithm of the variance before.
SOUGHT = {
    "square": "(([rd_start]/[unit])^2+1/[info])",
    "surplus": "(([gained]/[info])^2-[square])",
    "begin": "LN([sigma]^2)",
}


def slope(x: str) -> str:
    """The formula of f(x) in step 5 of Glicko-2, whose root is the log of the new variance."""
    power = f"EXP({x})"
    pull = f"({x}-[begin])/[Rules.rd_tau]^2"
    return f"({power}*([surplus]-{power})/(2*([square]+{power})^2)-{pull})"


def other_end(rules: RuleSet) -> str:
    """The formula of the other end of the interval that holds the root, step 5.2.

    Without a positive surplus, e^x (e^x - surplus) / (2 (square + e^x)^2) is less than a half, so
    that one step of tau suffices for every tau below 2.
    """
    if rules.need(Deviation).tau >= 2:
        raise NoFormulaError("deviation.tau")
    return "IF([surplus]>0,LN([surplus]),[begin]-[Rules.rd_tau])"


def between(a: str, at_a: str, b: str, at_b: str) -> str:
    """The formula of where the line through both ends crosses zero."""
    return f"({a}+({a}-{b})*{at_a}/({at_b}-{at_a}))"


def search(rules: RuleSet) -> Block:
    """Both ends of the interval in each step, and f there; they stay once they have met.

    Without games all are 0: there is nothing to find.
    """
    met = is_found("[x-]", "[y-]")
    turned = "SIGN([f_y])*SIGN([f_y-])<=0"
    crossing = between("[x-]", "[f_x-]", "[y-]", "[f_y-]")
    ends = (
        ("x", "[begin]", "[x-]", f"IF({turned},[y-],[x-])"),
        ("f_x", slope("[x]"), "[f_x-]", f"IF({turned},[f_y-],[f_x-]/2)"),
        ("y", other_end(rules), "[y-]", crossing),
        ("f_y", slope("[y]"), "[f_y-]", slope("[y]")),
    )
    return tuple(
        (key, f"IF([n]=0,0,{first})", f"IF({met},{stays},{moves})")
        for key, first, stays, moves in ends
    )


def is_found(a: str, b: str) -> str:
    """The test that the ends are near enough for the first to be the root."""
    return f"ABS({b}-{a})<=[Rules.rd_tolerance]"
