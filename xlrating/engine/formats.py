"""The format of an event: what the user says, and what the games look like."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Iterator

from .event import Event
from .problems import Problem


def times_met(event: Event) -> int:
    """How often everyone met everyone; 0 if some pairs met more often than others.

    Needs at least three players; those without a game do not count.

    >>> from xlrating.engine.event import Game, Player
    >>> from xlrating.engine.results import read_result
    >>> games = [Game(1, 1, 2, "1-0"), Game(2, 2, 3, "1-0"), Game(3, 3, 1, "1-0")]
    >>> times_met(Event((Player(1), Player(2), Player(3), Player(4)), tuple(games)))
    1
    """
    pairs = Counter(
        frozenset((game.white, game.black))
        for game in event.games
        if game.black is not None and game.white != game.black and not game.playoff
    )
    size = len({no for pair in pairs for no in pair})
    is_all = size > 2 and len(pairs) == size * (size - 1) // 2
    return min(pairs.values()) if is_all and len(set(pairs.values())) == 1 else 0


def in_format(event: Event, format: str) -> Event:
    """The event with the format that the user gives, whatever its file says."""
    return replace(event, format=format, says_format=True)


def format_problems(event: Event) -> Iterator[Problem]:
    """A notice if an event counts as a Swiss but looks like a round robin."""
    met = 0 if event.says_format or event.is_round_robin else times_met(event)
    if met:
        yield Problem("looks_round_robin", {"n": met}, event.at("format"))
