"""The result for one player: a line with its games and steps, each step naming its clause.

The audit trail is the calculation itself, not a second one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from types import MappingProxyType
from typing import Any, Callable, Mapping, NamedTuple, Optional, Tuple

from .event import Player


class Step(NamedTuple):
    """One step of a calculation: a text key with its words, the value, the clause."""

    key: str
    value: Optional[Decimal]
    clause: str
    words: Mapping[str, object] = MappingProxyType({})


#: A `Step` of exactly these four parts, faster than by its name.
step_of: Callable[[Tuple[str, Optional[Decimal], str, Mapping[str, object]]], Step] = partial(
    tuple.__new__, Step
)


class GameLine(NamedTuple):
    """One round of one player, as the audit shows it.

    `reason` is empty for a counted game, else the text key that says why it is not.
    `difference` is own minus opponent's rating as counted, `gain` is score minus expected score.
    `rounded` is the change as added, if each game is rounded.
    """

    event: int
    round: int
    opponent: Optional[Player]
    colour: str
    result: str
    points: Optional[Decimal]
    reason: str = ""
    own_rating: Optional[Decimal] = None
    opponent_rating: Optional[Decimal] = None
    difference: Optional[Decimal] = None
    expected: Optional[Decimal] = None
    gain: Optional[Decimal] = None
    k: Optional[Decimal] = None
    change: Optional[Decimal] = None
    rounded: Optional[Decimal] = None

    @property
    def counted(self) -> bool:
        """Whether the game is part of the calculation."""
        return not self.reason

    def calculated(self, values: Tuple[Optional[Decimal], ...]) -> GameLine:
        """A copy with these values in place of its last six, from `difference` to `rounded`.

        Like `_replace`, several times as fast: every game passes through here.
        """
        return game_line(self[:9] + values)


#: A `GameLine` of exactly these parts; faster than `_make`, which counts them.
game_line: Callable[[Tuple[Any, ...]], GameLine] = partial(tuple.__new__, GameLine)


@dataclass(frozen=True)
class Line:
    """One player's period: what was counted, what it gives, and why.

    `points` are those of the tables (byes and forfeits included), `score` is the score in the
    `n` counted games. `change` is exact, `rounded` as the regulation rounds it. `new`
    is None when there is no rating. If `listed` is False, `new` is below the list's minimum
    and the next list shows the player as unrated. `taken` is the number of games that
    stay on record, if that is not `n`; `start` the rating that the rules give an unrated player
    before any game; `rank` the name, by language, of the rank that `new` has.
    `facts` replace the player's facts of the same name for the next event.
    """

    player: Player
    games: Tuple[GameLine, ...]
    points: Decimal
    n: int = 0
    score: Decimal = Decimal(0)
    average: Optional[Decimal] = None
    expected: Optional[Decimal] = None
    gain: Optional[Decimal] = None
    k: Optional[Decimal] = None
    change: Optional[Decimal] = None
    rounded: Optional[Decimal] = None
    new: Optional[Decimal] = None
    performance: Optional[Decimal] = None
    listed: bool = True
    taken: Optional[int] = None
    steps: Tuple[Step, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    start: Optional[Decimal] = None
    rank: Optional[Mapping[str, str]] = None

    def changed(self, **parts: Any) -> Line:
        """A copy with some parts replaced, like `dataclasses.replace`, five times as fast."""
        made = object.__new__(Line)
        fields = vars(made)
        # In two steps: all lines then share their keys, which halves their memory.
        fields.update(vars(self))
        fields.update(parts)
        return made

    @property
    def rating_before(self) -> Optional[Decimal]:
        """The rating before the games: the player's own, or the starting rating."""
        return self.start if self.player.rating is None else self.player.rating

    @property
    def first(self) -> bool:
        """Whether `new` is this player's first rating."""
        return self.player.rating is None and self.new is not None
