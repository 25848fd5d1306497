"""The building blocks of the functions: terms, each giving a formula for a rule set.

The formulas are those of the templates (`workbook.formulas`), with parameters as operands. Rules
that only differ in numbers share the same formula, a shape; the sheet of rules says which shape
each rule set uses, and contains its numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ...engine.rules.ruleset import RuleSet
from ...workbook.formulas.arithmetic import Age
from ...workbook.formulas.slots import with_parameters

#: A number of the rules within a formula.
NUMBER = re.compile(r"\{(\w+)\}")
#: The notation for such a number.
of_rules = "{{{}}}".format

#: Here the age is a parameter.
AGE = Age("age", "ISNUMBER(age)")

#: The operands for players, games and sums, unless a term has its own.
_OWN = {
    "Players.k#": "k", "Players.games#": "games", "Players.peak#": "N(peak)",
    "Players.index#": "index_", "Players.rating#": "rating", "Players.sex#": "sex",
    "is_woman": 'N(sex="f")', "raised": "0",
    "rating": "rating", "own_rating": "rating", "opening": "rating", "opponent_rating": "opponent",
    "n": "played", "score": "score", "gain": "gain", "change": "change", "k": "own",
    "k_table": "table", "development": "own", "real": "real", "difference": "apart",
    "performance": "performed", "average": "mean", "opponents_sum": "total",
    "first": "first", "moves": "moves",
}  # fmt: skip


class Term(NamedTuple):
    """A term: its parameters besides `line`, the row of the rules, and its formula for rules.

    `text` raises `NotKnownError` if the regulation has no such thing, like the engine, and
    `NoFormulaError` if it cannot be expressed as a formula.
    """

    parameters: str
    text: Callable[[RuleSet], str]


def own(text: str, **others: str) -> str:
    """A formula of the templates with parameters as operands, numbers of the rules in braces."""
    return with_parameters(text, {**_OWN, **others}, of_rules)


def let(result: str, **steps: str) -> str:
    """Named steps and the result that follows from them; empty steps are left out.

    >>> let("k*gain", k="20", gain="score-n/2")
    'LET(k,20,gain,score-n/2,k*gain)'
    """
    named = "".join(f"{name},{text}," for name, text in steps.items() if text)
    return f"LET({named}{result})" if named else result


def shaped(text: str) -> str:
    """A shape in which a number of the rules that occurs more than once is looked up once.

    >>> shaped("{scale}*share+{scale}/{unit}+SUM(MAP(met,LAMBDA(a,a*{k})))")
    'LET(x_scale,{scale},x_k,{k},x_scale*share+x_scale/{unit}+SUM(MAP(met,LAMBDA(a,a*x_k))))'
    """
    asked = Counter(NUMBER.findall(text + _loops(text)))
    names = {key: f"x_{key}" for key, times in asked.items() if times > 1}
    named = {name: f"{{{key}}}" for key, name in names.items()}
    return let(NUMBER.sub(lambda found: names.get(found[1], found[0]), text), **named)


def _loops(text: str) -> str:
    """The parts of a formula that are evaluated for each game."""
    _, _, rest = text.partition("LAMBDA(")
    depth = 1
    for end, sign in enumerate(rest):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return rest[:end] + _loops(rest[end:])
    return ""


def sum_over_games(value: str, names: str = "a", arrays: str = "met") -> str:
    """A sum over the counted games; `met` is blank for the others."""
    return f'SUM(MAP({arrays},LAMBDA({names},IF(a="",0,{value}))))'


def if_known(coefficient: str, text: str, always: bool) -> str:
    """A formula for players with a coefficient."""
    return text if always else f'IF({coefficient}="",NA(),{text})'
