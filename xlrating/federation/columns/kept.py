"""A list that is kept by columns, as the modules that write and compare lists ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ...engine.event import Player
from ...engine.rounding import exact
from ...engine.rules.ruleset import RuleSet
from .. import made
from ..column import Column
from .list_checks import row_of
from .paces import longer
from .people import Listed
from .rating import Gains


class Paced(NamedTuple):
    """The ratings of a pace before, and what its events gave: see `Kept`."""

    before: Any
    gains: Gains

    def of_size(self, size: int) -> Paced:
        """And nothing of those who have come since."""
        before, (n, listed) = self.before, (self.gains.n, self.gains.listed)
        return Paced(
            longer(before, size - len(before)),
            Gains(longer(n, size - len(n), 0), longer(listed, size - len(listed), True)),
        )

    def columns(self) -> made.Paced:
        """The same in columns."""
        return made.Paced(*map(_column, (self.before, self.gains.n, self.gains.listed)))


@dataclass(frozen=True)
class Kept:
    """The next list by arrays: its people with what they gained.

    `before` are the ratings of the list, NaN for none and for those who are new; `paces` have the
    same of the other paces that had events, `shown_paces` are those that the list has. `met` is who
    met whom in the events that it counts, by rows; None where they were no columns.
    """

    rules: RuleSet
    shown_paces: tuple[str, ...]
    listed: Listed
    before: Any
    gains: Gains
    paces: Mapping[str, Paced] = field(default_factory=dict)
    met: Any = None

    def made(self) -> made.Made:
        """The list in columns."""
        listed = self.listed
        everybody = np.arange(listed.size)
        parts = {part: _column(values) for part, values in listed.parts.items()}
        # Hardly anybody shares these.
        parts |= {part: Column(everybody, listed.parts[part].tolist()) for part in ("id", "name")}
        gains = {pace: paced.columns() for pace, paced in self.paces.items()}
        gains[""] = Paced(self.before, self.gains).columns()
        own = {head: _column(texts) for head, texts in listed.own.items()}
        return made.Made(self.rules, parts, gains, self.shown_paces, own)

    def person(self, who: str) -> Player:
        """See `Columned`."""
        return self.listed.player(row_of(who, self.listed))


def nothing(listed: Listed) -> Paced:
    """What people gain who have played nothing."""
    return Paced(listed.parts["rating"].copy(), Gains.of(listed.size))


def _column(values: Any) -> Column:
    """An array as a column: its numbers as the engine has them, None for none."""
    codes, kinds = pd.factorize(values)
    shown = kinds.tolist()
    if kinds.dtype.kind == "f":
        shown = [*map(exact, shown), None]
        codes = np.where(codes < 0, len(shown) - 1, codes)
    return Column(codes, shown)
