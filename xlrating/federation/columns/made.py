"""The next list by columns: everybody as they are, with what they gained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...engine.rules.ruleset import RuleSet
from ...engine.words.headings import OTHER_PACES
from .paces import longer
from .people import Listed
from .rating import Gains


class Paced(NamedTuple):
    """The ratings of a pace before, and what its events gave: see `Made`."""

    before: Any
    gains: Gains

    def of_size(self, size: int) -> Paced:
        """And nothing of those who have come since."""
        before, (n, listed) = self.before, (self.gains.n, self.gains.listed)
        return Paced(
            longer(before, size - len(before)),
            Gains(longer(n, size - len(n), 0), longer(listed, size - len(listed), True)),
        )


@dataclass(frozen=True)
class Made:
    """The next list by columns: its people with what they gained, and all else it says.

    `before` are the ratings of the list, NaN for none and for those who are new; `paces` have the
    same of the other paces that had events, `shown_paces` are those that the list has.
    """

    rules: RuleSet
    shown_paces: tuple[str, ...]
    listed: Listed
    before: Any
    gains: Gains
    paces: Mapping[str, Paced] = field(default_factory=dict)

    @property
    def shown(self) -> Any:
        """Whom the list shows."""
        return ~np.isnan(self.listed.parts["rating"]) & self.gains.listed

    def numbers(self) -> dict[str, int]:
        """See `NextList.numbers`."""
        shown, had = self.shown, ~np.isnan(self.before)
        for pace in OTHER_PACES:
            now = self.listed.parts.get(f"{pace}_rating")
            if now is not None:
                played = self.paces.get(pace)
                shown = shown | (~np.isnan(now) & (True if played is None else played.gains.listed))
                had = had | ~np.isnan(now if played is None else played.before)
        results = sum(
            int(each.n.sum()) for each in (self.gains, *(p.gains for p in self.paces.values()))
        )
        new = int((shown & ~had).sum())
        return {"results": results, "rated": int(shown.sum()), "new": new}


def nothing(listed: Listed) -> Paced:
    """What people gain who have played nothing."""
    return Paced(listed.parts["rating"].copy(), Gains.of(listed.size))
