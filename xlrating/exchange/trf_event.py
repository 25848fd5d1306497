"""Facts about the event as a whole in FIDE's report file: days, format, rounds, tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from ..engine.errors import ArgumentError, EventError, RatingError, shown
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..engine.tournament.tie_breaks import is_known, tie_break_of
from ..engine.vocabulary.dates import is_span, printed_date
from ..engine.vocabulary.formats import format_in
from ..engine.vocabulary.pace import pace_in
from .time_controls import read_time
from .trf_layout import FIRST_ROUND, ROUND_WIDTH
from .trf_lines import TrfLines


def said_of(lines: TrfLines) -> dict[str, Any]:
    """The facts about the event as a whole, by the names of the fields of `Event`.

    Raises `EventError` with the line for contradictory days or formats,
    `ArgumentError` for a date that cannot be read.
    """

    def day(tag: str, other: str) -> date | None:
        try:
            return printed_date(lines.said(tag), beside=lines.said(other))
        except RatingError as error:
            raise error.at(lines.place(tag)) from None

    start, end = day("042", "052"), day("052", "042")
    if start and end and not (start <= end and is_span(start, end)):
        where = lines.place("052")
        raise make_error(EventError, "read_days", where, first=start, last=end)
    formats = [found for tag in ("092", "192") if (found := format_of(lines.said(tag)))]
    if len(set(formats)) > 1:
        words = " / ".join(formats)
        raise make_error(EventError, "read_two_formats", lines.place("192"), found=words)
    return {
        "name": lines.said("012"),
        "format": formats[0] if formats else "swiss",
        "says_format": bool(formats),
        "pace": pace_in(" ".join(map(lines.said, ("092", "192", "122", "222")))),
        "start": start,
        "end": end,
        "place": lines.said("022"),
        "facts": _facts_of_event(lines),
        "places": {
            part: lines.place(tag)
            for part, tag in (
                ("start", "042"),
                ("end", "052"),
                ("minutes", "122"),
                ("tie_breaks", "212" if "212" in lines.by_tag else "202"),
            )
            if tag in lines.by_tag
        },
    }


#: Codes of Swiss systems in record 192: FIDE_DUTCH_2026, FIDE_DUBOV_BAKU, CUSTOM_DOUBLESWISS.
_SWISS = ("DUTCH", "DUBOV", "BURSTEIN", "LIM", "SWISS")


def format_of(text: str) -> str:
    """The format named in the text of record 092 or 192; '' if there is none."""
    words = re.split("[^A-Z]+", text.upper())
    coded = "swiss" if "_" in text and set(words) & set(_SWISS) else ""
    return format_in(text) or coded


def _facts_of_event(lines: TrfLines) -> dict[str, object]:
    """Federation, time control and chief arbiter, if the file contains them."""
    found: dict[str, object] = {}
    if lines.said("032"):
        found["federation"] = lines.said("032")
    times = [time for tag in ("122", "222") if (time := read_time(lines.said(tag)))]
    if times and times[0] != times[-1]:
        words = {"what": "122 / 222", "other": lines.place("122")}
        raise make_error(EventError, "read_said_twice", lines.place("222"), **words)
    if times:
        found["minutes"], found["increment"] = times[0]
    if lines.said("102"):
        found["chief_arbiter"] = lines.said("102")
    return found


def rounds_of(lines: TrfLines) -> int:
    """The number of rounds in the file; 0 if it is missing."""
    found = {}
    for tag in ("142", "XXR"):
        if text := lines.said(tag):
            if not re.fullmatch(r"[0-9]{1,3}", text):
                words = {"first": 5, "last": 7, "found": shown(text), "what": "number of rounds"}
                raise make_error(ArgumentError, "read_trf_columns", lines.place(tag), **words)
            found[int(text)] = tag
    if len(found) > 1:
        words = {"what": "142 / XXR", "other": lines.place("142")}
        raise make_error(EventError, "read_said_twice", lines.place("XXR"), **words)
    return next(iter(found), 0)


# --- tie-breaks ---------------------------------------------------------------------------------


def _codes(lines: TrfLines, tag: str) -> list[str]:
    """The tie-breaks in record 202 or 212, without the points that come first in the latter."""
    codes = [tie_break_of(text) for text in re.split(r"[,;\s]+", lines.said(tag)) if text]
    return codes[1:] if tag == "212" and codes[:1] == ["PTS"] else codes


def ties_of(lines: TrfLines, event: Event) -> tuple[str, ...] | None:
    """The tie-breaks of the file in order, up to the first unsupported one; None if there are none.

    Raises `EventError` if 202 and 212 name different ones.
    """
    named = [tag for tag in ("212", "202") if _codes(lines, tag)]
    if len(named) > 1 and _codes(lines, "202") != _codes(lines, "212"):
        words = {"what": "202 / 212", "other": lines.place("202")}
        raise make_error(EventError, "read_said_twice", lines.place("212"), **words)
    known: list[str] = []
    for code in _codes(lines, named[0]) if named else ():
        if code in known or not is_known(code, event):
            break
        known.append(code)
    return tuple(known) if named else None


def tie_doubts(lines: TrfLines, event: Event) -> Iterator[Problem]:
    """A doubt about tie-breaks of the file that are not used: players still equal share a place."""
    if event.tie_breaks is not None:
        tag = "212" if _codes(lines, "212") else "202"
        if left := _codes(lines, tag)[len(event.tie_breaks) :]:
            yield Problem("trf_ties", {"codes": ", ".join(left)}, lines.place(tag))


# --- days ---------------------------------------------------------------------------------------


def day_doubts(lines: TrfLines, event: Event) -> Iterator[Problem]:
    """A doubt about the first round that record 132 dates outside the days of the event."""
    first, last = event.start or event.end, event.end or event.start
    line = lines.one("132")
    if line is None or first is None or last is None:
        return
    starts = range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH)
    for number, at in enumerate(starts, 1):
        found = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", line.field(at, at + ROUND_WIDTH - 1))
        try:
            day = date(2000 + int(found[1]), int(found[2]), int(found[3])) if found else None
        except ValueError:
            day = None
        if day is not None and not first <= day <= last:
            words = {"round": number, "day": day, "first": first, "last": last}
            yield Problem("trf_day", words, line.place)
            return
