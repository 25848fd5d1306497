"""Events of one time with pairs in common, which may be parts of one event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ledger import LedgerEntry

#: Before and after all days, for events of which a day is unknown; more than any day.
_ALWAYS, _BEYOND = (0, 2**30), 2**31


def met_at_once(pair: Any, event: Any, entries: Sequence[LedgerEntry]) -> Any:
    """For each event, how many of its pairs also met in another one that may be of the same days.

    `pair` and `event` are numbers, a row for each pair of an event.
    """
    days = [
        (one.first.toordinal(), one.last.toordinal()) if one.first and one.last else _ALWAYS
        for one in entries
    ]
    first, last = np.array(days or [_ALWAYS], dtype=np.int64).T.take(event, axis=1)
    order = np.lexsort((first, pair))
    pair, event, first, last = (column.take(order) for column in (pair, event, first, last))
    is_same = pair[1:] == pair[:-1]
    # The latest day so far of each pair: those of later pairs are raised above it.
    above = np.cumsum(np.diff(pair, prepend=-1) != 0) * _BEYOND
    latest = np.maximum.accumulate(last + above) - above
    found = np.zeros(len(pair), dtype=bool)
    found[1:] |= is_same & (first[1:] <= latest[:-1])
    found[:-1] |= is_same & (first[1:] <= last[:-1])
    return np.bincount(event[found], minlength=len(entries))
