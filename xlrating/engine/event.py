"""The engine's only input: an event with its players and games.

Crosstable, standings and Swiss cards are derived from the games and never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Mapping, Optional, Tuple, Union

from .account import Account
from .entries import expect_whole, number, set_field, set_frozen_fields
from .errors import ArgumentError, shown
from .framed import of_frames
from .problem import make_error
from .report_file import ReportFile
from .results import Kind, Result, read_result
from .rounding import Number
from .scoring import STANDARD, Scoring
from .tables import game_frame, player_frame
from .vocabulary.dates import day_of
from .vocabulary.formats import FORMATS, read_format
from .vocabulary.letters import id_of, letters
from .vocabulary.pace import PACES

#: No facts and no places: shared by all players, games and events without any.
_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, init=False)
class Player:
    """One player at the start of an event.

    `no` is the number in this event; `id` is the number in the federation's list, which links
    a player's events. A `rating` of None means unrated. Unknown facts stay None: `games`, the
    rated games so far; `peak`, the highest rating ever published; `born`, the year of birth. A
    `k` set by hand overrides the regulation's table. `facts` holds what only some regulations
    need.

    Ratings and K given as int, float or text become the decimals that a cell shows.

    >>> Player(1, "Ann", 2400.5).rating
    Decimal('2400.5')
    """

    no: int
    name: str
    rating: Optional[Decimal]
    id: str
    title: str
    sex: str
    federation: str
    born: Optional[int]
    games: Optional[int]
    peak: Optional[Decimal]
    k: Optional[Decimal]
    facts: Mapping[str, object] = field(hash=False)
    where: str = field(compare=False)
    places: Mapping[str, str] = field(compare=False, repr=False)

    def __init__(
        self,
        no: int,
        name: str = "",
        rating: Optional[Number] = None,
        id: str = "",
        title: str = "",
        sex: str = "",
        federation: str = "",
        born: Optional[int] = None,
        games: Optional[int] = None,
        peak: Optional[Number] = None,
        k: Optional[Number] = None,
        facts: Mapping[str, object] = _NOTHING,
        where: str = "",
        places: Mapping[str, str] = _NOTHING,
    ) -> None:
        if type(no) is not int or no < 0 or games is not None or born is not None:
            expect_whole(f"player {no}", number=no, games=games, born=born)
        set_field(self, "no", no)
        set_field(self, "name", letters(name) if name else "")
        set_field(self, "rating", number(rating, "rating", no))
        set_field(self, "id", id_of(id) if id else "")
        set_field(self, "title", letters(title) if title else "")
        set_field(self, "sex", sex)
        set_field(self, "federation", letters(federation) if federation else "")
        set_field(self, "born", born)
        set_field(self, "games", games)
        set_field(self, "peak", None if peak is None else number(peak, "peak", no))
        set_field(self, "k", None if k is None else number(k, "k", no))
        # A copy: the caller may change the mapping later.
        own = {of: letters(v) if isinstance(v, str) else v for of, v in facts.items()}
        set_field(self, "facts", own)
        set_field(self, "where", where)
        set_field(self, "places", dict(places) if places else _NOTHING)

    def at(self, part: str) -> str:
        """The place of one of the player's cells, for messages."""
        return self.places.get(part) or self.where or f"player {self.no}"

    @property
    def key(self) -> str:
        """The key that links the entries of one person in different events."""
        return self.id or self.name or f"no. {self.no}"


@dataclass(frozen=True, init=False)
class Game:
    """One line of the games list: a game, a forfeit, a bye or a game still to be played.

    `white` is the side that moves first (Red in xiangqi); `black` is None for a bye.
    A `playoff` game decides a tie; its round comes after those of the event. `moves` is the
    number of moves, if known. `where` and `places` are used in messages.

    >>> Game(1, 1, 2, "1:0", board=3).result.code
    '1-0'
    """

    round: int
    white: int
    black: Optional[int]
    result: Result
    board: Optional[int]
    playoff: bool
    moves: Optional[int]
    where: str = field(compare=False)
    places: Mapping[str, str] = field(compare=False, repr=False)

    def __init__(
        self,
        round: int,
        white: int,
        black: Optional[int],
        result: Union[Result, str],
        *,
        board: Optional[int] = None,
        playoff: bool = False,
        moves: Optional[int] = None,
        where: str = "",
        places: Mapping[str, str] = _NOTHING,
    ) -> None:
        if round is None or white is None:
            what = "white" if white is None and round is not None else "round"
            raise make_error(ArgumentError, "read_no_whole", where, column=what)
        is_usual = type(round) is type(white) is type(black) is int and board is moves is None
        if not is_usual or round < 0 or white < 0 or (black or 0) < 0:
            parts = {"round": round, "white": white, "black": black, "board": board, "moves": moves}
            expect_whole(where or "a game", **parts)
        set_field(self, "round", round)
        set_field(self, "white", white)
        set_field(self, "black", black)
        is_read = isinstance(result, Result)
        set_field(self, "result", result if is_read else read_result(str(result)))
        set_field(self, "board", board)
        set_field(self, "playoff", playoff)
        set_field(self, "moves", moves)
        set_field(self, "where", where)
        set_field(self, "places", dict(places) if places else _NOTHING)

    def at(self, part: str) -> str:
        """The place of one of the game's cells, for messages."""
        line = f"round {self.round}, {self.white} - {self.black}"
        return self.places.get(part) or self.where or line


