"""How the people of a list are after a period, and what is said of them for one period only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ...bulk.rated import Rated
from ...engine.report import OF_EVENT, OF_PERIOD
from ...engine.rules.ruleset import RuleSet
from ...engine.words.marks import is_no
from ...engine.words.waiting import TEXTS
from .people import Listed


@dataclass
class Gains:
    """What the period gave each person: counted games, and whether the list shows them."""

    n: Any
    listed: Any


def take(listed: Listed, rows: Any, rated: Rated, rules: RuleSet, gains: Gains) -> None:
    """Take over what a period gave these people."""
    columns = rated.columns
    new = np.asarray(rated.column("new"), dtype=float)
    shown = np.asarray(columns["listed"], dtype=bool)
    gains.n[rows] += np.asarray(columns["n"], dtype=np.int64)
    has = ~np.isnan(new)
    gains.listed[rows[has]] = shown[has]
    kept = has if rules.published.keeps else has & shown
    _put(listed, "rating", rows, np.where(kept, new, np.nan))
    _put(listed, "peak", rows, rated.column("peak"))
    games = columns["games"]
    _put(listed, "games", rows, np.where(games >= 0, games, np.nan))
    for name in rated.facts:
        if name in TEXTS:
            if columns[name] is not None:
                listed.parts.setdefault(name, np.full(listed.size, "", dtype=object))
                listed.parts[name][rows] = columns[name]
        else:
            listed.parts.setdefault(name, np.full(listed.size, np.nan))
            _put(listed, name, rows, rated.column(name))
    if "pool" in listed.parts and columns.get("pool") is None:
        # Also by rules that know no such results: see `Report.players`.
        listed.parts["pool"][rows] = ""


def _put(listed: Listed, part: str, rows: Any, values: Any) -> None:
    """Numbers of some people; NaN for none."""
    listed.parts[part][rows] = np.asarray(values, dtype=float)


# --- marks of the period -------------------------------------------------------------------------


def take_marks(listed: Listed) -> dict[str, Any]:
    """What is said of the period, which is no part of what people are."""
    return {name: listed.parts.pop(name) for name in (*OF_PERIOD, *OF_EVENT)
            if name in listed.parts}  # fmt: skip


def _said(marked: dict[str, Any], size: int) -> dict[str, Any]:
    """What is said of each, '' for nothing."""
    found = {}
    for name in OF_PERIOD:
        if name in marked:
            codes, kinds = pd.factorize(marked[name])
            said = np.array(["" if is_no(kind) else kind for kind in kinds], dtype=object)[codes]
            blank = np.full(size - len(said), "", dtype=object)
            found[name] = np.concatenate([said, blank])
    return found


def is_marked(marked: dict[str, Any], size: int) -> Any:
    """Of whom something is said of the period."""
    found = np.zeros(size, dtype=bool)
    for values in _said(marked, size).values():
        found |= values != ""
    return found


def put_marks(listed: Listed, marked: dict[str, Any], rows: Any) -> None:
    """Say it of these people."""
    for name, values in _said(marked, listed.size).items():
        listed.parts[name] = np.full(listed.size, "", dtype=object)
        listed.parts[name][rows] = values[rows]


def keep_titles(listed: Listed, marked: dict[str, Any]) -> None:
    """Whoever has a new title has it."""
    titles = _said(marked, listed.size).get("new_title")
    if titles is not None:
        listed.parts["title"] = np.where(titles != "", titles, listed.parts["title"])


def have(listed: Listed, part: str) -> Any:
    """Who has a number there."""
    return ~np.isnan(listed.parts[part])
