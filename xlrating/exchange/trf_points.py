"""Points in FIDE's report file: what results are worth, and whether the games add up to them.

Records 162 and 299 (TRF-2026), XXS of JaVaFo, BBW, BBD, BBL, BBZ, BBF and BBU of bbpPairings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from ..engine.errors import ArgumentError, EventError, placed, shown
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.results import Kind
from ..engine.rounding import exact
from ..engine.scoring import (
    AFTER_ALL,
    LETTERS,
    TYPES,
    USUAL,
    Assigned,
    Scoring,
    key_of,
    read_scoring,
)
from ..engine.tournament.scores import Scores, listed_points
from .totals import SCORINGS
from .trf_lines import TrfLine, TrfLines

#: The meaning of bbpPairings' records; an allocated bye is a win unless BBU says otherwise.
_BBP: Mapping[str, tuple[str, ...]] = {
    "BBW": LETTERS["W"], "BBD": LETTERS["D"], "BBL": LETTERS["L"], "BBZ": ("ZPB",),
    "BBF": ("FL",), "BBU": ("PAB",),
}  # fmt: skip
#: Abbreviations for several XXS codes; L is not JaVaFo's, but py4swiss's.
_XXS: Mapping[str, tuple[str, ...]] = {
    "W": LETTERS["W"], "D": LETTERS["D"], "L": (*LETTERS["L"], *LETTERS["A"]),
    **{key: (key,) for key in USUAL if key != "X"},
}  # fmt: skip
_NUMBER = r"(\d{0,2}(?:\.\d{1,2})?)"
#: The records with points, grouped by the notation they belong to.
SAYING: tuple[tuple[str, ...], ...] = (("162",), ("XXS",), tuple(_BBP))


def scorings_of(lines: TrfLines) -> Sequence[Scoring]:
    """The scorings by which totals may count: the one that records give, otherwise the usual ones.

    Raises `ArgumentError` with the line for anything unreadable, `EventError` if records of two
    programs contradict each other.
    """
    found: list[tuple[TrfLine, Scoring]] = []
    for tags, read in zip(SAYING, (_of_162, _of_xxs, _of_bbp)):
        if own := lines.of(*tags):
            found.append((own[0], Scoring(read(lines))))
    for line, other in found[1:]:
        if other != found[0][1]:
            words = {"what": "/".join(line.tag for line, _ in found), "other": found[0][0].place}
            raise make_error(EventError, "read_said_twice", line.place, **words)
    assigned = tuple(_assigned(line) for line in lines.of("299"))
    if not found and not assigned:
        return SCORINGS
    return (Scoring(found[0][1].points if found else {}, assigned),)


def _of_162(lines: TrfLines) -> Mapping[str, Decimal]:
    line = lines.one("162")
    assert line is not None
    with placed(line.place):
        return read_scoring(line.text[3:]).points


def _of_xxs(lines: TrfLines) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for line in lines.of("XXS"):
        for part in line.said.split():
            code, _, text = part.partition("=")
            if code.upper() not in _XXS or not re.fullmatch(_NUMBER, text) or not text:
                words = {"found": shown(part), "example": "XXS W=3 D=1 PAB=1"}
                raise make_error(ArgumentError, "read_trf_scoring", line.place, **words)
            found.update(dict.fromkeys(_XXS[code.upper()], exact(text, "points")))
    return found


def _of_bbp(lines: TrfLines) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for tag, keys in _BBP.items():
        line = lines.one(tag)
        if line is not None:
            if not re.fullmatch(_NUMBER, line.said) or not line.said:
                words = {"found": shown(line.said), "example": f"{tag}  1.0"}
                raise make_error(ArgumentError, "read_trf_scoring", line.place, **words)
            found.update(dict.fromkeys(keys, exact(line.said, "points")))
    if "WW" in found:
        found.setdefault("PAB", found["WW"])
    return found


def _assigned(line: TrfLine) -> Assigned:
    """Record 299: type in column 5, points in 14 to 17, round in 20 to 22, players from 24."""
    kind, text, matches = line.field(5, 5).upper(), line.field(14, 17), line.field(8, 11)
    number, ids = line.field(20, 22), line.text[23:].split()
    gaps = "".join(line.field(at, at) for at in (4, 6, 7, 12, 13, 18, 19, 23))
    is_whole = all(one.isascii() and one.isdigit() for one in (number or "0", *ids))
    points = re.fullmatch(r"-?\d{1,2}(\.\d{1,2})?", text)
    of_teams = matches and not re.fullmatch(r"-?0{1,2}(\.0{1,2})?", matches)
    if gaps or of_teams or not points or not is_whole or (kind and kind not in TYPES):
        words = {"found": shown(line.said), "example": "299 W         3.0  001    1   17"}
        raise make_error(ArgumentError, "read_trf_scoring", line.place, **words)
    return Assigned(kind, exact(text, "points"), int(number or 0), tuple(map(int, ids)))


def check_assigned(event: Event, lines: TrfLines) -> None:
    """Raise `EventError` for a line 299 whose players do not exist or lack such a result."""
    for line, one in zip(lines.of("299"), event.scoring.assigned):
        for no in one.players:
            if no not in event.by_no:
                raise make_error(EventError, "read_no_player", line.place, who=repr(str(no)))
            if one.type and 0 < one.round < AFTER_ALL and not _has(event, no, one):
                words = {"no": no, "round": one.round, "type": one.type}
                raise make_error(EventError, "read_trf_assigned", line.place, **words)


def _has(event: Event, no: int, one: Assigned) -> bool:
    keys = (key_of(g.result, g.black == no) for g in event.games_of[no] if g.round == one.round)
    return any(key in TYPES[one.type] for key in keys if key)


# --- the points that are printed -----------------------------------------------------------------


def check_points(
    event: Event,
    scorings: Sequence[Scoring],
    printed: Mapping[int, tuple[Decimal, str]],
    given: frozenset[str],
) -> tuple[Scoring, bool]:
    """The scoring by which games add up to the points, and whether these include byes to come.

    `printed` are the points and places of the players who have any; `given` the places of byes
    entered in advance, in record 240, which may or may not be included in the points.

    Raises `EventError` with the first line whose games do not add up to its points.
    """
    best: tuple[int, int, Decimal] | None = None
    has_games = any(game.result.kind is Kind.PLAYED for game in event.games)
    # If there are only byes, a total of 2 is an error rather than another scoring.
    for scoring in scorings if has_games else scorings[:1]:
        for is_ahead, points in _ways(replace(event, scoring=scoring), given):
            wrong = [no for no, (found, _) in printed.items() if points[no] != found]
            if not wrong:
                return scoring, is_ahead
            if best is None or len(wrong) < best[0]:
                best = len(wrong), wrong[0], points[wrong[0]]
    assert best is not None
    found, place = printed[best[1]]
    raise make_error(EventError, "read_trf_points", place, total=best[2], printed=found)


def _ways(event: Event, given: frozenset[str]) -> Iterator[tuple[bool, Mapping[int, Decimal]]]:
    """Whether byes to come count, and all points, by each way of adding up; the usual one first."""
    ungiven = replace(event, games=tuple(g for g in event.games if g.where not in given))
    listed, begun, without = (
        {no: listed_points(one, no) for no in event.by_no} if one else Scores(event).points
        for one in (event, None, ungiven)
    )
    ways = [(True, listed), (False, begun), *([(True, without)] if given else [])]
    yield from ways
    # Record 162, X: a game without result is "unknown", half a point unless stated otherwise.
    open_ = {
        no: event.scoring.worth("X") * sum(g.result.kind is Kind.POSTPONED for g in own)
        for no, own in event.games_of.items()
    }
    for is_ahead, points in ways:
        yield is_ahead, {no: points[no] + open_[no] for no in points}
