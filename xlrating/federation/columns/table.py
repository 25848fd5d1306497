"""The next list as its table, from columns: the same cells as `list_table`."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from ...engine.errors import ArgumentError
from ...engine.terms.ladder import rank_of
from ...engine.terms.periods import is_lowest_first
from ...engine.texts import say
from ...engine.words.headings import NUMBER_FACTS, on_ladder, texts_of
from ...exchange.files import text_cell
from ...exchange.waiting import TEXTS
from ..list_table import ALWAYS
from .afterwards import shown_number
from .next_list import Made

Cell = str | int | float
#: The keys of the columns, their headings, and the columns themselves.
Table = tuple[list[str], list[str], list[list[Cell]]]

#: What may make a formula of a cell.
_FORMULA = re.compile("\0\\s*[=+@＝＋－＠-]")
#: Decimals of changes where nothing is rounded.
_DIGITS = 10

_TEXT = ("id", "name", "federation", "title", "foreign", *TEXTS)
_TEXTS = (*_TEXT, "sex", "listed", "rank")


def order_of(made: Made) -> list[int]:
    """The rows of the people in the order of the list: see `next_list._entries`."""
    ratings, names = made.listed.parts["rating"], made.listed.parts["name"]
    sign = 1 if is_lowest_first(made.found.rules) else -1
    shown = made.shown
    value = np.array([0.0 if one is None else sign * float(one) for one in ratings])
    none = np.array([one is None for one in ratings], dtype=bool)
    rank = np.empty(len(names), dtype=np.int64)
    by_name = sorted(range(len(names)), key=names.__getitem__)
    at = 0
    for place, row in enumerate(by_name):
        at = place if not place or names[row] != names[by_name[place - 1]] else at
        rank[row] = at
    return [int(row) for row in np.lexsort((rank, value, none, ~shown))]


def list_columns(made: Made, language: str = "en") -> Table:
    """The columns that somebody has anything in, with their headings."""
    found = _columns(made, language)
    rules = made.found.rules
    used = [
        key for key, cells in found.items() if key in ALWAYS or any(cell != "" for cell in cells)
    ]
    headings = [
        say(language, on_ladder(texts_of(key)[0], rules.ladder is not None)) for key in used
    ]
    return used, headings, [found[key] for key in used]


def _columns(made: Made, language: str) -> dict[str, list[Cell]]:
    """Every column there may be, in the order of `list_table`."""
    parts = made.listed.parts
    order = order_of(made)
    size = len(order)

    def rows(values: Sequence[Any], as_cell: Callable[[Any], Cell]) -> list[Cell]:
        # By what they are, not by what they say: comparing decimals takes its time.
        known: dict[int, Cell] = {id(None): ""}
        cells = []
        for row in order:
            value = values[row]
            cell = known.get(id(value))
            if cell is None:
                cell = known[id(value)] = "" if value == "" else as_cell(value)
            cells.append(cell)
        return cells

    shown = made.shown
    kept = [one is not None and not is_ for one, is_ in zip(parts["rating"], shown, strict=True)]
    n: list[Any] = [int(one) or None for one in made.gains.n.tolist()]
    before = [*made.before, *[None] * (size - len(made.before))]
    change = [
        None if one is None or other is None else _change(one, other)
        for one, other in zip(parts["rating"], before, strict=True)
    ]
    found: dict[str, list[Cell]] = {"place": list(range(1, size + 1))}
    for key in ("id", "name", "federation", "title"):
        found[key] = rows(parts[key], str)
    found["sex"] = rows(parts["sex"], lambda sex: say(language, f"sex_{sex[:1].lower()}"))
    found["born"] = rows(parts["born"], shown_number)
    found["rating"] = rows(parts["rating"], shown_number)
    found["listed"] = [say(language, "fed_kept") if kept[row] else "" for row in order]
    found["rounded"] = rows(change, shown_number)
    found["n"] = rows(n, int)
    for key in ("games", "peak", "k", "foreign", *NUMBER_FACTS, *TEXTS):
        if key in parts:
            found[key] = rows(parts[key], str if key in _TEXT else shown_number)
    if made.found.rules.ladder is not None:
        found["rank"] = rows(parts["rating"], lambda one: _rank(made, one, language))
    return found


def _change(new: Decimal, old: Decimal) -> Decimal:
    """The difference of two numbers of 17 digits, which its own last digits do not have."""
    change = new - old
    exponent = change.as_tuple().exponent
    return round(change, _DIGITS) if isinstance(exponent, int) and -exponent > _DIGITS else change


def _rank(made: Made, rating: Any, language: str) -> str:
    rank = rank_of(rating, made.found.rules)
    return "" if rank is None else rank.names[language]


def columns_csv(table: Table) -> str:
    """The list as CSV, as `list_csv` has it."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    keys, headings, columns = table
    writer.writerow(headings)
    cells = [
        _text_cells(column) if key in _TEXTS else column
        for key, column in zip(keys, columns, strict=True)
    ]
    writer.writerows(zip(*cells, strict=True))
    return buffer.getvalue()


def _text_cells(cells: Sequence[Cell]) -> Sequence[Cell]:
    """`text_cell` of each, where one of them needs it."""
    joined = "\0".join(map(str, cells))
    if text_cell(joined) == joined and not _FORMULA.search(joined):
        return cells
    return [text_cell(cell) for cell in cells]  # type: ignore[misc]


def columns_parquet(table: Table) -> bytes:
    """The list as Parquet, with the headings of a list in CSV."""
    keys, headings, columns = table
    made = {}
    for key, heading, cells in zip(keys, headings, columns, strict=True):
        if key in _TEXTS:
            made[heading] = pd.Series(cells, dtype="str")
        elif any(isinstance(cell, float) for cell in cells):
            made[heading] = pd.Series([math.nan if cell == "" else cell for cell in cells])
        else:
            gaps = [None if cell == "" else cell for cell in cells]
            made[heading] = pd.Series(gaps, dtype="Int64" if None in gaps else "int64")
    buffer = io.BytesIO()
    try:
        pd.DataFrame(made).to_parquet(buffer, index=False)
    except ImportError:
        raise ArgumentError(
            "files of Parquet need pyarrow, which is not installed; write a list in .csv"
        ) from None
    return buffer.getvalue()
