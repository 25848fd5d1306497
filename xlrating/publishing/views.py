"""The contents of pages about people and events, independent of language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from hashlib import sha256

from ..engine.results import RESULT_BY_CODE
from ..engine.rounding import ZERO
from ..federation.ledger import TURNED, LedgerEntry
from .people import ListSeries, Person
from .published import PublishedList, Values
from .words import colour_of

#: Extensions of event files, which are not part of a name.
_ENDING = re.compile(r"([-_ ]games)?\.[A-Za-z]{2,4}$")


@dataclass(frozen=True)
class Meeting:
    """A game of an event: two people or their tokens, and the result from the first one's side.

    `is_coloured` says whether the first one is known to have moved first.
    """

    round: int
    first: Person | str
    second: Person | str
    result: str
    is_coloured: bool


@dataclass(frozen=True)
class EventResult:
    """A person's result in an event: games and points, as recorded in the list."""

    who: Person | str
    n: int
    points: Decimal


@dataclass(frozen=True)
class Occasion:
    """An event: `at` is the number of the first list given that counts it."""

    at: int
    held: LedgerEntry
    meetings: tuple[Meeting, ...]

    @property
    def page(self) -> str:
        """The name of its page."""
        return "e" + sha256(f"{self.held.mark} {self.held.file}".encode()).hexdigest()[:12]

    @property
    def title(self) -> str:
        """The event's own name, otherwise that of its file without extension."""
        return self.held.title or _ENDING.sub("", self.held.file.rpartition("/")[2])

    @property
    def called(self) -> str:
        """Its name on the sheets of a list."""
        return self.held.called

    @cached_property
    def parts(self) -> tuple[EventResult, ...]:
        """The participants, by points."""
        found: dict[object, list[Decimal]] = {}
        who: dict[object, Person | str] = {}
        for game in self.meetings:
            result = RESULT_BY_CODE[game.result]
            for side, points in ((game.first, result.white), (game.second, result.black)):
                key = side.page if isinstance(side, Person) else side
                who[key] = side
                found.setdefault(key, []).append(points or ZERO)
        parts = [EventResult(who[key], len(own), sum(own, ZERO)) for key, own in found.items()]
        return tuple(sorted(parts, key=lambda part: (-part.points, part.n, name_of(part.who))))


def name_of(who: Person | str) -> str:
    """A person's name, or the token of somebody who is on no list."""
    return who.name if isinstance(who, Person) else who


def occasions(season: ListSeries) -> tuple[Occasion, ...]:
    """Every event on the lists, the newest first."""
    colours = [_colours(one) for one in season.lists]
    return tuple(
        Occasion(at, held, tuple(_meetings(season, at, held, colours[at])))
        for at, held in season.events
    )


def _meetings(
    season: ListSeries, at: int, held: LedgerEntry, colours: Mapping[tuple[str, int, str], str]
) -> Iterable[Meeting]:
    for (round_, one, other), code in sorted(held.games.items()):
        side = colours.get((held.called, round_, one), "")
        if not side:
            side = {"w": "b", "b": "w"}.get(colours.get((held.called, round_, other), ""), "")
        if side == "b":
            one, other, code = other, one, TURNED[code]
        people = (season.person(at, token) or token.removeprefix("#") for token in (one, other))
        first, second = people
        yield Meeting(round_, first, second, code, bool(side))


def _colours(one: PublishedList) -> dict[tuple[str, int, str], str]:
    """The side of each person in each round of each event, from the sheet of games."""
    found = {}
    for token, rows in one.rows.get("games", {}).items():
        for row in rows:
            side = colour_of(str(row.get("colour", "")), one.language)
            if side:
                found[str(row.get("event", "")), _whole(row, "round"), token] = side
    return found


def _whole(row: Values, key: str) -> int:
    value = row.get(key)
    return int(value) if isinstance(value, (int, float)) else 0
