"""Pairings that are allowed but rarely intended: rematches, colours, second byes, missing lines."""

from __future__ import annotations

from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from ..event import Event, Game
from ..problem import Problem
from ..results import RESULT_BY_CODE, Kind
from ..rounding import ONE
from .scores import Scores

#: A notice is given for each further game with one colour after this many in a row.
MOST = 2
#: Kinds of lines without a game.
FREE = (Kind.BYE, Kind.FORFEIT)
#: The pairing-allocated bye: a full point.
_FULL = RESULT_BY_CODE["BYE 1"]
_COLOUR = "notice_colour"


class Pairings:
    """The pairings of an event with `rounds` rounds before any play-offs.

    In a round robin everyone meets once per `cycle` rounds.
    """

    def __init__(self, event: Event, rounds: int, cycle: int) -> None:
        self.event, self.rounds = event, rounds
        self.meetings = -(-rounds // max(1, cycle)) if event.is_round_robin else 1
        self._games: Dict[Tuple[int, int], Game] = {}
        for game in event.games:
            for no in (game.white, game.black):
                if no is not None:
                    self._games[no, game.round] = game
        self._played = {game.round for game in event.games if game.black is not None}

    def running(self, no: int, until: int) -> int:
        """The number of games in a row with one colour up to a round; negative for Black.

        FIDE C.04.1 counts games, not rounds: byes and forfeits in between do not matter.
        """
        found = 0
        for number in range(1, until + 1):
            game = self._games.get((no, number))
            if game is None or game.result.kind in FREE:
                continue
            found = max(found, 0) + 1 if game.white == no else min(found, 0) - 1
        return found

    def points_until(self, no: int, until: int) -> int:
        """In how many rounds up to one a player scored a full point without playing."""
        own = (self._games.get((no, number)) for number in range(1, until + 1))
        return sum(game is not None and self._is_free_point(game, no) for game in own)

    def _is_free_point(self, game: Game, no: int) -> bool:
        if game.result.kind is Kind.BYE:
            return self.event.scoring.of(game.result, no=no, round=game.round) == ONE
        points = game.result.white if game.white == no else game.result.black
        return game.result.kind is Kind.FORFEIT and points == ONE

    def meets(self, game: Game) -> bool:
        """Whether a game is a meeting; in a Swiss, an unplayed pairing may be repeated (C.04.1)."""
        is_met = self.event.is_round_robin or game.result.kind is not Kind.FORFEIT
        return game.black is not None and game.round <= self.rounds and is_met

    def doubtful(self, games: Sequence[Optional[Game]]) -> List[Optional[Problem]]:
        """For each of these lines, in order, its notice; None if there is none, or no line."""
        met: Dict[Tuple[int, int], List[Game]] = {}
        return [self._of_game(game, met) if game else None for game in games]

    def _of_game(self, game: Game, met: Dict[Tuple[int, int], List[Game]]) -> Optional[Problem]:
        is_round_robin = self.event.is_round_robin
        if game.black is None:
            # C.04.1, 4 (from 2025-07-01): "A player who has already received a pairing allocated
            # bye, or has already scored in one single round, without playing, as many points as
            # rewarded for a win, shall not receive the pairing allocated bye."
            is_bye = game.result == _FULL and not is_round_robin
            if is_bye and self.points_until(game.white, game.round - 1) > 0:
                return Problem("notice_bye", {"no": game.white}, game.at("result"))
            return None
        if not self.meets(game):
            return None
        low, high = sorted((game.white, game.black))
        games = met.setdefault((low, high), [])
        games.append(game)
        words: Dict[str, object] = {"no": game.white, "other": game.black}
        if len(games) > self.meetings:
            again = {**words, "round": games[0].round}
            return Problem("notice_met", again, game.at("white"))
        if is_round_robin:
            is_same = any(earlier.white == game.white for earlier in games[:-1])
            return Problem("notice_sides", words, game.at("white")) if is_same else None
        for part, no, sign in (("white", game.white, 1), ("black", game.black, -1)):
            if sign * self.running(no, game.round - 1) >= MOST:
                return Problem(_COLOUR, {"no": no}, game.at(part))
        return None

    def absent(self, full: str, zero: str) -> Iterator[Problem]:
        """A notice for each player of a Swiss without a line in a round that is paired.

        `full` and `zero` are the byes that it suggests, as the user types them.

        Before the first line of a late entry the player counts as absent (FIDE C.07 16.1.1).
        A round in which nobody plays has another notice.
        """
        words: Dict[str, object] = {"full": full, "zero": zero}
        has_begun = Scores(self.event).last > 0
        for player in () if self.event.is_round_robin else self.event.players:
            missed = self._missed(player.no)
            if missed and (player.name or player.rating is not None):
                is_late = has_begun and not self.event.games_of[player.no]
                key = "notice_late" if is_late else "notice_absent"
                yield Problem(key, {**words, "round": missed}, player.at("no"), player.no)

    def _missed(self, no: int) -> int:
        first = min((game.round for game in self.event.games_of[no]), default=1)
        rounds = (n for n in range(first, self.rounds + 1) if n in self._played)
        return next((n for n in rounds if (no, n) not in self._games), 0)


def summed_up(found: Sequence[Optional[Problem]]) -> List[Optional[Problem]]:
    """The findings, with all notices about colours merged into the first: programs cause many."""
    lines = [one for one in found if one and one.key == _COLOUR]
    if len(lines) < 2:
        return list(found)
    all_ = lines[0]._replace(key="notice_colours", words={**lines[0].words, "n": len(lines)})
    return [one if not one or one.key != _COLOUR else (all_ if one is lines[0] else None)
            for one in found]  # fmt: skip
