"""Standings: points, tie-breaks, places. Derived from the games and never stored."""

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

#: The sort key for a tie-break without a value: after everyone who has one.
_LEAST = Decimal(-(10**9))


@dataclass(frozen=True)
class Standing:
    """One player's place; players equal in points and tie-breaks share it.

    `ties` are the values of the event's tie-breaks, in order; None for a direct
    encounter that decides nothing.
    """

    no: int
    points: Decimal
    ties: Tuple[Optional[Decimal], ...]
    place: int


def standings(event: Event, rules: Optional[RuleSet] = None) -> Tuple[Standing, ...]:
    """All players by points, then the event's tie-breaks, then their order in the list.

    Play-offs come before the tie-breaks, among those in them, unless the event lists PO
    among its tie-breaks. If the rules count a play-off as one game, a drawn last game is a win
    for Black; without `rules`, the rules named by the event decide.

    Raises `ArgumentError` for an unknown tie-break.
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
    # Equal players stay in list order.
    return tuple(
        Standing(no, scores.points[no], ties[no], places[no])
        for no in sorted(places, key=lambda no: places[no])
    )


def _is_blacks(event: Event, rules: Optional[RuleSet]) -> bool:
    """Whether a drawn last game of a play-off is Black's win."""
    known = rules or (load(event.rules) if event.rules else None)
    return known is not None and known.counted.playoff_as_one


def place_problems(event: Event) -> Iterator[Problem]:
    """A notice if the event's file has its players in another order than the tie-breaks.

    A printed place is accepted if it is one of the places shared by the players tied here, or the
    one that the file prints for all with as many points.
    """
    if not event.printed_places:
        return
    found = standings(event)
    size = Counter(each.place for each in found)
    known = [each for each in found if each.no in event.printed_places]
    # The places of those with as many points, here and in the file.
    first = {each.points: each.place for each in reversed(found)}
    alike = {points: {event.printed_places[each.no] for each in known if each.points == points}
             for points in first}  # fmt: skip
    apart = [
        each
        for each in known
        if not 0 <= event.printed_places[each.no] - each.place < size[each.place]
        and alike[each.points] != {first[each.points]}
    ]
    if apart:
        worst = apart[0]
        words = {
            "same": len(known) - len(apart),
            "of": len(known),
            "name": event.by_no[worst.no].name or worst.no,
            "place": event.printed_places[worst.no],
            "here": worst.place,
            "codes": ", ".join(chosen(event)),
        }
        yield Problem("places_apart", words, event.at("tie_breaks"))
