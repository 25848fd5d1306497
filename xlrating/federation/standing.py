"""Who is banned or inactive by the ledger: on the list without a place, or not shown on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..engine.words.headings import OTHER_PACES
from .applied import Applied
from .directory import plain_token, token_of
from .entry import Entry
from .identity import UNLISTED, IdentityEntry
from .next_list import NextList, in_places
from .paces import at_pace


def way_of(one: IdentityEntry) -> str:
    """How the list has somebody: `UNLISTED`, else the key of what they are."""
    return UNLISTED if one.new == UNLISTED else one.what


def with_standing(found: NextList, now: Applied) -> NextList:
    """The list with those who are banned or inactive as the ledger has them, and their clubs.

    Who is listed without a place comes below those who have one.
    """
    if not (now.standing or now.clubs):
        return found
    ways = {token: way_of(one) for token, one in now.standing.items()}
    entries = [_standing(one, ways) for one in found.entries]
    columns = found.columns and found.columns.with_standing(ways, now.clubs)
    return replace(found, entries=in_places(entries, found.rules), columns=columns)


def _standing(entry: Entry, ways: Mapping[str, str]) -> Entry:
    player = entry.player
    way = ways.get(plain_token(token_of(player.id, player.key)), "")
    if way != UNLISTED:
        return replace(entry, unplaced=way)
    paces = {
        pace: replace(entry.paces[pace], listed=False)
        if pace in entry.paces
        else Entry(at_pace(player, pace), None, (), False)
        for pace in OTHER_PACES
        if pace in entry.paces or player.facts.get(f"{pace}_rating") is not None
    }
    return replace(entry, listed=False, paces=paces)
