"""The result: one row per player, with the columns of a report and facts for the next period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from ..engine.columns import LINE, frame_columns, in_frame, typed
from ..engine.frames import MAYBE_WHOLE, NUMBER, TEXT
from ..engine.lines import Line
from ..engine.report import Report
from ..engine.rounding import plain
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet
from ..engine.vocabulary.waiting import TEXTS
from .people import People
from .tables import sequence

#: The columns of a report by name, with their pandas dtypes.
COLUMNS = frame_columns(LINE)
TYPES = dict(typed(COLUMNS))
#: Those that the kernels fill. If a report has another one, the engine rates everyone.
FILLED = frozenset(
    ("no", "id", "name", "rating", "start_rating", "points", "average", "n", "score", "expected",
     "gain", "k", "change", "rounded", "new", "listed", "performance", "rank")
)  # fmt: skip

#: Columns that are 0, not NaN, for players without a value.
_FROM_0 = ("points", "score")


def taken_along(rules: RuleSet) -> tuple[str, ...]:
    """The facts, besides games and peak, that a period changes."""
    found: list[str] = []
    if rules.coefficient is not None and rules.coefficient.development is not None:
        found.append("index")
    if rules.deviation is not None:
        found += ["rd", "periods", *(["volatility"] if rules.deviation.volatility else [])]
    if rules.special is not None:
        found += ["wins", "draws", "events"]
    if restrict_to_method(rules).initial is not None and rules.deviation is None:
        found.append("performances" if rules.method == "event average" else "pool")
    return tuple(found)


class Rated:
    """The columns of a result while kernels and the engine's lines fill them."""

    def __init__(self, who: People, rules: RuleSet, day: date | None = None) -> None:
        self.who = who
        self.rules = rules
        self.day = day
        self.facts = taken_along(rules)
        ids = who.shown_ids if "id" in who.parts else None
        # None is filled yet.
        self.columns: dict[str, Any] = dict.fromkeys(COLUMNS)
        self.columns.update(
            no=who.no,
            id=ids,
            name=who.names if "name" in who.parts else ids,
            rating=who.rating.floats(),
            n=np.zeros(who.size, dtype=np.int64),
            listed=np.ones(who.size, dtype=bool),
            games=np.full(who.size, -1),
            peak=None,
        )
        self.columns.update(dict.fromkeys(self.facts))

    def put(self, rows: Any, **columns: Any) -> None:
        """Set values of some players; values for all become the column."""
        are_all = isinstance(rows, slice) and rows == slice(None)
        for name, values in columns.items():
            is_own = all(values is not other for other in self.columns.values())
            if are_all and self.columns[name] is None and values.dtype == np.float64 and is_own:
                self.columns[name] = values
            else:
                self.column(name)[rows] = values

    def column(self, name: str) -> Any:
        """A column to be filled, created on first use."""
        if self.columns[name] is None:
            size = self.who.size
            if self._type(name) == TEXT:
                self.columns[name] = sequence([""] * size)
            else:
                self.columns[name] = np.full(size, 0.0 if name in _FROM_0 else np.nan)
        return self.columns[name]

    def _type(self, name: str) -> str:
        return TEXT if name in TEXTS else TYPES.get(name, NUMBER)

    def put_lines(self, rows: Sequence[int], lines: Sequence[Line]) -> None:
        """Set the engine's results for some players."""
        after = Report((), self.rules, tuple(lines)).players()
        for row, line, next_ in zip(rows, lines, after, strict=True):
            for name, column in COLUMNS.items():
                if name not in ("no", "id", "name"):
                    value = _value(in_frame(column, line, "en"), TYPES[name])
                    if value != "":
                        self.column(name)[row] = value
            self.columns["games"][row] = -1 if next_.games is None else next_.games
            self.column("peak")[row] = _value(next_.peak, NUMBER)
            for name in self.facts:
                value = next_.facts.get(name)
                if name in TEXTS:
                    self.put(row, **{name: TEXTS[name](value or ())})
                else:
                    self.column(name)[row] = _value(value, NUMBER)

    def frame(self) -> Any:
        """All columns as a DataFrame."""
        made: dict[str, Any] = {}
        blank = _blanks(self.who.size)
        for name, values in self.columns.items():
            if name == "games":
                made[name] = pd.arrays.IntegerArray(values.astype(np.int64), values < 0)
            elif self._type(name) == TEXT:
                if values is None or (name == "name" and values is self.columns["id"]):
                    made[name] = (blank if values is None else made["id"]).copy()
                elif isinstance(values, pd.api.extensions.ExtensionArray):
                    made[name] = values
                else:
                    made[name] = pd.array(values, dtype=TEXT)
            else:
                made[name] = np.asarray(self.column(name), dtype=self._type(name))
        assert made["games"].dtype == MAYBE_WHOLE
        # Separate columns: none has to be copied into a common block.
        return pd.DataFrame(made, copy=False)


@lru_cache(1)
def _blanks(size: int) -> Any:
    """A column of empty texts, cached, because making one takes as long as several numeric ones."""
    return pd.array([""], dtype=TEXT).take(np.zeros(size, dtype=np.int64))


def _value(value: Any, kind: str) -> Any:
    if value is None:
        return "" if kind == TEXT else np.nan
    return plain(value) if isinstance(value, Decimal) else value
