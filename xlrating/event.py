"""What went in: an event, its players and its games. The engine's only input.

Crosstable, standings and Swiss cards are views of the games and are stored nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cached_property
from typing import Mapping, NamedTuple, Optional, Tuple

from .errors import ArgumentError, EventError
from .rounding import HALF, ONE, ZERO

#: A rating outside these bounds is a typing error in every system carried here.
RATING_MIN, RATING_MAX = 0, 9999


class Kind(Enum):
    """What a line in the games list is, as far as ratings care."""

    PLAYED = "played"
    UNRATED = "unrated"  # played, but not to be rated (TRF codes W, D, L)
    FORFEIT = "forfeit"  # an opponent was assigned, no move was made
    BYE = "bye"  # no opponent was assigned
    POSTPONED = "postponed"  # not played yet


class Result(NamedTuple):
    """A result as it is typed and listed: its code, what it is, and both scores."""

    code: str
    kind: Kind
    white: Optional[Decimal]
    black: Optional[Decimal]


#: Every result there is, in the order a list offers them. Codes never start with
#: = + - @ (a cell would take them for a formula) and hold no letters to translate but
#: F (forfeit), U (played, unrated) and BYE.
RESULTS: Tuple[Result, ...] = (
    Result("1-0", Kind.PLAYED, ONE, ZERO),
    Result("½-½", Kind.PLAYED, HALF, HALF),
    Result("0-1", Kind.PLAYED, ZERO, ONE),
    Result("1-0 F", Kind.FORFEIT, ONE, ZERO),
    Result("0-1 F", Kind.FORFEIT, ZERO, ONE),
    Result("0-0 F", Kind.FORFEIT, ZERO, ZERO),
    Result("BYE 1", Kind.BYE, ONE, None),
    Result("BYE ½", Kind.BYE, HALF, None),
    Result("BYE 0", Kind.BYE, ZERO, None),
    Result("POSTPONED", Kind.POSTPONED, None, None),
    Result("", Kind.POSTPONED, None, None),  # paired, no result yet
    # Seldom needed: results an arbiter decided, and games too short to be rated.
    Result("0-0", Kind.PLAYED, ZERO, ZERO),
    Result("½-0", Kind.PLAYED, HALF, ZERO),
    Result("0-½", Kind.PLAYED, ZERO, HALF),
    Result("1-0 U", Kind.UNRATED, ONE, ZERO),
    Result("½-½ U", Kind.UNRATED, HALF, HALF),
    Result("0-1 U", Kind.UNRATED, ZERO, ONE),
)

RESULT_BY_CODE: Mapping[str, Result] = {result.code: result for result in RESULTS}

_SPELLINGS = (("1/2", "½"), ("0.5", "½"), ("0,5", "½"), ("=", "½-½"), (":", "-"), ("–", "-"))


def read_result(text: str) -> Result:
    """The result a person meant: ``1-0``, ``1:0``, ``1/2-1/2``, ``0.5-0.5``, ``bye 1``.

    >>> read_result("1/2-1/2").code
    '½-½'
    """
    code = " ".join(str(text).split()).upper()
    for found, meant in _SPELLINGS:
        code = code.replace(found, meant)
    code = code.replace(" - ", "-").replace("½-½-½-½", "½-½")
    if code not in RESULT_BY_CODE:
        codes = ", ".join(result.code for result in RESULTS[:10])
        raise ArgumentError(f"result {text!r} is not known; use one of {codes}")
    return RESULT_BY_CODE[code]


@dataclass(frozen=True)
class Player:
    """One player as the event finds them.

    `no` is the number in this event; `id` the number in the federation's list, which
    joins a player's events into a period. `rating` None means unrated. What is not
    known stays None: `games` rated so far, `peak` the highest rating ever published,
    `born` the year. `k` set by hand goes before the regulation's table. `facts` holds
    what single regulations ask for besides.
    """

    no: int
    name: str = ""
    rating: Optional[Decimal] = None
    id: str = ""
    title: str = ""
    sex: str = ""
    federation: str = ""
    born: Optional[int] = None
    games: Optional[int] = None
    peak: Optional[Decimal] = None
    k: Optional[Decimal] = None
    facts: Mapping[str, object] = field(default_factory=dict)
    where: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """What makes two entries in different events the same person."""
        return self.id or self.name or f"no. {self.no}"


@dataclass(frozen=True)
class Game:
    """One line of the games list: a game, a forfeit, a bye or a game still to come.

    `white` is the first-moving side (Red in xiangqi); `black` is None for a bye.
    A `playoff` game decides a tie; its round follows those of the event. `where` is the
    line's place in its file, for messages.
    """

    round: int
    white: int
    black: Optional[int]
    result: Result
    board: Optional[int] = None
    where: str = field(default="", compare=False)
    playoff: bool = False


class Problem(NamedTuple):
    """Something wrong with an event: a key of `texts`, its words, and the place."""

    key: str
    words: Mapping[str, object]
    where: str


@dataclass(frozen=True)
class Event:
    """Players and games of one event, with the dates that pick the rules.

    `rules` is a rule-set reference such as ``fide@2025-10-01``; `rounds` 0 means as
    many as the games have. Ratings are those of the list in force when it started.
    """

    players: Tuple[Player, ...]
    games: Tuple[Game, ...] = ()
    name: str = ""
    format: str = "swiss"
    rounds: int = 0
    start: Optional[date] = None
    end: Optional[date] = None
    place: str = ""
    rules: str = ""

    def day(self, which: str = "start") -> Optional[date]:
        """The first day or the last (``end``); the other one where it is not given."""
        first, second = (self.end, self.start) if which == "end" else (self.start, self.end)
        return first or second

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody is to meet everybody: ``round_robin``, ``round-robin``."""
        return "".join(letter for letter in self.format.lower() if letter.isalpha()) == "roundrobin"

    @cached_property
    def last_round(self) -> int:
        """How many rounds the event has."""
        return max([self.rounds] + [game.round for game in self.games])

    @cached_property
    def by_no(self) -> Mapping[int, Player]:
        """Players by their number in the event."""
        return {player.no: player for player in self.players}

    @cached_property
    def games_of(self) -> Mapping[int, Tuple[Game, ...]]:
        """Each player's games in order of rounds."""
        found: dict[int, list[Game]] = {player.no: [] for player in self.players}
        for game in sorted(self.games, key=lambda g: g.round):
            for no in (game.white, game.black):
                if no is not None and no in found:
                    found[no].append(game)
        return {no: tuple(games) for no, games in found.items()}

    def problems(self) -> Tuple[Problem, ...]:
        """All contradictions, in the order of the lists; empty when the event can be rated."""
        return tuple(_player_problems(self)) + tuple(_game_problems(self))

    def checked(self) -> Event:
        """This event, or an `EventError` that names the first problem and its place."""
        problems = self.problems()
        if problems:
            from .texts import say

            first = problems[0]
            more = f" ({len(problems) - 1} more after this one)" if len(problems) > 1 else ""
            raise EventError(say("en", first.key, **first.words) + more, first.where)
        return self


