"""rate(event, ruleset) -> Report: the only entry point."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from typing import Dict, Iterable, Optional, Tuple, Union

from .errors import EventError, NotKnownError, RuleSetError
from .event import Event
from .inspection import refuse
from .lines import Line
from .methods import METHODS
from .problem import make_error
from .report import Report
from .rules.requirements import restrict_to_method
from .rules.ruleset import RuleSet, load
from .terms.periods import of_one_pace
from .tournament.scores import shown_points


def rules_on(reference: str, event: Event) -> RuleSet:
    """The rule set in the edition for the event's day, unless the reference pins one."""
    return load(reference, event.day(load(reference).dated_by))


def in_order(events: Tuple[Event, ...]) -> Tuple[Event, ...]:
    """The events by their last days, or in the order given if one has none."""
    days = [(day, number) for number, event in enumerate(events) if (day := event.day("end"))]
    if len(days) < len(events):
        return events
    return tuple(events[number] for _, number in sorted(days))


def rate(
    events: Union[Event, Iterable[Event]],
    rules: Union[RuleSet, str, None] = None,
    only: Optional[str] = None,
) -> Report:
    """Rate one event, or the events of one period together.

    `rules` is a rule set or its reference, by default the event's own. Events are rated in the
    order of their last days, or in the order given if one has no date. The date of the last
    event decides the edition, unless the reference pins it. A player's own rating and K are
    those in their last event; every game counts with the ratings of its event. If the entries
    of one person differ in rating, K or peak, cxa-rapid, glicko, glicko2 and malaysia use the
    first; `Report.notices` names each difference. Rules that rate each event separately (dwz,
    uscf, elo) treat the events of one call as one, and `Report.notices` says so: pass them one by
    one, each with the players of the previous report. `only` is the key of one player, to rate
    just that player.

    Raises `EventError` for an event that contradicts itself.

    >>> from decimal import Decimal
    >>> from xlrating.engine.event import Event, Game, Player
    >>> from xlrating.engine.results import read_result
    >>> ann, bob = Player(1, "A", rating=Decimal(2400)), Player(2, "B", rating=Decimal(2000))
    >>> rate(Event((ann, bob), (Game(1, 1, 2, read_result("0-1")),)), "fide").lines[1].new
    Decimal('2018')
    """
    period = (events,) if isinstance(events, Event) else in_order(tuple(events))
    if not period:
        raise EventError("there is no event to rate")
    chosen = rules or period[-1].rules
    if not chosen:
        raise make_error(RuleSetError, "opt_rules_named")
    if not isinstance(chosen, RuleSet):
        chosen = rules_on(chosen, period[-1])
    for event in period:
        refuse(event, chosen)
    if chosen.method == "none":
        raise make_error(NotKnownError, "opt_rules_functions", rules=chosen.id)
    of_one_pace({fact for event in period for one in event.players for fact in one.facts}, chosen)
    lines = METHODS[chosen.method](period, restrict_to_method(chosen), only)
    return Report(period, chosen, _with_points(lines, period))


def _with_points(lines: Tuple[Line, ...], period: Tuple[Event, ...]) -> Tuple[Line, ...]:
    """The lines with the tables' points, if these are not the sum of the rated scores.

    An event may score differently; its file may count a bye only once its round has begun.
    """
    # Speed: usually they are that sum.
    if not any(_is_otherwise(event) for event in period):
        return lines
    found: Dict[str, Decimal] = defaultdict(Decimal)
    for event in period:
        for no, points in shown_points(event).items():
            found[event.by_no[no].key] += points
    return tuple(replace(line, points=found[line.player.key]) for line in lines)


def _is_otherwise(event: Event) -> bool:
    counts_ahead = event.report is None or event.report.counts_ahead
    return not (event.scoring.is_usual and counts_ahead)
