"""Two lines of a list that are one person: the line that remains, with the games of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..engine.event import Player
from .paces import PACES, STANDARD, at_pace, with_pace

#: What the remaining line takes from the other if it has no value itself.
_FILLED = ("id", "title", "sex", "federation", "born")
#: Facts that belong to a rating: they come from the line whose rating counts.
_OF_RATING = ("rd", "volatility", "periods", "index")
#: Facts that count games.
_COUNTS = ("wins", "draws", "events")


def merged(player: Player, stays: Player) -> Player:
    """The line `stays` after `player` has been merged into it.

    It keeps its own rating at each pace, and takes the other line's, with K and everything that
    belongs to a rating, if it has none. Games, wins, draws and events are added; if a
    rated line lacks them, the sum is unknown. Peak and floor are the
    higher ones. Results kept for a first rating are pooled, and dropped if one
    of the lines has a rating.

    >>> ann = Player(1, "Ann", 2395, games=200, peak=2395, facts={"rapid_games": 3})
    >>> lee = Player(2, "Lee", 2380, games=120, peak=2410, facts={"rapid_games": 7})
    >>> found = merged(lee, ann)
    >>> found.rating, found.games, found.peak, found.facts
    (Decimal('2395'), 320, Decimal('2410'), {'rapid_games': 10})
    """
    filled = {part: getattr(stays, part) or getattr(player, part) for part in _FILLED}
    found = replace(stays, **filled, facts=_facts(player, stays))
    for pace in PACES:
        own = _at_one_pace(at_pace(player, pace), at_pace(found, pace))
        found = with_pace(found, own, pace)
    return found


def _at_one_pace(player: Player, stays: Player) -> Player:
    rated = _whose_rating(player, stays)
    peaks = [one.peak for one in (player, stays) if one.peak is not None]
    return replace(
        stays,
        rating=rated.rating,
        k=rated.k,
        # In no regulation with peaks is a lower number stronger.
        peak=max(peaks, default=None),
        games=_sum(player, stays, player.games, stays.games),
        facts=_with(stays.facts, {"pool": _waiting("pool", player, stays)}),
    )


def _facts(player: Player, stays: Player) -> dict[str, Any]:
    """The facts of the remaining line, completed by the other's if they belong to no pace."""
    mine, other = dict[str, Any](stays.facts), dict[str, Any](at_pace(player, STANDARD).facts)
    rated = mine if stays.rating is not None else other
    floors = [one["floor"] for one in (mine, other) if "floor" in one]
    joined = {
        **{name: rated.get(name) for name in _OF_RATING},
        **{name: _sum(player, stays, other.get(name), mine.get(name)) for name in _COUNTS},
        "floor": max(floors, default=None),
        # The other line's facts come with its pace.
        "pool": mine.get("pool"),
        "performances": _waiting("performances", player, stays),
    }
    return _with({**other, **mine}, joined)


def _with(facts: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Facts updated with others; those without value are left out."""
    return {name: fact for name, fact in {**facts, **others}.items() if fact not in (None, ())}


def _whose_rating(player: Player, stays: Player) -> Player:
    return player if stays.rating is None else stays


def _sum(player: Player, stays: Player, one: Any, other: Any) -> Any:
    """The sum of both lines' counts, `one` and `other`; None if it is unknown.

    For a person without rating, an empty cell means that nothing was played.
    """
    if one is None and other is None:
        return None
    counts = [
        0 if count is None and line.rating is None else count
        for line, count in ((player, one), (stays, other))
    ]
    return None if None in counts else sum(counts)


def _waiting(name: str, player: Player, stays: Player) -> tuple[Any, ...]:
    """The results of both lines kept for a first rating; none if there is a rating."""
    if _whose_rating(player, stays).rating is not None:
        return ()
    waiting: list[Any] = [one.facts.get(name, ()) for one in (stays, player)]
    return tuple(result for results in waiting for result in results)
