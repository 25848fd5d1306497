"""The dates and paces of a period's events: the columns `date` and `pace` of its games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np

from ..engine.errors import ArgumentError, RatingError
from ..engine.frames import cell
from ..engine.vocabulary.dates import day_of_game
from ..engine.vocabulary.pace import PACES, read_pace
from .tables import kinds_in

#: numpy's day 0.
EPOCH = date(1970, 1, 1).toordinal()


def each_kind(column: Any, value: Callable[[Any], Any]) -> Any:
    """The value of each cell, calculated once per distinct cell; errors name the row."""
    codes, kinds = kinds_in(column, "a cell", "games")
    cells = kinds.tolist() if hasattr(kinds, "tolist") else list(kinds)
    if (codes < 0).any():
        codes = np.where(codes < 0, len(cells), codes)
        cells.append(None)
    found = []
    for at, one in enumerate(cells):
        try:
            found.append(value(cell(one)))
        except RatingError as error:
            raise error.at(f"games, row {int((codes == at).argmax()) + 1}") from None
    return np.array(found or [0])[codes]


def days(column: Any) -> Any:
    """The day of each game, as an ordinal like `date.toordinal`; None if no cell has one."""
    if len(column) and cell(column.iloc[0]) in (None, "") and _is_blank(column):
        return None
    if column.dtype.kind == "M" and not column.isna().any():
        if getattr(column.dtype, "tz", None) is not None:
            # The local day of the event, not the one in Greenwich.
            column = column.dt.tz_localize(None)
        whole = column.to_numpy().astype("datetime64[D]")
        return whole.astype(np.int64) + EPOCH
    return each_kind(column, _day)


def _day(value: Any) -> int:
    found = day_of_game(value)
    if found is None:
        raise ArgumentError("the game has no date; write for example 2025-10-12")
    return found.toordinal()


def _is_blank(column: Any) -> bool:
    return bool((column.isna() | (column.astype(object) == "")).all())


def paces(column: Any) -> Any:
    """The pace of each game as its index in `PACES`, or one beyond if it has none."""
    return each_kind(column, _pace)


def _pace(value: Any) -> int:
    pace = read_pace("" if value is None else str(value))
    return PACES.index(pace) if pace else len(PACES)


def spans(event: Any, day: Any) -> tuple[Any, Any, Any]:
    """The first and last day of each game's event, and the events in order of their last days.

    Events of the same day are in order of their first occurrence.
    """
    if day is None:
        return None, None, event
    if event is None:
        first, last = (day.min(), day.max()) if len(day) else (0, 0)
        return np.full(len(day), first), np.full(len(day), last), None
    first, last = (extremes(event, day, one) for one in (np.minimum, np.maximum))
    place = np.empty(len(last), dtype=np.int64)
    place[np.argsort(last, kind="stable")] = np.arange(len(last))
    return first[event], last[event], place[event]


def refuse_paces(event: Any, pace: Any) -> None:
    """Reject events with games at several paces."""
    least, most = (extremes(event, pace, one) for one in (np.minimum, np.maximum))
    wrong = (least != most)[event] & (pace != least[event])
    if wrong.any():
        raise ArgumentError(
            "the event has games at two paces; make two events of it",
            f"games, row {int(wrong.argmax()) + 1}",
        )


def extremes(group: Any, values: Any, best: Any) -> Any:
    """The minimum or maximum of the values in each group."""
    if not len(group):
        return np.zeros(0, dtype=np.int64)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    return best.reduceat(values[order], starts)
