"""The leaders of a list: overall, women, juniors, clubs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .published import PublishedEntry, PublishedList

#: How many are shown in each category.
SHOWN = 20
#: How many players count for a club.
TEAM = 4
#: The maximum age of a junior in the year of the list.
JUNIOR = 20


@dataclass(frozen=True)
class Top:
    """The best players of a category; `known` counts those whose sex or year of birth is known.

    If none is known, `missing` is the key of the text that says so.
    """

    key: str
    entries: tuple[PublishedEntry, ...]
    known: int
    missing: str = ""
    year: int = 0


@dataclass(frozen=True)
class Club:
    """A club with the players who count for it and the mean of their ratings."""

    name: str
    mean: Decimal
    players: tuple[PublishedEntry, ...]
    size: int


def tops(one: PublishedList) -> tuple[Top, ...]:
    """The leaders overall, among women and among juniors, in the order of the list."""
    shown = one.shown
    women = _top("women", shown, lambda e: bool(e.player.sex), lambda e: e.player.sex == "f")
    women = women if women.known else Top("women", (), 0, "no_sex")
    if one.day is None:
        juniors = Top("juniors", (), 0, "no_day")
    else:
        year = one.day.year - JUNIOR
        found = _top(
            "juniors",
            shown,
            lambda e: e.player.born is not None,
            lambda e: e.player.born is not None and e.player.born >= year,
        )
        juniors = Top("juniors", found.entries, found.known, "" if found.known else "no_born", year)
    return Top("overall", shown[:SHOWN], len(shown)), women, juniors


def _top(
    key: str,
    entries: Sequence[PublishedEntry],
    is_known: Callable[[PublishedEntry], bool],
    has: Callable[[PublishedEntry], bool],
) -> Top:
    best = [entry for entry in entries if has(entry)][:SHOWN]
    return Top(key, tuple(best), sum(map(is_known, entries)))


def club_of(entry: PublishedEntry) -> str:
    """A player's club, otherwise what the list has as federation or unit."""
    return entry.club or entry.player.federation


def clubs(one: PublishedList, lowest_first: bool = False) -> tuple[Club, ...]:
    """Clubs by the mean rating of their best players, leaving out those with too few."""
    has_clubs = any(entry.club for entry in one.shown)
    members: dict[str, list[PublishedEntry]] = {}
    for entry in one.shown:
        name = entry.club if has_clubs else entry.player.federation
        if name:
            members.setdefault(name, []).append(entry)
    found = [
        Club(name, _mean(own[:TEAM]), tuple(own[:TEAM]), len(own))
        for name, own in members.items()
        if len(own) >= TEAM
    ]
    sign = 1 if lowest_first else -1
    return tuple(sorted(found, key=lambda club: (sign * club.mean, club.name))[:SHOWN])


def _mean(entries: Sequence[PublishedEntry]) -> Decimal:
    return sum((e.player.rating or Decimal(0) for e in entries), Decimal(0)) / len(entries)
