"""The first rating of an unrated player as a formula, and the reasons against it."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Initial
from . import arithmetic as formulas
from .watch import NoFormulaError


def steps(rules: RuleSet) -> dict[str, str]:
    """The formulas of a first rating's parts: average, share of points, difference for it."""
    rule = rules.need(Initial)
    games, score, average = "[n]", "[score]", "([opponents_sum]/[n])"
    if rule.draws:
        games = "([n]+[Rules.draws])"
        score = "([score]+[Rules.draws]/2)"
        average = f"(([opponents_sum]+[Rules.draws]*[Rules.draws_against])/{games})"
    share = f"({score}/{games})"
    average = formulas.rounded(average, rule.average_rounding)
    return {"average": average, "share": share, "difference": difference(rules, share)}


def difference(
    rules: RuleSet, share: str, n: str = "[n]", score: str = "[score]", scale: str = ""
) -> str:
    """The formula of a first rating minus the average; `scale` ends the difference of a share."""
    text = formulas.difference_for(share, rules) + scale
    if rules.need(Initial).per_half_point:
        text = f"IF({share}>=0.5,[Rules.per_half_point]*2*({score}-{n}/2),{text})"
    return text


def first_rating(rules: RuleSet) -> str:
    """The formula of an unrated player's first rating before its bounds; '' where none."""
    rule = rules.initial
    if rule is None:
        return '""'
    if rule.per_win is not None:
        raise NoFormulaError("initial.per_win")
    parts = steps(rules)
    exact = f"{parts['average']}+{parts['difference']}"
    if rule.performed:
        # The performance is rounded in its own column.
        exact = '[performance]+IF([performance]="",NA(),0)'
    return f'IF({enough(rule)},IFERROR({formulas.rounded(exact, rule.rounding)},""),"")'


def enough(rule: Initial) -> str:
    """The test that the results suffice for a first rating."""
    test = "AND([n]>0,[n]>=[Rules.least_games],[score]>=[Rules.least_score])"
    return test if rule.full else f"AND({test},[score]>0,[score]<[n])"


def bounded(rules: RuleSet, first: str) -> str:
    """The formula of a first rating within its bounds; '' if it is too low to be given."""
    rule, text = rules.initial, first
    if rule is None:
        return text
    if rule.low is not None:
        low = f"([Rules.first_low_base]+[Rules.first_low_factor]*{first})"
        text = f"IF({first}<=[Rules.first_low],{formulas.rounded(low, rule.rounding)},{first})"
    if rule.most is not None:
        text = f"MIN([Rules.most],{text})"
    if rule.least is not None:
        text = f'IF({first}<[Rules.least],"",{text})'
    return text


def disregarded(rule: Initial | None) -> list[str]:
    """The tests any of which makes the results of an unrated player count for nothing."""
    tests: list[str] = []
    if rule is None:
        return tests
    if rule.first_zero == "disregarded":
        tests.append("[met_score]=0")
    if rule.first_score:
        tests.append("[met_score]<[Rules.first_score]")
    if rule.event_score:
        tests.append("[met_score]<[Rules.event_score]")
    if rule.event_games:
        tests.append("[met]<[Rules.event_games]")
    return tests
