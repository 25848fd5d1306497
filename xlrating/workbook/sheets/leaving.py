"""Players who left a round robin before half of their games, as in the engine's `inspection`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..builder import Builder
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn, hidden
from .typed_numbers import Check

_KEY = "left_before_half"
_KIND = "[Rounds.kind@]"
_PLAYED = f'(COUNTIF({_KIND},"played")+COUNTIF({_KIND},"unrated"))'
_GAMES = 'COUNTIF([Rounds.kind@],"<>none")'
_LOST = f'COUNTIFS({_KIND},"forfeit",[Rounds.score@],0)'


def columns(plan: Plan) -> tuple[SheetColumn, ...]:
    """Hidden columns: the games of players who left, and how many were played; 0 for others."""
    left = {one.no: one.words for one in plan.doubts if one.key == _KEY}

    def value(word: str) -> Callable[[int], Value]:
        return lambda i: left[no][word] if (no := plan.number_at(i)) in left else 0  # type: ignore[return-value]

    test = f'AND({_LOST}>0,COUNTIF({_KIND},"postponed")=0,2*{_PLAYED}<{_GAMES})'
    return (
        hidden("left", value("games"), f"IF({test},{_GAMES},0)"),
        hidden("left_played", value("played"), f"IF([left]=0,0,{_PLAYED})"),
    )


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield the engine's key with the check for a player who left."""
    if builder.plan.is_round_robin:
        words = {"played": "[left_played]", "games": "[left]"}
        yield _KEY, Check("[left]>0", builder.say(_KEY, words), "name")
