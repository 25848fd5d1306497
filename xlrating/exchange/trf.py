"""FIDE's tournament report file, TRF16 and TRF26: fixed columns, one player a line.

Columns are counted from 1 as in FIDE's description. Records that say nothing about
players, games or the event's dates are passed over, teams among them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from ..engine.errors import ArgumentError, EventError, FileError, RatingError
from ..engine.event import Event, Player
from ..engine.problem import refusal
from ..engine.results import Kind
from ..engine.rounding import ZERO, exact
from ..engine.words.dates import printed_date
from ..engine.words.formats import format_in
from ..engine.words.sex import read_sex
from .crosstable import Cell, Colour, assemble, points
from .files import AnyPath, lines_of, read_text
from .time_controls import read_time
from .trf_layout import (
    BYE_CODES,
    COLOUR,
    FIELDS,
    FIRST_ROUND,
    GAME_CODES,
    GAPS,
    GRANTED_CODE,
    OPPONENT,
    RESULT,
    ROUND_WIDTH,
)

_BYES = {code: points for points, codes in BYE_CODES.items() for code in codes}
#: Titles as the first edition abbreviated them.
_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}

#: Records after which points are no longer 1, ½ and 0.
_OTHER_POINTS = ("162", "299", "XXS")
_TEAMS = ("013", "310")


class _Line(NamedTuple):
    text: str
    place: str

    def field(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def fact(self, key: str) -> str:
        """A fact of a player, from its columns."""
        return self.field(FIELDS[key].first, FIELDS[key].last)


_Cells = list[Cell | None]


def looks_like_trf(text: str) -> bool:
    """Whether a text has the line of an event's name or of a player."""
    return any(re.match(r"(001|012) ", line) for line in lines_of(text))


def read_trf(path: AnyPath) -> Event:
    """The event of a TRF16 or TRF26 file.

    Raises `FileError` when the file cannot be read as TRF, `ArgumentError` with the line
    when a column holds something else than FIDE says, and `EventError` with the line when
    the two views of a game disagree or the games do not give the points column.
    """
    name = Path(path).name
    lines = [
        _Line(text.rstrip("\r\n"), f"{name}, line {number}")
        for number, text in enumerate(lines_of(read_text(path)), 1)
        if text.strip()
    ]
    records = {line.text[:3]: line for line in reversed(lines)}
    if "001" not in records:
        raise refusal(FileError, "read_trf_nobody", name)
    players: list[Player] = []
    places: dict[int, int] = {}
    rows: dict[int, _Cells] = {}
    for line in (_aligned(line) for line in lines if line.text.startswith("001")):
        player = _player(line)
        if player.no in rows:
            raise refusal(EventError, "read_number_twice", line.place, no=player.no)
        players.append(player)
        rows[player.no] = _cells(line)
        if line.fact("place").isdecimal() and int(line.fact("place")):
            places[player.no] = int(line.fact("place"))
        if not any(tag in records for tag in _OTHER_POINTS):
            _check_points(line, rows[player.no], [x for x in lines if x.text.startswith("240")])
    if not any(tag in records for tag in _TEAMS):  # else 240 counts teams
        for line in lines:
            if line.text.startswith("240"):
                _add_byes(line, rows)

    def fact(tag: str) -> str:
        return records[tag].text[3:].strip() if tag in records else ""

    def day(tag: str, other: str) -> date | None:
        try:
            return printed_date(fact(tag), beside=fact(other))
        except RatingError as error:
            raise error.at(records[tag].place) from None

    def placed(tag: str) -> str:
        return records[tag].place if tag in records else ""

    printed = (re.fullmatch(r"\d{1,3}", fact(tag)) for tag in ("142", "XXR"))
    rounds = next((int(found[0]) for found in printed if found), 0)
    return Event(
        players=tuple(players),
        games=assemble(rows.items()),
        name=fact("012"),
        format=format_in(fact("092")) or "swiss",
        says_format=bool(format_in(fact("092"))),
        printed_places=places,
        rounds=rounds,
        start=day("042", "052"),
        end=day("052", "042"),
        place=fact("022"),
        facts=_facts_of_event(fact),
        where=name,
        places={"start": placed("042"), "end": placed("052"), "minutes": placed("122")},
    )


def _facts_of_event(fact: Callable[[str], str]) -> dict[str, object]:
    """Federation, rate of play and chief arbiter, as far as the file says them."""
    found: dict[str, object] = {}
    if fact("032"):
        found["federation"] = fact("032")
    time = read_time(fact("122")) or read_time(fact("222"))
    if time is not None:
        found["minutes"], found["increment"] = time
    if fact("102"):
        found["chief_arbiter"] = fact("102")
    return found


def _aligned(line: _Line) -> _Line:
    """The line with its facts in their columns, or an error when they are shifted."""
    if _fits(line.text):
        return line
    # Columns count letters, however many characters spell one.
    if _fits(composed := normalize("NFC", line.text)):
        return line._replace(text=composed)
    # Some programs count a letter with an accent as the two bytes it takes in UTF-8.
    as_bytes = line.text.encode("utf-8")
    if _fits(as_bytes.decode("latin-1")):
        first, last = FIELDS["name"].first - 1, FIELDS["name"].last
        name = as_bytes[first:last].decode("utf-8", "replace").ljust(last - first)
        rest = as_bytes[last:].decode("utf-8", "replace")
        return _Line(as_bytes[:first].decode("utf-8", "replace") + name + rest, line.place)
    column = next(gap for gap in GAPS if line.text[gap - 1 : gap].strip())
    words = {"column": column, "found": repr(line.text[column - 1])}
    raise refusal(ArgumentError, "read_trf_blank", line.place, **words)


