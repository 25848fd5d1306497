"""PGN: the event follows from the games' tags; the moves are skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.account import Account
from ..engine.errors import ArgumentError, EventError, RatingError, shown
from ..engine.event import Event
from ..engine.near_names import near_names, same_games
from ..engine.problem import make_error
from ..engine.results import RESULT_BY_CODE, Result, read_result
from ..engine.rounding import HALF, ONE, ZERO
from ..engine.vocabulary.dates import read_date
from ..engine.vocabulary.nobody import is_nobody
from ..engine.vocabulary.pace import pace_in
from .files import AnyPath, decoded, lines_of
from .pgn_tags import UNRATED, is_forfeit, place, records_of, said, says_unplayed
from .pgn_text import LETTERS, GameText, games_of
from .played import NamedSide, Played, event_of, other_names
from .tabular import AS_IT_IS, ReadOptions

_ROUND = re.compile(r"(\d{1,4})(?:\.(\d{1,4}))?")
_SECONDS = re.compile(r"(\d{1,5})(?:\+(\d{1,4}))?")
_DAY, _CLOCK = re.compile(r"\d{4}\.\d\d\.\d\d"), re.compile(r"\d\d:\d\d:\d\d")
_OF_FORFEIT = {"1-0": "1-0 F", "0-1": "0-1 F", "0-0": "0-0 F"}


def read_pgn(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event with the games in a file.

    ``[Round "3.2"]`` is board 2 of round 3; if no game has a round, these follow from the order
    of the games, or from their times. ``*`` is a game without a result yet. Raises
    `ArgumentError` with the line for anything unreadable, `EventError` for games of
    several events or contradictions, `FileError` for unread tags that may matter.
    """
    file = _read(path)
    event, not_needed, played = _event_of(file.games, file.name, asked)
    account = _account(file, not_needed, played, asked)
    return _accounted(event, account.counting(event.players, event.games), file.games)


