"""Marks of players for a single event, such as a bonus place, and rows that errors name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..engine.errors import ArgumentError
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.start import is_marked
from ..engine.vocabulary.sex import read_sex
from .games import Games
from .people import People
from .tables import raise_problem


def row_named(place: str) -> int | None:
    """The row of players, counted from 0, that the place of an error names; None if it is another.

    >>> row_named("players, row 3"), row_named("games, row 3")
    (2, None)
    """
    found = re.fullmatch(r"players, row (\d+)", place)
    return int(found[1]) - 1 if found else None


def events_in(games: Games) -> int:
    """The number of events in these games."""
    return 1 if games.event is None else len(np.unique(games.event))


def refuse_marks(who: People, games: Games | int, rules: RuleSet) -> None:
    """Reject marks for a single event in a period of several, and two champions of one event.

    `games` are those of the period, or the number of its events.
    """
    for name in _of_event(rules):
        marked = np.flatnonzero(who.has(name)).tolist()
        if name == "champion":
            marked = [row for row in marked if is_marked(who.players([row])[0], name)]
        if not marked:
            continue
        events = games if isinstance(games, int) else events_in(games)
        if events > 1:
            raise ArgumentError(
                f"{name} is said of one event, and the games are of {events}; rate each event by "
                "itself",
                f"players, row {marked[0] + 1}",
            )
        if name == "champion":
            _refuse_champions(who, marked)


def _refuse_champions(who: People, rows: list[int]) -> None:
    """Reject two champions of one sex."""
    own: dict[bool, int] = {}
    for row in rows:
        other = own.setdefault(read_sex(who.players([row])[0].sex) == "f", row)
        if other != row:
            words = {"other": int(who.no[other]), "no": int(who.no[row])}
            raise_problem("champion_several", words, f"players, row {row + 1}")


def _of_event(rules: RuleSet) -> Iterator[str]:
    if rules.bonus is not None:
        yield "bonus_place"
    if rules.champion is not None:
        yield "champion"
