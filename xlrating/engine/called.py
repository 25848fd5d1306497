"""How games refer to their players: by number, by ID or by name, one of them throughout."""

from __future__ import annotations

from typing import Any, Container, Dict, Iterable, List, Sequence, Tuple

from .errors import ArgumentError, shown
from .frames import text_of

#: A row of a table, by part.
Row = Dict[str, Any]


def ways_of(parts: Container[str]) -> Tuple[str, ...]:
    """How games may refer to players in a table with these columns, the likeliest way first.

    Without a column of numbers, row numbers are used only if nothing else identifies a player: 1
    may be an ID that does not exist.
    """
    return ("no", "id", "name") if "no" in parts else ("id", "name", "no")


def numbers_called(
    players: Sequence[Row], ways: Sequence[str], named: Sequence[object]
) -> Dict[str, List[int]]:
    """The players' numbers by what the games call them: all by number, all by ID, or all by name.

    Otherwise 12 could be one player's number and another's ID.
    """
    tokens = set(map(text_of, named))
    found = []
    for part in ways:
        way: Dict[str, List[int]] = {}
        for row in players:
            way.setdefault(text_of(row.get(part, "")), []).append(row["no"])
        found.append(way)
    is_row = ways[-1] == "no"
    if is_row and any(tokens & way.keys() for way in found[:-1]):
        found.pop()
    elif is_row:
        refuse_bare(tokens, found[0])
    return max(found, key=lambda way: len(tokens & way.keys()))


def unknown_player(side: str, token: str, is_several: bool) -> str:
    """What is wrong with a game whose player is nobody, or several of the players.

    >>> unknown_player("white", "0", False)
    "white '0' is none of the players: an ID of 0 means no ID; number the players from 1"
    """
    if is_several:
        return f"{side} {shown(token)} is several of the players; call them by ID"
    of_zero = ": an ID of 0 means no ID; number the players from 1" if token == "0" else ""
    return f"{side} {shown(token)} is none of the players{of_zero}"


def refuse_bare(tokens: Iterable[str], ids: Iterable[str]) -> None:
    """Reject IDs that lost their leading zeros: they would be taken for row numbers.

    >>> refuse_bare(["7"], ["07"])
    Traceback (most recent call last):
    xlrating.engine.errors.ArgumentError: 7 is none of the players, 07 is; keep IDs as text
    """
    bare = {one.lstrip("0"): one for one in ids if one.startswith("0")}
    for token in tokens:
        if token in bare:
            raise ArgumentError(
                f"{token} is none of the players, {bare[token]} is; keep IDs as text"
            )
