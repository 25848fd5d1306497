"""A person on the next list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from ..engine.event import Player
from ..engine.lines import Line, Step
from ..engine.report import Report
from .identity import UNLISTED
from .paces import is_shown_besides, was_rated_besides

#: Calculations, each with the report that it is of.
Lines = tuple[tuple[Report, Line], ...]


@dataclass(frozen=True)
class ListedPerson:
    """A person on the next list: as they are now, what they had, and what they played.

    `player.no` is the place, those on the list first. One that is not `listed` is kept for
    the next time. `number` counts people as the list before has them, newcomers after them. On a
    list of several paces `paces` has what they played at the others than the standard one.
    `adjusted` says what the rules did to all ratings of the list, after its events. `unplaced` says
    why somebody is listed without a place, banned or inactive, or is kept and not shown.
    """

    player: Player
    before: Decimal | None
    lines: Lines
    listed: bool
    number: int = 0
    paces: Mapping[str, ListedPerson] = field(default_factory=dict)
    adjusted: tuple[Step, ...] = ()
    unplaced: str = ""

    @property
    def n(self) -> int:
        """How many games were counted."""
        return sum(line.n for _, line in self.lines)

    @property
    def every_line(self) -> Lines:
        """The calculations of all paces."""
        return sum((one.lines for one in self.paces.values()), self.lines)

    @property
    def results(self) -> int:
        """How many games of all paces were counted."""
        return sum(line.n for _, line in self.every_line)

    @property
    def change(self) -> Decimal | None:
        """What the rating changed by; None where there is one rating or none."""
        after = self.player.rating
        return after - self.before if after is not None and self.before is not None else None

    @property
    def is_shown(self) -> bool:
        """Whether the list shows a rating of theirs at any pace."""
        listed = {pace: one.listed for pace, one in self.paces.items()}
        is_besides = self.unplaced != UNLISTED and is_shown_besides(self.player, listed)
        return self.listed or is_besides

    @property
    def is_new(self) -> bool:
        """Whether the list before had no rating of theirs at any pace."""
        before = {pace: one.before for pace, one in self.paces.items()}
        return self.before is None and not was_rated_besides(self.player, before)
