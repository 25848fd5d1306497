"""What the functions are made of: terms, each a text for the rules it is asked of.

The texts are those of the templates (`workbook.formulas`), with parameters in their places. Rules
that differ in numbers alone give the same text, a shape; the sheet of rules says which shape each
rule set has, and holds its numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ...engine.rules.ruleset import RuleSet
from ...workbook.formulas.arithmetic import Age
from ...workbook.formulas.slots import with_parameters

#: A number of the rules in a text.
NUMBER = re.compile(r"\{(\w+)\}")
#: What writes one there.
of_rules = "{{{}}}".format

#: The age is a parameter here.
AGE = Age("age", "ISNUMBER(age)")

#: What the places of players, games and sums are, where a term does not say otherwise.
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
    """A term: its parameters besides `row`, the row of the rules, and its text for rules.

    `text` raises `NotKnownError` where the regulation has no such thing, as the engine does, and
    `NoFormulaError` where no formula has what it asks for.
    """

    parameters: str
    text: Callable[[RuleSet], str]


def own(text: str, **others: str) -> str:
    """A text of the templates with parameters in its places, and numbers of the rules in braces."""
    return with_parameters(text, {**_OWN, **others}, of_rules)


def let(result: str, **steps: str) -> str:
    """Steps with names, and the result that follows from them; an empty step is left out.

    >>> let("k*gain", k="20", gain="score-n/2")
    'LET(k,20,gain,score-n/2,k*gain)'
    """
    named = "".join(f"{name},{text}," for name, text in steps.items() if text)
    return f"LET({named}{result})" if named else result


def shaped(text: str) -> str:
    """A shape: a number of the rules that is asked for more than once is looked up once.

    >>> shaped("{scale}*share+{scale}/{unit}+SUM(MAP(met,LAMBDA(a,a*{k})))")
    'LET(x_scale,{scale},x_k,{k},x_scale*share+x_scale/{unit}+SUM(MAP(met,LAMBDA(a,a*x_k))))'
    """
    asked = Counter(NUMBER.findall(text + _loops(text)))
    names = {key: f"x_{key}" for key, times in asked.items() if times > 1}
    named = {name: f"{{{key}}}" for key, name in names.items()}
    return let(NUMBER.sub(lambda found: names.get(found[1], found[0]), text), **named)


def _loops(text: str) -> str:
    """The parts of a text that are calculated for each game."""
    _, _, rest = text.partition("LAMBDA(")
    depth = 1
    for end, sign in enumerate(rest):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return rest[:end] + _loops(rest[end:])
    return ""


def sum_over_games(value: str, names: str = "a", arrays: str = "met") -> str:
    """A sum over the counted games; `met` is blank in the others."""
    return f'SUM(MAP({arrays},LAMBDA({names},IF(a="",0,{value}))))'


def if_known(coefficient: str, text: str, always: bool) -> str:
    """A text for those who have a coefficient."""
    return text if always else f'IF({coefficient}="",NA(),{text})'
