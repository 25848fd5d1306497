"""The rule set's arithmetic as native formulas, the mirror of the engine's functions.

Every number comes from a cell of the Rules sheet; `[Rules.name]` is that cell.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..coefficient import conditions
from ..frozen import parts
from ..ruleset import RuleSet
from ..sections.base import Section

#: What the formulas of this module compute; a rule set with other sections, or with
#: other values of these keys, is computed by the engine alone.
_METHOD = "sum over games"
_SECTIONS = (
    "expectancy", "percentage", "difference", "coefficient", "change", "performance", "initial",
    "published",
)  # fmt: skip
_KEYS: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "expectancy": {"model": ("table", "logistic", "normal"), "rounding": ("half up",)},
    "coefficient": {"of": ("player",), "over": (None,), "final_rounds": (0,), "own": ((),)},
    "change": {"per": ("points",), "weight": (1,), "each": ("period",)},
    "performance": {"iterated": (False,)},
    "initial": {
        "void_below": (None,),
        "scaled": (False,),
        "performed": (False,),
        "per_win": (None,),
        "low": (None,),
        "full": (True,),
    },
    "published": {"women": (None,), "keeps": (False,)},
}


def is_native(rules: RuleSet) -> bool:
    """Whether native formulas compute everything this rule set asks for."""
    for name in parts(rules):
        section = getattr(rules, name)
        if isinstance(section, Section) and name not in _SECTIONS and section != type(section)():
            return False
    return rules.method == _METHOD and all(
        getattr(getattr(rules, name), key) in allowed
        for name, keys in _KEYS.items()
        if getattr(rules, name) is not None
        for key, allowed in keys.items()
    )


#: Rounding to so many decimals takes the binary noise off a number with a few decimals.
CLEAN = 12


def clean(value: str, rules: RuleSet) -> str:
    """A sum or product of printed decimals without binary noise, so that halves are halves.

    The closed forms have no last decimal; their values stay as they are.
    """
    rule = rules.need("expectancy")
    has_decimals = rule.model == "table" or rule.places is not None
    return f"ROUND({value},{CLEAN})" if has_decimals else value


def counted_difference(rules: RuleSet) -> str:
    """Own minus opponent's rating as the regulation counts it; `[real]` is the real one."""
    rule = rules.difference
    if rule.cap is None:
        return "[real]"
    capped = "MAX(-[Rules.cap],MIN([Rules.cap],[real]))"
    if rule.favours_once:
        # The cap may lower only the greatest differences of the event, the first of equals.
        ahead = 'COUNTIF([real@],">"&[real])+COUNTIF([real^],[real])'
        capped = (
            f"IF([real]>[Rules.cap],IF({ahead}<=[Rules.favours_once],[Rules.cap],[real]),{capped})"
        )
    if rule.exempt_from is not None:
        capped = f"IF([own_rating]>=[Rules.exempt_from],[real],{capped})"
    return capped


def expected(rules: RuleSet) -> str:
    """Expected score for the counted `[difference]`."""
    rule = rules.need("expectancy")
    if rule.model == "table":
        # A difference belongs to the row whose upper bound it does not exceed.
        row = "LOOKUP(ABS([difference])-0.000000001,[Rules.above],"
        return f"IF([difference]>=0,{row}[Rules.high]),{row}[Rules.low]))"
    if rule.model == "logistic":
        share = "1/(1+10^(-ABS([difference])/[Rules.scale]))"
    else:
        share = "NORMSDIST(ABS([difference])/SQRT([Rules.variance]))"
    if rule.places is not None:
        share = f"ROUND({share},{rule.places})"
    return f"IF([difference]>=0,{share},1-{share})"


def difference_for(share: str, rules: RuleSet) -> str:
    """Rating difference for a share of points; an error where there is none."""
    rule = rules.need("percentage")
    if rule.model == "table":
        return f"(0+INDEX([Rules.dp],ROUND(ROUND({share},2)*100,0)+1))"
    if rule.model == "logistic":
        return f"([Rules.scale]*LOG10({share}/(1-{share})))"
    return f"(SQRT([Rules.variance])*NORMSINV({share}))"


def rounded(value: str, name: str, places: int = 0) -> str:
    """A value under one of the roundings that rule files name."""
    exact = f"ROUND({value},{CLEAN - 3})"
    step = f"10^{places}*" if places else ""
    back = f"/10^{places}" if places else ""
    forms = {
        "none": value,
        "half away from zero": f"ROUND({exact},{places})",
        "half up": f"INT({step}{exact}+0.5){back}",
        "down": f"INT({step}{exact}){back}",
        "nearest 5, half up": f"(5*INT({step}{exact}/5+0.5){back})",
    }
    return forms[name]


def coefficient(rules: RuleSet) -> str:
    """K of a row of the Ratings sheet, from the facts on the Players sheet."""
    facts = {
        "rating": ("[rating]", "TRUE"),
        "peak": ("MAX([rating],[Players.peak#])", "TRUE"),
        "games": ("[Players.games#]", '[Players.games#]<>""'),
        "age": ("(YEAR([Rules.day])-[Players.born#])", 'AND([Players.born#]<>"",[Rules.day]<>"")'),
    }
    rows = rules.need("coefficient").rows
    text = "NA()"
    for number in range(len(rows), 0, -1):
        row = rows[number - 1]
        k = f"[Rules.k{number}]"
        if row.per_point:
            k = f"({k}+[Rules.k{number}_per_point]*[rating])"
        tests = []
        for condition in conditions(row):
            value, known = facts[condition.fact]
            bound = f"[Rules.k{number}_{condition.fact}]"
            tests.append(f"IF({known},{value}{condition.comparison}{bound},FALSE)")
        text = f"IF(AND({','.join(tests)}),{k},{text})" if tests else k
    return f'IF([Players.k#]<>"",[Players.k#],{text})'


def limited(rules: RuleSet) -> str:
    """K after the bound on K x games of a period."""
    if not rules.need("coefficient").most:
        return "[k_table]"
    return "IF([k_table]*[n]>[Rules.k_most],INT([Rules.k_most]/[n]),[k_table])"


def new_rating(rules: RuleSet) -> str:
    """The rounded change of a rated player; added to the rating it gives the new one."""
    rule = rules.change
    if rule.of == "rating":
        return f"{rounded('([rating]+[change])', rule.rounding, rule.places)}-[rating]"
    return rounded("[change]", rule.rounding, rule.places)


def first_rating(rules: RuleSet) -> str:
    """The first rating of a player without one, before it is bounded; '' where none."""
    rule = rules.initial
    if rule is None:
        return '""'
    games, score, average = "[n]", "[score]", "([opponents_sum]/[n])"
    if rule.draws:
        games = "([n]+[Rules.draws])"
        score = "([score]+[Rules.draws]/2)"
        average = f"(([opponents_sum]+[Rules.draws]*[Rules.draws_against])/{games})"
    share = f"({score}/{games})"
    difference = difference_for(share, rules)
    if rule.per_half_point:
        above = "[Rules.per_half_point]*2*([score]-[n]/2)"
        difference = f"IF({share}>=0.5,{above},{difference})"
    exact = f"{average}+{difference}"
    enough = "AND([n]>0,[n]>=[Rules.least_games],[score]>=[Rules.least_score])"
    return f'IF({enough},IFERROR({rounded(exact, rule.rounding)},""),"")'
