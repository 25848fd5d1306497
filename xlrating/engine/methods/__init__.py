"""The rating methods, each turning events into changes, by the names that rule files use."""

from __future__ import annotations

from typing import Callable, Mapping, Optional, Sequence, Tuple

from ..event import Event
from ..lines import Line
from ..rules.ruleset import RuleSet
from . import (
    average_opponent,
    event_average,
    game_by_game,
    glicko,
    ingo,
    ladder,
    sum_over_games,
    us_chess,
)

#: events of one period, the rules, and one player's key to rate only that player.
Method = Callable[[Sequence[Event], RuleSet, Optional[str]], Tuple[Line, ...]]

METHODS: Mapping[str, Method] = {
    "sum over games": sum_over_games.rate,
    "event average": event_average.rate,
    "average opponent": average_opponent.rate,
    "game by game": game_by_game.rate,
    "ingo": ingo.rate,
    "glicko": glicko.rate,
    "us chess": us_chess.rate,
    "ladder": ladder.rate,
}
