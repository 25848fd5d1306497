"""Facts about the event in a list of games, above its headings or in columns.

A line is ``place: Kuching``, possibly as two cells, as spreadsheets save it; any other line is
a title.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ..engine.account import Account, FileStatement, LineRange
from ..engine.admission import ALL_FACTS
from ..engine.errors import ArgumentError, RatingError, placed, shown
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.rules.references import named_in
from ..engine.scoring import letters_of, read_scoring
from ..engine.texts import wording
from ..engine.tournament.tie_breaks import read_tie_breaks
from ..engine.vocabulary.dates import day_of_game
from ..engine.vocabulary.formats import read_format
from ..engine.vocabulary.headings import game_spellings, heading_of, spellings
from ..engine.vocabulary.pace import read_pace
from ..engine.vocabulary.slips import nearest
from ..engine.vocabulary.spans import days_in
from .player_columns import column_of
from .table import Row, Table

#: The parts of an event, each with its keyword and the text key of its label on Start.
_PARTS = {
    "name": ("event", "event_name"),
    "place": ("place", "event_place"),
    "start": ("start", "event_start"),
    "end": ("end", "event_end"),
    "rounds": ("rounds", "file_rounds"),
    "rules": ("rules", "file_rules"),
    "format": ("format", "file_format"),
    "pace": ("pace", "event_pace"),
    "tie_breaks": ("tie_breaks", ""),
    "scoring": ("scoring", "event_scoring"),
    **{fact: (fact, f"event_{fact}") for fact in ALL_FACTS},
}
#: The separator between a label and its value in one cell.
_SIGN = re.compile("([:：=])")
#: The days of the event; a single one is the first and the last.
_DAY = "date"


@lru_cache(maxsize=1)
def _labels() -> Mapping[str, str]:
    """The possible labels, in any language, and the part that each means."""
    found = dict.fromkeys(spellings(_DAY), _DAY)
    for part, (word, label) in _PARTS.items():
        shown = wording(label).values() if label else ()
        found.update({heading_of(text): part for text in (*shown, word)})
    # Who approved it, if the regulation names them.
    found.update({heading_of(text): "approved" for text in ("approved by QC", "QC approved")})
    return found


def with_lines(event: Event, table: Table, path: Path) -> Event:
    """The event with the facts from the lines above its table.

    Raises `ArgumentError` with the line for an unreadable value, for a part given twice, and
    for a label that is very similar to a known one.
    """
    found: dict[str, Any] = {}
    places: dict[str, str] = {}
    said: list[FileStatement] = []
    for part, text, place in _said(table):
        if part == "rules":
            value: Any = named_in(path, text, place)
        else:
            row = Row((part,), (text,), place, partial(_of_line, place))
            with placed(place):
                value = _READERS.get(part, Row.text)(row, part)
        if found.get(part, value) != value:
            words = {"what": _PARTS.get(part, (part,))[0], "other": places[part]}
            raise make_error(ArgumentError, "read_said_twice", place, **words)
        found[part], places[part] = value, place
        said.append(FileStatement(part, text, place))
    if days := found.pop(_DAY, None):
        found = {"start": days[0], "end": days[1], **found}
    if found.get("rounds", event.table_rounds) < event.table_rounds:
        words = {"found": str(found["rounds"]), "least": str(event.table_rounds)}
        raise make_error(ArgumentError, "read_few_rounds", places["rounds"], **words)
    facts = {**event.facts, **{fact: found.pop(fact) for fact in set(ALL_FACTS) & set(found)}}
    return replace(
        event, **found, facts=facts, says_format="format" in found,
        places={**event.places, **places}, account=_with_said(event.account, said, table),
    )  # fmt: skip


def _with_said(
    account: Account | None, said: Sequence[FileStatement], table: Table
) -> Account | None:
    """The account with the lines that contain facts about the event."""
    if account is None or not said:
        return account
    known = {one.where for one in said}
    above = (
        LineRange("said" if _place(table, at) in known else "title", at, at)
        for at in range(1, len(table.above) + 1)
    )
    below = (one for one in account.lines if one.last > len(table.above))
    return replace(account, said=tuple(said), lines=(*above, *below))


def _of_line(place: str, _column: int) -> str:
    return place


def _as(read: Callable[[str], Any]) -> Callable[[Row, str], Any]:
    return lambda row, part: read(row.text(part))


def _days(text: str) -> tuple[date | None, date | None]:
    """The first and the last day in a text, which are the same if it gives only one."""
    try:
        day = day_of_game(text)
    except ArgumentError:
        days = days_in(text)
        if None in days:
            raise
        return days
    return day, day


#: The parsers for values that are not texts.
_READERS: Mapping[str, Callable[[Row, str], Any]] = {
    **dict.fromkeys(("start", "end", "filed"), _as(day_of_game)),
    _DAY: _as(_days),
    **dict.fromkeys(("rounds", "arbiters"), Row.whole),
    **dict.fromkeys(("minutes", "increment"), Row.number),
    "format": _as(read_format),
    "pace": _as(read_pace),
    "tie_breaks": _as(read_tie_breaks),
    "scoring": _as(read_scoring),
}


def _said(table: Table) -> Iterator[tuple[str, str, str]]:
    """The parts of an event in the lines above its table, each with its text and place.

    From a remark (``# …``), only the format is read. Raises `ArgumentError` for a misspelt label.
    """
    for number, line in enumerate(table.above, 1):
        plain, place = line.strip().lstrip("#\ufeff "), _place(table, number)
        for label, text in _labelled(plain):
            word = heading_of(label.strip(' "'))
            part = _labels().get(word)
            is_remark = line.strip().startswith("#") and part != "format"
            if part and text and not is_remark:
                yield part, text, place
            elif text and not is_remark and (near := nearest(word, _labels())):
                raise make_error(ArgumentError, "read_label", place, label=shown(word), near=near)


def _labelled(line: str) -> list[tuple[str, str]]:
    """The labels in a line, each with its text: one for the whole line, or one in each cell."""
    separator = max(",;\t", key=line.count)
    try:
        cells = next(csv.reader([line], delimiter=separator), None) or [""]
    except csv.Error:
        return []  # too long to contain a label
    parted = [_SIGN.split(cell, 1) for cell in cells if cell.strip()]
    if len(parted) > 1 and all(len(one) > 1 and heading_of(one[0]) in _labels() for one in parted):
        return [(label, text.strip()) for label, _, text in parted]
    label, sign, text = [*_SIGN.split(cells[0], 1), "", ""][:3]
    text = separator.join([*([text] if sign else []), *cells[1:]]).strip(f" {separator}")
    return [(label, text)]


def _place(table: Table, number: int) -> str:
    """The place of a line above the headings."""
    kind = "row" if table.account.sheet else "line"
    return f"{table.account.place or table.name}, {kind} {number}"


def with_columns(event: Event, table: Table) -> Event:
    """The event with the facts from columns that files of several events also have.

    These are ``event``, ``date`` and ``pace``; lines above the table go first. Raises
    `ArgumentError` if they belong to several events, or to one event at two paces.
    """
    names, days = _column(table, "event", str), _column(table, _DAY, day_of_game)
    paces = _column(table, "pace", read_pace)
    for found, key in ((names, "read_several_events"), (paces, "read_two_paces")):
        if len(found) > 1:
            raise make_error(ArgumentError, key, list(found.values())[1], n=len(found))
    event = on_days(event, days)
    return replace(
        event,
        name=event.name or next(iter(names), ""),
        pace=event.pace or next(iter(paces), ""),
    )


def on_days(event: Event, days: Mapping[date | None, str]) -> Event:
    """The event with the first and the last day of its games as its dates, unless it has some.

    `days` are the days with their places, None for games without one. Raises `ArgumentError` for a
    game without a day if others have one, and for a day outside the event's own dates.
    """
    if None in days and len(days) > 1:
        raise make_error(ArgumentError, "read_no_day", days[None])
    for day, place in days.items():
        if day and not (event.start or day) <= day <= (event.end or day):
            words = {"day": day, "first": event.start or "–", "last": event.end or "–"}
            raise make_error(ArgumentError, "read_day_outside", place, **words)
    known = [day for day in days if day]
    start, end = min(known, default=None), max(known, default=None)
    return replace(event, start=event.start or start, end=event.end or end)


def _column(table: Table, part: str, read: Callable[[str], Any]) -> dict[Any, str]:
    """The values in a column of a list of games, each with the first place that has it."""
    column = next((one for one in game_spellings(part) if one in table.headings), "")
    found: dict[Any, str] = {}
    for row in table.rows if column else ():
        try:
            found.setdefault(read(row.text(column)), row.at(column))
        except RatingError as error:
            raise error.at(row.at(column)) from None
    return found


def lines_of_event(event: Event) -> tuple[list[str], set[str]]:
    """The lines that `with_lines` can read, and the parts they contain.

    >>> lines_of_event(Event((), name="Cup", place="Kuching", says_format=False))[0]
    ['event: Cup', 'place: Kuching']
    """
    found, said = list[str](), set[str]()
    played = max((game.round for game in event.games), default=0)
    for part, (word, _) in _PARTS.items():
        value = event.facts.get(part) if part in ALL_FACTS else getattr(event, part)
        if part == "scoring":
            value = "" if event.scoring.is_usual else " ".join(letters_of(event.scoring))
        is_left = (
            value is None
            or value == ""
            or (part == "format" and not event.says_format)
            # Only a file in the same folder would be opened.
            or (part == "rules" and ".toml" in event.rules)
            or (part == "rounds" and event.rounds <= played)
        )
        if not is_left:
            text = ",".join(value) if isinstance(value, tuple) else str(value)
            found.append(f"{word}: {' '.join(text.split())}")
            said.add(part)
    return found, said


def in_its_format(event: Event, table: Table) -> Event:
    """The event with the format given in a line or a column of its file.

    Raises `ArgumentError` if they give different ones.
    """
    said = [(event.format, event.at("format"))] if event.says_format else []
    column = column_of(table, "format")
    said += [(row.text(column), row.at(column)) for row in table.rows if row.text(column)]
    formats: dict[str, str] = {}
    for text, place in said:
        try:
            formats.setdefault(read_format(text), place)
        except RatingError as error:
            raise error.at(place) from None
    if len(formats) > 1:
        raise make_error(
            ArgumentError, "read_two_formats", list(formats.values())[1], found=" / ".join(formats)
        )
    return replace(event, format=next(iter(formats), event.format), says_format=bool(formats))
