"""Numbers that are typed for a player, and inputs that are not: texts, or out of bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine.player_facts import BORN_MAX, BORN_MIN, K_BOUNDS
from ..builder import Builder
from ..facts import Fact


class Check(NamedTuple):
    """A test of a line of Players, the message if it holds, and the column to correct."""

    test: str
    words: str
    at: str


def unread(builder: Builder) -> Iterator[str]:
    """Yield tests for numbers of a line that are texts or out of bounds: ratings would be wrong."""
    low, high = map(str, builder.plan.rules.bounds)
    yield is_no_number("[rating]", low, high)
    yield is_no_number("[k]", f"{K_BOUNDS[0]}", f"{K_BOUNDS[1]}")
    yield born_wrong(builder).test
    yield from (check.test for check in with_decimals(builder))
    for fact in builder.facts:
        if fact.kind in ("whole", "decimal") and fact.key != "born":
            yield out_of_bounds(builder, fact).test


def born_wrong(builder: Builder) -> Check:
    """The check for an impossible year of birth."""
    last = f'IF([Rules.day]="",{BORN_MAX},[Rules.year])'
    words = {"value": "[born]", "low": str(BORN_MIN), "high": last}
    test = is_no_number("[born]", str(BORN_MIN), last)
    return Check(test, builder.say("born_out_of_range", words), "born")


def with_decimals(builder: Builder) -> Iterator[Check]:
    """Yield checks for ratings with decimals, where lists have whole numbers only."""
    asked = {"rating", *(fact.key for fact in builder.facts)} & {"rating", "peak"}
    for key in sorted(asked) if builder.plan.rules.scale.whole else ():
        words = {"fact": builder.say(f"col_{key}"), "value": f"[{key}]"}
        test = f"IF(ISNUMBER([{key}]),[{key}]<>INT([{key}]),FALSE)"
        yield Check(test, builder.say("rating_not_whole", words), key)


def range_key(fact: Fact) -> str:
    """The key of the text for a value that is out of bounds."""
    return "whole_out_of_range" if fact.kind == "whole" else "number_out_of_range"


def out_of_bounds(builder: Builder, fact: Fact) -> Check:
    """The check for a fact that is not a number between its bounds, whole if it must be."""
    low, high = f"{fact.low:g}", f"{fact.high:g}"
    if fact.key == "peak":
        low, high = map(str, builder.plan.rules.bounds)
    cell = f"[{fact.key}]"
    test = is_no_number(cell, low, high, fact.kind == "whole")
    words = {"fact": builder.say(f"col_{fact.key}"), "value": cell, "low": low, "high": high}
    return Check(test, builder.say(range_key(fact), words), fact.key)


def is_no_number(cell: str, low: str, high: str, is_whole: bool = False) -> str:
    """The test for a cell that is filled but holds no number between bounds."""
    part = f",{cell}<>INT({cell})" if is_whole else ""
    beyond = f"OR({cell}<{low},{cell}>{high}{part})"
    return f'IF({cell}="",FALSE,IF(ISNUMBER({cell}),{beyond},TRUE))'
