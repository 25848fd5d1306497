"""Facts of a person of a list: read as a list says them, and put into another line."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ..engine.errors import RatingError
from ..engine.event import Player
from ..engine.words.headings import OTHER_PACES
from ..exchange.players import players_of
from .contents import as_table

#: What a line takes from the one that becomes part of it, where it says nothing itself.
_FILLED = ("rating", "id", "title", "sex", "federation", "born", "peak", "k")
#: The games at other paces, which are added up as games are.
_GAMES = tuple(f"{pace}_games" for pace in OTHER_PACES)


def read_fact(player: Player, part: str, text: str, where: str) -> Player:
    """Somebody of that name with this value, as a list would say it."""
    headings, cells = (
        (["name", part], [player.name, text]) if part != "name" else (["name"], [text])
    )
    try:
        return players_of(as_table(headings, [cells]))[0]
    except RatingError as error:
        raise error.at(where) from None


def fact_of(player: Player, part: str) -> object:
    """A fact of a person; None where it is not known."""
    value = getattr(player, part) if hasattr(player, part) else player.facts.get(part)
    return None if value == "" else value


def with_fact(player: Player, read: Player, part: str) -> Player:
    """Somebody with the fact that another line says."""
    if hasattr(player, part):
        return replace(player, **{part: getattr(read, part)})
    facts = {name: fact for name, fact in player.facts.items() if name != part}
    value = read.facts.get(part)
    return replace(player, facts=facts if value is None else {**facts, part: value})


def merged(player: Player, stays: Player) -> Player:
    """The line that stays of two of one person: its own ratings, and both their games.

    >>> ann, lee = Player(1, "Ann", 2000, games=20), Player(2, "Lee", facts={"rapid_games": 7})
    >>> merged(lee, ann).games, merged(lee, ann).facts
    (20, {'rapid_games': Decimal('7')})
    """
    games = [each.games for each in (player, stays) if each.games is not None]
    filled = {part: getattr(stays, part) or getattr(player, part) for part in _FILLED}
    facts = {**player.facts, **stays.facts}
    for name in _GAMES:
        if name in facts:
            both = (each.facts.get(name, 0) for each in (player, stays))
            facts[name] = sum((Decimal(str(each)) for each in both), Decimal(0))
    return replace(stays, **filled, games=sum(games) if games else None, facts=facts)
