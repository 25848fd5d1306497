"""Glicko and Glicko-2: a rating with its deviation after the games of a period."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Deviation
from ...workbook.formulas import deviation
from .by_sum import new_rating
from .term import Term, let, own

#: The root of f by the Illinois algorithm: two ends with their values are carried, and stand still
#: once they are near enough. Signs are compared as signs: a product of two small numbers may be
#: taken for 0.
_VOLATILITY = """LAMBDA(square,surplus,from,tau,tolerance,rounds,LET(
    end,IF(surplus>0,LN(surplus),XLR.LOWER(1,square,surplus,from,tau)),
    begin,HSTACK(from,XLR.SLOPE(from,square,surplus,from,tau),
        end,XLR.SLOPE(end,square,surplus,from,tau)),
    found,REDUCE(begin,SEQUENCE(rounds),LAMBDA(state,i,LET(
        a,INDEX(state,1,1),
        b,INDEX(state,1,3),
        IF(ABS(b-a)<=tolerance,state,LET(
            low,INDEX(state,1,2),
            high,INDEX(state,1,4),
            mid,a+(a-b)*low/(high-low),
            value,XLR.SLOPE(mid,square,surplus,from,tau),
            IF(SIGN(value)*SIGN(high)<=0,HSTACK(b,high,mid,value),HSTACK(a,low/2,mid,value))))))),
    IF(ABS(INDEX(found,1,3)-INDEX(found,1,1))<=tolerance,EXP(INDEX(found,1,1)/2),SQRT(-1))))"""

HELPERS = {
    "XLR.VOLATILITY": _VOLATILITY,
    # The other end of the interval: some steps of tau below, a hundred at most.
    "XLR.LOWER": """LAMBDA(i,square,surplus,from,tau,LET(x,from-i*tau,IF(i>100,SQRT(-1),
        IF(XLR.SLOPE(x,square,surplus,from,tau)>=0,x,XLR.LOWER(i+1,square,surplus,from,tau)))))""",
    "XLR.SLOPE": "LAMBDA(x,square,surplus,from,tau,"
    + own(
        deviation.slope("x"),
        surplus="surplus", square="square", **{"from": "from"},
    ).replace("{rd_tau}", "tau")
    + ")",
}  # fmt: skip


def period(rules: RuleSet) -> str:
    """Rating, deviation and, in Glicko-2, volatility; `met`, `spreads` and `got` are columns."""
    rule = rules.need(Deviation)
    weight = own(deviation.weight("spread"), unit="unit")
    expected = own(deviation.share("apart", "weight"), unit="unit")
    told = own(deviation.told("apart", "weight"), unit="unit")
    game = let(
        f"HSTACK(INDEX(state,1,1)+{told},"
        f"INDEX(state,1,2)+weight*(INDEX(got,i,1)-{expected}),INDEX(state,1,3)+1)",
        apart="rating-opponent",
        spread=own(deviation.bounded(rules, "INDEX(spreads,i,1)")),
        weight=weight,
    )
    step = let(f'IF(opponent="",state,{game})', opponent="INDEX(met,i,1)")
    start = own(deviation.bounded(rules, "rd")) + "/unit"
    steps = {
        "unit": own(deviation.unit(rules)),
        "sums": f"REDUCE(HSTACK(0,0,0),SEQUENCE(ROWS(met)),LAMBDA(state,i,{step}))",
        "info": "INDEX(sums,1,1)",
        "gain": "INDEX(sums,1,2)",
        "n": "INDEX(sums,1,3)",
        "start": start,
    }
    spread = own(deviation.bounded(rules, "(unit*end)"))
    change = {"change": "unit*end^2*gain"}
    if rule.volatility is None:
        steps |= {"end": "SQRT(1/(1/start^2+info))", **change}
        return let(f'IF(volatility="",HSTACK({new_rating(rules)},{spread}),NA())', **steps)
    next_volatility = let(
        "XLR.VOLATILITY(square,(gain/info)^2-square,LN(sigma^2),{rd_tau},{rd_tolerance},{rd_rounds})",
        square="start^2+1/info",
    )
    steps |= {
        "sigma": 'IF(volatility="",{rd_volatility},volatility)',
        "now": f"IF(n=0,sigma,{next_volatility})",
        "end": "SQRT(1/(1/(start^2+now^2)+info))",
        **change,
    }
    return let(f"HSTACK({new_rating(rules)},{spread},now)", **steps)


def predicted(rules: RuleSet) -> str:
    """Expected score of a game to come between two with these deviations."""
    rules.need(Deviation)
    return let(
        own(deviation.share("(rating-opponent)", "weight"), unit="unit"),
        unit=own(deviation.unit(rules)),
        weight=own(deviation.weight("SQRT(rd^2+spread^2)"), unit="unit"),
    )


def aged(rules: RuleSet) -> str:
    """A deviation after so many periods without games."""
    rule = rules.need(Deviation)
    text = own(deviation.aged(rules, "rd", "periods", "sigma"), unit="unit")
    if rule.volatility is None:
        return text
    sigma = 'IF(volatility="",{rd_volatility},volatility)'
    return let(text, unit=own(deviation.unit(rules)), sigma=sigma)


def interval(rules: RuleSet) -> str:
    """Where the strength lies in 95 of 100 cases."""
    rules.need(Deviation)
    return "HSTACK(rating-{rd_interval}*rd,rating+{rd_interval}*rd)"


TERMS = {
    "PERIOD": Term("rating,rd,met,spreads,got,volatility", period),
    "PREDICTED": Term("rating,rd,opponent,spread", predicted),
    "AGED": Term("rd,periods,volatility", aged),
    "INTERVAL": Term("rating,rd", interval),
}
