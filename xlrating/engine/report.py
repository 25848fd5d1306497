"""The result: one line per player with its games and its steps, each step naming its clause.

The audit trail is the calculation itself, not a second one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Dict, Mapping, Sequence, Tuple

from .columns import GAME, LINE, ReportColumn, frame_columns, in_frame, line_dict, typed
from .editions import mixed_editions
from .event import Event, Player
from .frames import NUMBER, TEXT, WHOLE, frame
from .lines import Line
from .player_search import find_player
from .problems import Problem, entries_apart
from .rules.ruleset import RuleSet
from .sentences import sentences
from .terms.floor import may_be_peak
from .terms.periods import are_rated_together, is_lowest_first
from .terms.start import RATED_SINCE
from .texts import known


@dataclass(frozen=True)
class Report:
    """All lines of a period of one or more events under one rule set."""

    events: Tuple[Event, ...]
    rules: RuleSet
    lines: Tuple[Line, ...]

    @cached_property
    def _people(self) -> Tuple[Player, ...]:
        return tuple(line.player for line in self.lines)

    @cached_property
    def _by_no(self) -> Mapping[int, Line]:
        """Lines by number; a number that two people have (in different events) is left out."""
        several = Counter(player.no for player in self._people)
        return {line.player.no: line for line in self.lines if several[line.player.no] == 1}

    @cached_property
    def notices(self) -> Tuple[Problem, ...]:
        """Persons whose rating, K or peak differs between events of the period.

        Also says if events were rated as one although the rules rate each separately, or by an
        edition that was not the one of their day.
        """
        played = [event for event in self.events if event.games]
        found, n = entries_apart(self.events), len(played)
        if n > 1 and self.rules.method in _AS_ONE and not are_rated_together(self.rules):
            words = {"n": n, "rules": self.rules.shown}
            found = (Problem("events_as_one", words, ""), *found)
        is_of_last = n > 1 and not any(mixed_editions(played[-1:], self.rules))
        return (*found, *(mixed_editions(played, self.rules) if is_of_last else ()))

    def line(self, who: object) -> Line:
        """The line of a player, by number, ID or name (complete, or an unambiguous beginning).

        A text of digits may be a number or an ID. Raises `NotKnownError` if nobody matches,
        or several do: players of different events may have the same number.
        """
        # Speed: most are asked for by a number that only one has.
        if isinstance(who, int) and who in self._by_no:
            return self._by_no[who]
        return self.lines[find_player(who, self._people)]

    def players(self) -> Tuple[Player, ...]:
        """The players as they enter the next event: a season is a fold over this."""
        return tuple(_afterwards(line, self.rules) for line in self.lines)

    def to_dict(self) -> Dict[str, Any]:
        """The whole report as plain values for JSON."""
        return {
            "rules": self.rules.reference,
            "events": [event.name for event in self.events],
            "players": [line_dict(line) for line in self.lines],
        }

    def to_frame(self, language: str = "en") -> Any:
        """Return a pandas DataFrame with one row per player and numbers with all their digits.

        Its columns are those of `columns.LINE`: no, id, name, rating, …, new, performance.
        Raises `ArgumentError` if pandas is not installed or the language is unknown.
        """
        return _frame(LINE, [((), line) for line in self.lines], language)

    def games_frame(self, language: str = "en") -> Any:
        """One row per game of each player; opponents by ID, or by name if they have none."""
        found = [((_of(line)), game) for line in self.lines for game in line.games]
        return _frame(GAME, found, language)

    def steps_frame(self, language: str = "en") -> Any:
        """One row per step of each player's calculation: text, value and clause."""
        rows = [
            [*_of(line), step.key, item.text, item.value, item.clause]
            for line in self.lines
            for step, item in zip(line.steps, sentences(line, language, self.rules))
        ]
        steps = (("step", TEXT), ("text", TEXT), ("value", NUMBER), ("clause", TEXT))
        return frame((*_WHOSE, *steps), rows)


#: The columns that say whose game or step it is.
_WHOSE = (("no", WHOLE), ("id", TEXT), ("name", TEXT))


def _of(line: Line) -> Tuple[object, ...]:
    return line.player.no, line.player.id, line.player.name


def _frame(
    columns: Sequence[ReportColumn],
    items: Sequence[Tuple[Tuple[object, ...], object]],
    language: str,
) -> Any:
    """A frame of values of lines or games, each row starting with its player."""
    known(language)
    named = frame_columns(columns)
    rows = [
        [*whose, *(in_frame(column, item, language) for column in named.values())]
        for whose, item in items
    ]
    return frame([*(_WHOSE if columns is GAME else ()), *typed(named)], rows)


#: Methods in which a game of one event affects the games of the next.
_AS_ONE = ("sum over games", "us chess", "average opponent")

#: Facts that belong to one event or period and are not carried over.
OF_EVENT = ("bonus_place", "champion", "age", RATED_SINCE)
OF_PERIOD = ("absent", "new_title")


def lasting(facts: Mapping[str, object]) -> Dict[str, object]:
    """The player's facts that outlast the event and the period."""
    return {name: value for name, value in facts.items() if name not in OF_EVENT + OF_PERIOD}


def _afterwards(line: Line, rules: RuleSet) -> Player:
    player = line.player
    # Results kept for a first rating are among the line's facts as long as it is not due.
    facts = {name: value for name, value in lasting(player.facts).items() if name != "pool"}
    facts.update(line.facts)
    games = player.games
    if games is not None or player.rating is None:
        games = (games or 0) + (line.n if line.taken is None else line.taken)
    rated = ((player.rating, player.games), (line.new, games))
    reached = [player.peak, *(value for value, n in rated if may_be_peak(n, rules))]
    peaks = [value for value in reached if value is not None]
    return replace(
        player,
        rating=line.new if line.listed or rules.published.keeps else None,
        title=str(player.facts.get("new_title") or player.title),
        peak=(min if is_lowest_first(rules) else max)(peaks) if peaks else None,
        games=games,
        facts=facts,
    )
