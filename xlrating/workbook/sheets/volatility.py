"""The volatility of Glicko-2 found step by step, on the hidden sheet Steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from ...engine.rules.ruleset import RuleSet
from ..builder import Builder
from ..file.grid import Value
from ..formulas import deviation
from ..formulas.approach import is_later, numbered
from ..formulas.period import ROUNDS, ways
from ..table import SheetColumn, hidden
from .lean import shared


def is_searched(rules: RuleSet) -> bool:
    """Whether players have a volatility that follows from their games."""
    return rules.deviation is not None and rules.deviation.volatility is not None


def columns(builder: Builder) -> list[SheetColumn]:
    """The columns of what the search begins with, and of both ends in each step, with f there."""
    rules, of = builder.plan.rules, ways(builder.plan)
    if not is_searched(rules):
        return []

    def begun(key: str) -> Callable[[int], Value]:
        return lambda place: getattr(of(place), key, 0)

    def number(place: int) -> Value:
        line = builder.plan.line_of.get(builder.plan.numbers[place])
        return line.n if line else 0

    @cache
    def searched(place: int) -> dict[str, float]:
        way = of(place)
        return way.searched if way else {}

    def end(key: str) -> Callable[[int], Value]:
        return lambda place: searched(place).get(key, 0)

    return [
        SheetColumn("n", number, shared("[Ratings.n#]")),
        *(hidden(key, begun(key), shared(f"[Ratings.{key}#]")) for key in deviation.SOUGHT),
        *(
            replace(hidden(key, end(key), text), across=is_later(key))
            for key, text in numbered(deviation.search(rules), "end", ROUNDS).items()
        ),
    ]
