"""Standings: points, tie-breaks, places. A view of the games, stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Dict, List, Tuple

from .event import Event, Kind
from .rounding import ZERO


@dataclass(frozen=True)
class Standing:
    """One player's place; players with equal points and tie-breaks share it.

    `buchholz` sums the final points of the opponents met over the board, `berger`
    (Sonneborn-Berger) those points times the score against each.
    """

    no: int
    points: Decimal
    buchholz: Decimal
    berger: Decimal
    place: int = 0


def tie_break(event: Event) -> str:
    """The tie-break that orders equal points: Sonneborn-Berger for all-play-all."""
    return "berger" if event.format == "round-robin" else "buchholz"


def standings(event: Event) -> Tuple[Standing, ...]:
    """All players in order of points, the format's tie-break, then number."""
    points: Dict[int, Decimal] = {player.no: ZERO for player in event.players}
    met: List[Tuple[int, int, Decimal]] = []
    for game in event.games:
        sides = (
            (game.white, game.black, game.result.white),
            (game.black, game.white, game.result.black),
        )
        for own, other, score in sides:
            if own is None or score is None or own not in points:
                continue
            points[own] += score
            if other is not None and game.result.kind in (Kind.PLAYED, Kind.UNRATED):
                met.append((own, other, score))
    buchholz = dict.fromkeys(points, ZERO)
    berger = dict.fromkeys(points, ZERO)
    for own, other, score in met:
        buchholz[own] += points[other]
        berger[own] += points[other] * score
    first = berger if tie_break(event) == "berger" else buchholz
    order = {no: i for i, no in enumerate(points)}
    ranked = sorted(points, key=lambda no: (-points[no], -first[no], order[no]))
    found: List[Standing] = []
    for position, no in enumerate(ranked, 1):
        last = found[-1] if found else None
        ties = last and (last.points, first[last.no]) == (points[no], first[no])
        place = last.place if last and ties else position
        found.append(Standing(no, points[no], buchholz[no], berger[no], place))
    return tuple(found)
