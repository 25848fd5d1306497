"""Who left a round robin before half of their games, as the engine's `inspection` tells it."""

from __future__ import annotations

from collections.abc import Iterator

from ..builder import Builder
from .typed_numbers import Check


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """The engine's key, the test, and the words where it holds."""
    if not builder.plan.is_round_robin:
        return
    kind = "[Rounds.kind@]"
    played = f'(COUNTIF({kind},"played")+COUNTIF({kind},"unrated"))'
    games = 'COUNTIF([Rounds.line@],">0")'
    lost = f'COUNTIFS({kind},"forfeit",[Rounds.score@],0)'
    test = f'AND({lost}>0,COUNTIF({kind},"postponed")=0,2*{played}<{games})'
    words = {"played": played, "games": games}
    yield "left_before_half", Check(test, builder.say("left_before_half", words), "name")
