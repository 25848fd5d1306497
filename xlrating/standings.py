"""Standings: points, tie-breaks, places. A view of the games, stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Dict, Optional, Tuple

from .direct_encounter import direct_encounter, ranked
from .event import Event
from .tie_breaks import OF_PLAYER, Scores, chosen


@dataclass(frozen=True)
class Standing:
    """One player's place; players equal in points and tie-breaks share it.

    `ties` are the values of the event's tie-breaks in their order; None for a direct
    encounter that decides nothing.
    """

    no: int
    points: Decimal
    ties: Tuple[Optional[Decimal], ...]
    place: int


def standings(event: Event) -> Tuple[Standing, ...]:
    """All players in order of points, the event's tie-breaks, then their order in the list.

    Raises `ArgumentError` for a tie-break that is not known.
    """
    scores = Scores(event)
    keys: Dict[int, Tuple[Decimal, ...]] = {no: (points,) for no, points in scores.points.items()}
    ties: Dict[int, Tuple[Optional[Decimal], ...]] = dict.fromkeys(keys, ())
    for code in chosen(event):
        if code == "DE":
            points, ranks = direct_encounter(scores, ranked(keys))
            found = {no: (points.get(no), Decimal(-ranks[no])) for no in keys}
        else:
            values = {no: OF_PLAYER[code](scores, no) for no in keys}
            found = {no: (value, value) for no, value in values.items()}
        for no, (shown, key) in found.items():
            ties[no] += (shown,)
            keys[no] += (key,)
    places = ranked(keys)
    # Equal players stay in the order of the list.
    return tuple(
        Standing(no, scores.points[no], ties[no], places[no])
        for no in sorted(places, key=lambda no: places[no])
    )
