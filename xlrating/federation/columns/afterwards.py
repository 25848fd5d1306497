"""How the people of a list are after a period, and what is said of them for one period only."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from ...bulk.rated import Rated
from ...engine.report import OF_EVENT, OF_PERIOD
from ...engine.rounding import plain
from ...engine.rules.ruleset import RuleSet
from ...engine.words.marks import is_no
from ...exchange.waiting import TEXTS
from .people import Listed


@dataclass
class Gains:
    """What the period gave each person: counted games, and whether the list shows them."""

    n: Any
    listed: Any


def take(listed: Listed, rows: Any, rated: Rated, rules: RuleSet, gains: Gains) -> None:
    """Take over what a period gave these people."""
    columns = rated.columns
    new, shown = np.asarray(columns["new"], dtype=float), np.asarray(columns["listed"], dtype=bool)
    gains.n[rows] += np.asarray(columns["n"], dtype=np.int64)
    has = ~np.isnan(new)
    gains.listed[rows[has]] = shown[has]
    kept = has if rules.published.keeps else has & shown
    _put(listed, "rating", rows, np.where(kept, new, np.nan))
    _put(listed, "peak", rows, columns["peak"])
    games = columns["games"]
    _put(listed, "games", rows, np.where(games >= 0, games, np.nan))
    for name in rated.facts:
        if name in TEXTS:
            if columns[name] is not None:
                texts = listed.parts.setdefault(name, [""] * listed.size)
                for row, text in zip(rows.tolist(), columns[name], strict=True):
                    texts[row] = text
        else:
            listed.parts.setdefault(name, [None] * listed.size)
            _put(listed, name, rows, columns[name])
    if "pool" in rated.facts and columns["pool"] is None and "pool" in listed.parts:
        for row in rows.tolist():
            listed.parts["pool"][row] = ""


def _put(listed: Listed, part: str, rows: Any, values: Any) -> None:
    """Numbers of some people, as decimals; NaN for none."""
    kinds: dict[float, Any] = {}
    own = listed.parts[part]
    whole = part == "games"
    for row, value in zip(rows.tolist(), np.asarray(values, dtype=float).tolist(), strict=True):
        if value != value:
            own[row] = None
            continue
        found = kinds.get(value)
        if found is None:
            found = kinds[value] = int(value) if whole else number_of(value)
        own[row] = found


def number_of(value: float) -> Decimal:
    """A number of a column as the engine has it.

    >>> number_of(2400.0), number_of(0.1)
    (Decimal('2400'), Decimal('0.1'))
    """
    return Decimal(int(value)) if value.is_integer() else Decimal(repr(value))


def shown_number(value: Any) -> int | float:
    """A number as a file holds it."""
    return plain(value) if isinstance(value, Decimal) else int(value)


# --- marks of the period -------------------------------------------------------------------------


def take_marks(listed: Listed) -> dict[str, list[Any]]:
    """What is said of the period, which is no part of what people are."""
    return {name: listed.parts.pop(name) for name in (*OF_PERIOD, *OF_EVENT)
            if name in listed.parts}  # fmt: skip


def _said(marked: dict[str, list[Any]], size: int) -> dict[str, list[Any]]:
    return {
        name: [None if is_no(one) else one for one in marked[name]]
        + [None] * (size - len(marked[name]))
        for name in OF_PERIOD
        if name in marked
    }


def is_marked(marked: dict[str, list[Any]], size: int) -> Any:
    """Of whom something is said of the period."""
    found = np.zeros(size, dtype=bool)
    for values in _said(marked, size).values():
        found |= np.array([one is not None for one in values], dtype=bool)
    return found


def put_marks(listed: Listed, marked: dict[str, list[Any]], rows: Any) -> None:
    """Say it of these people."""
    taken = set(rows.tolist())
    for name, values in _said(marked, listed.size).items():
        listed.parts[name] = [
            one or "" if row in taken else "" for row, one in enumerate(values)
        ]  # fmt: skip


def keep_titles(listed: Listed, marked: dict[str, list[Any]]) -> None:
    """Whoever has a new title has it."""
    for row, title in enumerate(_said(marked, listed.size).get("new_title", ())):
        if title:
            listed.parts["title"][row] = str(title)


def have(listed: Listed, part: str) -> Any:
    """Who has anything there."""
    return np.array([one is not None for one in listed.parts[part]], dtype=bool)
