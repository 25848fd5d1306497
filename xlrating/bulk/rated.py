"""What comes out: a row a player, with the columns of a report and what is taken along."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from ..engine.columns import LINE, frame_columns, in_frame, typed
from ..engine.frames import MAYBE_WHOLE, NUMBER, TEXT
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.rounding import plain
from ..engine.rules.requirements import seen_by_method
from ..engine.rules.ruleset import RuleSet
from ..exchange.waiting import TEXTS
from .people import People
from .tables import sequence

#: The columns of a report, by name, with what pandas keeps them as.
COLUMNS = frame_columns(LINE)
TYPES = dict(typed(COLUMNS))


def taken_along(rules: RuleSet) -> tuple[str, ...]:
    """The facts, besides games and peak, that a period changes."""
    found: list[str] = []
    if rules.coefficient is not None and rules.coefficient.development is not None:
        found.append("index")
    if rules.deviation is not None:
        found += ["rd", "periods", *(["volatility"] if rules.deviation.volatility else [])]
    if rules.special is not None:
        found += ["wins", "draws", "events"]
    if seen_by_method(rules).initial is not None and rules.deviation is None:
        found.append("performances" if rules.method == "event average" else "pool")
    return tuple(found)


class Rated:
    """The columns as they are being filled: by kernels, and by lines of the engine."""

    def __init__(self, who: People, rules: RuleSet, day: date | None = None) -> None:
        self.who = who
        self.rules = rules
        self.day = day
        self.facts = taken_along(rules)
        blank = np.full(who.size, np.nan)
        self.columns: dict[str, Any] = {
            name: None if TYPES[name] == TEXT else blank.copy() for name in COLUMNS
        }
        self.columns.update(
            no=who.no,
            id=who.ids if "id" in who.parts else None,
            name=who.names if {"id", "name"} & set(who.parts) else None,
            rating=who.rating.floats(),
            points=np.zeros(who.size),
            n=np.zeros(who.size, dtype=np.int64),
            score=np.zeros(who.size),
            listed=np.ones(who.size, dtype=bool),
        )
        self.columns["games"] = np.full(who.size, -1)
        self.columns["peak"] = blank.copy()
        for name in self.facts:
            self.columns[name] = None if name in TEXTS else blank.copy()

    def put(self, rows: Any, **columns: Any) -> None:
        """Values of some players."""
        for name, values in columns.items():
            self._column(name)[rows] = values

    def _column(self, name: str) -> Any:
        """A column to be filled; one of texts is blank, and made when there is one."""
        if self.columns[name] is None:
            self.columns[name] = sequence([""] * self.who.size)
        return self.columns[name]

    def put_lines(self, rows: Sequence[int], lines: Sequence[Line]) -> None:
        """What the engine found for some players."""
        after = Report((), self.rules, tuple(lines)).players()
        for row, line, next_ in zip(rows, lines, after, strict=True):
            for name, column in COLUMNS.items():
                if name not in ("no", "id", "name"):
                    value = _value(in_frame(column, line, "en"), TYPES[name])
                    if value != "":
                        self._column(name)[row] = value
            self.columns["games"][row] = -1 if next_.games is None else next_.games
            self.columns["peak"][row] = _value(next_.peak, NUMBER)
            for name in self.facts:
                value = next_.facts.get(name)
                if name in TEXTS:
                    self.put(row, **{name: TEXTS[name](value or ())})
                else:
                    self.columns[name][row] = _value(value, NUMBER)

    def frame(self) -> Any:
        """All of it as a DataFrame."""
        kept = {name: TYPES.get(name, NUMBER) for name in self.columns}
        kept.update(dict.fromkeys(TEXTS, TEXT))
        made: dict[str, Any] = {}
        blank = _blanks(self.who.size)
        for name, values in self.columns.items():
            if name == "games":
                made[name] = pd.arrays.IntegerArray(values.astype(np.int64), values < 0)
            elif kept[name] == TEXT:
                made[name] = values if values is not None else blank
                if not isinstance(made[name], pd.api.extensions.ExtensionArray):
                    made[name] = pd.array(made[name], dtype=TEXT)
            else:
                made[name] = np.asarray(values, dtype=kept[name])
        assert made["games"].dtype == MAYBE_WHOLE
        return pd.DataFrame(made)


def _blanks(size: int) -> Any:
    """A column of empty texts."""
    return pd.array([""], dtype=TEXT).take(np.zeros(size, dtype=np.int64))


def _value(value: Any, kind: str) -> Any:
    if value is None:
        return "" if kind == TEXT else np.nan
    return plain(value) if isinstance(value, Decimal) else value
