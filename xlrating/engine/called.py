"""By what games call their players: numbers, IDs or names, one of them throughout."""

from __future__ import annotations

from typing import Any, Container, Dict, Iterable, List, Sequence, Tuple

from .errors import ArgumentError
from .frames import text_of

#: A row of a table, by part.
Row = Dict[str, Any]


def ways_of(parts: Container[str]) -> Tuple[str, ...]:
    """By what games may call players with these columns, the likeliest first.

    Where no column has their numbers, the rows are numbers only if nothing else names anybody: 1
    may be an ID that nobody has.
    """
    return ("no", "id", "name") if "no" in parts else ("id", "name", "no")


def numbers_called(
    players: Sequence[Row], ways: Sequence[str], named: Sequence[object]
) -> Dict[str, List[int]]:
    """The numbers of players by what games call them, in one way throughout.

    Else 12 could be the number of one player and the id of another.
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


def refuse_bare(tokens: Iterable[str], ids: Iterable[str]) -> None:
    """Refuse IDs that lost their zeros: the rows of players would be taken for them.

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
