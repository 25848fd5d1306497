"""Text exports of Swiss-Manager: the pairings with their results, and the players.

``Runde;Brett;…;NrW;NrS;…`` identifies players by number, ``Nr;Name;…;Nachname;Vorname`` says
who they are.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..engine.account import UNUSED, Account, Record
from ..engine.errors import ArgumentError, EventError, FileError, RatingError
from ..engine.event import Event, Game, Player
from ..engine.problem import make_error
from ..engine.results import BYES, RESULTS, Kind, Result, read_result
from ..engine.rounding import ZERO
from ..engine.vocabulary.dates import birth_year
from ..engine.vocabulary.sex import read_sex
from .files import STANDARD_INPUT, AnyPath, read_text
from .swiss_manager_table import (
    PAIRINGS,
    PLAYERS,
    Export,
    ExportRow,
    has_headings,
    list_beside,
    read_export,
)
from .tabular import AS_IT_IS, ReadOptions

#: Names used for a missing opponent, and the mark of a forfeit.
_NOBODY, _FORFEIT = "-1", "K"

_RESULT = {(result.kind, result.white, result.black): result for result in RESULTS}
#: The columns of rating and ID for national ratings, and for FIDE's.
_NATIONAL, _FIDE = ("EloNat", "Identnr"), ("EloInt", "FideIdent")


def looks_like_swiss_manager(text: str) -> bool:
    """Whether a text is one of the two exports."""
    return looks_like_pairings(text) or has_headings(text, PLAYERS)


def looks_like_pairings(text: str) -> bool:
    """Whether a text is the export with the games."""
    return has_headings(text, PAIRINGS)


def read_swiss_manager(
    path: AnyPath, players: AnyPath | None = None, asked: ReadOptions = AS_IT_IS
) -> Event:
    """The event with the pairings and their list of players, or players alone.

    `players` is the list; without it the one in the same folder is used. Raises `FileError`
    if it is missing or has an unread column that may matter, `ArgumentError` with
    the cell for anything unreadable, and `EventError` if the games do not add up to the points in
    the list.
    """
    name = Path(path).name
    if has_headings(read_text(path), PLAYERS):
        people, account = _people(read_export(path, asked.ignore))
        account = account.counting(people)
        return Event(people, says_format=False, where=name, account=account)
    pairings = read_export(path, asked.ignore)
    if players is None and str(path) == STANDARD_INPUT:
        raise make_error(FileError, "read_sm_nobody", name, found="–")
    beside = Path(players) if players is not None else list_beside(Path(path))
    listed = read_export(beside, asked.ignore)
    rows = [(row, _game(row)) for row in pairings.rows]
    games = tuple(game for _, game in rows if game)
    waiting = tuple(row.line for row, game in rows if game is None)
    records = (Record("no opponent yet", len(waiting), UNUSED, "", waiting),) if waiting else ()
    people, account = _people(listed)
    numbers = {player.no for player in people}
    for game in games:
        for no in (game.white, game.black):
            if no is not None and no not in numbers:
                raise make_error(EventError, "read_sm_player", game.where, no=no, file=beside.name)
    event = Event(people, games, says_format=False, where=name)
    for row in listed.rows:
        _check(row, event)
    parts = (account.counting(people),)
    own = replace(pairings.account, parts=parts, records=records)
    return replace(event, account=own.counting(people, games))


def _people(listed: Export) -> tuple[tuple[Player, ...], Account]:
    """The players of a list, with FIDE ratings if anybody has one.

    One list rates everyone: a player who is not on it is unrated.
    """
    is_fide = any(row.number("EloInt") for row in listed.rows)
    own, other = (_FIDE, _NATIONAL) if is_fide else (_NATIONAL, _FIDE)
    not_needed = {*other, *(() if any(map(_is_named_at_once, listed.rows)) else ("Name",))}
    people = tuple(_person(row, own) for row in listed.rows)
    return people, listed.without(not_needed)


def _is_named_at_once(row: ExportRow) -> bool:
    return not row.text("Nachname") and not row.text("Vorname")


def _person(row: ExportRow, rates: tuple[str, str]) -> Player:
    rating, number = rates
    own = row.text(number)
    try:
        sex = read_sex(row.text("Sex"))
    except RatingError as error:
        raise error.at(row.at("Sex")) from None
    names = filter(None, (row.text("Nachname"), row.text("Vorname")))
    return Player(
        no=row.whole("Nr"),
        name=", ".join(names) or row.text("Name"),
        rating=row.number(rating) or None,
        id="" if own == "0" else own,
        title=row.text("Titel"),
        sex=sex,
        federation=row.text("Fed"),
        born=_year(row),
        where=row.place,
    )


def _year(row: ExportRow) -> int | None:
    """The year of birth; None for a blank and for 00.00.0000."""
    try:
        return birth_year(row.text("Geburt"), "Geburt")
    except RatingError as error:
        raise error.at(row.at("Geburt")) from None


def _game(row: ExportRow) -> Game | None:
    """The game in a line; None for a missing opponent in an unfinished round."""
    result = _result(row)
    _check_result(row)
    alone = row.text("NrS") == _NOBODY
    black = None if alone else row.whole("NrS")
    board = row.whole("Brett") if row.text("Brett") else None
    round_, white = row.whole("Runde"), row.whole("NrW")
    if alone and not result.code:
        return None
    return Game(round_, white, black, result, board=board, where=row.place)


def _result(row: ExportRow) -> Result:
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
        raise make_error(ArgumentError, "read_sm_result", row.place, **words)
    return found


def _check_result(row: ExportRow) -> None:
    """Check the result as text, and the one that counts for ratings, against the points."""
    points = f"{row.text('ErgW')}:{row.text('ErgS')}{row.text('Kontumaz')}"
    told = (
        ("Erg", row.text("Erg"), points),
        ("ErgEloW", row.text("ErgEloW"), row.text("ErgW")),
        ("ErgEloS", row.text("ErgEloS"), row.text("ErgS")),
    )
    for column, found, expected in told:
        if found and _plain(found) != _plain(expected):
            words = {"column": column, "found": found, "expected": expected}
            raise make_error(EventError, "read_sm_differs", row.at(column), **words)


def _plain(text: str) -> str:
    return text.replace(" ", "").replace(".", ",").replace("½", "0,5")


def _check(row: ExportRow, event: Event) -> None:
    """Check a player's points against the games; half-point byes are in no line of games."""
    if not row.text("Pkt"):
        return
    no, printed = row.whole("Nr"), row.number("Pkt")
    sides = ((g.result.white if g.white == no else g.result.black) for g in event.games_of[no])
    total = sum((score for score in sides if score is not None), ZERO)
    if printed != total:
        raise make_error(EventError, "read_sm_points", row.at("Pkt"), total=total, printed=printed)
