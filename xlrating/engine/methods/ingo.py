"""The new rating is a performance, or the weighted mean of the old rating and a performance.

Ingo: R = average of the opponents + (50 - percent). The old own rating enters only where
practice mixes it in; it always entered the averages of the opponents.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import List, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ONE, ZERO, certain
from ..rules.ruleset import RuleSet
from ..rules.sections import Performance, Weighting
from ..terms.expectancy import counted_differences
from ..terms.performance import performance
from .common import coefficient_of, gathered, points_of, settle


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    return tuple(
        _line(player, event, games, rules)
        for player, event, games in gathered(events, rules, only, _compare)
    )


def _compare(player: Player, games: Sequence[GameLine], rules: RuleSet) -> List[GameLine]:
    """The games of one event with the difference to each opponent as counted."""
    own = player.rating
    if own is None:
        return list(games)
    ratings = [g.opponent_rating for g in games if g.counted and g.opponent_rating is not None]
    differences = iter(counted_differences(own, ratings, rules))
    return [g._replace(difference=next(differences)) if g.counted else g for g in games]


def _line(player: Player, event: Event, games: Sequence[GameLine], rules: RuleSet) -> Line:
    rule = rules.need(Weighting)
    counted = [game for game in games if game.counted]
    n, score, old = len(counted), points_of(counted), player.rating
    line = Line(player=player, games=tuple(games), points=points_of(games), n=n, score=score)
    if not counted:
        steps = [Step("step_no_games", None, "", {})]
        return replace(line, steps=tuple(steps), new=old, change=ZERO, rounded=ZERO)
    opponents = [_as_counted(game) for game in counted]
    found = performance(opponents, score, rules)
    clause = rules.need(Performance).clause
    words = {"n": n, "score": score, "share": found.share}
    words.update(average=found.average, difference=found.difference)
    steps = [
        Step("step_average", found.average, clause, words),
        Step("step_initial_difference", found.difference, clause, words),
        Step("step_performance", found.rating, clause, words),
    ]
    new, k = found.rating, None
    if old is not None:
        old_parts, new_parts = rule.old, rule.performance
        if rule.parts == "games":
            k, said = coefficient_of(player, event, n, ZERO, rules, "step_coefficient")
            old_parts, new_parts = k, n * ONE
            steps += said
        if old_parts:
            new = (old * old_parts + found.rating * new_parts) / (old_parts + new_parts)
            mixed = {"old": old, "old_parts": old_parts, "parts": new_parts, "exact": found.rating}
            steps.append(Step("step_mixed", new, rule.clause, mixed))
    if rule.most is not None and new > rule.most:
        new = rule.most
        steps.append(Step("step_most", new, rule.clause, {}))
    line = replace(line, average=found.average, performance=found.rating, k=k, steps=tuple(steps))
    return settle(line, certain(new - (old or ZERO)), rules)


def _as_counted(game: GameLine) -> Decimal:
    if game.difference is not None and game.own_rating is not None:
        return game.own_rating - game.difference
    assert game.opponent_rating is not None
    return game.opponent_rating
