"""The rounds of an event as tie-breaks count them, under FIDE C.07."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from ..event import Event, Game
from ..results import Kind, read_result
from ..rounding import ONE, ZERO

#: From this day a dummy's score is limited (16.4.1, 16.4.2); before, it was the player's own.
DUMMY_BOUNDED = date(2026, 3, 1)


class PlayerRound(NamedTuple):
    """One round of one player.

    `points` are those of the table, `score` is 1, ½ or 0. `met` means that the game was played over
    the board, `requested` that the player asked for a half- or zero-point bye, or was absent
    (16.1.1), `voluntary` that this is so or the player lost by forfeit (16.1.2).
    """

    number: int
    opponent: Optional[int] = None
    points: Decimal = ZERO
    as_black: bool = False
    met: bool = False
    requested: bool = False
    voluntary: bool = False
    score: Decimal = ZERO


class Contribution(NamedTuple):
    """A round's contribution to Buchholz.

    Multiplied by the points scored, it is the round's contribution to Sonneborn-Berger.
    """

    value: Decimal
    round: PlayerRound


class Scores:
    """The rounds of all players of an event, and what follows from them."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.table = [game for game in event.games if not game.playoff]
        #: The number of rounds so far; of all rounds, if the event is over.
        self.last = event.rounds_played
        self.scoring = event.scoring
        day = event.day()
        self.is_bounded = day is None or day >= DUMMY_BOUNDED

    @cached_property
    def scored(self) -> Mapping[int, Sequence[PlayerRound]]:
        """Every player's lines with a result, in rounds that have begun.

        Byes and forfeits entered in advance count from their round on.
        """
        found: Dict[int, List[PlayerRound]] = {player.no: [] for player in self.event.players}
        begun = (game for game in self.table if game.round <= self.last)
        for game in sorted(begun, key=lambda game: game.round):
            for no in (game.white, game.black):
                if no in found and (made := self._round(game, no)):
                    found[no].append(made)
        return found

    @cached_property
    def points(self) -> Mapping[int, Decimal]:
        """Each player's points in the table, by number."""
        besides, is_over = self.scoring.besides, self.event.is_over
        return {
            no: sum((r.points for r in own), besides(no, self.last, is_over))
            for no, own in self.scored.items()
        }

    @cached_property
    def all_rated(self) -> bool:
        """Whether every player of the event has a rating."""
        return all(player.rating is not None for player in self.event.players)

    @cached_property
    def fore(self) -> Scores:
        """The scores if all games paired for the final round had ended in draws (8.3)."""
        final = self.event.table_rounds
        drawn = tuple(
            replace(game, result=_DRAW)
            if game.round == final and game.black is not None and not game.playoff
            else game
            for game in self.event.games
        )
        return Scores(replace(self.event, games=drawn))

    @cached_property
    def playoffs(self) -> Sequence[Game]:
        """The play-off games with a result, in order."""
        found = [g for g in self.event.games if g.playoff and g.result.white is not None]
        return sorted(found, key=lambda game: game.round)

    @cached_property
    def playoff_points(self) -> Mapping[int, Sequence[Decimal]]:
        """The points from each play-off game with a result; players without any are missing."""
        found: Dict[int, List[Decimal]] = {}
        for game in self.playoffs:
            for no, points in ((game.white, game.result.white), (game.black, game.result.black)):
                if no is not None and points is not None:
                    found.setdefault(no, []).append(points)
        return found

    @cached_property
    def rounds(self) -> Mapping[int, Sequence[PlayerRound]]:
        """The rounds considered by tie-breaks on opponents.

        In a round robin these are the games, played or forfeited (15.2); in a Swiss every round so
        far, with zero-point byes for an absent player (16.1.1).
        """
        if self.event.is_round_robin:
            return {
                no: [r for r in own if r.opponent is not None] for no, own in self.scored.items()
            }
        listed = {(no, g.round) for g in self.table for no in (g.white, g.black)}
        return {no: self._with_absences(no, own, listed) for no, own in self.scored.items()}

    @cached_property
    def games_listed(self) -> Mapping[int, int]:
        """How many games each player has on the list, played or pending."""
        found = dict.fromkeys(self.event.by_no, 0)
        for game in self.table:
            if game.white in found and game.black in found:
                found[game.white] += 1
                found[game.black] += 1
        return found

    @property
    def most_games(self) -> int:
        """The highest number of games of any player on the list: the maximum score."""
        return max(self.games_listed.values(), default=0)

    def _with_absences(
        self, no: int, own: Sequence[PlayerRound], listed: Set[Tuple[Optional[int], int]]
    ) -> Sequence[PlayerRound]:
        missed = (number for number in range(1, self.last + 1) if (no, number) not in listed)
        absent = [PlayerRound(number, requested=True, voluntary=True) for number in missed]
        return sorted([*own, *absent], key=lambda played: played.number)

    @cached_property
    def adjusted(self) -> Mapping[int, Decimal]:
        """Players' points as used in their opponents' tie-breaks (16.3).

        A requested bye followed only by voluntary unplayed rounds counts as a draw.
        """

        def more(no: int) -> Decimal:
            later = (r for r in self.rounds[no] if r.number > self.present[no])
            return sum((self.scoring.draw - r.points for r in later if r.requested), ZERO)

        return {no: self.points[no] + more(no) for no in self.rounds}

    @cached_property
    def present(self) -> Mapping[int, int]:
        """The last round in which each player was present, pending games included."""
        found = dict.fromkeys(self.event.by_no, 0)
        for game in self.table:
            if game.result.white is not None and game.round > self.last:
                continue
            for no in (game.white, game.black):
                made = self._round(game, no) if no in found else None
                if no in found and not (made and made.voluntary):
                    found[no] = max(found[no], game.round)
        return found

    def contributions(self, no: int, *, forfeits: bool) -> List[Contribution]:
        """The opponents' scores; in a Swiss, a dummy's for each unplayed round (16.4).

        With `forfeits`, these count as games against the scheduled opponent.
        """
        return [
            Contribution(self.against(no, r, forfeits=forfeits), r._replace(voluntary=False))
            if forfeits and r.opponent is not None
            else Contribution(self.against(no, r), r)
            for r in self.rounds[no]
        ]

    def against(self, no: int, played: PlayerRound, *, forfeits: bool = False) -> Decimal:
        """The score of the opponent in a round, or of the dummy instead."""
        opponent = played.opponent
        if opponent is not None and (played.met or forfeits or self.event.is_round_robin):
            return self.adjusted.get(opponent, ZERO)
        dummy = self.points[no]
        if not self.is_bounded:
            return dummy
        if opponent is not None:
            return min(dummy, self.adjusted.get(opponent, ZERO))
        return min(dummy, self.scoring.draw * self.last)

    def _round(self, game: Game, no: int) -> Optional[PlayerRound]:
        """A line of the games list from a player's point of view; None until there is a result."""
        as_black = no == game.black
        score = game.result.black if as_black else game.result.white
        points = self.scoring.of(game.result, as_black, no, game.round)
        if score is None or points is None:
            return None
        kind = game.result.kind
        requested = kind is Kind.BYE and score < ONE
        return PlayerRound(
            game.round,
            game.white if as_black else game.black,
            points,
            as_black,
            kind in (Kind.PLAYED, Kind.UNRATED),
            requested,
            requested or (kind is Kind.FORFEIT and score == ZERO),
            score,
        )


#: The result given to every paired game of the final round, for Fore Buchholz.
_DRAW = read_result("½-½")


def listed_points(event: Event, no: int) -> Decimal:
    """The total of a player's lines, including byes and forfeits in rounds to come."""
    scoring = event.scoring
    found = scoring.besides(no, event.last_round)
    for game in event.games_of[no]:
        points = scoring.of(game.result, game.black == no, no, game.round)
        found += ZERO if game.playoff or points is None else points
    return found


def shown_points(event: Event) -> Mapping[int, Decimal]:
    """The points as the event's file counts them, with or without byes in rounds to come."""
    if event.report is not None and not event.report.counts_ahead:
        return Scores(event).points
    return {no: listed_points(event, no) for no in event.by_no}
