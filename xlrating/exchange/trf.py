"""FIDE's tournament report file, TRF16 and TRF-2026: fixed columns, one player per line.

Columns are counted from 1 as in FIDE's description. The purpose of each record is in
`trf_records`; records that cannot change a number are skipped and listed in the account.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Optional

from ..engine.errors import ArgumentError, EventError, FileError, RatingError
from ..engine.event import Event, Player
from ..engine.problem import make_error
from ..engine.report_file import ReportFile
from ..engine.results import Kind
from ..engine.rounding import exact
from ..engine.vocabulary.dates import birth_year
from ..engine.vocabulary.reported import TITLES
from ..engine.vocabulary.sex import read_sex
from .crosstable import Colour, RoundEntry, assemble, says_colours
from .files import AnyPath, lines_of
from .tabular import AS_IT_IS, ReadOptions
from .trf_account import account_of, chosen_of, with_national
from .trf_event import day_doubts, rounds_of, said_of, tie_doubts, ties_of
from .trf_layout import (
    BYE_CODES,
    COLOUR,
    FIELDS,
    FIRST_ROUND,
    GAME_CODES,
    GRANTED_CODE,
    OPPONENT,
    RESULT,
    ROUND_WIDTH,
)
from .trf_lines import TrfLine, aligned, lines_in
from .trf_points import check_assigned, check_points, scorings_of
from .trf_records import TEAMS, check_counts, check_records, doubts, national_ratings

_BYES = {code: points for points, codes in BYE_CODES.items() for code in codes}
#: Titles as abbreviated in the first edition and by programs: wg and gf are woman grandmaster.
_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
    "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM",
}  # fmt: skip

_Cells = list[Optional[RoundEntry]]


def looks_like_trf(text: str) -> bool:
    """Whether a text has a line with an event's name or a player."""
    return any(re.match(r"(001|012) ", line) for line in lines_of(text))


def read_trf(path: AnyPath, asked: ReadOptions = AS_IT_IS) -> Event:
    """The event in a TRF16 or TRF-2026 file.

    If the user ignores the ``rating`` of the players' lines, ratings in a federation's records
    take its place: those of the first federation that is not ignored as well.

    Raises `FileError` if the file cannot be read as TRF, `ArgumentError` with the line
    if a column contains anything unexpected or a record is invalid, and `EventError` with the
    line if the two views of a game disagree, the games do not add up to the points, or the number
    of players differs from the one stated.
    """
    name = Path(path).name
    lines = lines_in(path)
    if "001" not in lines.by_tag:
        raise make_error(FileError, "read_trf_nobody", name)
    check_records(lines)
    players: dict[int, Player] = {}
    rows: dict[int, _Cells] = {}
    places: dict[int, int] = {}
    printed: dict[int, tuple[Decimal, str]] = {}
    for line in map(aligned, lines.by_tag["001"]):
        player = _player(line)
        if player.no in rows:
            raise make_error(EventError, "read_number_twice", line.place, no=player.no)
        players[player.no] = player
        rows[player.no] = _cells(line)
        if line.fact("place") and (place := line.whole(*FIELDS["place"][:2], "rank")):
            places[player.no] = place
        if line.fact("points"):
            printed[player.no] = _points(line), line.place
    check_counts(lines, len(players))
    national = national_ratings(lines, players)
    chosen = chosen_of(national, asked)
    for no in players if chosen else ():
        players[no] = replace(players[no], rating=national[chosen].get(no))
    of_teams = any(tag in lines.by_tag for tag in TEAMS)  # then 240 and 299 count teams
    given = [] if of_teams else lines.of("240")
    for line in given:
        _add_byes(line, rows)
    event = Event(
        players=tuple(players.values()),
        games=assemble(rows.items()),
        says_colours=says_colours(rows.items()),
        rounds=rounds_of(lines),
        printed_places=places,
        where=name,
        **said_of(lines),
    )
    event = replace(event, tie_breaks=ties_of(lines, event))
    scorings = (event.scoring,) if of_teams else scorings_of(lines)
    check_assigned(replace(event, scoring=scorings[0]), lines)
    ahead = frozenset(line.place for line in given)
    scoring, counts_ahead = check_points(event, scorings, printed, ahead)
    event = replace(event, scoring=scoring)
    found = (*doubts(event, lines), *tie_doubts(lines, event), *day_doubts(lines, event))
    report = ReportFile(lines.raw, event, counts_ahead, found)
    account = account_of(lines, event)
    return replace(event, report=report, account=with_national(account, event, national, asked))