def read_pgn_season(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> list[tuple[str, Event]]:
    """The events of a file with games of several, each with its title; errors like `read_pgn`.

    The account of each is that of the file.
    """
    file = _read(path)
    own: dict[str, list[GameText]] = {}
    for game in file.games:
        own.setdefault(said(game, "Event"), []).append(game)
    found = [(title, *_event_of(games, file.name, asked)) for title, games in own.items()]
    needless = set[str].intersection(*(one[2] for one in found)) if found else set()
    account = _account(file, needless, [game for *_, played in found for game in played], asked)
    people = {one.id or one.name for _, event, *_ in found for one in event.players}
    account = account.counting(people, [game for _, event, *_ in found for game in event.games])
    return [(title, _accounted(event, account, own[title])) for title, event, *_ in found]


def _accounted(event: Event, account: Account, games: Sequence[GameText]) -> Event:
    """The event with its account, whose doubts name people and games that may be the same one."""
    said = (tuple((tag, one.text) for tag, one in game.tags.items()) for game in games)
    places = (place(game, account.file, "") for game in games)
    again = () if event.says_rounds else same_games(zip(said, places))
    account = replace(account, doubts=(*near_names(event.players, event.games), *again))
    return replace(event, account=account)


class _File(NamedTuple):
    name: str
    encoding: str
    games: list[GameText]
    lines: int


def _read(path: AnyPath) -> _File:
    name = Path(path).name
    text, encoding = decoded(path, own=LETTERS)
    return _File(name, encoding, list(games_of(text, name)), len(lines_of(text)))


def _event_of(
    games: list[GameText], name: str, asked: ReadOptions
) -> tuple[Event, set[str], list[Played]]:
    """The event of some games, the tags that were not needed, and the parsed games."""
    not_needed = set[str]()
    if any(said(game, "Round") for game in games) or not _have_times(games):
        not_needed |= {"UTCDate", "UTCTime"}
    else:
        games = sorted(games, key=partial(_time_of, name))
    if not any(map(is_forfeit, games)):
        not_needed.add("Termination")
    played = [_played(game, name) for game in games]
    event = event_of(played, **_of_event(games, name, asked))
    not_needed |= set() if event.place else {"Site"}
    not_needed |= set() if event.facts else {"TimeControl"}
    not_needed |= set() if event.pace else {"EventType"}
    return event, not_needed, played


def _account(
    file: _File, not_needed: Set[str], played: Sequence[Played], asked: ReadOptions
) -> Account:
    records = records_of(file.games, not_needed, asked.ignore, file.name, file.lines)
    return Account(file.name, "pgn", file.encoding, records=records, said=other_names(played))


def _have_times(games: Sequence[GameText]) -> bool:
    return all(said(game, "UTCDate") and said(game, "UTCTime") for game in games)


def _time_of(name: str, game: GameText) -> str:
    """The time at which a game began, as texts that sort by time."""
    for tag, form in (("UTCDate", _DAY), ("UTCTime", _CLOCK)):
        if not form.fullmatch(said(game, tag)):
            words = {"tag": tag, "found": shown(said(game, tag))}
            raise make_error(ArgumentError, "read_pgn_time", place(game, name, tag), **words)
    return said(game, "UTCDate") + said(game, "UTCTime")


# --- one game -----------------------------------------------------------------------------------


def _played(game: GameText, name: str) -> Played:
    where = f"{name}, line {game.first}"
    sides = {tag: _side(game, tag, name) for tag in ("White", "Black")}
    result = _result(game, name)
    round_, board = _round(game, name)
    white, black = sides["White"], sides["Black"]
    if "" in (side.name for side in sides.values() if side):
        raise make_error(ArgumentError, "read_pgn_side", where)
    if white is None or black is None:
        alone = black if white is None else white
        if alone is None:
            raise make_error(ArgumentError, "read_pgn_side", where)
        score = result.black if white is None else result.white
        bye = {ZERO: "BYE 0", HALF: "BYE ½", ONE: "BYE 1", None: ""}[score]
        return Played(round_, alone, None, read_result(bye), board, where)
    moves = _whole(game, "PlyCount", name)
    return Played(
        round_, white, black, result, board, where, None if moves is None else (moves + 1) // 2
    )


def _side(game: GameText, tag: str, name: str) -> NamedSide | None:
    """The player of one side; None if there is none."""
    who = said(game, tag)
    if who and is_nobody(who):
        return None
    tags = {"name": tag, "rating": f"{tag}Elo", "id": f"{tag}FideId", "title": f"{tag}Title"}
    rating = _whole(game, tags["rating"], name)
    own = said(game, tags["id"])
    return NamedSide(
        who,
        "" if own == "0" else own,
        Decimal(rating) if rating else None,
        said(game, tags["title"]),
        {part: place(game, name, one) for part, one in tags.items()},
    )


def _whole(game: GameText, tag: str, name: str) -> int | None:
    text = said(game, tag)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        words = {"column": tag, "found": shown(text)}
        raise make_error(ArgumentError, "read_whole", place(game, name, tag), **words)
    return int(text)


def _result(game: GameText, name: str) -> Result:
    """The result, on which the tag and the end of the moves must agree."""
    tag, end = said(game, "Result"), game.end.text if game.end else ""
    code = _code(game, tag or end, name)
    if tag and end and code != _code(game, end, name):
        words = {"found": end, "other": tag}
        raise make_error(EventError, "read_pgn_results", f"{name}, line {game.last}", **words)
    if not is_forfeit(game) or not code:
        if code in _OF_FORFEIT and not game.moves and says_unplayed(game.remark):
            words = {"found": shown(game.remark)}
            raise make_error(EventError, "read_pgn_remark", f"{name}, line {game.last}", **words)
        return RESULT_BY_CODE[code]
    if code not in _OF_FORFEIT:
        words = {"found": code, "termination": shown(said(game, "Termination"))}
        raise make_error(EventError, "read_pgn_unplayed", place(game, name, "Termination"), **words)
    return RESULT_BY_CODE[_OF_FORFEIT[code]]


def _code(game: GameText, text: str, name: str) -> str:
    try:
        return "" if text == "*" else read_result(text).code
    except RatingError as error:
        raise error.at(place(game, name, "Result")) from None


def _round(game: GameText, name: str) -> tuple[int | None, int | None]:
    """Round and board: ``3.2`` contains both, and the tag Board the second."""
    text, board = said(game, "Round"), _whole(game, "Board", name)
    found = _ROUND.fullmatch(text)
    if text and (found is None or int(found[1]) == 0):
        words = {"found": shown(text)}
        raise make_error(ArgumentError, "read_pgn_round", place(game, name, "Round"), **words)
    if not found:
        return None, board
    second = int(found[2]) if found[2] else None
    if None not in (second, board) and second != board:
        words = {"found": str(board), "other": text}
        raise make_error(EventError, "read_pgn_boards", place(game, name, "Board"), **words)
    return int(found[1]), board if second is None else second


# --- the event ----------------------------------------------------------------------------------


def _of_event(games: Sequence[GameText], name: str, asked: ReadOptions) -> dict[str, Any]:
    """What all games say about their event: name, days, place, time control, number of rounds."""
    for tag in ("Event", "Variant", "EventRounds", "TimeControl"):
        _alike(games, tag, name)
    _alike(games, "EventType", name, pace_in)
    if not games:
        return {"where": name}
    first = games[0]
    for game in games:
        for tag, form in UNRATED.items():
            if form.fullmatch(said(game, tag).lower()) and tag not in asked.ignore:
                words = {"found": shown(said(game, tag)), "tag": tag}
                raise make_error(EventError, "read_pgn_variant", place(game, name, tag), **words)
    days = _days(games, name)
    site = said(first, "Site")
    sites = {said(game, "Site") for game in games}
    facts: dict[str, object] = {}
    if (time := _time(said(first, "TimeControl"))) is not None:
        facts["minutes"], facts["increment"] = time
    return {
        "name": said(first, "Event"),
        "place": site if len(sites) == 1 and "//" not in site else "",
        "start": min(days, default=None),
        "end": max(days, default=None),
        "rounds": _whole(first, "EventRounds", name) or 0,
        "facts": facts,
        "says_format": False,
        "pace": pace_in(said(first, "EventType")),
        "where": name,
    }


def _alike(
    games: Sequence[GameText], tag: str, name: str, meaning: Callable[[str], str] = str
) -> None:
    """Reject texts of a tag with different meanings if an event can have only one."""
    found: dict[str, GameText] = {}
    for game in games:
        found.setdefault(meaning(said(game, tag)), game)
    if len(found) > 1:
        one, other = (said(game, tag) for game in list(found.values())[:2])
        words = {"tag": tag, "one": shown(one), "other": shown(other), "n": len(found)}
        key = "read_pgn_events" if tag == "Event" else "read_pgn_differ"
        raise make_error(EventError, key, place(list(found.values())[1], name, tag), **words)


def _days(games: Sequence[GameText], name: str) -> list[date]:
    found: list[date] = []
    unsaid: list[str] = []
    for game in games:
        text, where = said(game, "Date"), place(game, name, "Date")
        day = read_date(text.replace(".", "-"))
        if day is not None:
            found.append(day)
        elif not text or "?" in text:
            unsaid.append(where)
        else:
            raise make_error(ArgumentError, "word_no_date", where, found=shown(text))
    if found and unsaid:
        raise make_error(ArgumentError, "read_no_day", unsaid[0])
    return found


def _time(text: str) -> tuple[Decimal, Decimal] | None:
    """Minutes, and seconds per move; the tag is in seconds: ``300+2``."""
    found = _SECONDS.fullmatch(text)
    return (Decimal(found[1]) / 60, Decimal(found[2] or 0)) if found else None
