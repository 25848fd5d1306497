"""What Swiss-Manager exports as text: the pairings with their results, and the players.

Two files with semicolons, of German headings whatever the language: ``Runde;Brett;…;NrW;NrS;…``
names players by their numbers, ``Nr;Name;…;Nachname;Vorname`` says who they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import ArgumentError, EventError, FileError, RatingError
from ..engine.event import Event, Game, Player
from ..engine.problem import refusal
from ..engine.results import BYES, RESULTS, Kind, Result, read_result
from ..engine.rounding import ZERO, exact
from ..engine.words.sex import read_sex
from .files import AnyPath, head_of, lines_of, read_text

_PAIRINGS = ("Runde", "Brett", "NrW", "NrS", "ErgW", "ErgS", "Kontumaz")
_PLAYERS = ("Nr", "Nachname", "Vorname")
#: Who is paired with nobody, and the mark of a forfeit.
_NOBODY, _FORFEIT = "-1", "K"
_ENDINGS = (".txt", ".csv")
#: Letters in which a file beside shows its headings.
_HEAD = 4096
#: So many letters in common show that two files belong together.
_ALIKE = 2

_RESULT = {(result.kind, result.white, result.black): result for result in RESULTS}


class _Row(NamedTuple):
    cells: Mapping[str, str]
    place: str

    def text(self, key: str) -> str:
        return (self.cells.get(key) or "").strip()

    def whole(self, key: str) -> int:
        text = self.text(key)
        if not (text.isascii() and text.isdigit()):
            raise refusal(ArgumentError, "read_whole", self.place, column=key, found=repr(text))
        return int(text)

    def number(self, key: str) -> Decimal:
        """A number with a decimal comma; 0 for nothing."""
        try:
            return exact(self.text(key).replace(",", ".") or "0", key)
        except RatingError as error:
            raise error.at(self.place) from None


def looks_like_swiss_manager(text: str) -> bool:
    """Whether a text is one of the two exports."""
    return looks_like_pairings(text) or _has(text, _PLAYERS)


def looks_like_pairings(text: str) -> bool:
    """Whether a text is the one with the games."""
    return _has(text, _PAIRINGS)


def _has(text: str, headings: Iterable[str]) -> bool:
    first = next((line for line in lines_of(text[:_HEAD]) if line.strip()), "")
    return set(headings) <= {cell.strip() for cell in first.split(";")}


def read_swiss_manager(path: AnyPath, players: AnyPath | None = None) -> Event:
    """The event of the pairings and the list of players beside them, or players alone.

    `players` is the list; without it the one in the same folder is taken. Raises `FileError`
    where it is not there, `ArgumentError` with line for what cannot be read, and `EventError`
    where the games do not give the points in the list.
    """
    text = read_text(path)
    if _has(text, _PLAYERS):
        alone = _rows(Path(path), text)
        rates = _rated_by(alone)
        return Event(tuple(_person(row, rates) for row in alone), says_format=False)
    beside = Path(players) if players is not None else _beside(Path(path))
    listed = _rows(beside, read_text(beside))
    games = tuple(game for row in _rows(Path(path), text) if (game := _game(row)))
    rates = _rated_by(listed)
    people = tuple(_person(row, rates) for row in listed)
    numbers = {player.no for player in people}
    for game in games:
        for no in (game.white, game.black):
            if no is not None and no not in numbers:
                raise refusal(EventError, "read_sm_player", game.where, no=no, file=beside.name)
    event = Event(people, games, says_format=False, where=Path(path).name)
    for row in listed:
        _check(row, event)
    return event


def _beside(path: Path) -> Path:
    """The list of players that belongs to these pairings: by content, then by the names.

    One folder may have the pairs of several events, called in any language. Two files belong
    together when their names have the same numbers, dates among them, and more letters in common
    at both ends than either has with any other file of the other kind.
    """
    others = [
        one
        for one in sorted(path.parent.iterdir())
        if one != path and one.suffix.lower() in _ENDINGS and one.is_file()
    ]
    found = [one for one in others if _is(one, _PLAYERS)]
    own = [one for one in found if _numbers(one) in (_numbers(path), ())]
    rivals = [path, *(one for one in others if _is(one, _PAIRINGS))]
    best = [one for one in _nearest(path, own) if path in _nearest(one, rivals)]
    if len(best) == 1 and len(_nearest(best[0], rivals)) == 1:
        return best[0]
    names = ", ".join(one.name for one in found) or "–"
    key = "read_sm_several" if own else "read_sm_nobody"
    raise refusal(FileError, key, path.name, found=names)


def _numbers(path: Path) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", path.stem))


def _nearest(path: Path, others: Sequence[Path]) -> list[Path]:
    """Those of the other files whose names begin and end most like this one's."""
    alike = {one: _alike(path.stem.lower(), one.stem.lower()) for one in others}
    most = max(alike.values(), default=0)
    # One letter in common, as of rounds and players, tells nothing.
    return [one for one, number in alike.items() if number == most or most < _ALIKE]


