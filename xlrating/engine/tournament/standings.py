"""Standings: points, tie-breaks, places. A view of the games, stored nowhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

from ..event import Event
from ..problems import Problem
from ..rules.ruleset import RuleSet, load
from .direct_encounter import direct_encounter, ranked
from .playoffs import decided
from .scores import Scores
from .tie_breaks import chosen, is_lowest_first, value_of

#: Where a tie-break has no value: behind everybody who has one.
_LEAST = Decimal(-(10**9))


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


def standings(event: Event, rules: Optional[RuleSet] = None) -> Tuple[Standing, ...]:
    """All players in order of points, the event's tie-breaks, then their order in the list.

    Play-offs go before the tie-breaks, among those who played them, unless the event names PO
    among them. Where the rules count a play-off as one game, its last drawn game is Black's win;
    without `rules` those that the event names say so.

    Raises `ArgumentError` for a tie-break that is not known.
    """
    scores = Scores(event)
    keys: Dict[int, Tuple[Decimal, ...]] = {no: (points,) for no, points in scores.points.items()}
    ties: Dict[int, Tuple[Optional[Decimal], ...]] = dict.fromkeys(keys, ())
    for code in chosen(event):
        if code in ("DE", "DE-P"):
            points, ranks = direct_encounter(scores, ranked(keys), forfeits=code == "DE-P")
            found = {no: (points.get(no), Decimal(-ranks[no])) for no in keys}
        else:
            value, is_lowest = value_of(code), is_lowest_first(code)
            values = {no: value(scores, no) for no in keys}
            found = {
                no: (v, _LEAST if v is None else -v if is_lowest else v) for no, v in values.items()
            }
        for no, (shown, key) in found.items():
            ties[no] += (shown,)
            keys[no] += (key,)
    order: Mapping[int, Any] = keys
    if scores.playoffs and "PO" not in chosen(event):
        order = decided(scores, ranked(keys), _is_blacks(event, rules))
    places = ranked(order)
    # Equal players stay in the order of the list.
    return tuple(
        Standing(no, scores.points[no], ties[no], places[no])
        for no in sorted(places, key=lambda no: places[no])
    )


def _is_blacks(event: Event, rules: Optional[RuleSet]) -> bool:
    """Whether a drawn last game of a play-off is Black's win."""
    known = rules or (load(event.rules) if event.rules else None)
    return known is not None and known.counted.playoff_as_one


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
