"""The formula of the rating after a number of games, for rules in which each changes it at once."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas import entry_rating
from . import curve
from .by_sum import cleaned, new_rating
from .coefficient import of_game
from .term import if_known, let, own


def game_by_game(rules: RuleSet) -> str:
    """A fold over the games; its state is rating, exact change and, if K needs it, peak."""
    formulas.only_cap(rules)
    now = "reached" if rules.change.ratings == "before the event" else "rating"
    k = of_game(rules, "i>ROWS(met)-late")
    change = cleaned("own*gain", rules)
    has_peak = "N(peak)" in k
    step = let(
        f"HSTACK(new,INDEX(state,1,2)+change{',MAX(new,peak)' * has_peak})",
        **{now: "INDEX(state,1,1)"},
        peak="INDEX(state,1,3)" * has_peak,
        score="INDEX(got,i,1)",
        real="rating-opponent",
        apart=curve.counted(rules),
        side="" if rules.outcomes is None else "INDEX(sides,i,1)",
        expected=curve.of_game(rules),
        gain=cleaned("score-expected", rules),
        own=f"IF(ISNUMBER(k),k,{k})",
        change=if_known("own", change, formulas.always_has_k(rules)),
        new=new_rating(rules, now),
    )
    game = let(f'IF(opponent="",state,{step})', opponent="INDEX(met,i,1)")
    start = f"HSTACK(rating,0{',MAX(rating,N(peak))' * has_peak})"
    listed = own(entry_rating.on_the_list("INDEX(after,1,1)", rules))
    return let(
        f"IF(unrounded,INDEX(after,1,2),{listed})",
        after=f"REDUCE({start},SEQUENCE(ROWS(met)),LAMBDA(state,i,{game}))",
    )
