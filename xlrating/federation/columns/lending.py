"""The standard rating for those who have none at a pace, by columns: see `in_force.lend`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.rules.ruleset import RuleSet
from ...engine.terms.periods import does_standard_count
from ..persons import Findings
from .afterwards import Gains
from .games import Sent
from .people import Listed, number_of

_PARTS = ("rating", "games", "peak")


@dataclass(frozen=True)
class Lent:
    """The rows of those who were lent a rating, and what they had."""

    rows: Any
    had: dict[str, Any]

    def take_back(self, listed: Listed, gains: Gains) -> None:
        """Take the rating from whoever has played no game that counts; it is no peak either."""
        idle = gains.n[self.rows] == 0
        for part in _PARTS:
            listed.parts[part][self.rows[idle]] = self.had[part][idle]
        played = self.rows[~idle]
        peaks = np.fmax(self.had["peak"][~idle], listed.parts["rating"][played])
        listed.parts["peak"][played] = peaks


def lend(
    sent: Sent, who: Any, listed: Listed, rules: RuleSet, standard: Any, found: Findings
) -> Lent:
    """Lend the standard rating to who plays and has none at this pace, where the rules say so."""
    rows = np.zeros(0, dtype=np.int64)
    if standard is not None and does_standard_count(rules):
        assert rules.calendar is not None
        order = np.argsort(sent.event, kind="stable")
        tokens = np.column_stack([sent.white[order], sent.black[order]]).ravel()
        asked = who[tokens]
        known = np.append(standard, np.full(listed.size - len(standard), np.nan))
        may = (tokens >= 0) & (asked >= 0)
        may &= np.isnan(listed.parts["rating"][asked]) & ~np.isnan(known[asked])
        at = np.flatnonzero(may)
        rows, first = np.unique(asked[at], return_index=True)
        for place in sorted(at[first].tolist()):
            person, token = int(asked[place]), int(tokens[place])
            words = {
                "name": listed.parts["name"][person], "rating": number_of(float(known[person])),
                "clause": rules.calendar.clause,
            }  # fmt: skip
            found.notice("fed_stands_in", sent.at(int(order[place // 2]), token), **words)
    lent = Lent(rows, {part: listed.parts[part][rows] for part in _PARTS})
    if len(rows):
        listed.parts["rating"][rows] = known[rows]
        # New to this list, whatever is known of the standard one.
        listed.parts["games"][rows] = np.nan_to_num(listed.parts["games"][rows])
    return lent
