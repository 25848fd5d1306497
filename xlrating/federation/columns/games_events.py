"""The events in a file of games: names, dates and paces, and the event of each game."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from ...bulk.fixed import begins
from ...engine.account import Account
from ...engine.errors import ArgumentError
from ...engine.event import Event
from ...engine.problem import make_error
from ...engine.vocabulary.dates import day_of_game
from ...engine.vocabulary.pace import read_pace
from ...exchange.table import Row
from ..submissions import Submission
from .files import FileColumns

Days = list[date | None]


def events_in(
    columns: FileColumns, data: str, account: Account | None
) -> tuple[Any, list[Submission]]:
    """The event of each game, and each event's name, dates and pace."""
    size, name = columns.size, columns.path.name
    column = columns.parts.get("event")
    if column is None:
        event, titles = np.zeros(size, dtype=np.int64), [""]
    else:
        texts = columns.kinds("event", Row.text)
        titles = list(dict.fromkeys(texts))
        if "" in titles and len(titles) > 1:
            blank = np.isin(column.codes, [at for at, text in enumerate(texts) if not text])
            raise make_error(ArgumentError, "read_no_event", columns.place(int(blank.argmax())))
        event = column.codes
        if len(titles) < len(texts):
            at = {title: number for number, title in enumerate(titles)}
            event = np.array([at[text] for text in texts], dtype=np.int64).take(event)
    first, last = _days(columns, event, len(titles))
    paces = _paces(columns, event, len(titles))
    there = np.zeros(len(titles), dtype=bool)
    there[event] = True
    found = []
    for number, title in enumerate(titles):
        file = f"{name}, {title}" if title else name
        made = Event(
            (),
            (),
            title,
            start=first[number],
            end=last[number],
            pace=paces[number],
            where=file,
            says_format=False,
            says_rounds="round" in columns.parts,
            account=account,
        )
        found.append(Submission(file, made, title, data))
    if not there.all():
        place = np.cumsum(there) - 1
        event, found = place[event], [one for one, is_ in zip(found, there, strict=True) if is_]
    return event, found


def _days(columns: FileColumns, event: Any, size: int) -> tuple[Days, Days]:
    if "date" not in columns.parts:
        return [None] * size, [None] * size
    # Only rows whose event or date is not that of the row before.
    rows = begins(event, columns.parts["date"].codes)
    day = columns.numbers("date", _day, 0, rows)
    if (day == 0).any() and (day > 0).any():
        first = int(rows[(day == 0).argmax()])
        place = f"{columns.place(first)}, column {columns.named('date')}"
        raise make_error(ArgumentError, "read_no_day", place)
    low, high = np.full(size, 2**40), np.zeros(size, dtype=np.int64)
    np.minimum.at(low, event.take(rows), day)
    np.maximum.at(high, event.take(rows), day)
    return _dates(low), _dates(high)


def _dates(days: Any) -> Days:
    return [date.fromordinal(day) if 0 < day < 2**40 else None for day in days.tolist()]


def _paces(columns: FileColumns, event: Any, size: int) -> list[str]:
    found = [""] * size
    if "pace" not in columns.parts:
        return found
    paces = columns.kinds("pace", _pace)
    names = list(dict.fromkeys(paces))
    place = np.array([names.index(one) for one in paces] or [0])[columns.parts["pace"].codes]
    first = np.full(size, columns.size)
    np.minimum.at(first, event, np.arange(columns.size))
    of_event = place[first.clip(max=max(columns.size - 1, 0))] if columns.size else first
    other = place != of_event[event]
    if other.any():
        raise make_error(ArgumentError, "read_two_paces", columns.place(int(other.argmax())))
    known = first < columns.size
    return [names[of_event[number]] if known[number] else "" for number in range(size)]


def _day(row: Row, part: str) -> int:
    found = day_of_game(row.text(part))
    return 0 if found is None else found.toordinal()


def _pace(row: Row, part: str) -> str:
    return read_pace(row.text(part))
