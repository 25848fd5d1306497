"""What went in: an event, its players and its games. The engine's only input.

Crosstable, standings and Swiss cards are views of the games and are stored nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cached_property
from typing import Any, Mapping, NamedTuple, Optional, Tuple

from .errors import ArgumentError, shown
from .rounding import HALF, ONE, ZERO, exact
from .tables import entered, game_frame, player_frame
from .words.letters import letters
from .words.pace import PACES
from .words.spellings import MEANT, UNCLEAR, plain_codes, plain_result


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

#: The code of every plain spelling; two of them never share one.
CODE_OF: Mapping[str, str] = {
    **{plain: result.code for result in RESULTS for plain in plain_codes(result.code)},
    **MEANT,
}


def read_result(text: str) -> Result:
    """The result a person meant: ``1-0``, ``1:0``, ``1/2-1/2``, ``0,5``, ``+/-``, ``bye 1``.

    Raises `ArgumentError` for what is no result, and for what may be several.

    >>> read_result("1/2-1/2").code, read_result("=").code, read_result("+ : -").code
    ('½-½', '½-½', '1-0 F')
    """
    plain = plain_result(str(text))
    if plain in UNCLEAR:
        several = ", ".join(UNCLEAR[plain])
        raise ArgumentError(f"result {shown(text)} may be any of {several}; write one of these")
    if plain not in CODE_OF:
        codes = ", ".join(result.code for result in RESULTS[:10])
        raise ArgumentError(f"result {shown(text)} is not known; use one of {codes}")
    return RESULT_BY_CODE[CODE_OF[plain]]


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
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Numbers given as int, float or text become the decimals that a cell shows.

        Texts become what every output can hold.
        """
        for name in ("name", "id", "title", "federation"):
            if text := getattr(self, name):
                object.__setattr__(self, name, letters(text))
        if self.facts and any(isinstance(fact, str) for fact in self.facts.values()):
            kept = {k: letters(v) if isinstance(v, str) else v for k, v in self.facts.items()}
            object.__setattr__(self, "facts", kept)
        for name in ("rating", "peak", "k"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, Decimal):
                object.__setattr__(self, name, exact(value, f"{name} of player {self.no}"))
        for name, what in (("no", "number"), ("games", "games"), ("born", "born")):
            if type(value := getattr(self, name)) is not int or value < 0:
                _whole(value, what, f"player {self.no}")

    def at(self, part: str) -> str:
        """The place of one of its cells, for messages."""
        return self.places.get(part) or self.where or f"player {self.no}"

    @property
    def key(self) -> str:
        """What makes two entries in different events the same person."""
        return self.id or self.name or f"no. {self.no}"


@dataclass(frozen=True)
class Game:
    """One line of the games list: a game, a forfeit, a bye or a game still to come.

    `white` is the first-moving side (Red in xiangqi); `black` is None for a bye.
    A `playoff` game decides a tie; its round follows those of the event. `moves` is how
    many the game had, where a regulation asks and somebody counted. `where` is the
    line's place in its file and `places` those of its cells, for messages.
    """

    round: int
    white: int
    black: Optional[int]
    result: Result
    board: Optional[int] = None
    where: str = field(default="", compare=False)
    playoff: bool = False
    moves: Optional[int] = None
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        """A result given as text is read; numbers must be whole."""
        if not isinstance(self.result, Result):
            object.__setattr__(self, "result", read_result(str(self.result)))
        for name in ("round", "white", "black", "moves"):
            value = getattr(self, name)
            if type(value) is int and value >= 0:
                continue
            if value is None and name in ("round", "white"):
                raise ArgumentError(f"{name} is missing; a whole number is expected", self.where)
            _whole(value, name, self.where or "a game")

    def at(self, part: str) -> str:
        """The place of one of its cells, for messages."""
        line = f"round {self.round}, {self.white} - {self.black}"
        return self.places.get(part) or self.where or line


def _whole(value: object, what: str, where: str) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ArgumentError(f"{what} is {shown(value)}; a whole number from 0 is expected", where)


@dataclass(frozen=True)
class Event:
    """Players and games of one event, with the dates that pick the rules.

    `rules` is a rule-set reference such as ``fide@2025-10-01``; `rounds` 0 means as
    many as the games have. Ratings are those of the list in force when it started.
    `tie_breaks` are codes of `tie_breaks.CHOICES` in order, None for those of the format.
    An event that does not say its format (`says_format`) is taken for a Swiss.
    `printed_places` are the final places of its players as its file has them.
    `facts` holds what single regulations ask of an event; `where` is its file and `places`
    those of its cells, for messages. `pace` is ``classical``, ``rapid`` or ``blitz`` where it
    is known.
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
    tie_breaks: Optional[Tuple[str, ...]] = None
    pace: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    where: str = field(default="", compare=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    says_format: bool = field(default=True, compare=False)
    printed_places: Mapping[int, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_frames(cls, players: Any, games: Any, **said: Any) -> Event:
        """The event of two tables: DataFrames, Arrow tables, mappings of columns.

        Players have the columns of lists (name or id, rating, …), games round, white, black and
        result, or white_score; headings in any language. `said` is what else is known: name, …

        >>> cup = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"]}
        >>> Event.from_frames({"name": ["A", "B"], "rating": [2000, None]}, cup).games[0].black
        2
        """
        people, played = entered(players, games)
        return cls(tuple(Player(**p) for p in people), tuple(Game(**g) for g in played), **said)

    def to_frames(self) -> Tuple[Any, Any]:
        """Players and games as pandas DataFrames, from which `from_frames` makes the same."""
        return player_frame(self.players), game_frame(self.games)

    def at(self, part: str) -> str:
        """The place of what is said of the event, for messages."""
        return self.places.get(part) or self.where or self.name

    def __post_init__(self) -> None:
        """Texts become what every output can hold; the pace is one of those there are."""
        if self.pace and self.pace not in PACES:
            raise ArgumentError(
                f"pace is {shown(self.pace)}; one of {', '.join(PACES)} is expected", self.name
            )
        for name in ("name", "place"):
            object.__setattr__(self, name, letters(getattr(self, name)))

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
    def table_rounds(self) -> int:
        """How many rounds the table has; play-off games come after them."""
        return max([self.rounds] + [game.round for game in self.games if not game.playoff])

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

    @property
    def is_over(self) -> bool:
        """Whether every game has its result and, in a Swiss, every round its games."""
        last, is_open = self.rounds_played, any(g.result.kind is Kind.POSTPONED for g in self.games)
        return last > 0 and not is_open and (self.is_round_robin or last >= self.rounds)

    @cached_property
    def rounds_played(self) -> int:
        """The last round with a result of two players; byes may be known long before theirs."""
        found = (g for g in self.games if g.black is not None and g.result.white is not None)
        return max((g.round for g in found if not g.playoff), default=0)
