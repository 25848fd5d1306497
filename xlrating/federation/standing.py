"""Who is banned or inactive by the ledger: on the list without a place, or not shown on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .applied import CorrectedList
from .directory import plain_token, token_of
from .entries import in_places
from .entry import ListedPerson
from .identity import UNLISTED, IdentityEntry
from .next_list import NextList


def way_of(one: IdentityEntry) -> str:
    """How the list has somebody: `UNLISTED`, else the key of what they are."""
    return UNLISTED if one.new == UNLISTED else one.what


def with_standing(found: NextList, now: CorrectedList) -> NextList:
    """The list with those who are banned or inactive as the ledger has them, and their clubs.

    Who is listed without a place comes below those who have one.
    """
    if not (now.standing or now.clubs):
        return found
    ways = {token: way_of(one) for token, one in now.standing.items()}
    entries = in_places((_standing(one, ways) for one in found.entries), found.rules)
    return replace(found, entries=entries, ways=ways, clubs=now.clubs)


def _standing(entry: ListedPerson, ways: Mapping[str, str]) -> ListedPerson:
    player = entry.player
    way = ways.get(plain_token(token_of(player.id, player.key)), "")
    return replace(entry, unplaced=way, listed=entry.listed and way != UNLISTED)
