"""The games of a study by pace, each with its own ratings and rules, so that nothing is mixed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..engine.errors import FileError
from ..engine.event import Event, Player
from ..engine.problem import make_error
from ..engine.vocabulary.headings import OTHER_PACES
from ..engine.vocabulary.pace import read_pace
from ..federation.paces import PACES, STANDARD, at_pace, has_lists, list_named, pace_of, with_list

#: The column of games with the pace of each.
PACE = "pace"


class Material(NamedTuple):
    """What is compared: people, games as columns, and whether every game has a day or a period."""

    people: Sequence[Player]
    games: Mapping[str, list[Any]]
    has_days: bool


def paces_of(events: Iterable[Event]) -> list[str]:
    """The pace of each event; '' for all if none of them has one.

    >>> paces_of([Event(()), Event((), pace="rapid")]), paces_of([Event(())])
    (['standard', 'rapid'], [''])
    """
    found = list(events)
    says = any(event.pace or list_named(event.rules) for event in found)
    return [pace_of(event) if says else "" for event in found]


def read_paces(texts: Sequence[str], file: str) -> list[str]:
    """The pace of each game, from the column `pace`; `FileError` for a row without one."""
    found = []
    for row, text in enumerate(texts, 1):
        pace = read_pace(text)
        if not pace:
            raise make_error(FileError, "study_no_pace", f"{file}, games, row {row}")
        found.append(pace if pace in OTHER_PACES else STANDARD)
    return found


def by_pace(material: Material) -> dict[str, Material]:
    """People and games by pace; under '' if the games have none."""
    people, games, has_days = material
    said = games.get(PACE)
    rest = {name: column for name, column in games.items() if name != PACE}
    if said is None or not any(said):
        return {"": Material(people, rest, has_days)}
    found = {}
    for pace in PACES:
        rows = [at for at, one in enumerate(said) if one == pace]
        if rows:
            own = {name: [column[at] for at in rows] for name, column in rest.items()}
            found[pace] = Material([_starting(one, pace) for one in people], own, has_days)
    return found


def _starting(player: Player, pace: str) -> Player:
    """A player with the rating at that pace, otherwise with the standard one (FIDE 7.2.1)."""
    own = at_pace(player, pace)
    if own.rating is None and pace != STANDARD:
        return replace(own, rating=player.rating)
    return own


def rules_at(rules: Sequence[str], pace: str) -> list[str]:
    """The rules for a pace: those of its own list, and those without separate lists.

    >>> rules_at(["fide", "elo", "fide:list=blitz"], "blitz")
    ['fide:list=blitz', 'elo']
    >>> rules_at(["fide:list=rapid", "elo"], "standard")
    ['elo']
    """
    if not pace:
        return list(rules)
    found = []
    for one in rules:
        if not has_lists(one):
            found.append(one)
        elif list_named(one) in ("", pace):
            found.append(one if pace == STANDARD else with_list(one, pace))
    return list(dict.fromkeys(found))
