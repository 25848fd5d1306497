"""Lichess exports, one JSON object per line: the games of a Swiss, and results without games.

``/api/swiss/ID/games`` has a game per line, the last round first, without round numbers:
rounds follow from the times. ``/api/swiss/ID/results`` and arena results only have points.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..engine.account import UNUSED, USED, Account, LineRange, Record
from ..engine.errors import ArgumentError, EventError, FileError, shown
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.results import RESULT_BY_CODE, Result
from .files import AnyPath, decoded, lines_of
from .pgn_tags import OTHER_START, uses_of
from .played import NamedSide, Played, event_of
from .tabular import AS_IT_IS, ReadOptions

#: The keys of a game's line, and of a result's line.
_GAME, _SWISS, _ARENA = {"players", "status"}, {"username", "points"}, {"username", "score"}
#: The parts that are read, with what each means, and irrelevant ones.
_MEANS = {
    "players.white.user": "name", "players.black.user": "name",
    "players.white.rating": "rating", "players.black.rating": "rating",
    "swiss": "event", "variant": "variant", "rated": "rated",
    "createdAt": "date", "status": "result", "winner": "result", "clock": "time control",
}  # fmt: skip
_KNOWN = ("players.white.ratingDiff", "players.black.ratingDiff", "speed", "perf", "lastMoveAt",
          "opening", "division")  # fmt: skip
_HARMLESS = re.compile(
    r"id|fullId|source|moves|pgn|clocks|analysis|daysPerTurn|lastFen|import|"
    r"players\.(white|black)\.(analysis|team|provisional|berserk)"
)
#: Parts of games that no chess rating counts, as the tags of PGN.
_UNRATED = {"initialFen": OTHER_START, "speed": re.compile("correspondence")}
#: How a game ends with a winner, how it is drawn, and what does not count as a game.
_WON = ("mate", "resign", "outoftime", "timeout", "cheat", "variantEnd", "unknownFinish")
_DRAWN = ("draw", "stalemate", "insufficientMaterialClaim", "outoftime", "unknownFinish")
_OPEN = ("created", "started")
_NOT_PLAYED = ("aborted", "noStart")


class _JsonLine(NamedTuple):
    """One line as JSON, and its number."""

    found: Mapping[str, Any]
    number: int


def looks_like_lichess(text: str) -> bool:
    """Whether the first line is a game or a result as exported by Lichess.

    >>> looks_like_lichess('{"rank":1,"points":3,"username":"a"}'), looks_like_lichess('{"a":1}')
    (True, False)
    """
    first = next((line for line in lines_of(text) if line.strip()), "")
    if not first.lstrip("\ufeff").startswith("{"):
        return False
    try:
        found = json.loads(first)
    except ValueError:
        return False
    return any(found.keys() >= keys for keys in (_GAME, _SWISS, _ARENA))


def read_lichess(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event with the games of a Swiss.

    Raises `FileError` for results without games, and for unread parts that may matter;
    `ArgumentError` with the line for anything unreadable; `EventError` for games of several
    events, of another variant, or unrated ones.
    """
    name = Path(path).name
    text, encoding = decoded(path)
    number = len(lines_of(text))
    lines = list(_lines(text, name))
    for line in lines:
        for keys, key in ((_SWISS, "read_lichess_swiss"), (_ARENA, "read_lichess_arena")):
            if line.found.keys() >= keys:
                raise make_error(FileError, key, f"{name}, line {line.number}")
    _expect_one_event(lines, asked, name)
    days = [_day(line, name) for line in lines]
    lines.sort(key=lambda line: cast(int, line.found["createdAt"]))
    played = [game for line in lines if (game := _played(line, name))]
    event = event_of(played, **_of_event(lines, days, name))
    records = _records(lines, asked, name)
    kinds = (LineRange("game", 1, number),) if number else ()
    account = Account(name, "lichess", encoding, records=records, lines=kinds)
    return replace(event, account=account.counting(event.players, event.games))


