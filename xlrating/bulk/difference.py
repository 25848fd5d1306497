"""How columns of differences are counted: the section `difference`, in integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Difference, Expectancy
from ..engine.terms.curve_columns import counted_alone
from .fixed import places_of, scaled
from .games import Games


def places(rule: Difference) -> int:
    """The number of decimals of the numbers in the section."""
    return places_of(rule.cap, rule.exempt_from, rule.unrated_gap, rule.unrated_above)


def are_rateable(first: Any, second: Any, places: int, rule: Difference) -> Any:
    """Which games can be rated, given the gap between both ratings."""
    if rule.unrated_gap is None or rule.unrated_above is None:
        return True
    gap, above = scaled(rule.unrated_gap, places), scaled(rule.unrated_above, places)
    return (abs(first - second) < gap) | (np.maximum(first, second) <= above)


def counted(own: Any, other: Any, group: Any, places: int, rule: Difference) -> Any:
    """Own rating minus the opponent's, as counted; `group` identifies a player in an event."""
    found = counted_alone(own, other, places, rule)
    if rule.cap is not None and rule.favours_once:
        real = own - other
        favoured = np.flatnonzero(real > scaled(rule.cap, places))
        order = favoured[np.lexsort((favoured, -real[favoured], group[favoured]))]
        # Sorted so that the largest difference of each group comes first.
        whose = group[order]
        starts = np.flatnonzero(np.append(True, whose[1:] != whose[:-1])) if len(order) else order
        rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
        rest = order[rank >= rule.favours_once]
        found[rest] = real[rest]
    return found


def are_exempt(own: Any, places: int, rule: Difference) -> Any:
    """To which players the cap does not apply, by their ratings."""
    if rule.cap is None or rule.exempt_from is None:
        return np.zeros(len(own), dtype=bool)
    return own >= scaled(rule.exempt_from, places)


def level(exempt: Any, places: int, rule: Difference) -> Any:
    """A rating to which the cap applies, or does not if the player is `exempt`."""
    if rule.cap is None or rule.exempt_from is None:
        return np.zeros(len(exempt), dtype=np.int64)
    return scaled(rule.exempt_from, places) - 1 + exempt


def of_both_sides(
    taken: Games, first: Any, second: Any, size: int, places: int, rules: RuleSet
) -> tuple[Any, Any]:
    """The differences of both sides as counted; None if Black's follow from White's."""
    rule = rules.difference
    if not rule.favours_once:
        ahead = counted(first, second, None, places, rule)
        apart = rules.outcomes is not None or rules.need(Expectancy).places is not None
        return ahead, counted(second, first, None, places, rule) if apart else None
    # The cap may favour a player only so often in an event, whatever the colours.
    event = 0 if taken.event is None else np.tile(taken.event, 2) * size
    of_both = counted(
        np.concatenate([first, second]), np.concatenate([second, first]),
        event + np.concatenate([taken.white, taken.black]), places, rule,
    )  # fmt: skip
    return of_both[: len(first)], of_both[len(first) :]


def one_sided(first: Any, second: Any, places: int, rule: Difference) -> Any:
    """The rows of games in which the cap may apply to one side but not to the other."""
    if rule.cap is None or rule.exempt_from is None:
        return np.zeros(0, dtype=np.int64)
    cap = scaled(rule.cap, places)
    high = np.flatnonzero(are_exempt(first, places, rule) | are_exempt(second, places, rule))
    return high[abs(first[high] - second[high]) > cap]
