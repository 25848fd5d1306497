"""The lists of players that belong to lists of games, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .files import CSV, real_file

#: The usual name of a list of games, and the prefix it shares with that of its players.
_GAMES = re.compile(r"(.*[-_ ]|)games", re.IGNORECASE)


def players_beside(path: Path) -> Path | None:
    """The list of players that belongs to a list of games, by name.

    It is ``players.csv`` next to ``games.csv``, or ``X-players.csv`` next to ``X-games.csv``; for a
    link, next to the link, otherwise next to its target.
    """
    for one in dict.fromkeys((path, real_file(path))):
        if one.suffix.lower() in CSV and _GAMES.fullmatch(one.stem):
            with suppress(OSError):
                names = (other.name for other in one.parent.iterdir())
                if found := lists_beside([one.name, *names]).get(one.name):
                    return one.parent / found
    return None


def players_name(games: str) -> str | None:
    """The name of the list of players that belongs to a list of games; None for other names.

    >>> players_name("cup-games.csv"), players_name("cup.csv")
    ('cup-players.csv', None)
    """
    path = Path(games)
    found = _GAMES.fullmatch(path.stem)
    return f"{found[1]}players{path.suffix}" if found else None


def lists_beside(names: Iterable[str]) -> dict[str, str]:
    """The lists of games among the files of a folder, each with its list of players.

    >>> lists_beside(["cup-Games.csv", "Cup-players.CSV", "games.csv", "notes.txt"])
    {'cup-Games.csv': 'Cup-players.CSV'}
    """
    wanted: dict[str, str] = {}
    there: dict[str, str] = {}
    for name in names:
        path = Path(name)
        if path.suffix.lower() in CSV:
            there.setdefault(name.lower(), name)
            if own := players_name(name):
                wanted[name] = own.lower()
    return {games: there[players] for games, players in wanted.items() if players in there}
