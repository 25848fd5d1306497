"""Tie-breaks of FIDE C.07 (in force from 1 March 2026), each a value for every player.

| code  | tie-break                 | article | for         |
| ----- | ------------------------- | ------- | ----------- |
| BH-C1 | Buchholz Cut-1            | 8.1, 14.1, 16.5 | Swiss |
| BH    | Buchholz                  | 8.1, 16 | Swiss       |
| SB    | Sonneborn-Berger          | 9.1, 15.2, 16 | both  |
| DE    | direct encounter          | 6       | both        |
| KS    | Koya                      | 9.2     | round robin |
| WIN   | wins, played or not       | 7.1     | both        |
| BWG   | games won with Black      | 7.4     | both        |
| PS    | sum of progressive scores | 7.5     | both        |

The direct encounter looks at a whole group of tied players: see `direct_encounter`.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from .errors import ArgumentError
from .event import Event, Game, Kind
from .rounding import HALF, ONE, ZERO

#: What each format offers, and the first three of them that are used where nothing is chosen.
CHOICES: Mapping[str, Tuple[str, ...]] = {
    "round-robin": ("DE", "SB", "KS", "WIN", "BWG", "PS"),
    "swiss": ("BH-C1", "BH", "SB", "DE", "WIN", "BWG", "PS"),
}
CHOSEN = 3

#: From this day a dummy's score is bounded (16.4.1, 16.4.2); before it was the player's own.
DUMMY_BOUNDED = date(2026, 3, 1)


class Round(NamedTuple):
    """One round of one player.

    `met` says that the game was played over the board, `requested` that the player asked
    for a bye or was absent (16.1.1), `voluntary` that or a forfeit lost (16.1.2).
    """

    number: int
    opponent: Optional[int]
    points: Decimal
    as_black: bool
    met: bool
    requested: bool
    voluntary: bool


class Contribution(NamedTuple):
    """What a round adds to Buchholz, and times its points to Sonneborn-Berger."""

    value: Decimal
    round: Round


def offered(event: Event) -> Tuple[str, ...]:
    """The tie-breaks that suit the format of an event."""
    return CHOICES["round-robin" if event.is_round_robin else "swiss"]


def chosen(event: Event) -> Tuple[str, ...]:
    """The tie-breaks of an event in order, those of its format where none are named.

    Raises `ArgumentError` for one that is not known or not made for the format.

    >>> chosen(Event((), format="round-robin"))
    ('DE', 'SB', 'KS')
    """
    suiting = offered(event)
    for code in event.tie_breaks or ():
        if code not in suiting:
            raise ArgumentError(
                f"tie-break {code!r} is not known for a {event.format}; "
                f"choose from {', '.join(suiting)}"
            )
    named = suiting[:CHOSEN] if event.tie_breaks is None else event.tie_breaks
    if len(set(named)) < len(named):
        raise ArgumentError(f"a tie-break is named twice in {', '.join(named)}")
    return named


class Scores:
    """The rounds of all players of an event, and what follows from them."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.table = [game for game in event.games if not game.playoff]
        scored = [game.round for game in self.table if game.result.white is not None]
        #: The rounds so far; of a finished event all of them.
        self.last = max(scored, default=0)
        day = event.day()
        self.is_bounded = day is None or day >= DUMMY_BOUNDED

    @cached_property
    def scored(self) -> Mapping[int, Sequence[Round]]:
        """Every player's lines with a result."""
        found: Dict[int, List[Round]] = {player.no: [] for player in self.event.players}
        for game in sorted(self.table, key=lambda game: game.round):
            for no in (game.white, game.black):
                made = _round(game, no) if no is not None and no in found else None
                if no is not None and made is not None:
                    found[no].append(made)
        return found

    @cached_property
    def points(self) -> Mapping[int, Decimal]:
        """The points of the table."""
        return {no: sum((r.points for r in own), ZERO) for no, own in self.scored.items()}

    @cached_property
    def rounds(self) -> Mapping[int, Sequence[Round]]:
        """The rounds that tie-breaks on opponents look at.

        In a round robin the games, played or forfeited (15.2); in a Swiss every round so
        far, those of an absent player being zero-point byes (16.1.1).
        """
        if self.event.is_round_robin:
            return {
                no: [r for r in own if r.opponent is not None] for no, own in self.scored.items()
            }
        listed = {(no, g.round) for g in self.table for no in (g.white, g.black)}
        return {no: self._with_absences(no, own, listed) for no, own in self.scored.items()}

    @cached_property
    def games_listed(self) -> Mapping[int, int]:
        """How many games each player has on the list, played or to be played."""
        found = dict.fromkeys(self.event.by_no, 0)
        for game in self.table:
            if game.white in found and game.black in found:
                found[game.white] += 1
                found[game.black] += 1
        return found

    @property
    def most_games(self) -> int:
        """The most games that one player has on the list: what could be scored."""
        return max(self.games_listed.values(), default=0)

    def _with_absences(
        self, no: int, own: Sequence[Round], listed: Set[Tuple[Optional[int], int]]
    ) -> Sequence[Round]:
        missed = (number for number in range(1, self.last + 1) if (no, number) not in listed)
        absent = [Round(number, None, ZERO, False, False, True, True) for number in missed]
        return sorted([*own, *absent], key=lambda played: played.number)

    @cached_property
    def adjusted(self) -> Mapping[int, Decimal]:
        """The points as the opponents' tie-breaks take them (16.3).

        A requested bye that only voluntary unplayed rounds follow counts as a draw.
        """
        if self.event.is_round_robin:
            return self.points
        return {
            no: sum(
                (HALF if r.requested and r.number > self.present[no] else r.points for r in own),
                ZERO,
            )
            for no, own in self.rounds.items()
        }

    @cached_property
    def present(self) -> Mapping[int, int]:
        """The last round in which each player was there, a game still to be played included."""
        found = dict.fromkeys(self.event.by_no, 0)
        for game in self.table:
            for no in (game.white, game.black):
                made = _round(game, no) if no is not None and no in found else None
                if no is not None and no in found and not (made and made.voluntary):
                    found[no] = max(found[no], game.round)
        return found

    def contributions(self, no: int) -> List[Contribution]:
        """The opponents' scores, a dummy's for an unplayed round of a Swiss (16.4)."""
        return [Contribution(self.against(no, played), played) for played in self.rounds[no]]

    def against(self, no: int, played: Round) -> Decimal:
        """The score of the opponent in a round, or of the dummy in their place."""
        opponent = played.opponent
        if opponent is not None and (played.met or self.event.is_round_robin):
            return self.adjusted.get(opponent, ZERO)
        dummy = self.points[no]
        if not self.is_bounded:
            return dummy
        if opponent is not None:
            return min(dummy, self.adjusted.get(opponent, ZERO))
        return min(dummy, HALF * self.last)


