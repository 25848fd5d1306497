"""Formulas of Glicko and Glicko-2: a rating with its deviation after the games of a period."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Deviation
from ...workbook.formulas import deviation
from .by_sum import after_games
from .term import Term, let, own


def _own(text: str) -> str:
    return own(text, unit="unit", rd_start="start", info="told", gained="gained", sigma="sigma",
               square="square", surplus="surplus", begin="begin", factor="factor")  # fmt: skip


def _volatility(rules: RuleSet) -> str:
    """The new volatility; the state is both ends with f of each, unchanged once they meet."""
    ends = ("x", "f_x", "y", "f_y")
    found = deviation.is_found("x", "y")
    step = let(
        "IF(SIGN(f_z)*SIGN(f_y)<=0,HSTACK(y,f_y,z,f_z),HSTACK(x,f_x/2,z,f_z))",
        z=_own(deviation.between(*ends)),
        f_z=_own(deviation.slope("z")),
    )
    state = {key: f"INDEX(state,1,{place})" for place, key in enumerate(ends, 1)}
    each = let(f"IF({_own(found)},state,{step})", **state)
    last = _own(deviation.is_found("INDEX(last,1,1)", "INDEX(last,1,3)"))
    return let(
        f"IF({last},EXP(INDEX(last,1,1)/2),SQRT(-1))",
        **{key: _own(text) for key, text in deviation.SOUGHT.items()},
        end=_own(deviation.other_end(rules)),
        first=f"HSTACK(begin,{_own(deviation.slope('begin'))},end,{_own(deviation.slope('end'))})",
        last=f"REDUCE(first,SEQUENCE({{rd_rounds}}),LAMBDA(state,i,{each}))",
    )


def period(rules: RuleSet) -> str:
    """Rating, deviation and, in Glicko-2, volatility; `met`, `spreads` and `got` are columns."""
    rule = rules.need(Deviation)
    share, tells = (text("apart", "weight") for text in (deviation.share, deviation.told))
    game = let(
        f"HSTACK(INDEX(state,1,1)+{_own(tells)},"
        f"INDEX(state,1,2)+weight*(INDEX(got,i,1)-{_own(share)}),INDEX(state,1,3)+1)",
        apart="rating-opponent",
        spread=own(deviation.bounded(rules, "INDEX(spreads,i,1)")),
        weight=_own(deviation.weight("spread")),
    )
    step = let(f'IF(opponent="",state,{game})', opponent="INDEX(met,i,1)")
    has_volatility = rule.volatility is not None
    steps = {
        "unit": own(deviation.unit(rules)),
        "sums": f"REDUCE(HSTACK(0,0,0),SEQUENCE(ROWS(met)),LAMBDA(state,i,{step}))",
        "told": "INDEX(sums,1,1)",
        "gained": "INDEX(sums,1,2)",
        "played": "INDEX(sums,1,3)",
        "start": own(deviation.bounded(rules, "rd")),
        "sigma": 'IF(volatility="",{rd_volatility},volatility)' if has_volatility else "",
        "after": f"IF(played=0,sigma,{_volatility(rules)})" if has_volatility else "",
        "factor": _own(deviation.factor(rules, "after")),
        "change": "factor*gained",
    }
    result = f"HSTACK({after_games(rules)},{_own(deviation.ended(rules))}"
    if has_volatility:
        return let(f"{result},after)", **steps)
    return let(f'IF(volatility="",{result}),NA())', **steps)


def predicted(rules: RuleSet) -> str:
    """Expected score of a future game between two players with these deviations."""
    rules.need(Deviation)
    return let(
        _own(deviation.share("(rating-opponent)", "weight")),
        unit=own(deviation.unit(rules)),
        weight=_own(deviation.weight("SQRT(rd^2+spread^2)")),
    )


def aged(rules: RuleSet) -> str:
    """A deviation after a number of periods without games."""
    rule = rules.need(Deviation)
    text = _own(deviation.aged(rules, "rd", "periods", "sigma"))
    if rule.volatility is None:
        return text
    sigma = 'IF(volatility="",{rd_volatility},volatility)'
    return let(text, unit=own(deviation.unit(rules)), sigma=sigma)


def interval(rules: RuleSet) -> str:
    """The 95 % interval of a strength."""
    rules.need(Deviation)
    return "HSTACK(rating-{rd_interval}*rd,rating+{rd_interval}*rd)"


TERMS = {
    "PERIOD": Term("rating,rd,met,spreads,got,volatility", period),
    "PREDICTED": Term("rating,rd,opponent,spread", predicted),
    "AGED": Term("rd,periods,volatility", aged),
    "INTERVAL": Term("rating,rd", interval),
}
