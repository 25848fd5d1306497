"""Formulas of the rating after a number of games, for methods that use all of them at once.

`met` and `got` are columns of opponents' ratings and scores, both blank for a game that does not
count; `facts` is a row of other facts about the player, and its `unrounded` asks for the
unrounded change instead of the new rating.
"""

from __future__ import annotations

import re

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Average, Coefficient, Performance, Weighting
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas import entry_rating
from ...workbook.formulas.development import developed
from ...workbook.formulas.methods.ingo import weighed
from . import curve
from .term import AGE, if_known, let, own, sum_over_games

#: The facts used for every player.
PLAYER = "rating,met,got,sides,late,facts"
FACTS = ("k", "games", "age", "peak", "index_", "sex", "unrounded")
_COUNTS = {"played": "XLR.COUNT(met)", "score": "XLR.SUM(got)"}


def with_facts(text: str) -> str:
    """A formula about a player, with names for the facts that it uses."""
    asked = [name for name in FACTS if re.search(rf"(?<![\w{{]){name}\b", text)]
    return let(text, **{name: f"INDEX(facts,1,{FACTS.index(name) + 1})" for name in asked})


def new_rating(rules: RuleSet, before: str = "rating") -> str:
    """The rating after a change, rounded as in the regulation."""
    if rules.change.of == "rating":
        return own(formulas.as_published(f"({before}+[change])", rules))
    return f"{before}+{own(formulas.as_published('[change]', rules))}"


def after_games(rules: RuleSet) -> str:
    """The rating after all games; without any, the old one, which nothing rounds."""
    if rules.change.of != "rating" or rules.change.rounding == "none":
        return new_rating(rules)
    return f"IF(AND(played=0,change=0),rating,{new_rating(rules)})"


def settled(rules: RuleSet) -> str:
    """The change, or the resulting rating as published."""
    return f"IF(unrounded,change,{own(entry_rating.on_the_list(after_games(rules), rules))})"


def coefficient(rules: RuleSet) -> dict[str, str]:
    """The steps to K, or to the coefficient used with `over`."""
    if rules.need(Coefficient).over is not None:
        return {"own": own(developed(rules, AGE))}
    table = own(formulas.coefficient(rules, age=AGE))
    return {"table": table, "own": own(formulas.limited(rules))}


def cleaned(text: str, rules: RuleSet) -> str:
    """A number without floating-point noise."""
    return own(formulas.clean(text, rules))


def sum_of_games(rules: RuleSet) -> str:
    """K x the sum of (score - expected score)."""
    change = cleaned(formulas.multiplied(rules), rules)
    return let(
        settled(rules),
        **_COUNTS,
        expected=_expected_sum(rules),
        gain=cleaned("score-expected", rules),
        **coefficient(rules),
        change=if_known("own", change, formulas.always_has_k(rules)),
    )


def _expected_sum(rules: RuleSet) -> str:
    if rules.difference.favours_once and rules.difference.cap is not None:
        return _capped_once(rules)
    steps = {"real": "rating-a", "apart": curve.counted(rules)}
    game = let(curve.of_game(rules), **steps)
    arrays = ("a", "met") if rules.outcomes is None else ("a,side", "met,sides")
    return sum_over_games(game, *arrays)


def _capped_once(rules: RuleSet) -> str:
    """The expected score if the cap only lowers the greatest difference of an event, once."""
    before = "SUM((reals=real)*(SEQUENCE(ROWS(reals))<i))"
    text = own(
        # COUNTIF does not accept arrays, so counts are written as sums.
        formulas.counted_difference(rules)
        .replace('COUNTIF([real@],">"&[real])', 'SUM(IF(reals="",0,--(reals>real)))')
        .replace("COUNTIF([real^],[real])", f"({before}+1)")
    )
    game = let(curve.share(rules), apart=text)
    each = f'IF(real="",0,{game})'
    return let(
        f"SUM(MAP(reals,SEQUENCE(ROWS(reals)),LAMBDA(real,i,{each})))",
        reals='MAP(met,LAMBDA(a,IF(a="","",rating-a)))',
    )


def average_opponent(rules: RuleSet) -> str:
    """K (W - N P), P being the expected share against the average opponent."""
    return _by_average(rules, sum_over_games("a"), "[k]*[gain]")


def event_average(rules: RuleSet) -> str:
    """K (W - We), We being the expected score against the average of opponents within the cap."""
    formulas.only_cap(rules)
    change = "[k]*[gain]" + ("/[n]" if rules.change.per == "share" else "")
    return _by_average(rules, within_cap(rules), change)


def within_cap(rules: RuleSet) -> str:
    """The sum of the opponents' ratings, each at most the cap away."""
    if rules.difference.cap is None:
        return sum_over_games("a")
    return sum_over_games("rating-" + let(curve.counted(rules), real="rating-a"))


def _by_average(rules: RuleSet, total: str, change: str) -> str:
    rule = rules.need(Average)
    found = let(
        cleaned(change, rules),
        total=total,
        mean=own(formulas.rounded("([opponents_sum]/[n])", rule.rounding, rule.places)),
        apart=cleaned("rating-mean", rules),
        share=curve.share(rules),
        expected=cleaned("share*played", rules),
        gain=cleaned("score-expected", rules),
    )
    change = if_known("own", f"IF(played=0,0,{found})", formulas.always_has_k(rules))
    return let(settled(rules), **_COUNTS, **coefficient(rules), change=change)


def ingo(rules: RuleSet) -> str:
    """A performance, or the weighted mean of the old rating and a performance."""
    rule, performed = rules.need(Weighting), rules.need(Performance)
    formulas.only_cap(rules)
    mixed = own(weighed(rules), k="table")
    if rule.most is not None:
        mixed = f"MIN({{weight_most}},{mixed})"
    mean = formulas.rounded("([opponents_sum]/[n])", performed.average_rounding)
    value = "mean+XLR.POINTS(score/played,line)"
    found = let(
        settled(rules),
        total=within_cap(rules),
        mean=own(mean),
        performed=own(formulas.rounded(value, performed.rounding)),
        table=own(formulas.coefficient(rules, age=AGE)) if rule.parts == "games" else "",
        change=f"{mixed}-rating",
    )
    return let(f"IF(played=0,IF(unrounded,0,rating),{found})", **_COUNTS)
