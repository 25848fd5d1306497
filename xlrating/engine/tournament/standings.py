"""Standings: points, tie-breaks, places. A view of the games, stored nowhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Dict, Iterator, Optional, Tuple

from ..event import Event
from ..problems import Problem
from .direct_encounter import direct_encounter, ranked
from .scores import Scores
from .tie_breaks import OF_PLAYER, chosen


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


def place_problems(event: Event) -> Iterator[Problem]:
    """Whether the file of an event has its players in another order than its tie-breaks.

    A printed place agrees where the players who share a place here have it among theirs.
    """
    if not event.printed_places:
        return
    found = standings(event)
    size = Counter(each.place for each in found)
    known = [each for each in found if each.no in event.printed_places]
    apart = [
        each
        for each in known
        if not 0 <= event.printed_places[each.no] - each.place < size[each.place]
    ]
    if apart:
        first = apart[0]
        words = {
            "same": len(known) - len(apart),
            "of": len(known),
            "name": event.by_no[first.no].name or first.no,
            "place": event.printed_places[first.no],
            "here": first.place,
            "codes": ", ".join(chosen(event)),
        }
        yield Problem("places_apart", words, event.at("tie_breaks"))
