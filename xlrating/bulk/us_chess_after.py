"""US Chess players after a period: floor, peak, career facts: the section `peak_floor`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.rounding import ZERO
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import PeakFloor
from ..engine.terms.floor import absolute_floor
from .people import People
from .rated import Rated
from .special import Results


def put_afterwards(rated: Rated, results: Results, after: Any, rules: RuleSet) -> None:
    """Set new ratings and career facts; `after` are the new ratings before floors apply."""
    who = rated.who
    known, n = who.rating.known, results.n
    rule = rules.need(PeakFloor)
    floor = np.where(known, _floors(who, rule), float(absolute_floor(ZERO, ZERO, ZERO, rules)))
    low = (n > 0) & (after < floor)
    new = np.where(low, floor, after)
    old = who.rating.floats()
    games = np.where((who.games >= 0) | ~known, np.maximum(who.games, 0) + n, -1)
    peak = who.peak.floats()
    for rating, number in ((old, who.games), (new, games)):
        peak = np.fmax(peak, np.where((number < 0) | (number >= rule.established), rating, np.nan))
    # The decimals of the old rating, without noise from subtracting.
    rated.put(
        slice(None), new=new, rounded=np.round(new - old, 10), games=games, peak=peak,
    )  # fmt: skip
    is_new = ~known & (who.games <= 0)
    won, drawn = (results.times(twice) for twice in (2, 1))
    for name, now in (("wins", won), ("draws", drawn), ("events", n >= rule.event_games)):
        before = np.where(is_new, 0.0, who.facts(name).floats())
        rated.put(slice(None), **{name: before + now})


def _floors(who: People, rule: PeakFloor) -> Any:
    """The floor of each rated player: see `terms.floor.rating_floor`."""
    rating = np.nan_to_num(who.rating.floats())
    peak = np.fmax(who.peak.floats(), rating)
    facts = {
        name: np.nan_to_num(who.facts(name).floats())
        for name in ("wins", "draws", "events", "floor")
    }
    earned = sum(
        float(per) * facts[name]
        for name, per in (
            ("wins", rule.per_win), ("draws", rule.per_draw), ("events", rule.per_event),
        )
    )  # fmt: skip
    absolute = np.minimum(float(rule.absolute) + earned, float(rule.absolute_most))
    ordinary = np.floor((peak - float(rule.below)) / float(rule.step)) * float(rule.step)
    has = (ordinary >= float(rule.least)) & ((who.games < 0) | (who.games >= rule.established))
    found = np.where(has, np.maximum(np.minimum(ordinary, float(rule.most)), absolute), absolute)
    return np.maximum(found, facts["floor"])
