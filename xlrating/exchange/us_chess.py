"""US Chess crosstables as text: two lines per player between rows of hyphens.

The first contains the pairing number, the name, the points and the rounds, ``W  12`` for a win
against 12, ``H`` for a half-point bye, ``X`` for a forfeit win; the second the state, the member
ID, the ratings before and after (``R: 1641P17->1657P24``) and the colours. Events rated
in two systems have a third line with the second rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.account import KNOWN, UNUSED, USED, Account, LineRange, Record, in_runs
from ..engine.errors import ArgumentError, EventError, FileError, RatingError, shown
from ..engine.event import Event, Player
from ..engine.problem import make_error
from ..engine.results import Kind
from ..engine.rounding import HALF, ONE, ZERO, exact
from ..engine.scoring import STANDARD
from .crosstable import Colour, RoundEntry, assemble, check_points
from .files import AnyPath, decoded, lines_of
from .row import PROVISIONAL
from .totals import total

_WALL = re.compile(r"\s*-{5,}\s*")
_HEAD = re.compile(r"\s*Pair\s*\|\s*Player Name\s*\|\s*Total\s*\|(?P<rounds>.*)")
_SECOND = re.compile(
    r"\s*Num\s*\|\s*(?:USCF|US Chess) ID / Rtg \(Pre->Post\)\s*\|\s*Pts\s*\|(?P<rounds>.*)\|\s*"
)
_MEMBER = re.compile(r"(?:(?P<id>\d{7,9})\s*/\s*)?(?P<ratings>.*)")
_RATING = re.compile(
    r"\s*(?P<kind>[A-Z]{1,2})\s*:\s*(?P<before>Unrated|Unr\.?|\d{1,4}(?:\s?P\s?\d{1,3})?)"
    r"\s*-+>\s*(?P<after>\d{1,4}(?:\s?P\s?\d{1,3})?)?\s*",
    re.IGNORECASE,
)
_CELL = re.compile(r"(?P<letter>[A-Z])\s*(?P<opponent>\d{1,4})?(?:\s*-*)", re.IGNORECASE)
#: Letters of rounds with an opponent, and of rounds without.
_GAMES: Mapping[str, tuple[Decimal, Kind]] = {
    "W": (ONE, Kind.PLAYED), "D": (HALF, Kind.PLAYED), "L": (ZERO, Kind.PLAYED),
    "X": (ONE, Kind.FORFEIT), "F": (ZERO, Kind.FORFEIT),
}  # fmt: skip
_ALONE: Mapping[str, Decimal] = {"B": ONE, "H": HALF, "Z": ZERO, "X": ONE, "F": ZERO}
_NOT_PAIRED = "U"
#: The rating systems: regular, quick and blitz, over the board and online.
_PACES = {"R": "", "Q": "rapid_", "B": "blitz_"}
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?:\s+thru\s+(\d{4}-\d\d-\d\d))?")
_ABOVE = re.compile(
    r"\s*(?P<word>(?:Event(?! Summary)|Section)(?: Date\(s\))?|Location)\s*[:\s]\s*(?P<text>\S.*)"
)


class _Line(NamedTuple):
    cells: tuple[str, ...]
    number: int


def looks_like_us_chess(text: str) -> bool:
    """Whether a text is a US Chess crosstable."""
    return any(map(_HEAD.match, lines_of(text)[:80]))


def read_us_chess(path: AnyPath) -> Event:
    """The event in a crosstable.

    Raises `FileError` for several sections, `ArgumentError` with the line for anything
    unreadable, and `EventError` if two lines disagree about a game, or games and points.
    """
    text, encoding = decoded(path)
    return us_chess_of(Path(path).name, text, encoding)


def us_chess_of(name: str, text: str, encoding: str = "") -> Event:
    """The event in the text of a crosstable; errors as for `read_us_chess`."""
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    heads = [at for at, line in enumerate(lines) if _HEAD.match(line)]
    if len(heads) > 1:
        raise make_error(FileError, "read_us_sections", f"{name}, line {heads[1] + 1}")
    head = heads[0]
    rounds = _rounds(lines, head, name)
    blocks, last = _blocks(lines, head + 2, rounds, name)
    players, rows = [], []
    for at, block in enumerate(blocks, 1):
        player, cells = _player(block, at, rounds, name)
        players.append(player)
        rows.append((player.no, cells))
    said = _above(lines[:head], name)
    event = Event(tuple(players), assemble(rows), rounds=rounds, says_format=False,
                  where=name, **said.event)  # fmt: skip
    kinds = _kinds(len(lines), head + 1, last + 1, said.used)
    account = Account(name, "us_chess", encoding, "|", lines=kinds, records=_records(blocks))
    return replace(event, account=account.counting(event.players, event.games))


def _rounds(lines: Sequence[str], head: int, name: str) -> int:
    """The number of rounds in the second line of the headings."""
    first = _HEAD.fullmatch(lines[head])
    words = first["rounds"].split("|") if first else []
    found = _SECOND.fullmatch(lines[head + 1]) if head + 1 < len(lines) else None
    numbers = [cell.strip() for cell in found["rounds"].split("|")] if found else []
    expected = [*(["Round"] * len(numbers)), ""]
    if (
        not numbers
        or [cell.strip() for cell in words] != expected
        or numbers != [str(at) for at in range(1, len(numbers) + 1)]
    ):
        raise make_error(FileError, "read_us_head", f"{name}, line {head + 2}")
    return len(numbers)


def _blocks(
    lines: Sequence[str], start: int, rounds: int, name: str
) -> tuple[list[list[_Line]], int]:
    """The lines of each player, and the last line of the table."""
    found: list[list[_Line]] = []
    last = start
    stray: list[int] = []
    for at, line in enumerate(lines[start:], start):
        if not line.strip() or _WALL.fullmatch(line):
            continue
        cells = tuple(cell.strip() for cell in line.split("|"))
        if "|" not in line:
            stray.append(at)
            continue
        place = f"{name}, line {at + 1}"
        if stray or len(cells) != rounds + 4 or cells[-1]:
            where = f"{name}, line {stray[0] + 1}" if stray else place
            raise make_error(ArgumentError, "read_us_line", where, rounds=rounds)
        if cells[0].isdigit():
            found.append([])
        elif not found:
            raise make_error(ArgumentError, "read_us_line", place, rounds=rounds)
        found[-1].append(_Line(cells, at + 1))
        last = at
    return found, last


def _player(
    block: Sequence[_Line], no: int, rounds: int, name: str
) -> tuple[Player, list[RoundEntry | None]]:
    first, *more = block
    place = f"{name}, line {first.number}"
    if int(first.cells[0]) != no:
        raise make_error(EventError, "read_us_number", place, found=first.cells[0], expected=no)
    if not first.cells[1]:
        raise make_error(ArgumentError, "read_us_name", place)
    if not more:
        raise make_error(ArgumentError, "read_us_second", place)
    facts: dict[str, Any] = {}
    member = ""
    for at, line in enumerate(more):
        own, ratings = _member(line, f"{name}, line {line.number}", at == 0)
        member = own or member
        for key, value in ratings.items():
            if key in facts:
                raise make_error(
                    ArgumentError, "read_us_rating", f"{name}, line {line.number}",
                    found=shown(line.cells[1]),
                )  # fmt: skip
            facts[key] = value
        if at and any(line.cells[3:]):
            raise make_error(
                ArgumentError, "read_us_line", f"{name}, line {line.number}", rounds=rounds
            )
    cells = [
        _cell(text, colour, f"{place}, round {at}")
        for at, (text, colour) in enumerate(
            zip(first.cells[3:-1], more[0].cells[3:-1], strict=True), 1
        )
    ]
    try:
        printed = exact(first.cells[2], "points")
    except RatingError as error:
        raise error.at(place) from None
    check_points(total(STANDARD, cells), printed, place)
    # An event rated in a single system uses that one, whichever it is.
    if "rating" not in facts and len(facts) and len({k.partition("_")[0] for k in facts}) == 1:
        facts = {key.partition("_")[2]: value for key, value in facts.items()}
    player = Player(
        no, first.cells[1], facts.pop("rating", None), member, games=facts.pop("games", None),
        facts={key: value for key, value in facts.items() if value is not None}, where=place,
    )  # fmt: skip
    return player, cells


def _member(line: _Line, place: str, has_id: bool) -> tuple[str, dict[str, Any]]:
    """The member ID, and ratings with the number of games of provisional ones."""
    found = _MEMBER.fullmatch(line.cells[1])
    text = found["ratings"] if found else ""
    ratings: dict[str, Any] = {}
    at = 0
    while at < len(text) and (one := _RATING.match(text, at)):
        at = one.end()
        pace = _PACES.get(one["kind"].upper()[-1:])
        if pace is None or f"{pace}rating" in ratings:
            break
        before = one["before"]
        games = PROVISIONAL.fullmatch(before)
        number = games[1] if games else before
        ratings[f"{pace}rating"] = Decimal(number) if number.isdigit() else None
        if games:
            ratings[f"{pace}games"] = int(games[2])
    if found is None or text[at:].strip() or (found["id"] and not has_id):
        raise make_error(ArgumentError, "read_us_rating", place, found=shown(line.cells[1]))
    return found["id"] or "", ratings


def _cell(text: str, colour: str, where: str) -> RoundEntry | None:
    """A round: the opponent, the result, and the colour from the second line."""
    found = _CELL.fullmatch(text) if text else None
    letter = found["letter"].upper() if found else ""
    side: Colour | None = {"W": "w", "B": "b"}.get(colour.upper())  # type: ignore[assignment]
    is_colour = not colour or side is not None
    if found and found["opponent"] and letter in _GAMES and is_colour:
        score, kind = _GAMES[letter]
        return RoundEntry(int(found["opponent"]), side, score, kind, text, where)
    if found and not found["opponent"] and letter in _ALONE and not colour:
        return RoundEntry(None, None, _ALONE[letter], Kind.BYE, text, where)
    if (not text or letter == _NOT_PAIRED) and not colour and not (found and found["opponent"]):
        return None
    raise make_error(ArgumentError, "read_us_cell", where, found=shown(f"{text}|{colour}"))


class _Said(NamedTuple):
    event: dict[str, Any]
    used: frozenset[int]


def _above(lines: Sequence[str], name: str) -> _Said:
    """The facts above the table: event, section, place and days."""
    found: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        if match := _ABOVE.fullmatch(line):
            word, text = match["word"], match["text"].strip()
            if found.setdefault(word, (text, number))[0] != text:
                words = {"what": word, "other": f"{name}, line {found[word][1]}"}
                raise make_error(
                    ArgumentError, "read_said_twice", f"{name}, line {number}", **words
                )
    if "Section Date(s)" in found:
        found.pop("Event Date(s)", None)
    dated = next((one for one in ("Section Date(s)", "Event Date(s)") if one in found), "")
    place = f"{name}, line {found[dated][1]}" if dated else name
    days = _DAYS.fullmatch(found[dated][0]) if dated else None
    if dated and days is None:
        raise make_error(ArgumentError, "word_no_date", place, found=shown(found[dated][0]))
    start, end = _day(days, 1, place), _day(days, 2, place)
    event = {
        "name": ", ".join(found[one][0] for one in ("Event", "Section") if one in found),
        "place": found["Location"][0] if "Location" in found else "",
        "start": start,
        "end": end or start,
    }
    return _Said(event, frozenset(number for _, number in found.values()))


def _day(found: re.Match[str] | None, group: int, name: str) -> date | None:
    try:
        return date.fromisoformat(found[group]) if found and found[group] else None
    except ValueError:
        raise make_error(
            ArgumentError, "word_no_date", name, found=shown(found and found[0])
        ) from None


def _kinds(number: int, head: int, last: int, used: frozenset[int]) -> tuple[LineRange, ...]:
    """The kinds of the lines; the separators between players may be missing."""
    kinds = {head: "heading", head + 1: "heading", **dict.fromkeys(used, "said")}

    def kind(at: int) -> str:
        return kinds.get(at, "title" if at < head else "player" if at <= last else "footer")

    return in_runs(map(kind, range(1, number + 1)))


def _records(blocks: Sequence[Sequence[_Line]]) -> tuple[Record, ...]:
    n = len(blocks)
    parts: Iterator[tuple[str, str, str]] = iter((
        ("Pair Num", USED, "no"), ("Player Name", USED, "name"), ("Total Pts", USED, "score"),
        ("USCF ID", USED, "id"), ("Rtg Pre", USED, "rating"), ("Rtg Post", KNOWN, ""),
        ("State", UNUSED, ""), ("Norm", UNUSED, ""), ("Round", USED, "games"),
    ))  # fmt: skip
    return tuple(Record(name, n, use, meaning) for name, use, meaning in parts)
