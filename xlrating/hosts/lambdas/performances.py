"""Formulas of performances and first ratings, from `met` and `got`: `played` games, the `score`."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Average, Initial, Performance, Pooled
from ...engine.terms.performance import CLOSE, FAR, MOST_STEPS
from ...workbook.formulas import approach, field, first_rating, us_chess
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas.watch import NoFormulaError
from . import curve
from .by_sum import within_cap
from .by_us_chess import special
from .term import Term, let, own, sum_over_games

_TOTAL = sum_over_games("a")


def performance(rules: RuleSet) -> str:
    """Average opponent plus the difference for the share of points, or the rules' alternative."""
    if rules.performance is None and rules.pooled is not None:
        # R(u), the performance in an event, for rules that build first ratings from several.
        return let("mean+difference", **_first_steps(rules))
    rule = rules.need(Performance)
    mean = own(formulas.rounded("([opponents_sum]/[n])", rule.average_rounding))
    if rule.solved:
        return own(formulas.rounded(_solved(rules), rule.rounding))
    if rule.iterated:
        return let(_iterated(rules), total=_TOTAL, mean=mean)
    total = _TOTAL
    if rules.weighting is not None and rules.difference.cap is not None:
        # A rating that is a performance: against opponents as counted for the player.
        total = f'IF(rating="",{_TOTAL},{within_cap(rules)})'
    value = own(formulas.rounded("[average]+XLR.POINTS(score/played,line)", rule.rounding))
    return let(value, total=total, mean=mean)


def _solved(rules: RuleSet) -> str:
    """The rating at which the expected score equals the actual one, by bisection."""
    rule = rules.need(Performance)
    game = let(curve.share(rules), apart="middle-a")
    half = let(
        f"IF({sum_over_games(game, arrays='all')}<points,HSTACK(middle,high),HSTACK(low,middle))",
        middle="(low+high)/2",
    )
    step = let(
        f"IF(high-low<={CLOSE},state,{half})", low="INDEX(state,1,1)", high="INDEX(state,1,2)"
    )
    ends = f"HSTACK(MIN(rated)-{FAR},MAX(rated)+{FAR})"
    found = let(
        f"INDEX(REDUCE({ends},SEQUENCE(60),LAMBDA(state,i,{step})),1,1)",
        rated='FILTER(all,all<>"")',
    )
    none = "OR(score=0,score=played)"
    if not rule.full_draw:
        return f"IF({none},NA(),{let(found, all='met', points='score')})"
    # A draw against oneself, for a score without a performance.
    drawn = let(found, all="VSTACK(met,rating)", points="score+0.5")
    plain = let(found, all="met", points="score")
    return f'IF({none},IF(rating="",NA(),{drawn}),{plain})'


def _iterated(rules: RuleSet) -> str:
    """Whole ratings on the way to the one at which the expected score equals the actual one.

    The state is a column: whether the end is reached (1) or impossible (2), then the ratings
    tried, the latest first.
    """
    met = sum_over_games(let(curve.share(rules), real="reached-a", apart=_of_event(rules)))
    step = let(
        'IF(next="",VSTACK(2,tried),IF(OR(next=0,SUM(--(tried=reached+next))>0),VSTACK(1,tried),'
        "VSTACK(0,reached+next,tried)))",
        tried="FILTER(state,SEQUENCE(ROWS(state))>1)",
        reached="INDEX(state,2,1)",
        lacking=f"ROUND(score-{met},{formulas.CLEAN - 3})",
        next=_whole("lacking/played+0.5", rules),
    )
    begin = let('IF(first="",2,VSTACK(0,mean+first))', first=_whole("score/played", rules))
    step = f"LAMBDA(state,i,IF(INDEX(state,1,1)>0,state,{step}))"
    return let(
        "IF(INDEX(after,1,1)=1,INDEX(after,2,1),NA())",
        after=f"REDUCE({begin},SEQUENCE({MOST_STEPS}),{step})",
    )


def _of_event(rules: RuleSet) -> str:
    """The counted difference; rules that cap it once per event have no such performance."""
    if rules.difference.favours_once:
        raise NoFormulaError("performance.iterated")
    # Whether a player is exempt from the cap depends on the rating that is tried.
    return curve.counted(rules).replace("rating>=", "reached>=")


