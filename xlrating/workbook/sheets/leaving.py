"""Who left a round robin before half of their games, as the engine's `inspection` tells it."""

from __future__ import annotations

from collections.abc import Iterator

from ..builder import Builder
from ..plan import Plan
from ..table import Column, hidden
from .typed_numbers import Check

_KEY = "left_before_half"
_KIND = "[Rounds.kind@]"
_PLAYED = f'(COUNTIF({_KIND},"played")+COUNTIF({_KIND},"unrated"))'
_GAMES = 'COUNTIF([Rounds.line@],">0")'
_LOST = f'COUNTIFS({_KIND},"forfeit",[Rounds.score@],0)'


def columns(plan: Plan) -> tuple[Column, ...]:
    """Hidden: 1 for who left."""
    left = {one.no for one in plan.doubts if one.key == _KEY}
    test = f'AND({_LOST}>0,COUNTIF({_KIND},"postponed")=0,2*{_PLAYED}<{_GAMES})'
    return (hidden("left", lambda i: int(plan.number_at(i) in left), f"IF({test},1,0)"),)


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """The engine's key, the test, and the words where it holds."""
    if builder.plan.is_round_robin:
        words = {"played": _PLAYED, "games": _GAMES}
        yield _KEY, Check("[left]=1", builder.say(_KEY, words), "name")
