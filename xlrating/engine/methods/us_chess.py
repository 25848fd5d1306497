"""The US Chess formulas: special for the first games, then standard, in one pass or more.

Standard: R + K (S - E) + bonus, K = 800 / (N' + m). If the rules have passes, unrated
players are rated together with all others, and each pass uses the opponents' ratings that
the previous one produced. The regulation rates each event separately: call
`rate` once per event. Events passed in one call are treated as a single event.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Dict, List, Optional, Sequence, Tuple

from ..errors import placed
from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ROUNDINGS, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Passes, PeakFloor
from ..terms.floor import absolute_floor, rating_floor
from ..terms.provisional import special_by, temporary_rating
from .common import fact, facts_of, gathered, points_of, settle
from .first_rating import first_rating
from .us_chess_change import EventEntry, career, change_of


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of an event, or just that of the player with key `only`."""
    if rules.passes is not None:
        return _in_passes(events, rules, only)
    lines = []
    for player, event, games in gathered(events, rules, only):
        if player.rating is None:
            line = first_rating(player, games, events, rules)
            lines.append(replace(line, facts={**line.facts, **career(player, games, rules)}))
        else:
            entry = EventEntry(player, event, games, player.rating)
            lines.append(_rated(entry, rules))
    return tuple(lines)


def _in_passes(events: Sequence[Event], rules: RuleSet, only: Optional[str]) -> Tuple[Line, ...]:
    """The lines of an event in which everyone, rated or not, is rated against everyone."""
    entries, passes = in_passes(events, rules)
    return tuple(
        (_newcomer if entry.player.rating is None else _rated)(entry.against(passes[-1]), rules)
        for entry in entries
        if only is None or entry.player.key == only
    )


def in_passes(
    events: Sequence[Event], rules: RuleSet
) -> Tuple[List[EventEntry], List[Dict[str, Decimal]]]:
    """The players of an event, and everyone's rating, by person, before each pass.

    The first item holds the starting ratings, which the first pass improves for unrated players.
    The ratings before the last pass are those of the opponents in it.
    """
    rule = rules.need(Passes)
    entries = [_entered(*found, rules) for found in gathered(events, rules)]
    starts = {entry.player.key: entry.start for entry in entries}
    first: Dict[str, Decimal] = dict(starts)
    for entry in entries:
        if entry.player.rating is None and entry.counted:
            met, score = entry.against(starts).met, points_of(entry.counted)
            first[entry.player.key] = special_by(entry.start, rule.weight, met, score, rules)
    passes = [starts, first]
    for _ in range(rule.times - 1):
        passes.append(
            {
                entry.player.key: entry.start + change_of(entry.against(passes[-1]), rules)[1]
                for entry in entries
            }
        )
    return entries, passes


def _entered(player: Player, event: Event, games: Sequence[GameLine], rules: RuleSet) -> EventEntry:
    """A player with the rating before the event, or a temporary one; unrated opponents count."""
    counted = [
        game._replace(reason="") if game.reason == "not_opponent_unrated" else game
        for game in games
    ]
    start = player.rating
    if start is None:
        age, rule = facts_of(player, event, rules)["age"], rules.need(Passes)
        # Without a day of the event only adults have a year of birth: see `inspection`.
        is_adult = age is None and player.born is not None
        start = rule.most if is_adult else temporary_rating(age, rule)
    return EventEntry(player, event, counted, start)


def _rated(entry: EventEntry, rules: RuleSet) -> Line:
    """The line of a rated player."""
    line, change = change_of(entry, rules)
    if not entry.counted:
        return settle(line, ZERO, rules)
    line = replace(line, steps=(*_pass_steps(rules), *line.steps))
    return _floored(settle(line, change, rules), rules)


def _newcomer(entry: EventEntry, rules: RuleSet) -> Line:
    """The line of an unrated player: the special rating, in which no earlier game has weight."""
    line, change = change_of(entry, rules)
    rule = rules.need(Passes)
    if not entry.counted:
        return line
    rounding = rules.change
    value = entry.start + change
    new = ROUNDINGS[rounding.rounding](value, rounding.places)
    steps = [
        Step("step_temporary", entry.start, rule.clause, {}),
        *_pass_steps(rules),
        *line.steps,
        Step("step_first_published", new, rounding.clause, {"exact": value}),
    ]
    floor, floors = absolute_floor(ZERO, ZERO, ZERO, rules), rules.need(PeakFloor)
    if new < floor:
        new = floor
        steps.append(Step("step_floor", floor, floors.clause, {"least": floor}))
    return replace(line, new=new, steps=tuple(steps))


def _pass_steps(rules: RuleSet) -> List[Step]:
    rule = rules.passes
    if rule is None or rule.times == 1:
        return []
    return [Step("step_passes", None, rule.clause, {"times": rule.times})]


def _floored(line: Line, rules: RuleSet) -> Line:
    """The line with the new rating raised to the player's floor."""
    rule = rules.need(PeakFloor)
    player, new = line.player, line.new
    assert new is not None and player.rating is not None
    peak = player.rating if player.peak is None else max(player.peak, player.rating)
    games = None if player.games is None else Decimal(player.games)
    won, drawn, events = (fact(line.player, name) or ZERO for name in ("wins", "draws", "events"))
    with placed(player.where):
        floor = rating_floor(peak, games, rules, won, drawn, events)
    floor = max(floor, fact(player, "floor") or ZERO)
    if new >= floor:
        return line
    steps = (*line.steps, Step("step_peak_floor", floor, rule.clause, {"peak": peak}))
    return replace(line, new=floor, rounded=floor - player.rating, steps=steps)
