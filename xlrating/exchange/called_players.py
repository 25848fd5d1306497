"""How the games of a list refer to its players: by number, by ID or by name, one way throughout."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..engine.called import ways_of
from ..engine.errors import ArgumentError, EventError, shown
from ..engine.event import Player
from ..engine.problem import make_error
from ..engine.texts import wording
from ..engine.vocabulary.alphabets import looking_like
from ..engine.vocabulary.names import meant_by
from ..engine.vocabulary.nobody import is_nobody
from .player_columns import column_of
from .players import NUMBER
from .table import Table


class Meant(dict[str, list[int]]):
    """The numbers of the players that a text may refer to, by one `fact`: no, id or name."""

    fact = "name"


def numbers_of(tokens: Collection[str]) -> dict[str, int]:
    """The numbers of players by the text the games use, each once, in order.

    >>> numbers_of(["12", "7"]), numbers_of(["Bob", "7"])
    ({'7': 7, '12': 12}, {'Bob': 1, '7': 2})
    """
    if all(map(NUMBER.fullmatch, tokens)):
        return {token: int(token) for token in sorted(tokens, key=int)}
    return {token: no for no, token in enumerate(tokens, 1)}


def ways_meant(players: Sequence[Player], listed: Table, tokens: Sequence[str]) -> list[Meant]:
    """How the games refer to the players, one way throughout; then the other ways.

    Otherwise 12 could be the number of one player and the id of another. Texts that are nobody's
    are names.
    """
    parts = ("no",) if column_of(listed, "no") in listed.headings else ()
    ways = [_by_token(players, fact) for fact in ways_of(parts)]
    if not any(token in way for way in ways for token in tokens):
        ways.sort(key=lambda way: way.fact != "name" and not all(map(NUMBER.fullmatch, tokens)))
    return sorted(ways, key=lambda way: -sum(token in way for token in tokens))


def _by_token(players: Sequence[Player], fact: str) -> Meant:
    """The numbers of the players that a text refers to by a fact."""
    found = Meant()
    found.fact = fact
    for player in players:
        token = str(player.no) if fact == "no" else player.id if fact == "id" else player.name
        if token:
            found.setdefault(token, []).append(player.no)
    return found


def number_of(token: str, side: str, meant: Meant, others: Sequence[Meant], where: str) -> int:
    """The number of the player that a cell refers to.

    Raises `ArgumentError` for a White who is nobody, `EventError` unless exactly one is meant.
    """
    if side == "white" and is_nobody(token):
        raise make_error(ArgumentError, "read_no_white", where)
    found = meant.get(token, [])
    if len(found) == 1:
        return found[0]
    words: dict[str, object] = {"who": shown(token)}
    if found:
        raise make_error(EventError, "read_several_players", where, **words, n=len(found))
    if other := looking_like(token, meant):
        raise make_error(EventError, "read_player_alike", where, **words, other=shown(other))
    for way in others:
        called = way.get(token, [])
        # The text by which the other games know this player.
        own = next((text for text, numbers in meant.items() if numbers == called), "")
        if own:
            words |= {"what": _what(way), "used": _what(meant), "own": shown(own)}
            raise make_error(EventError, "read_called_otherwise", where, **words)
    if near := meant_by(token, meant):
        raise make_error(EventError, "read_player_near", where, **words, near=shown(near))
    if meant.fact == "no" and not NUMBER.fullmatch(token):
        raise make_error(EventError, "read_no_player_by", where, **words, used=_what(meant))
    raise make_error(EventError, "read_no_player", where, **words)


def _what(way: Meant) -> Mapping[str, str]:
    """The heading of the column that players are referred to by."""
    return wording(f"col_{way.fact}")