def _player(line: TrfLine) -> Player:
    title = line.fact("title")
    fide_id = line.fact("id")
    rating = line.fact("rating") and Decimal(line.whole(*FIELDS["rating"][:2], "rating"))
    return Player(
        no=line.whole(*FIELDS["no"][:2], "player number"),
        name=line.fact("name"),
        rating=rating or None,
        id="" if fide_id == "0" else fide_id,
        title=_TITLES.get(title.lower(), title.upper() if title.upper() in TITLES else title),
        sex=_sex(line),
        federation=line.fact("federation"),
        born=_born(line),
        where=line.place,
    )


def _born(line: TrfLine) -> int | None:
    try:
        return birth_year(line.fact("born"), "born")
    except RatingError as error:
        first, last = FIELDS["born"][:2]
        raise error.at(f"{line.place}, columns {first} to {last}") from None


def _sex(line: TrfLine) -> str:
    try:
        return read_sex(line.fact("sex"))
    except RatingError as error:
        raise error.at(f"{line.place}, column 10") from None


def _points(line: TrfLine) -> Decimal:
    try:
        return exact(line.fact("points"), "points")
    except RatingError as error:
        raise error.at(f"{line.place}, columns 81 to 84") from None


def _cells(line: TrfLine) -> _Cells:
    starts = range(FIRST_ROUND, max(len(line.text.rstrip()), FIRST_ROUND - 1) + 1, ROUND_WIDTH)
    return [_cell(line, number, first) for number, first in enumerate(starts, 1)]


def _cell(line: TrfLine, number: int, first: int) -> RoundEntry | None:
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
        raise make_error(ArgumentError, "read_trf_round", line.place, **words)
    if opponent:
        score, kind = GAME_CODES[code]
        return RoundEntry(opponent, _colour(colour), score, kind, text, line.place)
    if not code:
        return None
    is_granted = code == GRANTED_CODE
    return RoundEntry(None, None, _BYES[code], Kind.BYE, text, line.place, is_granted)


def _colour(letter: str) -> Colour | None:
    return "w" if letter == "w" else "b" if letter == "b" else None


def _listed(bye: TrfLine) -> list[str]:
    return [text.lstrip("0") for text in bye.text[10:].split()]


def _add_byes(line: TrfLine, rows: Mapping[int, _Cells]) -> None:
    """Add the byes of a 240 line for players whose own line leaves the round blank."""
    number, code = line.whole(7, 9, "round"), line.field(5, 5).upper()
    if code not in ("F", "H", "Z") or not 0 < number < 1000:
        raise make_error(ArgumentError, "read_trf_bye", line.place, found=repr(code))
    for text in _listed(line):
        no = int(text) if re.fullmatch(r"\d{1,4}", text) else 0
        if no not in rows:
            raise make_error(EventError, "read_no_player", line.place, who=repr(text))
        cells = rows[no]
        cells.extend([None] * (number - len(cells)))
        found = cells[number - 1]
        if found is None:
            words = line.text.strip()
            is_granted = code == GRANTED_CODE
            bye = RoundEntry(None, None, _BYES[code], Kind.BYE, words, line.place, is_granted)
            cells[number - 1] = bye
        elif found.opponent is not None:
            told = {"no": no, "round": number, "place": found.where}
            raise make_error(EventError, "read_trf_bye_and_game", line.place, **told)
