"""Events of one period at different paces: each counts with its pace's weight."""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, List, Sequence, Tuple

from ..event import Event
from ..lines import GameLine, Step
from ..rounding import ONE, ZERO
from ..rules.ruleset import RuleSet
from ..texts import wording


def weight_of(event: Event, rules: RuleSet) -> Decimal:
    """The weight of an event's changes: that of its pace, if the pace is known and has one."""
    rule = rules.change
    own = getattr(rule.weights, event.pace, None)
    return rule.weight if own is None else own


def weighed(
    counted: Sequence[GameLine],
    each: Sequence[Decimal],
    gain: Decimal,
    events: Sequence[Event],
    rules: RuleSet,
) -> Tuple[Decimal, List[Step]]:
    """The sum of the gains, each weighted by its event, with the steps that say so.

    `each` are the gains of the counted games, `gain` is their sum without weights.
    """
    if {weight_of(event, rules) for event in events} == {ONE}:
        return gain, []
    gains: Dict[str, Decimal] = {}
    for game, own in zip(counted, each):
        pace = events[game.event].pace
        gains[pace] = gains.get(pace, ZERO) + (own or ZERO)
    weights = {event.pace: weight_of(event, rules) for event in events if event.pace in gains}
    steps, total = [], ZERO
    for pace, gain in gains.items():
        weight = weights[pace]
        total += gain * weight
        if set(weights.values()) != {ONE}:
            named = wording(f"pace_{pace or 'unsaid'}")
            words = {"pace": named, "gain": gain, "weight": weight}
            steps.append(Step("step_weight", gain * weight, rules.change.clause, words))
    return total, steps