@dataclass(frozen=True)
class Event:
    """Players and games of one event, with the dates that decide the edition of the rules.

    Dates can be texts or timestamps. `rules` is a reference such as ``fide@2025-10-01``. `rounds` 0
    means as many as the games have. `tie_breaks` are codes in order, None for those of the format.
    `format` is one of `FORMATS`, a Swiss if none is given. False means that the file does not say:
    `says_format`, `says_rounds` (they follow the order of the lines), `says_order` (of the games),
    `says_colours`. `pace` is ``classical``, ``rapid`` or ``blitz``. `scoring` gives the points of
    results, `facts` what regulations ask; `account` tells how each part of the file was used,
    `printed_places` are its places by player; `report` is the FIDE report file it came from.
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
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    where: str = field(default="", compare=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    says_format: bool = field(default=True, compare=False)
    says_rounds: bool = field(default=True, compare=False)
    says_order: bool = field(default=True, compare=False)
    says_colours: bool = field(default=True, compare=False)
    printed_places: Mapping[int, int] = field(default_factory=dict, compare=False, repr=False)
    scoring: Scoring = STANDARD
    report: Optional[ReportFile] = field(default=None, compare=False, repr=False)
    account: Optional[Account] = field(default=None, compare=False, repr=False)

    @classmethod
    def from_frames(cls, players: Any, games: Any, **said: Any) -> Event:
        """Make an event from two tables: DataFrames, Arrow tables or mappings of columns.

        Players have the columns of lists (name or id, rating, …); games have round, white, black
        and result (or white_score), and optionally event, date and pace; headings in any language.
        `said` is what else is known about the event. Raises `ArgumentError` for a missing column,
        a side that matches no player or several, an unreadable cell, games of several events.

        >>> cup = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"]}
        >>> Event.from_frames({"name": ["A", "B"], "rating": [2000, None]}, cup).games[0].black
        2
        """
        people, played, known = of_frames(players, games, said)
        return cls(tuple(Player(**p) for p in people), tuple(Game(**g) for g in played), **known)

    def to_frames(self) -> Tuple[Any, Any]:
        """Players and games as pandas DataFrames; `from_frames` turns them back into the event."""
        return player_frame(self.players), game_frame(self.games)

    def at(self, part: str) -> str:
        """The place where the event's data are stated, for messages."""
        return self.places.get(part) or self.where or self.name

    def __post_init__(self) -> None:
        """Normalise texts to what every output can hold, and check format and pace."""
        if self.pace and self.pace not in PACES:
            found, known = shown(self.pace), ", ".join(PACES)
            raise make_error(ArgumentError, "word_pace", self.name, found=found, known=known)
        format = self.format if self.format in FORMATS else read_format(self.format, self.name)
        texts = {"name": letters(self.name), "place": letters(self.place)}
        days = {"start": day_of(self.start, "start"), "end": day_of(self.end, "end")}
        set_frozen_fields(self, format=format, facts=dict(self.facts), **texts, **days)

    def day(self, which: str = "start") -> Optional[date]:
        """The first day, or the last (``end``); if that is unknown, the other one."""
        return (self.end or self.start) if which == "end" else (self.start or self.end)

    @property
    def is_round_robin(self) -> bool:
        """Whether the event is an all-play-all."""
        return self.format == "round-robin"

    @cached_property
    def last_round(self) -> int:
        """How many rounds the event has."""
        return max([self.rounds] + [game.round for game in self.games])

    @cached_property
    def table_rounds(self) -> int:
        """How many rounds the crosstable has; play-off games come after them."""
        return max([self.rounds] + [g.round for g in self.games if not g.playoff])

    @cached_property
    def by_no(self) -> Mapping[int, Player]:
        """Players by their number in the event."""
        return {player.no: player for player in self.players}

    @cached_property
    def games_of(self) -> Mapping[int, Tuple[Game, ...]]:
        """Each player's games in round order."""
        found: dict[int, list[Game]] = {player.no: [] for player in self.players}
        for game in sorted(self.games, key=lambda g: g.round):
            for no in (game.white, game.black):
                if no is not None and no in found:
                    found[no].append(game)
        return {no: tuple(games) for no, games in found.items()}

    @property
    def is_over(self) -> bool:
        """Whether every game has a result and, in a Swiss, every round has its games."""
        last, is_open = self.rounds_played, any(g.result.kind is Kind.POSTPONED for g in self.games)
        return last > 0 and not is_open and (self.is_round_robin or last >= self.rounds)

    @cached_property
    def waiting_round(self) -> Optional[int]:
        """The first round with a pending game that was not postponed; None if there is none."""
        waits = (g.round for g in self.games if g.black is not None and not g.result.code)
        return min(waits, default=None)

    @cached_property
    def rounds_played(self) -> int:
        """The last round that has begun, which means that two players have a result in it.

        Byes and forfeits entered in advance begin no round while games of it, or before it, wait.
        """
        waits = self.waiting_round
        begun = (
            game.round
            for game in self.games
            if not (game.playoff or game.black is None or game.result.white is None)
            and (waits is None or game.round < waits or game.result.kind is not Kind.FORFEIT)
        )
        return max(begun, default=0)
