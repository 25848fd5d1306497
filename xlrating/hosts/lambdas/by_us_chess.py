"""The rating after some games by the formulas of US Chess, from given ratings of the opponents."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Coefficient, Special
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas import us_chess
from . import curve
from .by_sum import cleaned, settled
from .term import AGE, if_known, let, own, sum_over_games

#: The rating at which the provisional expectancies sum to the score: straight pieces between knots,
#: which lie `reach` to both sides of every opponent and of the old rating, which weighs `weight`.
#: Where a whole stretch of ratings fits, it is the one nearest to where the average lies, or to the
#: old rating if nobody is near.
_SOLVED = """LAMBDA(rating,weight,met,score,n,reach,LET(
    all,VSTACK(met,rating),
    count,ROWS(all),
    at,MAP(all,LAMBDA(a,IF(a="",0,ROUND(a,9)))),
    weights,MAP(all,SEQUENCE(count),LAMBDA(a,i,IF(i=count,weight,IF(a="",0,1)))),
    total,score+weight/2,
    average,(SUM(at*weights)+(2*score-n)*reach)/(weight+n),
    used,FILTER(at,weights>0),
    parts,FILTER(weights,weights>0),
    knots,SORT(VSTACK(used-reach,used+reach)),
    lacks,MAP(knots,LAMBDA(x,ROUND(total-SUM(parts*
        IF(x-used>reach,1,IF(x-used<-reach,0,0.5+(x-used)/(2*reach)))),9))),
    places,SEQUENCE(ROWS(knots)),
    left,FILTER(knots,places<ROWS(knots)),
    right,FILTER(knots,places>1),
    more,FILTER(lacks,places<ROWS(knots)),
    less,FILTER(lacks,places>1),
    turns,left+(right-left)*more/IF(more=less,1,more-less),
    lows,(more>0)*(less<=0),
    highs,(more>=0)*(less<0),
    low,SUM(lows*turns),
    high,SUM(highs*turns),
    IF(AND(SUM(highs)>0,average>=high),high,
    IF(AND(SUM(lows)>0,average<=low),low,
    IF(SUM(--(ABS(average-used)<=reach))>0,average,LET(
        seen,FILTER(at,(weights>0)+(SEQUENCE(count)=count)>0),
        ends,VSTACK(seen-reach,seen+reach),
        below,IF(SUM(--(ends<average))>0,MAX(IF(ends<average,ends,-1E9)),rating),
        above,IF(SUM(--(ends>average))>0,MIN(IF(ends>average,ends,1E9)),rating),
        MAX(below,MIN(above,rating))))))))"""

HELPERS = {"XLR.SOLVED": _SOLVED}


def special(rules: RuleSet, games: str) -> str:
    """The rating of a player with few games before, which weigh `games`."""
    rule = rules.need(Special)
    if rule.solved:
        text = f"XLR.SOLVED(rating,{games},met,score,n,{{special_per_win}})"
    else:
        text = let(own(us_chess.special("weight")), weight=games, total=sum_over_games("a"))
    return text if rule.most is None else f"MIN({{special_most}},{text})"


def us_chess_event(rules: RuleSet) -> str:
    """Special for the first games, then K (S - E) and the bonus; not below the floor."""
    table = rules.need(Coefficient)
    weight = own(us_chess.weight_of_rating(rules, AGE))
    always = table.effective is not None or formulas.always_has_k(rules)
    bonus = "" if rules.bonus_threshold is None else "+" + own(us_chess.bonus(rules), change="base")
    base = cleaned(formulas.multiplied(rules), rules)
    standard = let(
        f"base{bonus}",
        expected=sum_over_games(
            let(curve.share(rules), real="rating-a", apart=curve.counted(rules))
        ),
        gain=cleaned("score-expected", rules),
        own=f"IF(ISNUMBER(k),k,{weight})",
        base=if_known("own", base, always),
    )
    is_special = rules.need(Special).solved and table.effective is not None
    first = f"{special(rules, weight if is_special else 'games')}-rating"
    few = "IF(ISNUMBER(games),games<={special_games},FALSE)"
    floor = own(us_chess.floor(rules, "MAX(rating,N(peak))"))
    return let(
        f"IF(OR(exact,n=0),new,MAX(new,{floor}))",
        n="XLR.COUNT(met)",
        score="XLR.SUM(got)",
        change=f"IF(n=0,0,IF({few},{first},{standard}))",
        new=settled(rules),
    )
