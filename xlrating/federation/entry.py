"""A person on the next list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from ..engine.event import Player
from ..engine.lines import Line, Step
from ..engine.report import Report

#: Calculations, each with the report it belongs to.
Lines = tuple[tuple[Report, Line], ...]


@dataclass(frozen=True)
class ListedPerson:
    """A person on the next list: their present facts, the previous ones, and their games.

    `player.no` is the place; people whom the list shows come first. Someone not `listed` is only
    kept for the next list. `change` is None unless there are two ratings; `n` games were counted.
    `paces` has the same at each other pace than the standard one. `adjusted` are the steps of an
    adjustment of the whole list, after its events; `is_shown` says whether the list shows a rating
    of theirs at any pace.
    """

    player: Player
    before: Decimal | None
    change: Decimal | None
    n: int
    listed: bool
    lines: Lines = ()
    paces: Mapping[str, ListedPerson] = field(default_factory=dict)
    adjusted: tuple[Step, ...] = ()
    is_shown: bool = False

    @property
    def every_line(self) -> Lines:
        """The calculations of all paces."""
        return sum((one.lines for one in self.paces.values()), self.lines)

    @property
    def results(self) -> int:
        """The number of counted games at all paces."""
        return self.n + sum(one.n for one in self.paces.values())

    @property
    def is_new(self) -> bool:
        """Whether the previous list had no rating of theirs at any pace."""
        return all(one.before is None for one in (self, *self.paces.values()))
