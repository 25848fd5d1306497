"""The crosstable: the notation of a cell, and the games that its rows describe twice.

Two notations are in use, that of chess-results.com (``19w1``, ``93b-``, ``-½``) and that
of FIDE's tie-break exercises (``+B10``, ``=BYE``, ``-F11``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Literal, NamedTuple, Optional

from ..engine.errors import ArgumentError, EventError, RatingError, shown
from ..engine.event import Game
from ..engine.problem import make_error
from ..engine.results import BYES, GRANTED, RESULTS, Kind, Result, read_result
from ..engine.rounding import HALF, ONE, ZERO, exact
from ..engine.vocabulary.spellings import A_DAY, A_TIME

Colour = Literal["w", "b"]


class RoundEntry(NamedTuple):
    """One player's view of one round: the opponent, the colour, and the result.

    `text` and `where` repeat the original text and its place, for messages; `granted` says that a
    full-point bye was requested rather than allocated by the pairing.
    """

    opponent: int | None
    colour: Colour | None
    score: Decimal
    kind: Kind
    text: str = ""
    where: str = ""
    granted: bool = False


Row = tuple[int, Sequence[Optional[RoundEntry]]]

#: The results that a cell can have after opponent and colour.
SCORES: Mapping[str, tuple[Decimal, Kind]] = {
    "1": (ONE, Kind.PLAYED),
    "½": (HALF, Kind.PLAYED),
    "=": (HALF, Kind.PLAYED),
    "0": (ZERO, Kind.PLAYED),
    "+": (ONE, Kind.FORFEIT),
    "-": (ZERO, Kind.FORFEIT),
    "": (ZERO, Kind.POSTPONED),
}
_SIGNS: Mapping[str, Decimal] = {"+": ONE, "=": HALF, "-": ZERO}
_BYES: Mapping[str, Decimal] = {"1": ONE, "½": HALF, "0": ZERO}

#: What spreadsheets make of byes: they lose the sign of -0.
_NUMBERS: Mapping[Decimal, str] = {-ONE: "-1", -HALF: "-½", ZERO: "-0"}

_GAME = re.compile(r"(\d{1,6})\s*([wb])\s*([1½=0+-]?)")
_BYE = re.compile(r"-\s*([1½0])")
_SIGNED_GAME = re.compile(r"([+=-])\s*([wbf])\s*(\d{1,6})")
#: Vega distinguishes allocated byes (PAB) from requested ones of a full or half point (FPB, HPB).
_SIGNED_BYE = re.compile(r"([+=-])\s*(bye|pab|fpb|hpb)")
_ABSENT = ("", "--")

_RESULT = {(result.kind, result.white, result.black): result for result in RESULTS}
#: Speed: looking up a member of an `Enum` is slow.
_PLAYED_KIND = Kind.PLAYED
_PLAYED = {(r.white, r.black): r for r in RESULTS if r.kind is Kind.PLAYED}


def parse_cell(value: object, where: str = "") -> RoundEntry | None:
    """The entry in a crosstable cell, in either notation; None if there was no game.

    `value` is the text, or the number a spreadsheet made of a bye: -1, -0.5 or 0.
    Raises `ArgumentError` or `NumberError` with `where` for anything else.
    """
    text = _as_text(value, where)
    if text in _ABSENT:
        return None
    if found := _GAME.fullmatch(text):
        score, kind = SCORES[found[3]]
        return RoundEntry(int(found[1]), _colour(found[2]), score, kind, text, where)
    if found := _BYE.fullmatch(text):
        return RoundEntry(None, None, _BYES[found[1]], Kind.BYE, text, where)
    if found := _SIGNED_BYE.fullmatch(text):
        is_granted = found[2] == "fpb" and found[1] == "+"
        return RoundEntry(None, None, _SIGNS[found[1]], Kind.BYE, text, where, is_granted)
    if (found := _SIGNED_GAME.fullmatch(text)) and (found[1], found[2]) != ("=", "f"):
        kind = Kind.FORFEIT if found[2] == "f" else Kind.PLAYED
        return RoundEntry(int(found[3]), _colour(found[2]), _SIGNS[found[1]], kind, text, where)
    raise strange_cell("read_cell", str(value), where)


def strange_cell(key: str, text: str, where: str, **words: object) -> ArgumentError:
    """The error `key` for an unreadable cell, or the one for a result shown as a date or a time.

    Spreadsheets make a date of 1/2 and a time of 1:0.
    """
    key = "word_result_day" if A_DAY.fullmatch(text.lower()) else key
    key = "word_result_time" if A_TIME.fullmatch(text) else key
    return make_error(ArgumentError, key, where, found=shown(text), **words)


def check_points(total: Decimal, printed: Decimal, where: str) -> None:
    """Raise `EventError` unless the points printed in a row are the sum of those of its games."""
    if total != printed:
        raise make_error(EventError, "read_points_differ", where, total=total, printed=printed)


def assemble(
    rows: Iterable[Row],
    places: Sequence[Sequence[str]] = (),
    results: Sequence[Mapping[int, Result]] = (),
) -> tuple[Game, ...]:
    """The games described by the rows of a crosstable, each once, by round.

    A row is a player's number and the cells of rounds 1, 2, … White and Black follow from
    the colours; for a forfeit without colours, the lower number is White. `places` are those of the
    cells, row by row, if the entries do not name their own; `results` are those on which two rows
    are known to agree, by round and the number of the lower row. Raises `EventError` with player,
    round and both cells if the two views of a game disagree, or if an opponent is not in the list.
    """
    table: dict[int, Sequence[RoundEntry | None]] = {}
    place_rows: list[Sequence[str]] = []
    for at, (no, cells) in enumerate(rows):
        own = places[at] if places else [cell.where if cell else "" for cell in cells]
        if no in table:
            place = next((where for cell, where in zip(cells, own) if cell), "")
            raise make_error(EventError, "read_number_twice", place, no=no)
        table[no] = cells
        place_rows.append(own)
    games: list[Game] = []
    rounds = zip(zip_longest(*table.values()), zip_longest(*place_rows, fillvalue=""))
    for round_, (column, wheres) in enumerate(rounds, 1):
        known = results[round_ - 1] if results else {}
        games += _games_of(round_, dict(zip(table, column)), wheres, known)
    return tuple(games)


def _as_text(value: object, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        try:
            return _NUMBERS.get(exact(value, "crosstable cell"), str(value))
        except RatingError as error:
            raise error.at(where) from None
    text = " ".join(str(value).split()).lower()
    return text.replace("–", "-").replace("0.5", "½").replace("0,5", "½")


def _colour(letter: str) -> Colour | None:
    return "w" if letter == "w" else "b" if letter == "b" else None


def _cell(cells: Sequence[RoundEntry | None], index: int) -> RoundEntry | None:
    return cells[index] if index < len(cells) else None


def _games_of(
    round_: int,
    column: Mapping[int, RoundEntry | None],
    places: Iterable[str],
    known: Mapping[int, Result],
) -> Iterator[Game]:
    """The games of a round from its cells by player and their places, each in the row of White.

    `known` are the results on which two rows agree, by the number of the lower row.
    """
    # The result of each game that the opponent's row above was compared with, None if that is
    # White's.
    settled: dict[int, Result | None] = {}
    for (no, cell), where in zip(column.items(), places):
        if cell is None:
            continue
        opponent = cell.opponent
        if no in settled:
            result = settled[no]
        elif opponent is None:
            result = GRANTED if cell.granted else BYES[cell.score]
        else:
            other = column.get(opponent)
            result = known.get(opponent) or agreed(no, cell, other)
            if result is None or opponent == no:
                raise _differ(round_, no, cell, column, where)
            is_white = _is_white(no, cell, other)
            settled[opponent] = None if is_white else result
            if not is_white:
                continue
        if result is not None:
            yield Game(round_, no, opponent, result, where=where)


def _differ(
    round_: int, no: int, cell: RoundEntry, column: Mapping[int, RoundEntry | None], where: str
) -> RatingError:
    """The error for a cell whose opponent's cell in the round says otherwise, or is missing."""
    opponent = cell.opponent
    words = {"no": no, "round": round_, "cell": repr(cell.text), "other": opponent}
    if opponent is None or opponent not in column or opponent == no:
        return make_error(EventError, "read_cell_opponent", where, **words)
    other = column[opponent]
    theirs = repr(other.text if other else "")
    return make_error(EventError, "read_cells_differ", where, theirs=theirs, **words)


