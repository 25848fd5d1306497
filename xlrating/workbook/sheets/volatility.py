"""The volatility of Glicko-2 found round by round, on the hidden sheet Steps."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.rules.ruleset import RuleSet
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Value
from ..formulas import deviation
from ..formulas.period import ROUNDS, ways
from ..table import HEAD_ROW, Column


def is_searched(rules: RuleSet) -> bool:
    """Whether players have a volatility that follows from their games."""
    return rules.deviation is not None and rules.deviation.volatility is not None


def columns(builder: Builder) -> list[Column]:
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
        for key in ("square", "surplus", "begin"):
            text = text.replace(f"[{key}]", f"INDEX([Ratings.{key}],{player})")
        return text

    def formula(first: str, stays: str, moves: str) -> Callable[[int], str]:
        """The first round; then the same where the ends have met, else a step."""
        none = f"INDEX([Ratings.n],{player})=0"
        met = deviation.is_found("[x-]", "[y-]")
        texts = (
            f"IF({none},0,{of_player(first)})",
            f"IF({met},{stays},{of_player(moves)})",
        )
        return lambda index: texts[index % ROUNDS > 0]

    other, turned = deviation.other_end(rules), "SIGN([f_y])*SIGN([f_y-])<=0"
    crossing = deviation.between("[x-]", "[f_x-]", "[y-]", "[f_y-]")
    listed = (
        ("x", formula("[begin]", "[x-]", f"IF({turned},[y-],[x-])")),
        ("f_x", formula(deviation.slope("[x]"), "[f_x-]", f"IF({turned},[f_y-],[f_x-]/2)")),
        ("y", formula(other, "[y-]", crossing)),
        ("f_y", formula(deviation.slope("[y]"), "[f_y-]", deviation.slope("[y]"))),
    )
    return [
        Column(key, value(place), text, heading="-") for place, (key, text) in enumerate(listed)
    ]