def _round(game: Game, no: int) -> Optional[Round]:
    """A line of the games list as one of its players has it; None before there is a result."""
    as_black = no == game.black
    points = game.result.black if as_black else game.result.white
    if points is None:
        return None
    kind = game.result.kind
    requested = kind is Kind.BYE and points < ONE
    return Round(
        game.round,
        game.white if as_black else game.black,
        points,
        as_black,
        kind in (Kind.PLAYED, Kind.UNRATED),
        requested,
        requested or (kind is Kind.FORFEIT and points == ZERO),
    )


# --- the values ------------------------------------------------------------------------------


def buchholz(scores: Scores, no: int) -> Decimal:
    """8.1: the sum of the scores of the opponents."""
    return sum((each.value for each in scores.contributions(no)), ZERO)


def buchholz_cut(scores: Scores, no: int) -> Decimal:
    """14.1.1, 16.5.1: without the lowest voluntary unplayed round, else without the lowest."""
    found = scores.contributions(no)
    values = [each.value for each in found if each.round.voluntary] or [e.value for e in found]
    return buchholz(scores, no) - min(values, default=ZERO)


def berger(scores: Scores, no: int) -> Decimal:
    """9.1: the opponents' scores, each times the points scored against them."""
    return sum((each.value * each.round.points for each in scores.contributions(no)), ZERO)


def koya(scores: Scores, no: int) -> Decimal:
    """9.2: the points against all who scored at least half of what was possible."""
    return sum(
        (
            played.points
            for played in scores.rounds[no]
            if played.opponent is not None
            and scores.points.get(played.opponent, ZERO) >= HALF * scores.most_games
        ),
        ZERO,
    )


def wins(scores: Scores, no: int) -> Decimal:
    """7.1: rounds with the points of a win, with or without playing."""
    return Decimal(sum(played.points == ONE for played in scores.scored[no]))


def wins_as_black(scores: Scores, no: int) -> Decimal:
    """7.4: games won over the board with Black."""
    won = (r for r in scores.rounds[no] if r.met and r.as_black and r.points == ONE)
    return Decimal(sum(1 for _ in won))


def progressive(scores: Scores, no: int) -> Decimal:
    """7.5: the sum of the points after each round."""
    own = scores.scored[no]
    return sum((played.points * (scores.last - played.number + 1) for played in own), ZERO)


OF_PLAYER: Mapping[str, Callable[[Scores, int], Decimal]] = {
    "BH-C1": buchholz_cut,
    "BH": buchholz,
    "SB": berger,
    "KS": koya,
    "WIN": wins,
    "BWG": wins_as_black,
    "PS": progressive,
}
