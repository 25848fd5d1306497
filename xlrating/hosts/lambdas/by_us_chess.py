"""The US Chess formula of the rating after a number of games, given the opponents' ratings."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Coefficient, Special
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas import us_chess
from . import curve
from .by_sum import cleaned, settled
from .term import AGE, if_known, let, own, sum_over_games


def _end(test: str, of: str = "knots", is_last: bool = True) -> str:
    """The last or the first knot for which a condition holds; a distant value if none does."""
    name, none = ("MAX", f"-{us_chess.FAR}") if is_last else ("MIN", f"{us_chess.FAR}")
    return f"{name}(IF({test},{of},{none}))"


def _solved(games: str) -> str:
    """The rating at which the provisional expectancies sum to the score.

    They are linear between knots, which are at a distance of `reach` on both sides of every
    opponent and of the old rating.
    """
    reach = own(us_chess.REACH)
    lacking = f"total-SUM(parts*{own(us_chess.share('knot-used'))})"
    near = f"SUM(--(ABS(mean-used)<={reach}))>0"
    places = {key: key for key in ("flat_from", "flat_to", "more", "less", "near")}
    sides = {"left": "from_left", "right": "from_right"}
    nowhere = {"below": _end("ends<mean", "ends"), "above": _end("ends>mean", "ends", False)}
    return let(
        own(us_chess.SOLVED, **places, **sides, start="rating", **nowhere),
        all="VSTACK(met,rating)",
        weight=games,
        at=f'MAP(all,LAMBDA(a,IF(a="",0,ROUND(a,{us_chess.PLACES}))))',
        weights='MAP(all,SEQUENCE(ROWS(all)),LAMBDA(a,i,IF(i=ROWS(all),weight,IF(a="",0,1))))',
        total="score+weight/2",
        mean=f"(SUM(at*weights)+(2*score-played)*{reach})/(weight+played)",
        used="FILTER(at,weights>0)",
        parts="FILTER(weights,weights>0)",
        knots=f"VSTACK(used-{reach},used+{reach})",
        exactly=f"MAP(knots,LAMBDA(knot,{lacking}))",
        lacks=f"MAP(exactly,LAMBDA(a,ROUND(a,{us_chess.PLACES})))",
        from_left=_end("lacks>0"),
        from_right=_end("lacks<0", is_last=False),
        flat_from=_end("lacks=0", is_last=False),
        flat_to=_end("lacks=0"),
        more="MIN(IF(lacks>0,exactly,1E9))",
        less="MAX(IF(lacks<0,exactly,-1E9))",
        near=near,
        seen="FILTER(at,(weights>0)+(SEQUENCE(ROWS(all))=ROWS(all))>0)",
        ends=f"VSTACK(seen-{reach},seen+{reach})",
    )


def special(rules: RuleSet, games: str) -> str:
    """The rating of a player with few earlier games, which count as `games`."""
    rule = rules.need(Special)
    if rule.solved:
        return own(us_chess.most(rules, _solved(games)))
    text = let(own(us_chess.special("weight")), weight=games, total=sum_over_games("a"))
    return own(us_chess.most(rules, text))


def us_chess_event(rules: RuleSet) -> str:
    """Special for the first games, then K (S - E) plus the bonus; never below the floor."""
    table = rules.need(Coefficient)
    weight = own(us_chess.weight_of_rating(rules, AGE))
    always = table.effective is not None or formulas.always_has_k(rules)
    bonus = (
        "" if rules.bonus_threshold is None else "+" + own(us_chess.bonus(rules), change="basic")
    )
    base = cleaned(formulas.multiplied(rules), rules)
    standard = let(
        f"basic{bonus}",
        expected=sum_over_games(
            let(curve.share(rules), real="rating-a", apart=curve.counted(rules))
        ),
        gain=cleaned("score-expected", rules),
        own=f"IF(ISNUMBER(k),k,{weight})",
        basic=if_known("own", base, always),
    )
    is_special = rules.need(Special).solved and table.effective is not None
    first = f"{special(rules, weight if is_special else 'games')}-rating"
    few = "IF(ISNUMBER(games),games<={special_games},FALSE)"
    floor = own(us_chess.floor(rules, "MAX(rating,N(peak))"))
    return let(
        f"IF(OR(unrounded,played=0),new,MAX(new,{floor}))",
        played="XLR.COUNT(met)",
        score="XLR.SUM(got)",
        change=f"IF(played=0,0,IF({few},{first},{standard}))",
        new=settled(rules),
    )
