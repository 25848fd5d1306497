"""What comes out: per player a line with its games and its steps, each naming its clause.

The audit trail is not a second computation; it is what the engine returns.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple

from .errors import NotKnownError
from .event import Event, Player
from .rounding import plain
from .rules.ruleset import RuleSet
from .terms.periods import is_lowest_first


class Step(NamedTuple):
    """One step of a calculation: a text key with its words, the value, the clause."""

    key: str
    value: Optional[Decimal]
    clause: str
    words: Mapping[str, object] = MappingProxyType({})


class GameLine(NamedTuple):
    """One round of one player, as the audit shows it.

    `reason` is empty for a counted game, else the text key that says why it is not.
    `difference` is own minus opponent's rating as counted, `gain` score minus expected.
    `rounded` is the change as it is added where each game is rounded.
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
        """Whether the game entered the calculation."""
        return not self.reason


@dataclass(frozen=True)
class Line:
    """One player's period: what was counted, what it gives, and why.

    `points` are those of the tables (byes and forfeits included), `score` those of the
    `n` counted games. `change` is exact, `rounded` as the regulation rounds it. `new`
    is None when there is no rating; one that is not `listed` is below what the next
    list shows, which has the player without rating. `taken` is the number of games that
    stay on record, where that is not `n`; `start` the rating that the rules give a player who
    brings none, before any game; `rank` the name, by language, of the rank that `new` has.
    `facts` are what the player takes along to the next event besides, in place of the facts
    of the same name.
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

    @property
    def brought(self) -> Optional[Decimal]:
        """The rating before the games: the player's own, or the one they start from."""
        return self.start if self.player.rating is None else self.player.rating

    @property
    def first(self) -> bool:
        """Whether `new` is this player's first rating."""
        return self.player.rating is None and self.new is not None


@dataclass(frozen=True)
class Report:
    """All lines of a period of one or more events under one rule set."""

    events: Tuple[Event, ...]
    rules: RuleSet
    lines: Tuple[Line, ...]

    @cached_property
    def _by_key(self) -> Mapping[str, Line]:
        return {line.player.key: line for line in self.lines}

    @cached_property
    def _by_no(self) -> Mapping[int, Line]:
        return {line.player.no: line for line in self.lines}

    def line(self, who: object) -> Line:
        """The line of a player, by number, id or name (in full, or its only beginning)."""
        if isinstance(who, int) or str(who).strip().isdecimal():
            if int(str(who)) in self._by_no:
                return self._by_no[int(str(who))]
        text = str(who).strip()
        if text in self._by_key:
            return self._by_key[text]
        near = [ln for ln in self.lines if ln.player.name.lower().startswith(text.lower())]
        if len(near) == 1:
            return near[0]
        names = ", ".join(f"{ln.player.no} {ln.player.name}" for ln in (near or self.lines)[:8])
        raise NotKnownError(f"no single player is meant by {text!r}; players are {names} ...")

    def players(self) -> Tuple[Player, ...]:
        """The players as the next event finds them: a season is a fold over this."""
        return tuple(_afterwards(line, self.rules) for line in self.lines)

    def to_dict(self) -> Dict[str, Any]:
        """Everything, as plain values for JSON."""
        return {
            "rules": self.rules.reference,
            "events": [event.name for event in self.events],
            "players": [_line_dict(line) for line in self.lines],
        }


#: Facts that belong to one event, or to one period, and are not taken along.
OF_EVENT = ("bonus_place", "champion", "age")
OF_PERIOD = ("absent", "new_title")


def lasting(facts: Mapping[str, object]) -> Dict[str, object]:
    """The facts of a player that belong to no event and no period."""
    return {name: value for name, value in facts.items() if name not in OF_EVENT + OF_PERIOD}


def _afterwards(line: Line, rules: RuleSet) -> Player:
    player = line.player
    # What waits for a first rating is among the line's facts while it still does.
    facts = {name: value for name, value in lasting(player.facts).items() if name != "pool"}
    facts.update(line.facts)
    games = player.games
    if games is not None or player.rating is None:
        games = (games or 0) + (line.n if line.taken is None else line.taken)
    rated = ((player.rating, player.games), (line.new, games))
    reached = [player.peak, *(value for value, n in rated if _is_established(n, rules))]
    peaks = [value for value in reached if value is not None]
    return replace(
        player,
        rating=line.new if line.listed or rules.published.keeps else None,
        title=str(player.facts.get("new_title") or player.title),
        peak=(min if is_lowest_first(rules) else max)(peaks) if peaks else None,
        games=games,
        facts=facts,
    )


def _is_established(games: Optional[int], rules: RuleSet) -> bool:
    """Whether a rating of so many games can be a peak: where floors follow from it, not any."""
    floor = rules.peak_floor
    return floor is None or games is None or games >= floor.established


def _number(value: Optional[Decimal]) -> Any:
    return None if value is None else plain(value)


def _line_dict(line: Line) -> Dict[str, Any]:
    player = line.player
    return {
        "no": player.no,
        "id": player.id,
        "name": player.name,
        "rating": _number(player.rating),
        "start_rating": _number(line.start),
        "points": _number(line.points),
        "counted_games": line.n,
        "score": _number(line.score),
        "average_opponent": _number(line.average),
        "expected": _number(line.expected),
        "score_minus_expected": _number(line.gain),
        "k": _number(line.k),
        "change": _number(line.change),
        "rounded_change": _number(line.rounded),
        "new_rating": _number(line.new),
        "listed": line.listed,
        "performance": _number(line.performance),
        **({} if line.rank is None else {"rank": dict(line.rank)}),
        "games": [
            {
                "event": game.event,
                "round": game.round,
                "opponent": game.opponent.no if game.opponent else None,
                "colour": game.colour,
                "result": game.result,
                "points": _number(game.points),
                "counted": game.counted,
                "reason": game.reason,
                "opponent_rating": _number(game.opponent_rating),
                "difference": _number(game.difference),
                "expected": _number(game.expected),
                "score_minus_expected": _number(game.gain),
                "k": _number(game.k),
                "change": _number(game.change),
                "rounded_change": _number(game.rounded),
            }
            for game in line.games
        ],
        "steps": [
            {"step": step.key, "value": _number(step.value), "clause": step.clause}
            for step in line.steps
        ],
    }
