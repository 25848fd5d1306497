"""When the events of a period were, and how fast: the columns `date` and `pace` of its games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np

from ..engine.errors import ArgumentError, RatingError
from ..engine.frames import cell
from ..engine.vocabulary.dates import day_of
from ..engine.vocabulary.pace import PACES, read_pace
from .tables import kinds_in

#: The day from which numpy counts.
EPOCH = date(1970, 1, 1).toordinal()


def each_kind(column: Any, value: Callable[[Any], Any]) -> Any:
    """The value of each cell, asked for once for each kind of cell; an error names the row."""
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
    """The day of each game, counted from the first day there is; None where no cell says one."""
    if len(column) and cell(column.iloc[0]) in (None, "") and _is_blank(column):
        return None
    if column.dtype.kind == "M" and not column.isna().any():
        if getattr(column.dtype, "tz", None) is not None:
            # The day where the event was, not that of Greenwich.
            column = column.dt.tz_localize(None)
        whole = column.to_numpy().astype("datetime64[D]")
        return whole.astype(np.int64) + EPOCH
    return each_kind(column, _day)


def _day(value: Any) -> int:
    found = day_of(value)
    if found is None:
        raise ArgumentError("the game has no date; write for example 2025-10-12")
    return found.toordinal()


def _is_blank(column: Any) -> bool:
    return bool((column.isna() | (column.astype(object) == "")).all())


def paces(column: Any) -> Any:
    """The pace of each game by its place in `PACES`, behind them where none is said."""
    return each_kind(column, _pace)


def _pace(value: Any) -> int:
    pace = read_pace("" if value is None else str(value))
    return PACES.index(pace) if pace else len(PACES)


def spans(event: Any, day: Any) -> tuple[Any, Any, Any]:
    """The first and last day of each game's event, and the events in the order of the last.

    Those of one day are in the order in which they first occur.
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
    """An event is played at one pace."""
    least, most = (extremes(event, pace, one) for one in (np.minimum, np.maximum))
    wrong = (least != most)[event] & (pace != least[event])
    if wrong.any():
        raise ArgumentError(
            "the event has games at two paces; make two events of it",
            f"games, row {int(wrong.argmax()) + 1}",
        )


def extremes(group: Any, values: Any, best: Any) -> Any:
    """The least or greatest value of each group."""
    if not len(group):
        return np.zeros(0, dtype=np.int64)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    return best.reduceat(values[order], starts)