def _whole(share: str, rules: RuleSet) -> str:
    """The whole difference for a share; '' if there is none."""
    value = formulas.rounded("XLR.POINTS(part,line)", rules.need(Performance).rounding)
    return let(f'IF(AND(part>0,part<1),{value},"")', part=approach.share(share, rules))


def _first_steps(rules: RuleSet) -> dict[str, str]:
    """The steps to average and difference of a first rating."""
    parts = first_rating.steps(rules)
    average, difference = own(parts["average"]), own(parts["difference"])
    return {"total": _TOTAL, "mean": average, "difference": f"IFERROR({difference},NA())"}


def first(rules: RuleSet) -> str:
    """The first rating of an unrated player."""
    rule = rules.need(Initial)
    if rule.performed:
        exact = let(performance(rules), rating='""')
    elif rule.per_win is not None:
        exact = _first_special(rules)
    else:
        exact = let("mean+difference", **_first_steps(rules))
        if rule.void_below is not None:
            exact = let("IF(ROUND(real,9)<{void_below},NA(),real)", real=exact)
    rounded = own(formulas.rounded("unrounded", rule.rounding))
    bounded = own(first_rating.bounded(rules, "[first]"))
    if rules.peak_floor is not None and (rule.performed or rule.per_win is not None):
        bounded = f"MAX({own(us_chess.absolute_floor(rules))},{bounded})"
    text = let('IF(given="",NA(),given)', unrounded=exact, first=rounded, given=bounded)
    return f"IF({own(first_rating.enough(rule))},{text},NA())"


def _first_special(rules: RuleSet) -> str:
    """The special rating of a player of unknown age without earlier games."""
    if rules.special is not None and rules.special.solved:
        start = "0" if rules.passes is None else "{start_unknown}"
        return let(special(rules, "0"), rating=start)
    return let("(total+(2*score-played)*{first_per_win})/played", total=_TOTAL)


def event_average(rules: RuleSet) -> str:
    """The average of a round robin from everyone's `points` and the `known` ratings."""
    rule = rules.need(Average)
    if not rule.round_robin:
        rules.given(None, "round_robin")
    share = "XLR.POINTS(point/(players-1),line)"
    estimate = let(
        field.of_field(rules, "total", "differences", "rated", "players"),
        differences=f'SUM(MAP(known,points,LAMBDA(a,point,IF(a="",0,{share}))))',
    )
    if rule.all_rated == "mean":
        mean = formulas.rounded("(total/rated)", rule.rounding)
        estimate = f"IF(rated=players,{mean},{estimate})"
    return let(
        f"IF(rated=0,NA(),{estimate})",
        players="ROWS(known)",
        rated="XLR.COUNT(known)",
        total="XLR.SUM(known)",
    )


def pooled(rules: RuleSet) -> str:
    """The first published rating from the performances `known` in events of `games` games."""
    rule = rules.need(Initial)
    rules.need(Pooled)
    step = "HSTACK(INDEX(state,1,1)+a*b,INDEX(state,1,2)+b)"
    if rule.void_below is not None:
        # Only a first performance can be void; later ones count at any level.
        step = f"IF(AND(INDEX(state,1,2)=0,a<{{void_below}}),state,{step})"
    step = f'IF(OR(a="",b="",b=0),state,{step})'
    each = let(step, a="INDEX(known,i,1)", b="INDEX(games,i,1)")
    value = own(formulas.rounded("(INDEX(sums,1,1)/INDEX(sums,1,2))", rule.rounding))
    return let(
        f"IF(OR(INDEX(sums,1,2)=0,INDEX(sums,1,2)<{{pooled_least}}),NA(),{value})",
        sums=f"REDUCE(HSTACK(0,0),SEQUENCE(ROWS(known)),LAMBDA(state,i,{each}))",
    )


TERMS = {
    "PERFORMANCE": Term("met,played,score,rating", performance),
    "FIRST": Term("met,played,score", first),
    "AVERAGE": Term("known,points", event_average),
    "POOLED": Term("known,games", pooled),
}