def _lines(text: str, name: str) -> Iterator[_JsonLine]:
    for number, line in enumerate(lines_of(text), 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            found = json.loads(line, object_pairs_hook=_once)
        except ValueError as error:
            raise make_error(ArgumentError, "read_json_line", where, why=str(error)) from None
        if not isinstance(found, dict):
            raise make_error(ArgumentError, "read_json_line", where, why=shown(found))
        yield _JsonLine(found, number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _played(line: _JsonLine, name: str) -> Played | None:
    """The game in a line; None if it was aborted."""
    where = f"{name}, line {line.number}"
    players = line.found.get("players")
    sides = [_side(players, side, where) for side in ("white", "black")]
    result = _result(line.found, where)
    return result and Played(None, sides[0], sides[1], result, None, where)


def _side(players: Any, side: str, where: str) -> NamedSide:
    one: dict[str, Any] = _dict(_dict(players).get(side))
    user = _dict(one.get("user"))
    if not isinstance(user.get("name"), str):
        raise make_error(ArgumentError, "read_lichess_user", where, side=side)
    rating, title = one.get("rating"), user.get("title", "")
    if rating is not None and (not isinstance(rating, int) or isinstance(rating, bool)):
        words = {"column": f"{side} rating", "found": shown(rating)}
        raise make_error(ArgumentError, "read_whole", where, **words)
    return NamedSide(
        user["name"], str(user.get("id", "")), Decimal(rating) if rating else None, str(title),
        {"name": where},
    )  # fmt: skip


def _dict(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def _result(found: Mapping[str, Any], where: str) -> Result | None:
    status, winner = found.get("status"), found.get("winner")
    code = None
    if winner in ("white", "black") and status in _WON:
        code = "1-0" if winner == "white" else "0-1"
    elif winner in ("white", "black") and status == "noStart":
        code = "1-0 F" if winner == "white" else "0-1 F"
    elif winner is None and status in _DRAWN:
        code = "½-½"
    elif winner is None and status in _OPEN:
        code = ""
    elif winner is None and status in _NOT_PLAYED:
        return None
    if code is None:
        words = {"status": shown(status), "winner": shown(winner)}
        raise make_error(ArgumentError, "read_lichess_result", where, **words)
    return RESULT_BY_CODE[code]


def _expect_one_event(lines: Sequence[_JsonLine], asked: ReadOptions, name: str) -> None:
    """Reject games of several events, arenas, other variants, and correspondence games."""
    first: dict[str, Any] = {}
    for line in lines:
        where = f"{name}, line {line.number}"
        found = line.found
        if "tournament" in found:
            raise make_error(FileError, "read_lichess_arena", where)
        if found.get("variant", "standard") not in ("standard", "fromPosition"):
            words = {"found": shown(found["variant"])}
            raise make_error(EventError, "read_pgn_variant", where, **words, tag="Variant")
        for part, form in _UNRATED.items():
            if form.fullmatch(str(found.get(part, "")).lower()) and part not in asked.ignore:
                words = {"found": shown(found[part])}
                raise make_error(EventError, "read_pgn_variant", where, **words, tag=part)
        for part in ("swiss", "rated", "clock"):
            value = found.get(part)
            if first.setdefault(part, value) != value:
                words = {"tag": part, "one": shown(first[part]), "other": shown(value)}
                raise make_error(EventError, "read_pgn_differ", where, **words)


def _of_event(lines: Sequence[_JsonLine], days: Sequence[date], name: str) -> dict[str, Any]:
    """What all games say about their event: the Swiss, the days, the time control."""
    swiss = str(lines[0].found.get("swiss", "")) if lines else ""
    clock = lines[0].found.get("clock") if lines else None
    facts: dict[str, object] = {}
    if isinstance(clock, dict) and all(
        isinstance(clock.get(k), int) for k in ("initial", "increment")
    ):
        facts = {
            "minutes": Decimal(clock["initial"]) / 60,
            "increment": Decimal(clock["increment"]),
        }
    return {
        "name": f"Lichess Swiss {swiss}" if swiss else "",
        "start": min(days, default=None), "end": max(days, default=None),
        "format": "swiss", "says_format": bool(swiss), "facts": facts, "where": name,
    }  # fmt: skip


def _day(line: _JsonLine, name: str) -> date:
    """The day of a game in UTC, from its milliseconds since 1970."""
    found = line.found.get("createdAt")
    try:
        if type(found) is not int or found <= 0:
            raise ValueError
        return datetime.fromtimestamp(found / 1000, UTC).date()
    except (ValueError, OverflowError, OSError):
        where = f"{name}, line {line.number}"
        raise make_error(ArgumentError, "read_lichess_day", where, found=shown(found)) from None


def _records(lines: Sequence[_JsonLine], asked: ReadOptions, name: str) -> tuple[Record, ...]:
    """How each part of the games was used."""
    cells: dict[str, list[tuple[Any, int]]] = {}
    for line in lines:
        for part, value in _parts(line.found):
            cells.setdefault(part, []).append((value, line.number))
    uses = uses_of({part: [value for value, _ in found] for part, found in cells.items()},
                   _MEANS, _KNOWN, _HARMLESS, asked.ignore, name)  # fmt: skip
    records: list[Record] = []
    for part, found in cells.items():
        numbers = tuple(number for _, number in found)
        meaning = _MEANS.get(part, "") if uses[part] == USED else ""
        records.append(Record(part, len(found), uses[part], meaning, numbers))
    if none := [line.number for line in lines if line.found.get("status") in _NOT_PLAYED
                and "winner" not in line.found]:  # fmt: skip
        records.append(Record("aborted", len(none), UNUSED, "", tuple(none)))
    return tuple(records)


def _parts(found: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts of a game by name, with those of each player separately."""
    for part, value in found.items():
        if part != "players" or not isinstance(value, dict):
            yield part, value
            continue
        for side, one in value.items():
            for own, said in one.items() if isinstance(one, dict) else ():
                yield f"players.{side}.{own}", said