def _is_white(no: int, cell: RoundEntry, other: RoundEntry | None) -> bool:
    if cell.colour is not None:
        return cell.colour == "w"
    if other is not None and other.colour is not None:
        return other.colour == "b"
    return cell.opponent is not None and no < cell.opponent


def says_colours(rows: Iterable[Row]) -> bool:
    """Whether at least one view of each played game says who was White."""
    table = dict(rows)
    return not any(
        cell.colour is None
        and cell.kind is Kind.PLAYED
        and (other := _cell(table.get(cell.opponent or 0, ()), index)) is not None
        and other.colour is None
        for cells in table.values()
        for index, cell in enumerate(cells)
        if cell is not None
    )


def agreed(no: int, cell: RoundEntry, other: RoundEntry | None) -> Result | None:
    """The result on which a player's cell and the opponent's in the same round agree, or None."""
    kind, colour = cell.kind, cell.colour
    if other is None or other.opponent != no or other.kind is not kind:
        return None
    if colour is not None and colour == other.colour:
        return None
    is_white = _is_white(no, cell, other) if colour is None else colour == "w"
    scores = (cell.score, other.score) if is_white else (other.score, cell.score)
    # Speed: comparing kinds is slow, and most games were played.
    if kind is _PLAYED_KIND:
        return _PLAYED.get(scores)
    return read_result("") if kind is Kind.POSTPONED else _RESULT.get((kind, *scores))
