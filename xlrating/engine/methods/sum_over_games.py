"""Change = K x sum of (score - expected score) over the games of the period.

Elo's formulas (2) and (3); FIDE 8.3.2: per game "Delta R = score - PD", then "Sigma
Delta R x K = the Rating Change for a tournament or Rating Period".
"""

from __future__ import annotations

from decimal import Decimal
from itertools import groupby, repeat
from operator import attrgetter
from typing import List, NamedTuple, Optional, Sequence, Tuple

from ..event import Event, Player
from ..lines import GameLine, Line, Step, step_of
from ..rounding import ONE, ZERO
from ..rules.ruleset import RuleSet
from ..rules.sections import Expectancy
from ..terms.coefficient import multiplied, multiplied_each
from ..terms.expectancy import counted_differences, expected_scores
from .common import (
    coefficient_of,
    gathered,
    of_rated,
    performance_steps,
    performed_in,
    points_of,
    rated_once_more,
    settle,
)
from .first_rating import first_rating
from .paces import weighed, weight_of


def rate(events: Sequence[Event], rules: RuleSet, only: Optional[str] = None) -> Tuple[Line, ...]:
    """One line per player of the events of a period, or just that of the player with key `only`."""
    lines = []
    for player, event, games in gathered(events, rules, only):
        if player.rating is None:
            lines.append(first_rating(player, _expect(games, rules), events, rules))
        else:
            lines.append(_rated(player, event, of_rated(games), events, rules))
    return tuple(lines)


class _Expected(NamedTuple):
    """Of some games, in their order: the counted differences, the expected scores, the gains."""

    differences: List[Decimal]
    scores: List[Decimal]
    gains: List[Decimal]


def _expected(counted: Sequence[GameLine], rules: RuleSet) -> _Expected:
    """What follows from the ratings in counted games of a player who had one."""
    differences: List[Decimal] = []
    for _, of_event in groupby(counted, attrgetter("event")):
        games = list(of_event)
        ratings = [game.opponent_rating or ZERO for game in games]
        differences += counted_differences(games[0].own_rating or ZERO, ratings, rules)
    scores = expected_scores(differences, [game.colour for game in counted], rules)
    gains = [(game.points or ZERO) - score for game, score in zip(counted, scores)]
    return _Expected(differences, scores, gains)


def _expect(games: Sequence[GameLine], rules: RuleSet) -> Sequence[GameLine]:
    """The games of an unrated player, with what was expected in those of events before that."""
    counted = [game for game in games if not game.reason and game.own_rating is not None]
    if not counted:
        return games
    values = zip(*_expected(counted, rules), repeat(None), repeat(None), repeat(None))
    return [
        game if game.reason or game.own_rating is None else game.calculated(next(values))
        for game in games
    ]


def _rated(
    player: Player, event: Event, games: Sequence[GameLine], events: Sequence[Event], rules: RuleSet
) -> Line:
    counted = [game for game in games if not game.reason]
    found = _expected(counted, rules)
    expected = sum([one or ZERO for one in found.scores], ZERO)
    gain = sum([one or ZERO for one in found.gains], ZERO)
    score = points_of(counted)
    n = len(counted)
    coefficient, steps = coefficient_of(player, event, n, gain, rules)
    k = multiplied(coefficient, n, ONE, rules)
    weighed_gain, pace_steps = weighed(counted, found.gains, gain, events, rules)
    weights = [weight_of(one, rules) for one in events]
    gains = [one * weights[game.event] for game, one in zip(counted, found.gains)]
    changes = multiplied_each(coefficient, n, gains, rules)
    values = zip(*found, repeat(k), changes, repeat(None))
    with_k = [game if game.reason else game.calculated(next(values)) for game in games]
    words = {"n": n, "score": score, "expected": expected, "gain": gain}
    summary = [
        step_of(("step_score", score, "", words)),
        step_of(("step_expected", expected, rules.need(Expectancy).clause, words)),
        step_of(("step_gain", gain, rules.change.clause, words)),
    ]
    change = multiplied(coefficient, n, weighed_gain, rules)
    steps += pace_steps
    words = {"k": k, "gain": weighed_gain}
    steps.append(step_of(("step_change", change, rules.change.clause, words)))
    average, performance = performed_in(counted, score, rules)
    steps = (summary if counted else [Step("step_no_games", None, "", {})]) + steps
    line = Line(
        player=player,
        games=tuple(with_k),
        points=score if n == len(games) else points_of(games),
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