def _fits(text: str) -> bool:
    return not any(text[gap - 1 : gap].strip() for gap in GAPS)


def _player(line: _Line) -> Player:
    title = line.fact("title")
    born = re.search(r"\d{4}", line.fact("born"))
    fide_id = line.fact("id")
    rating = line.fact("rating") and Decimal(_whole(line, *FIELDS["rating"][:2], "rating"))
    return Player(
        no=_whole(line, *FIELDS["no"][:2], "player number"),
        name=line.fact("name"),
        rating=rating or None,
        id="" if fide_id == "0" else fide_id,
        title=_TITLES.get(title.lower(), title),
        sex=_sex(line),
        federation=line.fact("federation"),
        born=int(born[0]) or None if born else None,
        where=line.place,
    )


def _sex(line: _Line) -> str:
    try:
        return read_sex(line.fact("sex"))
    except RatingError as error:
        raise error.at(f"{line.place}, column 10") from None


def _whole(line: _Line, first: int, last: int, what: str) -> int:
    text = line.field(first, last)
    if not (text.isascii() and text.isdigit()):
        words = {"first": first, "last": last, "found": repr(text), "what": what}
        raise refusal(ArgumentError, "read_trf_columns", line.place, **words)
    return int(text)


def _cells(line: _Line) -> _Cells:
    starts = range(FIRST_ROUND, max(len(line.text.rstrip()), FIRST_ROUND - 1) + 1, ROUND_WIDTH)
    return [_cell(line, number, first) for number, first in enumerate(starts, 1)]


def _cell(line: _Line, number: int, first: int) -> Cell | None:
    text = line.field(first, first + ROUND_WIDTH - 1)
    if not text:
        return None
    opponent_text, colour, code = (
        line.field(first + at.first - 1, first + at.last - 1) for at in (OPPONENT, COLOUR, RESULT)
    )
    colour, code = colour.lower(), code.upper()
    gaps = "".join(line.field(at, at) for at in (first + 4, first + 6, first + 8, first + 9))
    opponent = int(opponent_text or 0) if re.fullmatch(r"[0-9]*", opponent_text) else -1
    known = GAME_CODES if opponent else _BYES
    if gaps or opponent < 0 or colour not in ("w", "b", "-", "") or (code not in known and code):
        words = {"round": number, "found": repr(text), "first": first, "last": first + 7}
        raise refusal(ArgumentError, "read_trf_round", line.place, **words)
    if opponent:
        score, kind = GAME_CODES[code]
        return Cell(opponent, _colour(colour), score, kind, text, line.place)
    if not code:
        return None
    is_granted = code == GRANTED_CODE
    return Cell(None, None, _BYES[code], Kind.BYE, text, line.place, is_granted)


def _colour(letter: str) -> Colour | None:
    return "w" if letter == "w" else "b" if letter == "b" else None


def _check_points(line: _Line, cells: _Cells, byes: Sequence[_Line]) -> None:
    text = line.fact("points")
    if not text:
        return
    try:
        printed = exact(text, "points")
    except RatingError as error:
        raise error.at(f"{line.place}, columns 81 to 84") from None
    total = points(cells)
    no = line.fact("no")
    # A bye given beforehand may or may not be in the points already.
    given = sum(
        (_BYES.get(bye.field(5, 5).upper(), ZERO) for bye in byes if no in _listed(bye)), ZERO
    )
    if printed not in (total, total + given):
        raise refusal(EventError, "read_trf_points", line.place, total=total, printed=printed)


def _listed(bye: _Line) -> list[str]:
    return [text.lstrip("0") for text in bye.text[10:].split()]


def _add_byes(line: _Line, rows: Mapping[int, _Cells]) -> None:
    """Give the byes of a 240 line to players whose own line leaves the round blank."""
    number, code = _whole(line, 7, 9, "round"), line.field(5, 5).upper()
    if code not in ("F", "H", "Z") or not 0 < number < 1000:
        raise refusal(ArgumentError, "read_trf_bye", line.place, found=repr(code))
    for text in _listed(line):
        no = int(text) if re.fullmatch(r"\d{1,4}", text) else 0
        if no not in rows:
            raise refusal(EventError, "read_no_player", line.place, who=repr(text))
        cells = rows[no]
        cells.extend([None] * (number - len(cells)))
        found = cells[number - 1]
        if found is None:
            words = line.text.strip()
            is_granted = code == GRANTED_CODE
            bye = Cell(None, None, _BYES[code], Kind.BYE, words, line.place, is_granted)
            cells[number - 1] = bye
        elif found.opponent is not None:
            told = {"no": no, "round": number, "place": found.where}
            raise refusal(EventError, "read_trf_bye_and_game", line.place, **told)
