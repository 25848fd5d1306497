"""Why somebody's rating in a list of any size is what it is: by the engine, for them alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...bulk.kernels import BY_OWN_GAMES
from ...engine.event import Event
from ...engine.lines import Line
from ...engine.rating import rate
from ...engine.report import Report
from ...engine.rules.ruleset import RuleSet
from .as_events import games_of
from .games import Sent
from .people import Listed


@dataclass
class Watched:
    """A person of a list whose calculations are kept, in the order of the events."""

    row: int
    lines: list[tuple[Report, Line]] = field(default_factory=list)

    def look(
        self, listed: Listed, sent: Sent, white: Any, black: Any, events: Sequence[int],
        rules: RuleSet,
    ) -> None:  # fmt: skip
        """Rate them in those of these events that they are in, with everybody as they are now."""
        mine = (white == self.row) | (black == self.row)
        asked = [number for number in events if (mine & (sent.event == number)).any()]
        if not asked:
            return
        # Where nothing but their own games counts, only those are needed.
        only = rules.method in BY_OWN_GAMES
        period = []
        for number in asked:
            event = np.flatnonzero(sent.event == number)
            numbers = _numbers(white[event], black[event])
            rows = event[mine[event]] if only else event
            period.append(_event(listed, sent, white, black, rows, number, numbers))
        last = sent.events[events[-1]].event
        if events[-1] not in asked:
            # Results that wait grow old by the day of the last event, whoever plays in it.
            period.append(Event((), start=last.start, end=last.end))
        key = listed.player(self.row).key
        report = rate(period, rules, key)
        self.lines += [(report, line) for line in report.lines if line.player.key == key]


def _numbers(white: Any, black: Any) -> dict[int, int]:
    """The number of each person in an event: players are numbered as its games name them."""
    sides = np.column_stack([white, black]).reshape(-1)
    found, first = np.unique(sides[sides >= 0], return_index=True)
    return {int(row): at for at, row in enumerate(found[np.argsort(first)], 1)}


def _event(
    listed: Listed, sent: Sent, white: Any, black: Any, rows: Any, number: int,
    numbers: Mapping[int, int],
) -> Event:  # fmt: skip
    met = np.concatenate([white[rows], black[rows]])
    # Three of them are enough to tell an event from a match.
    there = dict.fromkeys([*list(numbers)[:3], *met[met >= 0].tolist()])
    people = [replace(listed.player(row), no=numbers[row]) for row in there]
    games = games_of(sent, rows, white, black, numbers)
    return replace(sent.events[number].event, players=tuple(people), games=games)