def _player_problems(event: Event) -> list[Problem]:
    found = []
    seen: set[int] = set()
    for player in event.players:
        where = player.where or f"player {player.no}"
        if player.no in seen:
            found.append(Problem("player_twice", {"no": player.no}, where))
        seen.add(player.no)
        for fact, value in (("rating", player.rating), ("peak", player.peak)):
            # NaN is not even equal to itself.
            if value is not None and not (value == value and RATING_MIN < value <= RATING_MAX):
                words = {"fact": fact, "value": value, "low": RATING_MIN, "high": RATING_MAX}
                found.append(Problem("rating_out_of_range", words, where))
    return found


def _game_problems(event: Event) -> list[Problem]:
    found = []
    busy: set[tuple[int, int]] = set()
    for game in event.games:
        where = game.where or f"round {game.round}, {game.white} - {game.black}"
        is_bye = game.result.kind is Kind.BYE
        sides = [no for no in (game.white, game.black) if no is not None]
        beyond = bool(event.rounds) and game.round > event.rounds and not game.playoff
        if game.round < 1 or beyond:
            found.append(
                Problem("round_unknown", {"round": game.round, "rounds": event.rounds}, where)
            )
        for no in sides:
            if no not in event.by_no:
                found.append(Problem("player_unknown", {"no": no}, where))
        if is_bye and game.black is not None:
            found.append(Problem("bye_with_opponent", {"code": game.result.code}, where))
        if not is_bye and game.black is None:
            found.append(Problem("opponent_missing", {"code": game.result.code}, where))
        if game.white == game.black:
            found.append(Problem("plays_self", {"no": game.white}, where))
        for no in set(sides):
            if (game.round, no) in busy:
                found.append(
                    Problem("player_twice_in_round", {"no": no, "round": game.round}, where)
                )
            busy.add((game.round, no))
    return found
