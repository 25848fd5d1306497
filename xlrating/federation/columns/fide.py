"""A FIDE list as columns, read line by line, with each distinct cell stored once."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

from ...exchange.fide_list import HEADINGS, rated, records_of
from ...exchange.files import AnyPath, existing
from ..column import Column
from .files import FileColumns

#: A progress callback: lines read, and lines in all, 0 for unknown.
Tell = Callable[[int, int], object]

#: The word for a line of such a list in messages.
ROW = "player"
#: How many lines are read between two calls.
_STEP = 10_000


def fide_columns(path: AnyPath, tell: Tell = lambda done, all_: None) -> FileColumns:
    """Everyone on a FIDE list with a rating at some pace.

    Errors as for `exchange.fide_list.rated`.
    """
    kinds: list[dict[str, int]] = [{} for _ in HEADINGS]
    codes = [array("l") for _ in HEADINGS]
    rows, unrated = array("l"), array("l")
    for number, texts in rated(path):
        if number % _STEP == 0:
            tell(number, 0)
        if texts is None:
            unrated.append(number)
            continue
        rows.append(number)
        for own, known, text in zip(codes, kinds, texts, strict=True):
            own.append(known.setdefault(text, len(known)))
    parts = {
        part: Column(np.array(own, dtype=np.int64), list(known))
        for part, own, known in zip(HEADINGS, codes, kinds, strict=True)
    }
    records = records_of(path, len(rows), unrated)
    return FileColumns(
        existing(path), parts, np.array(rows, dtype=np.int64), row=ROW, records=records
    )
