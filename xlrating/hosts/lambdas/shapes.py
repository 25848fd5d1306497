"""The shapes of each term, and which shape each rule set uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...engine.errors import NotKnownError
from ...engine.problem import format_message
from ...engine.rules.requirements import restrict_to_method
from ...engine.rules.ruleset import RuleSet
from ...engine.texts import say
from ...functions.one_player import expect_ratings
from ...workbook.formulas.rule_numbers import keys_read
from ...workbook.formulas.watch import KeyWatch, NoFormulaError, watched
from ...workbook.native import unread
from . import by_list, by_period, coefficient, curve, performances
from .by_game import game_by_game
from .by_sum import PLAYER, average_opponent, event_average, ingo, sum_of_games, with_facts
from .by_us_chess import us_chess_event
from .term import NUMBER, Term, let, shaped

_METHODS = {
    "sum over games": sum_of_games,
    "average opponent": average_opponent,
    "event average": event_average,
    "ingo": ingo,
    "game by game": game_by_game,
    "us chess": us_chess_event,
}


#: Keys that do not apply to a single call, or that helpers read (the gap beyond which no game
#: counts).
_BESIDE_CALLS = (
    "passes", "change.weights", "difference.unrated_gap", "difference.unrated_above",
    "coefficient.final_least", "coefficient.own.k", "bonus_threshold.most_meetings", "peak_floor",
    "performance",
)  # fmt: skip
#: The terms that a formula calls.
_CALLED = re.compile(r"XLR\.(\w+)\(")


def _new(rules: RuleSet) -> str:
    """The rating after a number of games, by the method of the rules.

    Raises `NoFormulaError` if the rules contain something that none of the formulas used.
    """
    expect_ratings(rules)
    seen = KeyWatch()
    met = watched(restrict_to_method(rules), seen)
    text = whole = _METHODS[rules.method](met)
    called: set[str] = set()
    while more := {name for name in _CALLED.findall(whole) if name in TERMS} - called:
        called |= more
        whole += "".join(TERMS[name].text(met) for name in more)
    seen |= keys_read(NUMBER.findall(whole), rules)
    for key in unread(rules, seen, _BESIDE_CALLS):
        raise NoFormulaError(key)
    return with_facts(text)


TERMS: Mapping[str, Term] = {
    **curve.TERMS,
    **coefficient.TERMS,
    "NEW": Term(PLAYER, _new),
    **performances.TERMS,
    **by_list.TERMS,
    **by_period.TERMS,
}

#: More shapes than this are called in groups, so that a call involves few and short formulas.
_GROUP = 7


class Shapes(NamedTuple):
    """The formulas of a term, and for each rule set the number of its own from 1, or None.

    `refusals` say why there is none; '' if there is one.
    """

    texts: Sequence[str]
    numbers: Sequence[int | None]
    refusals: Sequence[str]


def shapes_of(term: Term, rules: Iterable[RuleSet], language: str) -> Shapes:
    """The shapes of a term for these rules, and the reasons, in a language, why there is none."""
    texts: dict[str, int] = {}
    numbers: list[int | None] = []
    refusals: list[str] = []
    for one in rules:
        text = reason = ""
        try:
            text = term.text(one)
        except NotKnownError as error:
            reason = format_message(error.problem, language)
        except NoFormulaError as missing:
            lacking = {"missed": missing.key, "rules": one.reference}
            reason = say(language, "lambda_lacks", **lacking)
        numbers.append(texts.setdefault(shaped(text), len(texts) + 1) if text else None)
        refusals.append(reason)
    return Shapes(list(texts), numbers, refusals)


def definitions(name: str, shapes: Shapes) -> dict[str, str]:
    """The names for a term: one for each shape, and one that chooses between them."""
    parameters = f"{TERMS[name].parameters},line"
    places = {f"XLR.{name}.S{i}": text for i, text in enumerate(shapes.texts, 1)}
    found = {place: f"LAMBDA({parameters},{text})" for place, text in places.items()}
    choice = f"{{shape_{name}}}"
    calls = [f"{place}({parameters})" for place in places]
    groups = [calls[at : at + _GROUP] for at in range(0, len(calls), _GROUP)]
    chosen = [_choose(f"shape-{i * _GROUP}", group) for i, group in enumerate(groups)]
    if len(groups) > 1:
        for i, text in enumerate(chosen, 1):
            found[f"XLR.{name}.G{i}"] = f"LAMBDA({parameters},shape,{text})"
        called = [f"XLR.{name}.G{i}({parameters},shape)" for i in range(1, len(chosen) + 1)]
        chosen = [_choose(f"INT((shape-1)/{_GROUP})+1", called)]
    none = "IF(ISERROR(line),line,NA())"
    text = let(f"IF(ISNUMBER(shape),{chosen[0]},{none})", shape=choice) if chosen else none
    found[f"XLR.{name}"] = f"LAMBDA({parameters},{text})"
    return found


def _choose(place: str, calls: Sequence[str]) -> str:
    # A call in each branch: programs choose between values, not between functions.
    return calls[0] if len(calls) == 1 else f"CHOOSE({place},{','.join(calls)})"