def _alike(one: str, other: str) -> int:
    """How many letters two names have in common at their beginning and at their end."""
    first = _common(one, other)
    return first + _common(one[first:][::-1], other[first:][::-1])


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is(path: Path, headings: Iterable[str]) -> bool:
    try:
        return _has(head_of(path, _HEAD).decode("utf-8-sig", "replace"), headings)
    except FileError:
        return False


def _rows(path: Path, text: str) -> list[_Row]:
    reader = csv.DictReader(
        (line for line in lines_of(text) if line.strip()), delimiter=";", quoting=csv.QUOTE_NONE
    )
    return [
        _Row({key.strip(): value for key, value in cells.items() if isinstance(value, str)},
             f"{path.name}, line {number}")
        for number, cells in enumerate(reader, 2)
    ]  # fmt: skip


def _rated_by(rows: Iterable[_Row]) -> tuple[str, str]:
    """The columns of ratings and of numbers: FIDE's where anybody has such a rating.

    One list rates all: who is not on it is unrated.
    """
    is_fide = any(row.number("EloInt") for row in rows)
    return ("EloInt", "FideIdent") if is_fide else ("EloNat", "Identnr")


def _person(row: _Row, rates: tuple[str, str]) -> Player:
    rating, number = rates
    born = re.search(r"\d{4}", row.text("Geburt"))
    own = row.text(number)
    try:
        sex = read_sex(row.text("Sex"))
    except RatingError as error:
        raise error.at(row.place) from None
    return Player(
        no=row.whole("Nr"),
        name=", ".join(filter(None, (row.text("Nachname"), row.text("Vorname")))),
        rating=row.number(rating) or None,
        id="" if own == "0" else own,
        title=row.text("Titel"),
        sex=sex,
        federation=row.text("Fed"),
        born=int(born[0]) or None if born else None,
        where=row.place,
    )


def _game(row: _Row) -> Game | None:
    """The game of a line; None for who is paired with nobody in a round that is not over."""
    result = _result(row)
    alone = row.text("NrS") == _NOBODY
    if alone and not result.code:
        return None
    black = None if alone else row.whole("NrS")
    board = row.whole("Brett") if row.text("Brett") else None
    return Game(row.whole("Runde"), row.whole("NrW"), black, result, board=board, where=row.place)


def _result(row: _Row) -> Result:
    white, black, mark = row.number("ErgW"), row.number("ErgS"), row.text("Kontumaz")
    if row.text("NrS") == _NOBODY:
        found = BYES.get(white) if white else read_result("")
    elif mark == _FORFEIT:
        found = _RESULT.get((Kind.FORFEIT, white, black))
    elif white == black == ZERO:
        found = read_result("")  # a board without result
    else:
        found = _RESULT.get((Kind.PLAYED, white, black))
    if found is None or mark not in ("", _FORFEIT):
        words = {"found": f"{row.text('ErgW')}:{row.text('ErgS')}{mark}"}
        raise refusal(ArgumentError, "read_sm_result", row.place, **words)
    return found


def _check(row: _Row, event: Event) -> None:
    """Hold a player's points against the games: byes of half a point are in no line of them."""
    if not row.text("Pkt"):
        return
    no, printed = row.whole("Nr"), row.number("Pkt")
    sides = ((g.result.white if g.white == no else g.result.black) for g in event.games_of[no])
    total = sum((score for score in sides if score is not None), ZERO)
    if printed != total:
        raise refusal(EventError, "read_sm_points", row.place, total=total, printed=printed)
