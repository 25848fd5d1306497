"""The event of games that name their players themselves, as in PGN and Lichess exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from ..engine.account import FileStatement
from ..engine.errors import ArgumentError, EventError, shown
from ..engine.event import Event, Game, Player
from ..engine.problem import make_error
from ..engine.results import Result


class NamedSide(NamedTuple):
    """A player as named in one game, with the place of each part for messages."""

    name: str
    id: str = ""
    rating: Decimal | None = None
    title: str = ""
    places: Mapping[str, str] = {}


class Played(NamedTuple):
    """One game; `black` is None for a bye, `round` None if unknown."""

    round: int | None
    white: NamedSide
    black: NamedSide | None
    result: Result
    board: int | None
    where: str
    moves: int | None = None


def event_of(games: Sequence[Played], **said: Any) -> Event:
    """The event of these games, with players in order of appearance; `said` are other facts.

    People are identified by ID, however the name is written, or by name if no
    ID is given. Raises `EventError` with the place if two games give a person different ratings or
    titles, or if a name without ID may be any of several people; `ArgumentError` if only
    some games have a round.
    """
    numbers = _numbers([side for game in games for side in (game.white, game.black) if side])
    first: dict[int, NamedSide] = {}
    for game in games:
        for side in (game.white, game.black):
            if side:
                no = numbers[_key(side)]
                first[no] = _both(no, first[no], side) if no in first else side
    rounds = _rounds(games, numbers)
    played = tuple(
        Game(
            rounds[at],
            numbers[_key(game.white)],
            numbers[_key(game.black)] if game.black else None,
            game.result,
            board=game.board,
            moves=game.moves,
            where=game.where,
        )
        for at, game in enumerate(games)
    )
    players = tuple(
        Player(no, side.name, side.rating, side.id, side.title,
               where=side.places.get("name", ""), places=side.places)
        for no, side in sorted(first.items())
    )  # fmt: skip
    says_rounds = all(game.round is not None for game in games)
    return Event(players, played, says_rounds=says_rounds, **said)


def other_names(games: Sequence[Played]) -> tuple[FileStatement, ...]:
    """Names for a person that differ from the one in the first game, with places."""
    first: dict[str, str] = {}
    sides = (side for game in games for side in (game.white, game.black) if side and side.id)
    return tuple(
        FileStatement(first[side.id], side.name, side.places.get("name", ""))
        for side in sides
        if first.setdefault(side.id, side.name) != side.name
    )


def _key(side: NamedSide) -> tuple[str, str]:
    return side.id, "" if side.id else side.name


def _numbers(sides: Iterable[NamedSide]) -> dict[tuple[str, str], int]:
    """The number of each person by ID or name; an ID in some games applies to all of them."""
    found: dict[tuple[str, str], int] = {}
    of_name: dict[str, set[str]] = {}
    every = list(sides)
    for side in every:
        if side.id:
            of_name.setdefault(side.name, set()).add(side.id)
    for side in every:
        ids = of_name.get(side.name, set())
        if not side.id and len(ids) > 1:
            words = {"who": shown(side.name), "n": len(ids)}
            raise make_error(
                EventError, "read_several_players", side.places.get("name", ""), **words
            )
        known = (next(iter(ids)), "") if not side.id and ids else _key(side)
        found[_key(side)] = found.setdefault(known, len({*found.values()}) + 1)
    return found


def _both(no: int, one: NamedSide, other: NamedSide) -> NamedSide:
    """What two games say about one person, combined."""
    for part in ("rating", "title"):
        a, b = getattr(one, part), getattr(other, part)
        if a and b and a != b:
            words = {"no": no, "part": part, "found": shown(b), "other": shown(a)}
            place = other.places.get(part) or other.places.get("name", "")
            raise make_error(EventError, "read_two_facts", place, **words)
    return NamedSide(
        one.name or other.name,
        one.id or other.id,
        other.rating if one.rating is None else one.rating,
        one.title or other.title,
        {**other.places, **one.places},
    )


def _rounds(games: Sequence[Played], numbers: Mapping[tuple[str, str], int]) -> list[int]:
    """The round of each game; without rounds they follow from the order of the games."""
    unsaid = [game for game in games if game.round is None]
    if unsaid and len(unsaid) < len(games):
        raise make_error(ArgumentError, "read_no_round", unsaid[0].where)
    found: list[int] = []
    last: dict[int, int] = {}
    for game in games:
        sides = [numbers[_key(side)] for side in (game.white, game.black) if side]
        number = game.round or 1 + max(last.get(no, 0) for no in sides)
        last |= dict.fromkeys(sides, number)
        found.append(number)
    return found
