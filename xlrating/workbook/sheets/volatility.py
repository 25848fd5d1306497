"""The volatility of Glicko-2 found round by round, on the hidden sheet Steps."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.rules.ruleset import RuleSet
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Value
from ..formulas import deviation
from ..formulas.period import ROUNDS, ways
from ..table import HEAD_ROW, SheetColumn


def is_searched(rules: RuleSet) -> bool:
    """Whether players have a volatility that follows from their games."""
    return rules.deviation is not None and rules.deviation.volatility is not None


def columns(builder: Builder) -> list[SheetColumn]:
    """Both ends of each round and f there, a block of rows for each player."""
    rules, of = builder.plan.rules, ways(builder.plan)
    if not is_searched(rules):
        return []

    def value(place: int) -> Callable[[int], Value]:
        def found(index: int) -> Value:
            way = of(index // ROUNDS)
            return way.ends[index % ROUNDS][place] if way and way.ends else 0

        return found

    player = f"INT((ROW()-ROW({address(HEAD_ROW, 0, 'rc')})-1)/{ROUNDS})+1"

    def of_player(text: str) -> str:
        for key in ("square", "surplus", "begin", "n"):
            text = text.replace(f"[{key}]", f"INDEX([Ratings.{key}],{player})")
        return text

    def formula(*texts: str) -> Callable[[int], str]:
        own = [*map(of_player, texts)]
        return lambda index: own[index % ROUNDS > 0]

    return [
        SheetColumn(key, value(place), formula(first, later), heading="-")
        for place, (key, first, later) in enumerate(deviation.search(rules))
    ]
