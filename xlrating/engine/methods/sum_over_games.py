"""Change = K x sum of (score - expected score) over the games of the period.

Elo's formulas (2) and (3); FIDE 8.3.2: per game "Delta R = score - PD", then "Sigma
Delta R x K = the Rating Change for a tournament or Rating Period".
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step
from ..rounding import ONE, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Expectancy
from ..terms.coefficient import multiplied
from ..terms.expectancy import counted_differences, expected_score
from .common import (
    coefficient_of,
    gathered,
    of_rated,
    performance_steps,
    performed,
    points_of,
    rated_once_more,
    settle,
)
from .first_rating import first_rating
from .paces import weighed, weight_of


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    lines = []
    for player, event, games in gathered(events, rules, only, _expect):
        if player.rating is None:
            lines.append(first_rating(player, games, events, rules))
        else:
            lines.append(_rated(player, event, of_rated(games), events, rules))
    return tuple(lines)


def _expect(player: Player, games: Sequence[GameLine], rules: RuleSet) -> List[GameLine]:
    """The games of one event with the counted difference, expected score and gain."""
    own = player.rating
    if own is None:
        return list(games)
    counted = [game for game in games if not game.reason]
    ratings = [game.opponent_rating or ZERO for game in counted]
    differences = iter(counted_differences(own, ratings, rules))
    found = []
    for game in games:
        if not game.reason and game.points is not None:
            difference = next(differences)
            expected = expected_score(difference, rules, game.colour)
            game = game.expecting(difference, expected, game.points - expected)
        found.append(game)
    return found


def _rated(
    player: Player,
    event: Event,
    games: Sequence[GameLine],
    events: Sequence[Event],
    rules: RuleSet,
) -> Line:
    counted = [game for game in games if not game.reason]
    expected = sum([game.expected or ZERO for game in counted], ZERO)
    gain = sum([game.gain or ZERO for game in counted], ZERO)
    score = points_of(counted)
    n = len(counted)
    coefficient, steps = coefficient_of(player, event, n, gain, rules)
    k = multiplied(coefficient, n, ONE, rules)
    weighed_gain, pace_steps = weighed(counted, gain, events, rules)
    weights = [weight_of(one, rules) for one in events]
    with_k = [
        game.changing(k, multiplied(coefficient, n, game.gain * weights[game.event], rules))
        if game.gain is not None
        else game
        for game in games
    ]
    words = {"n": n, "score": score, "expected": expected, "gain": gain}
    summary = [
        Step("step_score", score, "", words),
        Step("step_expected", expected, rules.need(Expectancy).clause, words),
        Step("step_gain", gain, rules.change.clause, words),
    ]
    change = multiplied(coefficient, n, weighed_gain, rules)
    steps += pace_steps
    words = {"k": k, "gain": weighed_gain}
    steps.append(Step("step_change", change, rules.change.clause, words))
    average, performance = performed(games, rules)
    steps = (summary if counted else [Step("step_no_games", None, "", {})]) + steps
    line = Line(
        player=player,
        games=tuple(with_k),
        points=points_of(games),
        n=n,
        score=score,
        expected=expected,
        gain=gain,
        k=k,
        steps=(*performance_steps(n, score, average, performance, rules), *steps),
        average=average,
        performance=performance,
        facts=rated_once_more(player, n, rules),
    )
    return settle(line, change, rules)
