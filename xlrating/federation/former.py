"""Names and IDs of people that entries of an identity ledger have replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .directory import plain_token
from .identity import MERGE, SPLIT, IdentityEntry


def former(entries: Iterable[IdentityEntry]) -> dict[tuple[str, str], IdentityEntry]:
    """Former names and IDs with the present ones, as tokens, and the entry that replaced each.

    A merged line could be found by its ID and by its name. What a split gave to another person no
    longer identifies the first one.

    >>> from xlrating.federation.identity import counted
    >>> list(former([counted("2025-11-20 | Ann | name | Ann | Ann Lee | married")]))
    [('Ann', 'Ann Lee')]
    >>> merge = counted("2025-11-20 | #8 | merge | Ann Lee | 7 | two numbers")
    >>> list(former([merge]))
    [('#8', '#7'), ('#8', '7'), ('Ann Lee', '#7'), ('Ann Lee', '7')]
    >>> former([merge, counted("2025-12-20 | #7 | split | Ann Lee | 8 | two people")])
    {}
    """
    found: dict[tuple[str, str], IdentityEntry] = {}
    for one in entries:
        if one.what == SPLIT:
            own = set(map(plain_token, (f"#{one.new}", one.new, one.old)))
            found = {pair: by for pair, by in found.items() if plain_token(pair[0]) not in own}
        found |= dict.fromkeys(_former(one), one)
    return found


def _former(one: IdentityEntry) -> Iterator[tuple[str, str]]:
    if one.what == MERGE:
        for token in dict.fromkeys(filter(None, (one.who, one.old))):
            yield token, f"#{one.new}"
            yield token, one.new
    elif one.what in ("id", "name") and one.new:
        mark = "#" if one.what == "id" else ""
        is_id = one.what == "name" and one.who.startswith("#")
        yield (mark + one.old if one.old else one.who), (one.who if is_id else mark + one.new)
