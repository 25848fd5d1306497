"""A person's facts on a list: parsed as the list gives them, and copied to another line."""

from __future__ import annotations

from dataclasses import replace

from ..engine.errors import RatingError
from ..engine.event import Player
from ..exchange.players import players_of
from .contents import as_table


def read_fact(player: Player, part: str, text: str, where: str) -> Player:
    """A person named like `player` with one fact, parsed from `text` as if a list had it."""
    headings, cells = (
        (["name", part], [player.name, text]) if part != "name" else (["name"], [text])
    )
    try:
        return players_of(as_table(headings, [cells]))[0]
    except RatingError as error:
        raise error.at(where) from None


def fact_of(player: Player, part: str) -> object:
    """A fact about a person; None if unknown."""
    value = getattr(player, part) if hasattr(player, part) else player.facts.get(part)
    return None if value == "" else value


def with_fact(player: Player, read: Player, part: str) -> Player:
    """The `player` with the fact `part` of `read`; without it if `read` has none."""
    if hasattr(player, part):
        return replace(player, **{part: getattr(read, part)})
    facts = {name: fact for name, fact in player.facts.items() if name != part}
    value = read.facts.get(part)
    return replace(player, facts=facts if value is None else {**facts, part: value})
