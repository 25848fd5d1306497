"""Events of one time with pairs in common, which may be parts of one event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..copies import FEW
from ..ledger import LedgerEntry

#: Before and after all days, for events of which a day is unknown.
_ALWAYS = (0, 2**30)


def met_at_once(pair: Any, event: Any, entries: Sequence[LedgerEntry]) -> set[int]:
    """The events that have a `FEW` pairs in common with another one that may be of the same days.

    `pair` and `event` are numbers, a row for each pair of an event.
    """
    days = [
        (one.first.toordinal(), one.last.toordinal()) if one.first and one.last else _ALWAYS
        for one in entries
    ]
    first, last = np.array(days or [_ALWAYS], dtype=np.int64).T.take(event, axis=1)
    order = np.lexsort((first, pair))
    pair, event, first, last = (column.take(order) for column in (pair, event, first, last))
    rows, ahead, both = np.arange(len(pair)), 0, [event[:0]]
    # Whoever meets at the time of a later event also met in those that began in between.
    while len(rows):
        ahead += 1
        rows = rows[: np.searchsorted(rows, len(pair) - ahead)]
        other = rows + ahead
        is_at_once = (pair[other] == pair[rows]) & (first[other] <= last[rows])
        rows, other = rows[is_at_once], other[is_at_once]
        low, high = np.sort([event[rows], event[other]], axis=0)
        both.append(low * len(entries) + high)
    found, times = np.unique(np.concatenate(both), return_counts=True)
    found = found[times >= FEW]
    return {*(found // len(entries)).tolist(), *(found % len(entries)).tolist()}
