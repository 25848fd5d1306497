"""One-off adjustments of a whole list, on the date set by the rules."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from ..engine.event import Player
from ..engine.lines import Step
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.adjusting import adjusted, adjustment_due
from ..engine.texts import wording
from ..engine.vocabulary.pace import read_pace
from .paces import with_list
from .persons import Findings


def is_adjusted(reference: str, since: date | None, day: date | None) -> bool:
    """Whether the ratings at some pace are adjusted between two lists."""
    rules = load(reference)
    paces = rules.options["list"].choices if "list" in rules.options else ("",)
    own = (load(with_list(reference, pace)) if pace else rules for pace in paces)
    return any(adjustment_due(one, since, day) is not None for one in own)


def adjust(
    people: MutableSequence[Player],
    rules: RuleSet,
    days: tuple[date | None, date | None],
    found: Findings,
    standard: Sequence[Decimal | None] = (),
    pace: str = "",
) -> None:
    """Apply the adjustment due on a list's date, if any, to its people.

    `days` are the dates of the previous list and of this one; `standard` are the standard ratings,
    if the list is for another pace. Each adjustment becomes a step of that person in `found`, with
    the `pace` if there are several.
    """
    rule, day = adjustment_due(rules, *days), days[1]
    if rule is None:
        return
    if rule.above_standard is not None and not standard:
        found.notice("fed_adjusted_standard", "", day=day, clause=rule.clause)
    n = 0
    for at, player in enumerate(people):
        if player.rating is not None:
            new = adjusted(player.rating, rule, standard[at] if standard else None)
            n += new != player.rating
            if new != player.rating:
                words = {"day": day, "old": player.rating}
                key = "step_adjusted_pace" if pace else "step_adjusted"
                named = {"pace": wording(f"pace_{read_pace(pace)}")} if pace else {}
                step = Step(key, new, rule.clause, {**words, **named})
                found.steps.setdefault(at, []).append(step)
                peak = None if player.peak is None else max(player.peak, new)
                people[at] = replace(player, rating=new, peak=peak)
    found.notice("fed_adjusted", "", n=n, day=day, clause=rule.clause)
