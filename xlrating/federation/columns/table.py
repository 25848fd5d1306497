"""The next list as its table, from columns: the same cells as `list_table`."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from ...engine.terms.ladder import rank_of
from ...engine.terms.periods import is_lowest_first
from ...engine.texts import say
from ...engine.words.headings import NUMBER_FACTS, OTHER_PACES, on_ladder, texts_of
from ...engine.words.waiting import TEXTS
from ...exchange.text_cells import text_cell
from ..columned import Cell
from ..identity import BAN, INACTIVE, UNLISTED
from ..list_parquet import ALL_TEXTS, TEXT_KEYS, parquet_of
from ..list_table import ALWAYS
from .cells import Column, eight_letters
from .made import Made, Paced
from .people import number_of
from .rating import Gains

#: The keys of the columns, their headings, and the columns themselves.
Table = tuple[list[str], list[str], list[Column]]

#: What may make a formula of a text: most texts have none of these.
_SIGNS = "=+@＝＋－＠-"
#: Decimals of changes where nothing is rounded; ratings that do not differ in them are level.
_DIGITS = 10
#: So many figures of a number are shown: the last ones are those of floating-point numbers.
_FIGURES = 15
#: Ratings of no more decimals than this are subtracted as whole numbers.
_PLACES = 4

#: How a list has somebody, by the texts that say so; the first one is kept and not shown.
_WAYS = {UNLISTED: "fed_kept", **{way: f"list_{way}" for way in (BAN, INACTIVE)}}

#: So many lines are written at once.
_LINES = 50_000


def order_of(made: Made) -> Any:
    """The rows of the people in the order of the list: see `next_list._entries`."""
    ratings, names = np.round(made.listed.parts["rating"], _DIGITS), made.listed.parts["name"]
    sign = 1 if is_lowest_first(made.rules) else -1
    none = np.isnan(ratings)
    value = np.where(none, 0.0, sign * ratings)
    # Who has no place comes below those who have one.
    shown = np.where(made.shown, 2 - made.stands(BAN, INACTIVE), 0)
    by_number = np.lexsort((value, none, -shown))
    if not len(by_number):
        return by_number
    # Only names of people who are level are compared.
    keys = [one[by_number] for one in (value, none, shown)]
    level = np.append(False, np.logical_and.reduce([one[1:] == one[:-1] for one in keys]))
    group = np.cumsum(~level)
    return by_number[np.lexsort((*eight_letters(names[by_number].tolist())[::-1], group))]


def list_columns(made: Made, language: str = "en") -> Table:
    """The columns that somebody has anything in, with their headings."""
    order = order_of(made)
    found = _columns(made, order, language)
    rules = made.rules
    always = {*ALWAYS, *(f"{pace}_rating" for pace in made.shown_paces)}
    used = [
        key for key, cells in found.items()
        if key in always or any(kind != "" for kind in cells.kinds)
    ]  # fmt: skip
    headings = [
        say(language, on_ladder(texts_of(key)[0], rules.ladder is not None)) for key in used
    ]
    own = made.listed.own
    columns = [*(found[key] for key in used), *(_own(values[order]) for values in own.values())]
    return [*used, *("own" for _ in own)], [*headings, *own], columns


def _own(texts: Any) -> Column:
    codes, kinds = pd.factorize(texts)
    return Column(codes, kinds.tolist())


def _columns(made: Made, order: Any, language: str) -> dict[str, Column]:
    """Every column there may be, in the order of `list_table`."""
    parts = made.listed.parts
    size = len(order)

    def rows(values: Any, as_cell: Callable[[Any], Cell]) -> Column:
        codes, kinds = pd.factorize(values[order])
        cells = ["" if kind == "" else as_cell(kind) for kind in kinds.tolist()]
        # Those who have no number.
        return Column(codes, [*cells, ""] if (codes < 0).any() else cells)

    places: list[Cell] = [*range(1, size + 1)]
    for at in np.flatnonzero(made.stands(BAN, INACTIVE)[order]).tolist():
        places[at] = ""
    found = {"place": Column(np.arange(size), places)}
    # Hardly anybody shares these.
    for key in ("id", "name"):
        found[key] = Column(order, parts[key].tolist())
    for key in ("federation", "title"):
        found[key] = rows(parts[key], str)
    found["sex"] = rows(parts["sex"], lambda sex: say(language, f"sex_{sex[:1].lower()}"))
    found["born"] = rows(parts["born"], _shown)
    texts = [say(language, key) for key in _WAYS.values()]
    unlisted = made.stands(UNLISTED)
    paces = {"": Paced(made.before, made.gains), **{f"{p}_": own for p, own in made.paces.items()}}
    for pace in ("", *(f"{pace}_" for pace in OTHER_PACES)):
        if f"{pace}rating" not in parts and pace[:-1] not in made.shown_paces:
            continue
        ratings = parts.get(f"{pace}rating", np.full(size, np.nan))
        found[f"{pace}rating"] = rows(ratings, _shown)
        gains = paces[pace].gains if pace in paces else Gains.of(size)
        ways = np.where(~np.isnan(ratings) & (~gains.listed | unlisted), 0.0, np.nan)
        for way in () if pace else (BAN, INACTIVE):
            ways[made.stands(way) & np.isnan(ways)] = [*_WAYS].index(way)
        found[f"{pace}listed"] = rows(ways, lambda way: texts[int(way)])
        if pace not in paces:
            continue
        before = paces[pace].before
        before = np.concatenate([before, np.full(size - len(before), np.nan)])
        n = gains.n.astype(float)
        found[f"{pace}rounded"] = rows(_changes(ratings, before), _shown)
        found[f"{pace}n"] = rows(np.where(n > 0, n, np.nan), int)
    for key in ("games", "peak", "k", "foreign", *NUMBER_FACTS, *TEXTS):
        if key in parts:
            found[key] = rows(parts[key], str if key in TEXT_KEYS else _shown)
    if made.rules.ladder is not None:
        found["rank"] = rows(parts["rating"], lambda one: _rank(made, one, language))
    return found


def _shown(value: float) -> int | float:
    """A number as a file holds it."""
    value = float(f"{value:.{_FIGURES}g}")
    return int(value) if value.is_integer() else value


def _changes(new: Any, old: Any) -> Any:
    """The differences of two columns as those of decimals; NaN where one of both is missing."""
    both = ~np.isnan(new) & ~np.isnan(old)
    found = np.full(len(new), np.nan)
    sides = new[both], old[both]
    for places in range(_PLACES + 1):
        whole = [np.rint(one * 10**places) for one in sides]
        if all((one / 10**places == side).all() for one, side in zip(whole, sides, strict=True)):
            found[both] = (whole[0] - whole[1]) / 10**places
            return found
    pairs = zip(*(map(number_of, side.tolist()) for side in sides), strict=True)
    found[both] = [float(_change(*pair)) for pair in pairs]
    return found


def _change(new: Decimal, old: Decimal) -> Decimal:
    """The difference of two numbers of 17 digits, which its own last digits do not have."""
    change = new - old
    exponent = change.as_tuple().exponent
    return round(change, _DIGITS) if isinstance(exponent, int) and -exponent > _DIGITS else change


def _rank(made: Made, rating: float, language: str) -> str:
    rank = rank_of(number_of(rating), made.rules)
    return "" if rank is None else rank.names[language]


def columns_csv(table: Table) -> str:
    """The list as CSV, as `list_csv` has it."""
    buffer = io.StringIO()
    keys, headings, columns = table
    csv.writer(buffer, lineterminator="\n").writerow(map(text_cell, headings))
    cells = [
        Column(one.codes, _in_csv(one.kinds) if key in ALL_TEXTS else _numbers(one.kinds))
        for key, one in zip(keys, columns, strict=True)
    ]
    for first in range(0, max((len(one.codes) for one in cells), default=0), _LINES):
        part = slice(first, first + _LINES)
        rows = zip(*(one.having(part).cells().tolist() for one in cells), strict=True)
        buffer.write("\n".join([*map(",".join, rows), ""]))
    return buffer.getvalue()


def _numbers(cells: Sequence[Cell]) -> list[str]:
    """Numbers as `list_csv` writes them."""
    found = list(map(str, cells))
    return [str(text_cell(cell)) for cell in cells] if "e" in "".join(found) else found


def _in_csv(texts: Sequence[Cell]) -> list[str]:
    """Each kind of text as `list_csv` writes it; most are so already."""
    found = list(map(str, texts))
    joined = "\n".join(found)
    if any(one in joined for one in _SIGNS) or not "".join(found).isprintable():
        found = [str(text_cell(text)) for text in found]
        joined = "\n".join(found)
    if '"' in joined:
        found = [text.replace('"', '""') for text in found]
    elif "," not in joined:
        return found
    return [f'"{text}"' if "," in text or '"' in text else text for text in found]


def columns_parquet(table: Table) -> bytes:
    """The list as Parquet, with the headings of a list in CSV."""
    keys, headings, columns = table
    return parquet_of(keys, headings, [column.cells().tolist() for column in columns])
