"""The next list by columns: everybody as they are, with what they gained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...engine.rules.ruleset import RuleSet
from ...engine.words.headings import OTHER_PACES
from ..identity import UNLISTED
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
    same of the other paces that had events, `shown_paces` are those that the list has;
    `standing` is how it has some people, by row: see `standing.way_of`.
    """

    rules: RuleSet
    shown_paces: tuple[str, ...]
    listed: Listed
    before: Any
    gains: Gains
    paces: Mapping[str, Paced] = field(default_factory=dict)
    standing: Mapping[int, str] = field(default_factory=dict)

    def stands(self, *ways: str) -> Any:
        """Whom the list has in one of these ways."""
        found = np.zeros(self.listed.size, dtype=bool)
        found[[row for row, way in self.standing.items() if way in ways]] = True
        return found

    @property
    def shown(self) -> Any:
        """Whom the list shows."""
        return ~np.isnan(self.listed.parts["rating"]) & self.gains.listed & ~self.stands(UNLISTED)

    def numbers(self) -> dict[str, int]:
        """See `NextList.numbers`."""
        shown, had = self.shown, ~np.isnan(self.before)
        for pace in OTHER_PACES:
            now = self.listed.parts.get(f"{pace}_rating")
            if now is not None:
                played = self.paces.get(pace)
                is_listed = True if played is None else played.gains.listed
                shown = shown | (~np.isnan(now) & is_listed & ~self.stands(UNLISTED))
                had = had | ~np.isnan(now if played is None else played.before)
        results = sum(
            int(each.n.sum()) for each in (self.gains, *(p.gains for p in self.paces.values()))
        )
        new = int((shown & ~had).sum())
        return {"results": results, "rated": int(shown.sum()), "new": new}


def nothing(listed: Listed) -> Paced:
    """What people gain who have played nothing."""
    return Paced(listed.parts["rating"].copy(), Gains.of(listed.size))
