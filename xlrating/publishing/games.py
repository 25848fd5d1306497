"""The games published with a list: events as text, and parsing them again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from ..engine.errors import ArgumentError
from ..engine.event import Event, Game, Player
from ..engine.problem import make_error
from ..engine.results import RESULT_BY_CODE
from ..engine.vocabulary.dates import day_of
from ..federation.aliases import other_aliases
from ..federation.former import former
from ..federation.identity import TELLING, counted
from ..federation.next_list import NextList
from ..federation.people import Lines, ListPeople
from ..federation.persons import Findings, Persons
from ..federation.submissions import Submission

#: What is kept about an event and a player besides days, players and games.
_OF_EVENT = ("name", "format", "rounds", "place", "rules", "pace", "says_format", "says_rounds",
             "says_colours")  # fmt: skip
_OF_PLAYER = ("no", "id", "name", "rating", "title", "sex", "federation", "born", "games", "peak",
              "k")  # fmt: skip
#: Facts of an event that name people and that no rating uses.
_PEOPLE = ("chief_arbiter",)


def by_numbers(
    events: Iterable[Submission], found: NextList, before: ListPeople
) -> list[Submission]:
    """Events whose players are identified as on the resulting list, by ID if they have one.

    Names are kept only if they identify a player: without an ID, or not on the list `before`.
    """
    people = ListPeople.of(entry.player for entry in found.entries)
    persons = Persons(people, Findings())
    entries = list(map(counted, found.made.corrections if found.made else ()))
    for token, now in reversed(former(entries)):
        persons.also_called(token, now)
    telling = [one for one in entries if one.what in TELLING]
    persons.take_aliases(other_aliases(telling, (), Lines(people), persons, Findings()))
    ids = {player.id for player in before}

    def called(player: Player) -> Player:
        number = persons.find(player)
        if number is None or number >= len(people):
            return player
        line = people[number]
        return replace(player, id=line.id, name="" if line.id in ids - {""} else line.name)

    made = []
    for one in events:
        # An ID identifies the player, so the name is not needed.
        for player in sorted(one.event.players, key=lambda each: not each.id):
            persons.find(player)
        facts = {key: fact for key, fact in one.event.facts.items() if key not in _PEOPLE}
        players = tuple(map(called, one.event.players))
        made.append(one._replace(event=replace(one.event, players=players, facts=facts)))
    return made


def games_json(events: Sequence[Submission], players: str) -> bytes:
    """Events as JSON in UTF-8; `players`, one of `WAYS`, says how their players are identified."""
    write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_coded).encode
    lines = [_as_said(one) for one in events]
    body = ",\n".join(map(write, lines))
    return f'{{"players": "{players}", "events": [\n{body}\n]}}\n'.encode()


def _as_said(one: Submission) -> dict[str, Any]:
    event = one.event
    players = []
    for player in event.players:
        said = {key: getattr(player, key) for key in _OF_PLAYER} | {"facts": dict(player.facts)}
        players.append({key: value for key, value in said.items() if value not in (None, "", {})})
    return {
        "file": one.file, "data": one.data, "title": one.title,
        **{key: getattr(event, key) for key in _OF_EVENT},
        "start": str(event.start or ""), "end": str(event.end or ""), "facts": dict(event.facts),
        "players": players,
        "games": [
            [one.round, one.white, one.black, one.result.code, int(one.playoff), one.moves]
            for one in event.games
        ],
    }  # fmt: skip


def _coded(value: object) -> object:
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, date):
        return {"day": str(value)}
    raise TypeError(value)


def are_called(data: bytes, players: str) -> bool:
    """Whether text written by `games_json` identifies its players by `players`, one of `WAYS`."""
    return data.startswith(f'{{"players": "{players}", '.encode())


def read_games(data: bytes) -> list[Submission]:
    """The events written by `games_json`; raises a `RatingError` for anything else."""
    try:
        return [_event(one) for one in json.loads(data, object_hook=_decoded)["events"]]
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        found = repr(data[:40])
        raise make_error(ArgumentError, "seal_other", found=found) from None


def _decoded(said: dict[str, Any]) -> Any:
    if said.keys() == {"decimal"}:
        return Decimal(said["decimal"])
    return date.fromisoformat(said["day"]) if said.keys() == {"day"} else said


def _event(said: Mapping[str, Any]) -> Submission:
    players = tuple(
        Player(**{**one, "facts": _facts(one.get("facts", {}))}, where=f"player {one['no']}")
        for one in said["players"]
    )
    games = tuple(
        Game(round_, white, black, RESULT_BY_CODE[code], playoff=bool(playoff), moves=moves)
        for round_, white, black, code, playoff, moves in said["games"]
    )
    event = Event(
        players, games, start=day_of(said["start"]), end=day_of(said["end"]),
        facts=_facts(said["facts"]), **{key: said[key] for key in _OF_EVENT},
    )  # fmt: skip
    return Submission(str(said["file"]), event, str(said["title"]), str(said["data"]))


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts in their original types: results kept for a first rating are a tuple of tuples."""
    return {
        key: tuple(map(tuple, value)) if isinstance(value, list) else value
        for key, value in facts.items()
    }
