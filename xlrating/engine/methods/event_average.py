"""One expected score per event, against the average rating of the opponents or of the field.

Swiss, team and match: We = P(R - Ra) n. Round robin: We = P(R - Ra) (n + 1) - 0.5, Ra the
average of all players, oneself included. The change is K (W - We), summed over events.
"""

from __future__ import annotations

from decimal import Decimal
from typing import List, NamedTuple, Optional, Sequence, Tuple

from ..event import Event
from ..lines import GameLine, Line, Step
from ..rounding import HALF, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Average, Expectancy
from ..terms.average import opponents_average
from ..terms.expectancy import counted_differences, expected_score
from .common import coefficient_of, of_rated, performed, points_of, settle
from .field import AverageGroup, groups_of
from .first_performance import unrated


class Expected(NamedTuple):
    """A group of games with its average rating, expected score, score, and steps."""

    group: AverageGroup
    average: Decimal
    expected: Decimal
    score: Decimal
    steps: Tuple[Step, ...]

    @property
    def gain(self) -> Decimal:
        """Score minus expected score."""
        return self.score - self.expected


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    return tuple(
        unrated(groups, rules) if groups[-1].player.rating is None else _rated(groups, rules)
        for groups in groups_of(events, rules, only)
    )


def _rated(groups: Sequence[AverageGroup], rules: RuleSet) -> Line:
    player, event = groups[-1].player, groups[-1].event
    played = [_expected(g, rules) for g in groups if g.player.rating is not None and g.counted]
    n = sum(len(item.group.counted) for item in played)
    gain = sum((item.gain for item in played), ZERO)
    k, steps = coefficient_of(player, event, n, gain, rules)
    change = ZERO
    for item in played:
        if len(groups) > 1:
            steps.append(Step("step_event", None, "", {"name": item.group.name}))
        part, own_steps = _change(k, item, rules)
        change += part
        steps += [*item.steps, *own_steps]
    clause = rules.change.clause
    if len(played) > 1:
        steps.append(Step("step_total", change, clause, {"events": len(played)}))
    if not played:
        steps = [Step("step_no_games", None, "", {}), *steps]
    games = [game for group in groups for game in _differences(group, rules)]
    line = Line(
        player=player,
        games=tuple(games),
        points=points_of(games),
        n=n,
        score=sum((item.score for item in played), ZERO),
        average=played[0].average if len(played) == 1 else None,
        expected=sum((item.expected for item in played), ZERO),
        gain=gain,
        k=k,
        performance=performed(games, rules)[1],
        steps=tuple(steps),
    )
    return settle(line, change, rules)


def _change(k: Decimal, item: Expected, rules: RuleSet) -> Tuple[Decimal, List[Step]]:
    """The change from one group: K times the gain, in points or in shares of points."""
    rule, n = rules.change, len(item.group.counted)
    words = {"k": k, "n": n, "score": item.score, "expected": item.expected, "gain": item.gain}
    steps = [Step("step_gain", item.gain, rule.clause, words)]
    if rule.per == "share":
        change = k * item.gain / n
        return change, [*steps, Step("step_change_share", change, rule.clause, words)]
    change = k * item.gain
    return change, [*steps, Step("step_change", change, rule.clause, words)]


def _expected(group: AverageGroup, rules: RuleSet) -> Expected:
    """Average and expected score for the games of one group, with the steps."""
    rule = rules.need(Average)
    own, field, counted = group.player.rating, group.field, group.counted
    assert own is not None
    n, score = len(counted), points_of(counted)
    if field is None:
        ratings = [g.opponent_rating for g in counted if g.opponent_rating is not None]
        average = opponents_average(own, ratings, rules)
        steps = [Step("step_average", average, rule.clause, {"n": n})]
        if group.is_broken(rules):
            steps.insert(0, Step("step_not_round_robin", None, rule.clause, {}))
    else:
        average = field.averages[group.player.no]
        steps = [field.step]
        if rule.round_robin == "opponents":
            steps.append(Step("step_average_met", average, rule.clause, {"n": field.met}))
    difference = own - average
    if field is not None and rule.capped:
        difference = counted_differences(own, [average], rules)[0]
    share = expected_score(difference, rules)
    words = {"own": own, "average": average, "share": share, "n": n}
    steps.append(Step("step_average_difference", difference, rule.clause, words))
    steps.append(Step("step_share", share, rules.need(Expectancy).clause, words))
    if field is None or rule.round_robin == "opponents":
        expected = share * n
        steps.append(Step("step_expected_average", expected, rules.change.clause, words))
    else:
        # The half point is for the game against oneself, in a field that includes oneself.
        expected = field.cycles * (share * (field.met + 1) - HALF)
        words.update(players=Decimal(field.met + 1), cycles=Decimal(field.cycles))
        key = "step_expected_field" if field.cycles == 1 else "step_expected_fields"
        steps.append(Step(key, expected, rules.change.clause, words))
    steps.append(Step("step_score", score, "", words))
    return Expected(group, average, expected, score, tuple(steps))


def _differences(group: AverageGroup, rules: RuleSet) -> List[GameLine]:
    """The games with the difference to each opponent as used in the average."""
    own = group.player.rating
    if own is None:
        return of_rated(group.games)
    if group.field is not None:
        return group.games
    ratings = [g.opponent_rating for g in group.counted if g.opponent_rating is not None]
    counted = iter(counted_differences(own, ratings, rules))
    return [g._replace(difference=next(counted)) if g.counted else g for g in group.games]
