"""The performance whose expected score is the real one, found step by step, as formulas.

A block lists keys, each with its formula in the first step and in later ones: `[key-]` is the
value of the step before, `[key^]` all values up to this step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ...engine.lines import Line
from ...engine.rounding import ONE, ZERO, half_away
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Expectancy, Performance
from ...engine.terms.performance import Approximation, approximations
from ..file.grid import Value
from . import arithmetic as formulas
from .slots import SLOT
from .watch import NoFormulaError

#: A key, its formula in the first step, and in each later one.
Block = tuple[tuple[str, str, str], ...]

#: Steps that are kept; real fields need up to 31, the widest random ones more than a
#: hundred, which spreadsheet programs do not follow.
STEPS = 40
#: The most decimals of an expected score with which so many steps are enough.
_PLACES = 3
#: Decimals of the missing score.
PLACES = 9
#: Stands for a correction that would need a share of points outside 0 to 1, and for the rating of
#: a step that is not taken.
NONE = 10**9


def is_iterated(rules: RuleSet) -> bool:
    """Whether the rules find a performance in steps. Raises `NoFormulaError` for other steps."""
    if not (rules.performance and rules.performance.iterated):
        return False
    if rules.method != "sum over games":
        raise NoFormulaError("performance.iterated")  # no other method's formulas look here
    rule = rules.need(Expectancy)
    if rule.model != "table" and (rule.places is None or rule.places > _PLACES):
        raise NoFormulaError("performance.iterated")  # it can take more than a hundred steps
    if rules.need(Performance).rounding not in ("half up", "half away from zero", "down"):
        raise NoFormulaError("performance.rounding")  # steps that are not whole may never meet
    return True


def share(value: str, rules: RuleSet) -> str:
    """The formula for a share of points, rounded as the rules say."""
    places = rules.need(Performance).share_places
    return value if places is None else formulas.rounded(f"({value})", "half up", places)


def steps(rules: RuleSet) -> Block:
    """The ratings that are tried, the missing score at each, and the next correction.

    `[met_rating@]` are the opponents' ratings, of which those with `[counted@]` = 1 count.
    """

    def whole(value: str) -> str:
        difference = formulas.difference_for(share(value, rules), rules)
        return formulas.rounded(difference, rules.need(Performance).rounding)

    begin = f"[average]+{whole('([score]/[n])')}"
    begin = f"IF(OR([n]=0,[score]=0,[score]=[n]),{NONE},{begin})"
    is_over = f"OR([rating-]={NONE},[correction-]=0,[correction-]={NONE})"
    expected = formulas.expected_of_many(rules, "([rating]-[met_rating@])", "[counted@]")
    lacking = f"IF([rating]={NONE},0,ROUND([score]-{expected},{PLACES}))"
    next_share = "([lacking]/[n]+0.5)"
    found, step = share(next_share, rules), whole(next_share)
    # A rating that was tried before ends the search.
    step = f"IF(COUNTIF([rating^],[rating]+{step})>0,0,{step})"
    correction = f"IF([rating]={NONE},0,IF(AND({found}>0,{found}<1),{step},{NONE}))"
    return (
        ("rating", begin, f"IF({is_over},{NONE},[rating-]+[correction-])"),
        ("lacking", lacking, lacking),
        ("correction", correction, correction),
    )


def numbered(block: Block, name: str, times: int) -> dict[str, str]:
    """The formulas of `times` steps of a block, by cell: `name`, the key and the step's number."""
    keys = {key for key, _, _ in block}

    def at(text: str, number: int) -> str:
        def put(found: re.Match[str]) -> str:
            table, key, mark = found.groups()
            if table or key not in keys:
                return found[0]
            here = f"[{name}_{key}{number - (mark == '-')}]"
            return f"[{name}_{key}1]:{here}" if mark == "^" else here

        return SLOT.sub(put, text)

    return {
        f"{name}_{key}{number}": at(later if number > 1 else first, number)
        for key, first, later in block
        for number in range(1, times + 1)
    }


def is_later(key: str) -> bool:
    """Whether a cell, named as by `numbered`, is of a later step than the first."""
    return not re.fullmatch(r"\D+1", key)


def all_steps(rules: RuleSet) -> dict[str, str]:
    """The formulas of all `STEPS` steps, by cell."""
    return numbered(steps(rules), "step", STEPS)


_RATINGS, _CORRECTIONS = (f"[step_{key}1]:[step_{key}{STEPS}]" for key in ("rating", "correction"))
#: How many steps are taken.
_TAKEN = f'COUNTIF({_RATINGS},"<{NONE}")'
#: Whether they did not suffice: no performance is shown then, rather than a wrong one.
UNFINISHED = f"({_TAKEN}={STEPS})"
_HAS_NONE = f"OR({_TAKEN}=0,{UNFINISHED},COUNTIF({_CORRECTIONS},{NONE})>0)"
#: The last rating; '' where there is none.
LAST = f'IF({_HAS_NONE},"",INDEX({_RATINGS},{_TAKEN}))'


# --- the values ---------------------------------------------------------------------------------


def of_line(line: Line | None, rules: RuleSet) -> tuple[Approximation, ...]:
    """The engine's steps for a player; () if there is no performance to find."""
    counted = [game for game in line.games if game.counted] if line else []
    met = [game.opponent_rating or ZERO for game in counted]
    if line is None or not met or line.score in (ZERO, len(met) * ONE):
        return ()
    return tuple(approximations(met, line.score, rules))


def _value(made: Sequence[Approximation], key: str, number: int) -> Value:
    """The value of a key in a step, counted from 0."""
    if number >= len(made):
        return NONE if key == "rating" else 0
    found: Decimal | None = getattr(made[number], key)
    if found is None:
        return NONE
    return half_away(found, PLACES) if key == "lacking" else found


def values(made: Sequence[Approximation]) -> dict[str, Value]:
    """The values of all steps that are kept, by the names that `numbered` gives them."""
    return {
        f"step_{key}{number + 1}": _value(made, key, number)
        for key in Approximation._fields
        for number in range(STEPS)
    }
